//! The instances, and their blocks as bytes.

use super::Bits;

/// An instance of LowMC: n bits of block and of key, n/3 S-boxes in each of r rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameters {
    /// n = 129, r = 4, of Picnic3-L1. **It is not a pseudorandom function**: see the [module](super).
    N129R4,
    /// n = 192, r = 4, of Picnic3-L3. **It is not a pseudorandom function**: see the [module](super).
    N192R4,
    /// n = 255, r = 4, of Picnic3-L5. **It is not a pseudorandom function**: see the [module](super).
    N255R4,
    /// n = 192, r = 11: the designers' formula for 2^30 known pairs.
    N192R11,
    /// n = 192, r = 13: the designers' formula for 2^64 known pairs.
    N192R13,
    /// n = 255, r = 13.
    N255R13,
}

/// The bytes are not a block or a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// Too few or too many bytes.
    #[error("wrong length: {found} bytes where this LowMC has {expected}; pass exactly one block or key")]
    Length {
        /// The instance's length.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// A bit after bit n − 1 is set.
    #[error("padding is not zero: the bits behind the last one of a block must be; the block is damaged")]
    Padding,
}

impl Parameters {
    /// All instances.
    pub const ALL: [Parameters; 6] =
        [Self::N129R4, Self::N192R4, Self::N255R4, Self::N192R11, Self::N192R13, Self::N255R13];

    /// Returns n, the bits of a block and of a key: a multiple of 3, at most 255.
    pub const fn bits(self) -> usize {
        match self {
            Self::N129R4 => 129,
            Self::N192R4 | Self::N192R11 | Self::N192R13 => 192,
            Self::N255R4 | Self::N255R13 => 255,
        }
    }

    /// r.
    pub const fn rounds(self) -> usize {
        match self {
            Self::N129R4 | Self::N192R4 | Self::N255R4 => 4,
            Self::N192R11 => 11,
            Self::N192R13 | Self::N255R13 => 13,
        }
    }

    /// Returns ⌈n/8⌉, the bytes of a block and of a key.
    pub const fn bytes(self) -> usize {
        self.bits().div_ceil(8)
    }

    /// Reads a block or key from its bytes, where bit 0 is the top bit of the first byte. Of a key's bits,
    /// branches depend only on the padding.
    ///
    /// # Errors
    /// [`Malformed`] if there are not ⌈n/8⌉ bytes, or padding is set.
    pub fn decode(self, bytes: &[u8]) -> Result<Bits, Malformed> {
        let expected = self.bytes();
        if bytes.len() != expected {
            return Err(Malformed::Length { expected, found: bytes.len() });
        }
        let padding = (1u8 << (8 * expected - self.bits())) - 1;
        if bytes[expected - 1] & padding != 0 {
            return Err(Malformed::Padding);
        }
        Ok(Bits::from_bytes(bytes))
    }
}
