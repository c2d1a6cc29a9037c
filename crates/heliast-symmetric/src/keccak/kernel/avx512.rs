//! Eight lanes in a vector: AVX-512 F, with its rotations and its functions of three operands.
//!
//! # Cost
//!
//! A round has 90 vector instructions: 35 ternary xors and 5 rotations for θ, 24 rotations for ρ, 25 ternary
//! functions for χ, one xor for ι. Per permutation and lane this is 270. The vectors nearly fill the 32
//! registers.
#![allow(unsafe_code)]

use super::Permute;
use crate::keccak::{
    State, WORDS,
    rounds::{self, Word},
};
use core::arch::x86_64::{
    __m512i, _mm512_load_si512, _mm512_rol_epi64, _mm512_set1_epi64, _mm512_store_si512,
    _mm512_ternarylogic_epi64, _mm512_xor_si512,
};
use heliast_cpu::Avx512;

impl Permute for Avx512 {
    fn permute(self, _lanes: usize, state: &mut State) {
        // SAFETY: the value proves that the CPU has the instructions.
        unsafe { permute_vectors(state) }
    }
}

#[target_feature(enable = "avx512f")]
fn permute_vectors(state: &mut State) {
    heliast_cpu::align_stack();
    let mut words: [Vector; WORDS] =
        // SAFETY: a row is one vector and aligned like one.
        core::array::from_fn(|word| unsafe { Vector(_mm512_load_si512(state[word].0.as_ptr().cast())) });
    rounds::permute(&mut words);
    for (row, word) in state.iter_mut().zip(words) {
        // SAFETY: as above.
        unsafe { _mm512_store_si512(row.0.as_mut_ptr().cast(), word.0) }
    }
}

/// A value exists only in [`permute_vectors`], into which all of its methods are inlined.
#[derive(Clone, Copy)]
struct Vector(__m512i);

impl Word for Vector {
    #[inline(always)]
    fn all(word: u64) -> Vector {
        // SAFETY: this is only called with AVX-512 F, as above; so are the other functions.
        unsafe { Vector(_mm512_set1_epi64(word.cast_signed())) }
    }

    #[inline(always)]
    fn xor(self, other: Vector) -> Vector {
        // SAFETY: the vector exists.
        unsafe { Vector(_mm512_xor_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn xor3(self, second: Vector, third: Vector) -> Vector {
        // SAFETY: the vector exists.
        unsafe { Vector(_mm512_ternarylogic_epi64::<0x96>(self.0, second.0, third.0)) }
    }

    #[inline(always)]
    fn chi(self, next: Vector, after: Vector) -> Vector {
        // The table's index is 4·self + 2·next + after.
        // SAFETY: the vector exists.
        unsafe { Vector(_mm512_ternarylogic_epi64::<0xd2>(self.0, next.0, after.0)) }
    }

    #[inline(always)]
    fn rotate<const L: i32, const R: i32>(self) -> Vector {
        // SAFETY: the vector exists.
        unsafe { Vector(_mm512_rol_epi64::<L>(self.0)) }
    }
}
