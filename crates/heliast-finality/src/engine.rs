//! Makes frames from the engine's JSON answers over RPC to `/commit` and `/validators`.

use crate::{
    Malformed,
    frame::Frame,
    header::{self, Header},
    key::{ConsensusKey, KeyType},
    protobuf::Message,
    record::Record,
    time,
    validator::{Validator, ValidatorSet},
    vote::{Block, Vote},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use heliast::Tip;
use serde::{Deserialize, Deserializer, de::Error as _};

/// The engine's flag of a vote for the block.
const FOR_BLOCK: u8 = 2;

/// The reason why no frame can be made of the engine's answers.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// An answer is not the JSON that CometBFT 0.40 gives.
    #[error("the engine's {answer} is not what CometBFT 0.40 answers: {reason}")]
    Json {
        /// The name of the answer.
        answer: &'static str,
        /// The reason why it cannot be parsed.
        reason: serde_json::Error,
    },
    /// The answers do not fit each other: their heights differ, or validators are missing.
    #[error(
        "the engine's answers do not fit each other: the commit has {votes} votes, and there are {validators} validators"
    )]
    Mismatch {
        /// Votes of the commit.
        votes: usize,
        /// Validators of all pages.
        validators: usize,
    },
    /// The answers do not make a valid frame.
    #[error("the engine's answers make no frame: {0}")]
    Malformed(#[from] Malformed),
}

impl Frame {
    /// The frame of the round before `tip`. It is made of the engine's answers to `/commit` and `/validators`
    /// (all pages) for the height whose header carries the application hash of `record`. The answers may come
    /// alone or in their JSON-RPC envelopes.
    ///
    /// No signature is verified: if the engine is not trusted, verify the frame.
    ///
    /// # Errors
    /// [`EngineError`] if the answers are not those of CometBFT, or not all for the same height.
    pub fn from_engine(
        chain_id: &[u8; 32],
        tip: &Tip,
        record: Record,
        commit: &str,
        validators: &[&str],
    ) -> Result<Frame, EngineError> {
        let SignedHeader { header, commit } = parse::<CommitAnswer>("commit", commit)?.signed_header;
        let mut all = Vec::new();
        for page in validators {
            all.extend(parse::<ValidatorsAnswer>("list of validators", page)?.validators);
        }
        if all.len() != commit.signatures.len() {
            return Err(EngineError::Mismatch { votes: commit.signatures.len(), validators: all.len() });
        }
        let set = all.into_iter().map(|one| Validator { key: one.pub_key.0, power: one.voting_power });
        let BlockId { parts: Parts { total, hash }, .. } = commit.block_id;
        let no_hash =
            |_| Malformed::Field { field: "commit", rule: "the hash of its parts has not 32 bytes" };
        let block = Block {
            commit_round: commit.round,
            parts: total,
            parts_hash: hash.0.as_slice().try_into().map_err(no_hash)?,
        };
        let votes = commit.signatures.into_iter().map(CommitSignature::vote).collect::<Result<_, _>>()?;
        let frame = Frame {
            chain_id: *chain_id,
            round: tip.round(),
            record,
            header: header.fields()?,
            block,
            set: ValidatorSet::in_order(set.collect())?,
            votes,
        };
        // This parses the bytes again, and so rejects fields of a wrong length.
        Ok(Frame::from_bytes(&frame.to_bytes())?)
    }
}

/// An answer, alone or as the `result` of JSON-RPC.
fn parse<T: for<'de> Deserialize<'de>>(answer: &'static str, json: &str) -> Result<T, EngineError> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Answer<T> {
        Rpc { result: T },
        Alone(T),
    }
    match serde_json::from_str(json).map_err(|reason| EngineError::Json { answer, reason })? {
        Answer::Rpc { result } | Answer::Alone(result) => Ok(result),
    }
}

#[derive(Deserialize)]
struct CommitAnswer {
    signed_header: SignedHeader,
}

#[derive(Deserialize)]
struct SignedHeader {
    header: HeaderFields,
    commit: Commit,
}

