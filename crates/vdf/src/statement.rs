//! What a delay claims, and the parameters of its proof.

use crate::hash_to_prime::PrimeMode;
use alloc::vec::Vec;
use group::Group;

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

/// The parameters of a proof that are not in the group: how its challenge is drawn. The hash is SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suite {
    mode: PrimeMode,
    bits: u16,
}

const SHA_256: u8 = 0;

impl Default for Suite {
    /// 128-bit security: `sieved-full`, 256 bits.
    fn default() -> Self {
        Suite { mode: PrimeMode::SievedFull, bits: 256 }
    }
}

impl Suite {
    /// A challenge of `bits` bits, a multiple of 8 from 128 to 512: twice the security level, because the proof is not interactive.
    pub fn new(mode: PrimeMode, bits: u16) -> Option<Suite> {
        let allowed = bits.is_multiple_of(8) && (128..=512).contains(&bits);
        allowed.then_some(Suite { mode, bits })
    }

    /// How candidates for the challenge are made.
    pub fn mode(self) -> PrimeMode {
        self.mode
    }

    /// Bits of the challenge.
    pub fn bits(self) -> u16 {
        self.bits
    }

    /// mode ‖ hash ‖ bits: four bytes.
    pub fn encode(self) -> [u8; 4] {
        let [high, low] = self.bits.to_be_bytes();
        [self.mode as u8, SHA_256, high, low]
    }

    /// The suite of four bytes, if it exists.
    pub fn decode([mode, hash, high, low]: [u8; 4]) -> Option<Suite> {
        let suite = Suite::new(PrimeMode::from_id(mode)?, u16::from_be_bytes([high, low]));
        suite.filter(|_| hash == SHA_256)
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
