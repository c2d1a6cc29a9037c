//! Compares the arithmetic outside the lanes with integers, at every length that has code.

use super::*;
use crate::{
    lanes::vector::Operation,
    testing::{Random, power_of_two_less},
};
use std::vec::Vec;

/// Odd numbers at both ends of the range of lengths for N limbs, and random ones.
fn moduli<const N: usize>() -> Vec<Natural> {
    let longest = RADIX_BITS * N - 4;
    let shortest =
        LENGTHS.into_iter().rev().find(|length| *length < N).map_or(3, |length| RADIX_BITS * length - 3);
    let mut random = Random::new(N as u64);
    let mut all = Vec::new();
    for bits in [shortest, shortest + 1, (shortest + longest) / 2, longest - 1, longest] {
        all.push(power_of_two_less(bits, 1));
        all.push(&Natural::one().shl(bits - 1) + &Natural::one());
        all.push(&(&random.natural(bits - 2).shl(1) + &Natural::one().shl(bits - 1)) + &Natural::one());
    }
    all
}

fn joined<const N: usize>(limbs: &[u64; N]) -> Natural {
    radix52::join(limbs.iter().copied())
}

/// Calls the test for each length.
macro_rules! at_each_length {
    ($test:ident) => {
        $test::<3>();
        $test::<5>();
        $test::<6>();
        $test::<10>();
        $test::<11>();
    };
}

#[test]
fn every_length_of_number_has_limbs_enough() {
    for bits in 1..=700 {
        match length_for(bits) {
            // 16n ≤ 2^(52N), and no shorter length is enough.
            Some(length) => {
                assert!(bits + 4 <= RADIX_BITS * length);
                assert!(LENGTHS.into_iter().all(|other| other >= length || bits + 4 > RADIX_BITS * other));
            }
            None => assert!(bits > 568),
        }
    }
}

fn shifts_are_products_with_powers_of_two<const N: usize>() {
    for n in moduli::<N>() {
        let limbs = split::<N>(&n);
        assert_eq!(joined(&limbs), n);
        let last = n.sub(&Natural::one()).unwrap();
        for x in [Natural::zero(), Natural::one(), n.shr(1), last] {
            for exponent in [0, 1, 43, 44, 45, 88, 200, RADIX_BITS * N] {
                let found = times_power_of_two(split::<N>(&x), exponent, &limbs);
                assert_eq!(joined(&found), &x.shl(exponent) % &n, "{x:?}·2^{exponent} modulo {n:?}");
            }
        }
        for exponent in [0, 1, 5, 31, 300] {
            let expected = &Natural::one().shl(RADIX_BITS * N + exponent) % &n;
            assert_eq!(joined(&power_of_two::<N>(exponent, &n)), expected, "2^{exponent}·R modulo {n:?}");
        }
    }
}

#[test]
fn shifts_at_each_length() {
    at_each_length!(shifts_are_products_with_powers_of_two);
}

