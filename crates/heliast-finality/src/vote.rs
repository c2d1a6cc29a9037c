//! A validator's vote on a block, and the bytes that the validator signs: the engine's protobuf message
//! `CanonicalVote` (`types/canonical.go` in CometBFT).

use crate::{
    Malformed,
    header::{self, Header},
    protobuf::{self, Message},
    validator::Validator,
};
use heliast::wire::{Reader, require};

/// The engine's number for a precommit.
const PRECOMMIT: u64 = 2;

/// The fields of a vote about a block, in addition to the block's header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) commit_round: u32,
    pub(crate) parts: u32,
    pub(crate) parts_hash: [u8; 32],
}

/// A validator's vote for the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Vote {
    pub(crate) seconds: u64,
    pub(crate) nanoseconds: u32,
    pub(crate) signature: Vec<u8>,
}

impl Vote {
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        out.extend(self.seconds.to_be_bytes());
        out.extend(self.nanoseconds.to_be_bytes());
        out.extend((self.signature.len() as u16).to_be_bytes());
        out.extend(&self.signature);
    }

    pub(crate) fn decode(reader: &mut Reader<'_>, of: &Validator) -> Result<Option<Vote>, Malformed> {
        match reader.u8()? {
            0 => return Ok(None),
            1 => (),
            _ => return Err(Malformed::Field { field: "vote", rule: "it is there (1) or it is not (0)" }),
        }
        let (seconds, nanoseconds) = (reader.u64()?, reader.u32()?);
        let len = usize::from(reader.u16()?);
        require(len == of.key.key_type().signature_len(), "vote", "wrong signature length")?;
        Ok(Some(Vote { seconds, nanoseconds, signature: reader.bytes(len)?.to_vec() }))
    }

    /// The bytes that the validator has signed for a block: `CanonicalVote`, after its length.
    pub(crate) fn signed(&self, header: &Header, block: &Block, engine_chain_id: &str) -> Vec<u8> {
        let message = Message::default()
            .varint(1, PRECOMMIT)
            .fixed64(2, header.height())
            .fixed64(3, block.commit_round.into())
            .message(4, header::block_id(&header.hash(), block.parts, &block.parts_hash))
            .message(5, header::timestamp(self.seconds, self.nanoseconds))
            .bytes(6, engine_chain_id.as_bytes())
            .finish();
        let mut signed = Vec::new();
        protobuf::varint(&mut signed, message.len() as u64);
        signed.extend(message);
        signed
    }
}
