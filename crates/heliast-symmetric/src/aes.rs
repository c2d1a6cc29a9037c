//! AES-128 in counter mode under many keys at once, a few blocks each, on the fastest kernel of this CPU.
//!
//! Keys, initial values and blocks are little-endian words of 128 bits. Block n of a stream is the encryption
//! of the initial value, with n added to its lower 32 bits modulo 2^32.
//!
//! ```
//! use heliast_symmetric::aes::Aes;
//!
//! let (keys, ivs) = ([1, 2, 3], [7 << 96; 3]);
//! let mut streams = [0; 3 * 4];
//! Aes::new().streams(&keys, &ivs, &mut streams);
//! // The third key's second block.
//! let mut block = [0];
//! Aes::new().streams(&[3], &[7 << 96 | 1], &mut block);
//! assert_eq!(block[0], streams[2 * 4 + 1]);
//! ```
//!
//! No branch and no address depends on a key or a block. Copies of keys and of streams are wiped. The round
//! keys and other vectors of the kernels other than the portable one, on the stack, are not.

mod kernel;
#[cfg(test)]
mod tests;

pub use kernel::Aes;

/// The number of keys that a kernel expands together.
pub const KEYS: usize = 8;
