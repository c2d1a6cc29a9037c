//! XMSS as RFC 8391 defines it: one hash at a time, without precomputation.

use crate::xmss::Node;
use sha2::{Digest, Sha256};
use std::vec::Vec;

/// ADRS as eight words.
pub(crate) type Adrs = [u32; 8];

fn to_byte(value: u32) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[28..].copy_from_slice(&value.to_be_bytes());
    bytes
}

fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    Sha256::digest(parts.concat()).into()
}

fn adrs_bytes(adrs: &Adrs) -> Vec<u8> {
    adrs.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn xor(a: &[u8; 32], b: &[u8; 32]) -> [u8; 32] {
    core::array::from_fn(|i| a[i] ^ b[i])
}

pub(crate) fn prf(key: &[u8; 32], message: &[u8]) -> [u8; 32] {
    sha256(&[&to_byte(3), key, message])
}

fn masked(seed: &[u8; 32], mut adrs: Adrs, part: u32) -> [u8; 32] {
    adrs[7] = part;
    prf(seed, &adrs_bytes(&adrs))
}

pub(crate) fn f(seed: &[u8; 32], adrs: Adrs, value: &[u8; 32]) -> [u8; 32] {
    sha256(&[&to_byte(0), &masked(seed, adrs, 0), &xor(value, &masked(seed, adrs, 1))])
}

pub(crate) fn h(seed: &[u8; 32], adrs: Adrs, left: &[u8; 32], right: &[u8; 32]) -> [u8; 32] {
    let [left, right] = [xor(left, &masked(seed, adrs, 1)), xor(right, &masked(seed, adrs, 2))];
    sha256(&[&to_byte(1), &masked(seed, adrs, 0), &left, &right])
}

pub(crate) fn h_msg(r: &[u8; 32], root: &Node, index: u32, message: &[u8]) -> [u8; 32] {
    sha256(&[&to_byte(2), r, root, &to_byte(index), message])
}

pub(crate) fn prf_keygen(sk_seed: &[u8; 32], pub_seed: &[u8; 32], adrs: &Adrs) -> [u8; 32] {
    sha256(&[&to_byte(4), sk_seed, pub_seed, &adrs_bytes(adrs)])
}

pub(crate) fn secret_value(sk_seed: &[u8; 32], pub_seed: &[u8; 32], leaf: u32, chain: u32) -> Node {
    prf_keygen(sk_seed, pub_seed, &[0, 0, 0, 0, leaf, chain, 0, 0])
}

pub(crate) fn chain(pub_seed: &[u8; 32], leaf: u32, chain: u32, value: Node, start: u32, steps: u32) -> Node {
    (start..start + steps).fold(value, |value, step| f(pub_seed, [0, 0, 0, 0, leaf, chain, step, 0], &value))
}

pub(crate) fn ltree(pub_seed: &[u8; 32], leaf: u32, ends: &[Node]) -> Node {
    let mut nodes = ends.to_vec();
    for row in 0.. {
        if nodes.len() == 1 {
            break;
        }
        let pairs = nodes.chunks(2).enumerate();
        nodes = pairs
            .map(|(i, pair)| match pair {
                [left, right] => h(pub_seed, [0, 0, 0, 1, leaf, row, i as u32, 0], left, right),
                odd => odd[0],
            })
            .collect();
    }
    nodes[0]
}

pub(crate) fn leaf(sk_seed: &[u8; 32], pub_seed: &[u8; 32], leaf: u32) -> Node {
    let end = |i| chain(pub_seed, leaf, i, secret_value(sk_seed, pub_seed, leaf, i), 0, 15);
    ltree(pub_seed, leaf, &(0..67).map(end).collect::<Vec<_>>())
}

pub(crate) fn parent(pub_seed: &[u8; 32], row: u32, index: u32, left: &Node, right: &Node) -> Node {
    h(pub_seed, [0, 0, 0, 2, 0, row, index, 0], left, right)
}

pub(crate) fn climb(pub_seed: &[u8; 32], index: u32, leaf: Node, path: &[Node]) -> Node {
    (0..).zip(path).fold(leaf, |node, (row, sibling)| {
        let (left, right) = if index >> row & 1 == 0 { (&node, sibling) } else { (sibling, &node) };
        parent(pub_seed, row, (u64::from(index) >> (row + 1)) as u32, left, right)
    })
}

/// Base 16, the checksum in three digits.
pub(crate) fn digits(digest: &[u8; 32]) -> Vec<u32> {
    let mut digits: Vec<u32> = digest.iter().flat_map(|byte| [byte / 16, byte % 16].map(u32::from)).collect();
    let checksum = digits.iter().map(|digit| 15 - digit).sum::<u32>() * 16;
    let bytes = (checksum as u16).to_be_bytes();
    digits.extend([bytes[0] / 16, bytes[0] % 16, bytes[1] / 16].map(u32::from));
    digits
}
