//! Four keys in a vector, eight at once: VAES on vectors of 512 bits.
//!
//! Like the AES-NI kernel, but with four blocks at a time for each key: eight vectors, which hide the latency
//! of AESENC. If one vector can start in each cycle, ten rounds of eight blocks take 20 cycles.
#![allow(unsafe_code)]

use super::Encrypt;
use crate::{
    aes::KEYS,
    quarters::{self, WIDTH, turned},
};
use core::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_aesenc_epi128, _mm512_aesenclast_epi128, _mm512_bslli_epi128,
    _mm512_set_epi32, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_xor_si512,
};
use heliast_cpu::Vaes;
use zeroize::Zeroize;

/// The constants of the key schedule (FIPS 197, section 5.2).
const ROUND_CONSTANTS: [i32; ROUNDS] = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36];
const ROUNDS: usize = 10;
/// The greatest number of blocks at a time for each key.
const BATCH: usize = 4;

/// A word for each key, four in a vector.
type Side = [__m512i; KEYS / WIDTH];
/// For every round, the round keys of all keys.
type Schedule = [Side; ROUNDS + 1];

impl Encrypt for Vaes {
    fn streams(self, keys: &[u128], ivs: &[u128], blocks: usize, out: &mut [u128]) {
        // SAFETY: the value proves that the CPU has the instructions.
        unsafe { streams_inner(keys, ivs, blocks, out) }
    }

