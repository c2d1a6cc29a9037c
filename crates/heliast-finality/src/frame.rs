//! The frame that shows that a network agreed on a round: `spec/finality.md`.

use crate::{
    Malformed,
    header::Header,
    record::Record,
    validator::{MAX_VALIDATORS, Validator, ValidatorSet},
    vote::{Block, Vote},
};
use heliast::wire::{Reader, require};

pub(crate) const MAGIC: &[u8; 5] = b"HLFN\x01";
/// Seconds from 1970 to the year 10000, in which the engine's times end.
const SECONDS_LIMIT: u64 = 253_402_300_800;
const NANOSECONDS_LIMIT: u32 = 1_000_000_000;

/// A block that the engine's validators have signed, with the values that connect it to a round. Only its
/// form is verified: [`Verifier::verify`](crate::Verifier::verify) verifies the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub(crate) chain_id: [u8; 32],
    pub(crate) round: u64,
    pub(crate) record: Record,
    pub(crate) header: Header,
    pub(crate) block: Block,
    pub(crate) set: ValidatorSet,
    /// One entry for each validator of the set, in the set's order.
    pub(crate) votes: Vec<Option<Vote>>,
}

impl Frame {
    /// The greatest length of a frame in bytes: 200 validators with the longest keys and signatures.
    pub const MAX_LEN: usize = 93 + 14 * 256 + 42 + MAX_VALIDATORS * (3 + 1952 + 8 + 15 + 3309);

    /// Whether these bytes are meant to be a frame of finality, judged by the first four.
    pub fn is_meant(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC[..4])
    }

    /// The id of the chain that the frame claims to be about.
    pub fn chain_id(&self) -> &[u8; 32] {
        &self.chain_id
    }

    /// The round that the frame claims to be about.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// The network's record, as the frame claims it.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The height of the engine's block that was signed.
    pub fn height(&self) -> u64 {
        self.header.height()
    }

    /// The validators at that height, as the frame claims them.
    pub fn validator_set(&self) -> &ValidatorSet {
        &self.set
    }

    /// The frame's bytes, as `spec/finality.md` defines them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.chain_id);
        bytes.extend(self.round.to_be_bytes());
        bytes.extend(self.record.opened_ms.to_be_bytes());
        bytes.extend(self.record.closed_ms.to_be_bytes());
        bytes.extend(self.record.state);
        self.header.encode(&mut bytes);
        bytes.extend(self.block.commit_round.to_be_bytes());
        bytes.extend(self.block.parts.to_be_bytes());
        bytes.extend(self.block.parts_hash);
        bytes.extend((self.votes.len() as u16).to_be_bytes());
        for (validator, vote) in self.set.validators().iter().zip(&self.votes) {
            validator.encode(&mut bytes);
            bytes.push(u8::from(vote.is_some()));
            if let Some(vote) = vote {
                vote.encode(&mut bytes);
            }
        }
        bytes
    }

    /// Parses a frame. Its form is checked; signatures are not.
    ///
    /// # Errors
    /// [`Malformed`] if they are not a frame.
    pub fn from_bytes(bytes: &[u8]) -> Result<Frame, Malformed> {
        let mut reader = Reader::new("frame of finality", MAGIC, bytes)?;
        let (chain_id, round) = (reader.array()?, reader.u64()?);
        require(round >= 1, "round", "rounds are counted from 1")?;
        let (opened_ms, closed_ms, state) = (reader.u64()?, reader.u64()?, reader.array()?);
        let record = Record { opened_ms, closed_ms, state };
        let header = Header::decode(&mut reader)?;
        let (commit_round, parts) = (reader.u32()?, reader.u32()?);
        let block = Block { commit_round, parts, parts_hash: reader.array()? };
        let count = usize::from(reader.u16()?);
        require((1..=MAX_VALIDATORS).contains(&count), "validators", "1 to 200 are allowed")?;
        let (mut validators, mut votes) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for _ in 0..count {
            let validator = Validator::decode(&mut reader)?;
            votes.push(Vote::decode(&mut reader, &validator)?);
            validators.push(validator);
        }
        reader.end()?;
        Frame { chain_id, round, record, header, block, set: ValidatorSet::in_order(validators)?, votes }
            .checked()
    }

    /// The frame, if the numbers in it are those of an engine.
    pub(crate) fn checked(self) -> Result<Frame, Malformed> {
        let Block { commit_round, .. } = self.block;
        require(i32::try_from(commit_round).is_ok(), "commit round", "it must be below 2^31")?;
        let in_time = |vote: &Vote| vote.seconds < SECONDS_LIMIT && vote.nanoseconds < NANOSECONDS_LIMIT;
        require(
            self.votes.iter().flatten().all(in_time),
            "vote",
            "its time is not in the years 1970 to 9999",
        )?;
        Ok(self)
    }
}
