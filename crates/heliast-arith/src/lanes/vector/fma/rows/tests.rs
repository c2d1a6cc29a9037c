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

fn words(sums: &[__m256i]) -> Vec<[u64; 4]> {
    // SAFETY: both have four words.
    sums.iter().map(|&sum| unsafe { transmute::<__m256i, [u64; 4]>(sum) }).collect()
}

/// For every number of rows up to that of the longest numbers, including 0 and odd ones, in both parts.
#[test]
fn rows_are_those_that_are_added_one_by_one() {
    let Some(v) = Fma::detect() else { return };
    let mut random = Random::new(37);
    for v in [v.part(0), v.part(1)] {
        for count in 0..=160 {
            let [x, u] = [0; 2].map(|_| limbs(&mut random, count));
            let [y, w] = [0; 2].map(|_| limbs(&mut random, count + 3));
            let mut wanted = Block::<Fma, 4>::new(v);
            wanted.add_rows(v, &x, &y);
            let mut found = Block::<Fma, 4>::new(v);
            let done = add(v, &mut found.low, &mut found.high[3], &x, &y);
            assert_eq!(done, count % 2 == 0, "{count} rows");
            if done {
                assert_eq!(words(&found.low), words(&wanted.low), "{count} rows");
                assert_eq!(words(&found.high), words(&wanted.high), "{count} rows");
            }
            wanted.add_rows(v, &u, &w);
            let mut found = Block::<Fma, 4>::new(v);
            assert!(add_of_two(v, &mut found.low, &mut found.high[3], [&x, &u], [&y, &w]));
            assert_eq!(words(&found.low), words(&wanted.low), "{count} rows of two");
            assert_eq!(words(&found.high), words(&wanted.high), "{count} rows of two");
        }
    }
}

/// Other widths, and lists with different numbers of rows, are refused, and nothing is added.
#[test]
fn other_rows_are_refused() {
    let Some(v) = Fma::detect() else { return };
    let mut random = Random::new(38);
    let rows = limbs(&mut random, 16);
    let (mut low, mut above) = ([v.zero(); 4], v.zero());
    for (x, y) in [(4, 6), (4, 8), (3, 6), (0, 2), (0, 4)] {
        assert!(!add(v, &mut low, &mut above, &rows[..x], &rows[..y]), "{x}, {y}");
    }
    for (x, u, y, w) in [(4, 3, 7, 7), (3, 4, 7, 7), (4, 4, 6, 7), (4, 4, 7, 8), (0, 0, 3, 4)] {
        let (x, y) = ([&rows[..x], &rows[..u]], [&rows[..y], &rows[..w]]);
        assert!(!add_of_two(v, &mut low, &mut above, x, y), "{x:?}, {y:?}");
    }
    assert!(!add(v, &mut [v.zero(); 8], &mut above, &rows[..4], &rows[..11]));
    assert!(!add_of_two(v, &mut [v.zero(); 8], &mut above, [&rows[..4]; 2], [&rows[..11]; 2]));
    assert_eq!(words(&low), [[0; 4]; 4]);
    assert_eq!(words(&[above]), [[0; 4]]);
}
