//! The vector code of the FMA kernel: sums of products by columns, in groups of blocks of four columns that stay in
//! registers. What it computes, and why nothing is rounded, is told in the module above.

#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::arch::asm;
use core::arch::x86_64::{
    __m256d, _mm256_add_pd, _mm256_blend_pd, _mm256_broadcast_sd, _mm256_fmadd_pd, _mm256_fmsub_pd,
    _mm256_loadu_pd, _mm256_mul_pd, _mm256_permute2f128_pd, _mm256_set1_pd, _mm256_setr_pd,
    _mm256_setzero_pd, _mm256_shuffle_pd, _mm256_storeu_pd, _mm256_sub_pd,
};
use core::mem::MaybeUninit;

/// Doubles in a vector, and columns in a block.
pub(super) const LANES: usize = 4;

/// The most limbs: 8192 bits in radix 2^46.
pub(super) const MAX_LIMBS: usize = 180;

/// The blocks that are summed together: 2·6 sums, a factor and a copy fit into 16 registers.
pub(super) const GROUP: usize = 6;

cpufeatures::new!(cpu, "avx2", "fma");

/// Whether this CPU has AVX2 and FMA.
pub(super) fn supported() -> bool {
    cpu::get()
}

/// Four limbs of a row of the table.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct Row(pub(super) [f64; LANES]);

/// The table to fold with: L + 1 rows of `vectors` vectors, L = 4·vectors, of at most [`MAX_LIMBS`].
pub(super) struct Rows {
    table: Vec<Row>,
    vectors: usize,
}

impl Rows {
    pub(super) fn new(table: Vec<Row>, vectors: usize) -> Rows {
        assert!(vectors > 0 && LANES * vectors <= MAX_LIMBS);
        assert_eq!(table.len(), (LANES * vectors + 1) * vectors);
        Rows { table, vectors }
    }
}

/// C, 1.5·2^(r+52) (adding and subtracting it rounds to a multiple of 2^r), and 2^−r.
#[derive(Clone, Copy)]
pub(super) struct Constants {
    pub(super) start: f64,
    pub(super) split: f64,
    pub(super) shift: f64,
}

/// What to do with a and b.
#[derive(Clone, Copy)]
pub(super) enum Task {
    /// a = a^(2^n); b is not read.
    Square(u64),
    /// a = a·b.
    Multiply,
    /// a = a + f·b, for f of 1 or −1.
    Combine(f64),
}

/// Does a task on limbs (bits of doubles), of which both have 4·`vectors`.
pub(super) fn run(task: Task, a: &mut [u64], b: &[u64], rows: &Rows, constants: Constants) {
    let limbs = LANES * rows.vectors;
    let squares = matches!(task, Task::Square(_));
    assert!(a.len() == limbs && (squares || b.len() == limbs) && supported());
    let mut scratch = MaybeUninit::<Scratch>::uninit();
    let columns = Columns::new(&mut scratch, rows, constants);
    // SAFETY: both operands and the scratch have room for `limbs` limbs and the padding; a double has the size of a u64
    // and any bits; the CPU has the instructions, as asserted.
    unsafe {
        a.as_ptr().cast::<f64>().copy_to_nonoverlapping(columns.x, limbs);
        if !squares {
            b.as_ptr().cast::<f64>().copy_to_nonoverlapping(columns.y, limbs);
        }
        columns.y.sub(PAD).write_bytes(0, PAD);
        columns.y.add(limbs).write_bytes(0, PAD);
        match task {
            Task::Square(n) => columns.square_n(n),
            Task::Multiply => columns.multiply(),
            Task::Combine(factor) => columns.combine(factor),
        }
        columns.x.copy_to_nonoverlapping(a.as_mut_ptr().cast::<f64>(), limbs);
    }
}

/// Zeros on both sides of y: a vector of limbs that starts up to three limbs outside is still read.
const PAD: usize = LANES;

/// In this order: pointers into y are moved down, past limbs that are not read, by at most as much as x takes.
#[repr(C)]
struct Scratch {
    x: [f64; MAX_LIMBS],
    padded_y: [f64; PAD + MAX_LIMBS + PAD],
    rest: [f64; 2 * MAX_LIMBS],
    carry: [f64; 2 * MAX_LIMBS],
    high: [f64; 2 * MAX_LIMBS],
}

