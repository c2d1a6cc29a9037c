//! Products of 16-bit integers: r = 12, four columns in a vector, two rows at a time by
//! `i32x4.dot_i16x8_s`.
//!
//! Bounds, for L <= 352: digits are at most 2^11 + 2^7, doubled ones twice that. A column of the
//! square is at most L/2 · (2^11 + 2^7) · (2^12 + 2^8) < 2^31, one of the fold at most
//! (L + 1) · (2^11 + 2^7) · 2^11 + 2^12 < 2^31. Its first carry is below 2^19, that of the second
//! pass below 2^7.

use crate::memory::{Cells, load, store};
use core::arch::wasm32::{
    i16x8, i16x8_shl, i16x8_shuffle, i32x4_add, i32x4_dot_i16x8, i32x4_replace_lane, i32x4_shl, i32x4_shr,
    i32x4_shuffle, i32x4_splat, i32x4_sub, unreachable, v128, v128_and, v128_load32_splat, v128_or,
};

const R: u32 = 12;
/// The most digits: of numbers of 4,096 bits.
const MOST: usize = 352;
/// Vectors of four columns that are summed up together.
const G: usize = 4;
/// Columns behind the digits that are read as zeros, and one vector before them.
const PAD: usize = 16;
const WIDE: usize = 4 * (MOST + 2 * PAD);

static TABLE: Cells<{ 4 * MOST * (MOST / 2 + 1) }> = Cells::new();
/// At the edges of `square` the digits; in between pairs (x_(i−1), x_i) of 16 bits each, the first
/// one lower.
static OPERAND: Cells<WIDE> = Cells::new();
/// The same pairs, doubled.
static DOUBLED: Cells<WIDE> = Cells::new();
/// Pairs (x_(i+1), x_i), from PAD on.
static CROSSED: Cells<WIDE> = Cells::new();
static PRODUCT: Cells<{ 4 * (2 * MOST + 2 * PAD) }> = Cells::new();
/// Pairs of the digits that are folded: (T_(F+2i), T_(F+2i+1)).
static FOLDED: Cells<{ 2 * (MOST + 2 * PAD) }> = Cells::new();

/// Where JavaScript writes the rows: for each group of sixteen columns its part of the rows, two by
/// two: the digit of row 2i in the lower half of a lane, that of row 2i + 1 in the upper.
#[unsafe(no_mangle)]
pub extern "C" fn table() -> *mut u8 {
    TABLE.start()
}

/// Where the number's digits are, as 32-bit integers.
#[unsafe(no_mangle)]
pub extern "C" fn operand() -> *mut u8 {
    OPERAND.start()
}

/// Squares the operand n times. Traps unless L is a multiple of 16, and at most [`MOST`].
#[unsafe(no_mangle)]
pub extern "C" fn square(limbs: usize, n: u32) {
    if limbs == 0 || limbs > MOST || limbs % (4 * G) != 0 {
        unreachable();
    }
    // SAFETY: `limbs` is what these functions ask for.
    unsafe {
        begin(limbs);
        for _ in 0..n {
            let mut carry = Carry::none();
            for column in (0..2 * limbs).step_by(4 * G) {
                square_group(column, limbs, &mut carry);
            }
            pair_up(limbs);
            fold(limbs);
        }
        end(limbs);
    }
}

/// The halves of two carry passes that go from four columns to the next.
struct Carry([v128; 2]);

impl Carry {
    #[inline(always)]
    fn none() -> Carry {
        Carry([i32x4_splat(0); 2])
    }

    /// The digits of four columns.
    #[inline(always)]
    fn settle(&mut self, sum: v128) -> v128 {
        self.0.iter_mut().fold(sum, |sum, before| {
            let carry = i32x4_shr(i32x4_add(sum, i32x4_splat(1 << (R - 1))), R);
            let low = i32x4_sub(sum, i32x4_shl(carry, R));
            let moved = i32x4_shuffle::<3, 4, 5, 6>(*before, carry);
            *before = carry;
            i32x4_add(low, moved)
        })
    }
}

#[inline(always)]
fn accumulate(sum: &mut v128, a: v128, b: v128) {
    *sum = i32x4_add(*sum, i32x4_dot_i16x8(a, b));
}

fn lower_half(lanes: v128) -> v128 {
    v128_and(lanes, i32x4_splat(0xffff))
}

/// Writes the three forms of four digits, where `last` are the four before them.
///
/// # Safety
/// i is a multiple of 4, and below what `square` takes or equal.
#[inline(always)]
unsafe fn write(i: usize, digits: v128, last: &mut v128) {
    let before = i32x4_shuffle::<3, 4, 5, 6>(*last, digits);
    *last = digits;
    let pairs = v128_or(lower_half(before), i32x4_shl(digits, 16));
    store(OPERAND.start().add(4 * i), pairs);
    store(DOUBLED.start().add(4 * i), i16x8_shl(pairs, 1));
    let crossed = v128_or(i32x4_shl(before, 16), lower_half(digits));
    store(CROSSED.start().add(4 * (PAD + i - 1)), crossed);
}

