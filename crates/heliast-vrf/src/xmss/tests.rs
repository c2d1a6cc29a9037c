//! Lanes against the RFC's definitions, on every kernel of this CPU.

mod interop;
pub(crate) mod oracle;
mod rfc;
mod vectors;

use super::*;
use heliast_symmetric::sha256::Sha256;
use proptest::prelude::*;
use std::vec::Vec;

const SK: [u8; 32] = [7; 32];
const PUB: [u8; 32] = [9; 32];

fn hashes() -> impl Iterator<Item = Hash> {
    Sha256::all().map(|sha| Hash::new(sha, &PUB))
}

/// A whole tree: `rows[0]` are the leaves, the last row is the root.
pub(crate) struct Tree {
    pub(crate) hash: Hash,
    pub(crate) secret: SecretSeed,
    rows: Vec<Vec<Node>>,
}

impl Tree {
    pub(crate) fn new(sha: Sha256, height: u8, sk_seed: &[u8; 32], pub_seed: &[u8; 32]) -> Tree {
        let hash = Hash::new(sha, pub_seed);
        let secret = SecretSeed::new(&hash, sk_seed);
        let mut rows = std::vec![std::vec![[0; 32]; 1 << height]];
        leaves(&hash, &secret, 0, &mut rows[0]);
        for row in 0..usize::from(height) {
            let mut parents = std::vec![[0; 32]; rows[row].len() / 2];
            hash.parents(row as u32, 0, &rows[row], &mut parents);
            rows.push(parents);
        }
        Tree { hash, secret, rows }
    }

    pub(crate) fn key(&self) -> PublicKey {
        let height = self.rows.len() - 1;
        PublicKey { height: height as u8, root: self.rows[height][0], pub_seed: self.hash.pub_seed() }
    }

    pub(crate) fn path(&self, leaf: u32) -> Vec<Node> {
        let rows = self.rows[..self.rows.len() - 1].iter().enumerate();
        rows.map(|(row, nodes)| nodes[leaf as usize >> row ^ 1]).collect()
    }
}

#[test]
fn leaves_are_the_rfcs() {
    let wanted: Vec<Node> = (0..67).map(|i| oracle::leaf(&SK, &PUB, 0x0155_5540 + i)).collect();
    for hash in hashes() {
        let secret = SecretSeed::new(&hash, &SK);
        for count in [0, 1, 2, 15, 16, 17, 31, 32, 33, 67] {
            let mut found = std::vec![[0; 32]; count];
            leaves(&hash, &secret, 0x0155_5540, &mut found);
            assert_eq!(found, wanted[..count], "{count} leaves on {}", hash.sha().name());
        }
    }
}

#[test]
fn secret_values_are_the_rfcs() {
    let chains: Vec<(u32, u32)> = (0..70).map(|i| (i * 0x0101_0101, i % 68)).collect();
    let wanted: Vec<Node> =
        chains.iter().map(|&(leaf, chain)| oracle::secret_value(&SK, &PUB, leaf, chain)).collect();
    for hash in hashes() {
        let mut found = std::vec![[0; 32]; chains.len()];
        SecretSeed::new(&hash, &SK).keys(&chains, &mut found);
        assert_eq!(found, wanted, "{}", hash.sha().name());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn chains_are_the_rfcs(
        jobs in proptest::collection::vec((any::<u32>(), 0u32..68, 0u16..16, 0u16..16), 0..80),
        value: [u8; 32],
    ) {
        let jobs: Vec<ChainJob> =
            jobs.into_iter().map(|(leaf, chain, start, steps)| ChainJob { leaf, chain, start, steps }).collect();
        let first = |i: usize| core::array::from_fn(|j| value[j] ^ i as u8);
        let wanted: Vec<Node> = jobs
            .iter()
            .enumerate()
            .map(|(i, job)| oracle::chain(&PUB, job.leaf, job.chain, first(i), job.start.into(), job.steps.into()))
            .collect();
        for hash in hashes() {
            let mut found: Vec<Node> = (0..jobs.len()).map(first).collect();
            hash.chains(&jobs, &mut found);
            prop_assert_eq!(&found, &wanted);
        }
    }

    #[test]
    fn paths_lead_where_the_rfc_says(index: u32, leaf: Node, path in proptest::collection::vec(any::<Node>(), 0..=32)) {
        let wanted = oracle::climb(&PUB, index, leaf, &path);
        for hash in hashes() {
            prop_assert_eq!(hash.climb(index, leaf, &path), wanted);
        }
    }

    #[test]
    fn parents_are_the_rfcs(row in 0u32..27, first: u32, children in proptest::collection::vec(any::<[Node; 2]>(), 0..70)) {
        let wanted: Vec<Node> = children
            .iter()
            .enumerate()
            .map(|(i, [left, right])| oracle::parent(&PUB, row, first.wrapping_add(i as u32), left, right))
            .collect();
        for hash in hashes() {
            let mut found = std::vec![[0; 32]; children.len()];
            hash.parents(row, first, children.as_flattened(), &mut found);
            prop_assert_eq!(&found, &wanted);
        }
    }

    #[test]
    fn digits_are_the_rfcs(digest: [u8; 32]) {
        prop_assert!(digits(&digest).map(u32::from).iter().eq(&oracle::digits(&digest)));
    }
}

#[test]
fn ltrees_are_the_rfcs() {
    let ends: [Node; LEN] = core::array::from_fn(|i| [i as u8; 32]);
    for hash in hashes() {
        assert_eq!(hash.ltree(77, &ends), oracle::ltree(&PUB, 77, &ends), "{}", hash.sha().name());
    }
}

/// As many chains as there are lanes, one more and one less, and the same for half the lanes.
#[test]
fn chains_at_the_edges_of_the_lanes() {
    for count in [0, 1, 2, 3, 4, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65] {
        for lengths in [1, 5, 16] {
            let job = |i: u16| ChainJob { leaf: i.into(), chain: 66, start: i % 3, steps: i % lengths };
            let jobs: Vec<ChainJob> = (0..count).map(job).collect();
            let end =
                |job: &ChainJob| oracle::chain(&PUB, job.leaf, 66, SK, job.start.into(), job.steps.into());
            let wanted: Vec<Node> = jobs.iter().map(end).collect();
            for hash in hashes() {
                let mut values = std::vec![SK; jobs.len()];
                hash.chains(&jobs, &mut values);
                assert_eq!(values, wanted, "{count} chains on {}", hash.sha().name());
            }
        }
    }
}

#[test]
fn chains_longer_than_a_digit_and_of_one_length() {
    let job = |steps| ChainJob { leaf: 3, chain: 67, start: 5, steps };
    for steps in [254, 255, 256, 1000] {
        let wanted = oracle::chain(&PUB, 3, 67, SK, 5, steps.into());
        for hash in hashes() {
            let mut values = [SK; 40];
            hash.chains(&[job(steps); 40], &mut values);
            assert_eq!(values, [wanted; 40], "{}", hash.sha().name());
        }
    }
}

#[test]
fn extreme_digits() {
    assert_eq!(digits(&[0; 32])[64..], [3, 12, 0], "all steps are left to the verifier: 64·15 = 0x3c0");
    assert_eq!(digits(&[255; 32])[64..], [0, 0, 0]);
}
