//! The engine's answers: each field is needed, each is read as the engine writes it, and the error names the
//! answer that is wrong.

use super::{
    record::CHAIN,
    sample::{post_quantum, set, validator},
};
use crate::{EngineError, Frame, Malformed, Record, Validator, header, protobuf::Message};
use base64::{Engine, prelude::BASE64_STANDARD};
use proptest::{collection::vec, prelude::*};
use serde_json::{Value, json};
use std::slice;

const RECORD: Record = Record { opened_ms: 1, closed_ms: 2, state: [3; 32] };
/// The seconds of the first vote's time.
const SECONDS: u64 = 1_795_380_971;

fn entry(one: &Validator) -> Value {
    json!({
        "pub_key": {
            "type": one.key.key_type().engine_json_name(),
            "value": BASE64_STANDARD.encode(one.key.as_bytes()),
        },
        "voting_power": one.power.to_string(),
        "proposer_priority": "-5",
    })
}

/// A vote, as the engine writes it.
fn signature(timestamp: &str, bytes: &[u8]) -> Value {
    json!({"block_id_flag": 2, "timestamp": timestamp, "signature": BASE64_STANDARD.encode(bytes)})
}

fn validators() -> Vec<Validator> {
    set(vec![validator(1, 30), validator(2, 20), validator(3, 10)]).validators().to_vec()
}

/// An answer to `/commit` of three validators, of whom the last has not voted.
fn commit() -> Value {
    let digits = |byte: u8| hex::encode_upper([byte; 32]);
    json!({
        "signed_header": {
            "header": {
                "version": {"block": "11"},
                "chain_id": "heliast-0101",
                "height": "300",
                "time": "2026-11-22T20:56:11.5Z",
                "last_block_id": {"hash": digits(1), "parts": {"total": 2, "hash": digits(2)}},
                "last_commit_hash": digits(3),
                "data_hash": digits(4),
                "validators_hash": digits(5),
                "next_validators_hash": digits(6),
                "consensus_hash": digits(7),
                "app_hash": digits(8),
                "last_results_hash": digits(9),
                "evidence_hash": "",
                "proposer_address": hex::encode_upper([10; 20]),
            },
            "commit": {
                "height": "300",
                "round": 1,
                "block_id": {"hash": digits(11), "parts": {"total": 4, "hash": digits(12)}},
                "signatures": [
                    signature("2026-11-22T20:56:11.25Z", &[1; 64]),
                    signature("2026-11-22T20:56:12Z", &[2; 64]),
                    {"block_id_flag": 1, "validator_address": "", "timestamp": "0001-01-01T00:00:00Z", "signature": null},
                ],
            },
        },
        "canonical": true,
    })
}

fn list() -> Value {
    json!({"block_height": "300", "validators": validators().iter().map(entry).collect::<Vec<_>>(), "count": "3"})
}

fn from(commit: &Value, pages: &[Value]) -> Result<Frame, EngineError> {
    let pages: Vec<String> = pages.iter().map(Value::to_string).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    Frame::from_engine(&[1; 32], &CHAIN.1[1], RECORD, &commit.to_string(), &pages)
}

/// The frame of the answers with another value at this place.
fn with(pointer: &str, value: Value) -> Result<Frame, EngineError> {
    let (mut commit, mut list) = (commit(), list());
    let place = if pointer.starts_with("/validators") { &mut list } else { &mut commit };
    *place.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is nowhere")) = value;
    from(&commit, &[list])
}

