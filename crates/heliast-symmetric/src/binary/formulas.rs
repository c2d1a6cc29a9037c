//! The formulas of products, for every kind of word.

use super::Gf128;

/// A polynomial of 128 bits, in the register of a kernel.
pub(super) trait Word: Copy {
    fn load(value: u128) -> Self;
    fn store(self) -> u128;
    fn xor(self, other: Self) -> Self;
    /// The product of the lower 64 bits.
    fn low_low(self, other: Self) -> Self;
    /// The product of the upper 64 bits.
    fn high_high(self, other: Self) -> Self;
    /// The product of lower and upper plus that of upper and lower.
    fn crosswise(self, other: Self) -> Self;
    /// The product with x^64, without the upper half.
    fn up(self) -> Self;
    /// The upper half, moved down.
    fn down(self) -> Self;
}

/// low + middle·x^64 + high·x^128: a sum of products that is not reduced.
#[derive(Clone, Copy)]
pub(super) struct Sum<W> {
    pub(super) low: W,
    pub(super) middle: W,
    pub(super) high: W,
}

impl<W: Word> Sum<W> {
    #[inline(always)]
    pub(super) fn zero() -> Sum<W> {
        Sum { low: W::load(0), middle: W::load(0), high: W::load(0) }
    }

    #[inline(always)]
    pub(super) fn add_product(&mut self, a: W, b: W) {
        self.low = self.low.xor(a.low_low(b));
        self.middle = self.middle.xor(a.crosswise(b));
        self.high = self.high.xor(a.high_high(b));
    }

    /// The lower and the upper 128 bits.
    #[inline(always)]
    fn halves(self) -> (W, W) {
        (self.low.xor(self.middle.up()), self.high.xor(self.middle.down()))
    }

    /// Reduces modulo x^128 + x^7 + x^2 + x + 1. The part from the upper quarter reaches 7 bits into the
    /// third quarter.
    #[inline(always)]
    pub(super) fn reduce(self) -> W {
        let modulus = W::load(0x87 << 64 | 0x87);
        let (low, high) = self.halves();
        let fourth = high.high_high(modulus);
        let third = high.xor(fourth.down());
        low.xor(fourth.up()).xor(third.low_low(modulus))
    }
}

#[inline(always)]
pub(super) fn multiply<W: Word>(a: Gf128, b: Gf128) -> Gf128 {
    dot::<W>(&[a], &[b])
}

#[inline(always)]
pub(super) fn dot<W: Word>(a: &[Gf128], b: &[Gf128]) -> Gf128 {
    let mut sum = Sum::zero();
    for (a, b) in a.iter().zip(b) {
        sum.add_product(W::load(a.0), W::load(b.0));
    }
    Gf128(sum.reduce().store())
}

#[inline(always)]
pub(super) fn products<W: Word>(a: &[Gf128], b: &[Gf128], out: &mut [Gf128]) {
    for ((a, b), out) in a.iter().zip(b).zip(out) {
        *out = multiply::<W>(*a, *b);
    }
}

#[inline(always)]
pub(super) fn combine<W: Word, const I: usize, const O: usize, const N: usize>(
    matrix: &[[Gf128; I]; O],
    input: &[&[Gf128; N]; I],
    output: &mut [[Gf128; N]; O],
) {
    for (row, out) in matrix.iter().zip(output) {
        for (n, out) in out.iter_mut().enumerate() {
            let mut sum = Sum::zero();
            for (factor, input) in row.iter().zip(input) {
                sum.add_product(W::load(factor.0), W::load(input[n].0));
            }
            *out = Gf128(sum.reduce().store());
        }
    }
}

#[inline(always)]
pub(super) fn dot64<W: Word>(a: &[Gf128], b: &[Gf128]) -> u64 {
    dot64_from(W::load(0), a, b)
}

/// The sum of products, added to an earlier sum.
#[inline(always)]
pub(super) fn dot64_from<W: Word>(mut sum: W, a: &[Gf128], b: &[Gf128]) -> u64 {
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (W::load(a.0), W::load(b.0));
        sum = sum.xor(a.low_low(b)).xor(a.high_high(b));
    }
    // x^64 = x^4 + x^3 + x + 1; the second fold has at most 4 bits to fold.
    let modulus = W::load(0x1b << 64 | 0x1b);
    let once = sum.high_high(modulus);
    let twice = once.high_high(modulus);
    sum.xor(once).xor(twice).store() as u64
}

#[inline(always)]
pub(super) fn affine384<W: Word>(factor: &[u128; 3], inputs: &[[u128; 4]], outputs: &mut [[u8; 48]]) {
    let factor = factor.map(W::load);
    for (input, output) in inputs.iter().zip(outputs) {
        let [first, second, third] = multiple384(factor, W::load(input[0]));
        let words = [first.store() ^ input[1], second.store() ^ input[2], third.store() ^ input[3]];
        for (bytes, word) in output.as_chunks_mut::<16>().0.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
    }
}

/// `factor`·`x` in GF(2^384).
#[inline(always)]
pub(super) fn multiple384<W: Word>(factor: [W; 3], x: W) -> [W; 3] {
    // x^384 = x^12 + x^3 + x^2 + 1.
    let modulus = W::load(0x100d << 64 | 0x100d);
    let (l0, h0) = product(factor[0], x).halves();
    let (l1, h1) = product(factor[1], x).halves();
    let (l2, h2) = product(factor[2], x).halves();
    // The fourth word has at most 127 bits, and 139 after the fold.
    let upper = h2.high_high(modulus);
    let lower = h2.low_low(modulus).xor(upper.up());
    [l0.xor(lower), l1.xor(h0).xor(upper.down()), l2.xor(h1)]
}

#[inline(always)]
fn product<W: Word>(a: W, b: W) -> Sum<W> {
    let mut sum = Sum::zero();
    sum.add_product(a, b);
    sum
}
