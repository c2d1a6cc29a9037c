//! iVRF from SHA-256 upwards, formula by formula as in `spec/ivrf.md`.

use sha2::{Digest, Sha256};

pub type Node = [u8; 32];

fn sha256(parts: &[&[u8]]) -> Node {
    Sha256::digest(parts.concat()).into()
}

/// toByte(`value`, 32).
pub fn to_byte(value: u32) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[28..].copy_from_slice(&value.to_be_bytes());
    bytes
}

fn xor(a: &Node, b: &Node) -> Node {
    std::array::from_fn(|i| a[i] ^ b[i])
}

/// ADRS: three zero words, the type, four words.
fn address(kind: u32, words: [u32; 4]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.chunks_mut(4).skip(3).zip([kind].into_iter().chain(words)) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    bytes
}

fn prf(key: &Node, address: &[u8; 32]) -> Node {
    sha256(&[&to_byte(3), key, address])
}

/// One step of the chain of `leaf`, from the value at `at` to the next.
pub fn f(pub_seed: &Node, leaf: u32, at: u32, value: &Node) -> Node {
    let [key, mask] = [0, 1].map(|part| prf(pub_seed, &address(0, [leaf, 67, at, part])));
    sha256(&[&to_byte(0), &key, &xor(value, &mask)])
}

/// The parent, node `index` of row `row + 1`.
pub fn h(pub_seed: &Node, row: u32, index: u32, left: &Node, right: &Node) -> Node {
    let [key, mask, right_mask] = [0, 1, 2].map(|part| prf(pub_seed, &address(2, [0, row, index, part])));
    sha256(&[&to_byte(1), &key, &xor(left, &mask), &xor(right, &right_mask)])
}

/// c_`at` of the chain of `leaf`.
pub fn value(sk_seed: &Node, pub_seed: &Node, leaf: u32, at: u32) -> Node {
    let secret = sha256(&[&to_byte(4), sk_seed, pub_seed, &address(0, [leaf, 67, 0, 0])]);
    (0..at).fold(secret, |value, at| f(pub_seed, leaf, at, &value))
}

/// The rows of the tree, from the leaves to the root.
pub fn rows(sk_seed: &Node, pub_seed: &Node, height: u8, steps: u16) -> Vec<Vec<Node>> {
    let mut rows =
        vec![(0..1 << height).map(|leaf| value(sk_seed, pub_seed, leaf, steps.into())).collect::<Vec<_>>()];
    for row in 0..u32::from(height) {
        let parents = (0..).zip(rows[row as usize].chunks(2));
        rows.push(parents.map(|(index, pair)| h(pub_seed, row, index, &pair[0], &pair[1])).collect());
    }
    rows
}

pub fn path(rows: &[Vec<Node>], leaf: u32) -> Vec<Node> {
    (0..rows.len() - 1).map(|row| rows[row][(leaf as usize >> row) ^ 1]).collect()
}

pub fn climb(pub_seed: &Node, leaf: u32, node: Node, path: &[Node]) -> Node {
    path.iter().enumerate().fold(node, |node, (row, sibling)| {
        let (left, right) = if leaf >> row & 1 == 0 { (&node, sibling) } else { (sibling, &node) };
        h(pub_seed, row as u32, leaf >> row >> 1, left, right)
    })
}

pub fn output(
    height: u8,
    root: &Node,
    pub_seed: &Node,
    leaf: u32,
    step: u16,
    disclosed: &Node,
    x: &[u8],
) -> Node {
    let mut domain = [0; 28];
    domain[24..].copy_from_slice(&0x4956_5246u32.to_be_bytes());
    let height = u32::from(height).to_be_bytes();
    sha256(&[&domain, &height, root, pub_seed, &to_byte(leaf), &to_byte(step.into()), disclosed, x])
}

pub fn proof(leaf: u32, disclosed: &Node, path: &[Node]) -> Vec<u8> {
    [&leaf.to_be_bytes(), &disclosed[..], path.as_flattened()].concat()
}