/// Where everything lies: pointers into a [`Scratch`] and into [`Rows`], valid for the limbs that `vectors` promises.
///
/// SAFETY, for every unsafe function here: the CPU has AVX2 and FMA; `vectors` is at most `MAX_LIMBS`/4; blocks `w` lie
/// in 0..2·vectors, those of a `_lower` function below `vectors` and those of an `_upper` one not; x and y, and what
/// each function reads otherwise, have been written.
#[derive(Clone, Copy)]
struct Columns {
    /// The first factor, and the result: L limbs.
    x: *mut f64,
    /// The second factor, or 2x for squares: L limbs between zeros.
    y: *mut f64,
    /// What remains of each column below 2^r, 2L of them, ...
    rest: *mut f64,
    /// ... and what it carries to the next one.
    carry: *mut f64,
    /// The high limbs, at their place among 2L.
    high: *mut f64,
    table: *const f64,
    vectors: usize,
    constants: Constants,
}

/// Calls a method with a number of blocks on all blocks from..to, groups from the last to the first.
macro_rules! in_groups {
    ($columns:ident.$method:ident, $from:expr, $to:expr) => {{
        let (from, mut to) = ($from, $to);
        while to > from {
            let size = (to - from).min(GROUP);
            to -= size;
            match size {
                1 => $columns.$method::<1>(to),
                2 => $columns.$method::<2>(to),
                3 => $columns.$method::<3>(to),
                4 => $columns.$method::<4>(to),
                5 => $columns.$method::<5>(to),
                _ => $columns.$method::<GROUP>(to),
            }
        }
    }};
}

/// Repeats a block with a constant of each value.
macro_rules! for_each {
    ($name:ident in $($value:literal)* => $block:block) => { $( { const $name: usize = $value; $block } )* };
}

impl Columns {
    fn new(scratch: &mut MaybeUninit<Scratch>, rows: &Rows, constants: Constants) -> Columns {
        let scratch = scratch.as_mut_ptr();
        // SAFETY: these are places inside the scratch, of which nothing is read here.
        let (x, y, rest, carry, high) = unsafe {
            (
                (&raw mut (*scratch).x).cast(),
                (&raw mut (*scratch).padded_y).cast::<f64>().add(PAD),
                (&raw mut (*scratch).rest).cast(),
                (&raw mut (*scratch).carry).cast(),
                (&raw mut (*scratch).high).cast(),
            )
        };
        let table = rows.table.as_ptr().cast();
        Columns { x, y, rest, carry, high, table, vectors: rows.vectors, constants }
    }

    /// x = x^(2^n).
    #[target_feature(enable = "avx2,fma")]
    unsafe fn square_n(self, n: u64) {
        let (v, near) = (self.vectors, self.vectors.saturating_sub(GROUP));
        for _ in 0..n {
            // SAFETY: blocks below and above v as they must be; the columns are all there when they are settled.
            unsafe {
                self.double();
                in_groups!(self.square_lower, near, v);
                in_groups!(self.square_upper, v, 2 * v);
                self.settle_high();
                in_groups!(self.square_lower, 0, near);
                in_groups!(self.fold_all, 0, v);
                self.settle_low();
            }
        }
    }

