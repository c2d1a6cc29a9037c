//! Verification of many proofs gives the same verdicts as one by one.

use super::*;
use std::vec::Vec;

/// Claims under keys of different heights and seeds, all true.
struct Batch {
    lots: Vec<Lot>,
    inputs: Vec<Vec<u8>>,
    proofs: Vec<Vec<u8>>,
}

impl Batch {
    fn new(sha: Sha256, count: u64) -> Batch {
        let heights = [15, 27, 10, 19, 1, 23];
        let lot = |number: u64| {
            let height = heights[number as usize % heights.len()];
            Lot::new(sha, height, (number as u32).wrapping_mul(0x9e37_79b9) >> (32 - height), number)
        };
        let lots: Vec<Lot> = (0..count).map(lot).collect();
        let inputs: Vec<Vec<u8>> = (0..count).map(|i| std::vec![i as u8; i as usize % 130]).collect();
        let proofs = lots.iter().zip(&inputs).map(|(lot, x)| lot.evaluate(x).1).collect();
        Batch { lots, inputs, proofs }
    }

    fn claims(&self) -> Vec<Claim<'_>> {
        let parts = self.lots.iter().zip(&self.inputs).zip(&self.proofs);
        parts.map(|((lot, x), proof)| Claim { key: lot.key, leaf: lot.leaf, x, proof }).collect()
    }
}

fn one_by_one(sha: Sha256, claims: &[Claim<'_>]) -> Vec<Result<Output<32>, Invalid>> {
    claims.iter().map(|claim| verify(sha, claim)).collect()
}

#[test]
fn all_sizes_agree_with_one_at_a_time() {
    for sha in Sha256::all() {
        let batch = Batch::new(sha, 65);
        let claims = batch.claims();
        let wanted = one_by_one(sha, &claims);
        assert!(wanted.iter().all(Result::is_ok));
        for size in [0, 1, 7, 8, 9, 16, 17, 31, 32, 33, 39, 40, 64, 65] {
            assert_eq!(verify_many(sha, &claims[..size]), wanted[..size], "{size} on {}", sha.name());
        }
    }
}

#[test]
fn one_key_or_many_make_no_difference() {
    let sha = Sha256::new();
    let tree = Tree::new(sha, 6, &[5; 32], &[6; 32]);
    let key = tree.key();
    let lots: Vec<_> =
        (0..64).map(|leaf| evaluate(&tree.hash, &tree.secret, &key, leaf, b"x", &tree.path(leaf))).collect();
    let claims: Vec<_> =
        (0..).zip(&lots).map(|(leaf, lot)| Claim { key, leaf, x: b"x", proof: &lot.1 }).collect();
    let wanted: Vec<_> = lots.iter().map(|(output, _)| Ok(*output)).collect();
    assert_eq!(verify_many(sha, &claims), wanted);
}

/// One false proof at every place: it is named, and no other.
#[test]
fn a_false_proof_is_found_wherever_it_is() {
    let sha = Sha256::new();
    let mut batch = Batch::new(sha, 40);
    let wanted = one_by_one(sha, &batch.claims());
    for at in 0..40 {
        let byte = 4 + (at * 71) % (batch.proofs[at].len() - 4);
        batch.proofs[at][byte] ^= 1;
        let mut wanted = wanted.clone();
        wanted[at] = Err(Invalid::Root);
        assert_eq!(verify_many(sha, &batch.claims()), wanted, "byte {byte} of proof {at}");
        batch.proofs[at][byte] ^= 1;
    }
}

#[test]
fn each_reason_is_named() {
    let sha = Sha256::new();
    let batch = Batch::new(sha, 48);
    let mut claims = batch.claims();
    let short = &batch.proofs[9][..99];
    claims[3].x = b"another input";
    claims[9].proof = short;
    claims[20].leaf ^= 1;
    claims[21].key.pub_seed[0] ^= 1;
    claims[40].key.root[31] ^= 128;
    claims[41].proof = &batch.proofs[47];
    let expected = |i: usize| proof_len(batch.lots[i].key.height);
    let verdicts = verify_many(sha, &claims);
    let errors: Vec<_> =
        verdicts.iter().enumerate().filter_map(|(i, verdict)| Some((i, (*verdict).err()?))).collect();
    let wanted = [
        (3, Invalid::Root),
        (9, Invalid::Length { expected: expected(9), found: 99 }),
        (20, Invalid::Index),
        (21, Invalid::Root),
        (40, Invalid::Root),
        (41, Invalid::Index),
    ];
    assert_eq!(errors, wanted);
    assert_eq!(verdicts, one_by_one(sha, &claims));
}

#[test]
fn order_and_repetition_make_no_difference() {
    let sha = Sha256::new();
    let mut batch = Batch::new(sha, 50);
    for at in [0, 13, 14, 49] {
        batch.proofs[at][100] ^= 4;
    }
    let claims = batch.claims();
    let wanted = one_by_one(sha, &claims);
    // 7 and 50 have no common factor: every order that is a multiple of 7 is a permutation.
    for stride in [7, 49, 21] {
        let order: Vec<usize> = (0..150).map(|i| i * stride % 50).collect();
        let shuffled: Vec<_> = order.iter().map(|i| claims[*i]).collect();
        let expected: Vec<_> = order.iter().map(|i| wanted[*i]).collect();
        assert_eq!(verify_many(sha, &shuffled), expected, "stride {stride}");
    }
}
