//! The streams G: E_s(iv'), E_s(iv' + 1), ..., s being a seed and iv' the iv with a number t added to
//! its last word.

use super::{
    BLOCK, Planes,
    aes::{self, RoundKeys},
};
use crate::memory::{Cells, load};
use core::arch::wasm32::{
    i8x16_eq, i32x4_splat, u8x16_splat, u32x4, u32x4_add, u32x4_extract_lane, u32x4_replace_lane, v128,
    v128_and,
};

static IV: Cells<BLOCK> = Cells::new();

/// The place to which JavaScript writes the iv.
#[unsafe(no_mangle)]
pub extern "C" fn iv() -> *mut u8 {
    IV.start()
}

/// The block that is encrypted as number `i` of the streams of number t.
pub fn counter(t: u32, i: u32) -> v128 {
    // SAFETY: IV has one block.
    let iv = unsafe { load(IV.start()) };
    u32x4_add(iv, u32x4(i, 0, 0, t))
}

/// The planes of eight times the same block.
pub fn alike(block: v128) -> Planes {
    core::array::from_fn(|bit| {
        let mask = u8x16_splat(1 << bit);
        i8x16_eq(v128_and(block, mask), mask)
    })
}

/// The round keys of the eight seeds at `from`.
///
/// # Safety
/// They are in one of the `Cells`.
pub unsafe fn keys(from: *const u8) -> RoundKeys {
    let mut keys = [[i32x4_splat(0); 8]; 11];
    aes::expand(aes::turn(core::array::from_fn(|b| load(from.add(BLOCK * b)))), &mut keys);
    keys
}

/// Block number `i` of the streams of numbers t, t + 1, ... t + 7.
pub fn numbered(keys: &RoundKeys, t: u32, i: u32) -> Planes {
    let first = counter(t, i);
    let last = u32x4_extract_lane::<3>(first);
    let blocks = core::array::from_fn(|b| u32x4_replace_lane::<3>(first, last.wrapping_add(b as u32)));
    aes::turn(aes::encrypt(keys, &aes::turn(blocks)))
}
