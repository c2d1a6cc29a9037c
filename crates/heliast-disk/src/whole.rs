//! Complete files: replaced or created through a draft.

use crate::{
    access::Secrecy,
    disk::Disk,
    draft::{Place, draft_path},
    error::{At, Deed, Error},
};
use std::{fs::Metadata, io::Write, path::Path};

impl Disk {
    /// Replaces the content of the file `path`, which one process at a time writes. When this returns,
    /// `bytes` are durable. After a crash or an error the file has its old content or the new one.
    ///
    /// # Errors
    /// [`Error`] if it can't be written.
    pub fn replace(&self, path: &Path, secrecy: Secrecy, bytes: &[u8]) -> Result<(), Error> {
        self.replace_with(path, secrecy, |_| bytes)
    }

    /// Like [`replace`](Self::replace), with bytes that may depend on the identity of the new file.
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

    /// Writes a file that must not exist. When this returns, the file is durable; after a crash or an error
    /// it is complete or missing.
    ///
    /// # Errors
    /// [`Error`] of the kind `AlreadyExists` if something has the name.
    pub fn create(&self, path: &Path, secrecy: Secrecy, bytes: &[u8]) -> Result<(), Error> {
        let mut draft = self.draft(path, secrecy)?;
        draft.write_all(bytes).at(path, Deed::Write)?;
        draft.finish(Place::Free)
    }
}
