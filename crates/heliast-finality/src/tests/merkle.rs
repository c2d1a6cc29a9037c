//! The tree of RFC 6962 against its definition, word for word.

use crate::merkle::root;
use sha2::{Digest, Sha256};

/// Section 2.1 of the RFC: k is the greatest power of two below n, found by trying each.
fn defined(leaves: &[Vec<u8>]) -> Vec<u8> {
    if leaves.is_empty() {
        return Sha256::digest(b"").to_vec();
    }
    if leaves.len() == 1 {
        return Sha256::digest([&[0], &leaves[0][..]].concat()).to_vec();
    }
    let mut k = 1;
    while 2 * k < leaves.len() {
        k *= 2;
    }
    let halves = [vec![1], defined(&leaves[..k]), defined(&leaves[k..])];
    Sha256::digest(halves.concat()).to_vec()
}

fn leaves(count: u8) -> Vec<Vec<u8>> {
    (0..count).map(|i| vec![i; usize::from(i) % 4]).collect()
}

#[test]
fn every_small_tree_has_the_root_of_the_rfc() {
    for count in 0..=33 {
        assert_eq!(root(&leaves(count)).to_vec(), defined(&leaves(count)), "{count} leaves");
    }
}

#[test]
fn an_inner_node_is_not_a_leaf() {
    let two = [vec![1], vec![2]];
    let inner = [root(&two[..1]), root(&two[1..])].concat();
    assert_ne!(root(&two), root(&[inner]));
}

#[test]
fn two_leaves_that_change_places_change_the_root() {
    for count in 2..=9 {
        let leaves: Vec<_> = (0..count).map(|i| [i; 3]).collect();
        for place in 1..leaves.len() {
            let mut swapped = leaves.clone();
            swapped.swap(0, place);
            assert_ne!(root(&swapped), root(&leaves), "{count} leaves, 0 and {place}");
        }
    }
}
