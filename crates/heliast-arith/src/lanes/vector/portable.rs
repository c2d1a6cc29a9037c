//! The vectors of AVX-512 IFMA in plain Rust: the oracle of the others.
//!
//! Nothing is inlined, so that the kernels stay small; this code is slow in any case.

use super::{LIMB_MASK, Operation, RADIX_BITS, Row, Vector};
use crate::backend::Backend;
use core::array::from_fn;

/// Eight words, one operation after another.
#[derive(Clone, Copy, Debug)]
pub(in crate::lanes) struct Portable(());

impl Portable {
    pub(in crate::lanes) fn new() -> Portable {
        Portable(())
    }
}

impl Vector for Portable {
    const BACKEND: Backend = Backend::Portable;
    const PARTS: usize = 1;
    const MERGED: bool = false;
    const WIDE: bool = true;

    type Sum = [u64; 8];
    type Factor = [u64; 8];

    fn enter<O: Operation>(self, operation: &mut O) {
        operation.run(self);
    }

    #[inline(never)]
    fn part(self, _index: usize) -> Portable {
        self
    }

    #[inline(never)]
    fn encode(limb: u64) -> u64 {
        limb
    }

    #[inline(never)]
    fn decode(word: u64) -> u64 {
        word & LIMB_MASK
    }

    #[inline(never)]
    fn load(self, row: &Row) -> [u64; 8] {
        row.0
    }

    #[inline(never)]
    fn store(self, row: &mut Row, limb: [u64; 8]) {
        row.0 = limb;
    }

    #[inline(never)]
    fn broadcast(self, word: &u64) -> [u64; 8] {
        [*word; 8]
    }

    #[inline(never)]
    fn broadcast_integer(self, integer: u64) -> [u64; 8] {
        [integer; 8]
    }

    #[inline(never)]
    fn integer(self, limb: [u64; 8]) -> [u64; 8] {
        limb
    }

    #[inline(never)]
    fn lanes_below(self, limb: [u64; 8], bound: u64) -> u8 {
        limb.iter().rev().fold(0, |lanes, &limb| lanes << 1 | u8::from(limb < bound))
    }

    #[inline(never)]
    fn load_integer(self, row: &Row) -> [u64; 8] {
        row.0
    }

    #[inline(never)]
    fn zero(self) -> [u64; 8] {
        [0; 8]
    }

    #[inline(never)]
    fn add(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        from_fn(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(never)]
    fn shift_left(self, a: [u64; 8], bits: [u64; 8]) -> [u64; 8] {
        from_fn(|i| a[i].wrapping_shl(bits[i] as u32))
    }

    #[inline(never)]
    fn bit(self, a: [u64; 8], index: usize) -> [u64; 8] {
        a.map(|a| a >> index & 1)
    }

    #[inline(never)]
    fn select(self, bit: [u64; 8], zero: [u64; 8], one: [u64; 8]) -> [u64; 8] {
        from_fn(|i| if bit[i] == 0 { zero[i] } else { one[i] })
    }

    #[inline(never)]
    fn reflect(self, bit: [u64; 8], a: [u64; 8], plus: [u64; 8], minus: [u64; 8]) -> [u64; 8] {
        from_fn(|i| if bit[i] == 0 { plus[i].wrapping_add(a[i]) } else { minus[i].wrapping_sub(a[i]) })
    }

    #[inline(never)]
    fn multiply_add(self, low: [u64; 8], high: [u64; 8], a: [u64; 8], b: [u64; 8]) -> ([u64; 8], [u64; 8]) {
        (multiply_add_low(low, a, b), self.multiply_add_high(high, a, b))
    }

    #[inline(never)]
    fn multiply_add_high(self, high: [u64; 8], a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        from_fn(|i| high[i].wrapping_add((product(a[i], b[i]) >> RADIX_BITS) as u64))
    }

    #[inline(never)]
    fn unbias(self, sum: [u64; 8], _lows: usize, _highs: usize) -> [u64; 8] {
        sum
    }

    #[inline(never)]
    fn split(self, x: [u64; 8]) -> ([u64; 8], [u64; 8]) {
        (x.map(|x| x & LIMB_MASK), x.map(|x| x >> RADIX_BITS))
    }

    #[inline(never)]
    fn rounding(self, _k: [u64; 8]) -> [u64; 8] {
        [LIMB_MASK; 8]
    }

    /// lo(q·n) = −x mod 2^52: the carry is that of x, rounded up.
    #[inline(never)]
    fn quotient(self, x: [u64; 8], k: [u64; 8], rounding: [u64; 8]) -> ([u64; 8], [u64; 8]) {
        (multiply_add_low([0; 8], x, k), self.add(x, rounding).map(|x| x >> RADIX_BITS))
    }
}

fn multiply_add_low(sum: [u64; 8], a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
    from_fn(|i| sum[i].wrapping_add(product(a[i], b[i]) as u64 & LIMB_MASK))
}

/// The product of the low 52 bits.
fn product(a: u64, b: u64) -> u128 {
    u128::from(a & LIMB_MASK) * u128::from(b & LIMB_MASK)
}