    fn cube(self, keys: &[u128; KEYS], iv: u128, faces: [&mut [u128]; 3], all: &mut [u128]) {
        // SAFETY: as above.
        unsafe { cube_inner(keys, iv, faces, all) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,vaes")]
fn streams_inner(keys: &[u128], ivs: &[u128], blocks: usize, out: &mut [u128]) {
    let groups = keys.chunks(KEYS).zip(ivs.chunks(KEYS)).zip(out.chunks_mut((KEYS * blocks).max(1)));
    for ((keys, ivs), out) in groups {
        // Missing keys of the last group are 0, and their streams are not written.
        let mut padded = [0; KEYS];
        padded[..keys.len()].copy_from_slice(keys);
        let schedule = schedule(&padded);
        padded.fill(0);
        padded[..ivs.len()].copy_from_slice(ivs);
        let mut counter = load(&padded);
        padded.zeroize();
        let mut first = 0;
        while first < blocks {
            let states = match blocks - first {
                1 => pad(next::<1>(&schedule, &mut counter)),
                2 => pad(next::<2>(&schedule, &mut counter)),
                _ => next::<BATCH>(&schedule, &mut counter),
            };
            let count = (blocks - first).min(BATCH);
            for (block, state) in states.into_iter().enumerate().take(count) {
                for (stream, word) in store(state).into_iter().enumerate().take(keys.len()) {
                    out[stream * blocks + first + block] = word;
                }
            }
            first += count;
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,vaes")]
fn cube_inner(keys: &[u128; KEYS], iv: u128, faces: [&mut [u128]; 3], all: &mut [u128]) {
    let schedule = schedule(keys);
    let mut counter = load(&[iv; KEYS]);
    let [odd, twos, fours] = faces;
    let (odd, twos, fours) = (odd.chunks_mut(BATCH), twos.chunks_mut(BATCH), fours.chunks_mut(BATCH));
    for (((all, odd), twos), fours) in all.chunks_mut(BATCH).zip(odd).zip(twos).zip(fours) {
        // Rows 0 to 3 and 4 to 7 of every block; then row after row, of all blocks.
        let [[a, e], [b, f], [c, g], [d, h]] = next::<BATCH>(&schedule, &mut counter);
        let [h0, h1, h2, h3] = turned([e, f, g, h]);
        let both =
            [_mm512_xor_si512(a, e), _mm512_xor_si512(b, f), _mm512_xor_si512(c, g), _mm512_xor_si512(d, h)];
        let [s0, s1, s2, s3] = turned(both);
        let odds = _mm512_xor_si512(s1, s3);
        let upper = _mm512_xor_si512(_mm512_xor_si512(h0, h1), _mm512_xor_si512(h2, h3));
        add(odd, odds);
        add(twos, _mm512_xor_si512(s2, s3));
        add(fours, upper);
        all.fill(0);
        add(all, _mm512_xor_si512(_mm512_xor_si512(s0, s2), odds));
    }
}

/// Adds up to four words, as many as `to` has.
#[target_feature(enable = "avx512f")]
#[inline]
fn add(to: &mut [u128], words: __m512i) {
    if let Ok(four) = <&mut [u128; WIDTH]>::try_from(&mut *to) {
        *four = quarters::words(_mm512_xor_si512(quarters::vector(*four), words));
    } else {
        to.iter_mut().zip(quarters::words(words)).for_each(|(to, word)| *to ^= word);
    }
}

#[target_feature(enable = "avx512f,avx512bw,vaes")]
#[inline]
fn schedule(keys: &[u128; KEYS]) -> Schedule {
    // The last word, its bytes rotated by one, in all four places.
    let rotated_last = _mm512_set1_epi32(0x0c0f_0e0d);
    let mut round_keys = load(keys);
    let mut schedule = [round_keys; ROUNDS + 1];
    for (round, constant) in ROUND_CONSTANTS.iter().enumerate() {
        let constant = _mm512_set1_epi32(*constant);
        for key in &mut round_keys {
            let substituted = _mm512_aesenclast_epi128(_mm512_shuffle_epi8(*key, rotated_last), constant);
            // Every word becomes the sum of those up to it.
            let pairs = _mm512_xor_si512(*key, _mm512_bslli_epi128::<4>(*key));
            let sums = _mm512_xor_si512(pairs, _mm512_bslli_epi128::<8>(pairs));
            *key = _mm512_xor_si512(sums, substituted);
        }
        schedule[round + 1] = round_keys;
    }
    schedule
}

/// The next N blocks under each key. Afterwards `counter` is that of the block after them.
#[target_feature(enable = "avx512f,vaes")]
#[inline]
fn next<const N: usize>(schedule: &Schedule, counter: &mut Side) -> [Side; N] {
    let one = _mm512_set_epi32(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    let mut states = [[_mm512_setzero_si512(); KEYS / WIDTH]; N];
    for state in &mut states {
        for ((word, counter), key) in state.iter_mut().zip(&mut *counter).zip(&schedule[0]) {
            *word = _mm512_xor_si512(*counter, *key);
            *counter = _mm512_add_epi32(*counter, one);
        }
    }
    for keys in &schedule[1..ROUNDS] {
        for state in &mut states {
            for (word, key) in state.iter_mut().zip(keys) {
                *word = _mm512_aesenc_epi128(*word, *key);
            }
        }
    }
    for state in &mut states {
        for (word, key) in state.iter_mut().zip(&schedule[ROUNDS]) {
            *word = _mm512_aesenclast_epi128(*word, *key);
        }
    }
    states
}

/// Adds zeros for missing blocks.
#[target_feature(enable = "avx512f")]
#[inline]
fn pad<const N: usize>(states: [Side; N]) -> [Side; BATCH] {
    let mut padded = [[_mm512_setzero_si512(); KEYS / WIDTH]; BATCH];
    padded[..N].copy_from_slice(&states);
    padded
}

#[inline(always)]
fn load(words: &[u128; KEYS]) -> Side {
    // SAFETY: both have 128 bytes, of which every value is valid.
    unsafe { core::mem::transmute::<[u128; KEYS], Side>(*words) }
}

#[inline(always)]
fn store(side: Side) -> [u128; KEYS] {
    // SAFETY: as above.
    unsafe { core::mem::transmute::<Side, [u128; KEYS]>(side) }
}
