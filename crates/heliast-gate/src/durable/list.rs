//! The tables of a list of spent stamps.

use super::file::ListFile;
use crate::queue::Verdict;
use heliast_stamp::{Paid, Spending, SpentError};
use redb::{
    Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition, WriteTransaction,
};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// The time until which a stamp is remembered, in milliseconds since 1970, by its id.
const SPENT: TableDefinition<'_, [u8; 16], u64> = TableDefinition::new("spent");
/// The same, ordered by time: the stamps that are forgotten next come first.
const ENDS: TableDefinition<'_, (u64, [u8; 16]), ()> = TableDefinition::new("ends");
/// The time up to which stamps are forgotten, in milliseconds since 1970. Older files do not have it.
const FORGOTTEN: TableDefinition<'_, (), u64> = TableDefinition::new("forgotten");
/// The number of stamps that one transaction forgets at most, so that it does not take long.
const FORGOTTEN_AT_ONCE: usize = 4_096;

/// An open list.
pub(super) struct List {
    store: Database,
    limit: u64,
    forgotten_ms: Arc<AtomicU64>,
}

/// Makes the tables of a list that are missing.
fn prepare(store: &Database) -> Result<(), redb::Error> {
    let begun = store.begin_write()?;
    begun.open_table(SPENT)?;
    begun.open_table(ENDS)?;
    begun.open_table(FORGOTTEN)?;
    Ok(begun.commit()?)
}

impl List {
    /// Opens the list in a file, of at most `limit` stamps. A missing file is made, unless it `was_there`
    /// before.
    ///
    /// # Errors
    /// [`redb::Error::DatabaseAlreadyOpen`] if another process has it.
    pub(super) fn open(
        file: &ListFile,
        was_there: bool,
        limit: u64,
        forgotten_ms: &Arc<AtomicU64>,
    ) -> Result<List, redb::Error> {
        let store = file.open(was_there, prepare)?;
        let kept = store.begin_read()?.open_table(FORGOTTEN)?.get(())?;
        forgotten_ms.fetch_max(kept.map_or(0, |time| time.value()), Ordering::Relaxed);
        Ok(List { store, limit, forgotten_ms: Arc::clone(forgotten_ms) })
    }

    /// Spends some stamps in one transaction, and returns the verdict on each.
    pub(super) fn spend(&self, stamps: &[&Paid]) -> Result<Vec<Verdict>, redb::Error> {
        let begun = self.store.begin_write()?;
        let now_ms = stamps.iter().map(|paid| paid.now_ms()).max().unwrap_or_default();
        let forgotten_ms = self.forget(&begun, now_ms)?;
        let mut verdicts = Vec::with_capacity(stamps.len());
        {
            let (mut spent, mut ends) = (begun.open_table(SPENT)?, begun.open_table(ENDS)?);
            for paid in stamps {
                let until_ms = paid.until_ms();
                verdicts.push(if until_ms <= forgotten_ms {
                    Err(SpentError::Forgotten { until_ms, forgotten_ms })
                } else if spent.get(paid.id())?.is_some() {
                    Ok(Spending::Again)
                } else if spent.len()? >= self.limit {
                    Err(SpentError::Full(self.limit as usize))
                } else {
                    spent.insert(paid.id(), until_ms)?;
                    ends.insert((until_ms, *paid.id()), ())?;
                    Ok(Spending::First)
                });
            }
        }
        begun.commit()?;
        self.forgotten_ms.store(forgotten_ms, Ordering::Relaxed);
        Ok(verdicts)
    }

    /// Forgets stamps that have been late for a second or more, and returns the time up to which stamps are
    /// forgotten.
    fn forget(&self, begun: &WriteTransaction, now_ms: u64) -> Result<u64, redb::Error> {
        let (mut spent, mut ends) = (begun.open_table(SPENT)?, begun.open_table(ENDS)?);
        let late: Vec<(u64, [u8; 16])> = ends
            .range(..(now_ms.saturating_sub(1_000), [0; 16]))?
            .take(FORGOTTEN_AT_ONCE)
            .map(|entry| entry.map(|(key, _)| key.value()))
            .collect::<Result<_, _>>()?;
        for key in &late {
            ends.remove(key)?;
            spent.remove(key.1)?;
        }
        let before_ms = self.forgotten_ms.load(Ordering::Relaxed);
        let Some((last_ms, _)) = late.last() else { return Ok(before_ms) };
        let forgotten_ms = before_ms.max(*last_ms);
        begun.open_table(FORGOTTEN)?.insert((), forgotten_ms)?;
        Ok(forgotten_ms)
    }
}
