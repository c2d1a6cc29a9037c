//! The state of a hash function that has absorbed the constant prefix.

use crate::prime_hash::{MAX_LEN, PrimeHash};
use alloc::boxed::Box;
use blake2::Blake2b512;
use sha2::{Digest, Sha256, Sha512};
use sha3::Sha3_512;

/// A hash function after some input. Hashes that continue from it do not process the blocks of that input
/// again.
#[derive(Clone)]
pub(super) enum Midstate {
    Sha256(Sha256),
    Sha512(Sha512),
    Sha3_512(Sha3_512),
    Blake2b512(Blake2b512),
    Blake3(Box<blake3::Hasher>),
}

impl Midstate {
    pub(super) fn new(hash: PrimeHash) -> Midstate {
        match hash {
            PrimeHash::Sha256 => Midstate::Sha256(Sha256::new()),
            PrimeHash::Sha512 => Midstate::Sha512(Sha512::new()),
            PrimeHash::Sha3_512 => Midstate::Sha3_512(Sha3_512::new()),
            PrimeHash::Blake2b512 => Midstate::Blake2b512(Blake2b512::new()),
            PrimeHash::Blake3 => Midstate::Blake3(Box::default()),
        }
    }

    pub(super) fn absorb(&mut self, input: &[u8]) {
        match self {
            Midstate::Sha256(state) => state.update(input),
            Midstate::Sha512(state) => state.update(input),
            Midstate::Sha3_512(state) => state.update(input),
            Midstate::Blake2b512(state) => state.update(input),
            Midstate::Blake3(state) => {
                state.update(input);
            }
        }
    }

    /// The digest of the absorbed bytes and `rest`, written to the beginning of `out`, which has
    /// room for it.
    pub(super) fn digest(&self, rest: &[u8], out: &mut [u8]) {
        fn finish<D: Digest + Clone>(state: &D, rest: &[u8], out: &mut [u8]) {
            let digest = state.clone().chain_update(rest).finalize();
            out[..digest.len()].copy_from_slice(&digest);
        }
        match self {
            Midstate::Sha256(state) => finish(state, rest, out),
            Midstate::Sha512(state) => finish(state, rest, out),
            Midstate::Sha3_512(state) => finish(state, rest, out),
            Midstate::Blake2b512(state) => finish(state, rest, out),
            Midstate::Blake3(state) => {
                let mut state = blake3::Hasher::clone(state);
                state.update(rest).finalize_xof().fill(&mut out[..MAX_LEN]);
            }
        }
    }
}
