//! The chain on disk: an index, `chain.redb`, and the rounds, in separate files below `rounds`.
//!
//! | table | key | value |
//! |---|---|---|
//! | `meta` | `format` | u32, big-endian: the version of this layout, 3 |
//! | `meta` | `genesis` | the genesis bytes |
//! | `meta` | `segment` | u32: the rounds of a segment |
//! | `meta` | `base` | u64 ‖ u64 ‖ L bytes: number, time and y of the last pruned round, if any |
//! | `places` | round number | u64 ‖ u32 ‖ u32: its place in its segment, its bytes, those of its outputs |
//! | `announced` | round number | what the round announces, as in a bundle's header (spec/round.md) |
//! | `epochs` | number of its first round | an epoch proof's bytes (spec/round.md) |
//!
//! A segment, `rounds/0000001001.rounds`, has the rounds from that number on, one after the other: the bytes
//! of each (spec/round.md), then for each of its tickets u8(length) ‖ the output of its VRF. All other data
//! of `GET /v1/rounds/{k}` is computed from these two. The rounds are not in the database because it would
//! round each value of this size up to a power of two.
//!
//! Invariants: Rounds have no gap, from round 1 on or, in a pruned store, from the one after `base`. A round
//! is only added as a `Verified<Round>`, after the round before it. It is on the disk (fsync) before
//! [`Store::append`] returns: its bytes first and then its place. So bytes in a segment after the last place
//! were never acknowledged, and the next round overwrites them. A stored round is never written again. A
//! round is pruned when the archive has the same bytes; its place is removed before its segment.
//! Announcements and epoch proofs are kept forever: the keys that are due follow from the former, and the
//! latter are small. An epoch proof may be missing, and a proof of another length replaces the one that
//! begins with the same round. A commit also saves redb's allocator state, so that opening after a crash
//! takes no pass over the file.
//!
//! A store of format 2 is migrated to this format when it is opened for writing (`migration.rs`).

mod archiving;
mod database;
mod error;
mod file;
mod folder;
mod frames;
mod migration;
mod overlay;
mod pruning;
mod queries;
mod read;
mod segments;
mod site;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;

