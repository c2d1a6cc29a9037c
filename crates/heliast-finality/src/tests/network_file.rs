//! Network files: one encoding each, and every rule.

use super::sample::{post_quantum, validator};
use crate::{ConsensusKey, Insisting, KeyType, Malformed, NetworkFile, Validator, engine_chain_id};
use proptest::{collection::vec, prelude::*};
use sha2::{Digest, Sha256};
use std::slice;

fn file() -> NetworkFile {
    NetworkFile::new(3, 500, vec![validator(1, 10), validator(2, 20), validator(3, 10)], [7; 32]).unwrap()
}

fn refused(validators: Vec<Validator>) -> bool {
    matches!(NetworkFile::new(3, 500, validators, [7; 32]), Err(Malformed::Field { .. }))
}

fn insisting(within_ms: u32, until_ms: u32) -> Result<NetworkFile, Malformed> {
    file().with_insisting(Insisting { within_ms, until_ms })
}

#[test]
fn a_network_file_has_one_encoding_and_every_byte_counts() {
    for file in [file(), insisting(150, 10_000).unwrap()] {
        let bytes = file.to_bytes();
        assert_eq!(NetworkFile::from_bytes(&bytes).as_ref(), Ok(&file));
        for len in 0..bytes.len() {
            assert!(NetworkFile::from_bytes(&bytes[..len]).is_err(), "{len} bytes");
        }
        assert_eq!(
            NetworkFile::from_bytes(&[&bytes[..], &[0]].concat()),
            Err(Malformed::Trailing("network file"))
        );
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            if let Ok(other) = NetworkFile::from_bytes(&changed) {
                assert_eq!(other.to_bytes(), changed);
                assert_ne!(other.nonce(), file.nonce());
            }
        }
    }
}

#[test]
fn insisting_has_bounds_and_stands_after_the_window() {
    assert!([(1, 2), (60_000, 60_001), (1, 86_400_000)].iter().all(|&(g, x)| insisting(g, x).is_ok()));
    for (g, x) in [(0, 1), (60_001, 80_000), (5, 5), (6, 5), (1, 86_400_001)] {
        assert!(matches!(insisting(g, x), Err(Malformed::Field { field: "insisting", .. })), "{g} {x}");
    }
    let (first, second) = (file().to_bytes(), insisting(150, 10_000).unwrap());
    let [head, rest] = [&first[5..13], &first[13..]];
    let numbers = [150u32, 10_000].map(u32::to_be_bytes).concat();
    assert_eq!(second.to_bytes(), [&b"HLNW\x02"[..], head, &numbers, rest].concat());
    let expected = Insisting { within_ms: 150, until_ms: 10_000 };
    assert_eq!((file().insisting(), second.insisting()), (None, Some(expected)));
}

#[test]
fn each_rule_of_validators_is_kept() {
    assert!(refused(vec![]));
    assert!(refused(vec![validator(1, 0)]));
    assert!(refused(vec![validator(1, 1 << 53)]));
    assert!(refused(vec![validator(1, u64::MAX), validator(2, u64::MAX)]));
    assert!(refused(vec![validator(1, 1), validator(1, 2)]));
    assert!(!refused((0..200).map(|seed| validator(seed, 1)).collect()));
    assert!(refused((0..201).map(|seed| validator(seed, 1)).collect()));
    assert!(!refused(vec![post_quantum(3, 1)]));
    assert!(refused(vec![post_quantum(3, 1), validator(1, 1)]));
    assert!(refused(vec![validator(1, 1), validator(2, 1), post_quantum(3, 1)]));
}

#[test]
fn the_window_has_bounds() {
    let of = |blocks, ms| NetworkFile::new(blocks, ms, vec![validator(1, 1)], [0; 32]).is_ok();
    assert!(of(1, 0) && of(100, 86_400_000));
    assert!(!of(0, 0) && !of(101, 0) && !of(1, 86_400_001));
}

#[test]
fn keys_for_which_anybody_can_sign_are_refused() {
    let neutral = [slice::from_ref(&1), &[0; 31][..]].concat();
    let no_point = [slice::from_ref(&2), &[0; 31][..]].concat();
    for bytes in [&neutral[..], &[0; 32], &no_point, &[1; 31], &[1; 33]] {
        assert!(ConsensusKey::new(KeyType::Ed25519, bytes).is_err(), "{bytes:?}");
    }
    assert!(ConsensusKey::new(KeyType::MlDsa65, &[0; 1951]).is_err());
}

