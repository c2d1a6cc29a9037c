//! Four lanes in a vector: AVX2.
//!
//! # Cost
//!
//! A round has 184 vector instructions: 20 + 5 + 25 xors and 5 rotations for θ, 24 rotations for ρ, 50 for χ,
//! one for ι. A rotation is three instructions, or one shuffle if it moves whole bytes (8 and 56). Per
//! permutation and lane this is 1104. The state does not fit into 16 registers.
#![allow(unsafe_code)]

use super::Permute;
use crate::keccak::{
    State, WORDS,
    rounds::{self, Word},
};
use core::arch::x86_64::{
    __m256i, _mm256_andnot_si256, _mm256_load_si256, _mm256_or_si256, _mm256_set1_epi64x, _mm256_slli_epi64,
    _mm256_srli_epi64, _mm256_store_si256, _mm256_xor_si256,
};
use heliast_cpu::Avx2;

/// The number of lanes of a vector.
const WIDTH: usize = 4;

impl Permute for Avx2 {
    fn permute(self, lanes: usize, state: &mut State) {
        for first in (0..lanes).step_by(WIDTH) {
            // SAFETY: the value proves that the CPU has the instructions.
            unsafe { permute_vectors(state, first) }
        }
    }
}

/// Permutes the lanes from `first`, a multiple of [`WIDTH`].
#[target_feature(enable = "avx2")]
fn permute_vectors(state: &mut State, first: usize) {
    heliast_cpu::align_stack();
    // SAFETY: a row is two vectors, aligned for each of them; `as_chunks` ensures that there are four words.
    let mut words: [Vector; WORDS] = core::array::from_fn(|word| unsafe {
        Vector(_mm256_load_si256(state[word].0.as_chunks::<WIDTH>().0[first / WIDTH].as_ptr().cast()))
    });
    rounds::permute(&mut words);
    for (row, word) in state.iter_mut().zip(words) {
        let to = &mut row.0.as_chunks_mut::<WIDTH>().0[first / WIDTH];
        // SAFETY: as above.
        unsafe { _mm256_store_si256(to.as_mut_ptr().cast(), word.0) }
    }
}

/// A value exists only in [`permute_vectors`], into which all of its methods are inlined.
#[derive(Clone, Copy)]
struct Vector(__m256i);

impl Word for Vector {
    #[inline(always)]
    fn all(word: u64) -> Vector {
        // SAFETY: this is only called with AVX2, as above; so are the other functions.
        unsafe { Vector(_mm256_set1_epi64x(word.cast_signed())) }
    }

    #[inline(always)]
    fn xor(self, other: Vector) -> Vector {
        // SAFETY: the vector exists.
        unsafe { Vector(_mm256_xor_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn chi(self, next: Vector, after: Vector) -> Vector {
        // SAFETY: the vector exists.
        unsafe { Vector(_mm256_xor_si256(self.0, _mm256_andnot_si256(next.0, after.0))) }
    }

    #[inline(always)]
    fn rotate<const L: i32, const R: i32>(self) -> Vector {
        // SAFETY: the vector exists.
        unsafe { Vector(_mm256_or_si256(_mm256_slli_epi64::<L>(self.0), _mm256_srli_epi64::<R>(self.0))) }
    }
}
