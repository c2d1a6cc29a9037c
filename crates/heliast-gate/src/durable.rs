//! A list of spent stamps that outlives its process.

mod file;
mod list;
mod owner;
#[cfg(all(test, unix))]
mod tests;

use crate::queue::{Queue, TroubleCell, Verdict, unavailable};
use file::ListFile;
use heliast_disk::{Guarded, guarded};
use heliast_stamp::{Paid, Spent, SpentError, Trouble};
use list::List;
use owner::{Attempt, Owner, Source, WAITING};
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

/// A list in a file, which one process at a time uses. All that is spent at once is synced together: a
/// stamp is taken when it is durable, and so is the time up to which stamps are forgotten.
///
/// While the file fails, no stamp is taken and [`Spent::trouble`] says why; the list tries to open it again
/// every second, and goes on when it can.
pub struct Durable {
    queue: Queue,
    trouble: Arc<TroubleCell>,
    forgotten_ms: Arc<AtomicU64>,
}

impl Durable {
    /// The list in a file, which is made if it is not there, of at most `limit` stamps that are not late yet.
    ///
    /// # Errors
    /// If the file can't be used: another process has it, or it is not a list of spent stamps.
    pub fn open(path: &Path, limit: u64) -> Result<Durable, SpentError> {
        Durable::begin(ListFile::at(path), limit, false)
    }

    /// The same, and if another process has the file, stamps wait until it ends, for a minute at most: so one
    /// gate takes over from another while nobody is turned away.
    ///
    /// # Errors
    /// If the file can't be used for another reason.
    pub fn take_over(path: &Path, limit: u64) -> Result<Durable, SpentError> {
        Durable::begin(ListFile::at(path), limit, true)
    }

    fn begin(file: ListFile, limit: u64, may_wait: bool) -> Result<Durable, SpentError> {
        let forgotten_ms = Arc::new(AtomicU64::new(0));
        let source = FileSource { file, limit, forgotten_ms: Arc::clone(&forgotten_ms) };
        let list = match source.opened(false) {
            Ok(list) => Some(list),
            Err(redb::Error::DatabaseAlreadyOpen) if may_wait => {
                tracing::warn!("{WAITING}: stamps wait until it ends");
                None
            }
            Err(error) => return Err(unavailable(error)),
        };
        let trouble = Arc::new(TroubleCell::default());
        let owner = Owner::new(source, list, Arc::clone(&trouble));
        let (queue, wanted) = Queue::new();
        let run = move || owner.run(&wanted);
        thread::Builder::new().name("spent".to_owned()).spawn(run).map_err(unavailable)?;
        Ok(Durable { queue, trouble, forgotten_ms })
    }
}

/// A list in a file of redb's.
struct FileSource {
    file: ListFile,
    limit: u64,
    forgotten_ms: Arc<AtomicU64>,
}

impl FileSource {
    fn opened(&self, was_there: bool) -> Result<List, redb::Error> {
        guarded(|| List::open(&self.file, was_there, self.limit, &self.forgotten_ms))
    }
}

impl Source for FileSource {
    type List = List;

    fn open(&self, was_there: bool) -> Attempt<List> {
        match self.opened(was_there) {
            Ok(list) => Attempt::Open(list),
            Err(redb::Error::DatabaseAlreadyOpen) => Attempt::Elsewhere,
            Err(error) => Attempt::Failed(error.to_string()),
        }
    }

    fn spend(&self, list: &List, stamps: &[&Paid]) -> Result<Vec<Verdict>, String> {
        guarded(|| list.spend(stamps)).map_err(|error| error.to_string())
    }

    /// Its destructor would write, and may panic: it runs as if this process were killed.
    fn abandon(&self, list: List) {
        drop(Guarded::new(list));
    }
}

impl Spent for Durable {
    fn spend(&self, paid: &Paid) -> Verdict {
        self.queue.spend(paid)
    }

    fn trouble(&self) -> Option<Trouble> {
        self.trouble.get()
    }

    fn forgotten_ms(&self) -> u64 {
        self.forgotten_ms.load(Ordering::Relaxed)
    }
}
