//! Safe Rust, and the oracle of the other kernels: loops over lanes, which the compiler turns into vectors of
//! the width that it may use.

use super::Compress;
use crate::sha256::{
    Block, Lanes, Start, State, Word,
    scalar::{K, big_sigma_0, big_sigma_1, choose, majority, small_sigma_0, small_sigma_1},
};
use heliast_cpu::Portable;

/// The number of lanes that go through all rounds together: the state and the sixteen words of 16 lanes are
/// 1.5 KB.
const GROUP: usize = 16;

/// One word of every lane of a group.
type Row = [u32; GROUP];

impl Compress for Portable {
    fn compress(self, lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State) {
        compress(lanes, start, block, out);
    }
}

/// Compresses one block in each lane; it is compiled for the vectors of the caller.
#[inline(always)]
pub(super) fn compress(lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State) {
    for first in (0..lanes).step_by(GROUP) {
        let (chaining, mut variables, begun) = match start {
            Start::All(midstate) => (
                midstate.chaining.map(|word| [word; GROUP]),
                midstate.variables.map(|word| [word; GROUP]),
                midstate.rounds,
            ),
            Start::Each(state) => {
                let rows = core::array::from_fn(|word| part(&state[word], first));
                (rows, rows, 0)
            }
        };
        match block {
            Block::Words(words) => {
                let mut words = words.map(|word| match word {
                    Word::All(word) => [word; GROUP],
                    Word::Each(row) => part(row, first),
                });
                rounds(&mut variables, begun, |t| {
                    if t >= 16 {
                        extend(&mut words, t);
                    }
                    words[t % 16].map(|word| word.wrapping_add(K.0[t]))
                });
            }
            Block::Constant(schedule) => rounds(&mut variables, begun, |t| [schedule.0.0[t]; GROUP]),
        }
        for ((row, variable), chaining) in out.iter_mut().zip(&variables).zip(&chaining) {
            for (lane, to) in row.0[first..][..GROUP].iter_mut().enumerate() {
                *to = variable[lane].wrapping_add(chaining[lane]);
            }
        }
    }
}

/// The rounds from `begun`, a multiple of 4, to the last. `sum` returns W_t + K_t and is called in this
/// order.
#[inline(always)]
fn rounds(variables: &mut [Row; 8], begun: usize, mut sum: impl FnMut(usize) -> Row) {
    for t in (begun..64).step_by(4) {
        // In a round the variables change places and two of them change. Here the names change places. Four
        // rounds exchange the halves.
        let [a, b, c, d, e, f, g, h] = variables;
        round([a, b, c, e, f, g], d, h, &sum(t));
        round([h, a, b, d, e, f], c, g, &sum(t + 1));
        round([g, h, a, c, d, e], b, f, &sum(t + 2));
        round([f, g, h, b, c, d], a, e, &sum(t + 3));
        variables.rotate_left(4);
    }
}

/// A round without the change of places: d becomes the new e, and h the new a.
#[inline(always)]
fn round([a, b, c, e, f, g]: [&Row; 6], d: &mut Row, h: &mut Row, sum: &Row) {
    for lane in 0..GROUP {
        let t1 = h[lane]
            .wrapping_add(sum[lane])
            .wrapping_add(choose(e[lane], f[lane], g[lane]))
            .wrapping_add(big_sigma_1(e[lane]));
        d[lane] = d[lane].wrapping_add(t1);
        h[lane] = t1.wrapping_add(big_sigma_0(a[lane])).wrapping_add(majority(a[lane], b[lane], c[lane]));
    }
}

/// Computes W_t in place of W_(t − 16).
#[inline(always)]
fn extend(words: &mut [Row; 16], t: usize) {
    let (after_15, after_2, before_7) = (words[(t + 1) % 16], words[(t + 14) % 16], words[(t + 9) % 16]);
    let word = &mut words[t % 16];
    for lane in 0..GROUP {
        word[lane] = word[lane]
            .wrapping_add(small_sigma_0(after_15[lane]))
            .wrapping_add(before_7[lane])
            .wrapping_add(small_sigma_1(after_2[lane]));
    }
}

#[inline(always)]
fn part(row: &Lanes, first: usize) -> Row {
    row.0.as_chunks::<GROUP>().0[first / GROUP]
}
