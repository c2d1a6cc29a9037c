//! Which key of a participant is due in a round: the dual-key schedule, `spec/schedule.md`.
//!
//! Every participant has one stateless key for good, and announces on the chain, one after the other, keys of hash trees, whose proofs are shorter but
//! which expire. An announcement made in round A takes effect in round
//!
//! ```text
//! E = max(A + k, first)          k: the lead; first: the key's first round. Of a withdrawal E = A + k
//! ```
//!
//! and in round K that key is due which was announced last among those with E ≤ K; the stateless key if that one has expired or is a withdrawal, or if
//! there is none. What was announced after round K − k has E > K, so that **everybody who has the chain up to round K − k computes the same one key**, and
//! nobody can choose it with the seed of round K in view. (M. Buser et al., "Post-Quantum Verifiable Random Function from Symmetric Primitives in PoS
//! Blockchain", section 6.2, where k = 10; there keys never overlap.)
//!
//! A key that was followed by another never comes back, not even when the other expires: it may be one that was lost.
//!
//! [`Schedule`] keeps all announcements, 104 bytes each, so that it answers for past rounds too, and [`Schedule::rewind`] takes it back to where a chain forked.
//! [`Schedule::due`] takes time in proportion to the announcements of that participant. Copies share what they keep until one of them records an announcement.
//! Who made an announcement is for the caller to check, over [`Announcement::serial`] too, so that none can be sent twice.

#[cfg(test)]
mod tests;

use alloc::{collections::BTreeSet, sync::Arc, vec, vec::Vec};

use crate::{stateful::PublicKey, tree::Node};

/// What a participant makes known in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// How many announcements the participant made before.
    pub serial: u32,
    /// What takes effect.
    pub change: Change,
}

/// What an announcement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// From now on this key, once the lead is over and its first round has come.
    Key(PublicKey),
    /// No key but the stateless one, once the lead is over: for a key that was lost.
    Withdrawal,
}

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

/// Why an announcement is not recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// No such participant.
    #[error("there is no participant {participant}")]
    Participant {
        /// The number given.
        participant: usize,
    },
    /// A second announcement of one participant in one round.
    #[error(
        "participant {participant} has made an announcement in this round; the next one can stand in the next round"
    )]
    Second {
        /// Whose it is.
        participant: usize,
    },
    /// Another serial number is the next.
    #[error(
        "the next announcement of this participant has the serial number {expected}, not {found}: it was sent twice, or for another branch of the chain"
    )]
    Serial {
        /// The number of announcements so far.
        expected: u32,
        /// What was given.
        found: u32,
    },
    /// The key answers fewer inputs in a round than the chain asks.
    #[error(
        "the chain asks for {needed} slots in a round and this key has {found}; make one with --slots {needed}"
    )]
    Slots {
        /// What the chain asks.
        needed: u16,
        /// What the key has.
        found: u16,
    },
    /// The key would never be due.
    #[error(
        "this key expires before round {effective}, when it would take effect; announce one that lasts longer"
    )]
    Expired {
        /// When it would take effect.
        effective: u64,
    },
    /// The tree was announced before.
    #[error(
        "this tree was announced before, perhaps with other terms: its leaves would answer twice; make a new key"
    )]
    Known,
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

/// The keys of all participants of a chain, as announced up to some round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    lead: u64,
    slots: u16,
    height: u64,
    /// Of each participant, in the order of rounds.
    histories: Arc<Vec<Vec<Entry>>>,
    /// All that were announced, each with its participant.
    trees: Arc<BTreeSet<Tree>>,
}

/// A participant with the root and PUB_SEED of one of its trees.
type Tree = (usize, Node, [u8; 32]);

