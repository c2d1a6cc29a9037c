//! Every function, compared with 128-bit integers or bit by bit, at the ends of the range and for every
//! length.

use super::*;
use crate::testing::Random;
use std::{vec, vec::Vec};

const EDGES: [u64; 9] = [0, 1, 2, 3, (1 << 63) - 1, 1 << 63, u64::MAX - 2, u64::MAX - 1, u64::MAX];

/// Limbs of which most are at the ends of the range, so that carries run far.
fn limbs(random: &mut Random, length: usize) -> Vec<u64> {
    (0..length)
        .map(|_| match random.limb() % 4 {
            0 => random.limb(),
            _ => EDGES[(random.limb() % 9) as usize],
        })
        .collect()
}

/// The bits of a number, the lowest first.
fn bits(limbs: &[u64]) -> Vec<bool> {
    limbs.iter().flat_map(|limb| (0..64).map(move |bit| limb >> bit & 1 == 1)).collect()
}

/// a + b by single bits: the sum, as long as a, and the carry.
fn bitwise_sum(a: &[bool], b: &[bool]) -> (Vec<bool>, bool) {
    let mut carry = false;
    let sum = a.iter().enumerate().map(|(place, &x)| {
        let y = b.get(place).copied().unwrap_or(false);
        let sum = x ^ y ^ carry;
        carry = x & y | x & carry | y & carry;
        sum
    });
    (sum.collect(), carry)
}

#[test]
fn single_limbs_match_wide_integers() {
    for a in EDGES {
        for b in EDGES {
            for c in EDGES {
                for carry in EDGES {
                    let (low, high) = mul_add(a, b, c, carry);
                    let expected = u128::from(a) + u128::from(b) * u128::from(c) + u128::from(carry);
                    assert_eq!(u128::from(high) << 64 | u128::from(low), expected, "{a} + {b}·{c} + {carry}");
                }
            }
            for carry in [false, true] {
                let (low, out) = add_carry(a, b, carry);
                let expected = u128::from(a) + u128::from(b) + u128::from(carry);
                assert_eq!(u128::from(out) << 64 | u128::from(low), expected);
                let (low, out) = sub_borrow(a, b, carry);
                let expected = i128::from(a) - i128::from(b) - i128::from(carry);
                assert_eq!(i128::from(low) - (i128::from(out) << 64), expected);
            }
        }
    }
}

#[test]
fn sums_match_single_bits() {
    let mut random = Random::new(1);
    for length in 0..9 {
        for shorter in 0..=length {
            for _ in 0..40 {
                let (a, b) = (limbs(&mut random, length), limbs(&mut random, shorter));
                let mut sum = a.clone();
                let carry = add_assign(&mut sum, &b);
                assert_eq!((bits(&sum), carry), bitwise_sum(&bits(&a), &bits(&b)), "{a:?} + {b:?}");
                // Subtracting b again borrows exactly if the sum carried.
                assert_eq!(sub_assign(&mut sum, &b), carry, "{a:?} + {b:?}");
                assert_eq!(sum, a);
            }
        }
    }
}

/// Limbs of b above those of a are ignored.
#[test]
fn longer_terms_are_cut() {
    let mut a = [u64::MAX, 5];
    assert!(!add_assign(&mut a, &[1, 0, 7]));
    assert_eq!(a, [0, 6]);
    assert!(!sub_assign(&mut a, &[1, 0, 7]));
    assert_eq!(a, [u64::MAX, 5]);
}

#[test]
fn carries_and_borrows_run_through() {
    for length in 1..20 {
        let mut ones = vec![u64::MAX; length];
        assert!(add_assign(&mut ones, &[1]));
        assert_eq!(ones, vec![0; length]);
        assert!(sub_assign(&mut ones, &[1]));
        assert_eq!(ones, vec![u64::MAX; length]);
        // One limb stops the carry.
        for stop in 0..length {
            let mut number = vec![u64::MAX; length];
            number[stop] = 17;
            assert!(!add_assign(&mut number, &[1]));
            assert!(number[..stop].iter().all(|limb| *limb == 0) && number[stop] == 18);
            assert!(number[stop + 1..].iter().all(|limb| *limb == u64::MAX));
        }
    }
}

