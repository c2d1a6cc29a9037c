//! Safe Rust for every machine: carry-less products from integer products.
//!
//! A factor is cut into four, each with every fourth bit. In the integer product of two such pieces every
//! fourth place has a bit of the polynomial product, with room for the sum of up to fifteen ones. The lowest
//! 64 bits have sums of at most sixteen, and sixteen is reached only at the top, where the carry is dropped.
//! The upper half of a product is the lower half of the product of the bit-reversed factors. (The method of
//! the constant-time GHASH in BearSSL, `ghash_ctmul64`.)
//!
//! A product of 64 by 64 bits takes 32 multiplications, a product in GF(2^128) 128.

use super::Multiply;
use crate::binary::{
    Gf128,
    formulas::{self, Word},
};
use heliast_cpu::Portable;

impl Multiply for Portable {
    fn dot(self, a: &[Gf128], b: &[Gf128]) -> Gf128 {
        formulas::dot::<u128>(a, b)
    }

    fn products(self, a: &[Gf128], b: &[Gf128], out: &mut [Gf128]) {
        formulas::products::<u128>(a, b, out);
    }

    fn combine<const I: usize, const O: usize, const N: usize>(
        self,
        matrix: &[[Gf128; I]; O],
        input: &[&[Gf128; N]; I],
        output: &mut [[Gf128; N]; O],
    ) {
        formulas::combine::<u128, I, O, N>(matrix, input, output);
    }

    fn dot64(self, a: &[Gf128], b: &[Gf128]) -> u64 {
        formulas::dot64::<u128>(a, b)
    }

    fn affine384(self, factor: &[u128; 3], inputs: &[[u128; 4]], outputs: &mut [[u8; 48]]) {
        formulas::affine384::<u128>(factor, inputs, outputs);
    }
}

impl Word for u128 {
    fn load(value: u128) -> u128 {
        value
    }

    fn store(self) -> u128 {
        self
    }

    fn xor(self, other: u128) -> u128 {
        self ^ other
    }

    fn low_low(self, other: u128) -> u128 {
        carryless(self as u64, other as u64)
    }

    fn high_high(self, other: u128) -> u128 {
        carryless((self >> 64) as u64, (other >> 64) as u64)
    }

    fn crosswise(self, other: u128) -> u128 {
        // (l + h)(l' + h') + ll' + hh' would save a product if low and high were known, but they are not
        // known here.
        carryless(self as u64, (other >> 64) as u64) ^ carryless((self >> 64) as u64, other as u64)
    }

    fn up(self) -> u128 {
        self << 64
    }

    fn down(self) -> u128 {
        self >> 64
    }
}

fn carryless(a: u64, b: u64) -> u128 {
    let upper = lower_half(a.reverse_bits(), b.reverse_bits()).reverse_bits();
    // The product has 127 bits: its bit 63 + i is bit 63 − i of the product of the bit-reversed factors.
    u128::from(lower_half(a, b)) | u128::from(upper) << 63
}

/// The lower 64 bits of the carry-less product.
fn lower_half(a: u64, b: u64) -> u64 {
    const EVERY_FOURTH: u64 = 0x1111_1111_1111_1111;
    let masks: [u64; 4] = core::array::from_fn(|i| EVERY_FOURTH << i);
    let (a, b) = (masks.map(|mask| a & mask), masks.map(|mask| b & mask));
    let mut product = 0;
    for i in 0..4 {
        let sum = (0..4).fold(0, |sum, j| sum ^ a[j].wrapping_mul(b[(4 + i - j) % 4]));
        product |= sum & masks[i];
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The product, bit by bit.
    fn slow(a: u64, b: u64) -> u128 {
        (0..64).filter(|bit| b >> bit & 1 == 1).fold(0, |product, bit| product ^ u128::from(a) << bit)
    }

    /// The factors with the most ones in a column, for which a sum of sixteen must be dropped at the top.
    #[test]
    fn columns_of_ones_do_not_carry() {
        let every_fourth = 0x1111_1111_1111_1111;
        let patterns = [0, 1, 1 << 63, u64::MAX, 0x5555_5555_5555_5555, 0x3333_3333_3333_3333];
        let fourths = (0..4).map(|shift| every_fourth << shift);
        let all: std::vec::Vec<u64> =
            patterns.into_iter().chain(fourths).flat_map(|x| [x, !x, x >> 1, x << 5]).collect();
        for a in &all {
            for b in &all {
                assert_eq!(carryless(*a, *b), slow(*a, *b), "{a:x} {b:x}");
                assert_eq!(lower_half(*a, *b), slow(*a, *b) as u64, "{a:x} {b:x}");
            }
        }
    }

    /// The words of a product: a = a_0 + a_1·x^64 and b likewise.
    #[test]
    fn halves_make_the_whole() {
        let (a, b) =
            (0x0123_4567_89ab_cdef_fedc_ba98_7654_3210_u128, 0x0f1e_2d3c_4b5a_6978_8796_a5b4_c3d2_e1f0);
        let half = |x: u128, index: u32| (x >> (64 * index)) as u64;
        assert_eq!(a.low_low(b), slow(half(a, 0), half(b, 0)));
        assert_eq!(a.high_high(b), slow(half(a, 1), half(b, 1)));
        assert_eq!(a.crosswise(b), slow(half(a, 0), half(b, 1)) ^ slow(half(a, 1), half(b, 0)));
        assert_eq!((half(a.up(), 0), half(a.up(), 1)), (0, half(a, 0)));
        assert_eq!((half(a.down(), 0), half(a.down(), 1)), (half(a, 1), 0));
    }
}
