//! A list of spent stamps that outlives its process.

use crate::queue::{self, Queue, Verdict, Wanted, unavailable};
use heliast_stamp::{Paid, Spending, Spent, SpentError, Trouble};
use redb::{Database, ReadableTable, ReadableTableMetadata, TableDefinition};
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::Receiver,
    },
    thread,
    time::Duration,
};

/// Until when, in milliseconds since 1970, by id.
const SPENT: TableDefinition<'_, [u8; 16], u64> = TableDefinition::new("spent");
/// Ids by when they are forgotten, and a number that tells apart those of one millisecond.
const ENDS: TableDefinition<'_, (u64, [u8; 16]), ()> = TableDefinition::new("ends");
/// Late stamps that one transaction forgets at most, so that none takes long.
const FORGOTTEN_AT_ONCE: usize = 4_096;

/// How often a file is tried that another process has.
const PAUSE: Duration = Duration::from_millis(50);

/// A list in a file, which one process at a time uses. All that is spent at once is synced together: a
/// stamp is taken when it is durable.
pub struct Durable {
    queue: Queue,
    is_waiting: Arc<AtomicBool>,
}

impl Durable {
    /// The list in a file, which is made if it is not there, of at most `limit` stamps that are not late yet.
    ///
    /// # Errors
    /// If the file can't be used: another process has it, or it is none.
    pub fn open(path: &Path, limit: u64) -> Result<Durable, SpentError> {
        Durable::with(Some(create(path).map_err(unavailable)?), path, limit)
    }

    /// The same, and if another process has the file, stamps wait until it ends, for a minute at most: so one
    /// gate takes over from another while nobody is turned away.
    ///
    /// # Errors
    /// If the file can't be used for another reason.
    pub fn take_over(path: &Path, limit: u64) -> Result<Durable, SpentError> {
        let store = match create(path) {
            Ok(store) => Some(store),
            Err(redb::Error::DatabaseAlreadyOpen) => {
                tracing::warn!("another process has the list of spent stamps: stamps wait until it ends");
                None
            }
            Err(error) => return Err(unavailable(error)),
        };
        Durable::with(store, path, limit)
    }

    fn with(store: Option<Database>, path: &Path, limit: u64) -> Result<Durable, SpentError> {
        let (queue, wanted) = Queue::new();
        let is_waiting = Arc::new(AtomicBool::new(store.is_none()));
        let (waiting, path) = (Arc::clone(&is_waiting), path.to_owned());
        let run = move || {
            let Some(store) = store.or_else(|| await_end(&path, &waiting)) else { return };
            waiting.store(false, Ordering::Relaxed);
            work(&store, limit, &wanted);
        };
        thread::Builder::new().name("spent".to_owned()).spawn(run).map_err(unavailable)?;
        Ok(Durable { queue, is_waiting })
    }
}

/// The store in a file, with its tables.
fn create(path: &Path) -> Result<Database, redb::Error> {
    let store = Database::create(path)?;
    let begun = store.begin_write()?;
    begun.open_table(SPENT)?;
    begun.open_table(ENDS)?;
    begun.commit()?;
    Ok(store)
}

/// The store, when the process that has it has ended; nothing if it can't be used then, or nobody asks for it
/// any more, and the flag is this thread's alone.
fn await_end(path: &Path, is_waiting: &Arc<AtomicBool>) -> Option<Database> {
    while Arc::strong_count(is_waiting) > 1 {
        match create(path) {
            Ok(store) => {
                tracing::info!("the list of spent stamps is taken over");
                return Some(store);
            }
            Err(redb::Error::DatabaseAlreadyOpen) => thread::sleep(PAUSE),
            Err(error) => {
                tracing::error!(%error, "the list of spent stamps can't be taken over: no stamp is taken");
                return None;
            }
        }
    }
    None
}

impl Spent for Durable {
    fn spend(&self, paid: &Paid) -> Verdict {
        self.queue.spend(paid)
    }

    fn trouble(&self) -> Option<Trouble> {
        let reason = || Trouble::Waiting("another process has the list of spent stamps".to_owned());
        self.is_waiting.load(Ordering::Relaxed).then(reason)
    }
}

/// Until nobody can ask any more.
fn work(store: &Database, limit: u64, wanted: &Receiver<Wanted>) {
    while let Ok(first) = wanted.recv() {
        let batch = queue::batch(first, wanted);
        let verdicts: Vec<Verdict> = match spend(store, limit, &batch) {
            Ok(verdicts) => {
                verdicts.into_iter().map(|verdict| verdict.ok_or(SpentError::Full(limit as usize))).collect()
            }
            Err(error) => {
                let failed = |_: &Wanted| Err(unavailable(std::io::Error::other(error.to_string())));
                batch.iter().map(failed).collect()
            }
        };
        queue::answer(batch, verdicts);
    }
}

/// What is said of each, nothing where the list is full.
fn spend(store: &Database, limit: u64, batch: &[Wanted]) -> Result<Vec<Option<Spending>>, redb::Error> {
    let begun = store.begin_write()?;
    let mut verdicts = Vec::with_capacity(batch.len());
    {
        let (mut spent, mut ends) = (begun.open_table(SPENT)?, begun.open_table(ENDS)?);
        let now_ms = batch.iter().map(|wanted| wanted.paid.now_ms()).max().unwrap_or_default();
        let late: Vec<(u64, [u8; 16])> = ends
            .range(..(now_ms.saturating_sub(1_000), [0; 16]))?
            .take(FORGOTTEN_AT_ONCE)
            .map(|entry| entry.map(|(key, _)| key.value()))
            .collect::<Result<_, _>>()?;
        for key in late {
            ends.remove(key)?;
            spent.remove(key.1)?;
        }
        for Wanted { paid, .. } in batch {
            verdicts.push(if spent.get(paid.id())?.is_some() {
                Some(Spending::Again)
            } else if spent.len()? >= limit {
                None
            } else {
                spent.insert(paid.id(), paid.until_ms())?;
                ends.insert((paid.until_ms(), *paid.id()), ())?;
                Some(Spending::First)
            });
        }
    }
    begun.commit()?;
    Ok(verdicts)
}