    /// x = x·y.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn multiply(self) {
        let (v, near) = (self.vectors, self.vectors.saturating_sub(GROUP));
        // SAFETY: as above.
        unsafe {
            in_groups!(self.product_lower, near, v);
            in_groups!(self.product_upper, v, 2 * v);
            self.settle_high();
            in_groups!(self.product_lower, 0, near);
            in_groups!(self.fold_all, 0, v);
            self.settle_low();
        }
    }

    /// x = x + factor·y: the sum, whose top limb is folded so that its length stays bounded.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn combine(self, factor: f64) {
        let limbs = LANES * self.vectors;
        // SAFETY: L columns are written and settled to limbs of x; the top one moves to the high limbs.
        unsafe {
            for index in 0..limbs {
                *self.rest.add(index) = *self.x.add(index) + factor * *self.y.add(index);
            }
            self.carry.write_bytes(0, limbs);
            self.settle_low();
            let top = limbs - 1;
            self.x.copy_to_nonoverlapping(self.rest, limbs);
            *self.high.add(top) = *self.x.add(top);
            *self.rest.add(top) = 0.0;
            self.carry.write_bytes(0, limbs);
            in_groups!(self.fold_one, 0, self.vectors);
            self.settle_low();
        }
    }

    /// Blocks w..w+G of x², below L: pairs (i, j), i < j, from i = 0; then the middle.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn square_lower<const G: usize>(self, w: usize) {
        // SAFETY: i <= 2(w+G)−1 < L, and j = column − i lies within the padding of y.
        unsafe {
            let mut sums = Sums::<G>::new(self.constants);
            let (mut y, mut x) = (self.y.add(LANES * w), self.x);
            for _ in 0..2 * w {
                sums.add::<0, 0>(y, x);
                (y, x) = (y.sub(1), x.add(1));
            }
            // i = 2w: lane 0 is x_i·x_i, the others have i < j. i = 2w + 1: lane 2 is, lane 3 has.
            let first = _mm256_setr_pd(0.5, 1.0, 1.0, 1.0);
            let second = _mm256_setr_pd(0.0, 0.0, 0.5, 1.0);
            for_each!(J in 0 1 2 3 4 5 => {
                if J < G {
                    let (y, x) = (y.sub(2 * J), x.add(2 * J));
                    sums.add_masked(J, first, y, x);
                    sums.add::<{ J + 1 }, 0>(y, x);
                    let (y, x) = (y.sub(1), x.add(1));
                    sums.add_masked(J, second, y, x);
                    sums.add::<{ J + 1 }, 0>(y, x);
                }
            });
            self.store(w, &sums);
        }
    }

    /// Blocks w..w+G of x², from L on: pairs (i, j), i > j, from i = L − 1 downwards; then the middle, first of the last
    /// block.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn square_upper<const G: usize>(self, w: usize) {
        // SAFETY: i >= 2w > 0, and j = column − i lies within the padding of y.
        unsafe {
            let mut sums = Sums::<G>::new(self.constants);
            let top = LANES * self.vectors - 1;
            let (mut y, mut x) = (self.y.add(LANES * w).sub(top), self.x.add(top));
            for _ in 2 * (w + G) - 1..top {
                sums.add::<0, 0>(y, x);
                (y, x) = (y.add(1), x.sub(1));
            }
            // i = 2w + 1: lanes 0 and 1 have j < i, lane 2 is x_i·x_i. i = 2w: lane 0 is.
            let first = _mm256_setr_pd(1.0, 1.0, 0.5, 0.0);
            let second = _mm256_setr_pd(0.5, 0.0, 0.0, 0.0);
            for_each!(J in 0 1 2 3 4 5 => {
                if J < G {
                    let (y, x) = (y.add(2 * J), x.sub(2 * J));
                    sums.add_masked(G - 1 - J % G, first, y, x);
                    sums.add::<0, { J + 1 }>(y, x);
                    let (y, x) = (y.add(1), x.sub(1));
                    sums.add_masked(G - 1 - J % G, second, y, x);
                    sums.add::<0, { J + 1 }>(y, x);
                }
            });
            self.store(w, &sums);
        }
    }

    /// Blocks w..w+G of x·y, below L.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn product_lower<const G: usize>(self, w: usize) {
        // SAFETY: i < 4(w+G) <= L, and j = column − i lies within the padding of y.
        unsafe {
            let mut sums = Sums::<G>::new(self.constants);
            let (mut y, mut x) = (self.y.add(LANES * w), self.x);
            let common = LANES * (w + 1);
            let half = common.min(2 * self.vectors);
            for part in [half, common - half] {
                for _ in 0..part {
                    sums.add::<0, 0>(y, x);
                    (y, x) = (y.sub(1), x.add(1));
                }
                sums.settle(self.constants);
            }
            for_each!(J in 1 2 3 4 5 => {
                if J < G {
                    for _ in 0..LANES {
                        sums.add::<J, 0>(y, x);
                        (y, x) = (y.sub(1), x.add(1));
                    }
                }
            });
            self.store(w, &sums);
        }
    }

    /// Blocks w..w+G of x·y, from L on.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn product_upper<const G: usize>(self, w: usize) {
        // SAFETY: i >= 4w − L + 1 > 0, and j = column − i lies within the padding of y.
        unsafe {
            let mut sums = Sums::<G>::new(self.constants);
            let limbs = LANES * self.vectors;
            let (mut y, mut x) = (self.y.add(LANES * w).sub(limbs - 1), self.x.add(limbs - 1));
            let common = 2 * limbs - 1 - LANES * (w + G - 1);
            let half = common.min(2 * self.vectors);
            for part in [half, common - half] {
                for _ in 0..part {
                    sums.add::<0, 0>(y, x);
                    (y, x) = (y.add(1), x.sub(1));
                }
                sums.settle(self.constants);
            }
            for_each!(J in 1 2 3 4 5 => {
                if J < G {
                    for _ in 0..LANES {
                        sums.add::<0, J>(y, x);
                        (y, x) = (y.add(1), x.sub(1));
                    }
                }
            });
            self.store(w, &sums);
        }
    }

    #[target_feature(enable = "avx2,fma")]
    unsafe fn fold_all<const G: usize>(self, v: usize) {
        let limbs = LANES * self.vectors;
        // SAFETY: L + 1 rows and as many high limbs.
        unsafe { self.fold::<G>(v, [limbs / 2, limbs / 2 + 1]) }
    }

    #[target_feature(enable = "avx2,fma")]
    unsafe fn fold_one<const G: usize>(self, v: usize) {
        // SAFETY: one of the L + 1 rows, and the high limb that the caller has written.
        unsafe { self.fold::<G>(v, [1, 0]) }
    }

    /// Adds the high limbs from L − 1 on, times the rows of the table, to blocks v..v+G; `parts` add up to their number.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn fold<const G: usize>(self, v: usize, parts: [usize; 2]) {
        let limbs = LANES * self.vectors;
        // SAFETY: the table has L + 1 rows of L limbs, and there are L + 1 high limbs from L − 1 on.
        unsafe {
            let mut sums = Sums::<G>::new(self.constants);
            let (mut row, mut high) = (self.table.add(LANES * v), self.high.add(limbs - 1));
            for part in parts {
                for _ in 0..part {
                    sums.add::<0, 0>(row, high);
                    (row, high) = (row.wrapping_add(limbs), high.add(1));
                }
                sums.settle(self.constants);
            }
            for k in 0..G {
                let (rest, carry) = sums.split(k, self.constants);
                let (to_rest, to_carry) = self.block(v + k);
                _mm256_storeu_pd(to_rest, _mm256_add_pd(rest, _mm256_loadu_pd(to_rest)));
                _mm256_storeu_pd(to_carry, _mm256_add_pd(carry, _mm256_loadu_pd(to_carry)));
            }
        }
    }

    /// The places of a block's rests and carries.
    fn block(self, w: usize) -> (*mut f64, *mut f64) {
        (self.rest.wrapping_add(LANES * w), self.carry.wrapping_add(LANES * w))
    }

    /// The first carry pass of blocks w..w+G.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    unsafe fn store<const G: usize>(self, w: usize, sums: &Sums<G>) {
        for k in 0..G {
            let (rest, carry) = sums.split(k, self.constants);
            let (to_rest, to_carry) = self.block(w + k);
            // SAFETY: blocks below 2·vectors.
            unsafe {
                _mm256_storeu_pd(to_rest, rest);
                _mm256_storeu_pd(to_carry, carry);
            }
        }
    }

    /// The high limbs, from L − 1 on; what belongs to lower limbs of their first block stays in `rest`.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn settle_high(self) {
        // SAFETY: the blocks from vectors − 1 on have been stored.
        unsafe {
            let mut carries = Carries::none();
            for w in self.vectors - 1..2 * self.vectors {
                let (from_rest, from_carry) = self.block(w);
                let Settled { value, rest, limb } =
                    carries.settle(_mm256_loadu_pd(from_rest), _mm256_loadu_pd(from_carry), self.constants);
                _mm256_storeu_pd(self.high.add(LANES * w), limb);
                if w == self.vectors - 1 {
                    // Limb L−2 has passed its carry on to limb L−1, which is a high one; the two before have not.
                    let kept = _mm256_blend_pd::<0b1000>(
                        _mm256_blend_pd::<0b0100>(value, rest),
                        _mm256_setzero_pd(),
                    );
                    _mm256_storeu_pd(from_rest, kept);
                    _mm256_storeu_pd(from_carry, _mm256_setzero_pd());
                }
            }
        }
    }

    /// The second carry pass of all L columns, to limbs of x.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn settle_low(self) {
        // SAFETY: the blocks below vectors have been stored.
        unsafe {
            let mut carries = Carries::none();
            for w in 0..self.vectors {
                let (rest, carry) = self.block(w);
                let settled = carries.settle(_mm256_loadu_pd(rest), _mm256_loadu_pd(carry), self.constants);
                _mm256_storeu_pd(self.x.add(LANES * w), settled.limb);
            }
        }
    }

    /// y = 2x.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    unsafe fn double(self) {
        for w in 0..self.vectors {
            // SAFETY: x and y have `vectors` blocks.
            unsafe {
                let x = _mm256_loadu_pd(self.x.add(LANES * w));
                _mm256_storeu_pd(self.y.add(LANES * w), _mm256_add_pd(x, x));
            }
        }
    }
}

