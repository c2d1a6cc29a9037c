//! The hash functions, and the state of one that has absorbed the constant prefix.

use alloc::boxed::Box;
use blake2::Blake2b512;
use sha2::{Digest, Sha256, Sha512};
use sha3::Sha3_512;

/// The function that candidates are hashed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PrimeHash {
    /// 32 bytes; FIPS 180-4. With the instructions that most CPUs have for it, the fastest up to 256 bits.
    Sha256 = 0,
    /// 64 bytes; FIPS 180-4.
    Sha512 = 1,
    /// 64 bytes; FIPS 202.
    Sha3_512 = 2,
    /// 64 bytes; RFC 7693.
    Blake2b512 = 3,
    /// 64 bytes of its output.
    Blake3 = 4,
}

impl PrimeHash {
    /// All functions.
    pub const ALL: [PrimeHash; 5] =
        [PrimeHash::Sha256, PrimeHash::Sha512, PrimeHash::Sha3_512, PrimeHash::Blake2b512, PrimeHash::Blake3];

    /// The function with this number in the wire formats.
    pub fn from_id(id: u8) -> Option<PrimeHash> {
        PrimeHash::ALL.into_iter().find(|hash| *hash as u8 == id)
    }

    /// The name in the specification and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            PrimeHash::Sha256 => "sha-256",
            PrimeHash::Sha512 => "sha-512",
            PrimeHash::Sha3_512 => "sha3-512",
            PrimeHash::Blake2b512 => "blake2b-512",
            PrimeHash::Blake3 => "blake3",
        }
    }

    /// Bytes of a digest.
    pub(super) fn len(self) -> usize {
        if self == PrimeHash::Sha256 { 32 } else { MAX_LEN }
    }
}

/// The longest digest.
pub(super) const MAX_LEN: usize = 64;

/// A hash function after some input. What goes on from it costs the blocks of that input no more.
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

    /// The digest of what was absorbed and `rest`, written to the beginning of `out`, which has room for it.
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
