//! SHAKE128 (FIPS 202), of the commitments and of all else that a verification hashes by it.

use super::{MOST_LEAVES, commitments::commitments};
use crate::memory::Cells;
use core::arch::wasm32::unreachable;

/// Bytes that are taken in between two permutations.
const RATE: usize = 168;
/// The most bytes of a hash, a whole number of rates.
const OUTPUT: usize = 5 * RATE;

static DIGEST: Cells<OUTPUT> = Cells::new();

/// The place of the hash.
#[unsafe(no_mangle)]
pub extern "C" fn digest() -> *mut u8 {
    DIGEST.start()
}

/// Hashes the first bytes of `commitments`, to which JavaScript adds what comes behind them, or writes what
/// else it hashes, to `output` bytes or more.
#[unsafe(no_mangle)]
pub extern "C" fn shake(length: usize, output: usize) {
    if length > 48 * MOST_LEAVES + 8 || output > OUTPUT {
        unreachable();
    }
    // SAFETY: that many bytes are there, and nothing else uses them meanwhile.
    let bytes = unsafe { core::slice::from_raw_parts(commitments(), length) };
    let mut state = [0; 25];
    let mut blocks = bytes.chunks_exact(RATE);
    for block in &mut blocks {
        absorb(&mut state, block);
        permute(&mut state);
    }
    let rest = blocks.remainder();
    let mut last = [0; RATE];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    last[rest.len()] = 0x1f;
    last[RATE - 1] |= 0x80;
    absorb(&mut state, &last);
    for at in (0..output).step_by(RATE) {
        permute(&mut state);
        // SAFETY: DIGEST has room for whole rates, and a rate is 21 words.
        unsafe { DIGEST.start().add(at).cast::<[u64; RATE / 8]>().write(core::array::from_fn(|i| state[i])) };
    }
}

fn absorb(state: &mut [u64; 25], block: &[u8]) {
    for (lane, bytes) in state.iter_mut().zip(block.chunks_exact(8)) {
        *lane ^= bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    }
}

/// The constants of ι.
const CONSTANTS: [u64; 24] = constants();

/// Repeats a step with literal numbers, so that no lane needs a place in memory.
macro_rules! each {
    ($step:ident: $($number:tt)*) => { $($step!($number);)* };
}

/// Keccak-f[1600].
#[inline(never)]
fn permute(state: &mut [u64; 25]) {
    let mut a = *state;
    for constant in CONSTANTS {
        let mut sums = [0_u64; 5];
        macro_rules! sum {
            ($x:literal) => {
                sums[$x] = a[$x] ^ a[$x + 5] ^ a[$x + 10] ^ a[$x + 15] ^ a[$x + 20]
            };
        }
        each!(sum: 0 1 2 3 4);
        macro_rules! theta {
            ($x:literal) => {
                let step = sums[($x + 4) % 5] ^ sums[($x + 1) % 5].rotate_left(1);
                a[$x] ^= step;
                a[$x + 5] ^= step;
                a[$x + 10] ^= step;
                a[$x + 15] ^= step;
                a[$x + 20] ^= step;
            };
        }
        each!(theta: 0 1 2 3 4);
        let mut moved = a[1];
        // ρ and π: the rotation, and the lane that is next.
        macro_rules! turn {
            (($turn:literal $to:literal)) => {
                moved = core::mem::replace(&mut a[$to], moved.rotate_left($turn));
            };
        }
        each!(turn: (1 10) (3 7) (6 11) (10 17) (15 18) (21 3) (28 5) (36 16) (45 8) (55 21) (2 24) (14 4));
        each!(turn: (27 15) (41 23) (56 19) (8 13) (25 12) (43 2) (62 20) (18 14) (39 22) (61 9) (20 6));
        a[1] = moved.rotate_left(44);
        macro_rules! chi {
            ($y:literal) => {
                let row = [a[$y], a[$y + 1], a[$y + 2], a[$y + 3], a[$y + 4]];
                a[$y] = row[0] ^ !row[1] & row[2];
                a[$y + 1] = row[1] ^ !row[2] & row[3];
                a[$y + 2] = row[2] ^ !row[3] & row[4];
                a[$y + 3] = row[3] ^ !row[4] & row[0];
                a[$y + 4] = row[4] ^ !row[0] & row[1];
            };
        }
        each!(chi: 0 5 10 15 20);
        a[0] ^= constant;
    }
    *state = a;
}

/// Bits 2^j − 1 of a round's constant are those of a register with feedback.
const fn constants() -> [u64; 24] {
    let (mut constants, mut register, mut i) = ([0; 24], 1_u32, 0);
    while i < 7 * 24 {
        constants[i / 7] |= ((register & 1) as u64) << ((1 << (i % 7)) - 1);
        register = register << 1 ^ (register >> 7) * 0x171;
        i += 1;
    }
    constants
}
