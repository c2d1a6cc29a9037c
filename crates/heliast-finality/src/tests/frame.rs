//! Frames: each rule of their form is broken on its own. No signature is verified here.

use super::sample::{any_frame, post_quantum, set, validator};
use crate::{
    Frame, Malformed, Record, Validator,
    header::{HEIGHT, Header, number},
    vote::{Block, Vote},
};
use proptest::{collection::vec, prelude::*};

/// Places of the bytes in a frame of `frame`.
const ROUND: usize = 5 + 32;
const LEAVES: usize = ROUND + 3 * 8 + 32;
const COMMIT_ROUND: usize = LEAVES + 14 * 2 + 1;
const COUNT: usize = COMMIT_ROUND + 4 + 4 + 32;
const FIRST: usize = COUNT + 2;
const VOTE: usize = FIRST + 3 + 32 + 8;
const SECOND: usize = VOTE + 1 + 8 + 4 + 2 + 64;

/// A frame with two validators, of whom the first has voted.
fn frame() -> Frame {
    let mut leaves: [Vec<u8>; 14] = std::array::from_fn(|i| vec![i as u8]);
    leaves[HEIGHT] = number(7);
    Frame {
        chain_id: [1; 32],
        round: 3,
        record: Record { opened_ms: 4, closed_ms: 5, state: [6; 32] },
        header: Header::new(leaves).unwrap(),
        block: Block { commit_round: 0, parts: 1, parts_hash: [8; 32] },
        set: set(vec![validator(1, 20), validator(2, 10)]),
        votes: vec![Some(Vote { seconds: 9, nanoseconds: 10, signature: vec![11; 64] }), None],
    }
}

/// Reads the frame with other bytes at one place.
fn with(at: usize, bytes: &[u8]) -> Result<Frame, Malformed> {
    let mut changed = frame().to_bytes();
    changed[at..at + bytes.len()].copy_from_slice(bytes);
    Frame::from_bytes(&changed)
}

fn refusal(field: &'static str, rule: &'static str) -> Result<Frame, Malformed> {
    Err(Malformed::Field { field, rule })
}

#[test]
fn a_frame_that_is_cut_or_has_more_is_refused() {
    let bytes = frame().to_bytes();
    assert_eq!(Frame::from_bytes(&bytes), Ok(frame()));
    let object = "frame of finality";
    for len in 0..bytes.len() {
        let expected = if len < 5 { Malformed::Magic(object) } else { Malformed::Short(object) };
        assert_eq!(Frame::from_bytes(&bytes[..len]), Err(expected), "{len} bytes");
    }
    assert_eq!(Frame::from_bytes(&[&bytes[..], &[0]].concat()), Err(Malformed::Trailing(object)));
}

#[test]
fn every_changed_bit_is_refused_or_another_frame() {
    let bytes = frame().to_bytes();
    for bit in 0..8 * bytes.len() {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        if let Ok(other) = Frame::from_bytes(&changed) {
            assert_ne!(other, frame(), "bit {bit}");
            assert_eq!(other.to_bytes(), changed, "bit {bit}");
        }
    }
}

#[test]
fn another_version_is_refused() {
    assert_eq!(with(4, &[2]), Err(Malformed::Magic("frame of finality")));
    assert_eq!(with(4, &[0]), Err(Malformed::Magic("frame of finality")));
}

#[test]
fn rounds_begin_with_1() {
    assert_eq!(with(ROUND, &0u64.to_be_bytes()), refusal("round", "rounds are counted from 1"));
    assert_eq!(with(ROUND, &1u64.to_be_bytes()).unwrap().round(), 1);
    assert_eq!(with(ROUND, &u64::MAX.to_be_bytes()).unwrap().round(), u64::MAX);
}

#[test]
fn a_commit_round_is_below_two_to_the_31() {
    assert!(with(COMMIT_ROUND, &(i32::MAX as u32).to_be_bytes()).is_ok());
    for round in [1 << 31, u32::MAX] {
        let refusal = refusal("commit round", "it must be below 2^31");
        assert_eq!(with(COMMIT_ROUND, &u32::to_be_bytes(round)), refusal);
    }
}

#[test]
fn one_to_200_validators_are_allowed() {
    for count in [0u16, 201, u16::MAX] {
        assert_eq!(with(COUNT, &count.to_be_bytes()), refusal("validators", "1 to 200 are allowed"));
    }
}

#[test]
fn a_vote_is_there_or_not() {
    assert_eq!(with(VOTE, &[2]), refusal("vote", "it is there (1) or it is not (0)"));
    assert_eq!(with(VOTE, &[255]), refusal("vote", "it is there (1) or it is not (0)"));
}

#[test]
fn a_votes_time_is_at_most_the_end_of_the_year_9999() {
    let refusal = refusal("vote", "its time is not in the years 1970 to 9999");
    assert!(with(VOTE + 1, &253_402_300_799u64.to_be_bytes()).is_ok());
    assert_eq!(with(VOTE + 1, &253_402_300_800u64.to_be_bytes()), refusal);
    assert_eq!(with(VOTE + 1, &u64::MAX.to_be_bytes()), refusal);
    assert!(with(VOTE + 9, &999_999_999u32.to_be_bytes()).is_ok());
    assert_eq!(with(VOTE + 9, &1_000_000_000u32.to_be_bytes()), refusal);
}

