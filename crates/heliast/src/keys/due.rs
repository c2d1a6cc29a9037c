//! The key that is due, with its first and last rounds.

use super::announcement::{Announced, Change};
use heliast_vrf::stateful::PublicKey;

/// The key that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The key of a hash tree. Its turn has the number of the round.
    Stateful(PublicKey),
    /// The participant's stateless key.
    Stateless,
}

/// The key that is due in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// The key.
    pub key: Key,
    /// The next round in which another key is due, if nothing more is announced.
    pub until: Option<u64>,
    /// The key that is due then; the same key if none follows.
    pub next: Key,
}

/// The round is too far ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("which key is due in round {round} is known once round {} is recorded", .round.saturating_sub(*.lead))]
pub struct Unsettled {
    /// The requested round.
    pub round: u64,
    /// k.
    pub lead: u64,
}

impl Due {
    /// The key in `round`, by the announcements of one participant, the last one first.
    pub(super) fn of<'a>(latest_first: impl Iterator<Item = &'a Announced>, lead: u64, round: u64) -> Due {
        let steps = steps(latest_first, lead, round);
        let (now, later) = match steps.split_last() {
            Some(((from, change), later)) if *from <= round => (Some(*change), later),
            _ => (None, &steps[..]),
        };
        let key = in_effect(now, round);
        let ended = match key {
            Key::Stateful(key) if later.iter().all(|(from, _)| *from > end(&key)) => Some(end(&key)),
            _ => None,
        };
        let later = later.iter().map(|(from, change)| (*from, in_effect(Some(change), *from)));
        let changes = later.chain(ended.map(|end| (end, Key::Stateless)));
        let (until, next) = changes.filter(|(_, other)| *other != key).min_by_key(|(from, _)| *from).unzip();
        Due { key, until, next: next.unwrap_or(key) }
    }
}

impl Key {
    /// The key in `round`, by the announcements of one participant, the last one first.
    pub(super) fn of<'a>(
        mut latest_first: impl Iterator<Item = &'a Announced>,
        lead: u64,
        round: u64,
    ) -> Key {
        let last = latest_first.find(|one| one.effective(lead) <= round);
        in_effect(last.map(|one| &one.change), round)
    }
}

/// Returns the changes with the rounds in which they take effect, the latest round first, down to the change
/// that is in effect in `round`. A change that a later announcement overtakes never takes effect.
fn steps<'a>(
    latest_first: impl Iterator<Item = &'a Announced>,
    lead: u64,
    round: u64,
) -> Vec<(u64, &'a Change)> {
    let mut steps: Vec<(u64, &Change)> = Vec::new();
    for one in latest_first {
        let from = one.effective(lead);
        if steps.last().is_none_or(|(later, _)| from < *later) {
            steps.push((from, &one.change));
        }
        // Earlier announcements have no effect any more.
        if from <= round {
            break;
        }
    }
    steps
}

/// The key that is due in `round` if `last` is the last change in effect.
fn in_effect(last: Option<&Change>, round: u64) -> Key {
    match last {
        Some(Change::Key(key)) if round < end(key) => Key::Stateful(*key),
        _ => Key::Stateless,
    }
}

/// The first round in which not every slot of the key is answered.
pub(super) fn end(key: &PublicKey) -> u64 {
    key.terms.first().saturating_add(key.terms.rounds())
}
