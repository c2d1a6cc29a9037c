//! The list of accepted stamps, so that each is accepted once.

#[cfg(test)]
mod tests;

use crate::{Expected, Terms, terms};
use std::{
    collections::{BTreeMap, HashSet},
    sync::{Mutex, PoisonError},
};

/// A valid stamp. It counts only once it is [`Spent`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a stamp that is not spent can be used again"]
pub struct Paid {
    id: [u8; 16],
    now_ms: u64,
    until_ms: u64,
    shared_until_ms: u64,
    terms: Terms,
}

impl Paid {
    pub(crate) fn new(bytes: &[u8], terms: Terms, expected: &Expected) -> Paid {
        let (now_ms, until_ms) = (expected.now_ms(), expected.until_ms(&terms));
        let shared_until_ms = until_ms.saturating_add(expected.skew_ms());
        Paid { id: terms::id(bytes), now_ms, until_ms, shared_until_ms, terms }
    }

    /// The id by which it is remembered.
    pub fn id(&self) -> &[u8; 16] {
        &self.id
    }

    /// The time when it was checked, in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// The time until which it has to be remembered, in milliseconds since 1970; later it is late.
    pub fn until_ms(&self) -> u64 {
        self.until_ms
    }

    /// The time until which a list that several machines share has to remember it, in milliseconds since 1970
    /// by the clock of this machine. Another machine that gets the stamp later may have a clock that is
    /// behind.
    pub fn shared_until_ms(&self) -> u64 {
        self.shared_until_ms
    }

    /// The terms of the stamp's challenge.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }
}

/// Whether a stamp was spent now or before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a stamp that was spent before is to be refused"]
pub enum Spending {
    /// It was spent now, and is accepted.
    First,
    /// It was spent now, as far as this machine knows: the list that it shares with others cannot be used,
    /// and the operator has chosen to accept stamps in that case. It is accepted, perhaps by another machine,
    /// too.
    Unlisted,
    /// It was spent before, and is refused.
    Again,
}

impl Spending {
    /// Whether the stamp is accepted.
    pub fn is_first(self) -> bool {
        self != Spending::Again
    }
}

/// The reason why it is not known whether a stamp was spent. It is refused, and the operator is notified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpentError {
    /// The list has its greatest length.
    #[error("{0} spent stamps are remembered, as many as are allowed: raise the limit, or the price")]
    Full(usize),
    /// The list has already removed stamps that end this early, because the clock was set back.
    #[error(
        "the stamp ends at {until_ms} ms and spent stamps are forgotten up to {forgotten_ms} ms: a clock was set back"
    )]
    Forgotten {
        /// The time when the stamp ends, in milliseconds since 1970.
        until_ms: u64,
        /// [`Spent::forgotten_ms`].
        forgotten_ms: u64,
    },
    /// The list cannot be read or written.
    #[error("the list of spent stamps can't be used: {0}")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The effect on an operator's site while the list cannot be used, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// No stamp is accepted.
    Refusing(String),
    /// Stamps are accepted that other machines may accept, too ([`Spending::Unlisted`]).
    Admitting(String),
    /// Stamps wait: another process has the list, and this one takes it over when that one ends.
    Waiting(String),
}

/// The list of accepted stamps. Machines that serve the same site share one list.
pub trait Spent: Send + Sync {
    /// Records that a stamp is spent, if it is not spent yet, in one step: of several simultaneous calls only
    /// one returns [`Spending::First`].
    ///
    /// # Errors
    /// If it is not known whether the stamp was spent.
    fn spend(&self, paid: &Paid) -> Result<Spending, SpentError>;

    /// The current trouble of the list, if any. This returns at once.
    fn trouble(&self) -> Option<Trouble> {
        None
    }

    /// Spent stamps that end up to this time, in milliseconds since 1970, may be removed from the list. The
    /// list accepts no stamp that ends by then, no matter what the clock says, and the time never goes back.
    /// This returns at once.
    ///
    /// If a clock was set back, stamps are accepted of an issuer that dates its challenges from this time on.
    fn forgotten_ms(&self) -> u64 {
        0
    }
}

/// A list in the memory of one process, which ends with the process: after a restart, stamps that were
/// accepted before are not known.
///
/// Memory: 32 bytes per stamp, and some 20 bytes of tables.
#[derive(Debug)]
pub struct Memory {
    limit: usize,
    lists: Mutex<Lists>,
}

#[derive(Debug, Default)]
struct Lists {
    ids: HashSet<[u8; 16]>,
    /// The stamps by the second after which they are removed.
    by_end: BTreeMap<u64, Vec<[u8; 16]>>,
    forgotten_ms: u64,
}

impl Memory {
    /// A list of at most `limit` stamps that are not late yet.
    pub fn new(limit: usize) -> Memory {
        Memory { limit, lists: Mutex::default() }
    }

    /// The number of remembered stamps.
    pub fn len(&self) -> usize {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).ids.len()
    }

    /// Whether no stamp is remembered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Spent for Memory {
    fn spend(&self, paid: &Paid) -> Result<Spending, SpentError> {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        lists.forget(paid.now_ms);
        if paid.until_ms <= lists.forgotten_ms {
            let (until_ms, forgotten_ms) = (paid.until_ms, lists.forgotten_ms);
            return Err(SpentError::Forgotten { until_ms, forgotten_ms });
        }
        if lists.ids.contains(&paid.id) {
            return Ok(Spending::Again);
        }
        if lists.ids.len() >= self.limit {
            return Err(SpentError::Full(self.limit));
        }
        lists.ids.insert(paid.id);
        lists.by_end.entry(paid.until_ms / 1_000).or_default().push(paid.id);
        Ok(Spending::First)
    }

    fn forgotten_ms(&self) -> u64 {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).forgotten_ms
    }
}

impl Lists {
    /// Removes stamps that have been late for at least a second.
    fn forget(&mut self, now_ms: u64) {
        while let Some(entry) = self.by_end.first_entry().filter(|entry| *entry.key() + 1 < now_ms / 1_000) {
            self.forgotten_ms = *entry.key() * 1_000 + 999;
            for id in entry.remove() {
                self.ids.remove(&id);
            }
        }
    }
}
