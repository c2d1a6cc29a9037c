//! Arithmetic modulo an odd number in a time that does not depend on the residues: for exponents that must
//! stay secret.
//!
//! Everything else in this crate runs in variable time. Here no branch and no address depends on a residue;
//! lengths, the modulus and numbers that are entered are public. Valgrind checks this (`./test consttime`).
//!
//! Montgomery's representation in 64-bit limbs, as in `kernel/montgomery.rs`, in rows: the product, then the
//! reduction, then one subtraction of N or of 0, which a mask selects. A product of L limbs takes 2·L² + L
//! limb products. If the CPU has ADX and the length is a multiple of eight limbs, the rows are those of
//! `kernel/adx/rows.rs`. Valgrind does not support ADX and checks the other rows. `tools/kernels/prove.py`
//! executes the assembly of these rows from lengths alone, which would fail if a branch or an address
//! depended on anything else.

use crate::{
    int::Natural,
    limbs::{self, sub_borrow},
    ring::{RingError, check},
};
use alloc::{vec, vec::Vec};
use core::{array, hint::black_box};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// The number of limbs of an entry that are selected at a time.
const SELECTED: usize = 16;

/// The integers modulo an odd number.
#[derive(Clone, Debug)]
pub struct Steady {
    modulus: Vec<u64>,
    negated_inverse: u64,
    /// R² mod N for R = 2^(64·L).
    square_of_r: Vec<u64>,
    one: Vec<u64>,
    rows: Rows,
}

/// The rows of products and reductions.
#[derive(Clone, Copy, Debug)]
enum Rows {
    #[cfg(target_arch = "x86_64")]
    Adx(crate::kernel::Rows),
    Portable,
}

impl Rows {
    /// The fastest rows for numbers of this many limbs.
    #[cfg(target_arch = "x86_64")]
    fn fastest(limbs: usize) -> Rows {
        crate::kernel::Rows::detect().filter(|rows| rows.serve(limbs)).map_or(Rows::Portable, Rows::Adx)
    }

    /// The only rows.
    #[cfg(not(target_arch = "x86_64"))]
    fn fastest(_limbs: usize) -> Rows {
        Rows::Portable
    }

    /// `t = a·b`.
    fn product(self, t: &mut [u64], a: &[u64], b: &[u64]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Rows::Adx(rows) => rows.product(t, a, b),
            Rows::Portable => limbs::multiply(t, a, b),
        }
    }

    /// Adds a multiple of n to t so that the low half is 0. Returns whether there is a carry above the high
    /// half.
    fn reduce(self, t: &mut [u64], n: &[u64], negated_inverse: u64) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Rows::Adx(rows) => rows.reduce(t, n, negated_inverse),
            Rows::Portable => limbs::clear_low_half(t, n, negated_inverse),
        }
    }
}

/// A residue of a [`Steady`]; overwritten when dropped.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct SteadyResidue(Vec<u64>);

/// Memory for products, overwritten when dropped.
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct SteadyScratch(Vec<u64>);

impl Steady {
    /// The integers modulo `odd`.
    ///
    /// # Errors
    /// If `odd` is even, below 3, or longer than [`MAX_MODULUS_BITS`](crate::MAX_MODULUS_BITS).
    pub fn new(odd: &Natural) -> Result<Steady, RingError> {
        check(odd)?;
        let length = odd.limbs().len();
        let reduced = |bits: usize| padded(&(&Natural::one().shl(bits) % odd), length);
        Ok(Steady {
            modulus: padded(odd, length),
            negated_inverse: limbs::inverse_of_odd(odd.low_limb()).wrapping_neg(),
            square_of_r: reduced(128 * length),
            one: reduced(64 * length),
            rows: Rows::fastest(length),
        })
    }

    /// Memory for the products of this modulus.
    pub fn scratch(&self) -> SteadyScratch {
        SteadyScratch(vec![0; 2 * self.modulus.len()])
    }

    /// 1.
    pub fn one(&self) -> SteadyResidue {
        SteadyResidue(self.one.clone())
    }

    /// The residue of a public number of any size.
    pub fn enter(&self, value: &Natural) -> SteadyResidue {
        let modulus = Natural::from_limbs(self.modulus.clone());
        let mut residue = SteadyResidue(padded(&(value % &modulus), self.modulus.len()));
        let square_of_r = SteadyResidue(self.square_of_r.clone());
        self.mul_assign(&mut residue, &square_of_r, &mut self.scratch());
        residue
    }

    /// `a = a·b`.
    pub fn mul_assign(&self, a: &mut SteadyResidue, b: &SteadyResidue, scratch: &mut SteadyScratch) {
        self.rows.product(&mut scratch.0, &a.0, &b.0);
        self.reduce(&mut a.0, &mut scratch.0);
    }