/// From digits to pairs; those behind the last one are zero, as `end` leaves them.
///
/// # Safety
/// `limbs` is what `square` takes.
unsafe fn begin(limbs: usize) {
    let mut last = i32x4_splat(0);
    for i in (0..limbs + 4).step_by(4) {
        write(i, load(OPERAND.start().add(4 * i)), &mut last);
    }
}

/// From pairs to digits.
///
/// # Safety
/// `limbs` is what `square` takes.
unsafe fn end(limbs: usize) {
    for i in (0..limbs + 4).step_by(4) {
        let place = OPERAND.start().add(4 * i);
        store(place, i32x4_shr(load(place), 16));
    }
}

/// Columns of the square. Rows i and i + 1, lane k: x_(i+1)·2x_(k−i−1) + x_i·2x_(k−i).
///
/// # Safety
/// `limbs` is what `square` takes, and column a multiple of 16 below 2·limbs.
#[inline(always)]
unsafe fn square_group(column: usize, limbs: usize, carry: &mut Carry) {
    let (x, doubled, crossed) = (OPERAND.start(), DOUBLED.start(), CROSSED.start().add(4 * PAD));
    let (middle, first) = (column / 2, (column + 1).saturating_sub(limbs) & !1);
    let mut sums = [i32x4_splat(0); G];
    for i in (first..middle).step_by(2) {
        let a = v128_load32_splat(crossed.add(4 * i).cast());
        for (j, sum) in sums.iter_mut().enumerate() {
            accumulate(sum, a, load(doubled.add(4 * (column + 4 * j - i))));
        }
    }
    // Columns 2i to 2i + 3 of the rows i, i + 1: (0, x_i), (0, 2x_(i+1)), (x_(i+1), 2x_(i+2)),
    // (2x_(i+2), 2x_(i+3)).
    let single = i16x8(0, -1, 0, 0, -1, 0, 0, 0);
    let double = i16x8(0, 0, 0, -1, 0, -1, -1, -1);
    for q in 0..G {
        let i = middle + 2 * q;
        let a = v128_load32_splat(crossed.add(4 * i).cast());
        let diagonal =
            v128_or(v128_and(load(x.add(4 * i)), single), v128_and(load(doubled.add(4 * i)), double));
        accumulate(&mut sums[q], a, diagonal);
        for (j, sum) in sums.iter_mut().enumerate().skip(q + 1) {
            accumulate(sum, a, load(doubled.add(4 * (column + 4 * j - i))));
        }
    }
    for (j, sum) in sums.into_iter().enumerate() {
        store(PRODUCT.start().add(4 * (column + 4 * j)), carry.settle(sum));
    }
}

/// Packs the digits that are folded.
///
/// # Safety
/// `limbs` is what `square` takes.
#[inline(always)]
unsafe fn pair_up(limbs: usize) {
    let from = PRODUCT.start().add(4 * (limbs - 1));
    for i in (0..limbs / 2 + 1).step_by(4) {
        let (a, b) = (load(from.add(8 * i)), load(from.add(8 * i + 16)));
        store(FOLDED.start().add(4 * i), i16x8_shuffle::<0, 2, 4, 6, 8, 10, 12, 14>(a, b));
    }
}

/// OPERAND := PRODUCT modulo N, in its three forms.
///
/// # Safety
/// `limbs` is what `square` takes, and FOLDED is made.
#[inline(always)]
unsafe fn fold(limbs: usize) {
    let (mut carry, mut last) = (Carry::none(), i32x4_splat(0));
    let mut row = TABLE.start().cast_const();
    for column in (0..limbs).step_by(4 * G) {
        let mut sums: [v128; G] = core::array::from_fn(|j| load(PRODUCT.start().add(4 * (column + 4 * j))));
        if column + 4 * G == limbs {
            // The column of F, which the first row has.
            sums[G - 1] = i32x4_replace_lane::<3>(sums[G - 1], 0);
        }
        for i in 0..limbs / 2 + 1 {
            let a = v128_load32_splat(FOLDED.start().add(4 * i).cast());
            for (j, sum) in sums.iter_mut().enumerate() {
                accumulate(sum, a, load(row.add(16 * j)));
            }
            row = row.add(16 * G);
        }
        for (j, sum) in sums.into_iter().enumerate() {
            write(column + 4 * j, carry.settle(sum), &mut last);
        }
    }
    write(limbs, i32x4_splat(0), &mut last);
}
