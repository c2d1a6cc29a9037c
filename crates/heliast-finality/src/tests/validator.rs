//! Sets of validators: each rule with its refusal, the engine's order, and the validators that are not in a
//! set.

use super::sample::{post_quantum, validator};
use crate::{Malformed, Validator, ValidatorSet};
use proptest::{collection::btree_map, prelude::*};

fn refusal(validators: Vec<Validator>) -> (&'static str, &'static str) {
    match ValidatorSet::new(validators) {
        Err(Malformed::Field { field, rule }) => (field, rule),
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_rule_has_its_own_refusal() {
    let count = ("validators", "1 to 200 are allowed");
    assert_eq!(refusal(vec![]), count);
    assert_eq!(refusal((0..201).map(|seed| validator(seed, 1)).collect()), count);
    let none = ("power", "every validator needs at least 1");
    assert_eq!(refusal(vec![validator(1, 1), validator(2, 0)]), none);
    let twice = ("validators", "two have the same public key");
    assert_eq!(refusal(vec![validator(1, 1), validator(2, 1), validator(1, 2)]), twice);
}

#[test]
fn the_total_power_is_below_two_to_the_53_and_does_not_wrap() {
    let most = ValidatorSet::new(vec![validator(1, (1 << 53) - 2), validator(2, 1)]).unwrap();
    assert_eq!(most.total_power(), (1 << 53) - 1);
    let rule = ("power", "the total must be below 2^53");
    assert_eq!(refusal(vec![validator(1, (1 << 53) - 1), validator(2, 1)]), rule);
    assert_eq!(refusal(vec![validator(1, u64::MAX), validator(2, 1)]), rule);
    assert_eq!(refusal(vec![validator(1, u64::MAX), validator(2, u64::MAX)]), rule);
}

#[test]
fn a_set_in_another_order_than_the_engines_is_refused() {
    let sorted = ValidatorSet::new((1..6).map(|seed| validator(seed, u64::from(seed) % 2 + 1)).collect());
    let sorted = sorted.unwrap().validators().to_vec();
    assert!(ValidatorSet::in_order(sorted.clone()).is_ok());
    for place in 1..sorted.len() {
        let mut swapped = sorted.clone();
        swapped.swap(place - 1, place);
        let rule = "they do not stand in the engine's order";
        let refusal = Malformed::Field { field: "validators", rule };
        assert_eq!(ValidatorSet::in_order(swapped), Err(refusal), "{place}");
    }
}

#[test]
fn a_validator_that_joins_or_has_another_power_is_outside() {
    let set = |list: Vec<Validator>| ValidatorSet::new(list).unwrap();
    let trusted = set(vec![validator(1, 30), validator(2, 20), validator(3, 10)]);
    assert_eq!(trusted.first_outside(&trusted), None);
    assert_eq!(set(vec![validator(3, 10)]).first_outside(&trusted), None);
    assert_eq!(set(vec![validator(1, 30), validator(4, 5)]).first_outside(&trusted), Some(1));
    assert_eq!(set(vec![validator(1, 31)]).first_outside(&trusted), Some(0));
    assert_eq!(set(vec![validator(1, 29)]).first_outside(&trusted), Some(0));
    assert_eq!(trusted.power_of(&validator(4, 1).key), 0);
}

#[test]
fn the_hash_tells_every_power_and_key_apart() {
    let hash = |list: Vec<Validator>| ValidatorSet::new(list).unwrap().hash();
    let before = hash(vec![validator(1, 2), validator(2, 1)]);
    assert_eq!(hash(vec![validator(2, 1), validator(1, 2)]), before);
    assert_ne!(hash(vec![validator(1, 1), validator(2, 2)]), before);
    assert_ne!(hash(vec![validator(1, 3), validator(2, 1)]), before);
    assert_ne!(hash(vec![validator(1, 2), validator(3, 1)]), before);
    assert_ne!(hash(vec![validator(1, 2)]), before);
}

/// As `spec/finality.md` has it: by power, the greatest first, and by address where powers are equal.
/// Repeatedly takes the first of those that are left.
fn in_order(mut left: Vec<Validator>) -> Vec<Validator> {
    let mut sorted: Vec<Validator> = Vec::new();
    while !left.is_empty() {
        let goes_first = |one: &Validator| {
            left.iter().all(|other| {
                one.power > other.power
                    || one.power == other.power && one.key.address() <= other.key.address()
            })
        };
        let place = left.iter().position(goes_first).unwrap();
        sorted.push(left.remove(place));
    }
    sorted
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_order_is_the_engines_whatever_it_was_before(
        // Few powers, so that many are equal.
        powers in btree_map(0u8..40, 1u64..4, 1..12),
        post_quantum_from in 0u8..40,
    ) {
        let one = |(seed, power): (u8, u64)| {
            if seed < post_quantum_from { validator(seed, power) } else { post_quantum(seed, power) }
        };
        let list: Vec<Validator> = powers.into_iter().map(one).collect();
        let set = ValidatorSet::new(list.clone()).unwrap();
        prop_assert_eq!(set.validators(), in_order(list.clone()));
        prop_assert_eq!(set.total_power(), list.iter().map(|one| one.power).sum::<u64>());
        let reversed = ValidatorSet::new(list.iter().rev().cloned().collect()).unwrap();
        prop_assert_eq!((reversed.hash(), &reversed), (set.hash(), &set));
        for one in &list {
            prop_assert_eq!(set.power_of(&one.key), one.power);
            let alone = ValidatorSet::new(vec![one.clone()]).unwrap();
            prop_assert_eq!((alone.first_outside(&set), alone.hash() == set.hash()), (None, list.len() == 1));
        }
    }
}
