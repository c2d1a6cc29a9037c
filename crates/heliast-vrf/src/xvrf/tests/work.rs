//! The performed compressions are those that the specification predicts.

use super::*;
use crate::xmss::counter::count;

/// The number of steps that `x` costs the owner: the sum of the digits.
fn steps(lot: &Lot, x: &[u8]) -> usize {
    digits(&digest(lot.hash.sha(), &lot.key.root, lot.leaf, x)).into_iter().map(usize::from).sum()
}

#[test]
fn a_leaf_costs_4550() {
    let sha = Sha256::new();
    let hash = Hash::new(sha, &[1; 32]);
    let secret = SecretSeed::new(&hash, &[2; 32]);
    for leaves_at_once in [1, 31, 32, 33, 64] {
        let mut out = std::vec![[0; 32]; leaves_at_once];
        assert_eq!(count(|| leaves(&hash, &secret, 0, &mut out)), 4550 * leaves_at_once);
    }
    let mut parents = [[0; 32]; 35];
    assert_eq!(count(|| hash.parents(0, 0, &[[0; 32]; 70], &mut parents)), 6 * 35);
}

/// The hashes of the messages, d and y, are not counted: they take about 3 and 44 blocks.
#[test]
fn lots_cost_what_their_digits_say() {
    let sha = Sha256::new();
    for height in [10, 15, 27] {
        let lot = Lot::new(sha, height, 7, 20);
        for x in [&b"a"[..], b"b", b"c"] {
            let steps = steps(&lot, x);
            let mut proof = std::vec::Vec::new();
            assert_eq!(count(|| proof = lot.evaluate(x).1), 2 * 67 + 4 * steps);
            let path = 6 * usize::from(height);
            // The constructor compresses the midstate of PUB_SEED, one at a time.
            assert_eq!(count(|| assert!(lot.verify(x, &proof).is_ok())), 4 * (1005 - steps) + 396 + path);
        }
    }
}

#[test]
fn many_proofs_cost_what_they_cost_alone() {
    let sha = Sha256::new();
    let lots: std::vec::Vec<_> = (0..32).map(|number| Lot::new(sha, 15, 9, number)).collect();
    let proofs: std::vec::Vec<_> = lots.iter().map(|lot| lot.evaluate(b"x").1).collect();
    let claims: std::vec::Vec<_> = lots
        .iter()
        .zip(&proofs)
        .map(|(lot, proof)| Claim { key: lot.key, leaf: 9, x: b"x", proof })
        .collect();
    let chains: usize = lots.iter().map(|lot| 1005 - steps(lot, b"x")).sum();
    let performed = count(|| assert!(verify_many(sha, &claims).iter().all(Result::is_ok)));
    assert_eq!(performed, 4 * chains + 32 * (396 + 6 * 15 + 1));
}
