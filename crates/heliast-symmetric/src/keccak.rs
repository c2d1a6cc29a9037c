//! `Keccak-f[1600]` and SHAKE (FIPS 202) in up to [`LANES`] lanes, on the fastest kernel of this CPU.
//!
//! A [`State`] has one row for each of the 25 words of FIPS 202's state, and a row has that word of every
//! lane; word x + 5y is FIPS 202's lane (x, y). Words are native integers; in bytes they are little-endian.
//!
//! [`Shakes`] reads messages of equal lengths and writes outputs of equal lengths, one per lane, each in any
//! number of parts. [`Shake`] is the same for one message. An example with messages of a common prefix and
//! different numbers:
//!
//! ```
//! use heliast_symmetric::keccak::Keccak;
//!
//! let seeds = [[7; 24], [8; 24]];
//! let numbers = [0_u16, 1].map(u16::to_le_bytes);
//! let mut shakes = Keccak::new().shakes256(2);
//! shakes.absorb_common(&[0x04]);
//! shakes.absorb(&seeds);
//! shakes.absorb(&numbers);
//! let mut tapes = [[0; 300]; 2];
//! shakes.finish().squeeze(&mut tapes);
//! # let mut shake = Keccak::new().shake256();
//! # [&[0x04][..], &seeds[1], &numbers[1]].map(|part| shake.absorb(part));
//! # let mut tape = [0; 300];
//! # shake.finish().squeeze(&mut tape);
//! # assert_eq!(tape, tapes[1]);
//! ```
//!
//! States and sponges can be wiped with [`zeroize`]. The kernels' own copies, on the stack, are not wiped,
//! and neither is a copy that `finish` may leave when it moves a sponge.

use zeroize::Zeroize;

mod kernel;
mod rounds;
mod shake;
#[cfg(test)]
mod tests;

pub use kernel::Keccak;
pub use shake::{SHAKE128_RATE, SHAKE256_RATE, Shake, ShakeOutput, Shakes, ShakesOutput};

/// The number of lanes of a row; a call may use fewer.
pub const LANES: usize = 8;

/// The number of 64-bit words of a state.
pub const WORDS: usize = 25;

/// A row: one 64-bit word of every lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Lanes(pub [u64; LANES]);

/// The 25 words of every lane.
pub type State = [Lanes; WORDS];

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
