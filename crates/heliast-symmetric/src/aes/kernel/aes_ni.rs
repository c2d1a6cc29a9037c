//! Eight keys at once: AES-NI.
//!
//! # Cost
//!
//! A round of the key schedule takes seven instructions. AESKEYGENASSIST has only one unit and a long latency
//! on Intel's CPUs. AESENCLAST of a word in all four columns, on which ShiftRows has no effect, computes the
//! same S-box. A single key would wait most of the time; eight keys fill the units.
//!
//! Eight blocks are encrypted at a time, with their round keys from memory, which is enough to hide the
//! latency of AESENC.
#![allow(unsafe_code)]

use super::Encrypt;
use crate::aes::KEYS;
use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_aesenc_si128, _mm_aesenclast_si128, _mm_bslli_si128, _mm_set_epi32,
    _mm_set1_epi32, _mm_setzero_si128, _mm_shuffle_epi8, _mm_xor_si128,
};
use heliast_cpu::AesNi;
use zeroize::Zeroize;

/// The constants of the key schedule (FIPS 197, section 5.2).
const ROUND_CONSTANTS: [i32; ROUNDS] = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36];
const ROUNDS: usize = 10;

/// For every round, the round keys of all keys.
type Schedule = [[__m128i; KEYS]; ROUNDS + 1];

impl Encrypt for AesNi {
    fn streams(self, keys: &[u128], ivs: &[u128], blocks: usize, out: &mut [u128]) {
        // SAFETY: the value proves that the CPU has the instructions.
        unsafe { streams_inner(keys, ivs, blocks, out) }
    }

    fn cube(self, keys: &[u128; KEYS], iv: u128, faces: [&mut [u128]; 3], all: &mut [u128]) {
        // SAFETY: as above.
        unsafe { cube_inner(keys, iv, faces, all) }
    }
}

#[target_feature(enable = "aes,ssse3")]
fn streams_inner(keys: &[u128], ivs: &[u128], blocks: usize, out: &mut [u128]) {
    let groups = keys.chunks(KEYS).zip(ivs.chunks(KEYS)).zip(out.chunks_mut((KEYS * blocks).max(1)));
    for ((keys, ivs), out) in groups {
        // Missing keys of the last group are 0, and their streams are not written.
        let mut padded = [0; KEYS];
        padded[..keys.len()].copy_from_slice(keys);
        let schedule = schedule(&padded);
        padded.zeroize();
        let mut counters = [_mm_setzero_si128(); KEYS];
        for (counter, iv) in counters.iter_mut().zip(ivs) {
            *counter = load(*iv);
        }
        for block in 0..blocks {
            let states = encrypt(&schedule, &counters);
            for (stream, state) in states.iter().enumerate().take(keys.len()) {
                out[stream * blocks + block] = store(*state);
            }
            for counter in &mut counters {
                *counter = _mm_add_epi32(*counter, _mm_set_epi32(0, 0, 0, 1));
            }
        }
    }
}

#[target_feature(enable = "aes,ssse3")]
fn cube_inner(keys: &[u128; KEYS], iv: u128, faces: [&mut [u128]; 3], all: &mut [u128]) {
    let schedule = schedule(keys);
    let mut counter = load(iv);
    let [odd, twos, fours] = faces;
    for (((all, odd), twos), fours) in all.iter_mut().zip(odd).zip(twos).zip(fours) {
        let [r0, r1, r2, r3, r4, r5, r6, r7] = encrypt(&schedule, &[counter; KEYS]);
        let (odd_fours, even_fours) = (_mm_xor_si128(r5, r7), _mm_xor_si128(r4, r6));
        let (odds, threes) = (_mm_xor_si128(r1, r3), _mm_xor_si128(r2, r3));
        let upper = _mm_xor_si128(odd_fours, even_fours);
        *odd ^= store(_mm_xor_si128(odds, odd_fours));
        *twos ^= store(_mm_xor_si128(threes, _mm_xor_si128(r6, r7)));
        *fours ^= store(upper);
        *all = store(_mm_xor_si128(_mm_xor_si128(r0, r1), _mm_xor_si128(threes, upper)));
        counter = _mm_add_epi32(counter, _mm_set_epi32(0, 0, 0, 1));
    }
}

#[target_feature(enable = "aes,ssse3")]
#[inline]
fn schedule(keys: &[u128; KEYS]) -> Schedule {
    // The last word, its bytes rotated by one, in all four places.
    let rotated_last = _mm_set1_epi32(0x0c0f_0e0d);
    let mut schedule = [[_mm_setzero_si128(); KEYS]; ROUNDS + 1];
    let mut round_keys = [_mm_setzero_si128(); KEYS];
    for (round_key, key) in round_keys.iter_mut().zip(keys) {
        *round_key = load(*key);
    }
    schedule[0] = round_keys;
    for (round, constant) in ROUND_CONSTANTS.iter().enumerate() {
        let constant = _mm_set1_epi32(*constant);
        for key in &mut round_keys {
            let substituted = _mm_aesenclast_si128(_mm_shuffle_epi8(*key, rotated_last), constant);
            // Every word becomes the sum of those up to it.
            let pairs = _mm_xor_si128(*key, _mm_bslli_si128::<4>(*key));
            let sums = _mm_xor_si128(pairs, _mm_bslli_si128::<8>(pairs));
            *key = _mm_xor_si128(sums, substituted);
        }
        schedule[round + 1] = round_keys;
    }
    schedule
}

/// One block under each key.
#[target_feature(enable = "aes,ssse3")]
#[inline]
fn encrypt(schedule: &Schedule, blocks: &[__m128i; KEYS]) -> [__m128i; KEYS] {
    let mut states = *blocks;
    let [first, middle @ .., last] = schedule;
    for (state, key) in states.iter_mut().zip(first) {
        *state = _mm_xor_si128(*state, *key);
    }
    for keys in middle {
        for (state, key) in states.iter_mut().zip(keys) {
            *state = _mm_aesenc_si128(*state, *key);
        }
    }
    for (state, key) in states.iter_mut().zip(last) {
        *state = _mm_aesenclast_si128(*state, *key);
    }
    states
}

#[inline(always)]
fn load(word: u128) -> __m128i {
    // SAFETY: both have 16 bytes, of which every value is valid.
    unsafe { core::mem::transmute::<u128, __m128i>(word) }
}

#[inline(always)]
fn store(vector: __m128i) -> u128 {
    // SAFETY: as above.
    unsafe { core::mem::transmute::<__m128i, u128>(vector) }
}
