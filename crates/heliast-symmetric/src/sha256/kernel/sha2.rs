//! The extension SHA2 of aarch64: four rounds of one message in two instructions, with four messages at once.
//!
//! Four rounds wait for the four before them, so a single message would leave the unit idle most of the time.
//! Four messages go through the rounds together; rows become columns, and columns rows again.
//!
//! # Cost
//!
//! A compression has 16 each of SHA256H and SHA256H2, 12 each of SHA256SU0 and SHA256SU1. There are
//! also additions, and 16 transpositions, loads and stores to move the words.
#![allow(unsafe_code)]

use super::Compress;
use crate::sha256::{
    Block, LANES, Start, State, Word,
    scalar::{K, Table},
};
use core::arch::aarch64::*;
use heliast_cpu::Sha2;

/// The number of messages that go through the rounds together, which is the number of words of a quad.
const STREAMS: usize = 4;

/// Four words, the first one lowest.
type Quad = uint32x4_t;

/// The variables of some messages: a, b, c, d and e, f, g, h, from the lowest word on.
#[derive(Clone, Copy)]
struct Variables<const S: usize> {
    abcd: [Quad; S],
    efgh: [Quad; S],
}

impl Compress for Sha2 {
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

#[target_feature(enable = "sha2")]
fn compress_groups(lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State) {
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
        let last = match block {
            Block::Words(words) => variables.rounds(quads(words, first), begun),
            Block::Constant(schedule) => variables.scheduled_rounds(&schedule.0, begun),
        };
        last.plus(&chaining).store(out, first);
    }
}

#[target_feature(enable = "sha2")]
fn compress_words(state: &mut [u32; 8], block: &[u32; 16]) {
    let chaining = Variables::<1>::spread(state);
    let quads = core::array::from_fn(|index| [four(block, 4 * index)]);
    chaining.rounds(quads, 0).plus(&chaining).collect(state);
}

#[target_feature(enable = "sha2")]
fn compress_blocks(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let mut chaining = Variables::<1>::spread(state);
    for block in blocks {
        let bytes = block.as_chunks::<16>().0;
        // SAFETY: this reads 16 bytes from 16 bytes, of any alignment.
        let quads = core::array::from_fn(|index| unsafe {
            [vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes[index].as_ptr())))]
        });
        chaining = chaining.rounds(quads, 0).plus(&chaining);
    }
    chaining.collect(state);
}

/// The words of four lanes from `first` on, in four quads for each lane.
#[target_feature(enable = "sha2")]
#[inline]
fn quads(words: &[Word<'_>; 16], first: usize) -> [[Quad; STREAMS]; 4] {
    let mut quads = [[vdupq_n_u32(0); STREAMS]; 4];
    for (quads, words) in quads.iter_mut().zip(words.as_chunks::<4>().0) {
        let mut rows = [vdupq_n_u32(0); 4];
        for (row, word) in rows.iter_mut().zip(words) {
            *row = match word {
                Word::All(word) => vdupq_n_u32(*word),
                Word::Each(row) => four(&row.0, first),
            };
        }
        *quads = transpose(rows);
    }
    quads
}

impl Variables<STREAMS> {
    /// Loads the lanes from `first` on.
    #[target_feature(enable = "sha2")]
    #[inline]
    fn load(state: &State, first: usize) -> Self {
        let rows = |from: usize| transpose(core::array::from_fn(|word| four(&state[from + word].0, first)));
        Variables { abcd: rows(0), efgh: rows(4) }
    }

    #[target_feature(enable = "sha2")]
    #[inline]
    fn store(&self, state: &mut State, first: usize) {
        let rows = [transpose(self.abcd), transpose(self.efgh)];
        for (row, words) in state.iter_mut().zip(rows.as_flattened()) {
            put(&mut row.0[first..], *words);
        }
    }
}

impl<const S: usize> Variables<S> {
    /// The same variables in all messages.
    #[target_feature(enable = "sha2")]
    #[inline]
    fn spread(words: &[u32; 8]) -> Self {
        Variables { abcd: [four(words, 0); S], efgh: [four(words, 4); S] }
    }

    #[target_feature(enable = "sha2")]
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        let mut sum = *self;
        for s in 0..S {
            sum.abcd[s] = vaddq_u32(self.abcd[s], other.abcd[s]);
            sum.efgh[s] = vaddq_u32(self.efgh[s], other.efgh[s]);
        }
        sum
    }

    /// The rounds from `begun`, a multiple of 4, to the last; `quads` are the sixteen words of each message.
    #[target_feature(enable = "sha2")]
    #[inline]
    fn rounds(mut self, mut quads: [[Quad; S]; 4], begun: usize) -> Self {
        for index in 0..16 {
            if index >= 4 {
                let [next, third, last] = [1, 2, 3].map(|after| quads[(index + after) % 4]);
                for (s, old) in quads[index % 4].iter_mut().enumerate() {
                    *old = vsha256su1q_u32(vsha256su0q_u32(*old, next[s]), third[s], last[s]);
                }
            }
            if 4 * index >= begun {
                let constants = four(&K.0, 4 * index);
                for (s, words) in quads[index % 4].iter().enumerate() {
                    self.round_four(s, vaddq_u32(*words, constants));
                }
            }
        }
        self
    }

    /// The rounds with W_t + K_t from a table.
    #[target_feature(enable = "sha2")]
    #[inline]
    fn scheduled_rounds(mut self, sums: &Table, begun: usize) -> Self {
        for first in (begun..64).step_by(4) {
            let sum = four(&sums.0, first);
            for s in 0..S {
                self.round_four(s, sum);
            }
        }
        self
    }

    /// Four rounds of one message.
    #[target_feature(enable = "sha2")]
    #[inline]
    fn round_four(&mut self, s: usize, sum: Quad) {
        let abcd = self.abcd[s];
        self.abcd[s] = vsha256hq_u32(abcd, self.efgh[s], sum);
        self.efgh[s] = vsha256h2q_u32(self.efgh[s], abcd, sum);
    }
}

impl Variables<1> {
    #[target_feature(enable = "sha2")]
    #[inline]
    fn collect(&self, words: &mut [u32; 8]) {
        put(words, self.abcd[0]);
        put(&mut words[4..], self.efgh[0]);
    }
}

/// Rows become columns.
#[target_feature(enable = "sha2")]
#[inline]
fn transpose([a, b, c, d]: [Quad; 4]) -> [Quad; 4] {
    let pairs = |x, y| [vtrn1q_u32(x, y), vtrn2q_u32(x, y)].map(|quad| vreinterpretq_u64_u32(quad));
    let ([ab_even, ab_odd], [cd_even, cd_odd]) = (pairs(a, b), pairs(c, d));
    [
        vzip1q_u64(ab_even, cd_even),
        vzip1q_u64(ab_odd, cd_odd),
        vzip2q_u64(ab_even, cd_even),
        vzip2q_u64(ab_odd, cd_odd),
    ]
    .map(|pair| vreinterpretq_u32_u64(pair))
}

/// The four words from `first` on.
#[target_feature(enable = "sha2")]
#[inline]
fn four(words: &[u32], first: usize) -> Quad {
    let words = &words[first..][..4];
    // SAFETY: 16 bytes are read from four words.
    unsafe { vld1q_u32(words.as_ptr()) }
}

/// Writes the first four words.
#[target_feature(enable = "sha2")]
#[inline]
fn put(words: &mut [u32], quad: Quad) {
    let words = &mut words[..4];
    // SAFETY: 16 bytes are written to four words.
    unsafe { vst1q_u32(words.as_mut_ptr(), quad) }
}
