//! ABCI's messages with some of their fields: all fields that this application reads or fills, and a few that
//! identify a message's subject. Names and numbers are those of CometBFT (`tendermint.abci`, version 0.38 of
//! the interface). As usual with protobuf, a reader skips fields that are left out here, and a written
//! message has their defaults.

#![allow(missing_docs, reason = "the specification of ABCI says what each of them means")]

use bytes::Bytes;
use prost::{Enumeration, Message, Oneof};

/// A request of the engine.
#[derive(Clone, PartialEq, Message)]
pub struct Request {
    #[prost(oneof = "request::Value", tags = "1, 2, 3, 5, 6, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20")]
    pub value: Option<request::Value>,
}

pub mod request {
    use super::*;

    /// The kinds of requests.
    #[derive(Clone, PartialEq, Oneof)]
    pub enum Value {
        #[prost(message, tag = "1")]
        Echo(RequestEcho),
        #[prost(message, tag = "2")]
        Flush(RequestFlush),
        #[prost(message, tag = "3")]
        Info(RequestInfo),
        #[prost(message, tag = "5")]
        InitChain(RequestInitChain),
        #[prost(message, tag = "6")]
        Query(RequestQuery),
        #[prost(message, tag = "8")]
        CheckTx(RequestCheckTx),
        #[prost(message, tag = "11")]
        Commit(RequestCommit),
        #[prost(message, tag = "12")]
        ListSnapshots(RequestListSnapshots),
        #[prost(message, tag = "13")]
        OfferSnapshot(RequestOfferSnapshot),
        #[prost(message, tag = "14")]
        LoadSnapshotChunk(RequestLoadSnapshotChunk),
        #[prost(message, tag = "15")]
        ApplySnapshotChunk(RequestApplySnapshotChunk),
        #[prost(message, tag = "16")]
        PrepareProposal(RequestPrepareProposal),
        #[prost(message, tag = "17")]
        ProcessProposal(RequestProcessProposal),
        #[prost(message, tag = "18")]
        ExtendVote(RequestExtendVote),
        #[prost(message, tag = "19")]
        VerifyVoteExtension(RequestVerifyVoteExtension),
        #[prost(message, tag = "20")]
        FinalizeBlock(RequestFinalizeBlock),
    }
}

/// A response of the application.
#[derive(Clone, PartialEq, Message)]
pub struct Response {
    #[prost(oneof = "response::Value", tags = "1, 2, 3, 4, 6, 7, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21")]
    pub value: Option<response::Value>,
}

pub mod response {
    use super::*;

    /// The kinds of responses.
    #[derive(Clone, PartialEq, Oneof)]
    pub enum Value {
        #[prost(message, tag = "1")]
        Exception(ResponseException),
        #[prost(message, tag = "2")]
        Echo(ResponseEcho),
        #[prost(message, tag = "3")]
        Flush(ResponseFlush),
        #[prost(message, tag = "4")]
        Info(ResponseInfo),
        #[prost(message, tag = "6")]
        InitChain(ResponseInitChain),
        #[prost(message, tag = "7")]
        Query(ResponseQuery),
        #[prost(message, tag = "9")]
        CheckTx(ResponseCheckTx),
        #[prost(message, tag = "12")]
        Commit(ResponseCommit),
        #[prost(message, tag = "13")]
        ListSnapshots(ResponseListSnapshots),
        #[prost(message, tag = "14")]
        OfferSnapshot(ResponseOfferSnapshot),
        #[prost(message, tag = "15")]
        LoadSnapshotChunk(ResponseLoadSnapshotChunk),
        #[prost(message, tag = "16")]
        ApplySnapshotChunk(ResponseApplySnapshotChunk),
        #[prost(message, tag = "17")]
        PrepareProposal(ResponsePrepareProposal),
        #[prost(message, tag = "18")]
        ProcessProposal(ResponseProcessProposal),
        #[prost(message, tag = "19")]
        ExtendVote(ResponseExtendVote),
        #[prost(message, tag = "20")]
        VerifyVoteExtension(ResponseVerifyVoteExtension),
        #[prost(message, tag = "21")]
        FinalizeBlock(ResponseFinalizeBlock),
    }
}