    /// `a = a^(2^n)`; n is public.
    pub fn square_n(&self, a: &mut SteadyResidue, n: usize, scratch: &mut SteadyScratch) {
        for _ in 0..n {
            self.rows.product(&mut scratch.0, &a.0, &a.0);
            self.reduce(&mut a.0, &mut scratch.0);
        }
    }

    /// `into = table[index]`. The index is secret, so the whole table is read.
    pub fn select(&self, table: &[SteadyResidue], index: usize, into: &mut SteadyResidue) {
        // A few limbs of all entries at a time, so that the sum stays in registers.
        for (block, into) in into.0.chunks_mut(SELECTED).enumerate() {
            let mut sum = [0; SELECTED];
            for (place, entry) in table.iter().enumerate() {
                let mask = equal_mask(place as u64, index as u64);
                let limbs = &entry.0[SELECTED * block..];
                match limbs.first_chunk::<SELECTED>() {
                    Some(limbs) => sum = array::from_fn(|i| sum[i] | limbs[i] & mask),
                    None => sum.iter_mut().zip(limbs).for_each(|(sum, limb)| *sum |= limb & mask),
                }
            }
            into.copy_from_slice(&sum[..into.len()]);
        }
    }

    /// Writes the smaller one of x and N − x, big-endian, to at least as many bytes as N has; bytes above the
    /// number are 0.
    pub fn write_smaller(&self, x: &SteadyResidue, into: &mut [u8]) {
        let (mut scratch, mut one) = (self.scratch(), SteadyResidue(vec![0; self.modulus.len()]));
        one.0[0] = 1;
        self.mul_assign(&mut one, x, &mut scratch);
        let number = one;
        let (mut other, mut borrow) = (number.clone(), false);
        for (limb, n) in other.0.iter_mut().zip(&self.modulus) {
            (*limb, borrow) = sub_borrow(*n, *limb, borrow);
        }
        // Whether N − x < x.
        borrow = false;
        for (limb, x) in other.0.iter().zip(&number.0) {
            (_, borrow) = sub_borrow(*limb, *x, borrow);
        }
        let mask = black_box(u64::from(borrow).wrapping_neg());
        into.fill(0);
        for (bytes, (x, other)) in into.rchunks_mut(8).zip(number.0.iter().zip(&other.0)) {
            let limb = (x & !mask | other & mask).to_be_bytes();
            bytes.copy_from_slice(&limb[8 - bytes.len()..]);
        }
    }

    /// `out = t/R mod N`, canonical if t < N·R; destroys t.
    fn reduce(&self, out: &mut [u64], t: &mut [u64]) {
        let (n, length) = (&self.modulus[..], self.modulus.len());
        let carry = self.rows.reduce(t, n, self.negated_inverse);
        // The low half of t is 0 now, and gets the difference.
        let (low, high) = t.split_at_mut(length);
        let mut borrow = false;
        for ((difference, limb), n) in low.iter_mut().zip(&*high).zip(n) {
            (*difference, borrow) = sub_borrow(*limb, *n, borrow);
        }
        // The difference is the result unless the number was below N, that is, without a carry above it and
        // with a borrow.
        let mask = black_box(u64::from(carry | !borrow).wrapping_neg());
        for ((limb, difference), high) in out.iter_mut().zip(&*low).zip(&*high) {
            *limb = difference & mask | high & !mask;
        }
    }
}

/// All ones if the two are equal, else 0.
fn equal_mask(a: u64, b: u64) -> u64 {
    let difference = a ^ b;
    let is_different = (difference | difference.wrapping_neg()) >> 63;
    black_box(is_different).wrapping_sub(1)
}

