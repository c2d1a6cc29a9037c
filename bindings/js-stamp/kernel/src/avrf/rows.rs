//! The columns of a vector: column d is the sum of the rows j for which bit d of j ⊕ δ is 1, δ being
//! the hidden leaf.
//!
//! Rows are made and added up in planes, those of eight leaves at a time: a *group*. From column 3 on
//! a column is the sum of whole groups; the first three take some bits of all groups' sum. So a
//! group's bits are put together at the end: a bit of a column is the parity of what is left of a
//! byte of a plane.

use super::{
    BLOCK, MOST_LEAVES, Planes, aes,
    columns::{self, BLOCKS},
    commitments::{check, leaves},
    streams,
};
use crate::memory::{Cells, load, store};
use core::arch::wasm32::{i8x16_popcnt, i32x4_splat, u8x16_shl, u8x16_splat, v128_and, v128_or, v128_xor};

/// Bytes of a group's rows in planes.
const GROUP: usize = 8 * BLOCK * BLOCKS;
const MOST_COLUMNS: usize = MOST_LEAVES.ilog2() as usize;
/// Columns that are sums of whole groups.
const MOST_WHOLE: usize = MOST_COLUMNS - 3;

static COUNTERS: Cells<GROUP> = Cells::new();
/// A group's rows; at the end the sum of all groups.
static CURRENT: Cells<GROUP> = Cells::new();
/// By d, the sum of the last 2^d groups that begin where bit d is 0.
static HALVES: Cells<{ GROUP * MOST_WHOLE }> = Cells::new();
static SUMS: Cells<{ GROUP * MOST_WHOLE }> = Cells::new();

/// Writes the columns of so many leaves, a power of 2, from column `first` on, by streams of number t:
/// `leaves` has their seeds.
#[unsafe(no_mangle)]
pub extern "C" fn sum(count: usize, t: u32, hidden: usize, first: usize) {
    check(count);
    let groups = count / 8;
    let whole = groups.ilog2() as usize;
    columns::check(first, 3 + whole);
    // SAFETY: `count` has been checked, with it `whole`, and the columns.
    unsafe {
        SUMS.start().write_bytes(0, GROUP * whole);
        for i in 0..BLOCKS {
            write(COUNTERS.start(), i, &streams::alike(streams::counter(t, i as u32)));
        }
        for n in 0..groups {
            make(n ^ (hidden >> 3) & (groups - 1));
            settle(n, whole);
        }
        for d in 0..3 {
            let counted = (0..8).filter(|b| (b ^ hidden) >> d & 1 == 1).fold(0, |mask, b| mask | 1 << b);
            put_together(CURRENT.start(), counted, columns::column(first + d));
        }
        for d in 0..whole {
            put_together(SUMS.start().add(GROUP * d), 0xff, columns::column(first + 3 + d));
        }
    }
}

/// CURRENT := the rows of a group.
///
/// # Safety
/// There is such a group.
unsafe fn make(group: usize) {
    let keys = streams::keys(leaves().add(8 * BLOCK * group));
    for i in 0..BLOCKS {
        write(CURRENT.start(), i, &aes::encrypt(&keys, &read(COUNTERS.start(), i)));
    }
}

/// Adds the group that comes as number n, counted by the bits of which each column takes one: when
/// the 2^d groups are there that have its bits from d on, and bit d is 1, their sum belongs to column
/// d; with HALVES it is that of twice as many.
///
/// # Safety
/// n has `whole` bits, and `whole` is what there is room for.
unsafe fn settle(n: usize, whole: usize) {
    let full = n.trailing_ones() as usize;
    for d in 0..full {
        add(SUMS.start().add(GROUP * d), CURRENT.start());
        add(CURRENT.start(), HALVES.start().add(GROUP * d));
    }
    if full < whole {
        HALVES.start().add(GROUP * full).copy_from_nonoverlapping(CURRENT.start(), GROUP);
    }
}

/// Adds one group's bytes to another's.
///
/// # Safety
/// Both are groups in `Cells`.
unsafe fn add(to: *mut u8, from: *const u8) {
    for at in (0..GROUP).step_by(BLOCK) {
        store(to.add(at), v128_xor(load(to.add(at)), load(from.add(at))));
    }
}

/// Writes a column: the sum of the counted leaves of a group.
///
/// # Safety
/// `from` is a group, and `to` a column.
unsafe fn put_together(from: *const u8, counted: u8, to: *mut u8) {
    for i in 0..BLOCKS {
        let mut block = i32x4_splat(0);
        for (bit, plane) in read(from, i).into_iter().enumerate() {
            let count = i8x16_popcnt(v128_and(plane, u8x16_splat(counted)));
            block = v128_or(block, u8x16_shl(v128_and(count, u8x16_splat(1)), bit as u32));
        }
        store(to.add(BLOCK * i), block);
    }
}

/// The planes of block i.
///
/// # Safety
/// `group` is one, and i below [`BLOCKS`].
unsafe fn read(group: *const u8, i: usize) -> Planes {
    core::array::from_fn(|bit| load(group.add(BLOCK * (8 * i + bit))))
}

/// Writes the planes of block i.
///
/// # Safety
/// As for `read`.
unsafe fn write(group: *mut u8, i: usize, planes: &Planes) {
    for (bit, plane) in planes.iter().enumerate() {
        store(group.add(BLOCK * (8 * i + bit)), *plane);
    }
}
