//! Public keys and verification.

use super::{Scheme, Terms, Turn};
use crate::{Invalid, Malformed, Output, ivrf, tree::Node, xmss, xvrf};
use alloc::vec::Vec;
use core::fmt;
use heliast_symmetric::sha256::Sha256;

/// The registered key: terms, root and PUB_SEED.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PublicKey {
    /// The terms of the key.
    pub terms: Terms,
    /// The root of its tree.
    pub root: Node,
    /// PUB_SEED, the key of all its hashes.
    pub pub_seed: [u8; 32],
}

impl PublicKey {
    /// The number of bytes of [`to_bytes`](Self::to_bytes).
    pub const LEN: usize = Terms::LEN + 64;

    /// Reads the bytes of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`Malformed`] if the length is wrong, or no key has these terms.
    pub fn from_bytes(bytes: &[u8]) -> Result<PublicKey, Malformed> {
        let length = Malformed::Length { expected: Self::LEN, found: bytes.len() };
        let bytes: &[u8; Self::LEN] = bytes.try_into().map_err(|_| length)?;
        let (terms, seeds) = bytes.split_at(Terms::LEN);
        let [root, pub_seed] = seeds.as_chunks().0 else { return Err(length) };
        Ok(PublicKey { terms: Terms::from_bytes(terms)?, root: *root, pub_seed: *pub_seed })
    }

    /// [`Terms`] (12 bytes) ‖ root (32) ‖ PUB_SEED (32).
    pub fn to_bytes(&self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..Terms::LEN].copy_from_slice(&self.terms.to_bytes());
        bytes[Terms::LEN..][..32].copy_from_slice(&self.root);
        bytes[Terms::LEN + 32..].copy_from_slice(&self.pub_seed);
        bytes
    }

    /// Checks that `proof` is this key's proof for `x` at `turn`, and returns the output.
    ///
    /// # Errors
    /// [`Invalid`] if the key answers nothing at this turn, or the proof has another length or index, or does
    /// not lead to the root.
    pub fn verify(&self, turn: Turn, x: &[u8], proof: &[u8]) -> Result<Output<32>, Invalid> {
        let sha = Sha256::new();
        match (Claim { key: self, turn, x, proof }).resolve()? {
            Resolved::XVrf(claim) => xvrf::verify(sha, &claim),
            Resolved::IVrf(claim) => ivrf::verify(sha, &claim),
        }
    }

    /// The tree's part of the key.
    pub(super) fn tree(&self) -> xmss::PublicKey {
        xmss::PublicKey { height: self.terms.height(), root: self.root, pub_seed: self.pub_seed }
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", crate::Hex(&self.to_bytes()))
    }
}

/// A proof and the claim that it must prove.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The prover's key.
    pub key: &'a PublicKey,
    /// The turn, from consensus.
    pub turn: Turn,
    /// The input.
    pub x: &'a [u8],
    /// The bytes of the proof.
    pub proof: &'a [u8],
}

/// A [`Claim`] as a claim about one leaf.
enum Resolved<'a> {
    XVrf(xvrf::Claim<'a>),
    IVrf(ivrf::Claim<'a>),
}

impl<'a> Claim<'a> {
    fn resolve(&self) -> Result<Resolved<'a>, Invalid> {
        let Claim { key: PublicKey { terms, .. }, turn, x, proof } = *self;
        let (key, position) = (self.key.tree(), terms.place(turn)?);
        Ok(match terms.scheme() {
            Scheme::XVrf => Resolved::XVrf(xvrf::Claim { key, leaf: position.leaf, x, proof }),
            Scheme::IVrf => Resolved::IVrf(ivrf::Claim { key, position, x, proof }),
        })
    }
}

/// Returns the verdict of [`PublicKey::verify`] on each claim, in their order. The claims may be of
/// any keys and of both schemes.
pub fn verify_many(claims: &[Claim<'_>]) -> Vec<Result<Output<32>, Invalid>> {
    let (mut xvrf, mut ivrf) = (Vec::new(), Vec::new());
    let mut sorted = Vec::with_capacity(claims.len());
    for claim in claims {
        sorted.push(claim.resolve().map(|resolved| match resolved {
            Resolved::XVrf(claim) => {
                xvrf.push(claim);
                Scheme::XVrf
            }
            Resolved::IVrf(claim) => {
                ivrf.push(claim);
                Scheme::IVrf
            }
        }));
    }
    let sha = Sha256::new();
    let mut xvrf = xvrf::verify_many(sha, &xvrf).into_iter();
    let mut ivrf = ivrf::verify_many(sha, &ivrf).into_iter();
    let mut verdict = |scheme| match scheme {
        Scheme::XVrf => xvrf.next().expect("a verdict for each claim"),
        Scheme::IVrf => ivrf.next().expect("a verdict for each claim"),
    };
    sorted.into_iter().map(|scheme| scheme.and_then(&mut verdict)).collect()
}
