//! Adds files to an archive: each completely or not at all.

use super::{Archive, ArchiveError, ArchiveFile, files::file_in};
use heliast_disk::{Draft, Place, Secrecy};
use std::sync::PoisonError;

impl Archive {
    /// Checks that these rounds may follow those of the archive.
    ///
    /// # Errors
    /// [`ArchiveError::Gap`] if they do not.
    pub(crate) fn require_next(&self, first: u64, last: u64) -> Result<(), ArchiveError> {
        let due = self.files().last().map_or(first, |file| file.last + 1);
        match first == due && first <= last {
            true => Ok(()),
            false => Err(ArchiveError::Gap { path: self.dir.clone(), expected: due, found: first }),
        }
    }

    /// Begins the file of these rounds, and replaces what a killed writer left.
    pub(crate) fn begin(&self, first: u64, last: u64) -> Result<Draft, ArchiveError> {
        let file = ArchiveFile { first, last, bytes: 0, disk_bytes: 0 };
        let (draft, path) = (self.dir.join(file.draft()), self.dir.join(file.name()));
        Ok(self.disk.draft_at(&draft, &path, Secrecy::Public)?)
    }

    /// Adds the complete file of these rounds. When this returns, it is on the disk.
    pub(crate) fn add(&self, draft: Draft, first: u64, last: u64) -> Result<(), ArchiveError> {
        draft.finish(Place::Any)?;
        let file = file_in(&self.dir, first, last)?;
        self.files.write().unwrap_or_else(PoisonError::into_inner).push(file);
        Ok(())
    }
}
