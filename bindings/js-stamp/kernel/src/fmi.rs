//! Products in floating point, sums in integers: r = 51, two columns in a vector.
//!
//! A product of two digits, |a·b| < 2^102, is split without loss by operations that round once:
//!
//! ```text
//! p = a·b + C1            C1 = 1.5·2^103, so that p is in [2^103, 2^104), a multiple of 2^51
//! q = a·b + (C1 + C2 − p) C2 = 1.5·2^52; the bracket is exact, and so is q, in [2^52, 2^53)
//! a·b = h·2^51 + l        h = bits(p) − bits(C1),   l = bits(q) − bits(C2),   |l| <= 2^50
//! ```
//!
//! The bits of p and q are added up as integers, and the constants are taken off at once, so that
//! two products cost five vector operations: two fused ones, a subtraction, two integer additions.
//!
//! Bounds, for L <= 82: digits are at most 2^50 + 2^7, doubled ones twice that. A sum has at most
//! L + 1 of the l, one digit, and L + 1 of the h of the column before, at most 2^50 + 2^8: it is
//! below 2^58, and its carry below 2^7.

use crate::memory::{Cells, load, store};
use core::arch::wasm32::{
    f64x2_add, f64x2_extract_lane, f64x2_relaxed_madd, f64x2_replace_lane, f64x2_splat, f64x2_sub, i64x2_add,
    i64x2_shuffle, i64x2_splat, i64x2_sub, u64x2_shr, u64x2_splat, unreachable, v128, v128_and,
    v128_load64_splat,
};

const R: u32 = 51;
/// The most digits: of numbers of 4,096 bits.
const MOST: usize = 82;
/// Columns on each side of some digits that are read as zeros.
const PAD: usize = 8;
const WIDE: usize = 8 * (MOST + 2 * PAD);

static TABLE: Cells<{ 8 * MOST * (MOST + 1) }> = Cells::new();
static OPERAND: Cells<WIDE> = Cells::new();
/// The operand's digits, twice.
static DOUBLED: Cells<WIDE> = Cells::new();
/// The other factor, from PAD on.
static FACTOR: Cells<WIDE> = Cells::new();
static PRODUCT: Cells<{ 8 * (2 * MOST + PAD) }> = Cells::new();

const C1: u64 = ((1023 + 103) << 52) | (1 << 51);
const C2: u64 = ((1023 + 52) << 52) | (1 << 51);
/// The amount that raises carries, so that a logical shift makes them.
const RAISE: u64 = 1 << 11;

/// Where JavaScript writes the rows: for each group of columns of the fold, six and at the end two
/// or four, its part of all L + 1 rows, one after the other.
#[unsafe(no_mangle)]
pub extern "C" fn table() -> *mut u8 {
    TABLE.start()
}

/// Returns the place of the number's digits, as doubles.
#[unsafe(no_mangle)]
pub extern "C" fn operand() -> *mut u8 {
    OPERAND.start()
}

/// Returns the place of the other factor's digits.
#[unsafe(no_mangle)]
pub extern "C" fn factor() -> *mut u8 {
    // SAFETY: FACTOR is longer than that.
    unsafe { FACTOR.start().add(8 * PAD) }
}

/// a·b + c as this machine computes it: whether it is rounded once is for the caller to see.
#[unsafe(no_mangle)]
pub extern "C" fn madd(a: f64, b: f64, c: f64) -> f64 {
    f64x2_extract_lane::<0>(f64x2_relaxed_madd(f64x2_splat(a), f64x2_splat(b), f64x2_splat(c)))
}

/// Squares the operand n times. Traps unless L is even, at most [`MOST`], and L/2 is 0 or 2 modulo 3.
#[unsafe(no_mangle)]
pub extern "C" fn square(limbs: usize, n: u32) {
    check(limbs);
    // SAFETY: `check` is what these functions ask for.
    unsafe {
        double(limbs);
        for _ in 0..n {
            square_product(limbs);
            fold(limbs);
        }
    }
}