fn comparisons_are_those_of_integers<const N: usize>() {
    let mut random = Random::new(77);
    for n in moduli::<N>() {
        let limbs = split::<N>(&n);
        for multiples in [1, 2, 3, 4, 16] {
            let bound = &n * &Natural::from(multiples);
            let below = bound.sub(&Natural::one()).unwrap();
            for (x, expected) in [(&below, true), (&bound, false), (&(&bound + &Natural::one()), false)] {
                // A number that does not fit into N limbs is not a possible argument.
                if x.bits() <= RADIX_BITS * N {
                    assert_eq!(
                        is_below(&split::<N>(x), multiples, &limbs),
                        expected,
                        "{x:?} {multiples} {n:?}"
                    );
                }
            }
            for residue in [Natural::zero(), Natural::one(), n.shr(1), &random.natural(n.bits()) % &n] {
                for k in 0..multiples + 2 {
                    let x = &residue + &(&n * &Natural::from(k));
                    if x.bits() <= RADIX_BITS * N {
                        let found = is_congruent(&split(&x), &split(&residue), &limbs, multiples);
                        assert_eq!(found, k < multiples, "{residue:?} + {k}·{n:?}");
                        let other = split(&(&x + &Natural::one()).low_bits(RADIX_BITS * N));
                        assert!(
                            !is_congruent(&other, &split(&residue), &limbs, multiples),
                            "{residue:?} {n:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn comparisons_at_each_length() {
    at_each_length!(comparisons_are_those_of_integers);
}

fn differences_borrow<const N: usize>() {
    for n in moduli::<N>() {
        for y in [Natural::zero(), Natural::one(), n.shr(1), n.clone(), power_of_two_less(n.bits() - 1, 1)] {
            let found = subtract(&split::<N>(&n), &split(&y));
            assert_eq!(joined(&found), n.sub(&y).unwrap(), "{n:?} − {y:?}");
        }
    }
}

#[test]
fn differences_at_each_length() {
    at_each_length!(differences_borrow);
}

#[test]
fn columns_become_rows_and_back() {
    let mut random = Random::new(3);
    let columns: [[u64; 6]; LANES] = from_fn(|_| from_fn(|_| random.limb() & LIMB_MASK));
    for engine in Engine::all().chain(Engine::emulated()) {
        let encoded = engine.encoded(rows(columns));
        for (lane, column) in columns.iter().enumerate() {
            assert_eq!(engine.column(&encoded, lane), *column, "{}", engine.name());
        }
    }
    for count in 1..=LANES {
        let few: Vec<usize> = (0..count).collect();
        let all = filled(&few);
        assert!((0..LANES).all(|lane| *all[lane] == if lane < count { lane } else { 0 }));
    }
}

/// x·y/R and x²/R in every lane, column by column.
struct Both<'a, const N: usize> {
    moduli: &'a Moduli<N>,
    x: [Row; N],
    y: [Row; N],
    product: [Row; N],
    square: [Row; N],
}

impl<const N: usize> Operation for Both<'_, N> {
    fn run<V: Vector>(&mut self, v: V) {
        for part in 0..V::PARTS {
            let v = v.part(part);
            let mut product = Product::<V, N>::new(v, self.moduli);
            let mut square = Product::square_of(v, self.moduli, &self.x);
            unroll!(COLUMN in 0..N {
                product.clear::<COLUMN>(self.moduli, &self.x, &self.y);
                square.clear_square::<COLUMN>(self.moduli, &self.x);
            });
            let mut carries = [v.zero(); 2];
            unroll!(COLUMN in 0..N {
                let column = product.column::<COLUMN>(self.moduli, &self.x, &self.y);
                let (limb, carry) = v.split(v.add(column, carries[0]));
                v.store(&mut self.product[COLUMN], limb);
                let column = square.column_of_square::<COLUMN>(self.moduli, &self.x);
                let (limb, next) = v.split(v.add(column, carries[1]));
                v.store(&mut self.square[COLUMN], limb);
                carries = [carry, next];
            });
            let _above = carries;
        }
    }
}

/// For factors below four times the modulus, as in the strong test, both are below twice the modulus.
fn products_are_those_of_integers<const N: usize>() {
    let mut random = Random::new(60 + N as u64);
    for n in moduli::<N>() {
        let bound = n.shl(2);
        let last = bound.sub(&Natural::one()).unwrap();
        let values: [Natural; LANES] = from_fn(|lane| match lane {
            0 => Natural::zero(),
            1 => Natural::one(),
            2 => n.clone(),
            3 | 4 => last.clone(),
            5 => power_of_two_less(n.bits() + 1, 1),
            _ => &random.natural(n.bits() + 3) % &bound,
        });
        let others: [&Natural; LANES] = from_fn(|lane| &values[(lane * 5 + 3) % LANES]);
        for engine in Engine::all().chain(Engine::emulated()) {
            let encoded = |values: [&Natural; LANES]| engine.encoded(rows(values.map(split::<N>)));
            let moduli = Moduli::new(engine, [split(&n); LANES]);
            let (x, y) = (encoded(values.each_ref()), encoded(others));
            let mut both = Both { moduli: &moduli, x, y, product: x, square: y };
            engine.run(&mut both);
            for lane in 0..LANES {
                let (a, b) = (&values[lane], others[lane]);
                for (found, expected) in [(&both.product, a * b), (&both.square, a * a)] {
                    let found = joined(&engine.column(found, lane));
                    assert!(found < n.shl(1), "{}: {a:?}·{b:?} modulo {n:?}", engine.name());
                    let scaled = &found.shl(RADIX_BITS * N) % &n;
                    assert_eq!(scaled, &expected % &n, "{}: {a:?}·{b:?} modulo {n:?}", engine.name());
                }
            }
        }
    }
}

#[test]
fn products_at_each_length() {
    at_each_length!(products_are_those_of_integers);
}
