//! Keys and proofs of LB-VRF, foreign ones and honest ones with edits to key, proof or input: each has one
//! encoding, and only proofs by the key's owner are accepted.

#![no_main]

use heliast_fuzz::fields::Fields;
use heliast_study::lbvrf::{LbVrf, Proof, PublicKey, SecretKey};
use heliast_vrf::{Malformed, Output, Vrf};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// A proof, and everything that it is checked with.
#[derive(Clone, PartialEq, Eq)]
struct Case {
    key: Vec<u8>,
    proof: Vec<u8>,
    x: Vec<u8>,
}

/// The proofs of two keys, one for the empty input, and their outputs.
static HONEST: LazyLock<Vec<(Case, Output<32>)>> = LazyLock::new(|| {
    let of = |(seed, x): (u8, &[u8])| {
        let mut secret = SecretKey::from_seed([seed; 32]);
        let (output, proof) = LbVrf::prove(&mut secret, (), x).expect("its first input");
        let key = secret.public_key().to_bytes().to_vec();
        (Case { key, proof: proof.to_bytes().to_vec(), x: x.to_vec() }, output)
    };
    [(1, &b""[..]), (2, &[7; 40])].into_iter().map(of).collect()
});

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let choice = fields.u8();
    let (honest, output) = &HONEST[usize::from(choice) % HONEST.len()];
    let case = match choice / 2 % 3 {
        0 => foreign(fields),
        1 => mixed(honest, fields),
        _ => edited(honest, fields),
    };
    let verdict = judge(&case);
    if case == *honest {
        assert_eq!(verdict, Some(*output));
    } else if choice / 2 % 3 != 0 {
        // The corpus may have true proofs of other keys.
        assert_eq!(verdict, None);
    }
});

/// Returns the output of a case that is accepted, and checks that everything that was decoded has one
/// encoding.
fn judge(case: &Case) -> Option<Output<32>> {
    let key = PublicKey::try_from(&case.key[..]);
    let proof = Proof::try_from(&case.proof[..]);
    let lengths = [(case.key.len(), PublicKey::LEN), (case.proof.len(), Proof::LEN)];
    for ((found, expected), error) in lengths.into_iter().zip([key.as_ref().err(), proof.as_ref().err()]) {
        match error {
            Some(Malformed::Length { .. }) => assert_ne!(found, expected),
            Some(Malformed::Coefficients) | None => assert_eq!(found, expected),
            Some(other) => panic!("{other} has no place here"),
        }
    }
    let key = key.ok().inspect(|key| assert_eq!(key.to_bytes()[..], case.key));
    let proof = proof.ok().inspect(|proof| assert_eq!(proof.to_bytes()[..], case.proof));
    let (key, proof) = (key?, proof?);
    LbVrf::verify(&key, (), &case.x, &proof).ok()
}

/// Returns a case of any bytes: a key, a proof and an input, whose last bytes may be missing.
fn foreign(mut fields: Fields) -> Case {
    let input = usize::from(fields.u8());
    let x = fields.bytes(input).to_vec();
    let key = fields.bytes(PublicKey::LEN).to_vec();
    Case { key, proof: fields.0.to_vec(), x }
}

/// Returns an honest proof in which a run of bytes, or all of it, is foreign.
fn mixed(honest: &Case, mut fields: Fields) -> Case {
    let mut case = honest.clone();
    let bytes = if fields.u8() & 1 == 0 { &mut case.key } else { &mut case.proof };
    let at = usize::from(fields.u16()) % bytes.len();
    bytes[at..].iter_mut().zip(fields.0).for_each(|(byte, new)| *byte = *new);
    case
}

/// Returns an honest proof in which some bytes of key, proof and input are overwritten, and which may be
/// shortened or extended.
fn edited(honest: &Case, mut fields: Fields) -> Case {
    let mut case = honest.clone();
    match fields.u8() % 4 {
        1 => drop(case.proof.pop()),
        2 => case.proof.push(0),
        3 => drop(case.key.pop()),
        _ => {}
    }
    let mut bytes = [&case.key[..], &case.proof, &case.x].concat();
    fields.overwrite(&mut bytes);
    let (key, rest) = bytes.split_at(case.key.len());
    let (proof, x) = rest.split_at(case.proof.len());
    Case { key: key.to_vec(), proof: proof.to_vec(), x: x.to_vec() }
}
