//! Public keys and proofs of X-VRF and iVRF, foreign ones and honest ones with edits to key, turn, proof or
//! input: each has one encoding, only proofs by the key's owner are accepted, and proofs that are verified
//! together get the same verdicts as alone.

#![no_main]

use heliast_fuzz::fields::Fields;
use heliast_vrf::{
    Output, Vrf,
    stateful::{Claim, Proof, PublicKey, Scheme, SecretKey, Stateful, Terms, Turn, verify_many},
};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// A proof, and everything that it is checked with.
#[derive(Clone, PartialEq, Eq)]
struct Case {
    key: PublicKey,
    turn: Turn,
    proof: Vec<u8>,
    x: Vec<u8>,
}

/// All proofs of three inputs by small keys, and their outputs.
static HONEST: LazyLock<Vec<(Case, Output<32>)>> = LazyLock::new(|| {
    let shapes = [(Scheme::XVrf, 1, 1), (Scheme::XVrf, 3, 3), (Scheme::IVrf, 1, 1), (Scheme::IVrf, 2, 5)];
    let terms = shapes.map(|(scheme, height, slots)| Terms::new(scheme, height, slots, 100).expect("terms"));
    terms.into_iter().flat_map(all_of).collect()
});

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let choice = usize::from(fields.u8());
    let case = match choice {
        0 => foreign(fields),
        _ => edited(&HONEST[(choice - 1) % HONEST.len()].0, fields),
    };
    let Some(case) = case else { return };
    let verdict = case.key.verify(case.turn, &case.x, &case.proof);
    // The corpus has true proofs of other keys.
    if choice > 0 {
        assert_eq!(verdict.is_ok(), HONEST.iter().any(|(honest, _)| is_as_good(&case, honest)));
    }
    if let Some((_, output)) = HONEST.iter().find(|(honest, _)| *honest == case) {
        assert_eq!(verdict.as_ref(), Ok(output));
    }

    let position = case.key.terms.position(case.turn);
    assert!(position.is_ok_and(|position| position < case.key.terms.capacity()) || verdict.is_err());
    let proof = Proof::from_bytes(&case.key.terms, &case.proof);
    assert_eq!(proof.is_ok(), case.proof.len() == case.key.terms.proof_len());
    assert!(proof.is_ok() || verdict.is_err());
    beside_others(&case, &verdict);
});

fn all_of(terms: Terms) -> Vec<(Case, Output<32>)> {
    let mut cases = Vec::new();
    for x in [b"".as_slice(), b"a", &[7; 99]] {
        // Only a test may use one key for three inputs at one turn.
        let mut secret = SecretKey::generate(terms, &[terms.height(); 32], &[9; 32]);
        for position in 0..terms.capacity() {
            let slots = u64::from(terms.slots());
            let turn = Turn { round: terms.first() + position / slots, slot: (position % slots) as u16 };
            let (output, proof) = Stateful::prove(&mut secret, turn, x).expect("rising turns");
            let (key, proof) = (*secret.public_key(), proof.as_bytes().to_vec());
            cases.push((Case { key, turn, proof, x: x.to_vec() }, output));
        }
    }
    cases
}

/// Returns a case of any bytes, if they begin with a key.
fn foreign(mut fields: Fields) -> Option<Case> {
    let bytes: [u8; PublicKey::LEN] = fields.array();
    let terms = Terms::from_bytes(&bytes[..Terms::LEN]);
    let key = PublicKey::from_bytes(&bytes);
    assert_eq!(terms.is_ok(), key.is_ok());
    let key = key.ok()?;
    assert_eq!((key.to_bytes(), Ok(key.terms)), (bytes, terms));
    let turn = Turn { round: fields.u64(), slot: fields.u16() };
    let len = usize::from(fields.u8());
    let x = fields.bytes(len).to_vec();
    Some(Case { key, turn, proof: fields.0.to_vec(), x })
}

/// Returns an honest proof in which some bytes of key, turn, proof and input are overwritten, and which may
/// be shortened.
fn edited(honest: &Case, mut fields: Fields) -> Option<Case> {
    let Case { key, turn, proof, x } = honest;
    let cut = usize::from(fields.u8() & 1);
    let proof = &proof[..proof.len() - cut];
    let (round, slot) = (turn.round.to_be_bytes(), turn.slot.to_be_bytes());
    let mut bytes = [&key.to_bytes()[..], &round, &slot, proof, x].concat();
    fields.overwrite(&mut bytes);
    let mut parts = Fields(&bytes);
    let key = PublicKey::from_bytes(parts.bytes(PublicKey::LEN)).ok()?;
    let turn = Turn { round: parts.u64(), slot: parts.u16() };
    Some(Case { key, turn, proof: parts.bytes(proof.len()).to_vec(), x: parts.0.to_vec() })
}

/// Whether a case claims the same as an honest one. The proof contains neither the first round nor, in X-VRF,
/// the slots, only the place in the tree that they determine; and iVRF uses the input only in the output.
fn is_as_good(case: &Case, honest: &Case) -> bool {
    fn tree(case: &Case) -> impl PartialEq {
        let PublicKey { terms, root, pub_seed } = &case.key;
        (terms.scheme(), terms.height(), root, pub_seed, terms.place(case.turn), &case.proof)
    }
    tree(case) == tree(honest) && (case.x == honest.x || case.key.terms.scheme() == Scheme::IVrf)
}

/// Checks that the case, verified together with honest proofs of both schemes, gets the same verdict as
/// alone, and so do the honest proofs.
fn beside_others(case: &Case, verdict: &Result<Output<32>, heliast_vrf::Invalid>) {
    let (first, last) = (&HONEST[0], &HONEST[HONEST.len() - 1]);
    let claims =
        [&first.0, case, &last.0].map(|Case { key, turn, proof, x }| Claim { key, turn: *turn, x, proof });
    let verdicts = verify_many(&claims);
    let expected = [&Ok(first.1.clone()), verdict, &Ok(last.1.clone())];
    assert!(verdicts.iter().eq(expected), "many proofs are judged otherwise than each alone");
}
