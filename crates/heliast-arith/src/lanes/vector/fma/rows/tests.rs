use super::{add, add_of_two};
use crate::{
    lanes::{
        block::Block,
        vector::{Fma, LIMB_MASK, Row, Vector},
    },
    testing::Random,
};
use core::{arch::x86_64::__m256i, array::from_fn, mem::transmute};
use std::vec::Vec;

/// Limbs of random bits, and extremes.
fn limbs(random: &mut Random, count: usize) -> Vec<Row> {
    let mut limb = || match random.limb() % 4 {
        0 => [0, 1, LIMB_MASK, LIMB_MASK - 1, 1 << 51, (1 << 51) - 1][random.limb() as usize % 6],
        _ => random.limb() & LIMB_MASK,
    };
    (0..count).map(|_| Row(from_fn(|_| Fma::encode(limb())))).collect()
}

fn sums<const W: usize>(block: &Block<Fma, W>) -> Vec<[u64; 4]> {
    // SAFETY: four words.
    let words = |sum: __m256i| unsafe { transmute::<__m256i, [u64; 4]>(sum) };
    block.low.into_iter().chain(block.high).map(words).collect()
}

/// For every number of rows that the longest numbers have, odd ones and none included, and blocks that the
/// assembly is not for; in both parts.
#[test]
fn rows_are_those_that_are_added_one_by_one() {
    fn check<const W: usize>(v: Fma, random: &mut Random) {
        for count in 0..=160 {
            let [x, u] = [0; 2].map(|_| limbs(random, count));
            let [y, w] = [0; 2].map(|_| limbs(random, count + W - 1));
            let mut wanted = Block::<Fma, W>::new(v);
            wanted.add_rows(v, &x, &y);
            let mut found = Block::new(v);
            add(v, &mut found, &x, &y);
            assert_eq!(sums(&found), sums(&wanted), "{count} rows in blocks of {W}");
            wanted.add_rows(v, &u, &w);
            let mut found = Block::new(v);
            add_of_two(v, &mut found, [&x, &u], [&y, &w]);
            assert_eq!(sums(&found), sums(&wanted), "{count} rows of two in blocks of {W}");
        }
    }
    let Some(v) = Fma::detect() else { return };
    let mut random = Random::new(37);
    for v in [v.part(0), v.part(1)] {
        check::<4>(v, &mut random);
        check::<3>(v, &mut random);
    }
}

/// Rows of two products that are not as many of each.
#[test]
fn rows_of_two_may_differ_in_number() {
    let Some(v) = Fma::detect() else { return };
    let mut random = Random::new(38);
    for (first, second) in [(0, 2), (3, 2), (5, 8)] {
        let [x, u] = [first, second].map(|count| limbs(&mut random, count));
        let [y, w] = [first, second].map(|count| limbs(&mut random, count + 3));
        let mut wanted = Block::<Fma, 4>::new(v);
        wanted.add_rows(v, &x, &y);
        wanted.add_rows(v, &u, &w);
        let mut found = Block::new(v);
        add_of_two(v, &mut found, [&x, &u], [&y, &w]);
        assert_eq!(sums(&found), sums(&wanted), "{first} and {second} rows");
    }
}
