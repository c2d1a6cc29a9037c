//! AES-128 (FIPS 197), sixteen bytes at once in constant time, and the witness of a proof about it.
//!
//! The witness of a key is the key, then the first word of each of the ten other round keys; the other words
//! are sums. The witness of a block has, for rounds 1 and 2, 3 and 4, .. 9 and 10:
//!
//! 1. for every byte x that enters the S-box in the odd round, the *inverse norm* x^(-17) = x^238 in GF(16),
//!    four bits;
//! 2. except for the last two rounds, the state after ShiftRows in the even round, 16 bytes.
//!
//! Between these values there are two inversions: one is x^(-1) = x^(-17)·x^16, and the other is checked
//! backwards from the next state.

use super::{
    parameters::{BLOCK_WITNESS, KEY_WITNESS},
    subfield::{AFFINE_CONSTANT, NORM_BITS},
};
use alloc::vec::Vec;
use heliast_symmetric::binary::Gf8x16;
use zeroize::Zeroize;

/// The constants of the key schedule: 2^j.
pub(super) const ROUND_CONSTANTS: [u8; 10] = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36];

/// The round keys. Erased on drop.
pub(super) struct Cipher([Gf8x16; 11]);

/// A key's encryptions. Erased on drop.
pub(super) struct Witness(pub(super) Vec<u8>);

impl Cipher {
    pub(super) fn new(key: &[u8; 16]) -> Cipher {
        let mut keys = [Gf8x16::from_bytes(*key); 11];
        for (round, constant) in ROUND_CONSTANTS.iter().enumerate() {
            let mut words = words(keys[round]);
            let turned = Gf8x16(words[3].rotate_right(8).into());
            let mut word = sub_bytes(turned.invert()).0 as u32 ^ u32::from(*constant);
            for next in &mut words {
                word ^= *next;
                *next = word;
            }
            keys[round + 1] = from_words(words);
        }
        Cipher(keys)
    }

    /// Encrypts one block.
    pub(super) fn encrypt(&self, input: &[u8; 16]) -> [u8; 16] {
        self.trace(input, &mut |_, _, _| {})
    }

    /// The witness of the key and of the encryptions of `inputs`.
    pub(super) fn witness<'a>(&self, inputs: impl ExactSizeIterator<Item = &'a [u8; 16]>) -> Witness {
        let mut bytes = Vec::with_capacity(KEY_WITNESS + inputs.len() * BLOCK_WITNESS);
        bytes.extend_from_slice(&self.0[0].to_bytes());
        self.0[1..].iter().for_each(|key| bytes.extend_from_slice(&key.to_bytes()[..4]));
        for input in inputs {
            self.trace(input, &mut |round, inverse, shifted| {
                if round % 2 == 1 {
                    let to_16 = inverse.square().square().square().square();
                    bytes.extend_from_slice(&norm_bytes(to_16.multiply(inverse)));
                } else if round < 10 {
                    bytes.extend_from_slice(&shifted.to_bytes());
                }
            });
        }
        Witness(bytes)
    }

    /// Encrypts. `look` gets the round from 1 to 10, the inverses in its S-boxes and the state after
    /// ShiftRows.
    fn trace(&self, input: &[u8; 16], look: &mut dyn FnMut(usize, Gf8x16, Gf8x16)) -> [u8; 16] {
        let mut state = Gf8x16::from_bytes(*input) + self.0[0];
        for round in 1..=10 {
            let inverse = state.invert();
            state = shift_rows(sub_bytes(inverse));
            look(round, inverse, state);
            if round < 10 {
                state = mix_columns(state);
            }
            state += self.0[round];
        }
        state.to_bytes()
    }
}

/// The S-box, from the inverses of its inputs.
fn sub_bytes(inverse: Gf8x16) -> Gf8x16 {
    let turned = |by| inverse.rotate_left(by);
    inverse + turned(1) + turned(2) + turned(3) + turned(4) + Gf8x16::splat(AFFINE_CONSTANT)
}

/// The place from which ShiftRows takes the byte that goes to place `to`: byte 4c + r is row r of
/// column c.
pub(super) const fn shifted_from(to: usize) -> usize {
    (to + 4 * (to % 4)) % 16
}

fn shift_rows(state: Gf8x16) -> Gf8x16 {
    let bytes = state.to_bytes();
    Gf8x16::from_bytes(core::array::from_fn(|to| bytes[shifted_from(to)]))
}

/// Row r of a column: 2a_r + 3a_(r+1) + a_(r+2) + a_(r+3).
pub(super) fn mix_columns(state: Gf8x16) -> Gf8x16 {
    let below = |rows: u32| from_words(words(state).map(|word| word.rotate_right(8 * rows)));
    (state + below(1)).double() + below(1) + below(2) + below(3)
}

/// Two elements of GF(16) in a byte.
fn norm_bytes(norms: Gf8x16) -> [u8; 8] {
    let halves = norms
        .to_bytes()
        .map(|norm| NORM_BITS.iter().enumerate().fold(0, |half, (i, bit)| half | (norm >> bit & 1) << i));
    core::array::from_fn(|i| halves[2 * i] | halves[2 * i + 1] << 4)
}

fn words(state: Gf8x16) -> [u32; 4] {
    core::array::from_fn(|i| (state.0 >> (32 * i)) as u32)
}

fn from_words(words: [u32; 4]) -> Gf8x16 {
    Gf8x16(words.iter().rev().fold(0, |all, word| all << 32 | u128::from(*word)))
}

impl Drop for Cipher {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}
