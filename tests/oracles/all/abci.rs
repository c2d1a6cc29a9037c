//! The messages of ABCI against the engine's own definitions (crate `tendermint-proto`): each reads
//! what the other writes.

use bytes::Bytes;
use heliast_network::parts::messages::*;
use proptest::prelude::*;
use prost::Message;
use std::fmt::Debug;
use tendermint_proto::{
    google::protobuf::Timestamp as TheirTime,
    v0_38::{abci as theirs, crypto},
};

/// Our message as they read it.
fn to_theirs<T: Message + Default>(ours: &impl Message) -> T {
    T::decode(ours.encode_to_vec().as_slice()).unwrap()
}

/// Their message, read by us and written again, is the same: for messages of which we know all that is set.
fn survives<O: Message + Default, T: Message + Default + PartialEq + Debug>(message: &T) {
    let ours = O::decode(message.encode_to_vec().as_slice()).unwrap();
    assert_eq!(to_theirs::<T>(&ours), *message);
}

fn request(value: theirs::request::Value) -> theirs::Request {
    theirs::Request { value: Some(value) }
}

prop_compose! {
    fn time()(seconds: i64, nanos in 0..1_000_000_000) -> Option<TheirTime> { Some(TheirTime { seconds, nanos }) }
}

fn bytes() -> impl Strategy<Value = Bytes> {
    prop::collection::vec(any::<u8>(), 0..40).prop_map(Bytes::from)
}

prop_compose! {
    fn misbehavior()(r#type in 0..3, address in bytes(), power: i64, height: i64) -> theirs::Misbehavior {
        theirs::Misbehavior {
            r#type, validator: Some(theirs::Validator { address, power }), height, ..Default::default()
        }
    }
}

prop_compose! {
    fn update()(key in prop::option::of(bytes()), power: i64) -> theirs::ValidatorUpdate {
        let sum = key.map(|key| crypto::public_key::Sum::Ed25519(key.to_vec()));
        theirs::ValidatorUpdate { pub_key: Some(crypto::PublicKey { sum }), power }
    }
}

prop_compose! {
    fn snapshot()(height: u64, format: u32, chunks: u32, hash in bytes(), metadata in bytes()) -> theirs::Snapshot {
        theirs::Snapshot { height, format, chunks, hash, metadata }
    }
}

prop_compose! {
    fn block()(
        txs in prop::collection::vec(bytes(), 0..4), misbehavior in prop::collection::vec(misbehavior(), 0..3),
        hash in bytes(), height: i64, time in time(), proposer_address in bytes(),
    ) -> theirs::RequestFinalizeBlock {
        theirs::RequestFinalizeBlock { txs, misbehavior, hash, height, time, proposer_address, ..Default::default() }
    }
}