/// The pairs (s, e) of G blocks of columns.
struct Sums<const G: usize> {
    s: [__m256d; G],
    e: [__m256d; G],
}

impl<const G: usize> Sums<G> {
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn new(constants: Constants) -> Self {
        Sums { s: [_mm256_set1_pd(constants.start); G], e: [_mm256_setzero_pd(); G] }
    }

    /// Adds b times the vector at a + 4k to block k, for FROM <= k < G − DROP.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    unsafe fn add<const FROM: usize, const DROP: usize>(&mut self, a: *const f64, b: *const f64) {
        // SAFETY: the caller's pointers reach so far. Written in assembly because the compiler, which is free to
        // schedule the loads and copies of all blocks first, runs out of registers.
        unsafe {
            let b = _mm256_broadcast_sd(&*b);
            for_each!(K in 0 1 2 3 4 5 => {
                if (FROM..G - DROP).contains(&K) {
                    asm!(
                        "vmovapd {t}, {s}",
                        "vfmadd231pd {s}, {b}, [{a} + {offset}]",
                        "vsubpd {t}, {t}, {s}",
                        "vfmadd231pd {t}, {b}, [{a} + {offset}]",
                        "vaddpd {e}, {e}, {t}",
                        t = out(ymm_reg) _,
                        s = inout(ymm_reg) self.s[K % G],
                        e = inout(ymm_reg) self.e[K % G],
                        b = in(ymm_reg) b,
                        a = in(reg) a,
                        offset = const 8 * LANES * K,
                        // It sets the inexact flag of MXCSR.
                        options(pure, readonly, nostack)
                    );
                }
            });
        }
    }

    /// Adds b times the vector at a + 4k, lane by lane times a power of two or zero, to block k.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    unsafe fn add_masked(&mut self, k: usize, mask: __m256d, a: *const f64, b: *const f64) {
        // SAFETY: the caller's pointers reach so far.
        let (a, b) = unsafe { (_mm256_loadu_pd(a.add(LANES * k)), _mm256_broadcast_sd(&*b)) };
        let a = _mm256_mul_pd(a, mask);
        let s = _mm256_fmadd_pd(a, b, self.s[k]);
        let lost = _mm256_fmadd_pd(a, b, _mm256_sub_pd(self.s[k], s));
        self.e[k] = _mm256_add_pd(self.e[k], lost);
        self.s[k] = s;
    }

    /// Moves the multiple of q in e to s, so that |e| <= q/2.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn settle(&mut self, constants: Constants) {
        let start = _mm256_set1_pd(constants.start);
        for k in 0..G {
            let multiple = _mm256_sub_pd(_mm256_add_pd(self.e[k], start), start);
            self.e[k] = _mm256_sub_pd(self.e[k], multiple);
            self.s[k] = _mm256_add_pd(self.s[k], multiple);
        }
    }

    /// The columns of block k as (rest, carry): rest + 2^r·carry, |rest| <= 2^(r−1).
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn split(&self, k: usize, constants: Constants) -> (__m256d, __m256d) {
        let (split, shift) = (_mm256_set1_pd(constants.split), _mm256_set1_pd(constants.shift));
        let start = _mm256_set1_pd(constants.start * constants.shift);
        let multiple = _mm256_sub_pd(_mm256_add_pd(self.e[k], split), split);
        let carry = _mm256_fmadd_pd(multiple, shift, _mm256_fmsub_pd(self.s[k], shift, start));
        (_mm256_sub_pd(self.e[k], multiple), carry)
    }
}

