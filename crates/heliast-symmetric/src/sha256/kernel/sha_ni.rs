//! The SHA extensions of x86-64: two rounds of one message in one instruction, with four messages at once.
//!
//! Two rounds wait four cycles for the two before them, so one message leaves the unit idle three cycles of
//! four. Four messages go through the rounds together; rows become columns, in the order of words that the
//! instructions require, and columns rows again.
//!
//! # Cost
//!
//! A compression has 32 `sha256rnds2`, 12 `sha256msg1` and 12 `sha256msg2`. There are also
//! additions, alignments and shuffles, and 16 unpacking instructions, loads and stores to move the
//! words. Transposing eight lanes in 256 bits would not help: the extensions have no VEX encoding,
//! and are slow with the upper halves of the registers in use. Hence SSE only.
#![allow(unsafe_code)]

use super::Compress;
use crate::sha256::{
    Block, LANES, Start, State, Word,
    scalar::{K, Table},
};
use core::arch::x86_64::*;
use heliast_cpu::ShaNi;

/// The number of messages that go through the rounds together, which is the number of words of a quad.
const STREAMS: usize = 4;

/// Four words, the first one lowest.
type Quad = __m128i;

/// The variables of some messages in the order of the instructions: f, e, b, a and h, g, d, c, from the
/// lowest word on.
#[derive(Clone, Copy)]
struct Variables<const S: usize> {
    abef: [Quad; S],
    cdgh: [Quad; S],
}

impl Compress for ShaNi {
    fn compress(self, lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State) {
        // SAFETY: the value proves that the CPU has the instructions.
        unsafe { compress_groups(lanes, start, block, out) }
    }

    fn compress_one(self, state: &mut [u32; 8], block: &[u32; 16]) {
        // SAFETY: the value proves that the CPU has the instructions.
        unsafe { compress_words(state, block) }
    }

    fn compress_bytes(self, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
        // SAFETY: the value proves that the CPU has the instructions.
        unsafe { compress_blocks(state, blocks) }
    }
}

#[target_feature(enable = "sha,ssse3,sse4.1")]
fn compress_groups(lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State) {
    match block {
        Block::Words(words) => {
            each_group(lanes, start, out, |variables, first, begun| {
                variables.rounds(quads(words, first), begun)
            });
        }
        Block::Constant(schedule) => {
            each_group(lanes, start, out, |variables, _, begun| {
                variables.scheduled_rounds(&schedule.0, begun)
            });
        }
    }
}

/// Calls `rounds` for the last variables of the lanes from one place on, with the first ones and the number
/// of rounds that are done.
#[target_feature(enable = "sha,ssse3,sse4.1")]
#[inline]
fn each_group(
    lanes: usize,
    start: Start<'_>,
    out: &mut State,
    rounds: impl Fn(Variables<STREAMS>, usize, usize) -> Variables<STREAMS>,
) {
    for first in (0..lanes).step_by(STREAMS) {
        assert!(first <= LANES - STREAMS);
        let (chaining, variables, begun) = match start {
            Start::All(midstate) => (
                Variables::spread(&midstate.chaining),
                Variables::spread(&midstate.variables),
                midstate.rounds,
            ),
            Start::Each(state) => {
                let variables = Variables::load(state, first);
                (variables, variables, 0)
            }
        };
        rounds(variables, first, begun).plus(&chaining).store(out, first);
    }
}

#[target_feature(enable = "sha,ssse3,sse4.1")]
fn compress_words(state: &mut [u32; 8], block: &[u32; 16]) {
    let (words, _) = block.as_chunks::<4>();
    let chaining = Variables::spread(state);
    let quads: [[Quad; 1]; 4] = [[quad(&words[0])], [quad(&words[1])], [quad(&words[2])], [quad(&words[3])]];
    chaining.rounds(quads, 0).plus(&chaining).collect(state);
}

