//! A list of spent stamps that outlives its process.

use heliast_stamp::{Paid, Spending, Spent, SpentError};
use redb::{Database, ReadableTable, ReadableTableMetadata, TableDefinition};
use std::{
    path::Path,
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

/// Until when, in milliseconds since 1970, by id.
const SPENT: TableDefinition<'_, [u8; 16], u64> = TableDefinition::new("spent");
/// Ids by when they are forgotten, and a number that tells apart those of one millisecond.
const ENDS: TableDefinition<'_, (u64, [u8; 16]), ()> = TableDefinition::new("ends");
/// Stamps that one transaction writes down at most.
const MOST_AT_ONCE: usize = 1_024;
/// Late stamps that one transaction forgets at most, so that none takes long.
const FORGOTTEN_AT_ONCE: usize = 4_096;

/// A stamp that is to be spent, and who waits for it.
struct Wanted {
    paid: Paid,
    answer: Sender<Result<Spending, SpentError>>,
}

/// A list in a file, which one process at a time uses. All that is spent at once is synced together: a
/// stamp is taken when it is durable.
pub struct Durable {
    queue: Mutex<Sender<Wanted>>,
}

impl Durable {
    /// The list in a file, which is made if it is not there, of at most `limit` stamps that are not late yet.
    ///
    /// # Errors
    /// If the file can't be used: another process has it, or it is none.
    pub fn open(path: &Path, limit: u64) -> Result<Durable, SpentError> {
        let store = Database::create(path).map_err(unavailable)?;
        let begun = store.begin_write().map_err(unavailable)?;
        begun.open_table(SPENT).map_err(unavailable)?;
        begun.open_table(ENDS).map_err(unavailable)?;
        begun.commit().map_err(unavailable)?;
        let (queue, wanted) = channel();
        thread::spawn(move || work(&store, limit, &wanted));
        Ok(Durable { queue: Mutex::new(queue) })
    }
}

impl Spent for Durable {
    fn spend(&self, paid: &Paid) -> Result<Spending, SpentError> {
        let (answer, answered) = channel();
        let wanted = Wanted { paid: paid.clone(), answer };
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).send(wanted).map_err(unavailable)?;
        answered.recv().map_err(unavailable)?
    }
}

/// Until nobody can ask any more.
fn work(store: &Database, limit: u64, wanted: &Receiver<Wanted>) {
    while let Ok(first) = wanted.recv() {
        let mut batch = vec![first];
        batch.extend(wanted.try_iter().take(MOST_AT_ONCE - 1));
        let verdicts = spend(store, limit, &batch);
        for (index, Wanted { answer, .. }) in batch.into_iter().enumerate() {
            let _ = answer.send(match &verdicts {
                Ok(verdicts) => verdicts[index].ok_or(SpentError::Full(limit as usize)),
                Err(error) => Err(unavailable(std::io::Error::other(error.to_string()))),
            });
        }
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

fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> SpentError {
    SpentError::Unavailable(Box::new(error))
}
