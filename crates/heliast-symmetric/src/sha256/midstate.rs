//! Precomputed values that many calls share.

use super::{
    Block, Word,
    scalar::{self, Table},
};
use core::fmt;
use zeroize::Zeroize;

/// A chaining value common to all lanes, perhaps some rounds into the next block.
#[derive(Clone)]
pub struct Midstate {
    /// The chaining value to which the block's result is added.
    pub(super) chaining: [u32; 8],
    /// The eight variables after `rounds` rounds.
    pub(super) variables: [u32; 8],
    /// The number of rounds that are done: 0, 4 or 8.
    pub(super) rounds: usize,
}

impl Midstate {
    /// The midstate before the first block of a message.
    pub const fn initial() -> Midstate {
        Midstate::at_block(scalar::INITIAL)
    }

    /// The midstate after one more block. Rounds that were [`begun`](Midstate::begun) are discarded.
    pub const fn after(&self, block: &[u32; 16]) -> Midstate {
        Midstate::at_block(scalar::compress(&self.chaining, block))
    }

    /// The same chaining value after the rounds of the first four or eight `words` of the next block, for
    /// blocks that begin with them in all lanes. The block that is compressed still has all sixteen words,
    /// since its schedule needs them. For a block with other first words the result has no meaning; debug
    /// builds panic.
    ///
    /// # Panics
    /// If there are not four or eight words.
    pub const fn begun(&self, words: &[u32]) -> Midstate {
        assert!(words.len() == 4 || words.len() == 8, "four or eight words");
        let mut variables = self.chaining;
        let mut t = 0;
        while t < words.len() {
            variables = scalar::round(variables, words[t].wrapping_add(scalar::CONSTANTS[t]));
            t += 1;
        }
        Midstate { chaining: self.chaining, variables, rounds: words.len() }
    }

    /// Whether `block` begins with the words of the rounds that are done.
    pub(super) fn precedes(&self, block: &Block<'_>) -> bool {
        let mut variables = self.chaining;
        for t in 0..self.rounds {
            let sum = match block {
                Block::Words(words) => match words[t] {
                    Word::All(word) => word.wrapping_add(scalar::CONSTANTS[t]),
                    Word::Each(_) => return false,
                },
                Block::Constant(schedule) => schedule.0.0[t],
            };
            variables = scalar::round(variables, sum);
        }
        variables == self.variables
    }

    pub(super) const fn at_block(chaining: [u32; 8]) -> Midstate {
        Midstate { chaining, variables: chaining, rounds: 0 }
    }
}

impl Zeroize for Midstate {
    fn zeroize(&mut self) {
        self.chaining.zeroize();
        self.variables.zeroize();
    }
}

/// A midstate may depend on a secret key.
impl fmt::Debug for Midstate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Midstate").field("rounds", &self.rounds).finish_non_exhaustive()
    }
}

/// The message schedule of a block that is the same in every call, with the round constants added: W_t + K_t.
/// 256 bytes.
#[derive(Clone)]
pub struct Schedule(pub(super) Table);

impl Schedule {
    /// The schedule of `block`.
    pub const fn new(block: &[u32; 16]) -> Schedule {
        Schedule(Table(scalar::schedule(block)))
    }
}

impl fmt::Debug for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schedule").finish_non_exhaustive()
    }
}
