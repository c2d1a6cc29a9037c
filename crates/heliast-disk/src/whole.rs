//! Whole files: replaced or created, by way of a draft.

use crate::{
    access::Secrecy,
    disk::Disk,
    draft::{Place, draft_path},
    error::{At, Deed, Error},
};
use std::{fs::Metadata, io::Write, path::Path};

impl Disk {
    /// Puts `bytes` into the file `path`, which one process at a time writes. When this returns it has them
    /// for good; after a crash or an error it has its old content or the new one.
    ///
    /// # Errors
    /// [`Error`] if it can't be written.
    pub fn replace(&self, path: &Path, secrecy: Secrecy, bytes: &[u8]) -> Result<(), Error> {
        self.replace_with(path, secrecy, |_| bytes)
    }

    /// [`replace`](Self::replace) with bytes that may say which file they are in.
    ///
    /// # Errors
    /// [`Error`] if it can't be written.
    pub fn replace_with<B: AsRef<[u8]>>(
        &self,
        path: &Path,
        secrecy: Secrecy,
        bytes: impl FnOnce(&Metadata) -> B,
    ) -> Result<(), Error> {
        let mut draft = self.draft_at(&draft_path(path), path, secrecy)?;
        let metadata = draft.metadata().at(path, Deed::Write)?;
        draft.write_all(bytes(&metadata).as_ref()).at(path, Deed::Write)?;
        draft.finish(Place::Any)
    }

    /// Writes a file that must not be there. When this returns it is there for good; after a crash or an
    /// error it is there as a whole or not at all.
    ///
    /// # Errors
    /// [`Error`] of the kind `AlreadyExists` if something has the name.
    pub fn create(&self, path: &Path, secrecy: Secrecy, bytes: &[u8]) -> Result<(), Error> {
        let mut draft = self.draft(path, secrecy)?;
        draft.write_all(bytes).at(path, Deed::Write)?;
        draft.finish(Place::Free)
    }
}
