//! Lots by elliptic curves: ECVRF-EDWARDS25519-SHA512-TAI, which the peer also has.

use crate::{
    inputs::Stream,
    row::{Entry, Row, Side, Unit},
};
use heliast_vrf::{
    Vrf,
    ecvrf::{Proof, SecretKey, Tai},
};
use std::{hint::black_box, rc::Rc};
use vrf_rfc9381::{
    Proof as _, Prover, Verifier,
    ec::edwards25519::{EdVrfProof, tai::EdVrfEdwards25519TaiSecretKey as PeerKey},
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "ecvrf-prove/vrf-rfc9381", prepare: prove },
    Entry { name: "ecvrf-verify/vrf-rfc9381", prepare: verify },
];

/// The number of inputs: try-and-increment takes two tries on average, and the mean over many inputs evens
/// its times out.
const CASES: usize = 64;

/// One key on both sides, the inputs, and the proofs, after both sides have made the same proofs and outputs.
struct Agreed {
    seed: [u8; 32],
    inputs: Rc<[Vec<u8>]>,
    proofs: Vec<[u8; 80]>,
}

impl Agreed {
    fn new() -> Agreed {
        let mut stream = Stream::new("heliast/bench/ecvrf");
        let seed = stream.bytes(32).try_into().expect("32 bytes");
        let inputs: Rc<[Vec<u8>]> = (0..CASES).map(|_| stream.bytes(32)).collect();
        let (mut ours, theirs) = keys(seed);
        let agree = |input: &Vec<u8>| {
            let (output, proof) = Tai::prove(&mut ours, (), input).expect("a point");
            let peer = theirs.prove(input).expect("a point");
            assert_eq!(proof.to_bytes()[..], peer.encode_to_pi(), "the proofs differ");
            let hash = theirs.verifier().verify(input, peer).expect("a proof");
            assert_eq!(hash[..], output.0, "the outputs differ");
            proof.to_bytes()
        };
        let proofs = inputs.iter().map(agree).collect();
        Agreed { seed, inputs, proofs }
    }

    fn row(ours: impl FnMut(usize) + 'static, theirs: impl FnMut(usize) + 'static) -> Row {
        Row {
            peer: "vrf-rfc9381 0.0.7, TAI".to_owned(),
            unit: Unit::Microseconds,
            cases: CASES,
            ours: Side::new(1, ours),
            theirs: Side::new(1, theirs),
        }
    }
}

fn keys(seed: [u8; 32]) -> (SecretKey, PeerKey) {
    (SecretKey::from_seed(seed), PeerKey::from_slice(&seed).expect("32 bytes"))
}

/// Compares proving, from an input to the bytes of a proof.
fn prove() -> Row {
    let Agreed { seed, inputs, .. } = Agreed::new();
    let (mut ours, theirs) = keys(seed);
    let messages = inputs.clone();
    Agreed::row(
        move |case| {
            let (_, proof) = Tai::prove(&mut ours, (), &inputs[case]).expect("a point");
            black_box(proof.to_bytes());
        },
        move |case| {
            black_box(theirs.prove(&messages[case]).expect("a point").encode_to_pi());
        },
    )
}

/// Compares verification, from the bytes of a proof to the output; the public key is decoded already.
fn verify() -> Row {
    let Agreed { seed, inputs, proofs } = Agreed::new();
    let (ours, theirs) = keys(seed);
    let (public, verifier) = (*ours.public_key(), theirs.verifier());
    let (messages, bytes) = (inputs.clone(), proofs.clone());
    Agreed::row(
        move |case| {
            let proof = Proof::from_bytes(&proofs[case]).expect("a proof");
            assert!(Tai::verify(&public, (), &inputs[case], &proof).is_ok());
        },
        move |case| {
            let proof = EdVrfProof::decode_pi(&bytes[case]).expect("a proof");
            assert!(verifier.verify(&messages[case], proof).is_ok());
        },
    )
}
