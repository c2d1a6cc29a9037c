//! Four products at a time: carry-less multiplication on vectors of 512 bits, VPCLMULQDQ.
//!
//! The formulas are those of one product, for all four words of a vector. Data that does not fill a vector is
//! left to PCLMULQDQ.
#![allow(unsafe_code)]

use super::{Multiply, pclmul::Vector};
use crate::{
    binary::{
        Gf128,
        formulas::{self, Sum, Word},
    },
    quarters::{WIDTH, turned, vector, words},
};
use core::arch::x86_64::{
    __m512i, _mm512_bslli_epi128, _mm512_bsrli_epi128, _mm512_clmulepi64_epi128, _mm512_xor_si512,
};
use heliast_cpu::Vpclmul;

impl Multiply for Vpclmul {
    fn dot(self, a: &[Gf128], b: &[Gf128]) -> Gf128 {
        // SAFETY: the value proves that the CPU has the instructions.
        unsafe { dot(a, b) }
    }

    fn products(self, a: &[Gf128], b: &[Gf128], out: &mut [Gf128]) {
        // SAFETY: as above.
        unsafe { products(a, b, out) }
    }

    fn combine<const I: usize, const O: usize, const N: usize>(
        self,
        matrix: &[[Gf128; I]; O],
        input: &[&[Gf128; N]; I],
        output: &mut [[Gf128; N]; O],
    ) {
        // SAFETY: as above.
        unsafe { combine(matrix, input, output) }
    }

    fn dot64(self, a: &[Gf128], b: &[Gf128]) -> u64 {
        // SAFETY: as above.
        unsafe { dot64(a, b) }
    }