use heliast::{Chain, EPOCH_ROUNDS, Epoch, Round, Tip, TipParts, Verified};
use heliast_disk::{Guarded, guarded};
use redb::ReadableTableMetadata;
use std::{
    num::NonZeroU32,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

pub use error::StoreError;
pub use frames::Frames;
pub use queries::Entry;

use crate::archive::{Archive, ArchiveError};
use database::{Database, PLACES, Row, commit, commit_epoch, initialize};
use read::{Base, Meta};
use segments::Segments;
use site::Site;

/// A chain on disk. Safe to share between threads; one process at a time can have it open for writing.
pub struct Store {
    chain: Chain,
    segments: Segments,
    head: RwLock<Tip>,
    base: RwLock<Base>,
    archive: Option<Archive>,
    keep: Option<u64>,
    dir: Option<PathBuf>,
    /// The bytes of the segments on the disk.
    segment_bytes: AtomicU64,
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
        Store::create_in_segments(dir, chain, EPOCH_ROUNDS)
    }

    /// Creates a chain with this many rounds in each file of rounds. They are pruned together.
    ///
    /// # Errors
    /// The errors of [`Store::create`].
    pub fn create_in_segments(
        dir: impl AsRef<Path>,
        chain: &Chain,
        rounds: NonZeroU32,
    ) -> Result<Store, StoreError> {
        Store::create_at(Site::at(dir.as_ref()), chain, rounds)
    }

    fn create_at(site: Site, chain: &Chain, rounds: NonZeroU32) -> Result<Store, StoreError> {
        let database = file::create(&site, |database| initialize(database, chain, rounds))?;
        let dir = Some(site.dir.clone());
        Ok(Store { dir, ..Store::assemble(database, Box::new(move || file::open(&site)))? })
    }

    /// Opens the chain in a data directory for reading and appending. A store of an earlier format is
    /// migrated.
    pub fn open(dir: impl AsRef<Path>) -> Result<Store, StoreError> {
        Store::open_migrating(dir, |_, _| {})
    }

    /// Like [`Store::open`]. While a store of an earlier format is migrated, `progress` gets the number of
    /// migrated rounds, and of all rounds. An interrupted migration begins again. It needs space for the new
    /// store in addition to the old one.
    pub fn open_migrating(
        dir: impl AsRef<Path>,
        progress: impl FnMut(u64, u64),
    ) -> Result<Store, StoreError> {
        Store::open_at(Site::at(dir.as_ref()), progress)
    }

    fn open_at(site: Site, progress: impl FnMut(u64, u64)) -> Result<Store, StoreError> {
        migration::migrate(&site, progress)?;
        let dir = Some(site.dir.clone());
        Ok(Store { dir, ..Store::from_opener(Box::new(move || file::open(&site)))? })
    }

    /// Opens the chain in a data directory for reading only; the file is not changed, and other
    /// readers may have it open too. Nothing is verified: [`Store::tip`] is the state that the last round
    /// claims.
    ///
    /// # Errors
    /// [`StoreError::Outdated`] if the store is of an earlier format.
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
        let (Meta { chain, segments, base }, head, bytes) = database.run(|database| {
            migration::require_present(database)?;
            let meta = read::meta(database)?;
            let read = if database.read_only { read_claimed_head } else { read_head };
            let head = read(database, &meta)?;
            if !database.read_only {
                pruning::remove_leftovers(database, meta.segments, meta.base.round)?;
            }
            Ok::<_, StoreError>((meta, head, pruning::bytes(database)?))
        })?;
        Ok(Store {
            chain,
            segments,
            head: RwLock::new(head),
            base: RwLock::new(base),
            archive: None,
            keep: None,
            dir: None,
            segment_bytes: AtomicU64::new(bytes),
            file: RwLock::new(Some(database)),
            reopen,
            writer: Mutex::new(()),
        })
    }

    /// The same store with an archive, from which earlier rounds are read. Archived rounds can be pruned from
    /// the store.
    ///
    /// # Errors
    /// [`StoreError::Archive`] if the archive is of another chain, or lacks rounds that were pruned. For a
    /// store that is open for writing, also if the archive goes beyond the store's last round, or its last
    /// round differs from the store's.
    pub fn with_archive(self, archive: Archive) -> Result<Store, StoreError> {
        archive.require(&self.chain, self.first())?;
        if !self.with_database(|database| Ok(database.read_only))? {
            self.require_common_past(&archive)?;
        }
        Ok(Store { archive: Some(archive), ..self })
    }

    /// Checks that the chain goes on from the archived rounds: a store from an old backup would make a fork.
    fn require_common_past(&self, archive: &Archive) -> Result<(), StoreError> {
        let (archived, stored) = (archive.last(), self.last());
        if archived > stored {
            return Err(ArchiveError::Ahead { archived, stored }.into());
        }
        if archived == 0 {
            return Ok(());
        }
        let bytes = archive.round(&self.chain, archived)?;
        let is_same = match self.base() {
            base if base.round == archived => base == Base::of(&read::decode(&self.chain, archived, &bytes)?),
            _ => self.stored(archived)?.is_some_and(|(stored, _)| stored == bytes),
        };
        if is_same { Ok(()) } else { Err(ArchiveError::Differs(archived).into()) }
    }

    /// The same store, of which a node keeps this many last rounds after they are archived.
    pub fn keeping(self, rounds: Option<u64>) -> Store {
        Store { keep: rounds, ..self }
    }

    /// The number of last rounds that a node keeps; `None` for all.
    pub fn keep(&self) -> Option<u64> {
        self.keep
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The archive of earlier rounds.
    pub fn archive(&self) -> Option<&Archive> {
        self.archive.as_ref()
    }

    /// The state after the last stored round, on which the next round builds.
    pub fn tip(&self) -> Tip {
        self.head.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The state before a stored round or before the next one, on which that round builds.
    pub fn tip_before(&self, number: u64) -> Result<Option<Tip>, StoreError> {
        let tip = self.tip();
        match number.checked_sub(1) {
            Some(0) => Ok(Some(self.chain.start())),
            Some(before) if before == tip.round() => Ok(Some(tip)),
            Some(before) if before < tip.round() => {
                let round = match self.base() {
                    base if base.round == before => base.round(),
                    _ => self.decoded(before)?.ok_or_else(|| StoreError::missing(before))?,
                };
                self.with_database(|database| read::restored(database, &self.chain, &round).map(Some))
            }
            _ => Ok(None),
        }
    }

    /// The number of the last stored round, 0 if the store is empty.
    pub fn last(&self) -> u64 {
        self.tip().round()
    }

    /// The number of the first round that is stored or will be: those before it were pruned.
    pub fn first(&self) -> u64 {
        self.base().round.saturating_add(1)
    }

    fn base(&self) -> Base {
        self.base.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stores the next round; when this returns, it is on the disk. After an error nothing has
    /// changed and the same round may be tried again.
    ///
    /// # Errors
    /// [`StoreError::OutOfOrder`] unless the round is the one after [`Store::last`]; [`StoreError::Full`] and
    /// [`StoreError::Io`] are temporary, until the disk recovers.
    pub fn append(&self, round: &Verified<Round>) -> Result<(), StoreError> {
        self.append_all(std::slice::from_ref(round))
    }

    /// Stores the next rounds, which cost little more than one: those of a segment are made durable
    /// together. When this returns, they are on the disk. After an error the first ones may be stored, up
    /// to [`Store::last`], and the others may be tried again.
    ///
    /// # Errors
    /// The errors of [`Store::append`], for any of the rounds.
    pub fn append_all(&self, rounds: &[Verified<Round>]) -> Result<(), StoreError> {
        let _writer = self.lock_writer();
        let segment = |round: &Verified<Round>| self.segments.first(round.number);
        rounds
            .chunk_by(|one, next| segment(one) == segment(next))
            .try_for_each(|rounds| self.append_segment(rounds))
    }

    /// Stores rounds of one segment: all of them, or none.
    fn append_segment(&self, rounds: &[Verified<Round>]) -> Result<(), StoreError> {
        let mut tip = self.tip();
        for round in rounds {
            if tip.round().checked_add(1) != Some(round.number) {
                return Err(StoreError::OutOfOrder { last: tip.round(), found: round.number });
            }
            if !self.chain.follows(&tip, round) {
                return Err(StoreError::OtherChain(round.number));
            }
            tip = self.chain.tip_after(round);
        }
        let rows: Vec<Row> = rounds.iter().map(row).collect();
        let Some(last) = rows.last() else { return Ok(()) };
        let written = self.with_database(|database| commit(database, self.segments, &rows));
        if let Err(error) = written {
            // The commit may have reached the disk even though it failed: the state after reopening counts.
            if !self.recover(last.number, &last.bytes) {
                return Err(error);
            }
        }
        let bytes: usize = rows.iter().map(|row| row.bytes.len() + row.outputs.len()).sum();
        self.segment_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        *self.head.write().unwrap_or_else(PoisonError::into_inner) = tip;
        Ok(())
    }

    /// Stores the proof of an epoch of stored rounds, and replaces one that begins with the same round. When
    /// this returns, it is on the disk.
    ///
    /// # Errors
    /// [`StoreError::OtherChain`] if its rounds are not the stored ones.
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
        let written = self.with_database(|database| commit_epoch(database, first, &bytes));
        if written.is_err() {
            self.close();
        }
        written
    }

    fn lock_writer(&self) -> MutexGuard<'_, ()> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reopens the file after a failed commit; true if the round is found to be stored.
    fn recover(&self, number: u64, bytes: &[u8]) -> bool {
        self.close();
        matches!(self.stored(number), Ok(Some((stored, _))) if stored == bytes)
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

/// The data of a round as they are stored.
fn row(round: &Verified<Round>) -> Row {
    let outputs = round.facts().lots.iter().map(|lot| &lot.output[..]);
    Row {
        number: round.number,
        bytes: round.encode(),
        outputs: segments::encode_outputs(outputs),
        announced: round.announcements.iter().map(|one| one.announced(round.number)).collect(),
    }
}

/// The state that the last stored round claims. A reader of a possibly damaged chain verifies it from its
/// beginning, so that a damaged end is not an error here.
fn read_claimed_head(database: &Database, meta: &Meta) -> Result<Tip, StoreError> {
    let chain = &meta.chain;
    let claimed = |last| {
        let round = read::decoded(database, meta, last)?;
        read::restored(database, chain, &round)
    };
    let Some(last) = read::last(database)? else { return read::restored_base(database, chain, &meta.base) };
    Ok(claimed(last).unwrap_or_else(|_| {
        let claimed = TipParts { round: last, seed: [0; 32], ..chain.start().to_parts() };
        Tip::from_trusted_parts(claimed)
    }))
}

/// The state after the last stored round. That round is verified again: nothing may build on a damaged round.
fn read_head(database: &Database, meta: &Meta) -> Result<Tip, StoreError> {
    let (chain, base) = (&meta.chain, &meta.base);
    let Some(last) = read::last(database)? else { return read::restored_base(database, chain, base) };
    let stored = database.begin_read()?.open_table(PLACES)?.len()?;
    if last.checked_sub(base.round) != Some(stored) {
        return Err(StoreError::Corrupt(format!("a round before round {last} is missing")));
    }
    let before = match last - 1 {
        before if before == base.round => read::restored_base(database, chain, base)?,
        before => read::restored(database, chain, &read::decoded(database, meta, before)?)?,
    };
    let round = read::decoded(database, meta, last)?;
    let verified = chain
        .verify(&before, round)
        .map_err(|error| StoreError::Corrupt(format!("round {last}: {error}")))?;
    Ok(chain.tip_after(&verified))
}
