//! The parameters of a proof.

use crate::{prime_hash::PrimeHash, prime_mode::PrimeMode};

/// The parameters of a proof that are not in the group: those by which its challenge is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suite {
    mode: PrimeMode,
    hash: PrimeHash,
    bits: u16,
}

/// The extra bits of a hinted challenge, because the prover can choose.
const HINT_BITS: u16 = 8;
/// The extra bits of a sieved challenge, for the primes that it cannot be.
#[cfg(feature = "study")]
const SIEVED_BITS: u16 = 56;

impl Default for Suite {
    /// 128-bit security: `sieved-full`, SHA-256, 256 bits.
    fn default() -> Self {
        Suite { mode: PrimeMode::SievedFull, hash: PrimeHash::Sha256, bits: 256 }
    }
}

impl Suite {
    /// A challenge of `bits` bits, drawn by SHA-256. `bits` is twice the security level, because the proof is
    /// not interactive: a multiple of 8 from 128 to 512. A hinted one is 8 bits longer, for levels that are
    /// multiples of 8: 136, 152, ..., 264, ..., 520.
    pub fn new(mode: PrimeMode, bits: u16) -> Option<Suite> {
        let (shortest, step) = match mode {
            PrimeMode::Hinted => (128 + HINT_BITS, 16),
            _ => (128, 8),
        };
        let longest = shortest + (512 - 128);
        let allowed = (shortest..=longest).contains(&bits) && (bits - shortest).is_multiple_of(step);
        allowed.then_some(Suite { mode, hash: PrimeHash::Sha256, bits })
    }

    /// The suite of this mode whose [`Suite::level`] is this one, if there is one: every multiple of 8 from
    /// 64 to 256, in the mode `sieved` to 224.
    pub fn of_level(mode: PrimeMode, level: u16) -> Option<Suite> {
        Suite::new(mode, level.checked_mul(2)?.checked_add(extra_bits(mode))?)
    }

    /// The security level in bits, `spec/hash-to-prime.md`: half of the challenge's bits, minus the loss by
    /// its mode. The prover chooses it, and it may be as low as 64, or 36 with the feature `study`: a
    /// verifier compares it with the level that it needs.
    pub fn level(self) -> u16 {
        (self.bits - extra_bits(self.mode)) / 2
    }

    /// This suite with another hash function.
    pub fn with_hash(self, hash: PrimeHash) -> Suite {
        Suite { hash, ..self }
    }

    /// The way in which candidates for the challenge are made.
    pub fn mode(self) -> PrimeMode {
        self.mode
    }

    /// The hash function for the candidates.
    pub fn hash(self) -> PrimeHash {
        self.hash
    }

    /// The number of bits of the challenge.
    pub fn bits(self) -> u16 {
        self.bits
    }

    /// The bound below which a hint names a candidate: 8k in a hinted suite, so that some 84 of the
    /// candidates are prime; 0 in all others.
    pub fn hint_bound(self) -> u16 {
        if self.mode == PrimeMode::Hinted { 8 * self.bits } else { 0 }
    }

    /// mode ‖ hash ‖ bits, in four bytes.
    pub fn encode(self) -> [u8; 4] {
        let [high, low] = self.bits.to_be_bytes();
        [self.mode as u8, self.hash as u8, high, low]
    }

    /// Decodes a suite from four bytes, if it exists.
    pub fn decode([mode, hash, high, low]: [u8; 4]) -> Option<Suite> {
        let suite = Suite::new(PrimeMode::from_id(mode)?, u16::from_be_bytes([high, low]))?;
        Some(suite.with_hash(PrimeHash::from_id(hash)?))
    }
}

/// Bits of a challenge that add nothing to the level.
fn extra_bits(mode: PrimeMode) -> u16 {
    match mode {
        PrimeMode::Plain | PrimeMode::SievedFull => 0,
        #[cfg(feature = "study")]
        PrimeMode::Sieved => SIEVED_BITS,
        PrimeMode::Hinted => HINT_BITS,
    }
}
