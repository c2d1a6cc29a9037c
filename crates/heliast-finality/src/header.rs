//! The engine's header, as the leaves of its Merkle tree.
//!
//! CometBFT hashes a header by its fourteen fields, each in protobuf (`Header.Hash` in its
//! `types/block.go`). A verifier needs five of the fields; the others may be anything, since the hash binds
//! them.

use crate::{Malformed, merkle, protobuf::Message};
use heliast::wire::{Reader, require};

pub(crate) const FIELDS: usize = 14;
pub(crate) const CHAIN_ID: usize = 1;
pub(crate) const HEIGHT: usize = 2;
pub(crate) const VALIDATORS_HASH: usize = 7;
pub(crate) const NEXT_VALIDATORS_HASH: usize = 8;
pub(crate) const APP_HASH: usize = 10;

/// The fields of a header, each in the engine's protobuf encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    leaves: [Vec<u8>; FIELDS],
    height: u64,
}

impl Header {
    /// # Errors
    /// [`Malformed::Field`] if a field has more than 255 bytes, or the height is invalid.
    pub(crate) fn new(leaves: [Vec<u8>; FIELDS]) -> Result<Header, Malformed> {
        require(leaves.iter().all(|leaf| leaf.len() <= 255), "header", "a field has more than 255 bytes")?;
        let rule = "its height must be from 1 to 2^63 - 1";
        let height = height(&leaves[HEIGHT]).ok_or(Malformed::Field { field: "header", rule })?;
        Ok(Header { leaves, height })
    }

    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        for leaf in &self.leaves {
            out.push(leaf.len() as u8);
            out.extend(leaf);
        }
    }

    pub(crate) fn decode(reader: &mut Reader<'_>) -> Result<Header, Malformed> {
        let mut leaves: [Vec<u8>; FIELDS] = Default::default();
        for leaf in &mut leaves {
            let len = usize::from(reader.u8()?);
            *leaf = reader.bytes(len)?.to_vec();
        }
        Header::new(leaves)
    }

    pub(crate) fn height(&self) -> u64 {
        self.height
    }

    /// A field's encoding.
    pub(crate) fn leaf(&self, field: usize) -> &[u8] {
        &self.leaves[field]
    }

    /// The block's hash.
    pub(crate) fn hash(&self) -> [u8; 32] {
        merkle::root(&self.leaves)
    }
}

/// Decodes a height, which has exactly one encoding.
fn height(leaf: &[u8]) -> Option<u64> {
    let digits = leaf.get(1..).filter(|digits| digits.len() <= 9)?;
    let value = digits.iter().rev().fold(0, |value, digit| value << 7 | u64::from(digit & 0x7f));
    (value >= 1 && leaf == self::number(value)).then_some(value)
}

/// A number as a field of a header: protobuf's `Int64Value`.
pub(crate) fn number(value: u64) -> Vec<u8> {
    Message::default().varint(1, value).finish()
}

/// Bytes or text as a field of a header: protobuf's `BytesValue` or `StringValue`.
pub(crate) fn bytes(value: &[u8]) -> Vec<u8> {
    Message::default().bytes(1, value).finish()
}

/// Protobuf's `Timestamp`.
pub(crate) fn timestamp(seconds: u64, nanoseconds: u32) -> Message {
    Message::default().varint(1, seconds).varint(2, nanoseconds.into())
}

/// The engine's `BlockID`; for a block that exists also its `CanonicalBlockID`.
pub(crate) fn block_id(hash: &[u8], parts: u32, parts_hash: &[u8]) -> Message {
    let part_set = Message::default().varint(1, parts.into()).bytes(2, parts_hash);
    Message::default().bytes(1, hash).message(2, part_set)
}
