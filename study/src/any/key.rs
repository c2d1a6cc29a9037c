//! Secret keys of the schemes without turns.

use super::AnyStateless;
use crate::slvrf::{self, Proof};
use heliast::SecretKey;
use heliast_vrf::{Exhausted, Output};
use zeroize::Zeroizing;

/// A secret key of a scheme without turns, recommended or not. Erased from memory when dropped.
#[derive(Debug)]
pub enum AnySecretKey {
    /// Of a scheme that chains may have.
    OfChains(Box<SecretKey>),
    /// Of SL-VRF.
    SlVrf(Box<slvrf::SecretKey>),
}

impl AnySecretKey {
    /// Bytes of randomness for [`prove_hedged`](Self::prove_hedged).
    pub const RANDOM: usize = 48;

    /// The key of a 32-byte seed, which must come from a cryptographic generator.
    pub fn from_seed(scheme: AnyStateless, seed: [u8; 32]) -> AnySecretKey {
        let seed = Zeroizing::new(seed);
        match scheme {
            AnyStateless::OfChains(scheme) => {
                AnySecretKey::OfChains(Box::new(SecretKey::from_seed(scheme, *seed)))
            }
            AnyStateless::SlVrf(suite) => {
                AnySecretKey::SlVrf(Box::new(slvrf::SecretKey::from_seed(suite, &seed)))
            }
        }
    }

    /// The scheme.
    pub fn scheme(&self) -> AnyStateless {
        match self {
            AnySecretKey::OfChains(key) => key.scheme().into(),
            AnySecretKey::SlVrf(key) => AnyStateless::SlVrf(key.suite()),
        }
    }

    /// The encoded public key.
    pub fn public_key(&self) -> Vec<u8> {
        match self {
            AnySecretKey::OfChains(key) => key.public_key(),
            AnySecretKey::SlVrf(key) => key.public_key().as_bytes().to_vec(),
        }
    }

    /// β alone.
    ///
    /// # Errors
    /// As [`prove`](Self::prove).
    pub fn evaluate(&mut self, input: &[u8]) -> Result<Vec<u8>, Exhausted> {
        match self {
            AnySecretKey::OfChains(key) => key.evaluate(input),
            AnySecretKey::SlVrf(key) => Ok(key.evaluate(input).0.to_vec()),
        }
    }

    /// (β, π) for `input`; the same each time.
    ///
    /// # Errors
    /// [`Exhausted`]: only ECVRF can fail, with 2^-256 of all inputs.
    pub fn prove(&mut self, input: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Exhausted> {
        match self {
            AnySecretKey::OfChains(key) => key.prove(input),
            AnySecretKey::SlVrf(key) => Ok(bytes(key.prove(input))),
        }
    }

    /// (β, π) for `input` with `random` in π where the scheme has a place for it (SL-VRF for all of it, A-VRF
    /// for its beginning), so that a fault or a trace of one run says little about the next; β is the same.
    ///
    /// # Errors
    /// As [`prove`](Self::prove).
    pub fn prove_hedged(
        &mut self,
        input: &[u8],
        random: &[u8; Self::RANDOM],
    ) -> Result<(Vec<u8>, Vec<u8>), Exhausted> {
        match self {
            AnySecretKey::OfChains(key) => {
                let (random, _) = random.split_first_chunk().expect("48 bytes begin with 32");
                key.prove_hedged(input, random)
            }
            AnySecretKey::SlVrf(key) => Ok(bytes(key.prove_hedged(input, random))),
        }
    }
}

fn bytes((output, proof): (Output<32>, Proof)) -> (Vec<u8>, Vec<u8>) {
    (output.0.to_vec(), proof.as_bytes().to_vec())
}