#[target_feature(enable = "sha,ssse3,sse4.1")]
fn compress_blocks(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let mut chaining: Variables<1> = Variables::spread(state);
    let big_endian = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203);
    for block in blocks {
        let mut quads = [[_mm_setzero_si128()]; 4];
        for (quad, bytes) in quads.iter_mut().zip(block.as_chunks::<16>().0) {
            // SAFETY: this reads 16 bytes from 16 bytes, of any alignment.
            let bytes = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
            *quad = [_mm_shuffle_epi8(bytes, big_endian)];
        }
        chaining = chaining.rounds(quads, 0).plus(&chaining);
    }
    chaining.collect(state);
}

/// The words of four lanes from `first` on, in four quads for each lane.
#[target_feature(enable = "sha,ssse3,sse4.1")]
#[inline]
fn quads(words: &[Word<'_>; 16], first: usize) -> [[Quad; STREAMS]; 4] {
    let mut quads = [[_mm_setzero_si128(); STREAMS]; 4];
    for (quads, words) in quads.iter_mut().zip(words.as_chunks::<4>().0) {
        if let &[Word::All(a), Word::All(b), Word::All(c), Word::All(d)] = words {
            *quads = [quad(&[a, b, c, d]); STREAMS];
            continue;
        }
        let mut rows = [_mm_setzero_si128(); 4];
        for (row, word) in rows.iter_mut().zip(words) {
            *row = match word {
                Word::All(word) => _mm_set1_epi32(word.cast_signed()),
                Word::Each(row) => four(&row.0, first),
            };
        }
        *quads = transpose(rows);
    }
    quads
}

impl Variables<STREAMS> {
    /// Loads the lanes from `first` on.
    #[target_feature(enable = "sha,ssse3,sse4.1")]
    #[inline]
    fn load(state: &State, first: usize) -> Self {
        let row = |word: usize| four(&state[word].0, first);
        Variables {
            abef: transpose([row(5), row(4), row(1), row(0)]),
            cdgh: transpose([row(7), row(6), row(3), row(2)]),
        }
    }

    #[target_feature(enable = "sha,ssse3,sse4.1")]
    #[inline]
    fn store(&self, state: &mut State, first: usize) {
        let ([f, e, b, a], [h, g, d, c]) = (transpose(self.abef), transpose(self.cdgh));
        for (row, words) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            let row = &mut row.0[first..][..4];
            // SAFETY: 16 bytes are written to four words.
            unsafe { _mm_storeu_si128(row.as_mut_ptr().cast(), words) }
        }
    }
}

impl<const S: usize> Variables<S> {
    /// The same variables in all messages.
    #[target_feature(enable = "sha,ssse3,sse4.1")]
    #[inline]
    fn spread(words: &[u32; 8]) -> Self {
        let badc = _mm_shuffle_epi32(four(words, 0), 0b10_11_00_01);
        let hgfe = _mm_shuffle_epi32(four(words, 4), 0b00_01_10_11);
        Variables { abef: [_mm_alignr_epi8(badc, hgfe, 8); S], cdgh: [_mm_blend_epi16(hgfe, badc, 0xf0); S] }
    }

