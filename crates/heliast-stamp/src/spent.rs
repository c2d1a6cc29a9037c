//! Stamps that were taken, so that each is taken once.

#[cfg(test)]
mod tests;

use crate::{Expected, Terms, terms};
use std::{
    collections::{BTreeMap, HashSet},
    sync::{Mutex, PoisonError},
};

/// A stamp that holds. It is worth something once it is [`Spent`].
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

    /// By what it is remembered.
    pub fn id(&self) -> &[u8; 16] {
        &self.id
    }

    /// When it was checked, in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Until when it has to be remembered, in milliseconds since 1970: later it is late.
    pub fn until_ms(&self) -> u64 {
        self.until_ms
    }

    /// Until when a list that several machines share has to remember it, in milliseconds since 1970 by
    /// the clock of this machine: the clock of one that is offered it later may be behind this one's.
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
    /// Now: it is taken.
    First,
    /// Now, as far as this machine knows: the list that it shares with others cannot be used, and the
    /// operator has chosen to accept stamps then. It is taken, perhaps by another machine too.
    Unlisted,
    /// Before: it is refused.
    Again,
}

impl Spending {
    /// Whether the stamp is taken.
    pub fn is_first(self) -> bool {
        self != Spending::Again
    }
}

/// Why nobody knows whether a stamp was spent: it is not taken, and the operator is told.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpentError {
    /// The list is as long as it may be.
    #[error("{0} spent stamps are remembered, as many as are allowed: raise the limit, or the price")]
    Full(usize),
    /// The list has forgotten what was spent that ends as early: the clock was set back since.
    #[error(
        "the stamp ends at {until_ms} ms and spent stamps are forgotten up to {forgotten_ms} ms: a clock was set back"
    )]
    Forgotten {
        /// When the stamp ends, in milliseconds since 1970.
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
    /// No stamp is taken.
    Refusing(String),
    /// Stamps are taken that other machines may take too ([`Spending::Unlisted`]).
    Admitting(String),
    /// Stamps wait: another process has the list, and this one takes over when that one ends.
    Waiting(String),
}

/// The list of stamps that were taken. Machines that serve one site share one list.
pub trait Spent: Send + Sync {
    /// Writes down that a stamp is spent, if it is not yet, in one step: of all that spend it at once,
    /// one is told [`Spending::First`].
    ///
    /// # Errors
    /// If nobody knows whether it was spent.
    fn spend(&self, paid: &Paid) -> Result<Spending, SpentError>;

    /// The trouble that the list has at the moment, if any. It answers at once.
    fn trouble(&self) -> Option<Trouble> {
        None
    }

    /// Up to which end, in milliseconds since 1970, stamps may be forgotten that were spent: it takes none
    /// that ends by then, whatever the clock says, and never goes back. It answers at once.
    ///
    /// Where a clock was set back, an issuer that dates its challenges from then on at least has stamps that
    /// are taken.
    fn forgotten_ms(&self) -> u64 {
        0
    }
}

/// A list in memory: of one process, and gone with it. The stamps that a process took before it was
/// started again are not known to the next one.
///
/// Memory: 32 bytes a stamp and some 20 of tables.
#[derive(Debug)]
pub struct Memory {
    limit: usize,
    lists: Mutex<Lists>,
}

#[derive(Debug, Default)]
struct Lists {
    ids: HashSet<[u8; 16]>,
    /// By the second after which they are forgotten.
    by_end: BTreeMap<u64, Vec<[u8; 16]>>,
    forgotten_ms: u64,
}

impl Memory {
    /// A list of at most `limit` stamps that are not late yet.
    pub fn new(limit: usize) -> Memory {
        Memory { limit, lists: Mutex::default() }
    }

    /// The number of stamps that are remembered.
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
    /// Forgets what is late for at least a second.
    fn forget(&mut self, now_ms: u64) {
        while let Some(entry) = self.by_end.first_entry().filter(|entry| *entry.key() + 1 < now_ms / 1_000) {
            self.forgotten_ms = *entry.key() * 1_000 + 999;
            for id in entry.remove() {
                self.ids.remove(&id);
            }
        }
    }
}
