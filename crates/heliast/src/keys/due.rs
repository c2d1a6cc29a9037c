//! Which key answers, and from when to when.

use super::announcement::{Announced, Change};
use heliast_vrf::stateful::PublicKey;

/// Which key answers.
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
    /// Which one.
    pub key: Key,
    /// The next round in which another one is due, if nothing more is announced.
    pub until: Option<u64>,
    /// Which one that is; this one, if none follows.
    pub next: Key,
}

/// The round is too far ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("which key is due in round {round} is known once round {} is recorded", .round.saturating_sub(*.lead))]
pub struct Unsettled {
    /// The round asked for.
    pub round: u64,
    /// k.
    pub lead: u64,
}

impl Due {
    /// In `round`, by the announcements of one participant, the last one first.
    pub(super) fn of<'a>(latest_first: impl Iterator<Item = &'a Announced>, lead: u64, round: u64) -> Due {
        // Those before the first that is in effect have no effect any more.
        let mut history = Vec::new();
        for one in latest_first {
            history.push(one);
            if one.effective(lead) <= round {
                break;
            }
        }
        let in_round = |round| key_in(&history, lead, round);
        let (key, ended) = in_round(round);
        let changes = history.iter().map(|one| one.effective(lead)).chain(ended);
        let until = changes.filter(|other| *other > round && in_round(*other).0 != key).min();
        Due { key, until, next: until.map_or(key, |round| in_round(round).0) }
    }
}

/// The key that is due, and if it is one that expires the first round after its last.
fn key_in(latest_first: &[&Announced], lead: u64, round: u64) -> (Key, Option<u64>) {
    let last = latest_first.iter().find(|one| one.effective(lead) <= round);
    match last.map(|one| one.change) {
        Some(Change::Key(key)) if round < end(&key) => (Key::Stateful(key), Some(end(&key))),
        _ => (Key::Stateless, None),
    }
}

/// The first round in which not every slot of the key is answered.
pub(super) fn end(key: &PublicKey) -> u64 {
    key.terms.first().saturating_add(key.terms.rounds())
}
