//! The chain on disk: one redb file, `chain.redb`, in the data directory.
//!
//! | table | key | value |
//! |---|---|---|
//! | `meta` | `format` | u32, big-endian: the version of this layout, 2 |
//! | `meta` | `genesis` | the genesis bytes |
//! | `rounds` | round number | the round's bytes (spec/round.md) |
//! | `views` | round number | the JSON of `GET /v1/rounds/{k}`, so that reading costs nothing |
//! | `announcements` | round number | the bytes of a round that announces keys: keys due follow from them |
//! | `epochs` | number of its first round | an epoch proof's bytes (spec/round.md) |
//!
//! `epochs` is made with the first proof. A program that does not know it reads such a file all the
//! same, and a file without it is one of a chain without epoch proofs, so that the version of the
//! layout stays the same. Epoch proofs can be made again at any time: they may be missing, and one
//! of another length replaces that which begins with the same round.
//!
//! Invariants: rounds are 1, 2, 3, ... without a gap; a round comes in as `Verified<Round>` only,
//! after the round before it, and is on the disk (fsync) before [`Store::append`] returns; a stored
//! round is never written again. A commit also saves redb's allocator state, so that opening after
//! a crash takes no pass over the file.

mod database;
mod error;
mod file;
mod guard;
mod overlay;
mod queries;
mod read;
#[cfg(test)]
pub(crate) mod tests;

use heliast::{Chain, Epoch, Round, Tip, TipParts, Verified};
use redb::ReadableTableMetadata;
use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError, RwLock},
};

pub use error::StoreError;
pub use queries::Entry;

use crate::view::RoundView;
use database::{ANNOUNCEMENTS, Database, FORMAT, META, ROUNDS, Row, VIEWS, commit, commit_epoch, initialize};
use guard::{Guarded, guarded};

/// A chain on disk. Safe to share between threads; one process at a time can have it open for writing.
pub struct Store {
    chain: Chain,
    head: RwLock<Tip>,
    file: RwLock<Option<Guarded<Database>>>,
    reopen: Opener,
    writer: Mutex<()>,
}

type Opener = Box<dyn Fn() -> Result<Guarded<Database>, StoreError> + Send + Sync>;

impl Store {
    /// Creates the data directory (mode 0700) if it is missing, and in it the file of a new chain
    /// (mode 0600).
    ///
    /// # Errors
    /// [`StoreError::Exists`] if there is a chain already: it is continued, never started again.
    pub fn create(dir: impl AsRef<Path>, chain: &Chain) -> Result<Store, StoreError> {
        let dir = dir.as_ref().to_path_buf();
        let database = file::create(&dir, |database| initialize(database, chain))?;
        Store::assemble(database, Box::new(move || file::open(&dir)))
    }

    /// Opens the chain in a data directory for reading and appending.
    pub fn open(dir: impl AsRef<Path>) -> Result<Store, StoreError> {
        let dir = dir.as_ref().to_path_buf();
        Store::from_opener(Box::new(move || file::open(&dir)))
    }

    /// Opens the chain in a data directory for reading only; the file is not changed, and other
    /// readers may have it open too. Nothing is verified: [`Store::tip`] is what the last round
    /// claims.
    pub fn open_read_only(dir: impl AsRef<Path>) -> Result<Store, StoreError> {
        let dir = dir.as_ref().to_path_buf();
        Store::from_opener(Box::new(move || file::open_read_only(&dir)))
    }

    /// Whether a data directory holds a chain.
    pub fn exists(dir: impl AsRef<Path>) -> bool {
        file::path(dir.as_ref()).exists()
    }

    fn from_opener(reopen: Opener) -> Result<Store, StoreError> {
        Store::assemble(guarded(&reopen)?, reopen)
    }

