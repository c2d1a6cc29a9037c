//! Votes of a network's validators that are secure against quantum computers.

use crate::{
    inputs::Stream,
    row::{Entry, Row, Side, Unit},
};
use heliast_finality::{ConsensusKey, KeyType};
use purecrypto::mldsa::MlDsa65PrivateKey;
use std::rc::Rc;

pub(super) const ENTRIES: &[Entry] = &[Entry { name: "vote-verify-ml-dsa-65/purecrypto", prepare: verify }];

/// The number of votes; signatures differ in the number of coefficients that are rejected for their
/// polynomials.
const VOTES: usize = 16;
/// The approximate number of bytes of the engine's vote.
const VOTE: usize = 120;

/// Compares the verification of one vote, from the bytes of the key and of the signature.
fn verify() -> Row {
    let mut stream = Stream::new("heliast/bench/votes");
    let seed = stream.bytes(32).try_into().expect("32 bytes");
    let (secret, peer) = MlDsa65PrivateKey::from_seed(&seed);
    let key = ConsensusKey::new(KeyType::MlDsa65, peer.to_bytes()).expect("a key");
    let votes: Rc<[_]> = (0..VOTES)
        .map(|_| {
            let vote = stream.bytes(VOTE);
            let signature = secret.sign_deterministic(&vote, &[]).expect("a signature");
            (vote, signature)
        })
        .collect();
    for (vote, signature) in &*votes {
        let mut other = *signature;
        other[100] ^= 1;
        assert!(key.verify(vote, signature).is_ok() && key.verify(vote, &other).is_err(), "a wrong verdict");
        assert!(peer.verify(signature, vote, &[]) && !peer.verify(&other, vote, &[]), "a wrong verdict");
    }
    let shared = Rc::clone(&votes);
    let ours = Side::new(1, move |case| assert!(key.verify(&shared[case].0, &shared[case].1).is_ok()));
    let theirs = Side::new(1, move |case| assert!(peer.verify(&votes[case].1, &votes[case].0, &[])));
    let peer = "purecrypto 0.10, ML-DSA-65".to_owned();
    Row { peer, unit: Unit::Microseconds, cases: VOTES, ours, theirs }
}
