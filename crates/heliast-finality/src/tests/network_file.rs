//! Network files: one encoding each, and every rule.

use crate::{ConsensusKey, KeyType, Malformed, NetworkFile, Validator, engine_chain_id};
use ed25519_dalek::SigningKey;
use std::slice;

fn validator(seed: u8, power: u64) -> Validator {
    let key = SigningKey::from_bytes(&[seed; 32]).verifying_key();
    Validator { key: ConsensusKey::new(KeyType::Ed25519, key.as_bytes()).unwrap(), power }
}

fn file() -> NetworkFile {
    NetworkFile::new(3, 500, vec![validator(1, 10), validator(2, 20), validator(3, 10)], [7; 32]).unwrap()
}

fn refused(validators: Vec<Validator>) -> bool {
    matches!(NetworkFile::new(3, 500, validators, [7; 32]), Err(Malformed::Field { .. }))
}

#[test]
fn a_network_file_has_one_encoding_and_every_byte_counts() {
    let bytes = file().to_bytes();
    assert_eq!(NetworkFile::from_bytes(&bytes), Ok(file()));
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
            assert_ne!(other.nonce(), file().nonce());
        }
    }
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
    let post_quantum = Validator { key: ConsensusKey::new(KeyType::MlDsa65, &[3; 1952]).unwrap(), power: 1 };
    assert!(!refused(vec![post_quantum.clone()]));
    assert!(refused(vec![post_quantum, validator(1, 1)]));
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
