//! Secret keys of the schemes, with operations that take and return bytes.

use crate::{lbvrf, scheme::Scheme, slvrf};
use heliast_vrf::{Exhausted, Output};
use zeroize::Zeroizing;

/// A secret key of any scheme of this crate. Erased from memory when dropped; never printed.
#[derive(Debug)]
pub enum SecretKey {
    /// A key of SL-VRF.
    SlVrf(Box<slvrf::SecretKey>),
    /// A key of LB-VRF.
    LbVrf(Box<lbvrf::SecretKey>),
}

impl SecretKey {
    /// The bytes of randomness for [`prove_hedged`](Self::prove_hedged).
    pub const RANDOM: usize = 48;

    /// Returns the key of a 32-byte seed, which must come from a cryptographic generator. The key has not
    /// answered any input yet.
    pub fn from_seed(scheme: Scheme, seed: [u8; 32]) -> SecretKey {
        let seed = Zeroizing::new(seed);
        match scheme {
            Scheme::SlVrf(suite) => SecretKey::SlVrf(Box::new(slvrf::SecretKey::from_seed(suite, &seed))),
            Scheme::LbVrf => SecretKey::LbVrf(Box::new(lbvrf::SecretKey::from_seed(*seed))),
        }
    }

    /// Returns the scheme.
    pub fn scheme(&self) -> Scheme {
        match self {
            SecretKey::SlVrf(key) => Scheme::SlVrf(key.suite()),
            SecretKey::LbVrf(_) => Scheme::LbVrf,
        }
    }

    /// Returns the encoded public key.
    pub fn public_key(&self) -> Vec<u8> {
        match self {
            SecretKey::SlVrf(key) => key.public_key().as_bytes().to_vec(),
            SecretKey::LbVrf(key) => key.public_key().to_bytes().to_vec(),
        }
    }

    /// Returns β without a proof. If a key's answers are counted, β counts as one as soon as it is released.
    pub fn evaluate(&self, input: &[u8]) -> Output<32> {
        match self {
            SecretKey::SlVrf(key) => key.evaluate(input),
            SecretKey::LbVrf(key) => key.evaluate(input),
        }
    }

    /// Returns (β, π) for `input`, which are the same each time.
    ///
    /// # Errors
    /// [`Exhausted`] if a key of LB-VRF has answered another input.
    pub fn prove(&mut self, input: &[u8]) -> Result<(Output<32>, Vec<u8>), Exhausted> {
        Ok(match self {
            SecretKey::SlVrf(key) => bytes(key.prove(input)),
            SecretKey::LbVrf(key) => {
                let (output, proof) = key.reserve(input)?.release();
                (output, proof.to_bytes().to_vec())
            }
        })
    }

    /// Returns (β, π) for `input` with `random` in π, so that a fault or a trace of one run reveals little
    /// about the next; β does not change. LB-VRF does not use `random`.
    ///
    /// # Errors
    /// As [`prove`](Self::prove).
    pub fn prove_hedged(
        &mut self,
        input: &[u8],
        random: &[u8; Self::RANDOM],
    ) -> Result<(Output<32>, Vec<u8>), Exhausted> {
        match self {
            SecretKey::SlVrf(key) => Ok(bytes(key.prove_hedged(input, random))),
            SecretKey::LbVrf(_) => self.prove(input),
        }
    }
}

fn bytes((output, proof): (Output<32>, slvrf::Proof)) -> (Output<32>, Vec<u8>) {
    (output, proof.as_bytes().to_vec())
}
