//! The values that a seed gives to each statement: a string of bits, and its digits.

use alloc::vec::Vec;
use heliast_arith::Natural;

/// Strings of bits, little-endian: one for each of some statements.
pub(super) struct Strings {
    bytes: Vec<u8>,
    width: usize,
    bits: usize,
}

impl Strings {
    /// The strings in these bytes, each in the fewest bytes that hold `bits` bits.
    pub(super) fn new(bytes: Vec<u8>, bits: usize) -> Strings {
        Strings { bytes, width: bits.div_ceil(8), bits }
    }

    /// The number of bits of each string.
    pub(super) fn bits(&self) -> usize {
        self.bits
    }

    /// The strings at these places.
    pub(super) fn select(&self, places: &[usize]) -> Strings {
        let string = |place: &usize| &self.bytes[place * self.width..][..self.width];
        Strings { bytes: places.iter().flat_map(string).copied().collect(), ..*self }
    }

    /// Returns `len` strings: these at `places`, in their order, and 0 at all other places.
    pub(super) fn spread(&self, places: &[u32], len: usize) -> Strings {
        let mut bytes = alloc::vec![0; len * self.width];
        for (place, string) in places.iter().zip(self.bytes.chunks_exact(self.width)) {
            bytes[*place as usize * self.width..][..self.width].copy_from_slice(string);
        }
        Strings { bytes, ..*self }
    }

    /// The string at this place as a number.
    pub(super) fn natural(&self, place: usize) -> Natural {
        let bytes: Vec<u8> = self.bytes[place * self.width..][..self.width].iter().rev().copied().collect();
        Natural::from_be_bytes(&bytes).low_bits(self.bits)
    }

    /// The number of strings.
    pub(super) fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    /// Bits `from` to `from + count` of each string, or fewer at the end of the strings. `count` is at
    /// most 24.
    pub(super) fn digits(&self, from: usize, count: usize) -> Vec<u32> {
        let count = count.min(self.bits.saturating_sub(from));
        let (first, shift, mask) = (from / 8, from % 8, (1u32 << count) - 1);
        let digit = |string: &[u8]| {
            let bytes = string.get(first..).unwrap_or_default();
            let mut word = [0; 4];
            let len = bytes.len().min(4);
            word[..len].copy_from_slice(&bytes[..len]);
            u32::from_le_bytes(word) >> shift & mask
        };
        self.bytes.chunks_exact(self.width).map(digit).collect()
    }

    /// Each string as a number.
    pub(super) fn naturals(&self) -> Vec<Natural> {
        (0..self.len()).map(|place| self.natural(place)).collect()
    }
}