#[test]
fn every_field_is_read() {
    let frame = from(&commit(), &[list()]).unwrap();
    assert_eq!((frame.chain_id(), frame.round(), frame.record()), (&[1; 32], 1, &RECORD));
    assert_eq!((frame.height(), frame.validator_set().validators()), (300, &validators()[..]));
    let block = &frame.block;
    assert_eq!((block.commit_round, block.parts, block.parts_hash), (1, 4, [12; 32]));
    let votes: Vec<_> =
        frame.votes.iter().map(|vote| vote.as_ref().map(|one| (one.seconds, one.nanoseconds))).collect();
    assert_eq!(votes, [Some((SECONDS, 250_000_000)), Some((SECONDS + 1, 0)), None]);
    assert_eq!(frame.votes[1].as_ref().unwrap().signature, [2; 64]);
    let bytes = |byte: u8| header::bytes(&[byte; 32]);
    let leaves = [
        vec![0x08, 11],
        header::bytes(b"heliast-0101"),
        vec![0x08, 0xac, 0x02],
        Message::default().varint(1, SECONDS).varint(2, 500_000_000).finish(),
        header::block_id(&[1; 32], 2, &[2; 32]).finish(),
        bytes(3),
        bytes(4),
        bytes(5),
        bytes(6),
        bytes(7),
        bytes(8),
        bytes(9),
        vec![],
        header::bytes(&[10; 20]),
    ];
    for (field, leaf) in leaves.iter().enumerate() {
        assert_eq!(frame.header.leaf(field), leaf, "field {field}");
    }
}

/// An answer with a missing field, or one of the wrong type, is reported as not being CometBFT's.
#[test]
fn no_field_that_is_used_may_be_missing() {
    let header = [
        "version",
        "chain_id",
        "height",
        "time",
        "last_block_id",
        "last_commit_hash",
        "data_hash",
        "validators_hash",
        "next_validators_hash",
        "consensus_hash",
        "app_hash",
        "last_results_hash",
        "evidence_hash",
        "proposer_address",
    ];
    let of_header = header.map(|name| ("/signed_header/header", name)).into_iter();
    let others = [
        ("", "signed_header"),
        ("/signed_header", "header"),
        ("/signed_header", "commit"),
        ("/signed_header/header/last_block_id", "hash"),
        ("/signed_header/header/last_block_id", "parts"),
        ("/signed_header/header/last_block_id/parts", "total"),
        ("/signed_header/header/last_block_id/parts", "hash"),
        ("/signed_header/commit", "round"),
        ("/signed_header/commit", "block_id"),
        ("/signed_header/commit", "signatures"),
        ("/signed_header/commit/block_id/parts", "total"),
        ("/signed_header/commit/block_id/parts", "hash"),
        ("/signed_header/commit/signatures/2", "block_id_flag"),
        ("/signed_header/commit/signatures/2", "timestamp"),
        ("", "validators"),
        ("/validators/1", "pub_key"),
        ("/validators/1", "voting_power"),
        ("/validators/1/pub_key", "type"),
        ("/validators/1/pub_key", "value"),
    ];
    for (parent, name) in of_header.chain(others) {
        for is_removed in [true, false] {
            let (mut commit, mut list) = (commit(), list());
            let is_of_list = name == "validators" || parent.starts_with("/validators");
            let (answer, expected) =
                if is_of_list { (&mut list, "list of validators") } else { (&mut commit, "commit") };
            let fields = answer.pointer_mut(parent).unwrap().as_object_mut().unwrap();
            match is_removed {
                true => drop(fields.remove(name).unwrap()),
                false => drop(fields.insert(name.to_owned(), json!(true)).unwrap()),
            }
            match from(&commit, &[list]) {
                Err(EngineError::Json { answer, .. }) => assert_eq!(answer, expected, "{parent}/{name}"),
                other => panic!("{parent}/{name}: {other:?}"),
            }
        }
    }
}

