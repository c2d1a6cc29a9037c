//! Attempts at every malleability in the specification's table.

use super::*;
use crate::xmss::tests::oracle as rfc;
use heliast_symmetric::sha256::Sha256;
use std::vec::Vec;

fn lot(height: u8) -> Lot {
    Lot::new(Sha256::new(), height, 0x0155_5555 & ((1 << height) - 1), 10)
}

/// With r in the digest, every r would give another output.
#[test]
fn a_randomised_digest_is_refused() {
    let lot = lot(15);
    for r in 0..8 {
        let digest = rfc::h_msg(&[r; 32], &lot.key.root, lot.leaf, b"x");
        let proof = lot.proof_of(&lot.sign(&digits(&digest)));
        let wanted = if r == 0 { Ok(lot.evaluate(b"x").0) } else { Err(Invalid::Root) };
        assert_eq!(lot.verify(b"x", &proof), wanted, "r = {r}");
    }
}

#[test]
fn a_signature_with_its_randomiser_is_refused() {
    let lot = lot(15);
    let (_, proof) = lot.evaluate(b"x");
    for r in [[0; 32], [1; 32]] {
        let signature = [&proof[..4], &r, &proof[4..]].concat();
        assert_eq!(lot.verify(b"x", &signature), Err(Invalid::Length { expected: 2628, found: 2660 }));
        // A tree of height 16 has proofs of this length.
        let key = PublicKey { height: 16, ..lot.key };
        let claim = Claim { key, leaf: lot.leaf, x: b"x", proof: &signature };
        assert_eq!(verify(lot.hash.sha(), &claim), Err(Invalid::Root));
    }
}

#[test]
fn other_digests_are_refused() {
    let lot = lot(15);
    let sha = lot.hash.sha();
    let (two, leaf, root) = (to_byte(2), to_byte(lot.leaf), &lot.key.root);
    let digests: [(&str, [u8; 32]); 6] = [
        ("no zero block", sha.digest(&[&two, root, &leaf, b"x"])),
        ("no root", sha.digest(&[&two, &[0; 32], &leaf, b"x"])),
        ("no leaf", sha.digest(&[&two, &[0; 32], root, b"x"])),
        ("no prefix", sha.digest(&[&[0; 32], root, &leaf, b"x"])),
        ("the input itself", [b'x'; 32]),
        ("a hash of the input", sha.digest(&[b"x"])),
    ];
    for (name, digest) in digests {
        let proof = lot.proof_of(&lot.sign(&digits(&digest)));
        assert_eq!(lot.verify(b"x", &proof), Err(Invalid::Root), "{name}");
    }
}

#[test]
fn the_index_is_the_one_that_is_due() {
    let lot = lot(15);
    let sha = lot.hash.sha();
    let (_, proof) = lot.evaluate(b"x");
    for bit in 0..32 {
        let mut other = proof.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(lot.verify(b"x", &other), Err(Invalid::Index), "bit {bit}");
        let leaf = u32::from_be_bytes(*other.first_chunk().unwrap());
        for proof in [&proof, &other] {
            let claim = Claim { key: lot.key, leaf, x: b"x", proof };
            let wanted = if proof == &other && leaf < 1 << 15 { Invalid::Root } else { Invalid::Index };
            assert_eq!(verify(sha, &claim), Err(wanted), "bit {bit}");
        }
    }
    // Leaves beyond the tree: index + 2^h, and the greatest number.
    for leaf in [lot.leaf + (1 << 15), 1 << 15, u32::MAX] {
        let proof = [&leaf.to_be_bytes(), &proof[4..]].concat();
        assert_eq!(verify(sha, &Claim { key: lot.key, leaf, x: b"x", proof: &proof }), Err(Invalid::Index));
    }
}

/// Another leaf's own valid proof, in a real tree.
#[test]
fn another_leaf_is_refused() {
    let sha = Sha256::new();
    let tree = Tree::new(sha, 4, &[1; 32], &[2; 32]);
    let key = tree.key();
    for found in 0..16 {
        let (_, proof) = evaluate(&tree.hash, &tree.secret, &key, found, b"x", &tree.path(found));
        for leaf in 0..16 {
            let claim = Claim { key, leaf, x: b"x", proof: &proof };
            assert_eq!(verify(sha, &claim).err(), (leaf != found).then_some(Invalid::Index));
            let renamed = [&leaf.to_be_bytes(), &proof[4..]].concat();
            let claim = Claim { proof: &renamed, ..claim };
            assert_eq!(verify(sha, &claim).err(), (leaf != found).then_some(Invalid::Root));
        }
    }
}

#[test]
fn every_node_counts() {
    let lot = lot(19);
    let (_, proof) = lot.evaluate(b"x");
    for node in 0..67 + 19 {
        for bit in [0, 77 + node, 255] {
            let mut other = proof.clone();
            other[4 + 32 * node + bit / 8] ^= 1 << (bit % 8);
            assert_eq!(lot.verify(b"x", &other), Err(Invalid::Root), "bit {bit} of node {node}");
        }
        for with in [(node + 1) % 86, 66, 67] {
            let mut other = proof.clone();
            let (nodes, _) = other[4..].as_chunks_mut::<32>();
            nodes.swap(node, with);
            assert_eq!(lot.verify(b"x", &other).is_ok(), node == with, "{node} and {with} swapped");
        }
    }
}

