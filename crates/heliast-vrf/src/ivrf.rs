//! iVRF: lots by hash chains below a hash tree, `spec/ivrf.md` (Esgin, Ersoy, Kuchta, Loss, Sakzad,
//! Steinfeld, Yang, Zhao, "A New Look at Blockchain Leader Election", eprint 2022/993).
//!
//! Leaf i is the end of a chain of t steps, c_0 → c_1 → ... → c_t, from a secret c_0. Evaluation number j of
//! the leaf discloses r = c_(t−1−j): everybody can continue to the leaf and up to the root, but nobody can go
//! back to the value before. Index i and step j come from consensus, never from the proof. The output is a
//! hash of them, r and the input x, so neither key nor proof leaves a choice.
//!
//! Compressions: 2 + 4t for a leaf, 6 for each node above; a verification takes 4(j + 1) + 6h and the output.
//! The input is not signed, only hashed: anybody who has seen the proof of a position can compute its output
//! for any other input, and all outputs of the leaf's earlier steps.

mod many;

pub use many::verify_many;

use crate::{
    Invalid, Output,
    xmss::{self, Address, ChainJob, Hash, Node, PublicKey, Scratch, SecretSeed, ZERO, counting},
};
use alloc::vec::Vec;
use heliast_symmetric::sha256::{LANES, Sha256, Word};
use zeroize::Zeroizing;

/// The chain address. It comes after the 67 chains of a one-time key, so that equal seeds share no value with
/// X-VRF.
const CHAIN: u32 = xmss::LEN as u32;

/// The number of bytes of the leaf's index.
const LEAF_BYTES: usize = 4;

/// The number of bytes of a proof: leaf, r, path.
pub const fn proof_len(height: u8) -> usize {
    LEAF_BYTES + 32 * (1 + height as usize)
}

/// The position of an evaluation in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// i.
    pub leaf: u32,
    /// j, below `steps`.
    pub step: u16,
    /// t, the same for all leaves of a key.
    pub steps: u16,
}

/// `out[i]` becomes leaf `first + i` with a chain of `steps` steps: 2 + 4·`steps` compressions each.
pub fn leaves(hash: &Hash, secret: &SecretSeed, steps: u16, first: u32, out: &mut [Node]) {
    let keyed = hash.keyed();
    let mut scratch = Scratch::new();
    let mut value = ZERO;
    for (first, out) in (first..).step_by(LANES).zip(out.chunks_mut(LANES)) {
        let (leaf, chain) = (counting(first), Word::All(CHAIN));
        let leaf = Word::Each(&leaf);
        secret.keys_in_lanes(out.len(), leaf, chain, &mut value, &mut scratch.a);
        for step in 0..steps {
            keyed.f(out.len(), Address::ots(leaf, chain, Word::All(step.into())), &mut value, &mut scratch);
        }
        for (lane, out) in out.iter_mut().enumerate() {
            *out = heliast_symmetric::sha256::store(&value, lane);
        }
    }
}

/// The output for `x` at `position` of the tree `key`, and its proof. `path` has the leaf's sibling first and
/// one node of each row below the root; it is not checked.
///
/// Positions of a key must be used in their order: the proof of a step makes those of all steps before it
/// public.
///
/// # Panics
/// If the key has no such position, or if the number of nodes of the path is not the key's height.
pub(crate) fn evaluate(
    hash: &Hash,
    secret: &SecretSeed,
    key: &PublicKey,
    position: Position,
    x: &[u8],
    path: &[Node],
) -> (Output<32>, Vec<u8>) {
    let Position { leaf, step, steps } = position;
    assert!(key.has(leaf) && step < steps, "a position of the key");
    assert_eq!(path.len(), usize::from(key.height), "a sibling in each row");
    let mut secret_value = Zeroizing::new([Node::default()]);
    secret.keys(&[(leaf, CHAIN)], &mut secret_value[..]);
    let job = ChainJob { leaf, chain: CHAIN, start: 0, steps: steps - 1 - step };
    let disclosed = hash.chain(job, &secret_value[0]);
    let proof = [&leaf.to_be_bytes(), &disclosed[..], path.as_flattened()].concat();
    (output(hash.sha(), key, position, &disclosed, x), proof)
}

/// A proof and the claim that it must prove.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The prover's key.
    pub key: PublicKey,
    /// The leaf and step that are due, from consensus, and the registered number of steps.
    pub position: Position,
    /// The input.
    pub x: &'a [u8],
    /// The bytes of the proof.
    pub proof: &'a [u8],
}

impl<'a> Claim<'a> {
    /// r and the path, if the proof has the form of a proof for this leaf.
    fn parse(&self) -> Result<(&'a Node, &'a [Node]), Invalid> {
        let expected = proof_len(self.key.height);
        if self.proof.len() != expected {
            return Err(Invalid::Length { expected, found: self.proof.len() });
        }
        let (leaf, nodes) = self.proof.split_at(LEAF_BYTES);
        let Position { leaf: due, step, steps } = self.position;
        if leaf != due.to_be_bytes() || !self.key.has(due) || step >= steps {
            return Err(Invalid::Index);
        }
        Ok(nodes.as_chunks().0.split_first().expect("r and path"))
    }

    /// The steps that are left from r to the leaf.
    fn job(&self) -> ChainJob {
        let Position { leaf, step, steps } = self.position;
        ChainJob { leaf, chain: CHAIN, start: steps - 1 - step, steps: step + 1 }
    }

    /// The output, if `root`, to which the proof leads, is the root of the key.
    fn judge(&self, sha: Sha256, disclosed: &Node, root: &Node) -> Result<Output<32>, Invalid> {
        if *root != self.key.root {
            return Err(Invalid::Root);
        }
        Ok(output(sha, &self.key, self.position, disclosed, self.x))
    }
}

/// Checks one proof, and returns the output.
///
/// # Errors
/// [`Invalid`] if the proof has another length or index, or does not lead to the root.
pub fn verify(sha: Sha256, claim: &Claim<'_>) -> Result<Output<32>, Invalid> {
    let (disclosed, path) = claim.parse()?;
    let hash = Hash::new(sha, &claim.key.pub_seed);
    let leaf = hash.chain(claim.job(), disclosed);
    claim.judge(sha, disclosed, &hash.climb(claim.position.leaf, leaf, path))
}

/// y = SHA-256(toByte("IVRF", 28) ‖ toByte(h, 4) ‖ root ‖ PUB_SEED ‖ toByte(i, 32) ‖ toByte(j, 32) ‖ r ‖ x).
fn output(sha: Sha256, key: &PublicKey, position: Position, disclosed: &Node, x: &[u8]) -> Output<32> {
    let mut prefix = [0; 32];
    prefix[24..28].copy_from_slice(b"IVRF");
    prefix[28..].copy_from_slice(&u32::from(key.height).to_be_bytes());
    let (mut i, mut j) = ([0; 32], [0; 32]);
    i[28..].copy_from_slice(&position.leaf.to_be_bytes());
    j[30..].copy_from_slice(&position.step.to_be_bytes());
    Output(sha.digest(&[&prefix, &key.root, &key.pub_seed, &i, &j, disclosed, x]))
}