#[test]
fn values_that_the_engine_does_not_write_are_refused() {
    let key = |kind: &str, bytes: &[u8]| json!({"type": kind, "value": BASE64_STANDARD.encode(bytes)});
    for (pointer, value) in [
        ("/signed_header/header/height", json!(300)),
        ("/signed_header/header/height", json!("-1")),
        ("/signed_header/header/height", json!("")),
        ("/signed_header/header/height", json!("18446744073709551616")),
        ("/signed_header/header/version/block", json!("1.0")),
        ("/signed_header/header/time", json!("2026-11-22 20:56:11Z")),
        ("/signed_header/header/time", json!("1969-12-31T23:59:59Z")),
        ("/signed_header/header/app_hash", json!("0")),
        ("/signed_header/header/app_hash", json!("0G")),
        ("/signed_header/header/last_block_id/parts/total", json!(-1)),
        ("/signed_header/header/last_block_id/parts/total", json!(1u64 << 32)),
        ("/signed_header/commit/round", json!(-1)),
        ("/signed_header/commit/round", json!("1")),
        ("/signed_header/commit/signatures/0/block_id_flag", json!(256)),
        ("/validators/0/voting_power", json!("-30")),
        ("/validators/0/voting_power", json!(30)),
        ("/validators/0/pub_key", key("tendermint/PubKeySecp256k1", &[2; 33])),
        ("/validators/0/pub_key", key("tendermint/PubKeyEd25519", &[2; 31])),
        ("/validators/0/pub_key", key("tendermint/PubKeyEd25519", &[0; 32])),
        ("/validators/0/pub_key", key("cometbft/PubKeyMlDsa65", validator(1, 1).key.as_bytes())),
        ("/validators/0/pub_key/value", json!("not base 64!")),
    ] {
        let found = with(pointer, value.clone());
        assert!(matches!(found, Err(EngineError::Json { .. })), "{pointer} = {value}: {found:?}");
    }
}

#[test]
fn answers_of_the_right_form_that_make_no_frame_say_why() {
    let rule = |field, rule| Malformed::Field { field, rule };
    let vote = |rule| Malformed::Field { field: "vote", rule };
    let height = rule("header", "its height must be from 1 to 2^63 - 1");
    for (pointer, value, expected) in [
        ("/signed_header/header/height", json!("0"), height.clone()),
        ("/signed_header/header/height", json!("9223372036854775808"), height),
        (
            "/signed_header/header/chain_id",
            json!("a".repeat(253)),
            rule("header", "a field has more than 255 bytes"),
        ),
        (
            "/signed_header/header/data_hash",
            json!("00".repeat(300)),
            rule("header", "a field has more than 255 bytes"),
        ),
        (
            "/signed_header/commit/block_id/parts/hash",
            json!("00".repeat(31)),
            rule("commit", "the hash of its parts has not 32 bytes"),
        ),
        (
            "/signed_header/commit/block_id/parts/hash",
            json!(""),
            rule("commit", "the hash of its parts has not 32 bytes"),
        ),
        ("/signed_header/commit/round", json!(1u32 << 31), rule("commit round", "it must be below 2^31")),
        (
            "/signed_header/commit/signatures/0/timestamp",
            json!("0001-01-01T00:00:00Z"),
            vote("its time is not in the format of RFC 3339"),
        ),
        (
            "/signed_header/commit/signatures/0/timestamp",
            json!(""),
            vote("its time is not in the format of RFC 3339"),
        ),
        (
            "/signed_header/commit/signatures/0/signature",
            json!("a b="),
            vote("its signature is not in base 64"),
        ),
        ("/signed_header/commit/signatures/0/signature", json!(null), vote("wrong signature length")),
        ("/signed_header/commit/signatures/0/signature", json!("AAAA"), vote("wrong signature length")),
        ("/validators/0", entry(&validators()[1]), rule("validators", "two have the same public key")),
        ("/validators/0/voting_power", json!("0"), rule("power", "every validator needs at least 1")),
        (
            "/validators/0/voting_power",
            json!("18446744073709551615"),
            rule("power", "the total must be below 2^53"),
        ),
        (
            "/validators/0/voting_power",
            json!("5"),
            rule("validators", "they do not stand in the engine's order"),
        ),
    ] {
        match with(pointer, value.clone()) {
            Err(EngineError::Malformed(found)) => assert_eq!(found, expected, "{pointer} = {value}"),
            other => panic!("{pointer} = {value}: {other:?}"),
        }
    }
}

/// Votes for no block and votes that did not come do not count, whatever their other fields say.
#[test]
fn only_a_vote_for_the_block_is_one() {
    for flag in [0, 1, 3, 255] {
        for (timestamp, signature) in [("", json!(null)), ("tomorrow", json!("!"))] {
            let other = json!({"block_id_flag": flag, "timestamp": timestamp, "signature": signature});
            let frame = with("/signed_header/commit/signatures/0", other).unwrap();
            let voted: Vec<_> = frame.votes.iter().map(Option::is_some).collect();
            assert_eq!(voted, [false, true, false], "{flag}");
        }
    }
}

