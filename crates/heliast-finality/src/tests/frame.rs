//! Frames: each rule of their form is broken alone. No signature is verified here.

use crate::{
    ConsensusKey, Frame, KeyType, Malformed, Record, Validator, ValidatorSet,
    header::{HEIGHT, Header, number},
    vote::{Block, Vote},
};
use ed25519_dalek::SigningKey;

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
    let validator = |seed, power| {
        let key = SigningKey::from_bytes(&[seed; 32]).verifying_key();
        Validator { key: ConsensusKey::new(KeyType::Ed25519, key.as_bytes()).unwrap(), power }
    };
    Frame {
        chain_id: [1; 32],
        round: 3,
        record: Record { opened_ms: 4, closed_ms: 5, state: [6; 32] },
        header: Header::new(leaves).unwrap(),
        block: Block { commit_round: 0, parts: 1, parts_hash: [8; 32] },
        set: ValidatorSet::new(vec![validator(1, 20), validator(2, 10)]).unwrap(),
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
    let refusal = refusal("vote", "its time is none of the years 1970 to 9999");
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
