//! The suite that draws a delay's challenge.

use crate::error::Failure;
use heliast::Suite as Known;

/// The way to draw the challenge of a delay proof (`spec/hash-to-prime.md`).
/// `heliast_suite_default` is the one to take.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Suite {
    /// 0: plain, 2: sieved-full, 3: hinted.
    pub mode: u8,
    /// 0: SHA-256, 1: SHA-512, 2: SHA3-512, 3: BLAKE2b, 4: BLAKE3.
    pub hash: u8,
    /// Bits of the challenge: about twice the level of security.
    pub bits: u16,
}

impl Suite {
    pub(crate) fn known(self) -> Result<Known, Failure> {
        let [high, low] = self.bits.to_be_bytes();
        let unknown = || Failure::misuse("there is no such suite; heliast_suite_default gives one");
        Known::decode([self.mode, self.hash, high, low]).ok_or_else(unknown)
    }
}

/// Sieved-full, SHA-256, 256 bits: 128 bits of security.
#[unsafe(no_mangle)]
pub extern "C" fn heliast_suite_default() -> Suite {
    let [mode, hash, high, low] = Known::default().encode();
    Suite { mode, hash, bits: u16::from_be_bytes([high, low]) }
}