/// The limbs of `value` and zeros up to `length`.
fn padded(value: &Natural, length: usize) -> Vec<u64> {
    let mut limbs = value.limbs().to_vec();
    limbs.resize(length, 0);
    limbs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Ring,
        testing::{Random, power_of_two_less},
    };
    use proptest::prelude::*;

    fn number(bytes: &[u8]) -> Natural {
        Natural::from_be_bytes(bytes)
    }

    /// The smaller one of x and N − x.
    fn smaller(x: &Natural, modulus: &Natural) -> Natural {
        let other = modulus.sub(x).unwrap();
        if other < *x { other } else { x.clone() }
    }

    fn written(steady: &Steady, x: &SteadyResidue, len: usize) -> Natural {
        let mut bytes = vec![0xff; len];
        steady.write_smaller(x, &mut bytes);
        number(&bytes)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        /// The oracle is the ring.
        #[test]
        fn it_computes_what_a_ring_does(
            modulus in prop::collection::vec(any::<u8>(), 1..80),
            a in prop::collection::vec(any::<u8>(), 90),
            b in prop::collection::vec(any::<u8>(), 90),
            n in 0usize..5,
        ) {
            let mut modulus = modulus;
            *modulus.last_mut().unwrap() |= 3;
            let odd = number(&modulus);
            let (ring, steady) = (Ring::new(&odd).unwrap(), Steady::new(&odd).unwrap());
            let mut scratch = steady.scratch();
            let (mut x, y) = (steady.enter(&number(&a)), steady.enter(&number(&b)));
            let (mut expected, other) = (ring.residue(&number(&a)), ring.residue(&number(&b)));
            for _ in 0..3 {
                steady.mul_assign(&mut x, &y, &mut scratch);
                steady.square_n(&mut x, n, &mut scratch);
                ring.mul_assign(&mut expected, &other);
                ring.square_n(&mut expected, n as u64);
            }
            let found = written(&steady, &x, modulus.len());
            prop_assert_eq!(found, smaller(&ring.natural(&expected), &odd));
        }
    }

    /// Whole blocks, for which there may be rows in assembly; the oracle is the code without them.
    #[test]
    fn all_rows_give_the_same() {
        let mut random = Random::new(36);
        for limbs in [8, 16, 32, 40, 128] {
            for mut odd in [
                power_of_two_less(64 * limbs, 1),
                random.natural(64 * limbs),
                random.natural(64 * limbs - 60),
            ] {
                if odd.is_even() {
                    odd = odd.add(&Natural::one());
                }
                let steady = Steady::new(&odd).unwrap();
                let portable = Steady { rows: Rows::Portable, ..steady.clone() };
                let mut scratch = steady.scratch();
                let last = odd.sub(&Natural::one()).unwrap();
                for (a, b) in [(last.clone(), last), (random.natural(64 * limbs), random.natural(64 * limbs))]
                {
                    let (mut x, y) = (steady.enter(&a), portable.enter(&b));
                    let mut expected = portable.enter(&a);
                    assert_eq!(x.0, expected.0);
                    for _ in 0..20 {
                        steady.mul_assign(&mut x, &y, &mut scratch);
                        portable.mul_assign(&mut expected, &y, &mut scratch);
                        assert_eq!(x.0, expected.0, "{limbs} limbs");
                        steady.square_n(&mut x, 1, &mut scratch);
                        portable.square_n(&mut expected, 1, &mut scratch);
                        assert_eq!(x.0, expected.0, "{limbs} limbs");
                    }
                }
            }
        }
    }

    /// Numbers for which the last subtraction is needed or just not needed.
    #[test]
    fn numbers_at_the_ends() {
        for odd in [3u64, 5, u64::MAX, u64::MAX - 58].map(Natural::from).into_iter().chain([
            Natural::one().shl(128).sub(&Natural::one()).unwrap(),
            Natural::one().shl(128).add(&Natural::one()),
            Natural::one().shl(191).add(&Natural::one()),
        ]) {
            let steady = Steady::new(&odd).unwrap();
            let mut scratch = steady.scratch();
            let one = Natural::one();
            let ends =
                [Natural::zero(), one.clone(), odd.shr(1), odd.shr(1).add(&one), odd.sub(&one).unwrap()];
            for a in &ends {
                for b in &ends {
                    let mut x = steady.enter(a);
                    steady.mul_assign(&mut x, &steady.enter(b), &mut scratch);
                    let expected = smaller(&(&a.mul(b) % &odd), &odd);
                    // For 0, both are 0 and N; the smaller one is 0.
                    assert_eq!(written(&steady, &x, 25), expected, "{a} · {b} modulo {odd}");
                }
            }
        }
    }

    #[test]
    fn every_entry_of_a_table_is_found() {
        let steady = Steady::new(&Natural::from(1_000_003u64)).unwrap();
        let table: Vec<_> = (0..64u64).map(|value| steady.enter(&Natural::from(value))).collect();
        let mut found = steady.one();
        for index in 0..64 {
            steady.select(&table, index, &mut found);
            assert_eq!(written(&steady, &found, 8), Natural::from(index as u64));
        }
    }

    #[test]
    fn moduli_are_odd_and_not_too_long() {
        assert_eq!(Steady::new(&Natural::from(4u64)).err(), Some(RingError::Even));
        assert_eq!(Steady::new(&Natural::one()).err(), Some(RingError::TooSmall));
        let long = Natural::one().shl(crate::MAX_MODULUS_BITS).add(&Natural::one());
        assert_eq!(Steady::new(&long).err(), Some(RingError::TooLarge));
    }
}
