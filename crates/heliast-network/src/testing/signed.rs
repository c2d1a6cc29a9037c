//! Blocks that validators signed, as in an engine's answers. Headers and votes are made by a second
//! implementation, with derived messages.

use base64::{Engine, prelude::BASE64_STANDARD};
use ed25519_dalek::{Signer, SigningKey};
use heliast_finality::{NetworkFile, Validator, engine_chain_id};
use prost::Message;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const SECONDS: i64 = 1_795_380_971;
const TIME: &str = "2026-11-22T20:56:11Z";
/// The engine's number for a precommit.
const PRECOMMIT: i32 = 2;

#[derive(Clone, PartialEq, Message)]
struct Consensus {
    #[prost(uint64, tag = "1")]
    block: u64,
    #[prost(uint64, tag = "2")]
    app: u64,
}

#[derive(Clone, PartialEq, Message)]
struct Timestamp {
    #[prost(int64, tag = "1")]
    seconds: i64,
    #[prost(int32, tag = "2")]
    nanos: i32,
}

#[derive(Clone, PartialEq, Message)]
struct PartSetHeader {
    #[prost(uint32, tag = "1")]
    total: u32,
    #[prost(bytes = "vec", tag = "2")]
    hash: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
struct BlockId {
    #[prost(bytes = "vec", tag = "1")]
    hash: Vec<u8>,
    #[prost(message, tag = "2")]
    part_set_header: Option<PartSetHeader>,
}

/// The bytes that a validator signs.
#[derive(Clone, PartialEq, Message)]
struct CanonicalVote {
    #[prost(int32, tag = "1")]
    r#type: i32,
    #[prost(sfixed64, tag = "2")]
    height: i64,
    #[prost(sfixed64, tag = "3")]
    round: i64,
    #[prost(message, tag = "4")]
    block_id: Option<BlockId>,
    #[prost(message, tag = "5")]
    timestamp: Option<Timestamp>,
    #[prost(string, tag = "6")]
    chain_id: String,
}

/// A block of the network of [`super::network`].
pub struct SignedBlock<'a> {
    pub network: &'a NetworkFile,
    pub chain_id: &'a [u8; 32],
    pub height: u64,
    /// The hash of the application after the block before.
    pub app_hash: [u8; 32],
    /// The number of validators, counted from the last one, that did not vote for it.
    pub silent: usize,
}

impl SignedBlock<'_> {
    /// The `signed_header` of the engine's answer to `commit`.
    pub fn commit(&self) -> Value {
        let engine_chain = engine_chain_id(self.chain_id);
        let (hash, parts) = (self.hash(&engine_chain), PartSetHeader { total: 1, hash: vec![5; 32] });
        let all = self.validators();
        let voters = all.len() - self.silent;
        let votes = all.iter().enumerate().map(|(place, validator)| match place < voters {
            true => json!({ "block_id_flag": 2, "timestamp": TIME, "signature": self.vote(&engine_chain, validator) }),
            false => json!({ "block_id_flag": 1, "timestamp": "0001-01-01T00:00:00Z", "signature": null }),
        });
        let hashes = hex::encode_upper([3; 32]);
        json!({
            "header": {
                "version": { "block": "11", "app": "1" }, "chain_id": engine_chain,
                "height": self.height.to_string(), "time": TIME,
                "last_block_id": { "hash": hashes, "parts": { "total": 1, "hash": hashes } },
                "last_commit_hash": hashes, "data_hash": hashes,
                "validators_hash": hex::encode_upper(self.network.validator_set().hash()),
                "next_validators_hash": hashes, "consensus_hash": hashes,
                "app_hash": hex::encode_upper(self.app_hash),
                "last_results_hash": hashes, "evidence_hash": hashes, "proposer_address": hex::encode_upper([3; 20]),
            },
            "commit": {
                "height": self.height.to_string(), "round": 0, "signatures": votes.collect::<Vec<_>>(),
                "block_id": {
                    "hash": hex::encode_upper(hash),
                    "parts": { "total": parts.total, "hash": hex::encode_upper(&parts.hash) },
                },
            },
        })
    }

    /// The engine's answer to `validators`.
    pub fn set(&self) -> Value {
        let entry = |one: &Validator| {
            let key = BASE64_STANDARD.encode(one.key.as_bytes());
            json!({
                "pub_key": { "type": one.key.key_type().engine_json_name(), "value": key },
                "voting_power": one.power.to_string(),
            })
        };
        let all: Vec<_> = self.validators().iter().map(entry).collect();
        json!({ "total": all.len().to_string(), "validators": all })
    }

    /// The validators in the engine's order.
    fn validators(&self) -> Vec<Validator> {
        self.network.validator_set().validators().to_vec()
    }

    /// The root over the fourteen fields of the header.
    fn hash(&self, engine_chain: &str) -> [u8; 32] {
        let part_set_header = Some(PartSetHeader { total: 1, hash: vec![3; 32] });
        let hashes = vec![3_u8; 32].encode_to_vec();
        root(&[
            Consensus { block: 11, app: 1 }.encode_to_vec(),
            engine_chain.to_owned().encode_to_vec(),
            (self.height as i64).encode_to_vec(),
            Timestamp { seconds: SECONDS, nanos: 0 }.encode_to_vec(),
            BlockId { hash: vec![3; 32], part_set_header }.encode_to_vec(),
            hashes.clone(),
            hashes.clone(),
            self.network.validator_set().hash().to_vec().encode_to_vec(),
            hashes.clone(),
            hashes.clone(),
            self.app_hash.to_vec().encode_to_vec(),
            hashes.clone(),
            hashes,
            vec![3_u8; 20].encode_to_vec(),
        ])
    }

    fn vote(&self, engine_chain: &str, validator: &Validator) -> String {
        let part_set_header = Some(PartSetHeader { total: 1, hash: vec![5; 32] });
        let vote = CanonicalVote {
            r#type: PRECOMMIT,
            height: self.height as i64,
            round: 0,
            block_id: Some(BlockId { hash: self.hash(engine_chain).to_vec(), part_set_header }),
            timestamp: Some(Timestamp { seconds: SECONDS, nanos: 0 }),
            chain_id: engine_chain.to_owned(),
        };
        let mut keys = (1..=4).map(|seed| SigningKey::from_bytes(&[seed; 32]));
        let key = keys.find(|key| key.verifying_key().as_bytes() == validator.key.as_bytes()).unwrap();
        BASE64_STANDARD.encode(key.sign(&vote.encode_length_delimited_to_vec()).to_bytes())
    }
}

/// The tree of RFC 6962.
fn root(leaves: &[Vec<u8>]) -> [u8; 32] {
    match leaves {
        [] => Sha256::digest([]).into(),
        [leaf] => Sha256::digest([&[0], &leaf[..]].concat()).into(),
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            Sha256::digest([&[1][..], &root(left), &root(right)].concat()).into()
        }
    }
}
