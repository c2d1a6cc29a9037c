//! Compares the outputs in a store with those of the verified rounds.

use super::Item;
use crate::failure::{Code, Failure};
use heliast::{Epoch, Round, RoundFacts, Verified};

/// Checks the stored outputs of valid rounds, if there are any. The error names the first wrong one.
pub fn check(rounds: &[(Item, Verified<Round>)]) -> Result<(), Failure> {
    rounds.iter().try_for_each(|(item, round)| check_one(item, round.facts()))
}

/// The same for the rounds of an epoch.
pub fn check_epoch(items: &[Item], epoch: &Verified<Epoch>) -> Result<(), Failure> {
    items.iter().zip(epoch.facts()).try_for_each(|(item, facts)| check_one(item, facts))
}

fn check_one(item: &Item, facts: &RoundFacts) -> Result<(), Failure> {
    let found = facts.lots.iter().map(|lot| &lot.output);
    if item.outputs.as_ref().is_none_or(|kept| kept.iter().eq(found)) {
        return Ok(());
    }
    let message =
        "the round itself is valid, but what the store says that its tickets drew is something else";
    Err(heliast_verify::Failure::new(Code::Malformed, message).of_round(item.entry.number).into())
}
