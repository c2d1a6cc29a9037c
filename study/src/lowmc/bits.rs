//! Strings of bits, and the S-box layer on all of its S-boxes at once.

use core::{
    fmt,
    ops::{BitAnd, BitXor, BitXorAssign},
};
use heliast_vrf::Hex;
use zeroize::Zeroize;

const WORDS: usize = 4;

/// A string of n <= 255 bits, followed by zeros: bit j is bit 63 − j mod 64 of word j / 64, so words are the
/// big-endian words of the string's bytes.
///
/// The owner of a copy of a secret erases it ([`Zeroize`]); `==` and `Debug` are for public strings.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bits(pub(super) [u64; WORDS]);

/// Bits 0, 3, …, 252: the first one of each S-box.
const FIRST: Bits = {
    let mut words = [0; WORDS];
    let mut j = 0;
    while j < 255 {
        words[j / 64] |= 1 << (63 - j % 64);
        j += 3;
    }
    Bits(words)
};

impl Bits {
    /// Returns the string with these words.
    pub(crate) fn from_words(words: [u64; WORDS]) -> Self {
        Bits(words)
    }

    /// Bit 0 is the top bit of the first word.
    pub(crate) fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// Returns the string of the first 32 of `bytes`, followed by zeros.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let mut words = [0; WORDS];
        for (i, byte) in bytes.iter().take(8 * WORDS).enumerate() {
            words[i / 8] |= u64::from(*byte) << (56 - 8 * (i % 8));
        }
        Bits(words)
    }

    /// Bit 0 is the top bit of the first byte. An n-bit string fills the first ⌈n/8⌉ of them.
    pub fn to_bytes(&self) -> [u8; 8 * WORDS] {
        let mut bytes = [0; 8 * WORDS];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(&self.0) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
        bytes
    }

    /// Returns bit j, 0 or 1.
    ///
    /// # Panics
    /// If j > 255.
    pub fn bit(&self, j: usize) -> u64 {
        self.0[j / 64] >> (63 - j % 64) & 1
    }

    /// Flips bit j if `bit` is 1.
    pub(super) fn flip(&mut self, j: usize, bit: u64) {
        self.0[j / 64] ^= bit << (63 - j % 64);
    }

    /// Splits the bits i, i + 1, i + 2 (i = 0, 3, 6, …) of each S-box: `split()[m]` has bit i + m at place i,
    /// and zeros in between. The inputs of the S-box are c, b, a in this order.
    pub fn split(&self) -> [Bits; 3] {
        [*self & FIRST, self.shifted_up::<1>() & FIRST, self.shifted_up::<2>() & FIRST]
    }

    /// Returns the string for which [`split`](Self::split) returns `parts`. The three AND gates of an S-box
    /// have the same order: ab, bc, ca.
    pub fn join(parts: [Bits; 3]) -> Bits {
        parts[0] ^ parts[1].shifted_down::<1>() ^ parts[2].shifted_down::<2>()
    }

    /// Applies the S-box layer: (a, b, c) → (a ⊕ bc, a ⊕ b ⊕ ca, a ⊕ b ⊕ c ⊕ ab) with c, b, a = bits i, i +
    /// 1, i + 2. It takes three ANDs of strings, which are 100 operations on words including shifts and
    /// masks. Triples of zeros stay zeros, so n does not matter.
    pub fn sbox_layer(&self) -> Bits {
        let [c, b, a] = self.split();
        Bits::join([a ^ b ^ c ^ (a & b), a ^ b ^ (c & a), a ^ (b & c)])
    }

    /// Moves bit j + BY to bit j.
    pub(crate) fn shifted_up<const BY: u32>(&self) -> Bits {
        let [a, b, c, d] = self.0;
        let word = |high: u64, low: u64| high << BY | low >> (64 - BY);
        Bits([word(a, b), word(b, c), word(c, d), d << BY])
    }

    /// Moves bit j to bit j + BY.
    pub(crate) fn shifted_down<const BY: u32>(&self) -> Bits {
        let [a, b, c, d] = self.0;
        let word = |high: u64, low: u64| high << (64 - BY) | low >> BY;
        Bits([a >> BY, word(a, b), word(b, c), word(c, d)])
    }
}

impl BitXor for Bits {
    type Output = Bits;

    fn bitxor(self, other: Bits) -> Bits {
        Bits(core::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

impl BitXorAssign for Bits {
    fn bitxor_assign(&mut self, other: Bits) {
        *self = *self ^ other;
    }
}

impl BitAnd for Bits {
    type Output = Bits;

    fn bitand(self, other: Bits) -> Bits {
        Bits(core::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl Zeroize for Bits {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bits({})", Hex(&self.to_bytes()))
    }
}
