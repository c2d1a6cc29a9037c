//! X-VRF against the specification's definitions, and everything that must be refused.

mod forgery;
mod many;
mod oracle;
mod random;
mod work;

use super::*;
use crate::xmss::{Hash, Node, PublicKey, SecretSeed, leaves, tests::Tree};
use heliast_symmetric::sha256::Sha256;
use std::vec::Vec;

/// A key with one leaf, whose path is random; the root follows from it. Only the path would need a tree.
struct Lot {
    hash: Hash,
    secret: SecretSeed,
    key: PublicKey,
    leaf: u32,
    path: Vec<Node>,
}

impl Lot {
    /// The lot number `number`.
    fn new(sha: Sha256, height: u8, leaf: u32, number: u64) -> Lot {
        let random =
            |name: &str, i: usize| sha.digest(&[name.as_bytes(), &number.to_be_bytes(), &i.to_be_bytes()]);
        let hash = Hash::new(sha, &random("PUB_SEED", 0));
        let secret = SecretSeed::new(&hash, &random("SK_SEED", 0));
        let path: Vec<Node> = (0..height.into()).map(|i| random("path", i)).collect();
        let mut node = [[0; 32]];
        leaves(&hash, &secret, leaf, &mut node);
        let root = hash.climb(leaf, node[0], &path);
        Lot { key: PublicKey { height, root, pub_seed: hash.pub_seed() }, hash, secret, leaf, path }
    }

    fn evaluate(&self, x: &[u8]) -> (Output<32>, Vec<u8>) {
        evaluate(&self.hash, &self.secret, &self.key, self.leaf, x, &self.path)
    }

    fn verify(&self, x: &[u8], proof: &[u8]) -> Result<Output<32>, Invalid> {
        verify(self.hash.sha(), &Claim { key: self.key, leaf: self.leaf, x, proof })
    }

    /// The values of the chains after `steps`, by the key's owner.
    fn sign(&self, steps: &[u16; LEN]) -> [Node; LEN] {
        let jobs: [_; LEN] = core::array::from_fn(|i| ChainJob {
            leaf: self.leaf,
            chain: i as u32,
            start: 0,
            steps: steps[i],
        });
        let mut values = [[0; 32]; LEN];
        self.secret.keys(&jobs.map(|job| (job.leaf, job.chain)), &mut values);
        self.hash.chains(&jobs, &mut values);
        values
    }

    fn proof_of(&self, values: &[Node; LEN]) -> Vec<u8> {
        [&self.leaf.to_be_bytes(), values.as_flattened(), self.path.as_flattened()].concat()
    }
}

#[test]
fn proofs_have_the_papers_lengths() {
    assert_eq!([15, 19, 23, 27].map(proof_len), [2628, 2756, 2884, 3012]);
}

#[test]
fn lots_of_every_height_are_the_specifications() {
    for sha in Sha256::all() {
        for height in [1, 2, 10, 15, 19, 23, 27] {
            for leaf in [0, 1, (1 << height) - 2, (1 << height) - 1, 0x0555_5555 & ((1 << height) - 1)] {
                let lot = Lot::new(sha, height, leaf, 1);
                for x in [&b""[..], b"x", &[0; 55], &[7; 56], &[9; 300]] {
                    let (output, proof) = lot.evaluate(x);
                    let wanted = oracle::evaluate(&oracle::Secret::of(&lot, 1), leaf, x, &lot.path);
                    assert_eq!((output.0, proof.clone()), wanted, "{} {height} {leaf}", sha.name());
                    assert_eq!(lot.verify(x, &proof), Ok(output), "{} {height} {leaf}", sha.name());
                    assert_eq!(lot.evaluate(x), (output, proof), "no choice is left");
                }
            }
        }
    }
}

/// All leaves of a tree are used, including the first and the last: a reference implementation fails at the
/// last.
#[test]
fn every_leaf_of_a_tree_evaluates_and_verifies() {
    let sha = Sha256::new();
    let tree = Tree::new(sha, 10, &[1; 32], &[2; 32]);
    let key = tree.key();
    let lots: Vec<_> = (0..1024)
        .map(|leaf| evaluate(&tree.hash, &tree.secret, &key, leaf, b"block", &tree.path(leaf)))
        .collect();
    let claims: Vec<_> =
        (0..).zip(&lots).map(|(leaf, (_, proof))| Claim { key, leaf, x: b"block", proof }).collect();
    for (verdict, (output, _)) in verify_many(sha, &claims).into_iter().zip(&lots) {
        assert_eq!(verdict, Ok(*output));
    }
    for leaf in [0, 1, 511, 512, 1022, 1023] {
        assert_eq!(verify(sha, &claims[leaf]), Ok(lots[leaf].0));
    }
    let outputs: std::collections::HashSet<_> = lots.iter().map(|(output, _)| output.0).collect();
    assert_eq!(outputs.len(), 1024, "one input, another output at every leaf");
}

/// Digests that no known input has: the extremes of the checksum.
#[test]
fn chains_of_extreme_digests_end_at_the_leaf() {
    let mixed: [u8; 32] = core::array::from_fn(|i| if i % 2 == 0 { 0x0f } else { 0xf0 });
    for sha in Sha256::all() {
        let lot = Lot::new(sha, 15, 77, 2);
        let mut leaf = [[0; 32]];
        leaves(&lot.hash, &lot.secret, 77, &mut leaf);
        for digest in [[0; 32], [255; 32], mixed, [0x77; 32]] {
            let done = digits(&digest);
            let mut values = lot.sign(&done);
            let jobs: [_; LEN] = core::array::from_fn(|i| ChainJob {
                leaf: 77,
                chain: i as u32,
                start: done[i],
                steps: MAX_DIGIT - done[i],
            });
            lot.hash.chains(&jobs, &mut values);
            assert_eq!(lot.hash.ltree(77, &values), leaf[0]);
        }
    }
}

#[test]
#[should_panic(expected = "a leaf of the tree")]
fn there_is_no_leaf_beyond_the_last() {
    let lot = Lot::new(Sha256::new(), 10, 1023, 3);
    evaluate(&lot.hash, &lot.secret, &lot.key, 1024, b"", &lot.path);
}

#[test]
#[should_panic(expected = "a sibling in each row")]
fn a_path_has_a_node_in_each_row() {
    let lot = Lot::new(Sha256::new(), 10, 1023, 3);
    evaluate(&lot.hash, &lot.secret, &lot.key, 1023, b"", &lot.path[..9]);
}
