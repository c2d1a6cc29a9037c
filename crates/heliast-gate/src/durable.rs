//! A list of spent stamps that outlives its process.

mod file;
mod taking;
#[cfg(all(test, unix))]
mod tests;

use crate::queue::{self, Queue, Verdict, Wanted, unavailable};
use file::ListFile;
use heliast_stamp::{Paid, Spending, Spent, SpentError, Trouble};
use redb::{
    Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition, WriteTransaction,
};
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::Receiver,
    },
    thread,
};
use taking::{Attempt, Turn};

/// Until when, in milliseconds since 1970, by id.
const SPENT: TableDefinition<'_, [u8; 16], u64> = TableDefinition::new("spent");
/// Ids by when they are forgotten, and a number that tells apart those of one millisecond.
const ENDS: TableDefinition<'_, (u64, [u8; 16]), ()> = TableDefinition::new("ends");
/// Up to which end, in milliseconds since 1970, stamps are forgotten. Older files do not have it.
const FORGOTTEN: TableDefinition<'_, (), u64> = TableDefinition::new("forgotten");
/// Late stamps that one transaction forgets at most, so that none takes long.
const FORGOTTEN_AT_ONCE: usize = 4_096;

/// A list in a file, which one process at a time uses. All that is spent at once is synced together: a
/// stamp is taken when it is durable, and so is the time up to which stamps are forgotten.
pub struct Durable {
    queue: Queue,
    turn: Arc<Turn>,
    forgotten_ms: Arc<AtomicU64>,
}

/// A store, and what is known of it without asking it.
struct List {
    store: Database,
    limit: u64,
    forgotten_ms: Arc<AtomicU64>,
}

impl Durable {
    /// The list in a file, which is made if it is not there, of at most `limit` stamps that are not late yet.
    ///
    /// # Errors
    /// If the file can't be used: another process has it, or it is not a list of spent stamps.
    pub fn open(path: &Path, limit: u64) -> Result<Durable, SpentError> {
        let file = ListFile::at(path);
        Durable::with(Some(file.open(prepare).map_err(unavailable)?), file, limit)
    }

    /// The same, and if another process has the file, stamps wait until it ends, for a minute at most: so one
    /// gate takes over from another while nobody is turned away.
    ///
    /// # Errors
    /// If the file can't be used for another reason.
    pub fn take_over(path: &Path, limit: u64) -> Result<Durable, SpentError> {
        let file = ListFile::at(path);
        let store = match file.open(prepare) {
            Ok(store) => Some(store),
            Err(redb::Error::DatabaseAlreadyOpen) => {
                tracing::warn!("another process has the list of spent stamps: stamps wait until it ends");
                None
            }
            Err(error) => return Err(unavailable(error)),
        };
        Durable::with(store, file, limit)
    }

    fn with(store: Option<Database>, file: ListFile, limit: u64) -> Result<Durable, SpentError> {
        let (queue, wanted) = Queue::new();
        let turn = if store.is_some() { Turn::come() } else { Turn::to_come() };
        let forgotten_ms = Arc::new(AtomicU64::new(0));
        let list = |store| List::new(store, limit, Arc::clone(&forgotten_ms)).map_err(unavailable);
        let list_now = store.map(list).transpose()?;
        let (takes, forgotten) = (Arc::clone(&turn), Arc::clone(&forgotten_ms));
        let run = move || {
            let taken_over = || taking::take(&takes, || attempt(&file, limit, &forgotten));
            if let Some(list) = list_now.or_else(taken_over) {
                list.work(&wanted);
            }
        };
        thread::Builder::new().name("spent".to_owned()).spawn(run).map_err(unavailable)?;
        Ok(Durable { queue, turn, forgotten_ms })
    }
}

/// Makes the tables of a list that are missing.
fn prepare(store: &Database) -> Result<(), redb::Error> {
    let begun = store.begin_write()?;
    begun.open_table(SPENT)?;
    begun.open_table(ENDS)?;
    begun.open_table(FORGOTTEN)?;
    Ok(begun.commit()?)
}

/// The list, unless another process has it.
fn attempt(file: &ListFile, limit: u64, forgotten_ms: &Arc<AtomicU64>) -> Attempt<List> {
    match file.open(prepare).and_then(|store| List::new(store, limit, Arc::clone(forgotten_ms))) {
        Ok(list) => {
            tracing::info!("the list of spent stamps is taken over");
            Attempt::Taken(list)
        }
        Err(redb::Error::DatabaseAlreadyOpen) => Attempt::Elsewhere,
        Err(error) => {
            tracing::error!(%error, "the list of spent stamps can't be taken over: no stamp is taken");
            Attempt::Failed(error.to_string())
        }
    }
}

impl Spent for Durable {
    fn spend(&self, paid: &Paid) -> Verdict {
        self.queue.spend(paid)
    }

    fn trouble(&self) -> Option<Trouble> {
        self.turn.trouble()
    }

    fn forgotten_ms(&self) -> u64 {
        self.forgotten_ms.load(Ordering::Relaxed)
    }
}

impl List {
    fn new(store: Database, limit: u64, forgotten_ms: Arc<AtomicU64>) -> Result<List, redb::Error> {
        let kept = store.begin_read()?.open_table(FORGOTTEN)?.get(())?;
        forgotten_ms.store(kept.map_or(0, |time| time.value()), Ordering::Relaxed);
        Ok(List { store, limit, forgotten_ms })
    }

    /// Until nobody can ask any more.
    fn work(&self, wanted: &Receiver<Wanted>) {
        queue::serve(wanted, |stamps| {
            self.spend(stamps).unwrap_or_else(|error| {
                let failed = |_: &&Paid| Err(unavailable(std::io::Error::other(error.to_string())));
                stamps.iter().map(failed).collect()
            })
        });
    }

    /// The verdict on each.
    fn spend(&self, stamps: &[&Paid]) -> Result<Vec<Verdict>, redb::Error> {
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

    /// Forgets what is late for at least a second, and says up to which end stamps are forgotten.
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
