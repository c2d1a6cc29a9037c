//! Pruning: rounds that are in the archive are removed from the store.

use super::{
    Store,
    database::{Database, commit_pruning},
    error::StoreError,
    file,
    read::{self, Base},
    segments::{Segments, first_of},
};
use crate::archive::ArchiveError;
use heliast_disk::disk_bytes;
use std::{
    fs,
    path::Path,
    sync::{PoisonError, atomic::Ordering},
};

impl Store {
    /// Removes the first segment if the archive has its rounds, and if at least the last `keep` rounds, and
    /// at least two, remain. Returns the number of removed rounds. Each of them is first read from the
    /// archive and must be identical there.
    ///
    /// # Errors
    /// [`ArchiveError::Differs`] if a round differs; nothing has been removed then.
    pub fn prune(&self, keep: u64) -> Result<u64, StoreError> {
        let Some(archive) = &self.archive else { return Ok(0) };
        let _writer = self.lock_writer();
        let spare = self.last().saturating_sub(keep.max(2)).min(archive.last());
        let first = self.first();
        let last = self.segments.first(first).saturating_add(u64::from(self.segments.rounds.get()) - 1);
        if last > spare {
            return Ok(0);
        }
        for number in first..=last {
            let archived = archive.round(&self.chain, number)?;
            if self.stored(number)?.is_none_or(|(stored, _)| stored != archived) {
                return Err(ArchiveError::Differs(number).into());
            }
        }
        let base = Base::of(&self.decoded(last)?.ok_or_else(|| StoreError::missing(last))?);
        // From here on readers take these rounds from the archive, so that no reader looks for them in the
        // store.
        self.set_base(base.clone());
        let pruned = self.with_database(|database| commit_pruning(database, last, &base.encode()));
        if let Err(error) = pruned {
            // The commit may have reached the disk even though it failed: the state after reopening counts.
            self.close();
            let found = self.with_database(read::meta).map(|meta| meta.base);
            if !found.as_ref().is_ok_and(|found| *found == base) {
                found.into_iter().for_each(|found| self.set_base(found));
                return Err(error);
            }
        }
        self.remove_pruned()?;
        Ok(last - first + 1)
    }

    fn set_base(&self, base: Base) {
        *self.base.write().unwrap_or_else(PoisonError::into_inner) = base;
    }

    /// Removes the segments of pruned rounds.
    fn remove_pruned(&self) -> Result<(), StoreError> {
        self.with_database(|database| {
            remove_leftovers(database, self.segments, self.first() - 1)?;
            self.segment_bytes.store(bytes(database)?, Ordering::Relaxed);
            Ok(())
        })
    }

    /// The bytes of the store on the disk, without the unused parts of blocks.
    pub fn bytes(&self) -> u64 {
        let index = self.dir.as_ref().and_then(|dir| fs::metadata(file::path(dir)).ok());
        self.segment_bytes.load(Ordering::Relaxed) + index.map_or(0, |index| disk_bytes(&index))
    }

    /// The data directory.
    pub fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }
}

/// Removes segments with only pruned rounds (up to `pruned`), including segments that stayed because the
/// process was killed or a file could not be removed.
pub(super) fn remove_leftovers(
    database: &Database,
    segments: Segments,
    pruned: u64,
) -> Result<(), StoreError> {
    let rounds = u64::from(segments.rounds.get());
    for (name, _) in database.folder.files()? {
        if first_of(&name).is_some_and(|first| first.saturating_add(rounds - 1) <= pruned) {
            database.folder.remove(&name)?;
        }
    }
    Ok(())
}

/// The bytes of all segments on the disk.
pub(super) fn bytes(database: &Database) -> Result<u64, StoreError> {
    Ok(database.folder.files()?.iter().map(|(_, bytes)| bytes).sum())
}
