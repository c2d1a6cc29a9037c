//! The refusals of verifiers.

use super::{answer, keccak, key, verify};
use crate::lbvrf::{
    scheme::{attempt, basis, product},
    *,
};
use heliast_vrf::{Invalid, Malformed};
use proptest::prelude::*;
use std::{vec, vec::Vec};

/// Returns the verdict on bytes: malformed, or the result of verification.
fn judge(
    public: &[u8],
    input: &[u8],
    proof: &[u8],
) -> Result<Result<heliast_vrf::Output<32>, Invalid>, Malformed> {
    let (public, proof) = (PublicKey::try_from(public)?, Proof::try_from(proof)?);
    Ok(verify(&public, input, &proof))
}

#[test]
fn every_changed_byte_is_refused() {
    let (public, output, proof) = answer(1, b"input");
    let (public, proof) = (public.to_bytes(), proof.to_bytes());
    assert_eq!(judge(&public, b"input", &proof), Ok(Ok(output)));
    let refused = |public: &[u8], proof: &[u8], place: usize| match judge(public, b"input", proof) {
        Err(Malformed::Coefficients) | Ok(Err(Invalid::Challenge)) => {}
        verdict => panic!("byte {place}: {verdict:?}"),
    };
    // The places are all of v and c, the ends of z, and some between them.
    let places = (0..VALUE_LEN + CHALLENGE_LEN + 20).chain((140..Proof::LEN).step_by(41));
    for place in places.chain(Proof::LEN - 10..Proof::LEN) {
        for flip in [0x01, 0x80, 0xff] {
            let mut proof = proof;
            proof[place] ^= flip;
            refused(&public, &proof, place);
        }
    }
    for place in (0..PublicKey::LEN).step_by(29).chain(PublicKey::LEN - 10..PublicKey::LEN) {
        let mut public = public;
        public[place] ^= 0x10;
        refused(&public, &proof, place);
    }
}

#[test]
fn other_lengths_are_malformed() {
    let (public, _, proof) = answer(1, b"input");
    let (public, proof) = (public.to_bytes(), proof.to_bytes());
    let cut_and_grown = |bytes: &[u8]| -> Vec<Vec<u8>> {
        let less = [0, 1, bytes.len() - 1].map(|len| bytes[..len].to_vec());
        less.into_iter().chain([[bytes, &[0]].concat(), [&[0], bytes].concat()]).collect()
    };
    for bytes in cut_and_grown(&public) {
        let expected = Malformed::Length { expected: PublicKey::LEN, found: bytes.len() };
        assert_eq!(judge(&bytes, b"input", &proof), Err(expected));
    }
    for bytes in cut_and_grown(&proof) {
        let expected = Malformed::Length { expected: Proof::LEN, found: bytes.len() };
        assert_eq!(judge(&public, b"input", &bytes), Err(expected));
    }
}

#[test]
fn another_key_or_input_is_refused() {
    let (public, _, proof) = answer(1, b"input");
    let (other, _, others_proof) = answer(2, b"input");
    assert_eq!(verify(&other, b"input", &proof), Err(Invalid::Challenge));
    assert_eq!(verify(&public, b"input", &others_proof), Err(Invalid::Challenge));
    for input in [&b""[..], b"inpus", b"input\0"] {
        assert_eq!(verify(&public, input, &proof), Err(Invalid::Challenge));
    }
}

#[test]
fn coefficients_beyond_their_bounds_are_malformed() {
    let (public, _, proof) = answer(1, b"input");
    let (public, proof) = (public.to_bytes(), proof.to_bytes());
    let mut bytes = public;
    bytes[PublicKey::LEN - 8..].fill(0xff);
    assert_eq!(judge(&bytes, b"input", &proof), Err(Malformed::Coefficients));
    for end in [VALUE_LEN, Proof::LEN] {
        let mut bytes = proof;
        bytes[end - 8..end].fill(0xff);
        assert_eq!(judge(&public, b"input", &bytes), Err(Malformed::Coefficients));
    }
}

/// Tests a prover who knows s and cheats only on v, with any value.
#[test]
fn another_value_has_no_proof() {
    let key = key(1);
    let u = key.public.context(b"input");
    let basis = basis(keccak(), &u);
    let value = product(&basis, &key.projected).finish();
    let cheat = |value: Value| {
        let proof = (0..).find_map(|number| attempt(&key, &u, &basis, value, number)).unwrap();
        verify(&key.public, b"input", &proof)
    };
    assert!(cheat(value).is_ok());
    for i in [0, 1, 31] {
        let mut other = value;
        other[i] = (other[i] + 1) % P;
        assert_eq!(cheat(other), Err(Invalid::Challenge));
    }
    assert_eq!(cheat([0; VALUE]), Err(Invalid::Challenge));
}

/// Tests responses that belong to another vector than s, and to a longer one.
#[test]
fn another_secret_has_no_proof() {
    let honest = key(1);
    let u = honest.public.context(b"input");
    let basis = basis(keccak(), &u);
    let mut cheat = key(1);
    cheat.s[8][255] = 2;
    cheat.projected = cheat.s.each_ref().map(value::project);
    let v = product(&basis, &cheat.projected).finish();
    let proof = (0..).find_map(|number| attempt(&cheat, &u, &basis, v, number)).unwrap();
    assert_eq!(verify(&honest.public, b"input", &proof), Err(Invalid::Challenge));
}

#[test]
fn zeros_prove_nothing() {
    let (public, ..) = answer(1, b"input");
    let zeros = vec![0; Proof::LEN];
    assert_eq!(judge(&public.to_bytes(), b"input", &zeros), Ok(Err(Invalid::Challenge)));
    assert_eq!(judge(&vec![0; PublicKey::LEN], b"input", &zeros), Ok(Err(Invalid::Challenge)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_panic(
        public in prop::collection::vec(any::<u8>(), PublicKey::LEN),
        proof in prop::collection::vec(any::<u8>(), Proof::LEN),
        input in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        // Of random byte strings, 59 % are a key and 0.4 % begin with a value; after a value of zeros, 88 %
        // are a proof.
        let mut second = proof.clone();
        second[..VALUE_LEN].fill(0);
        for proof in [&proof, &second] {
            if let Ok(verdict) = judge(&public, &input, proof) {
                prop_assert_eq!(verdict, Err(Invalid::Challenge));
            }
        }
    }
}
