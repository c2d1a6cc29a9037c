//! The columns of all vectors, 128 of them: corrected, hashed (`spec/avrf.md`, "Column hash"), and turned
//! to the elements that stand across them.

use super::{
    BLOCK,
    constraints::{MOST_ROWS, WITNESS, bits, delta},
    field::{Element, Map, SmallMap, double, element},
};
use crate::memory::{Cells, load, store};
use core::arch::wasm32::{
    i8x16_bitmask, i8x16_shl, i8x16_shuffle, i32x4_splat, u64x2_extract_lane, unreachable, v128, v128_xor,
};

const COLUMNS: usize = 128;
/// Blocks of a row, and of a column.
pub const BLOCKS: usize = 33;
/// Bytes of a column that mask its hash; and those before them, which are hashed.
const MASK: usize = BLOCK + 2;
const HASHED: usize = WITNESS + 2 * BLOCK;
/// Of the keys r_0, ..., r_3, s and t.
const KEY: usize = 5 * BLOCK + 8;

static ALL: Cells<{ BLOCK * BLOCKS * COLUMNS }> = Cells::new();
static CORRECTION: Cells<{ BLOCK * BLOCKS }> = Cells::new();
static COLUMN_KEY: Cells<KEY> = Cells::new();
static HASHES: Cells<{ MASK * COLUMNS }> = Cells::new();
static D: Cells<WITNESS> = Cells::new();
static MASKS: Cells<{ 2 * BLOCK }> = Cells::new();
static TIMES_R: [Map; 4] = [const { Map::new() }; 4];
static TIMES_S: Map = Map::new();
static TIMES_T: SmallMap = SmallMap::new();

/// The place of the columns, of 33 blocks each.
#[unsafe(no_mangle)]
pub extern "C" fn columns() -> *mut u8 {
    ALL.start()
}

/// The place to which JavaScript writes a vector's correction, with zeros behind it.
#[unsafe(no_mangle)]
pub extern "C" fn correction() -> *mut u8 {
    CORRECTION.start()
}

/// The place to which JavaScript writes the keys of the columns' hash.
#[unsafe(no_mangle)]
pub extern "C" fn column_key() -> *mut u8 {
    COLUMN_KEY.start()
}

/// The place of the hashes of the columns, one behind the other.
#[unsafe(no_mangle)]
pub extern "C" fn hashes() -> *mut u8 {
    HASHES.start()
}

/// The place to which JavaScript writes d.
#[unsafe(no_mangle)]
pub extern "C" fn d() -> *mut u8 {
    D.start()
}

/// The place of the two masks of the constraints.
#[unsafe(no_mangle)]
pub extern "C" fn masks() -> *mut u8 {
    MASKS.start()
}

/// Makes all columns zero from this one on.
#[unsafe(no_mangle)]
pub extern "C" fn clear(first: usize) {
    if first > COLUMNS {
        unreachable();
    }
    // SAFETY: these columns are there.
    unsafe { column(first).write_bytes(0, BLOCK * BLOCKS * (COLUMNS - first)) };
}

/// Column c.
///
/// # Safety
/// c is at most [`COLUMNS`], and below where the column is used.
pub unsafe fn column(c: usize) -> *mut u8 {
    ALL.start().add(BLOCK * BLOCKS * c)
}

/// Traps unless there are so many columns from this one on.
pub fn check(first: usize, count: usize) {
    if first > COLUMNS || count > COLUMNS - first {
        unreachable();
    }
}

/// Adds the correction to those of a vector's columns for which a bit of the hidden leaf's number is 1.
#[unsafe(no_mangle)]
pub extern "C" fn correct(first: usize, count: usize, hidden: u32) {
    check(first, count);
    for bit in (0..count).filter(|bit| hidden >> (bit & 31) & 1 == 1) {
        // SAFETY: there is such a column, of as many bytes as the correction.
        unsafe {
            let to = column(first + bit);
            for at in (0..BLOCK * BLOCKS).step_by(BLOCK) {
                store(to.add(at), v128_xor(load(to.add(at)), load(CORRECTION.start().add(at))));
            }
        }
    }
}

