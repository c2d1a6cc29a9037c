//! SHA-256 (FIPS 180-4), above all its compression function in up to [`LANES`] lanes, on the fastest kernel
//! of this CPU.
//!
//! A [`State`] has one row for each of the eight chaining words, and a row has that word of every lane. A
//! [`Block`] has sixteen words, each either common to all lanes or a row. Data that is the same in every call
//! is computed once. A [`Midstate`] is a common chaining value, perhaps with the first rounds of the next
//! block already done. A [`Schedule`] is the message schedule of a constant block.
//!
//! Words are native integers: [`load`] and [`store`] convert from and to the big-endian bytes of a digest.
//!
//! States, rows and midstates can be wiped with [`zeroize`]. The kernels' own copies, on the stack, are not
//! wiped.

use zeroize::Zeroize;

mod hash;
mod kernel;
mod midstate;
mod scalar;
#[cfg(test)]
mod tests;

pub use kernel::Sha256;
pub use midstate::{Midstate, Schedule};

/// The number of lanes of a row; a call may use fewer.
pub const LANES: usize = 32;

/// A row: one 32-bit word of every lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Lanes(pub [u32; LANES]);

/// The eight chaining words (a, b, ..., h in this order) of every lane.
pub type State = [Lanes; 8];

/// One word of a block.
#[derive(Clone, Copy, Debug)]
pub enum Word<'a> {
    /// The same value in all lanes.
    All(u32),
    /// Each lane has its own value.
    Each(&'a Lanes),
}

/// The input of a compression: 512 bits for every lane.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "it is passed by reference, and there is no allocator")]
pub enum Block<'a> {
    /// Sixteen words.
    Words([Word<'a>; 16]),
    /// The same block in all lanes.
    Constant(&'a Schedule),
}

/// The chaining values to start from.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// The same value in all lanes.
    All(&'a Midstate),
    /// Each lane has its own value.
    Each(&'a State),
}

/// Writes `bytes`, eight big-endian words, into one lane of `state`.
///
/// # Panics
/// If `lane` is not below [`LANES`].
pub fn load(state: &mut State, lane: usize, bytes: &[u8; 32]) {
    let (words, _) = bytes.as_chunks::<4>();
    for (row, word) in state.iter_mut().zip(words) {
        row.0[lane] = u32::from_be_bytes(*word);
    }
}

/// Returns one lane of `state` as bytes: eight big-endian words. After the last block this is the digest.
///
/// # Panics
/// If `lane` is not below [`LANES`].
pub fn store(state: &State, lane: usize) -> [u8; 32] {
    let mut bytes = [0; 32];
    let (words, _) = bytes.as_chunks_mut::<4>();
    for (word, row) in words.iter_mut().zip(state) {
        *word = row.0[lane].to_be_bytes();
    }
    bytes
}

impl Lanes {
    /// All words 0.
    pub const ZERO: Lanes = Lanes([0; LANES]);
}

impl Default for Lanes {
    fn default() -> Lanes {
        Lanes::ZERO
    }
}

impl Zeroize for Lanes {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}