#[test]
fn a_signature_is_as_long_as_its_scheme_has_it() {
    for len in [0u16, 63, 65, 3309] {
        assert_eq!(with(VOTE + 13, &len.to_be_bytes()), refusal("vote", "wrong signature length"));
    }
}

#[test]
fn a_validator_has_a_known_key_of_its_length() {
    let unknown = refusal("validator", "its key is neither Ed25519 nor ML-DSA-65");
    assert_eq!(with(FIRST, &[0]), unknown);
    assert_eq!(with(FIRST, &[3]), unknown);
    for at in [FIRST, SECOND] {
        assert_eq!(with(at + 1, &[0, 31]), refusal("validator", "wrong public key length"));
    }
    assert_eq!(with(FIRST, &[2]), refusal("validator", "wrong public key length"));
}

#[test]
fn validators_that_are_not_in_the_engines_order_are_refused() {
    let unordered = refusal("validators", "they do not stand in the engine's order");
    assert_eq!(with(FIRST + 35, &9u64.to_be_bytes()), unordered);
    assert!(with(FIRST + 35, &11u64.to_be_bytes()).is_ok());
}

#[test]
fn a_frame_is_told_by_its_first_four_bytes() {
    assert!(Frame::is_meant(b"HLFN") && Frame::is_meant(b"HLFN\x02"));
    assert!(!Frame::is_meant(b"HLF") && !Frame::is_meant(b"HLNW\x01") && !Frame::is_meant(b""));
}

/// Two hundred of the longest keys and votes, and the longest fields.
#[test]
fn the_longest_frame_has_the_greatest_length() {
    let most = set((0..200).map(|byte| post_quantum(byte, 1)).collect());
    let mut leaves: [Vec<u8>; 14] = std::array::from_fn(|_| vec![7; 255]);
    leaves[HEIGHT] = number((1 << 63) - 1);
    let shorter = 255 - leaves[HEIGHT].len();
    let vote = Some(Vote { seconds: 1, nanoseconds: 2, signature: vec![3; 3309] });
    let longest =
        Frame { header: Header::new(leaves).unwrap(), set: most, votes: vec![vote; 200], ..frame() };
    let bytes = longest.to_bytes();
    assert_eq!(bytes.len(), Frame::MAX_LEN - shorter);
    assert_eq!(Frame::from_bytes(&bytes), Ok(longest));
}

#[test]
fn a_frame_of_both_schemes_and_two_equal_validators() {
    let with = |validators: Vec<Validator>| {
        let votes = vec![None; validators.len()];
        let mut bytes = Frame { votes, set: set(vec![validator(1, 1)]), ..frame() }.to_bytes();
        bytes.truncate(COUNT);
        bytes.extend((validators.len() as u16).to_be_bytes());
        for one in validators {
            one.encode(&mut bytes);
            bytes.push(0);
        }
        Frame::from_bytes(&bytes).map(drop)
    };
    assert_eq!(with(vec![validator(1, 2), post_quantum(1, 1)]), Ok(()));
    let twice = Malformed::Field { field: "validators", rule: "two have the same public key" };
    assert_eq!(with(vec![validator(1, 2), validator(1, 1)]), Err(twice.clone()));
    assert_eq!(with(vec![validator(1, 1), validator(1, 1)]), Err(twice));
    let power = |rule| Err(Malformed::Field { field: "power", rule });
    assert_eq!(with(vec![validator(1, 1), validator(2, 0)]), power("every validator needs at least 1"));
    let half = 1 << 52;
    assert_eq!(with(vec![validator(1, half), validator(2, half)]), power("the total must be below 2^53"));
}

/// One place of some bytes is changed, left out, doubled, or taken from elsewhere.
fn edited(bytes: &[u8], edits: &[(usize, usize, usize, u8)]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for &(kind, at, from, byte) in edits {
        let len = bytes.len().max(1);
        let (at, from) = (at % len, from % len);
        match (kind % 4, bytes.is_empty()) {
            (0, _) | (_, true) => bytes.insert(at.min(bytes.len()), byte),
            (1, _) => drop(bytes.remove(at)),
            (2, _) => bytes[at] = byte,
            _ => {
                let end = len.min(from + 1 + usize::from(byte % 80));
                let part = bytes[from..end].to_vec();
                let end = len.min(at + part.len());
                bytes[at..end].copy_from_slice(&part[..end - at]);
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_frame_is_read_as_it_was_written(frame in any_frame()) {
        let bytes = frame.to_bytes();
        prop_assert!(bytes.len() <= Frame::MAX_LEN && Frame::is_meant(&bytes));
        prop_assert_eq!(Frame::from_bytes(&bytes), Ok(frame));
    }

    #[test]
    fn edited_bytes_are_refused_or_a_frame_of_these_bytes(
        frame in any_frame(),
        edits in vec((0usize..4, any::<usize>(), any::<usize>(), any::<u8>()), 1..5),
    ) {
        let bytes = edited(&frame.to_bytes(), &edits);
        if let Ok(read) = Frame::from_bytes(&bytes) {
            prop_assert_eq!(read.to_bytes(), bytes);
        }
    }

    #[test]
    fn any_bytes_behind_the_magic_are_refused(rest in vec(any::<u8>(), 0..600)) {
        let bytes = [&b"HLFN\x01"[..], &rest].concat();
        let is_refused = matches!(Frame::from_bytes(&bytes), Err(Malformed::Short(_) | Malformed::Field { .. }));
        prop_assert!(is_refused, "{:?}", Frame::from_bytes(&bytes));
    }
}
