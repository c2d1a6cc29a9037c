//! The chain that a reader expects.

use crate::{
    chain::Chain,
    wire::{Malformed, require},
};
use std::{fmt, str::FromStr};

/// The chain that a bundle must belong to.
///
/// A bundle contains its own genesis, and anybody can make a chain whose rounds are all valid. So the chain's
/// id must come from another source: from those who run the beacon, or from the program itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pin {
    /// The chain with this id and no other.
    Chain([u8; 32]),
    /// Any chain. The verified rounds are then a valid chain, and the caller must look at
    /// [`Reader::chain`](super::Reader::chain) to know which one.
    AnyChain,
}

impl Pin {
    /// Whether the chain with this id is accepted.
    pub fn admits(&self, id: &[u8; 32]) -> bool {
        match self {
            Pin::Chain(pinned) => pinned == id,
            Pin::AnyChain => true,
        }
    }
}

impl From<[u8; 32]> for Pin {
    fn from(id: [u8; 32]) -> Pin {
        Pin::Chain(id)
    }
}

impl From<&Chain> for Pin {
    fn from(chain: &Chain) -> Pin {
        Pin::Chain(*chain.id())
    }
}

/// A chain id of 64 hexadecimal digits, as every Heliast program prints it.
impl FromStr for Pin {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Pin, Malformed> {
        let is_id = text.len() == 64 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        require(is_id, "chain id", "it has 64 hexadecimal digits")?;
        let mut id = [0; 32];
        for (byte, digits) in id.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digits = digits.iter().filter_map(|digit| char::from(*digit).to_digit(16));
            *byte = digits.fold(0, |byte, digit| byte << 4 | digit as u8);
        }
        Ok(Pin::Chain(id))
    }
}

/// Bytes that print as lower-case hex.
pub(super) struct Hex<'a>(pub(super) &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