/// Multiplies the operand by the other factor. Traps as `square` does.
#[unsafe(no_mangle)]
pub extern "C" fn multiply(limbs: usize) {
    check(limbs);
    // SAFETY: `check` is what these functions ask for.
    unsafe {
        other_product(limbs);
        fold(limbs);
    }
}

fn check(limbs: usize) {
    if limbs == 0 || limbs > MOST || limbs % 2 == 1 || limbs / 2 % 3 == 1 {
        unreachable();
    }
}

/// Adds the halves of a·b to the columns' sums.
#[inline(always)]
fn accumulate(high: &mut v128, low: &mut v128, a: v128, b: v128) {
    let both = f64x2_splat(f64::from_bits(C1) + f64::from_bits(C2));
    let p = f64x2_relaxed_madd(a, b, u64x2_splat(C1));
    let q = f64x2_relaxed_madd(a, b, f64x2_sub(both, p));
    *high = i64x2_add(*high, p);
    *low = i64x2_add(*low, q);
}

/// Sums of so many products, before the first: less the constants that come with them.
#[inline(always)]
fn empty(products: usize) -> (v128, v128) {
    let n = products as u64;
    (u64x2_splat(n.wrapping_mul(C1).wrapping_neg()), u64x2_splat(n.wrapping_mul(C2).wrapping_neg()))
}

/// The values that go from one pair of columns to the next: sums of high halves, and raised carries.
struct Carry {
    high: v128,
    carry: v128,
}

impl Carry {
    #[inline(always)]
    fn none() -> Carry {
        Carry { high: u64x2_splat(0), carry: u64x2_splat(RAISE) }
    }

    /// The digits of two columns, as doubles.
    #[inline(always)]
    fn settle(&mut self, high: v128, low: v128) -> v128 {
        let sum = i64x2_add(low, i64x2_shuffle::<1, 2>(self.high, high));
        self.high = high;
        let raised = i64x2_add(sum, i64x2_splat((1 << 62) + (1 << (R - 1))));
        let carry = u64x2_shr(raised, R);
        let digit = i64x2_sub(v128_and(raised, i64x2_splat((1 << R) - 1)), i64x2_splat(1 << (R - 1)));
        let digit = i64x2_add(digit, i64x2_shuffle::<1, 2>(self.carry, carry));
        self.carry = carry;
        f64x2_sub(i64x2_add(digit, u64x2_splat(C2 - RAISE)), u64x2_splat(C2))
    }
}

/// # Safety
/// `limbs` has been checked.
unsafe fn double(limbs: usize) {
    for i in 0..limbs / 2 {
        let v = load(OPERAND.start().add(16 * i));
        store(DOUBLED.start().add(16 * i), f64x2_add(v, v));
    }
}

/// PRODUCT := OPERAND².
///
/// # Safety
/// `limbs` has been checked; DOUBLED is twice OPERAND.
#[inline(always)]
unsafe fn square_product(limbs: usize) {
    let mut carry = Carry::none();
    let mut column = 0;
    while column < 2 * limbs {
        square_group::<2>(column, limbs, &mut carry);
        column += 4;
    }
}