    fn affine384(self, factor: &[u128; 3], inputs: &[[u128; 4]], outputs: &mut [[u8; 48]]) {
        // SAFETY: as above.
        unsafe { affine384(factor, inputs, outputs) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq,pclmulqdq")]
fn dot(a: &[Gf128], b: &[Gf128]) -> Gf128 {
    let ((fours_a, a), (fours_b, b)) = (a.as_chunks(), b.as_chunks());
    let mut sum = Sum::<Vector>::zero();
    if !fours_a.is_empty() {
        let mut fours = Sum::<Four>::zero();
        for (a, b) in fours_a.iter().zip(fours_b) {
            fours.add_product(Four::read(a), Four::read(b));
        }
        sum = Sum { low: fours.low.total(), middle: fours.middle.total(), high: fours.high.total() };
    }
    for (a, b) in a.iter().zip(b) {
        sum.add_product(Vector::load(a.0), Vector::load(b.0));
    }
    Gf128(sum.reduce().store())
}

#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq,pclmulqdq")]
fn products(a: &[Gf128], b: &[Gf128], out: &mut [Gf128]) {
    let ((fours_a, a), (fours_b, b), (fours, out)) = (a.as_chunks(), b.as_chunks(), out.as_chunks_mut());
    for ((a, b), out) in fours_a.iter().zip(fours_b).zip(fours) {
        let mut sum = Sum::zero();
        sum.add_product(Four::read(a), Four::read(b));
        sum.reduce().write(out);
    }
    formulas::products::<Vector>(a, b, out);
}

#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq,pclmulqdq")]
fn combine<const I: usize, const O: usize, const N: usize>(
    matrix: &[[Gf128; I]; O],
    input: &[&[Gf128; N]; I],
    output: &mut [[Gf128; N]; O],
) {
    for (row, out) in matrix.iter().zip(output) {
        let (fours, rest) = out.as_chunks_mut();
        for (n, out) in fours.iter_mut().enumerate() {
            let mut sum = Sum::zero();
            for (factor, input) in row.iter().zip(input) {
                sum.add_product(Four::load(factor.0), Four::read(&input.as_chunks().0[n]));
            }
            sum.reduce().write(out);
        }
        for (out, n) in rest.iter_mut().zip(N / WIDTH * WIDTH..) {
            let mut sum = Sum::zero();
            for (factor, input) in row.iter().zip(input) {
                sum.add_product(Vector::load(factor.0), Vector::load(input[n].0));
            }
            *out = Gf128(sum.reduce().store());
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq,pclmulqdq")]
fn dot64(a: &[Gf128], b: &[Gf128]) -> u64 {
    let ((fours_a, a), (fours_b, b)) = (a.as_chunks(), b.as_chunks());
    let mut sum = Four::load(0);
    for (a, b) in fours_a.iter().zip(fours_b) {
        let (a, b) = (Four::read(a), Four::read(b));
        sum = sum.xor(a.low_low(b)).xor(a.high_high(b));
    }
    formulas::dot64_from(sum.total::<Vector>(), a, b)
}

#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq,pclmulqdq")]
fn affine384(factor: &[u128; 3], inputs: &[[u128; 4]], outputs: &mut [[u8; 48]]) {
    let wide = [Four::load(factor[0]), Four::load(factor[1]), Four::load(factor[2])];
    let ((fours, inputs), (fours_out, outputs)) = (inputs.as_chunks(), outputs.as_chunks_mut::<WIDTH>());
    for (inputs, outputs) in fours.iter().zip(fours_out) {
        let [a, b, c, d] = *inputs;
        let [x0, x1, x2, x3] = turned([vector(a), vector(b), vector(c), vector(d)]);
        let [y1, y2, y3] = formulas::multiple384(wide, Four(x0));
        let (y1, y2, y3) = (y1.xor(Four(x1)), y2.xor(Four(x2)), y3.xor(Four(x3)));
        // The fourth word of an output is not kept.
        for (output, of_output) in outputs.iter_mut().zip(turned([y1.0, y2.0, y3.0, x0])) {
            for (bytes, word) in output.as_chunks_mut::<16>().0.iter_mut().zip(words(of_output)) {
                *bytes = word.to_le_bytes();
            }
        }
    }
    formulas::affine384::<Vector>(factor, inputs, outputs);
}

/// Four words. A value is made only inside the functions above, which run with VPCLMULQDQ and into which all
/// methods are inlined.
#[derive(Clone, Copy)]
struct Four(__m512i);

impl Four {
    #[inline(always)]
    fn read(from: &[Gf128; WIDTH]) -> Four {
        let [Gf128(a), Gf128(b), Gf128(c), Gf128(d)] = *from;
        Four(vector([a, b, c, d]))
    }

    #[inline(always)]
    fn write(self, to: &mut [Gf128; WIDTH]) {
        let [a, b, c, d] = words(self.0);
        *to = [Gf128(a), Gf128(b), Gf128(c), Gf128(d)];
    }

    /// The sum of the four words.
    #[inline(always)]
    fn total<W: Word>(self) -> W {
        let [a, b, c, d] = words(self.0);
        W::load(a ^ b ^ c ^ d)
    }
}

/// The same operation on all four words.
impl Word for Four {
    #[inline(always)]
    fn load(value: u128) -> Four {
        Four(vector([value; WIDTH]))
    }

    /// Stores the first word.
    #[inline(always)]
    fn store(self) -> u128 {
        words(self.0)[0]
    }

    #[inline(always)]
    fn xor(self, other: Four) -> Four {
        // SAFETY: a `Four` is made only if the CPU has AVX-512 F, AVX-512 BW and VPCLMULQDQ.
        unsafe { Four(_mm512_xor_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn low_low(self, other: Four) -> Four {
        // SAFETY: as in `xor`.
        unsafe { Four(_mm512_clmulepi64_epi128::<0x00>(self.0, other.0)) }
    }

    #[inline(always)]
    fn high_high(self, other: Four) -> Four {
        // SAFETY: as in `xor`.
        unsafe { Four(_mm512_clmulepi64_epi128::<0x11>(self.0, other.0)) }
    }

    #[inline(always)]
    fn crosswise(self, other: Four) -> Four {
        // SAFETY: as in `xor`.
        unsafe {
            let low_high = _mm512_clmulepi64_epi128::<0x10>(self.0, other.0);
            let high_low = _mm512_clmulepi64_epi128::<0x01>(self.0, other.0);
            Four(_mm512_xor_si512(low_high, high_low))
        }
    }

    #[inline(always)]
    fn up(self) -> Four {
        // SAFETY: as in `xor`.
        unsafe { Four(_mm512_bslli_epi128::<8>(self.0)) }
    }

    #[inline(always)]
    fn down(self) -> Four {
        // SAFETY: as in `xor`.
        unsafe { Four(_mm512_bsrli_epi128::<8>(self.0)) }
    }
}