    fn assemble(database: Guarded<Database>, reopen: Opener) -> Result<Store, StoreError> {
        let (chain, head) = database.run(|database| {
            let chain = read_chain(database)?;
            let read = if database.read_only { read_claimed_head } else { read_head };
            let head = read(database, &chain)?;
            Ok((chain, head))
        })?;
        Ok(Store {
            chain,
            head: RwLock::new(head),
            file: RwLock::new(Some(database)),
            reopen,
            writer: Mutex::new(()),
        })
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The state after the last stored round: what the next round builds on.
    pub fn tip(&self) -> Tip {
        self.head.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The state before a stored round, or the one to come: what it builds on.
    pub fn tip_before(&self, number: u64) -> Result<Option<Tip>, StoreError> {
        let tip = self.tip();
        match number.checked_sub(1) {
            Some(0) => Ok(Some(self.chain.start())),
            Some(before) if before == tip.round() => Ok(Some(tip)),
            Some(before) if before < tip.round() => self.with_database(|database| {
                let transaction = database.begin_read()?;
                let rounds = transaction.open_table(ROUNDS)?;
                let round = read::decoded(&self.chain, &rounds, before)?;
                read::restored(&self.chain, &transaction.open_table(ANNOUNCEMENTS)?, &round).map(Some)
            }),
            _ => Ok(None),
        }
    }

    /// The number of the last stored round, 0 if there is none.
    pub fn last(&self) -> u64 {
        self.tip().round()
    }

    /// Stores the next round; when this returns, it is on the disk. After an error nothing has
    /// changed and the same round may be tried again.
    ///
    /// # Errors
    /// [`StoreError::OutOfOrder`] unless the round is the one after [`Store::last`]; [`StoreError::Full`] and
    /// [`StoreError::Io`] pass when the disk recovers.
    pub fn append(&self, round: &Verified<Round>) -> Result<(), StoreError> {
        let _writer = self.lock_writer();
        let tip = self.tip();
        if tip.round().checked_add(1) != Some(round.number) {
            return Err(StoreError::OutOfOrder { last: tip.round(), found: round.number });
        }
        if !self.chain.follows(&tip, round) {
            return Err(StoreError::OtherChain(round.number));
        }
        let bytes = round.encode();
        let view = RoundView::new(&self.chain, round).to_json();
        let announces = !round.announcements.is_empty();
        let row = Row { number: round.number, bytes: &bytes, view: &view, announces };
        if let Err(error) = self.write(&row) {
            // The commit may have reached the disk although it failed: what is there after reopening counts.
            if !self.recover(round.number, &bytes) {
                return Err(error);
            }
        }
        *self.head.write().unwrap_or_else(PoisonError::into_inner) = self.chain.tip_after(round);
        Ok(())
    }

    /// Stores the proof of an epoch of stored rounds, in the place of one that begins with the same
    /// round; when this returns, it is on the disk.
    ///
    /// # Errors
    /// [`StoreError::OtherChain`] if its rounds are not those that are stored.
    pub fn add_epoch(&self, epoch: &Verified<Epoch>) -> Result<(), StoreError> {
        let _writer = self.lock_writer();
        let first = epoch.proof.first;
        let is_of_this_chain = match epoch.rounds.last() {
            Some(last) => self.decoded(last.number)?.is_some_and(|stored| stored.y == last.y),
            None => false,
        };
        if epoch.proof.chain != *self.chain.id() || !is_of_this_chain {
            return Err(StoreError::OtherChain(first));
        }
        let bytes = epoch.proof.encode();
        let written = self.with_database(|database| match database.read_only {
            true => Err(StoreError::ReadOnly),
            false => commit_epoch(&database.redb, first, &bytes),
        });
        if written.is_err() {
            self.close();
        }
        written
    }

    fn lock_writer(&self) -> MutexGuard<'_, ()> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, row: &Row<'_>) -> Result<(), StoreError> {
        self.with_database(|database| match database.read_only {
            true => Err(StoreError::ReadOnly),
            false => commit(&database.redb, row),
        })
    }

    /// Reopens the file after a failed commit; true if the round turns out to be stored.
    fn recover(&self, number: u64, bytes: &[u8]) -> bool {
        self.close();
        matches!(self.stored_round(number), Ok(Some(stored)) if stored == bytes)
    }

    fn close(&self) {
        self.file.write().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Calls `action` with the database, which is opened again if a failure has closed it.
    fn with_database<T>(&self, action: impl Fn(&Database) -> Result<T, StoreError>) -> Result<T, StoreError> {
        if let Some(database) = self.file.read().unwrap_or_else(PoisonError::into_inner).as_ref() {
            return database.run(action);
        }
        let mut file = self.file.write().unwrap_or_else(PoisonError::into_inner);
        let database = match file.take() {
            Some(database) => database,
            None => guarded(&self.reopen)?,
        };
        file.insert(database).run(action)
    }
}

fn read_chain(database: &Database) -> Result<Chain, StoreError> {
    let meta = database.begin_read()?.open_table(META)?;
    let value = |key: &str| -> Result<Vec<u8>, StoreError> {
        let value =
            meta.get(key.as_bytes())?.ok_or_else(|| StoreError::Corrupt(format!("meta.{key} is missing")))?;
        Ok(value.value().to_vec())
    };
    let format = value("format")?;
    if format != FORMAT.to_be_bytes() {
        return Err(StoreError::Foreign {
            path: PathBuf::from(file::NAME),
            reason: format!("its format is {}", hex::encode(format)),
        });
    }
    Chain::from_bytes(&value("genesis")?).map_err(|error| StoreError::Corrupt(format!("genesis: {error}")))
}

/// The state that the last stored round claims. Whoever reads a chain that may be damaged verifies
/// it from its beginning, and is not stopped at its end.
fn read_claimed_head(database: &Database, chain: &Chain) -> Result<Tip, StoreError> {
    let transaction = database.begin_read()?;
    let rounds = transaction.open_table(ROUNDS)?;
    let Some(last) = read::last_key(&rounds)? else { return Ok(chain.start()) };
    let claimed = || {
        let round = read::decoded(chain, &rounds, last)?;
        read::restored(chain, &transaction.open_table(ANNOUNCEMENTS)?, &round)
    };
    Ok(claimed().unwrap_or_else(|_| {
        let claimed = TipParts { round: last, seed: [0; 32], ..chain.start().to_parts() };
        Tip::from_trusted_parts(claimed)
    }))
}

/// The state after the last stored round, which is verified again: nothing is built on a damaged round.
fn read_head(database: &Database, chain: &Chain) -> Result<Tip, StoreError> {
    let transaction = database.begin_read()?;
    let rounds = transaction.open_table(ROUNDS)?;
    let views = transaction.open_table(VIEWS)?;
    let Some(last) = read::last_key(&rounds)? else { return Ok(chain.start()) };
    if (rounds.len()?, views.len()?) != (last, last) {
        return Err(StoreError::Corrupt(format!("a round before round {last} is missing")));
    }
    let before = match last {
        1 => chain.start(),
        _ => {
            let before = read::decoded(chain, &rounds, last - 1)?;
            read::restored(chain, &transaction.open_table(ANNOUNCEMENTS)?, &before)?
        }
    };
    let round = read::decoded(chain, &rounds, last)?;
    let verified = chain
        .verify(&before, round)
        .map_err(|error| StoreError::Corrupt(format!("round {last}: {error}")))?;
    Ok(chain.tip_after(&verified))
}