/// Everybody can advance a chain, but the checksum prevents its use, and nobody can choose the digest.
#[test]
fn advanced_chains_are_refused() {
    let lot = lot(15);
    let done = digits(&digest(lot.hash.sha(), &lot.key.root, lot.leaf, b"x"));
    let values = lot.sign(&done);
    assert!(lot.verify(b"x", &lot.proof_of(&values)).is_ok());
    for chain in (0..LEN).filter(|chain| done[*chain] < MAX_DIGIT) {
        let mut other = values;
        let job = ChainJob { leaf: lot.leaf, chain: chain as u32, start: done[chain], steps: 1 };
        lot.hash.chains(&[job], &mut other[chain..=chain]);
        assert_eq!(lot.verify(b"x", &lot.proof_of(&other)), Err(Invalid::Root), "chain {chain}");
        if chain < 64 {
            // The owner can adjust the checksum: the result is a valid one-time signature of another digest.
            let mut steps = done;
            steps[chain] += 1;
            let checksum: u16 = steps[..64].iter().map(|digit| MAX_DIGIT - digit).sum();
            steps[64..].copy_from_slice(&[checksum >> 8, checksum >> 4 & 15, checksum & 15]);
            assert_eq!(
                lot.verify(b"x", &lot.proof_of(&lot.sign(&steps))),
                Err(Invalid::Root),
                "chain {chain}"
            );
        }
    }
}

#[test]
fn other_lengths_are_refused() {
    let lot = lot(15);
    let (_, proof) = lot.evaluate(b"x");
    let refused = |proof: &[u8]| {
        assert_eq!(lot.verify(b"x", proof), Err(Invalid::Length { expected: 2628, found: proof.len() }));
    };
    for by in 1..=64 {
        refused(&proof[..2628 - by]);
        refused(&proof[by..]);
        refused(&[&proof[..], &std::vec![0; by]].concat());
        refused(&[&proof[..], &proof[..by]].concat());
    }
    refused(&[]);
    refused(&proof[..4]);
    refused(&std::vec![0; 1 << 20]);
}

#[test]
fn trees_of_two_heights_share_nothing() {
    let lot = lot(15);
    let sha = lot.hash.sha();
    let (output, proof) = lot.evaluate(b"x");
    for height in (0..=255).filter(|height| *height != 15) {
        let key = PublicKey { height, ..lot.key };
        let claim = Claim { key, leaf: lot.leaf, x: b"x", proof: &proof };
        assert!(matches!(verify(sha, &claim), Err(Invalid::Length { .. })), "height {height}");
        let mut fitted = proof.clone();
        fitted.resize(proof_len(height), 0);
        let claim = Claim { proof: &fitted, ..claim };
        let wanted = if key.has(lot.leaf) { Invalid::Root } else { Invalid::Index };
        assert_eq!(verify(sha, &claim), Err(wanted), "height {height}");
        assert_ne!(super::output(sha, &key, b"x", &proof), output, "the height is in y");
    }
}

/// The lower left part of a tree is a tree. With its own root it is another key, and no proof is valid for
/// both.
#[test]
fn a_subtree_is_another_key() {
    let sha = Sha256::new();
    let large = Lot::new(sha, 19, 0x1234, 11);
    let mut node = [[0; 32]];
    leaves(&large.hash, &large.secret, large.leaf, &mut node);
    let path = large.path[..15].to_vec();
    let root = large.hash.climb(large.leaf, node[0], &path);
    let key = PublicKey { height: 15, root, ..large.key };
    let small = Lot { key, path, ..Lot::new(sha, 19, 0x1234, 11) };

    let (of_large, of_small) = (large.evaluate(b"x"), small.evaluate(b"x"));
    assert_eq!(large.verify(b"x", &of_large.1), Ok(of_large.0));
    assert_eq!(small.verify(b"x", &of_small.1), Ok(of_small.0));
    assert_ne!(of_large.0, of_small.0);
    assert_eq!(small.verify(b"x", &of_large.1[..proof_len(15)]), Err(Invalid::Root));
    let extended = [&of_small.1, large.path[15..].as_flattened()].concat();
    assert_eq!(large.verify(b"x", &extended), Err(Invalid::Root));
}

#[test]
fn other_keys_are_refused() {
    let lot = lot(15);
    let (_, proof) = lot.evaluate(b"x");
    let refused = |key| {
        let claim = Claim { key, leaf: lot.leaf, x: b"x", proof: &proof };
        assert_eq!(verify(lot.hash.sha(), &claim), Err(Invalid::Root));
    };
    for bit in 0..256 {
        let mut key = lot.key;
        key.root[bit / 8] ^= 1 << (bit % 8);
        refused(key);
        let mut key = lot.key;
        key.pub_seed[bit / 8] ^= 1 << (bit % 8);
        refused(key);
    }
    refused(PublicKey { height: 15, root: [0; 32], pub_seed: [0; 32] });
    refused(PublicKey { root: lot.key.pub_seed, pub_seed: lot.key.root, ..lot.key });
}

#[test]
fn inputs_are_bound_to_the_last_bit() {
    let lot = lot(27);
    let large = std::vec![3; 1 << 20];
    let inputs: [&[u8]; 8] = [b"", b"\0", b"\0\0", b"x", b"x\0", b"\0x", &large, &large[1..]];
    let lots: Vec<_> = inputs.iter().map(|x| lot.evaluate(x)).collect();
    for (i, (output, proof)) in lots.iter().enumerate() {
        for (j, x) in inputs.iter().enumerate() {
            let wanted = if i == j { Ok(*output) } else { Err(Invalid::Root) };
            assert_eq!(lot.verify(x, proof), wanted, "{i} {j}");
        }
    }
    // y is a hash of π and x, one after the other. π has a fixed length, so no byte can move between them.
    let outputs: std::collections::HashSet<_> = lots.iter().map(|(output, _)| output.0).collect();
    assert_eq!(outputs.len(), inputs.len());
}