#[derive(Deserialize)]
struct HeaderFields {
    version: Version,
    chain_id: String,
    #[serde(deserialize_with = "decimal")]
    height: u64,
    time: Time,
    last_block_id: BlockId,
    last_commit_hash: Hex,
    data_hash: Hex,
    validators_hash: Hex,
    next_validators_hash: Hex,
    consensus_hash: Hex,
    app_hash: Hex,
    last_results_hash: Hex,
    evidence_hash: Hex,
    proposer_address: Hex,
}

#[derive(Deserialize)]
struct Version {
    #[serde(default, deserialize_with = "decimal")]
    block: u64,
    #[serde(default, deserialize_with = "decimal")]
    app: u64,
}

#[derive(Deserialize)]
struct BlockId {
    hash: Hex,
    parts: Parts,
}

#[derive(Deserialize)]
struct Parts {
    total: u32,
    hash: Hex,
}

#[derive(Deserialize)]
struct Commit {
    round: u32,
    block_id: BlockId,
    signatures: Vec<CommitSignature>,
}

#[derive(Deserialize)]
struct CommitSignature {
    block_id_flag: u8,
    timestamp: String,
    signature: Option<String>,
}

#[derive(Deserialize)]
struct ValidatorsAnswer {
    validators: Vec<ValidatorEntry>,
}

#[derive(Deserialize)]
struct ValidatorEntry {
    pub_key: Key,
    #[serde(deserialize_with = "decimal")]
    voting_power: u64,
}

/// Bytes in hexadecimal digits.
struct Hex(Vec<u8>);
/// An instant as RFC 3339 writes it.
struct Time {
    seconds: u64,
    nanoseconds: u32,
}
/// A public key with the engine's name of its type.
struct Key(ConsensusKey);

impl HeaderFields {
    /// The leaves of the engine's tree.
    fn fields(self) -> Result<Header, Malformed> {
        let version = Message::default().varint(1, self.version.block).varint(2, self.version.app);
        let last = &self.last_block_id;
        let Hex(ref last_parts_hash) = last.parts.hash;
        Header::new([
            version.finish(),
            header::bytes(self.chain_id.as_bytes()),
            header::number(self.height),
            header::timestamp(self.time.seconds, self.time.nanoseconds).finish(),
            header::block_id(&last.hash.0, last.parts.total, last_parts_hash).finish(),
            header::bytes(&self.last_commit_hash.0),
            header::bytes(&self.data_hash.0),
            header::bytes(&self.validators_hash.0),
            header::bytes(&self.next_validators_hash.0),
            header::bytes(&self.consensus_hash.0),
            header::bytes(&self.app_hash.0),
            header::bytes(&self.last_results_hash.0),
            header::bytes(&self.evidence_hash.0),
            header::bytes(&self.proposer_address.0),
        ])
    }
}

impl CommitSignature {
    /// Votes for no block, and votes that did not come, do not count for this block.
    fn vote(self) -> Result<Option<Vote>, Malformed> {
        if self.block_id_flag != FOR_BLOCK {
            return Ok(None);
        }
        let wrong = |rule| Malformed::Field { field: "vote", rule };
        let (seconds, nanoseconds) =
            time::parse(&self.timestamp).ok_or(wrong("its time is not in the format of RFC 3339"))?;
        let signature = BASE64_STANDARD.decode(self.signature.unwrap_or_default());
        let signature = signature.map_err(|_| wrong("its signature is not in base 64"))?;
        Ok(Some(Vote { seconds, nanoseconds, signature }))
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        hex::decode(String::deserialize(deserializer)?).map(Hex).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (seconds, nanoseconds) =
            time::parse(&text).ok_or_else(|| D::Error::custom("a time of RFC 3339"))?;
        Ok(Time { seconds, nanoseconds })
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        #[derive(Deserialize)]
        struct Typed {
            r#type: String,
            value: String,
        }
        let Typed { r#type, value } = Typed::deserialize(deserializer)?;
        let known = KeyType::from_engine_json_name(&r#type);
        let key_type = known.ok_or_else(|| D::Error::custom(format!("a public key of type {type}")))?;
        let bytes = BASE64_STANDARD.decode(value).map_err(D::Error::custom)?;
        ConsensusKey::new(key_type, &bytes).map(Key).map_err(D::Error::custom)
    }
}

/// A number that the engine writes as a string.
fn decimal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}
