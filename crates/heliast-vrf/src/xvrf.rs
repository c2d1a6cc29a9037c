//! X-VRF: a hash-based lot for each leaf of an XMSS tree (Buser et al., "Post-Quantum Verifiable Random
//! Function from Symmetric Primitives in PoS Blockchain", section 4), without the choices that the paper left
//! open. `spec/xvrf.md` is the specification.
//!
//! A proof is a one-time signature of the input, without a randomiser, and its path to the root. The output
//! is a hash of it:
//!
//! ```text
//! d = SHA-256(toByte(2, 32) ‖ 0^32 ‖ root ‖ toByte(leaf, 32) ‖ x)
//! π = toByte(leaf, 4) ‖ 67 values, as far along their chains as d says ‖ h siblings
//! y = SHA-256(toByte(0x58565246, 28) ‖ toByte(h, 4) ‖ root ‖ PUB_SEED ‖ π ‖ x)
//! ```
//!
//! - **Unique.** Key, leaf and input fix d, d fixes the length of every chain, and two accepted proofs of one
//!   d differ only by a collision of SHA-256. RFC 8391 has a random r in the digest, which the signer
//!   chooses; with it the signer could choose the output. Hence the leaf comes from consensus, never from the
//!   proof.
//! - **One input for each leaf.** Two signatures by one leaf disclose enough to forge others. Hence this
//!   module has no public function that makes a proof: [`stateful`](crate::stateful) has the only one, for
//!   keys that remember their answers.
//!
//! On average, an evaluation with a precomputed path takes 2130 compressions, and a verification 2420 + 6h;
//! the hashes d and y of the whole proof add 46 or so.

mod many;
#[cfg(test)]
mod tests;

pub use many::verify_many;

use crate::{
    Invalid, Output,
    xmss::{ChainJob, Hash, LEN, MAX_DIGIT, Node, PublicKey, SecretSeed, digits},
};
use alloc::vec::Vec;
use heliast_symmetric::sha256::Sha256;

/// The number of bytes of a proof: leaf, values, path.
pub const fn proof_len(height: u8) -> usize {
    LEAF_BYTES + 32 * (LEN + height as usize)
}

const LEAF_BYTES: usize = 4;

/// The output for `x` at `leaf` of the tree of `key`, and its proof. `path` has the leaf's sibling first and
/// one node of each row below the root.
///
/// **Never call this twice for one leaf with different inputs.** The path is not checked: a false one uses up
/// the leaf for a proof that fails.
///
/// # Panics
/// If the key has no such leaf, or if the number of nodes of the path is not the key's height.
pub(crate) fn evaluate(
    hash: &Hash,
    secret: &SecretSeed,
    key: &PublicKey,
    leaf: u32,
    x: &[u8],
    path: &[Node],
) -> (Output<32>, Vec<u8>) {
    assert!(key.has(leaf), "a leaf of the tree");
    assert_eq!(path.len(), usize::from(key.height), "a sibling in each row");
    let steps = digits(&digest(hash.sha(), &key.root, leaf, x));
    let jobs: [_; LEN] =
        core::array::from_fn(|i| ChainJob { leaf, chain: i as u32, start: 0, steps: steps[i] });
    let mut values = [[0; 32]; LEN];
    secret.keys(&jobs.map(|job| (job.leaf, job.chain)), &mut values);
    hash.chains(&jobs, &mut values);
    let proof = [&leaf.to_be_bytes(), values.as_flattened(), path.as_flattened()].concat();
    (output(hash.sha(), key, x, &proof), proof)
}

/// A proof and the claim that it must prove.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The prover's key.
    pub key: PublicKey,
    /// The leaf that is due, from consensus.
    pub leaf: u32,
    /// The input.
    pub x: &'a [u8],
    /// The bytes of the proof.
    pub proof: &'a [u8],
}

impl<'a> Claim<'a> {
    /// The values and the path, if the proof has the form of a proof for this leaf.
    fn parse(&self) -> Result<(&'a [Node; LEN], &'a [Node]), Invalid> {
        let expected = proof_len(self.key.height);
        if self.proof.len() != expected {
            return Err(Invalid::Length { expected, found: self.proof.len() });
        }
        let (leaf, nodes) = self.proof.split_at(LEAF_BYTES);
        if leaf != self.leaf.to_be_bytes() || !self.key.has(self.leaf) {
            return Err(Invalid::Index);
        }
        Ok(nodes.as_chunks().0.split_first_chunk().expect("values and path"))
    }

    /// The steps that are left in each chain.
    fn jobs(&self, sha: Sha256) -> [ChainJob; LEN] {
        let done = digits(&digest(sha, &self.key.root, self.leaf, self.x));
        core::array::from_fn(|i| ChainJob {
            leaf: self.leaf,
            chain: i as u32,
            start: done[i],
            steps: MAX_DIGIT - done[i],
        })
    }

    /// The output, if `root`, to which the proof leads, is the root of the key.
    fn judge(&self, sha: Sha256, root: &Node) -> Result<Output<32>, Invalid> {
        if *root != self.key.root {
            return Err(Invalid::Root);
        }
        Ok(output(sha, &self.key, self.x, self.proof))
    }
}

/// Checks one proof, and returns the output.
///
/// # Errors
/// [`Invalid`] if the proof has another length or index, or does not lead to the root.
pub fn verify(sha: Sha256, claim: &Claim<'_>) -> Result<Output<32>, Invalid> {
    let (values, path) = claim.parse()?;
    let hash = Hash::new(sha, &claim.key.pub_seed);
    let mut values = *values;
    hash.chains(&claim.jobs(sha), &mut values);
    let leaf = hash.ltree(claim.leaf, &values);
    claim.judge(sha, &hash.climb(claim.leaf, leaf, path))
}

/// d, which [`digits`] turns into the lengths of the chains: XMSS's H_msg with r = 0.
fn digest(sha: Sha256, root: &Node, leaf: u32, x: &[u8]) -> [u8; 32] {
    sha.digest(&[&to_byte(2), &[0; 32], root, &to_byte(leaf), x])
}

/// y.
fn output(sha: Sha256, key: &PublicKey, x: &[u8], proof: &[u8]) -> Output<32> {
    /// "XVRF".
    const DOMAIN: u32 = 0x5856_5246;
    let mut prefix = [0; 32];
    prefix[24..28].copy_from_slice(&DOMAIN.to_be_bytes());
    prefix[28..].copy_from_slice(&u32::from(key.height).to_be_bytes());
    Output(sha.digest(&[&prefix, &key.root, &key.pub_seed, proof, x]))
}

/// toByte(`value`, 32) of RFC 8391.
fn to_byte(value: u32) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[28..].copy_from_slice(&value.to_be_bytes());
    bytes
}