/// Columns from an even one on: T_k = Σ x_i·2x_(k−i) over i < k/2, and x_(k/2)² in even columns.
///
/// # Safety
/// `limbs` has been checked, column + 2·G is at most twice as much; digits are read up to 2·G
/// behind the last.
#[inline(always)]
unsafe fn square_group<const G: usize>(column: usize, limbs: usize, carry: &mut Carry) {
    let (x, doubled, product) = (OPERAND.start(), DOUBLED.start(), PRODUCT.start());
    let (middle, first) = (column / 2, (column + 1).saturating_sub(limbs));
    let mut sums: [(v128, v128); G] = core::array::from_fn(|j| empty(middle - first + j + 1));
    for i in first..middle {
        let a = v128_load64_splat(x.add(8 * i).cast());
        for (j, (high, low)) in sums.iter_mut().enumerate() {
            accumulate(high, low, a, load(doubled.add(8 * (column + 2 * j - i))));
        }
    }
    for q in 0..G {
        let i = middle + q;
        let a = v128_load64_splat(x.add(8 * i).cast());
        let diagonal = i64x2_shuffle::<0, 3>(load(x.add(8 * i)), load(doubled.add(8 * i)));
        accumulate(&mut sums[q].0, &mut sums[q].1, a, diagonal);
        for (j, (high, low)) in sums.iter_mut().enumerate().skip(q + 1) {
            accumulate(high, low, a, load(doubled.add(8 * (column + 2 * j - i))));
        }
    }
    for (j, (high, low)) in sums.into_iter().enumerate() {
        store(product.add(8 * (column + 2 * j)), carry.settle(high, low));
    }
}

/// PRODUCT := OPERAND·FACTOR.
///
/// # Safety
/// `limbs` has been checked.
#[inline(always)]
unsafe fn other_product(limbs: usize) {
    let x = OPERAND.start();
    let mut carry = Carry::none();
    for column in (0..2 * limbs).step_by(2) {
        let (first, end) = ((column + 1).saturating_sub(limbs), limbs.min(column + 2));
        let (mut high, mut low) = empty(end - first);
        for i in first..end {
            // At most one digit before FACTOR's, and one behind them.
            let digits = load(FACTOR.start().add(8 * (PAD + column - i)));
            accumulate(&mut high, &mut low, v128_load64_splat(x.add(8 * i).cast()), digits);
        }
        store(PRODUCT.start().add(8 * column), carry.settle(high, low));
    }
}

/// OPERAND := PRODUCT modulo N, and DOUBLED with it.
///
/// # Safety
/// `limbs` has been checked.
#[inline(never)]
unsafe fn fold(limbs: usize) {
    let mut carry = Carry::none();
    let mut rows = TABLE.start().cast_const();
    let mut column = 0;
    while column + 6 <= limbs {
        rows = fold_group::<3>(column, limbs, rows, &mut carry);
        column += 6;
    }
    if column < limbs {
        fold_group::<2>(column, limbs, rows, &mut carry);
    }
}

/// Columns of the fold. Returns where the rows of the next group begin.
///
/// # Safety
/// `limbs` has been checked, column + 2·G is at most as much; `rows` has L + 1 parts of 2·G digits.
#[inline(always)]
unsafe fn fold_group<const G: usize>(
    column: usize,
    limbs: usize,
    rows: *const u8,
    carry: &mut Carry,
) -> *const u8 {
    let product = PRODUCT.start();
    let mut sums = [empty(limbs + 1); G];
    for (j, (_, low)) in sums.iter_mut().enumerate() {
        let mut digits = load(product.add(8 * (column + 2 * j)));
        if column + 2 * j + 2 == limbs {
            // The column of F, which the first row has.
            digits = f64x2_replace_lane::<1>(digits, 0.0);
        }
        // A small double's integer: bits(v + C2) − bits(C2).
        *low = i64x2_add(*low, i64x2_sub(f64x2_add(digits, u64x2_splat(C2)), u64x2_splat(C2)));
    }
    let mut row = rows;
    for i in 0..limbs + 1 {
        let a = v128_load64_splat(product.add(8 * (limbs - 1 + i)).cast());
        for (j, (high, low)) in sums.iter_mut().enumerate() {
            accumulate(high, low, a, load(row.add(16 * j)));
        }
        row = row.add(16 * G);
    }
    for (j, (high, low)) in sums.into_iter().enumerate() {
        let digits = carry.settle(high, low);
        store(OPERAND.start().add(8 * (column + 2 * j)), digits);
        store(DOUBLED.start().add(8 * (column + 2 * j)), f64x2_add(digits, digits));
    }
    row
}
