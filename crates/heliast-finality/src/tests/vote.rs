//! Votes: their bytes in a frame, and the message that the engine signs, read again by an independent parser.

use super::sample::{any_block, any_header, leaves, post_quantum, validator};
use crate::{
    Malformed, Validator,
    header::Header,
    vote::{Block, Vote},
};
use heliast::wire::Reader;
use proptest::{collection::vec, prelude::*};
use std::collections::BTreeMap;

const CHAIN: &str = "heliast-0101";

fn vote() -> Vote {
    Vote { seconds: 9, nanoseconds: 10, signature: vec![11; 64] }
}

fn block() -> Block {
    Block { commit_round: 2, parts: 3, parts_hash: [4; 32] }
}

fn header() -> Header {
    Header::new(leaves(7)).unwrap()
}

fn read(bytes: &[u8], of: &Validator) -> Result<Option<Vote>, Malformed> {
    let bytes = [b"magic", bytes].concat();
    let mut reader = Reader::new("vote", b"magic", &bytes).unwrap();
    let vote = Vote::decode(&mut reader, of)?;
    reader.end().map(|()| vote)
}

#[test]
fn a_vote_is_read_as_it_was_written() {
    let mut bytes = vec![1];
    vote().encode(&mut bytes);
    assert_eq!(bytes[..15], [1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 10, 0, 64]);
    let one = validator(1, 1);
    assert_eq!(read(&bytes, &one), Ok(Some(vote())));
    assert_eq!(read(&[0], &one), Ok(None));
    for len in 0..bytes.len() {
        assert_eq!(read(&bytes[..len], &one), Err(Malformed::Short("vote")), "{len} bytes");
    }
    assert_eq!(read(&[&bytes[..], &[0]].concat(), &one), Err(Malformed::Trailing("vote")));
}

#[test]
fn a_signature_has_the_length_of_its_validators_scheme() {
    let wrong = Err(Malformed::Field { field: "vote", rule: "wrong signature length" });
    let with = |len: usize, of: &Validator| {
        let mut bytes = vec![1];
        Vote { signature: vec![0; len], ..vote() }.encode(&mut bytes);
        read(&bytes, of).map(|vote| vote.map(|vote| vote.signature.len()))
    };
    let (classic, quantum) = (validator(1, 1), post_quantum(1, 1));
    assert_eq!((with(64, &classic), with(3_309, &quantum)), (Ok(Some(64)), Ok(Some(3_309))));
    assert_eq!(
        [with(3_309, &classic), with(64, &quantum), with(0, &classic)],
        [wrong.clone(), wrong.clone(), wrong]
    );
}

#[test]
fn only_0_and_1_say_whether_there_is_a_vote() {
    let rule = "it is there (1) or it is not (0)";
    for byte in 2..=255 {
        let mut bytes = vec![byte];
        vote().encode(&mut bytes);
        let refusal = Malformed::Field { field: "vote", rule };
        assert_eq!(read(&bytes, &validator(1, 1)), Err(refusal), "{byte}");
    }
}

/// A value of protobuf.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Field {
    Number(u64),
    /// A number in eight bytes.
    Fixed(u64),
    Bytes(Vec<u8>),
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let len = 1 + bytes.iter().position(|byte| *byte < 128).unwrap();
    let (digits, rest) = bytes.split_at(len);
    *bytes = rest;
    digits.iter().rev().fold(0, |value, digit| value * 128 + u64::from(digit & 127))
}

/// The fields of a message, which has each once and in ascending order.
fn fields(mut bytes: &[u8]) -> BTreeMap<u64, Field> {
    let mut found = BTreeMap::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes);
        let value = match key % 8 {
            0 => Field::Number(varint(&mut bytes)),
            1 => {
                let (number, rest) = bytes.split_first_chunk().unwrap();
                bytes = rest;
                Field::Fixed(u64::from_le_bytes(*number))
            }
            2 => {
                let len = varint(&mut bytes) as usize;
                let (value, rest) = bytes.split_at(len);
                bytes = rest;
                Field::Bytes(value.to_vec())
            }
            other => panic!("wire type {other}"),
        };
        assert!(found.last_key_value().is_none_or(|(last, _)| *last < key / 8), "fields ascend");
        found.insert(key / 8, value);
    }
    found
}