proptest! {
    #[test]
    fn requests_of_the_engine_are_read_whole(
        block in block(), updates in prop::collection::vec(update(), 0..3), snapshot in snapshot(), text in ".{0,20}",
        bytes in bytes(), number: i64, small: u32, kind in 0..2,
    ) {
        use theirs::request::Value as Asked;
        let theirs::RequestFinalizeBlock { txs, misbehavior, hash, height, time, proposer_address, .. } = block.clone();
        let prepare = theirs::RequestPrepareProposal {
            max_tx_bytes: number, txs: txs.clone(), misbehavior: misbehavior.clone(), height, time,
            proposer_address: proposer_address.clone(), ..Default::default()
        };
        let process = theirs::RequestProcessProposal {
            txs, misbehavior, hash, height, time, proposer_address, ..Default::default()
        };
        let init = theirs::RequestInitChain {
            time, chain_id: text.clone(), validators: updates, initial_height: number, ..Default::default()
        };
        let load = theirs::RequestLoadSnapshotChunk { height: number as u64, format: small, chunk: !small };
        let apply = theirs::RequestApplySnapshotChunk { index: small, chunk: bytes.clone(), sender: text.clone() };
        let offer = theirs::RequestOfferSnapshot { snapshot: Some(snapshot), app_hash: bytes.clone() };
        let query = theirs::RequestQuery { data: bytes.clone(), path: text.clone(), ..Default::default() };
        for value in [
            Asked::Echo(theirs::RequestEcho { message: text.clone() }),
            Asked::Flush(theirs::RequestFlush {}),
            Asked::Info(theirs::RequestInfo { version: text, ..Default::default() }),
            Asked::InitChain(init),
            Asked::Query(query),
            Asked::CheckTx(theirs::RequestCheckTx { tx: bytes, r#type: kind }),
            Asked::Commit(theirs::RequestCommit {}),
            Asked::ListSnapshots(theirs::RequestListSnapshots {}),
            Asked::OfferSnapshot(offer),
            Asked::LoadSnapshotChunk(load),
            Asked::ApplySnapshotChunk(apply),
            Asked::PrepareProposal(prepare),
            Asked::ProcessProposal(process),
            Asked::ExtendVote(theirs::RequestExtendVote { height: number, ..Default::default() }),
            Asked::VerifyVoteExtension(theirs::RequestVerifyVoteExtension { height: number, ..Default::default() }),
            Asked::FinalizeBlock(block),
        ] {
            survives::<Request, _>(&request(value));
        }
    }

    #[test]
    fn responses_are_read_whole_by_the_engine(
        updates in prop::collection::vec(update(), 0..3), snapshots in prop::collection::vec(snapshot(), 0..3),
        txs in prop::collection::vec(bytes(), 0..4), text in ".{0,20}", bytes in bytes(), number: i64,
        codes in prop::collection::vec(any::<u32>(), 0..4), result in 0..6, status in 0..3,
    ) {
        use theirs::response::Value as Said;
        let info = theirs::ResponseInfo {
            data: text.clone(), version: text.clone(), app_version: number as u64, last_block_height: number,
            last_block_app_hash: bytes.clone(),
        };
        let query = theirs::ResponseQuery {
            code: result as u32, log: text.clone(), value: bytes.clone(), height: number, ..Default::default()
        };
        let check = theirs::ResponseCheckTx {
            code: result as u32, log: text.clone(), gas_wanted: number, ..Default::default()
        };
        let result_of = |&code: &u32| theirs::ExecTxResult { code, log: text.clone(), ..Default::default() };
        let finalize = theirs::ResponseFinalizeBlock {
            tx_results: codes.iter().map(result_of).collect(), validator_updates: updates, app_hash: bytes.clone(),
            ..Default::default()
        };
        let apply = theirs::ResponseApplySnapshotChunk {
            result, refetch_chunks: codes.clone(), reject_senders: vec![text.clone(); 2],
        };
        let app_hash = bytes.clone();
        for value in [
            Said::Exception(theirs::ResponseException { error: text.clone() }),
            Said::Echo(theirs::ResponseEcho { message: text.clone() }),
            Said::Flush(theirs::ResponseFlush {}),
            Said::Info(info),
            Said::InitChain(theirs::ResponseInitChain { app_hash, ..Default::default() }),
            Said::Query(query),
            Said::CheckTx(check),
            Said::Commit(theirs::ResponseCommit { retain_height: number }),
            Said::ListSnapshots(theirs::ResponseListSnapshots { snapshots }),
            Said::OfferSnapshot(theirs::ResponseOfferSnapshot { result }),
            Said::LoadSnapshotChunk(theirs::ResponseLoadSnapshotChunk { chunk: bytes.clone() }),
            Said::ApplySnapshotChunk(apply),
            Said::PrepareProposal(theirs::ResponsePrepareProposal { txs }),
            Said::ProcessProposal(theirs::ResponseProcessProposal { status }),
            Said::ExtendVote(theirs::ResponseExtendVote { vote_extension: bytes }),
            Said::VerifyVoteExtension(theirs::ResponseVerifyVoteExtension { status }),
            Said::FinalizeBlock(finalize),
        ] {
            survives::<Response, _>(&theirs::Response { value: Some(value) });
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        // Our messages leave fields out, so theirs may have more fields, and never fewer.
        let _ = Response::decode(bytes.as_slice());
        if theirs::Request::decode(bytes.as_slice()).is_ok() {
            prop_assert!(Request::decode(bytes.as_slice()).is_ok());
        }
    }
}

/// A reader skips fields that it does not know: parameters, votes, a key of another kind.
#[test]
fn what_is_not_known_is_skipped() {
    let validators = vec![theirs::ValidatorUpdate {
        pub_key: Some(crypto::PublicKey { sum: Some(crypto::public_key::Sum::Secp256k1(vec![7; 33])) }),
        power: 5,
    }];
    let init = theirs::RequestInitChain {
        validators,
        consensus_params: Some(Default::default()),
        app_state_bytes: Bytes::from_static(b"{}"),
        ..Default::default()
    };
    let ours: RequestInitChain = Message::decode(init.encode_to_vec().as_slice()).unwrap();
    assert_eq!(ours.validators, [ValidatorUpdate { pub_key: Some(PublicKey::default()), power: 5 }]);
    // The engine's field of keys of ML-DSA-65: `mldsa65` of `PublicKey` in its `crypto/keys.proto`.
    let quantum = PublicKey { ed25519: None, ml_dsa_65: Some(vec![7; 3]) };
    assert_eq!(quantum.encode_to_vec(), [4 << 3 | 2, 3, 7, 7, 7]);
    let votes = vec![theirs::VoteInfo::default(); 3];
    let commit = Some(theirs::CommitInfo { round: 4, votes });
    let block = theirs::RequestFinalizeBlock { decided_last_commit: commit, height: 9, ..Default::default() };
    let ours: RequestFinalizeBlock = Message::decode(block.encode_to_vec().as_slice()).unwrap();
    assert_eq!(ours, RequestFinalizeBlock { height: 9, ..Default::default() });
}

#[test]
fn names_of_answers_are_the_engines() {
    use theirs::{
        response_apply_snapshot_chunk::Result as Applied, response_offer_snapshot::Result as Offered,
        response_process_proposal::ProposalStatus as Judged,
        response_verify_vote_extension::VerifyStatus as Vote,
    };
    for number in 0..6 {
        let name = |value: &dyn Debug| format!("{value:?}");
        assert_eq!(name(&OfferResult::try_from(number)), name(&Offered::try_from(number)));
        assert_eq!(name(&ApplyResult::try_from(number)), name(&Applied::try_from(number)));
        assert_eq!(name(&ProposalStatus::try_from(number)), name(&Judged::try_from(number)));
        assert_eq!(name(&ProposalStatus::try_from(number)), name(&Vote::try_from(number)));
    }
}