#[test]
fn the_highest_limb_that_differs_decides() {
    let mut random = Random::new(2);
    for length in 0..6 {
        let a = limbs(&mut random, length);
        assert_eq!(compare(&a, &a), Ordering::Equal);
        for place in 0..length {
            for above in EDGES {
                let mut b = a.clone();
                b[place] = above;
                b[..place].iter_mut().for_each(|limb| *limb = !*limb);
                if above != a[place] {
                    assert_eq!(compare(&a, &b), a[place].cmp(&above), "{a:?} {b:?}");
                    assert_eq!(compare(&b, &a), above.cmp(&a[place]), "{a:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn shifts_move_every_bit() {
    let mut random = Random::new(3);
    for length in 0..5 {
        for shift in 0..64 {
            let a = limbs(&mut random, length);
            let mut shifted = a.clone();
            let out = shift_left(&mut shifted, shift);
            let mut expected = vec![false; shift as usize];
            expected.extend(bits(&a));
            let found = [bits(&shifted), bits(&[out])].concat();
            assert_eq!(found[..expected.len()], expected, "{a:?} by {shift}");
            assert!(found[expected.len()..].iter().all(|bit| !bit));

            // Shifts back; the bits that were shifted out enter again.
            shift_right(&mut shifted, shift, out);
            assert_eq!(shifted, a, "by {shift}");
            let top = random.limb() & ((1 << shift) - 1);
            shift_right(&mut shifted, shift, top);
            let whole = [bits(&a), bits(&[top])].concat();
            assert_eq!(bits(&shifted), whole[shift as usize..][..64 * length], "{a:?} by {shift}");
        }
    }
}

#[test]
fn rows_of_every_length() {
    let mut random = Random::new(4);
    for length in 0..18 {
        for x in EDGES {
            let (t, a) = (limbs(&mut random, length), limbs(&mut random, length));
            let mut found = t.clone();
            let above = add_row(&mut found, &a, x);
            let mut carry = 0_u128;
            for place in 0..length {
                let sum = u128::from(t[place]) + u128::from(a[place]) * u128::from(x) + carry;
                assert_eq!(found[place], sum as u64, "{length} {place}");
                carry = sum >> 64;
            }
            assert_eq!(u128::from(above), carry, "{length}");
        }
    }
}

/// Bit by bit: a·b is the sum of b shifted by the places of the bits of a.
#[test]
fn products_are_sums_of_shifted_factors() {
    let mut random = Random::new(5);
    for (long, short) in [(0, 0), (0, 3), (3, 0), (1, 1), (1, 4), (2, 2), (3, 5), (5, 3), (4, 8), (9, 7)] {
        for _ in 0..6 {
            let (a, b) = (limbs(&mut random, long), limbs(&mut random, short));
            let mut expected = vec![false; 64 * (long + short)];
            for (place, _) in bits(&a).iter().enumerate().filter(|(_, bit)| **bit) {
                let shifted = [vec![false; place], bits(&b)].concat();
                expected = bitwise_sum(&expected, &shifted).0;
            }
            let mut found = vec![0xdead; long + short];
            multiply(&mut found, &a, &b);
            assert_eq!(bits(&found), expected, "{a:?}·{b:?}");
            let mut other = vec![0xbeef; long + short];
            multiply(&mut other, &b, &a);
            assert_eq!(other, found);
        }
    }
}

#[test]
fn inverses_of_odd_limbs() {
    let mut random = Random::new(6);
    let odd = (1..2000).step_by(2).chain((0..64).map(|bit| 1 << bit | 1)).chain(EDGES.map(|edge| edge | 1));
    for odd in odd.chain((0..1000).map(|_| random.limb() | 1)) {
        assert_eq!(inverse_of_odd(odd).wrapping_mul(odd), 1, "{odd}");
    }
}
