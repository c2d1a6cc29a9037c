//! Validators change through adopted proposals, and lose their power through evidence.

use super::*;
use crate::testing::validators::{self as changing, entry, proposal};
use heliast::{keys::Change, members::MemberChange};
use heliast_finality::Validator;

/// A state in which participant 0 decides alone, and the verdicts of its node.
fn deciding() -> (State, Verdicts) {
    let network = network(1, 0);
    (State::new(&changing::chain(&network), Arc::new(network)), Verdicts::default())
}

/// A block with these transactions, and evidence against these.
fn block(state: &mut State, transactions: &[Transaction], guilty: &[[u8; 20]]) {
    let height = state.height() + 1;
    state.begin_block();
    for one in transactions {
        state.apply(one, &Verdicts::default()).unwrap();
    }
    state.remove(guilty.iter().copied());
    state.end_block(height, GENESIS_MS + 500 * height);
}

/// Goes on until just before the block that seals the round with this announcement.
fn up_to_seal(state: &mut State, change: Option<MemberChange>) -> Transaction {
    let mut said = change.map(Change::Member);
    loop {
        let mut due = transactions(state.chain(), &state.duty());
        let is_seal = matches!(&due[..], [Transaction { body: Body::Delay(_), .. }]);
        if is_seal && said.is_none() {
            return due.remove(0);
        }
        due.retain(|_| is_seal);
        if matches!(state.duty(), Duty::Draw { .. }) {
            due.extend(said.take().map(|change| announcement(state.chain(), state.tip(), 0, change)));
        }
        block(state, &due, &[]);
    }
}

/// Powers by the numbers of the validators' keys.
fn powers(state: &State) -> Vec<(u8, u64)> {
    let number = |one: &Validator| (1..20).find(|seed| changing::key(*seed) == one.key).unwrap();
    let mut found: Vec<_> =
        state.validators().validators().iter().map(|one| (number(one), one.power)).collect();
    found.sort();
    found
}

const FIRST: [(u8, u64); 4] = [(1, 10), (2, 10), (3, 10), (4, 10)];

#[test]
fn what_a_round_adopts_has_effect_with_the_block_that_seals_it() {
    let (mut state, _) = deciding();
    let replaced = proposal(&[entry(&state, 4, 0), entry(&state, 5, 10)]);
    let seal = up_to_seal(&mut state, Some(replaced));
    assert_eq!(powers(&state), FIRST);
    block(&mut state, &[seal], &[]);
    assert_eq!(powers(&state), [(1, 10), (2, 10), (3, 10), (5, 10)]);
    assert!(state.adopted().iter().all(|one| one.no_effect.is_none()));
    block(&mut state, &[], &[]);
    assert!(state.adopted().is_empty(), "it is news of one block");
    let again =
        State::from_bytes(state.chain(), Arc::clone(&state.network), state.tip().clone(), &state.to_bytes());
    let again = again.unwrap();
    assert_eq!((powers(&again), again.app_hash()), (powers(&state), state.app_hash()));
}

#[test]
fn a_change_without_effect_comes_into_no_round_of_an_honest_network() {
    let (mut state, verdicts) = deciding();
    let seal = up_to_seal(&mut state, None);
    block(&mut state, &[seal], &[changing::key(2).address()]);
    while !matches!(state.duty(), Duty::Draw { .. }) {
        block(&mut state, &[], &[]);
    }
    let mut unproved = entry(&state, 5, 10);
    unproved.proof.clear();
    let mut false_proof = entry(&state, 5, 10);
    false_proof.proof[40] ^= 1;
    let guilty = entry(&state, 2, 11);
    for (entries, is_guilty) in [
        (vec![unproved], false),
        (vec![false_proof], false),
        (vec![entry(&state, 1, 10)], false),
        (vec![entry(&state, 9, 0)], false),
        (vec![entry(&state, 5, 14)], false),
        (vec![entry(&state, 1, 0), entry(&state, 3, 0)], false),
        (vec![guilty], true),
    ] {
        let change = Change::Member(proposal(&entries));
        let transaction = announcement(state.chain(), state.tip(), 0, change);
        let refused = state.clone().apply(&transaction, &verdicts).unwrap_err();
        assert_eq!(matches!(refused, Unfit::SignedTwice(_)), is_guilty, "{refused}");
        assert!(is_guilty || matches!(refused, Unfit::NoEffect(_)), "{refused}");
        assert_eq!(state.check(&transaction, &verdicts), Err(refused));
    }
    let leaves = Change::Member(proposal(&[entry(&state, 2, 0), entry(&state, 5, 10)]));
    let transaction = announcement(state.chain(), state.tip(), 0, leaves);
    assert_eq!(state.apply(&transaction, &verdicts), Ok(()), "who signed twice may be replaced");
}

/// So the header after that block has the hash of the list without those known before.
#[test]
fn evidence_in_a_block_that_changes_the_list_counts_from_the_next_on() {
    let (mut state, _) = deciding();
    let change = proposal(&[entry(&state, 5, 5)]);
    let seal = up_to_seal(&mut state, Some(change));
    let mut before = state.clone();
    let guilty = changing::key(3).address();
    block(&mut state, std::slice::from_ref(&seal), &[guilty, guilty]);
    assert_eq!(powers(&state), [(1, 10), (2, 10), (3, 10), (4, 10), (5, 5)]);
    assert_eq!(state.removed().collect::<Vec<_>>(), [guilty]);
    block(&mut before, &[seal], &[]);
    assert_ne!(state.app_hash(), before.app_hash(), "what is to come is bound");
    let bytes = state.to_bytes();
    let again = State::from_bytes(state.chain(), Arc::clone(&state.network), state.tip().clone(), &bytes);
    assert_eq!(again.unwrap().to_bytes(), bytes);
    block(&mut state, &[], &[]);
    assert_eq!(powers(&state), [(1, 10), (2, 10), (4, 10), (5, 5)]);
    // In another block it counts at once.
    block(&mut state, &[], &[changing::key(1).address()]);
    assert_eq!(powers(&state), [(2, 10), (4, 10), (5, 5)]);
}

#[test]
fn those_who_signed_twice_stay_without_power_whatever_is_adopted() {
    let (mut state, _) = deciding();
    let change = proposal(&[entry(&state, 3, 12)]);
    let seal = up_to_seal(&mut state, Some(change));
    // This comes after the proposal was announced, and before the round is sealed.
    block(&mut state, &[], &[changing::key(3).address()]);
    block(&mut state, &[seal], &[]);
    assert_eq!(powers(&state), [(1, 10), (2, 10), (4, 10)]);
    let list = state.validator_list();
    assert_eq!((list.power_of(&changing::key(3)), list.total_power()), (12, 42));
    // The last one keeps its power, in a list that is longer.
    block(&mut state, &[], &[1, 2, 4].map(|seed| changing::key(seed).address()));
    assert_eq!(powers(&state), [(4, 10)]);
    let change = proposal(&[entry(&state, 4, 0)]);
    let seal = up_to_seal(&mut state, Some(change));
    block(&mut state, &[seal], &[]);
    assert_eq!(powers(&state), [(1, 10), (2, 10), (3, 12)], "with nobody there would be no network");
}
