//! Rows that fill a block of four columns, in assembly.
//!
//! A product has five instructions on vectors, two of them multiplications. A processor that starts four of
//! these in a cycle and decodes six of all kinds, as Zen 3 does, needs ten cycles for eight products. The
//! compiler's code has 72 to 80 instructions, which take twelve cycles or more. Here a turn of eight products
//! has 60, with 14 loads, where 20 would be possible. A factor is needed in two registers, since the first
//! multiplication overwrites one with its sum. Half of the factors are read twice, which is another load, and
//! half are copied, which is another instruction.
//!
//! A turn has two rows, of one product or of two. So there are half as many ends of loops, each of which a
//! processor may predict wrongly.

use super::{Fma, TWO_104, TWO_104_LESS};
use crate::lanes::vector::Row;
use core::arch::{
    asm,
    x86_64::{__m256i, _mm256_set1_pd},
};

/// The width of the blocks.
const WIDTH: usize = 4;

/// The number of words from one row to the next.
const STEP: usize = size_of::<Row>() / size_of::<f64>();

/// [`add_rows`](crate::lanes::vector::Vector::add_rows), for even numbers of rows.
#[inline(always)]
pub(super) fn add<const W: usize>(
    v: Fma,
    low: &mut [__m256i; W],
    above: &mut __m256i,
    x: &[Row],
    y: &[Row],
) -> bool {
    let turns = x.len() / 2;
    let fits = W == WIDTH && x.len() == 2 * turns && y.len() + 1 == x.len() + W;
    if fits && turns > 0 {
        let y = &y[x.len() - 1..];
        // SAFETY: even rows of x, and odd ones; those of y from x.len() − 1 and x.len() − 2 downwards end at
        // its first two. `v` proves AVX2 and FMA.
        unsafe {
            let (x, y) = (words(v, x), words(v, y));
            add_pairs(low, above, [x, x.add(STEP)], [y, y.sub(STEP)], 2 * size_of::<Row>(), turns);
        }
    }
    fits
}

/// [`add_rows_of_two`](crate::lanes::vector::Vector::add_rows_of_two).
#[inline(always)]
pub(super) fn add_of_two<const W: usize>(
    v: Fma,
    low: &mut [__m256i; W],
    above: &mut __m256i,
    x: [&[Row]; 2],
    y: [&[Row]; 2],
) -> bool {
    let turns = x[0].len();
    let length = turns + WIDTH - 1;
    let fits = W == WIDTH && x[1].len() == turns && y[0].len() == length && y[1].len() == length;
    if fits && turns > 0 {
        let y = [&y[0][turns - 1..], &y[1][turns - 1..]];
        // SAFETY: all rows of both x; those of both y from turns − 1 downwards end at their first. `v` proves
        // AVX2 and FMA.
        unsafe {
            let (x, y) = ([words(v, x[0]), words(v, x[1])], [words(v, y[0]), words(v, y[1])]);
            add_pairs(low, above, x, y, size_of::<Row>(), turns);
        }
    }
    fits
}

/// The words of a part of the first row.
#[inline(always)]
fn words(v: Fma, rows: &[Row]) -> *const f64 {
    rows.as_ptr().cast::<f64>().wrapping_add(v.first)
}

/// Adds hi and lo of the product of a factor and the limb at an offset from a pointer to two sums.
macro_rules! product {
    ($x:literal, $y:literal, $offset:literal, $low:literal, $high:literal, copied) => {
        concat!(
            "vmovapd {limb}, [{",
            $y,
            "} + ",
            $offset,
            "]\n",
            "vmovapd {hi}, {limb}\n",
            "vfmadd213pd {hi}, {",
            $x,
            "}, {high}\n",
            "vsubpd {lo}, {rest}, {hi}\n",
            "vfmadd231pd {lo}, {",
            $x,
            "}, {limb}\n",
            "vpaddq {",
            $high,
            "}, {",
            $high,
            "}, {hi}\n",
            "vpsubq {",
            $low,
            "}, {",
            $low,
            "}, {lo}"
        )
    };
    ($x:literal, $y:literal, $offset:literal, $low:literal, $high:literal, read_twice) => {
        concat!(
            "vmovapd {hi}, [{",
            $y,
            "} + ",
            $offset,
            "]\n",
            "vfmadd213pd {hi}, {",
            $x,
            "}, {high}\n",
            "vsubpd {lo}, {rest}, {hi}\n",
            "vfmadd231pd {lo}, {",
            $x,
            "}, [{",
            $y,
            "} + ",
            $offset,
            "]\n",
            "vpaddq {",
            $high,
            "}, {",
            $high,
            "}, {hi}\n",
            "vpsubq {",
            $low,
            "}, {",
            $low,
            "}, {lo}"
        )
    };
}

/// Adds `turns` pairs of rows, at least one: from the two pointers of x upwards, and from those of y, at the
/// limb of the first column, downwards, by `bytes` bytes.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn add_pairs<const W: usize>(
    low: &mut [__m256i; W],
    above: &mut __m256i,
    x: [*const f64; 2],
    y: [*const f64; 2],
    bytes: usize,
    turns: usize,
) {
    // SAFETY: the caller's pointers are valid for these reads.
    unsafe {
        asm!(
            "2:",
            "vmovapd {a}, [{xa}]",
            "vmovapd {b}, [{xb}]",
            product!("a", "ya", "0", "s0", "s1", copied),
            product!("a", "ya", "64", "s1", "s2", read_twice),
            product!("a", "ya", "128", "s2", "s3", copied),
            product!("a", "ya", "192", "s3", "s4", read_twice),
            product!("b", "yb", "0", "s0", "s1", copied),
            product!("b", "yb", "64", "s1", "s2", read_twice),
            product!("b", "yb", "128", "s2", "s3", copied),
            product!("b", "yb", "192", "s3", "s4", read_twice),
            "add {xa}, {bytes}",
            "add {xb}, {bytes}",
            "sub {ya}, {bytes}",
            "sub {yb}, {bytes}",
            "dec {turns}",
            "jnz 2b",
            xa = inout(reg) x[0] => _,
            xb = inout(reg) x[1] => _,
            ya = inout(reg) y[0] => _,
            yb = inout(reg) y[1] => _,
            bytes = in(reg) bytes,
            turns = inout(reg) turns => _,
            s0 = inout(ymm_reg) low[0],
            s1 = inout(ymm_reg) low[1 % W],
            s2 = inout(ymm_reg) low[2 % W],
            s3 = inout(ymm_reg) low[3 % W],
            s4 = inout(ymm_reg) *above,
            a = out(ymm_reg) _,
            b = out(ymm_reg) _,
            limb = out(ymm_reg) _,
            hi = out(ymm_reg) _,
            lo = out(ymm_reg) _,
            high = in(ymm_reg) _mm256_set1_pd(TWO_104),
            rest = in(ymm_reg) _mm256_set1_pd(TWO_104_LESS),
            // It sets the inexact flag of MXCSR.
            options(pure, readonly, nostack)
        );
    }
}

#[cfg(test)]
mod tests;