/// The same fields, but for those that have their default value, which protobuf leaves out.
fn expected<const N: usize>(all: [(u64, Field); N]) -> BTreeMap<u64, Field> {
    let is_default = |value: &Field| match value {
        Field::Number(number) | Field::Fixed(number) => *number == 0,
        Field::Bytes(bytes) => bytes.is_empty(),
    };
    all.into_iter().filter(|(_, value)| !is_default(value)).collect()
}

fn bytes_of(field: &Field) -> &[u8] {
    match field {
        Field::Bytes(bytes) => bytes,
        other => panic!("{other:?} is not a message"),
    }
}

proptest! {
    #[test]
    fn the_signed_message_has_every_field_of_the_engines_vote(
        header in any_header(),
        block in any_block(),
        seconds in prop_oneof![Just(0), 0u64..253_402_300_800],
        nanoseconds in prop_oneof![Just(0), 0u32..1_000_000_000],
        chain in "[a-z0-9-]{1,50}",
        signature in vec(any::<u8>(), 0..4),
    ) {
        let signed = Vote { seconds, nanoseconds, signature }.signed(&header, &block, &chain);
        let mut rest = &signed[..];
        prop_assert_eq!(varint(&mut rest) as usize, rest.len(), "the length stands before it");
        let vote = fields(rest);
        let (id, time) = (vote[&4].clone(), vote[&5].clone());
        let chain = chain.into_bytes();
        let mut all = expected([
            (1, Field::Number(2)),
            (2, Field::Fixed(header.height())),
            (3, Field::Fixed(block.commit_round.into())),
            (6, Field::Bytes(chain)),
        ]);
        all.extend([(4, id.clone()), (5, time.clone())]);
        prop_assert_eq!(&vote, &all);
        let time_fields = [(1, Field::Number(seconds)), (2, Field::Number(nanoseconds.into()))];
        prop_assert_eq!(fields(bytes_of(&time)), expected(time_fields));
        let id = fields(bytes_of(&id));
        prop_assert_eq!((id.len(), &id[&1]), (2, &Field::Bytes(header.hash().into())));
        let parts = [(1, Field::Number(block.parts.into())), (2, Field::Bytes(block.parts_hash.into()))];
        prop_assert_eq!(fields(bytes_of(&id[&2])), expected(parts));
    }
}

#[test]
fn no_two_votes_sign_the_same() {
    let signed = |vote: Vote, header: Header, block: Block, chain: &str| vote.signed(&header, &block, chain);
    let mut all = vec![
        signed(vote(), header(), block(), CHAIN),
        signed(Vote { seconds: 10, ..vote() }, header(), block(), CHAIN),
        signed(Vote { nanoseconds: 9, ..vote() }, header(), block(), CHAIN),
        signed(Vote { seconds: 10, nanoseconds: 9, ..vote() }, header(), block(), CHAIN),
        signed(vote(), Header::new(leaves(8)).unwrap(), block(), CHAIN),
        signed(vote(), header(), Block { commit_round: 3, ..block() }, CHAIN),
        signed(vote(), header(), Block { commit_round: 0, ..block() }, CHAIN),
        signed(vote(), header(), Block { parts: 2, ..block() }, CHAIN),
        signed(vote(), header(), Block { parts_hash: [5; 32], ..block() }, CHAIN),
        signed(vote(), header(), block(), "heliast-0102"),
    ];
    // The signature itself is not signed.
    assert_eq!(signed(Vote { signature: vec![], ..vote() }, header(), block(), CHAIN), all[0]);
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count);
}
