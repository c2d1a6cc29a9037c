//! Two lanes in a vector: the extension SHA3 of aarch64.
//!
//! # Cost
//!
//! A round has 90 instructions of the extension and NEON: 10 EOR3 and 5 XAR for the columns of θ, 25 EOR3 and
//! 24 XAR for the rest of θ and ρ, 25 BCAX for χ, one EOR for ι. Per permutation and lane this is 1080, plus
//! loads and stores of words that do not fit into registers.
#![allow(unsafe_code)]
// The methods are inlined first, into functions that have the features.
#![allow(unknown_lints, inline_always_mismatching_target_features)]

use super::Permute;
use crate::keccak::{
    State, WORDS,
    rounds::{self, Word},
};
use core::arch::aarch64::{
    uint64x2_t, vbcaxq_u64, vdupq_n_u64, veor3q_u64, veorq_u64, vld1q_u64, vorrq_u64, vshlq_n_u64,
    vshrq_n_u64, vst1q_u64,
};
use heliast_cpu::Sha3;

/// The number of lanes of a vector.
const WIDTH: usize = 2;

impl Permute for Sha3 {
    fn permute(self, lanes: usize, state: &mut State) {
        for first in (0..lanes).step_by(WIDTH) {
            // SAFETY: the value proves that the CPU has the instructions.
            unsafe { permute_vectors(state, first) }
        }
    }
}

/// Permutes the lanes from `first`, a multiple of [`WIDTH`].
#[target_feature(enable = "sha3")]
fn permute_vectors(state: &mut State, first: usize) {
    // SAFETY: `as_chunks` ensures that there are two words.
    let mut words: [Vector; WORDS] = core::array::from_fn(|word| unsafe {
        Vector(vld1q_u64(state[word].0.as_chunks::<WIDTH>().0[first / WIDTH].as_ptr()))
    });
    rounds::permute(&mut words);
    for (row, word) in state.iter_mut().zip(words) {
        let to = &mut row.0.as_chunks_mut::<WIDTH>().0[first / WIDTH];
        // SAFETY: as above.
        unsafe { vst1q_u64(to.as_mut_ptr(), word.0) }
    }
}

/// A value exists only in [`permute_vectors`], into which all of its methods are inlined.
#[derive(Clone, Copy)]
struct Vector(uint64x2_t);

impl Word for Vector {
    #[inline(always)]
    fn all(word: u64) -> Vector {
        // SAFETY: every aarch64 CPU has NEON.
        unsafe { Vector(vdupq_n_u64(word)) }
    }

    #[inline(always)]
    fn xor(self, other: Vector) -> Vector {
        // SAFETY: as above.
        unsafe { Vector(veorq_u64(self.0, other.0)) }
    }

    #[inline(always)]
    fn chi(self, next: Vector, after: Vector) -> Vector {
        // SAFETY: a vector exists with SHA3 only; so do those of the next two.
        unsafe { Vector(vbcaxq_u64(self.0, after.0, next.0)) }
    }

    #[inline(always)]
    fn rotate<const L: i32, const R: i32>(self) -> Vector {
        // SAFETY: every aarch64 CPU has NEON. With SHA3 the compiler makes one XAR from this.
        unsafe { Vector(vorrq_u64(vshlq_n_u64::<L>(self.0), vshrq_n_u64::<R>(self.0))) }
    }

    #[inline(always)]
    fn xor3(self, second: Vector, third: Vector) -> Vector {
        // SAFETY: as above.
        unsafe { Vector(veor3q_u64(self.0, second.0, third.0)) }
    }
}