fn tree(participant: usize, change: &Change) -> Option<Tree> {
    match change {
        Change::Key(key) => Some((participant, key.root, key.pub_seed)),
        Change::Withdrawal => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    announced: u64,
    effective: u64,
    change: Change,
}

/// The key that is due, and if it is one that expires the first round after its last.
fn key_in(history: &[Entry], round: u64) -> (Key, Option<u64>) {
    let last = history.iter().rev().find(|entry| entry.effective <= round);
    match last.map(|entry| entry.change) {
        Some(Change::Key(key)) if round < end(&key) => (Key::Stateful(key), Some(end(&key))),
        _ => (Key::Stateless, None),
    }
}

/// The first round in which not every slot of the key is answered.
fn end(key: &PublicKey) -> u64 {
    key.terms.first().saturating_add(key.terms.rounds())
}

impl Schedule {
    /// The paper's k, and Algorand's.
    pub const LEAD: u64 = 10;

    /// The rounds from an announcement to its effect, k.
    pub fn lead(&self) -> u64 {
        self.lead
    }

    /// Before round 1: everybody has the stateless key. The chain asks every participant for `slots` inputs in a round, and announcements take effect
    /// `lead` rounds later; 0 stands for 1, since a round can't depend on what it brings.
    pub fn new(participants: usize, slots: u16, lead: u64) -> Schedule {
        Schedule {
            lead: lead.max(1),
            slots,
            height: 0,
            histories: Arc::new(vec![Vec::new(); participants]),
            trees: Arc::default(),
        }
    }

    /// The last round that was recorded.
    pub fn height(&self) -> u64 {
        self.height
    }

    /// The serial number of the participant's next announcement.
    pub fn next_serial(&self, participant: usize) -> Option<u32> {
        self.histories.get(participant).map(|history| history.len() as u32)
    }

    /// Records the next round with its announcements, of participants and what they say: all of them, or none.
    ///
    /// # Errors
    /// [`Refused`], for the first that breaks a rule. Nothing is changed then.
    pub fn record(&mut self, announcements: &[(usize, Announcement)]) -> Result<(), Refused> {
        let announced = self.height.saturating_add(1);
        for (index, (participant, announcement)) in announcements.iter().enumerate() {
            match self.check(*participant, announcement) {
                Ok(effective) => {
                    let entry = Entry { announced, effective, change: announcement.change };
                    Arc::make_mut(&mut self.histories)[*participant].push(entry);
                    Arc::make_mut(&mut self.trees).extend(tree(*participant, &entry.change));
                }
                Err(refused) => {
                    // In reverse, so that each takes away its own.
                    for (participant, announcement) in announcements[..index].iter().rev() {
                        Arc::make_mut(&mut self.histories)[*participant].pop();
                        if let Some(tree) = tree(*participant, &announcement.change) {
                            Arc::make_mut(&mut self.trees).remove(&tree);
                        }
                    }
                    return Err(refused);
                }
            }
        }
        self.height = announced;
        Ok(())
    }

    /// Records the rounds up to `height` without announcements.
    pub fn skip_to(&mut self, height: u64) {
        self.height = self.height.max(height);
    }

    /// That the next round may have this announcement of `participant`, and in which round it would take effect.
    ///
    /// # Errors
    /// [`Refused`], by the first rule that it breaks.
    pub fn check(&self, participant: usize, announcement: &Announcement) -> Result<u64, Refused> {
        let Announcement { serial, change } = *announcement;
        let round = self.height.saturating_add(1);
        let history = self.histories.get(participant).ok_or(Refused::Participant { participant })?;
        if history.last().is_some_and(|last| last.announced == round) {
            return Err(Refused::Second { participant });
        }
        let expected = history.len() as u32;
        if serial != expected {
            return Err(Refused::Serial { expected, found: serial });
        }
        let mut effective = round.saturating_add(self.lead);
        if let Change::Key(key) = change {
            if key.terms.slots() < self.slots {
                return Err(Refused::Slots { needed: self.slots, found: key.terms.slots() });
            }
            effective = effective.max(key.terms.first());
            if effective >= end(&key) {
                return Err(Refused::Expired { effective });
            }
            if tree(participant, &change).is_some_and(|tree| self.trees.contains(&tree)) {
                return Err(Refused::Known);
            }
        }
        Ok(effective)
    }

    /// The one key of `participant` that is due in `round`, past or to come; `None` if there is no such participant.
    ///
    /// # Errors
    /// [`Unsettled`] if the round is more than the lead after [`Schedule::height`].
    pub fn due(&self, participant: usize, round: u64) -> Result<Option<Due>, Unsettled> {
        if round > self.height.saturating_add(self.lead) {
            return Err(Unsettled { round, lead: self.lead });
        }
        Ok(self.histories.get(participant).map(|history| {
            let (key, ended) = key_in(history, round);
            let changes = history.iter().map(|entry| entry.effective).chain(ended);
            let until = changes.filter(|other| *other > round && key_in(history, *other).0 != key).min();
            Due { key, until, next: until.map_or(key, |round| key_in(history, round).0) }
        }))
    }

    /// Forgets all rounds after `height`, where the chain goes on in another way. Nothing happens if that round is not recorded yet.
    pub fn rewind(&mut self, height: u64) {
        if height < self.height {
            self.height = height;
            for history in Arc::make_mut(&mut self.histories) {
                history.truncate(history.partition_point(|entry| entry.announced <= height));
            }
            let left = self.histories.iter().enumerate();
            let trees = left.flat_map(|(participant, history)| {
                history.iter().filter_map(move |entry| tree(participant, &entry.change))
            });
            self.trees = Arc::new(trees.collect());
        }
    }
}
