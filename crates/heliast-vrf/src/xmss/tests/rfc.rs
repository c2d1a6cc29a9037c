//! The signature scheme of RFC 8391, with its randomiser, made of the parts of this module. It is for tests
//! only, because a signature has a field that the signer can choose.

use super::{Tree, oracle};
use crate::xmss::{ChainJob, Hash, LEN, MAX_DIGIT, Node, PublicKey, digits};
use heliast_symmetric::sha256::Sha256;
use std::vec::Vec;

/// Algorithm 12 with a given r: index ‖ r ‖ one-time signature ‖ path.
pub(crate) fn sign_with(tree: &Tree, r: &[u8; 32], index: u32, message: &[u8]) -> Vec<u8> {
    let steps = digits(&oracle::h_msg(r, &tree.key().root, index, message));
    let jobs: [_; LEN] =
        core::array::from_fn(|i| ChainJob { leaf: index, chain: i as u32, start: 0, steps: steps[i] });
    let mut values = [[0; 32]; LEN];
    tree.secret.keys(&jobs.map(|job| (job.leaf, job.chain)), &mut values);
    tree.hash.chains(&jobs, &mut values);
    [&index.to_be_bytes()[..], r, values.as_flattened(), tree.path(index).as_flattened()].concat()
}

/// Algorithm 12.
pub(crate) fn sign(tree: &Tree, sk_prf: &[u8; 32], index: u32, message: &[u8]) -> Vec<u8> {
    let mut wide = [0; 32];
    wide[28..].copy_from_slice(&index.to_be_bytes());
    sign_with(tree, &oracle::prf(sk_prf, &wide), index, message)
}

/// Algorithm 14.
pub(crate) fn verify(key: &PublicKey, message: &[u8], signature: &[u8]) -> bool {
    if signature.len() != 4 + 32 * (1 + LEN + usize::from(key.height)) {
        return false;
    }
    let (index, nodes) = signature.split_first_chunk().unwrap();
    let (index, nodes): (_, &[Node]) = (u32::from_be_bytes(*index), nodes.as_chunks().0);
    if !key.has(index) {
        return false;
    }
    let hash = Hash::new(Sha256::new(), &key.pub_seed);
    let done = digits(&oracle::h_msg(&nodes[0], &key.root, index, message));
    let jobs: [_; LEN] = core::array::from_fn(|i| ChainJob {
        leaf: index,
        chain: i as u32,
        start: done[i],
        steps: MAX_DIGIT - done[i],
    });
    let mut values = *nodes[1..].first_chunk().unwrap();
    hash.chains(&jobs, &mut values);
    hash.climb(index, hash.ltree(index, &values), &nodes[1 + LEN..]) == key.root
}
