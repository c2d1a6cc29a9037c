//! The vector code of the FMA kernel: sums of products by columns, in groups of blocks of four columns that
//! stay in registers. The documentation of the parent module explains the computation, and why nothing is
//! rounded.

#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::{
    arch::x86_64::{_mm256_add_pd, _mm256_loadu_pd, _mm256_storeu_pd},
    mem::MaybeUninit,
};

/// Repeats a block with a constant of each value.
macro_rules! for_each {
    ($name:ident in $($value:literal)* => $block:block) => { $( { const $name: usize = $value; $block } )* };
}

mod carries;
mod products;
mod sums;

/// The number of doubles in a vector, and of columns in a block.
pub(super) const LANES: usize = 4;

/// The greatest number of limbs: 8192 bits in radix 2^46.
pub(super) const MAX_LIMBS: usize = 180;

/// The number of blocks that are summed together: 2·6 sums, a factor and a copy fit into 16 registers.
pub(super) const GROUP: usize = 6;

/// Four limbs of a row of the table.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct Row(pub(super) [f64; LANES]);

/// The table of the fold: L + 1 rows of `vectors` vectors, where L = 4·vectors is at most [`MAX_LIMBS`]. A
/// value of this type proves that the CPU has the instructions of this module.
pub(super) struct Rows {
    _cpu: heliast_cpu::Fma,
    table: Vec<Row>,
    vectors: usize,
}

impl Rows {
    pub(super) fn new(cpu: heliast_cpu::Fma, table: Vec<Row>, vectors: usize) -> Rows {
        assert!(vectors > 0 && LANES * vectors <= MAX_LIMBS);
        assert_eq!(table.len(), (LANES * vectors + 1) * vectors);
        Rows { _cpu: cpu, table, vectors }
    }
}

/// C, 1.5·2^(r+52) (adding and subtracting it rounds to a multiple of 2^r), and 2^−r.
#[derive(Clone, Copy)]
pub(super) struct Constants {
    pub(super) start: f64,
    pub(super) split: f64,
    pub(super) shift: f64,
}

/// The operation to do on a and b.
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
    assert!(a.len() == limbs && (squares || b.len() == limbs));
    let mut scratch = MaybeUninit::<Scratch>::uninit();
    let columns = Columns::new(&mut scratch, rows, constants);
    // SAFETY: both operands and the scratch have room for `limbs` limbs and the padding; a double has the
    // size of a u64 and any bits; `rows` proves the instructions.
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

/// The number of zeros on both sides of y: vectors of limbs are read that start up to three limbs outside.
const PAD: usize = LANES;

/// The memory, in this order: pointers into y are moved down, past limbs that are not read, by at most the
/// length of x. Vectors at multiples of four limbs lie within a cache line.
#[repr(C, align(32))]
struct Scratch {
    x: [f64; MAX_LIMBS],
    padded_y: [f64; PAD + MAX_LIMBS + PAD],
    rest: [f64; 2 * MAX_LIMBS],
    carry: [f64; 2 * MAX_LIMBS],
    high: [f64; 2 * MAX_LIMBS],
}

/// Pointers into a [`Scratch`] and into [`Rows`], valid for the number of limbs that follows from `vectors`.
///
/// SAFETY, for every unsafe function here and in the modules below: the CPU has AVX2 and FMA; `vectors` is at
/// most `MAX_LIMBS`/4; blocks `w` lie in 0..2·vectors, those of a `_lower` function below `vectors` and those
/// of an `_upper` one not; x and y, and what each function reads otherwise, have been written.
#[derive(Clone, Copy)]
struct Columns {
    /// The first factor, and the result: L limbs.
    x: *mut f64,
    /// The second factor, or 2x for squares: L limbs between zeros.
    y: *mut f64,
    /// The 2L parts of columns below 2^r, ...
    rest: *mut f64,
    /// ... and the carry of each column to the next one.
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

impl Columns {
    fn new(scratch: &mut MaybeUninit<Scratch>, rows: &Rows, constants: Constants) -> Columns {
        let scratch = scratch.as_mut_ptr();
        // SAFETY: these are places inside the scratch, and nothing is read here.
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
        heliast_cpu::align_stack();
        let (v, near) = (self.vectors, self.vectors.saturating_sub(GROUP));
        // SAFETY: the blocks are below and above v as required; all columns are written when they are
        // settled.
        unsafe {
            self.double();
            for _ in 0..n {
                in_groups!(self.square_lower, near, v);
                in_groups!(self.square_upper, v, 2 * v);
                self.settle_high();
                in_groups!(self.square_lower, 0, near);
                in_groups!(self.fold_all, 0, v);
                self.settle_low::<true>();
            }
        }
    }

    /// x = x·y.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn multiply(self) {
        heliast_cpu::align_stack();
        let (v, near) = (self.vectors, self.vectors.saturating_sub(GROUP));
        // SAFETY: as above.
        unsafe {
            in_groups!(self.product_lower, near, v);
            in_groups!(self.product_upper, v, 2 * v);
            self.settle_high();
            in_groups!(self.product_lower, 0, near);
            in_groups!(self.fold_all, 0, v);
            self.settle_low::<false>();
        }
    }

    /// x = x + factor·y. The top limb of the sum is folded so that its length stays bounded.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn combine(self, factor: f64) {
        heliast_cpu::align_stack();
        let limbs = LANES * self.vectors;
        // SAFETY: L columns are written and settled to limbs of x; the top one moves to the high limbs.
        unsafe {
            for index in 0..limbs {
                *self.rest.add(index) = *self.x.add(index) + factor * *self.y.add(index);
            }
            self.carry.write_bytes(0, limbs);
            self.settle_low::<false>();
            let top = limbs - 1;
            self.x.copy_to_nonoverlapping(self.rest, limbs);
            *self.high.add(top) = *self.x.add(top);
            *self.rest.add(top) = 0.0;
            self.carry.write_bytes(0, limbs);
            in_groups!(self.fold_one, 0, self.vectors);
            self.settle_low::<false>();
        }
    }

    /// The places of a block's rests and carries.
    fn block(self, w: usize) -> (*mut f64, *mut f64) {
        (self.rest.wrapping_add(LANES * w), self.carry.wrapping_add(LANES * w))
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
