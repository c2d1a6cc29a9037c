//! X-VRF as the specification defines it, on the plain XMSS of RFC 8391.

use super::Lot;
use crate::xmss::{Node, PublicKey, tests::oracle as rfc};
use sha2::{Digest, Sha256};
use std::vec::Vec;

/// The owner's secret.
pub(super) struct Secret {
    pub(super) sk_seed: [u8; 32],
    pub(super) key: PublicKey,
}

impl Secret {
    /// The secret of `Lot::new(.., number)`, which draws SK_SEED in this way.
    pub(super) fn of(lot: &Lot, number: u64) -> Secret {
        let hash = Sha256::new().chain_update(b"SK_SEED").chain_update(number.to_be_bytes());
        Secret { sk_seed: hash.chain_update(0usize.to_be_bytes()).finalize().into(), key: lot.key }
    }
}

pub(super) fn output(key: &PublicKey, x: &[u8], proof: &[u8]) -> [u8; 32] {
    let domain = [[0; 24].as_slice(), b"XVRF", &[0, 0, 0, key.height]].concat();
    Sha256::digest([&domain[..], &key.root, &key.pub_seed, proof, x].concat()).into()
}

pub(super) fn evaluate(secret: &Secret, leaf: u32, x: &[u8], path: &[Node]) -> ([u8; 32], Vec<u8>) {
    let Secret { sk_seed, key } = secret;
    let mut proof = leaf.to_be_bytes().to_vec();
    for (chain, digit) in (0..).zip(rfc::digits(&rfc::h_msg(&[0; 32], &key.root, leaf, x))) {
        let first = rfc::secret_value(sk_seed, &key.pub_seed, leaf, chain);
        proof.extend(rfc::chain(&key.pub_seed, leaf, chain, first, 0, digit));
    }
    proof.extend(path.as_flattened());
    (output(key, x, &proof), proof)
}

pub(super) fn verify(key: &PublicKey, leaf: u32, x: &[u8], proof: &[u8]) -> Option<[u8; 32]> {
    let height = usize::from(key.height);
    if proof.len() != 4 + 32 * (67 + height)
        || proof[..4] != leaf.to_be_bytes()
        || leaf as usize >= 1 << height
    {
        return None;
    }
    let nodes: Vec<Node> = proof[4..].chunks(32).map(|node| node.try_into().unwrap()).collect();
    let digits = rfc::digits(&rfc::h_msg(&[0; 32], &key.root, leaf, x));
    let end =
        |(i, digit): (usize, u32)| rfc::chain(&key.pub_seed, leaf, i as u32, nodes[i], digit, 15 - digit);
    let ends: Vec<Node> = digits.into_iter().enumerate().map(end).collect();
    let root = rfc::climb(&key.pub_seed, leaf, rfc::ltree(&key.pub_seed, leaf, &ends), &nodes[67..]);
    (root == key.root).then(|| output(key, x, proof))
}
