//! What a delay claims, and the parameters of its proof.

use crate::hash_to_prime::{PrimeHash, PrimeMode};
use alloc::vec::Vec;
use heliast_group::Group;

/// Delays have fewer squarings than this: some nine years at a microsecond each.
pub const MAX_DELAY: u64 = 1 << 48;

/// The claim y = x^(2^t), t counting squarings.
#[derive(Clone, Debug)]
pub struct Statement<E> {
    /// The input.
    pub x: E,
    /// The output.
    pub y: E,
    /// The number of squarings, from 1 to [`MAX_DELAY`] − 1.
    pub t: u64,
}

/// The parameters of a proof that are not in the group: how its challenge is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suite {
    mode: PrimeMode,
    hash: PrimeHash,
    bits: u16,
}

/// How much longer a hinted challenge is, for the choice that the prover has.
const HINT_BITS: u16 = 8;
/// How much longer a sieved challenge is, for the primes that it can't be.
const SIEVED_BITS: u16 = 56;

impl Default for Suite {
    /// 128-bit security: `sieved-full`, SHA-256, 256 bits.
    fn default() -> Self {
        Suite { mode: PrimeMode::SievedFull, hash: PrimeHash::Sha256, bits: 256 }
    }
}

impl Suite {
    /// A challenge of `bits` bits, drawn by SHA-256. `bits` is twice the security level, because the proof is not interactive: a
    /// multiple of 8 from 128 to 512. A hinted one is 8 bits longer, for levels that are multiples of 8: 136, 152, ..., 264, ...,
    /// 520.
    pub fn new(mode: PrimeMode, bits: u16) -> Option<Suite> {
        let (shortest, step) = match mode {
            PrimeMode::Hinted => (128 + HINT_BITS, 16),
            _ => (128, 8),
        };
        let longest = shortest + (512 - 128);
        let allowed = (shortest..=longest).contains(&bits) && (bits - shortest).is_multiple_of(step);
        allowed.then_some(Suite { mode, hash: PrimeHash::Sha256, bits })
    }

    /// The suite of this mode whose [`Suite::level`] is this one, if there is one: every multiple of 8 from 64 to 256, for
    /// [`PrimeMode::Sieved`] to 224.
    pub fn of_level(mode: PrimeMode, level: u16) -> Option<Suite> {
        Suite::new(mode, level.checked_mul(2)?.checked_add(extra_bits(mode))?)
    }

    /// The security level in bits, `spec/hash-to-prime.md`: half of the challenge's bits, less what its mode gives away. It is the
    /// prover's choice and as low as 36: a verifier compares it with what it needs.
    pub fn level(self) -> u16 {
        (self.bits - extra_bits(self.mode)) / 2
    }

    /// The same with another hash function.
    pub fn with_hash(self, hash: PrimeHash) -> Suite {
        Suite { hash, ..self }
    }

    /// How candidates for the challenge are made.
    pub fn mode(self) -> PrimeMode {
        self.mode
    }

    /// What they are hashed with.
    pub fn hash(self) -> PrimeHash {
        self.hash
    }

    /// Bits of the challenge.
    pub fn bits(self) -> u16 {
        self.bits
    }

    /// A hint names a candidate below this: 8k in a hinted suite, so that 84 primes are among them; 0 in all others.
    pub fn hint_bound(self) -> u16 {
        if self.mode == PrimeMode::Hinted { 8 * self.bits } else { 0 }
    }

    /// mode ‖ hash ‖ bits: four bytes.
    pub fn encode(self) -> [u8; 4] {
        let [high, low] = self.bits.to_be_bytes();
        [self.mode as u8, self.hash as u8, high, low]
    }

    /// The suite of four bytes, if it exists.
    pub fn decode([mode, hash, high, low]: [u8; 4]) -> Option<Suite> {
        let suite = Suite::new(PrimeMode::from_id(mode)?, u16::from_be_bytes([high, low]))?;
        Some(suite.with_hash(PrimeHash::from_id(hash)?))
    }
}

/// Bits of a challenge that add nothing to the level.
fn extra_bits(mode: PrimeMode) -> u16 {
    match mode {
        PrimeMode::Plain | PrimeMode::SievedFull => 0,
        PrimeMode::Sieved => SIEVED_BITS,
        PrimeMode::Hinted => HINT_BITS,
    }
}

/// The input of a delay over a message: a group element that nobody has precomputed anything for.
pub fn delay_input<G: Group>(group: &G, message: &[u8]) -> G::Elem {
    group.hash("heliast/delay-input/v1", message)
}

/// The prefix of every challenge candidate. It binds everything that the proof is about.
pub(crate) fn transcript<G: Group>(group: &G, statement: &Statement<G::Elem>, suite: Suite) -> Vec<u8> {
    let len = group.encoded_len();
    let mut bytes = Vec::with_capacity(128 + 2 * len);
    bytes.extend_from_slice(b"\x15heliast/wesolowski/v1");
    bytes.extend_from_slice(&suite.encode());
    bytes.extend_from_slice(&group.id());
    bytes.extend_from_slice(&statement.t.to_be_bytes());
    bytes.extend_from_slice(&(len as u32).to_be_bytes());
    bytes.extend_from_slice(&group.encode(&statement.x));
    bytes.extend_from_slice(&group.encode(&statement.y));
    bytes
}