#[test]
fn answers_come_alone_or_in_an_envelope_and_nothing_else_is_one() {
    let (commit, list) = (commit(), list());
    let alone = from(&commit, slice::from_ref(&list)).unwrap();
    let envelope = |result: &Value| json!({"jsonrpc": "2.0", "id": -1, "result": result});
    assert_eq!(from(&envelope(&commit), &[envelope(&list)]).unwrap(), alone);
    let error = json!({"jsonrpc": "2.0", "id": -1, "error": {"code": -32603, "message": "no such height"}});
    for other in [error, json!({}), json!([]), json!(null), json!("commit"), envelope(&json!(null))] {
        let found = from(&other, slice::from_ref(&list));
        assert!(matches!(found, Err(EngineError::Json { answer: "commit", .. })), "{other}: {found:?}");
        let found = from(&commit, slice::from_ref(&other));
        assert!(matches!(found, Err(EngineError::Json { answer: "list of validators", .. })), "{other}");
    }
    let text = commit.to_string();
    for broken in ["", &text[..text.len() - 1], &format!("{text}{text}")] {
        let found = Frame::from_engine(&[1; 32], &CHAIN.1[1], RECORD, broken, &[&list.to_string()]);
        let said = found.unwrap_err().to_string();
        assert!(said.starts_with("the engine's commit is not what CometBFT 0.40 answers: "), "{said}");
    }
}

#[test]
fn the_pages_of_a_list_are_put_together_in_their_order() {
    let page = |entries: &[Validator]| json!({"validators": entries.iter().map(entry).collect::<Vec<_>>()});
    let (commit, all) = (commit(), validators());
    let whole = from(&commit, &[list()]).unwrap();
    for cut in 0..=all.len() {
        assert_eq!(from(&commit, &[page(&all[..cut]), page(&all[cut..])]).unwrap(), whole, "{cut}");
    }
    let found = from(&commit, &[page(&all[1..]), page(&all[..1])]);
    assert!(matches!(found, Err(EngineError::Malformed(_))), "{found:?}");
    for (pages, count) in [(vec![], 0), (vec![page(&all[..2])], 2), (vec![page(&all), page(&all[..1])], 4)] {
        match from(&commit, &pages) {
            Err(EngineError::Mismatch { votes: 3, validators }) => assert_eq!(validators, count),
            other => panic!("{count}: {other:?}"),
        }
    }
}

#[test]
fn votes_have_the_length_of_their_validators_scheme() {
    let all = set(vec![post_quantum(1, 30), validator(2, 20), validator(3, 10)]).validators().to_vec();
    let list = json!({"validators": all.iter().map(entry).collect::<Vec<_>>()});
    let mut commit = commit();
    let wrong = Malformed::Field { field: "vote", rule: "wrong signature length" };
    match from(&commit, slice::from_ref(&list)) {
        Err(EngineError::Malformed(found)) => assert_eq!(found, wrong),
        other => panic!("{other:?}"),
    }
    let votes = commit.pointer_mut("/signed_header/commit/signatures/0").unwrap();
    *votes = signature("2026-11-22T20:56:11Z", &[1; 3309]);
    assert_eq!(from(&commit, &[list]).unwrap().votes[0].as_ref().unwrap().signature.len(), 3_309);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// An engine that is not trusted may answer anything.
    #[test]
    fn no_answer_is_too_strange(
        edits in vec((any::<prop::sample::Index>(), "[0-9a-fA-F\"{}\\[\\],:.TZ= -]{0,3}"), 1..4),
        is_of_list: bool,
    ) {
        let (mut commit, mut list) = (commit().to_string(), list().to_string());
        let text = if is_of_list { &mut list } else { &mut commit };
        for (place, new) in edits {
            let at = place.index(text.len());
            text.replace_range(at..at + 1, &new);
        }
        if let Ok(frame) = Frame::from_engine(&[1; 32], &CHAIN.1[1], RECORD, &commit, &[&list]) {
            prop_assert_eq!(Frame::from_bytes(&frame.to_bytes()), Ok(frame));
        }
    }
}
