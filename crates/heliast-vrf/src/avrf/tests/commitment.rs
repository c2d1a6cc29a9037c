use super::{BOTH, block, bytes, word};
use crate::avrf::{
    commitment::Tree,
    kernels::Kernels,
    opening::Opening,
    parameters::Parameters,
    transcript::{self, Purpose, tweaked},
};
use heliast_symmetric::binary::Gf128;
use std::{collections::BTreeSet, vec::Vec};

/// A challenge whose leaves can be opened with few enough nodes.
fn opening(parameters: &Parameters, label: &str) -> (u128, Opening) {
    (0..u32::MAX)
        .find_map(|i| {
            let challenge = word(&std::format!("{label} {i}")) >> parameters.grind;
            Opening::new(parameters, challenge).map(|opening| (challenge, opening))
        })
        .expect("some challenge opens")
}

#[test]
fn every_leaf_of_the_tree_is_one_of_a_vector() {
    for parameters in BOTH {
        let nodes: BTreeSet<_> = (0..parameters.vectors)
            .flat_map(|i| (0..parameters.size_of(i)).map(move |j| parameters.node(i, j)))
            .collect();
        let leaves = parameters.leaves();
        assert_eq!(nodes.len(), leaves);
        assert_eq!((nodes.first(), nodes.last()), (Some(&(leaves - 1)), Some(&(2 * leaves - 2))));
    }
}

/// Compares with the definition, one node at a time.
#[test]
fn seeds_and_digest_are_those_of_the_definition() {
    let (kernels, parameters) = (Kernels::default(), &Parameters::FAST);
    let (root, iv) = (word("root"), block("iv"));
    let leaves = parameters.leaves();
    let stream = |key: u128, number: usize, len: usize| {
        let mut out = std::vec![0; len];
        kernels.aes.streams(&[key], &[tweaked(&iv, number as u32)], &mut out);
        out
    };
    let mut nodes = std::vec![root];
    for node in 0..leaves - 1 {
        nodes.extend(stream(nodes[node], node, 2));
    }
    let mut factors = transcript::factors(kernels.keccak, &iv);
    let (mut seeds, mut digests) = (Vec::new(), Vec::new());
    for i in 0..parameters.vectors {
        let factor = factors.next().expect("endless");
        let mut message = Vec::new();
        for j in 0..parameters.size_of(i) {
            let words = stream(nodes[parameters.node(i, j)], leaves - 1 + i, 4);
            seeds.push(words[0]);
            let mut commitment = [[0; 48]];
            kernels.field.affine384(&factor, &[words.try_into().expect("four")], &mut commitment);
            message.extend(commitment[0]);
        }
        digests.extend(transcript::digest::<32>(kernels.keccak, Purpose::Commitments, &[&message]));
    }
    let expected: [u8; 32] = transcript::digest(kernels.keccak, Purpose::Commitments, &[&digests]);

    let found = Tree::grow(kernels, parameters, root, &iv).leaves(None);
    assert_eq!(found.seeds, seeds);
    assert_eq!(found.digest, expected);
}

#[test]
fn what_is_opened_rebuilds_all_but_the_hidden_leaves() {
    let (mut padded_ones, mut full_ones) = (0, 0);
    for parameters in BOTH {
        let (kernels, iv) = (Kernels::default(), block("iv"));
        let tree = Tree::grow(kernels, parameters, word("root"), &iv);
        let all = tree.leaves(None);
        for label in ["one", "another", "a third"] {
            let (challenge, opening) = opening(parameters, label);
            let (nodes, commitments) = (tree.open(&opening), tree.hidden_commitments(&opening));
            assert_eq!(nodes.len(), parameters.opened);
            let rebuilt =
                Tree::regrow(kernels, parameters, &opening, &nodes, &iv).expect("padded with zeros");
            let leaves = rebuilt.leaves(Some((&opening, &commitments)));
            assert_eq!(leaves.digest, all.digest);
            for i in 0..parameters.vectors {
                let hidden = parameters.hidden(challenge, i);
                assert_eq!(opening.hidden()[i], hidden);
                for j in 0..parameters.size_of(i) {
                    let leaf = parameters.offset(i) + j;
                    assert_eq!(leaves.seeds[leaf] == all.seeds[leaf], j != hidden, "{i} {j}");
                }
            }

            let mut other = commitments.clone();
            other[parameters.vectors - 1][47] ^= 1;
            assert_ne!(rebuilt.leaves(Some((&opening, &other))).digest, all.digest);
            let mut padded = nodes.clone();
            padded[parameters.opened - 1][3] ^= 1;
            match nodes[parameters.opened - 1] == [0; 16] {
                true => {
                    padded_ones += 1;
                    assert!(Tree::regrow(kernels, parameters, &opening, &padded, &iv).is_none());
                }
                false => {
                    full_ones += 1;
                    let tree = Tree::regrow(kernels, parameters, &opening, &padded, &iv).expect("no padding");
                    assert_ne!(tree.leaves(Some((&opening, &commitments))).digest, all.digest);
                }
            }
        }
    }
    assert!(padded_ones > 0 && full_ones > 0, "{padded_ones} {full_ones}");
}

/// Adjacent hidden leaves share their paths. Most challenges need more nodes, and many (fast) or most (small)
/// need too many.
#[test]
fn an_opening_that_is_too_long_is_refused() {
    for parameters in BOTH {
        assert!(Opening::new(parameters, 0).is_some());
        let challenges = (0..200).map(|i| word(&std::format!("challenge {i}")) >> parameters.grind);
        let (mut accepted, mut refused) = (0, 0);
        for challenge in challenges {
            // By the definition: the siblings of all nodes on paths, without siblings that are on a path
            // themselves.
            let mut path = BTreeSet::new();
            for i in 0..parameters.vectors {
                let leaf = parameters.node(i, parameters.hidden(challenge, i));
                path.extend(core::iter::successors(Some(leaf), |node| (*node > 0).then(|| (node - 1) / 2)));
            }
            let siblings = path.iter().filter(|node| **node > 0).map(|node| ((node - 1) ^ 1) + 1);
            let count = siblings.filter(|node| !path.contains(node)).count();
            assert_eq!(Opening::new(parameters, challenge).is_some(), count <= parameters.opened);
            *if count <= parameters.opened { &mut accepted } else { &mut refused } += 1;
        }
        assert!(accepted > 0 && refused > 0, "{accepted} {refused}");
    }
}

#[test]
fn factors_are_the_stream_of_the_initial_value() {
    let (keccak, iv) = (Kernels::default().keccak, block("iv"));
    let mut stream = [0; 96];
    transcript::hash(keccak, Purpose::Factors, &[&iv]).squeeze(&mut stream);
    let found: Vec<_> =
        transcript::factors(keccak, &iv).take(2).flatten().flat_map(u128::to_le_bytes).collect();
    assert_eq!(found, stream);
    assert_eq!(transcript::iv(keccak, &iv), transcript::digest(keccak, Purpose::Iv, &[&iv]));
    let ([a, b], c) = transcript::elements(&bytes("elements", 40));
    let mut expected = bytes("elements", 40);
    assert_eq!([Gf128::to_bytes(a), b.to_bytes()].concat(), expected.drain(..32).as_slice());
    assert_eq!(c.to_le_bytes(), *expected);
}
