//! Greatest common divisors of numbers of any length.
//!
//! Cost for n limbs: about 2n runs of some 18 divisions of words, and four limb products per limb for every
//! two runs, which are applied together (`lehmer`).

use super::{lehmer::Matrix, words::divide_word};
use crate::{Natural, limbs};
use alloc::vec::Vec;
use core::mem;

impl Natural {
    /// The greatest common divisor; gcd(x, 0) = x.
    pub fn gcd(&self, other: &Natural) -> Natural {
        let mut len = self.limbs().len().max(other.limbs().len());
        let padded = |number: &Natural| {
            let mut limbs = number.limbs().to_vec();
            limbs.resize(len, 0);
            limbs
        };
        let (mut x, mut y) = (padded(self), padded(other));
        while len >= 2 {
            match Matrix::simulate(&x[..len], &y[..len], 0) {
                Some(matrix) => matrix.shrink(&mut x[..len], &mut y[..len]),
                None if !divide(&mut x, &mut y) => return Natural::from_limbs(x),
                None => {}
            }
            len = limbs::significant(&x[..len]).max(limbs::significant(&y[..len]));
            x.truncate(len);
            y.truncate(len);
        }
        let word = |limbs: &[u64]| limbs.first().copied().unwrap_or(0);
        Natural::from(gcd_of_words(word(&x), word(&y)))
    }
}

/// One true division of the larger by the smaller, whose remainder becomes y. Returns false if the smaller
/// is 0. Both lengths stay the same. This is rare: runs decide all but one in 2^27 quotients.
#[cold]
fn divide(x: &mut Vec<u64>, y: &mut Vec<u64>) -> bool {
    if limbs::compare(x, y).is_lt() {
        mem::swap(x, y);
    }
    let (large, small) = (Natural::from_limbs(&x[..]), Natural::from_limbs(&y[..]));
    if small.is_zero() {
        return false;
    }
    let rest = &large % &small;
    mem::swap(x, y);
    y.fill(0);
    y[..rest.limbs().len()].copy_from_slice(rest.limbs());
    true
}

fn gcd_of_words(mut x: u64, mut y: u64) -> u64 {
    while y != 0 {
        (x, y) = (y, divide_word(x, y).1);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, power_of_two_less};

    /// Euclid's algorithm, one full division per step.
    fn slow(mut x: Natural, mut y: Natural) -> Natural {
        while !y.is_zero() {
            (x, y) = (y.clone(), &x % &y);
        }
        x
    }

    /// Numbers longer than any modulus, of different lengths, with and without a common factor, in both
    /// orders.
    #[test]
    fn long_numbers_have_the_divisor_that_euclid_finds() {
        let mut random = Random::new(12);
        for (bits, other, common) in [
            (128, 65, 1),
            (2048, 2047, 0),
            (2048, 100, 30),
            (2300, 2300, 700),
            (8192, 8000, 1000),
            (9000, 64, 63),
        ] {
            for _ in 0..5 {
                let factor = &random.natural(common) + &Natural::one();
                let (x, y) = (&random.natural(bits) * &factor, &random.natural(other) * &factor);
                let expected = slow(x.clone(), y.clone());
                assert_eq!(x.gcd(&y), expected, "{x:?} and {y:?}");
                assert_eq!(y.gcd(&x), expected, "{y:?} and {x:?}");
            }
        }
    }

    /// Every quotient, or every second one, is longer than those that a run decides.
    #[test]
    fn long_quotients_are_divided() {
        for bits in [27, 33, 64, 130] {
            let quotient = power_of_two_less(bits, 1);
            let (mut x, mut y) = (Natural::from(7u64), Natural::zero());
            for step in 0..60 {
                let factor = if step % 2 == 0 { quotient.clone() } else { &quotient + &Natural::one() };
                (x, y) = (&(&factor * &x) + &y, x);
                assert_eq!((x.gcd(&y), y.gcd(&x)), (Natural::from(7u64), Natural::from(7u64)));
            }
            assert_eq!(
                (x.gcd(&x), x.gcd(&Natural::zero()), Natural::zero().gcd(&x)),
                (x.clone(), x.clone(), x)
            );
        }
    }
}