#[test]
fn the_set_is_in_the_engines_order() {
    let set = file().validator_set();
    let powers: Vec<_> = set.validators().iter().map(|one| one.power).collect();
    assert_eq!(powers, [20, 10, 10]);
    assert!(set.validators()[1].key.address() < set.validators()[2].key.address());
    assert_eq!(set.total_power(), 40);
}

#[test]
fn the_engines_chain_id_has_48_characters() {
    assert_eq!(engine_chain_id(&[0xa5; 32]), format!("heliast-{}", "a5".repeat(20)));
    assert_eq!(engine_chain_id(&[0xa5; 32]).len(), 48);
}

/// As `spec/network.md` has it.
#[test]
fn a_file_is_written_field_by_field() {
    let one = validator(1, 10);
    let file = NetworkFile::new(3, 500, vec![one.clone(), validator(2, 20)], [7; 32]).unwrap();
    let mut bytes = b"HLNW\x01\x00\x00\x00\x03\x00\x00\x01\xf4\x00\x02\x01\x00\x20".to_vec();
    bytes.extend(one.key.as_bytes());
    bytes.extend(b"\0\0\0\0\0\0\0\x0a\x01\x00\x20");
    bytes.extend(validator(2, 20).key.as_bytes());
    bytes.extend(b"\0\0\0\0\0\0\0\x14");
    bytes.extend([7; 32]);
    assert_eq!(file.to_bytes(), bytes);
    let nonce = Sha256::digest([&b"\x12heliast/network/v1"[..], &bytes].concat());
    assert_eq!(file.nonce()[..], nonce[..]);
    assert_eq!((file.window_blocks(), file.window_ms(), file.salt()), (3, 500, &[7; 32]));
    assert_eq!((file.validators().len(), file.key_type()), (2, KeyType::Ed25519));
}

#[test]
fn each_rule_of_the_bytes_has_its_refusal() {
    let with = |at: usize, bytes: &[u8]| {
        let mut changed = file().to_bytes();
        changed[at..at + bytes.len()].copy_from_slice(bytes);
        NetworkFile::from_bytes(&changed).map(drop)
    };
    let field = |field, rule| Err(Malformed::Field { field, rule });
    // The window is at 5, its milliseconds at 9, the count at 13, the first validator at 15.
    for (at, bytes, expected) in [
        (0, &b"HLFN"[..], Err(Malformed::Magic("network file"))),
        (4, &[0], field("network file", "its version is neither 1 nor 2")),
        (4, &[3], field("network file", "its version is neither 1 nor 2")),
        (5, &[0; 4], field("window", "it must be from 1 to 100 blocks")),
        (5, &[0, 0, 0, 101], field("window", "it must be from 1 to 100 blocks")),
        (5, &[0, 0, 0, 100], Ok(())),
        (9, &86_400_001u32.to_be_bytes(), field("window", "it must be at most 86,400,000 milliseconds")),
        (9, &86_400_000u32.to_be_bytes(), Ok(())),
        (13, &[0, 201], field("validators", "1 to 200 are allowed")),
        (13, &[0xff, 0xff], field("validators", "1 to 200 are allowed")),
        (13, &[0, 4], field("validator", "its key is neither Ed25519 nor ML-DSA-65")),
        (13, &[0, 2], Err(Malformed::Trailing("network file"))),
        (15, &[0], field("validator", "its key is neither Ed25519 nor ML-DSA-65")),
        (15, &[2], field("validator", "wrong public key length")),
        (16, &[0, 33], field("validator", "wrong public key length")),
        (18, &[0; 32], field("validator", "its Ed25519 key is not a point of the curve of large order")),
        (18, validator(2, 1).key.as_bytes(), field("validators", "two have the same public key")),
        (50, &[0; 8], field("power", "every validator needs at least 1")),
        (50, &[0xff; 8], field("power", "the total must be below 2^53")),
    ] {
        assert_eq!(with(at, bytes), expected, "{bytes:?} at {at}");
    }
}

proptest! {
    #[test]
    fn edited_files_are_refused_or_other_files(
        edits in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in 0usize..40,
        second: bool,
    ) {
        let file = if second { insisting(150, 10_000).unwrap() } else { file() };
        let mut bytes = file.to_bytes();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let cut = bytes.len() - cut.saturating_sub(35);
        bytes.truncate(cut);
        if let Ok(read) = NetworkFile::from_bytes(&bytes) {
            prop_assert_eq!(read.to_bytes(), bytes);
            prop_assert_eq!(read.nonce() == file.nonce(), read == file);
        }
    }
}
