//! The rule that makes few-time keys safe: it decides what a key may still answer.

use super::{PublicKey, Turn};
use crate::{Exhausted, Malformed, ivrf};
use sha2::{Digest, Sha256};

/// The last position that a key answered, and the input that it answered there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    position: u64,
    /// SHA-256 of the input.
    input: [u8; 32],
}

impl Mark {
    /// The number of bytes of [`to_bytes`](Self::to_bytes).
    pub const LEN: usize = 40;

    /// Reads the bytes of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`Malformed`] if the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Mark, Malformed> {
        let length = Malformed::Length { expected: Self::LEN, found: bytes.len() };
        let bytes: &[u8; Self::LEN] = bytes.try_into().map_err(|_| length)?;
        let (position, input) = bytes.split_first_chunk().expect("40 bytes");
        Ok(Mark { position: u64::from_be_bytes(*position), input: input.try_into().expect("40 − 8 bytes") })
    }

    /// position (8 bytes, big-endian) ‖ SHA-256(input).
    pub fn to_bytes(&self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..8].copy_from_slice(&self.position.to_be_bytes());
        bytes[8..].copy_from_slice(&self.input);
        bytes
    }

    /// The position.
    pub fn position(&self) -> u64 {
        self.position
    }
}

/// Enforces the rule for one key: positions only increase, and each answers one input.
///
/// It knows which positions were reserved, not which answers were opened: a reservation that is dropped has
/// used up its position. And it knows only its own reservations, not those of a copy in another or a forked
/// process. A store of marks must compare them with those on disk before an answer is published, as
/// `heliast-keystore` does.
#[derive(Debug)]
pub struct Guard {
    key: PublicKey,
    last: Option<Mark>,
}

impl Guard {
    /// The guard of `key`, whose latest answer was at `last`; `None` for a key that has answered nothing.
    ///
    /// # Errors
    /// [`Malformed::Mark`] if the key has no such position.
    pub fn new(key: PublicKey, last: Option<Mark>) -> Result<Guard, Malformed> {
        match last {
            Some(Mark { position, .. }) if position >= key.terms.capacity() => {
                Err(Malformed::Mark { position })
            }
            _ => Ok(Guard { key, last }),
        }
    }

    /// The key.
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// The last position and input that were reserved.
    pub fn last(&self) -> Option<Mark> {
        self.last
    }

    /// Uses up all positions before that of `turn`. From now on this position answers only `input`.
    ///
    /// The same turn and input may be reserved again, for the same proof.
    ///
    /// # Errors
    /// [`Exhausted`] if the turn is outside the key's terms, comes before the last one, or has another input.
    pub fn reserve<'x>(&mut self, turn: Turn, input: &'x [u8]) -> Result<Reservation<'x>, Exhausted> {
        let position = self.key.terms.position(turn)?;
        let mark = Mark { position, input: Sha256::digest(input).into() };
        match self.last {
            Some(last) if position < last.position => {
                Err(Exhausted::Passed { position, last: last.position })
            }
            Some(last) if position == last.position && mark != last => {
                Err(Exhausted::OtherInput { position })
            }
            last => {
                self.last = Some(mark);
                Ok(Reservation { key: self.key, mark, input, repeated: last == Some(mark) })
            }
        }
    }
}

/// The right to one answer. A [`Signer`](super::Signer) makes the answer, sealed; it can be opened when the
/// mark is durable.
#[derive(Debug)]
#[must_use = "the position is used up"]
pub struct Reservation<'x> {
    key: PublicKey,
    mark: Mark,
    input: &'x [u8],
    repeated: bool,
}

impl<'x> Reservation<'x> {
    /// The mark that must be on disk, safe from a loss of power, before the proof is published.
    pub fn mark(&self) -> Mark {
        self.mark
    }

    /// Whether the guard had this mark already, so that it need not be stored again.
    pub fn is_repeated(&self) -> bool {
        self.repeated
    }

    /// The key that answers.
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// The input to be answered.
    pub fn input(&self) -> &'x [u8] {
        self.input
    }

    /// The leaf whose path the proof contains, and the step of its chain.
    pub fn place(&self) -> ivrf::Position {
        self.key.terms.place_of(self.mark.position)
    }
}
