//! Safe Rust, and the oracle of the other kernels: one lane after the other, each in words of the CPU.
//!
//! A round has 155 operations: 50 xors and 5 rotations for θ, 24 rotations for ρ, 75 for χ, one for ι; 3720
//! per permutation.

use super::Permute;
use crate::keccak::{
    State, WORDS,
    rounds::{self, Word},
};
use heliast_cpu::Portable;

impl Word for u64 {
    #[inline(always)]
    fn all(word: u64) -> u64 {
        word
    }

    #[inline(always)]
    fn xor(self, other: u64) -> u64 {
        self ^ other
    }

    #[inline(always)]
    fn chi(self, next: u64, after: u64) -> u64 {
        self ^ (!next & after)
    }

    #[inline(always)]
    fn rotate<const L: i32, const R: i32>(self) -> u64 {
        self.rotate_left(L.cast_unsigned())
    }
}

impl Permute for Portable {
    fn permute(self, lanes: usize, state: &mut State) {
        for lane in 0..lanes {
            permute_lane(state, lane);
        }
    }
}

/// Permutes one lane of many.
fn permute_lane(state: &mut State, lane: usize) {
    let mut words: [u64; WORDS] = core::array::from_fn(|word| state[word].0[lane]);
    permute_one(&mut words);
    for (row, word) in state.iter_mut().zip(words) {
        row.0[lane] = word;
    }
}

/// Permutes a single stream.
pub(super) fn permute_one(words: &mut [u64; WORDS]) {
    rounds::permute(words);
}
