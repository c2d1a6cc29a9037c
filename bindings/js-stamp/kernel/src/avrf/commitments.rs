//! The commitments of a vector's leaves: x_0·f + x_1 in GF(2^384), x_0 ‖ x_1 being a leaf's stream
//! and f the factor.

use super::{BLOCK, MOST_LEAVES, aes, streams};
use crate::memory::{Cells, load, store};
use core::arch::wasm32::{unreachable, v128, v128_xor};

/// Bytes of a commitment.
const COMMITMENT: usize = 3 * BLOCK;
/// Four bits of x_0, by their value: 16 multiples of f.
const DIGIT: usize = 16 * COMMITMENT;
/// x^384 is this.
const REDUCTION: u64 = 0x100d;

static LEAVES: Cells<{ BLOCK * MOST_LEAVES }> = Cells::new();
static FACTOR: Cells<COMMITMENT> = Cells::new();
static TABLE: Cells<{ 2 * BLOCK * DIGIT }> = Cells::new();
/// With room for the byte that `shake` hashes behind them.
static COMMITMENTS: Cells<{ COMMITMENT * MOST_LEAVES + 8 }> = Cells::new();

/// The place to which JavaScript writes a vector's leaves, nodes of the tree; `commit` makes their
/// seeds of them.
#[unsafe(no_mangle)]
pub extern "C" fn leaves() -> *mut u8 {
    LEAVES.start()
}

/// The place to which JavaScript writes the vector's factor.
#[unsafe(no_mangle)]
pub extern "C" fn factor() -> *mut u8 {
    FACTOR.start()
}

/// The place of the commitments.
#[unsafe(no_mangle)]
pub extern "C" fn commitments() -> *mut u8 {
    COMMITMENTS.start()
}

/// Traps unless it is a number of leaves that a vector may have.
pub fn check(count: usize) {
    if count < 8 || count > MOST_LEAVES || !count.is_power_of_two() {
        unreachable();
    }
}

/// Writes the commitments of so many leaves, a power of 2, by streams of number t.
#[unsafe(no_mangle)]
pub extern "C" fn commit(count: usize, t: u32) {
    check(count);
    // SAFETY: `count` has been checked, and is a multiple of 8.
    unsafe {
        tabulate();
        for leaf in (0..count).step_by(8) {
            commit_eight(LEAVES.start().add(BLOCK * leaf), COMMITMENTS.start().add(COMMITMENT * leaf), t);
        }
    }
}

/// # Safety
/// There are eight leaves at `seeds`, and there is room for their commitments at `to`.
unsafe fn commit_eight(seeds: *mut u8, to: *mut u8, t: u32) {
    let keys = streams::keys(seeds);
    for i in 0..4 {
        let blocks = aes::turn(aes::encrypt(&keys, &streams::alike(streams::counter(t, i))));
        for (b, block) in blocks.into_iter().enumerate() {
            let place =
                if i == 0 { seeds.add(BLOCK * b) } else { to.add(COMMITMENT * b + BLOCK * (i as usize - 1)) };
            store(place, block);
        }
    }
    for b in 0..8 {
        let place = to.add(COMMITMENT * b);
        for (i, part) in times_factor(seeds.add(BLOCK * b)).into_iter().enumerate() {
            store(place.add(BLOCK * i), v128_xor(load(place.add(BLOCK * i)), part));
        }
    }
}

/// The factor's product with the 16 bytes at `from`.
///
/// # Safety
/// They are in one of the `Cells`, and TABLE is made.
unsafe fn times_factor(from: *const u8) -> [v128; 3] {
    let mut product = core::array::from_fn(|_| core::arch::wasm32::i32x4_splat(0));
    for i in 0..2 * BLOCK {
        let digit = usize::from(from.add(i / 2).read() >> (4 * (i % 2)) & 15);
        let row = TABLE.start().add(DIGIT * i + COMMITMENT * digit);
        for (j, sum) in product.iter_mut().enumerate() {
            *sum = v128_xor(*sum, load(row.add(BLOCK * j)));
        }
    }
    product
}

/// Makes the table of the factor.
unsafe fn tabulate() {
    let mut multiple: [u64; 6] = FACTOR.start().cast::<[u64; 6]>().read();
    for i in 0..2 * BLOCK {
        let digits: &mut [[u64; 6]; 16] = &mut *TABLE.start().add(DIGIT * i).cast();
        for bit in 0..4 {
            for low in 0..1 << bit {
                digits[low + (1 << bit)] = core::array::from_fn(|word| digits[low][word] ^ multiple[word]);
            }
            double(&mut multiple);
        }
    }
}

/// Times x.
fn double(a: &mut [u64; 6]) {
    let top = a[5] >> 63;
    for i in (1..6).rev() {
        a[i] = a[i] << 1 | a[i - 1] >> 63;
    }
    a[0] = a[0] << 1 ^ top * REDUCTION;
}
