//! The part of a bundle before its rounds.

use super::{
    error::BundleError,
    format::{EXTENDED_MAGIC, MAGIC, MAX_GENESIS, MAX_HISTORY},
    input::{array, read},
    pin::Pin,
};
use crate::{
    chain::{Chain, Tip, TipParts},
    keys::{Announced, Keys},
    wire::{self, Malformed},
};
use std::io::Read;

pub(super) struct Header {
    pub(super) chain: Chain,
    pub(super) first: u64,
    pub(super) count: u64,
    /// The tip that the first round builds on. In a bundle from the middle it is the writer's claim.
    pub(super) tip: Tip,
    /// Frames of other kinds may precede rounds: version 4.
    pub(super) is_extended: bool,
}

impl Header {
    pub(super) fn read(input: &mut impl Read, pin: Pin) -> Result<Header, BundleError> {
        let field = |field, rule| BundleError::Header(Malformed::Field { field, rule });
        let magic: [u8; 5] = array(input)?;
        let is_extended = magic == *EXTENDED_MAGIC;
        if magic != *MAGIC && !is_extended {
            return Err(BundleError::Header(Malformed::Magic("bundle")));
        }
        let found: [u8; 32] = array(input)?;
        // The genesis of another chain need not be checked.
        if let Pin::Chain(pinned) = pin
            && pinned != found
        {
            return Err(BundleError::OtherChain { pinned, found });
        }
        let len = u32::from_be_bytes(array(input)?);
        if len > MAX_GENESIS {
            return Err(field("genesis", "it is longer than 16 MiB"));
        }
        let genesis = read(input, len)?;
        // With a pinned id, only a genesis with that id is decoded.
        if matches!(pin, Pin::Chain(_)) && Chain::id_of(&genesis) != found {
            return Err(BundleError::OtherGenesis);
        }
        let chain = Chain::from_bytes(&genesis).map_err(BundleError::Header)?;
        if *chain.id() != found {
            return Err(BundleError::OtherGenesis);
        }
        let first = u64::from_be_bytes(array(input)?);
        let count = u64::from_be_bytes(array(input)?);
        let seed = array(input)?;
        if first == 0 || count == 0 || first.checked_add(count).is_none() {
            return Err(field("range", "a bundle has at least one round, from 1 on"));
        }
        if first == 1 && seed != *chain.start().seed() {
            return Err(BundleError::OtherSeed);
        }
        let keys = history(input, &chain, first - 1)?;
        let tip = Tip::from_trusted_parts(TipParts { round: first - 1, time_ms: 0, seed, keys });
        Ok(Header { chain, first, count, tip, is_extended })
    }
}

/// The keys after round `height`, by the announcements of the rounds up to `height`.
fn history(input: &mut impl Read, chain: &Chain, height: u64) -> Result<Keys, BundleError> {
    let count = u32::from_be_bytes(array(input)?);
    if count > MAX_HISTORY {
        let rule = "there are more than 1,048,576; such a chain is handed on from round 1";
        return Err(BundleError::Header(Malformed::Field { field: "announcements before", rule }));
    }
    let mut announced = Vec::new();
    for _ in 0..count {
        let head: [u8; Announced::HEAD] = array(input)?;
        let rest = read(input, Announced::rest(&head, chain.genesis()) as u32)?;
        let more = read(input, Announced::rest_of_rest(&head, &rest) as u32)?;
        let bytes = [&head[..], &rest, &more].concat();
        let mut reader = wire::Reader::new("announcement", &[], &bytes).map_err(BundleError::Header)?;
        let one = Announced::decode(&mut reader).map_err(BundleError::Header)?;
        reader.end().map_err(BundleError::Header)?;
        one.change.check_form(chain.genesis()).map_err(BundleError::Header)?;
        announced.push(one);
    }
    chain.start().keys().after_all(&announced, height).map_err(BundleError::History)
}