/// Defines messages from their fields: name, type, kind and number.
macro_rules! messages {
    ($($name:ident { $($field:ident: $type:ty = [$($kind:tt)+]),* $(,)? })*) => {
        $(
            #[derive(Clone, PartialEq, Message)]
            pub struct $name {
                $(#[prost($($kind)+)] pub $field: $type,)*
            }
        )*
    };
}

messages! {
    RequestEcho { message: String = [string, tag = "1"] }
    RequestFlush {}
    RequestInfo { version: String = [string, tag = "1"] }
    RequestInitChain {
        time: Option<Timestamp> = [message, optional, tag = "1"],
        chain_id: String = [string, tag = "2"],
        validators: Vec<ValidatorUpdate> = [message, repeated, tag = "4"],
        initial_height: i64 = [int64, tag = "6"],
    }
    RequestQuery { data: Bytes = [bytes = "bytes", tag = "1"], path: String = [string, tag = "2"] }
    RequestCheckTx { tx: Bytes = [bytes = "bytes", tag = "1"], r#type: i32 = [int32, tag = "2"] }
    RequestCommit {}
    RequestListSnapshots {}
    RequestOfferSnapshot {
        snapshot: Option<Snapshot> = [message, optional, tag = "1"],
        app_hash: Bytes = [bytes = "bytes", tag = "2"],
    }
    RequestLoadSnapshotChunk {
        height: u64 = [uint64, tag = "1"],
        format: u32 = [uint32, tag = "2"],
        chunk: u32 = [uint32, tag = "3"],
    }
    RequestApplySnapshotChunk {
        index: u32 = [uint32, tag = "1"],
        chunk: Bytes = [bytes = "bytes", tag = "2"],
        sender: String = [string, tag = "3"],
    }
    RequestPrepareProposal {
        max_tx_bytes: i64 = [int64, tag = "1"],
        txs: Vec<Bytes> = [bytes = "bytes", repeated, tag = "2"],
        misbehavior: Vec<Misbehavior> = [message, repeated, tag = "4"],
        height: i64 = [int64, tag = "5"],
        time: Option<Timestamp> = [message, optional, tag = "6"],
        proposer_address: Bytes = [bytes = "bytes", tag = "8"],
    }
    RequestProcessProposal {
        txs: Vec<Bytes> = [bytes = "bytes", repeated, tag = "1"],
        misbehavior: Vec<Misbehavior> = [message, repeated, tag = "3"],
        hash: Bytes = [bytes = "bytes", tag = "4"],
        height: i64 = [int64, tag = "5"],
        time: Option<Timestamp> = [message, optional, tag = "6"],
        proposer_address: Bytes = [bytes = "bytes", tag = "8"],
    }
    RequestExtendVote { height: i64 = [int64, tag = "2"] }
    RequestVerifyVoteExtension { height: i64 = [int64, tag = "3"] }
    RequestFinalizeBlock {
        txs: Vec<Bytes> = [bytes = "bytes", repeated, tag = "1"],
        misbehavior: Vec<Misbehavior> = [message, repeated, tag = "3"],
        hash: Bytes = [bytes = "bytes", tag = "4"],
        height: i64 = [int64, tag = "5"],
        time: Option<Timestamp> = [message, optional, tag = "6"],
        proposer_address: Bytes = [bytes = "bytes", tag = "8"],
    }

    ResponseException { error: String = [string, tag = "1"] }
    ResponseEcho { message: String = [string, tag = "1"] }
    ResponseFlush {}
    ResponseInfo {
        data: String = [string, tag = "1"],
        version: String = [string, tag = "2"],
        app_version: u64 = [uint64, tag = "3"],
        last_block_height: i64 = [int64, tag = "4"],
        last_block_app_hash: Bytes = [bytes = "bytes", tag = "5"],
    }
    ResponseInitChain { app_hash: Bytes = [bytes = "bytes", tag = "3"] }
    ResponseQuery {
        code: u32 = [uint32, tag = "1"],
        log: String = [string, tag = "3"],
        value: Bytes = [bytes = "bytes", tag = "7"],
        height: i64 = [int64, tag = "9"],
    }
    ResponseCheckTx {
        code: u32 = [uint32, tag = "1"],
        log: String = [string, tag = "3"],
        gas_wanted: i64 = [int64, tag = "5"],
    }
    ResponseCommit { retain_height: i64 = [int64, tag = "3"] }
    ResponseListSnapshots { snapshots: Vec<Snapshot> = [message, repeated, tag = "1"] }
    ResponseOfferSnapshot { result: i32 = [enumeration = "OfferResult", tag = "1"] }
    ResponseLoadSnapshotChunk { chunk: Bytes = [bytes = "bytes", tag = "1"] }
    ResponseApplySnapshotChunk {
        result: i32 = [enumeration = "ApplyResult", tag = "1"],
        refetch_chunks: Vec<u32> = [uint32, repeated, tag = "2"],
        reject_senders: Vec<String> = [string, repeated, tag = "3"],
    }
    ResponsePrepareProposal { txs: Vec<Bytes> = [bytes = "bytes", repeated, tag = "1"] }
    ResponseProcessProposal { status: i32 = [enumeration = "ProposalStatus", tag = "1"] }
    ResponseExtendVote { vote_extension: Bytes = [bytes = "bytes", tag = "1"] }
    ResponseVerifyVoteExtension { status: i32 = [enumeration = "ProposalStatus", tag = "1"] }
    ResponseFinalizeBlock {
        tx_results: Vec<ExecTxResult> = [message, repeated, tag = "2"],
        validator_updates: Vec<ValidatorUpdate> = [message, repeated, tag = "3"],
        app_hash: Bytes = [bytes = "bytes", tag = "5"],
    }

    // Seconds since 1970, and nanoseconds from 0 to 10^9 - 1 (`google.protobuf`).
    Timestamp { seconds: i64 = [int64, tag = "1"], nanos: i32 = [int32, tag = "2"] }
    ExecTxResult { code: u32 = [uint32, tag = "1"], log: String = [string, tag = "3"] }
    Validator { address: Bytes = [bytes = "bytes", tag = "1"], power: i64 = [int64, tag = "3"] }
    ValidatorUpdate {
        pub_key: Option<PublicKey> = [message, optional, tag = "1"],
        power: i64 = [int64, tag = "2"],
    }
    // At most one of these fields has a value; a key of another type has none of them.
    PublicKey {
        ed25519: Option<Vec<u8>> = [bytes = "vec", optional, tag = "1"],
        ml_dsa_65: Option<Vec<u8>> = [bytes = "vec", optional, tag = "4"],
    }
    Misbehavior {
        r#type: i32 = [int32, tag = "1"],
        validator: Option<Validator> = [message, optional, tag = "2"],
        height: i64 = [int64, tag = "3"],
    }
    Snapshot {
        height: u64 = [uint64, tag = "1"],
        format: u32 = [uint32, tag = "2"],
        chunks: u32 = [uint32, tag = "3"],
        hash: Bytes = [bytes = "bytes", tag = "4"],
        metadata: Bytes = [bytes = "bytes", tag = "5"],
    }
}

/// The answer to an offered snapshot (`ResponseOfferSnapshot.Result`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum OfferResult {
    Unknown = 0,
    Accept = 1,
    Abort = 2,
    Reject = 3,
    RejectFormat = 4,
    RejectSender = 5,
}

/// The answer to a chunk of a snapshot (`ResponseApplySnapshotChunk.Result`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum ApplyResult {
    Unknown = 0,
    Accept = 1,
    Abort = 2,
    Retry = 3,
    RetrySnapshot = 4,
    RejectSnapshot = 5,
}

/// The answer to a proposal (`ResponseProcessProposal.ProposalStatus`); the answer to a vote's extension has
/// the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum ProposalStatus {
    Unknown = 0,
    Accept = 1,
    Reject = 2,
}