    #[target_feature(enable = "sha,ssse3,sse4.1")]
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        let mut sum = *self;
        for s in 0..S {
            sum.abef[s] = _mm_add_epi32(self.abef[s], other.abef[s]);
            sum.cdgh[s] = _mm_add_epi32(self.cdgh[s], other.cdgh[s]);
        }
        sum
    }

    /// The rounds from `begun`, a multiple of 4, to the last; `quads` are the sixteen words of each message.
    #[target_feature(enable = "sha,ssse3,sse4.1")]
    #[inline]
    fn rounds(mut self, mut quads: [[Quad; S]; 4], begun: usize) -> Self {
        for (index, words) in quads.iter().enumerate().skip(begun / 4) {
            self.four_rounds(words, index);
        }
        let mut last = quads[3];
        for index in 4..16 {
            let [old, next, third] = [0, 1, 2].map(|after| quads[(index + after) % 4]);
            for s in 0..S {
                // W_(t−7) begins within the last quad but one.
                let before_7 = _mm_alignr_epi8(last[s], third[s], 4);
                let sum = _mm_add_epi32(_mm_sha256msg1_epu32(old[s], next[s]), before_7);
                last[s] = _mm_sha256msg2_epu32(sum, last[s]);
            }
            quads[index % 4] = last;
            self.four_rounds(&last, index);
        }
        self
    }

    /// The rounds with W_t + K_t from a table.
    #[target_feature(enable = "sha,ssse3,sse4.1")]
    #[inline]
    fn scheduled_rounds(mut self, sums: &Table, begun: usize) -> Self {
        for index in begun / 4..16 {
            let sum = quad(&sums.0.as_chunks::<4>().0[index]);
            for s in 0..S {
                self.round_four(s, sum);
            }
        }
        self
    }

    #[target_feature(enable = "sha,ssse3,sse4.1")]
    #[inline]
    fn four_rounds(&mut self, words: &[Quad; S], index: usize) {
        let constants = quad(&K.0.as_chunks::<4>().0[index]);
        for (s, words) in words.iter().enumerate() {
            self.round_four(s, _mm_add_epi32(*words, constants));
        }
    }

    /// Four rounds of one message. After two of them the new c, d, g, h are the old a, b, e, f, and the
    /// instruction gives the new a, b, e, f: the two halves change places, and again after two more.
    #[target_feature(enable = "sha,ssse3,sse4.1")]
    #[inline]
    fn round_four(&mut self, s: usize, sum: Quad) {
        self.cdgh[s] = _mm_sha256rnds2_epu32(self.cdgh[s], self.abef[s], sum);
        self.abef[s] = _mm_sha256rnds2_epu32(self.abef[s], self.cdgh[s], _mm_shuffle_epi32(sum, 0x0e));
    }
}

impl Variables<1> {
    #[target_feature(enable = "sha,ssse3,sse4.1")]
    #[inline]
    fn collect(&self, words: &mut [u32; 8]) {
        let abef = _mm_shuffle_epi32(self.abef[0], 0b00_01_10_11);
        let ghcd = _mm_shuffle_epi32(self.cdgh[0], 0b10_11_00_01);
        let (first, second) = words.split_at_mut(4);
        // SAFETY: 16 bytes are written to four words, twice.
        unsafe {
            _mm_storeu_si128(first.as_mut_ptr().cast(), _mm_blend_epi16(abef, ghcd, 0xf0));
            _mm_storeu_si128(second.as_mut_ptr().cast(), _mm_alignr_epi8(ghcd, abef, 8));
        }
    }
}

/// Rows become columns.
#[target_feature(enable = "sha,ssse3,sse4.1")]
#[inline]
fn transpose([a, b, c, d]: [Quad; 4]) -> [Quad; 4] {
    let (ab_low, ab_high) = (_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));
    let (cd_low, cd_high) = (_mm_unpacklo_epi32(c, d), _mm_unpackhi_epi32(c, d));
    [
        _mm_unpacklo_epi64(ab_low, cd_low),
        _mm_unpackhi_epi64(ab_low, cd_low),
        _mm_unpacklo_epi64(ab_high, cd_high),
        _mm_unpackhi_epi64(ab_high, cd_high),
    ]
}

#[target_feature(enable = "sha,ssse3,sse4.1")]
#[inline]
fn four(words: &[u32], first: usize) -> Quad {
    let words = &words[first..][..4];
    // SAFETY: 16 bytes are read from four words.
    unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
}

#[target_feature(enable = "sha,ssse3,sse4.1")]
#[inline]
fn quad(words: &[u32; 4]) -> Quad {
    four(words, 0)
}