/// Hashes the columns.
#[unsafe(no_mangle)]
pub extern "C" fn hash_columns() {
    // SAFETY: the key has five elements and half of one.
    unsafe {
        let keys = COLUMN_KEY.start().cast::<[Element; 5]>().read();
        for (map, key) in TIMES_R.iter().chain([&TIMES_S]).zip(keys) {
            map.set(key);
        }
        TIMES_T.set(COLUMN_KEY.start().add(5 * BLOCK).cast::<u64>().read());
    }
    for c in 0..COLUMNS {
        // SAFETY: there are so many columns and hashes.
        unsafe { hash_column(column(c), HASHES.start().add(MASK * c)) };
    }
}

/// # Safety
/// `from` is a column, and there is room for its hash at `to`.
unsafe fn hash_column(from: *const u8, to: *mut u8) {
    let (mut by_s, mut by_t) = (i32x4_splat(0), 0);
    for at in (0..HASHED).step_by(BLOCK) {
        let mut block = load(from.add(at));
        if at + BLOCK > HASHED {
            block = i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 16, 16, 16, 16, 16, 16, 16, 16>(
                block,
                i32x4_splat(0),
            );
        }
        let halves = |a: v128| (u64x2_extract_lane::<0>(a), u64x2_extract_lane::<1>(a));
        let (low, high) = halves(by_s);
        by_s = v128_xor(TIMES_S.image(low, high), block);
        let (low, high) = halves(block);
        by_t = TIMES_T.of(TIMES_T.of(by_t) ^ low) ^ high;
    }
    let by_s = element(by_s);
    let [r0, r1, r2, r3] = [0, 1, 2, 3].map(|i| TIMES_R[i].of(if i % 2 == 0 { by_s } else { by_t.into() }));
    let mask = from.add(HASHED);
    let high = (r0 ^ r1).to_le_bytes();
    let low = (r2 ^ r3).to_le_bytes();
    for (i, byte) in high.into_iter().chain(low).take(MASK).enumerate() {
        to.add(i).write(byte ^ mask.add(i).read());
    }
}

/// Writes the elements across the columns, one for each bit of the witness, plus Δ where d has a bit, and
/// the masks of the constraints, the sums of 128 elements each times x^i.
#[unsafe(no_mangle)]
pub extern "C" fn cross() {
    // SAFETY: 16 columns begin at each 16th, they have more than 32 blocks, and there is room for their rows.
    unsafe {
        for first in (0..COLUMNS).step_by(16) {
            for block in 0..MOST_ROWS / (8 * BLOCK) {
                let given = core::array::from_fn(|c| load(column(first + c).add(BLOCK * block)));
                turn(given, bits().add(BLOCK * 8 * BLOCK * block + first / 8));
            }
        }
        let delta = delta();
        for i in 0..8 * WITNESS {
            if D.start().add(i / 8).read() >> (i % 8) & 1 == 1 {
                let place = bits().add(BLOCK * i);
                store(place, v128_xor(load(place), delta));
            }
        }
        for i in 0..2 {
            let elements = bits().add(BLOCK * 8 * (WITNESS + BLOCK * i)).cast::<[Element; 128]>();
            let sum = (*elements).iter().rev().fold(0, |sum, element| double(sum) ^ element);
            MASKS.start().cast::<Element>().add(i).write(sum);
        }
    }
}

/// From a block of 16 columns to 16 bits of 128 rows.
///
/// # Safety
/// `to` is the place of these bits in the first of the rows.
unsafe fn turn(mut bytes: [v128; 16], to: *mut u8) {
    for _ in 0..4 {
        // The bytes of a vector and of the eighth after it alternate. After four times that, byte j of
        // vector i is what byte i of vector j was.
        bytes = core::array::from_fn(|i| {
            let (a, b) = (bytes[i / 2], bytes[i / 2 + 8]);
            if i % 2 == 0 {
                i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b)
            } else {
                i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b)
            }
        });
    }
    for (at, mut column) in bytes.into_iter().enumerate() {
        for bit in (0..8).rev() {
            to.add(BLOCK * (8 * at + bit)).cast::<u16>().write(i8x16_bitmask(column));
            column = i8x16_shl(column, 1);
        }
    }
}