/// The second carry pass, vector by vector from the lowest.
struct Carries {
    first: __m256d,
    second: __m256d,
}

/// A block of columns after its first carries, without its second carries, and with those of its lower neighbours.
struct Settled {
    value: __m256d,
    rest: __m256d,
    limb: __m256d,
}

impl Carries {
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn none() -> Self {
        Carries { first: _mm256_setzero_pd(), second: _mm256_setzero_pd() }
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn settle(&mut self, rest: __m256d, carry: __m256d, constants: Constants) -> Settled {
        let (split, shift) = (_mm256_set1_pd(constants.split), _mm256_set1_pd(constants.shift));
        let value = _mm256_add_pd(rest, up_one_lane(self.first, carry));
        let multiple = _mm256_sub_pd(_mm256_add_pd(value, split), split);
        let rest = _mm256_sub_pd(value, multiple);
        let limb = _mm256_fmadd_pd(up_one_lane(self.second, multiple), shift, rest);
        (self.first, self.second) = (carry, multiple);
        Settled { value, rest, limb }
    }
}

/// The last lane of `before` and the first three of `current`.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn up_one_lane(before: __m256d, current: __m256d) -> __m256d {
    let middle = _mm256_permute2f128_pd::<0x21>(before, current);
    _mm256_shuffle_pd::<0b0101>(middle, current)
}
