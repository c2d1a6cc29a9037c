//! The draft of a file that several processes may begin, and that one of them is to write.
//!
//! This is the process that has locked the file with the draft's name. Only a process with the lock of a file
//! removes its name, so that a draft keeps its name as long as its maker lives. A draft that a crash left is
//! emptied and not replaced, so that its name never disappears, not even after another crash.

#[cfg(all(test, unix))]
mod tests;

use super::{ATTEMPTS, Draft, lost};
use crate::{
    access::{Secrecy, has_other_names, is_same_file},
    disk::Disk,
    error::{At, Deed, Error},
};
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::Path,
};

impl Disk {
    /// Begins a file that several processes may begin, and that one of them is to write, under the name
    /// `draft` in the same directory. Nothing else uses this name. `None` if another process has the draft. A
    /// draft that a crash left is emptied. The name is taken away from a file that also has another name, or
    /// that others may read although it is secret.
    ///
    /// # Errors
    /// [`Error`], which names `draft`, if it can't be made or locked.
    pub fn draft_for_one(
        &self,
        draft: &Path,
        target: &Path,
        secrecy: Secrecy,
    ) -> Result<Option<Draft>, Error> {
        for _ in 0..ATTEMPTS {
            let Some(file) = self.new_or_left(draft, secrecy).at(draft, Deed::Write)? else { continue };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error).at(draft, Deed::Lock),
            }
            if self.becomes_draft(&file, draft, secrecy).at(draft, Deed::Write)? {
                return Ok(Some(self.begun(file, draft.to_owned(), target)));
            }
        }
        Err(lost()).at(draft, Deed::Write)
    }

    /// A new file, or the existing one with the name; `None` if that has disappeared. A link is removed here.
    fn new_or_left(&self, draft: &Path, secrecy: Secrecy) -> io::Result<Option<File>> {
        match self.calls().create(draft, secrecy) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(Some),
        }
        let opened = match fs::symlink_metadata(draft) {
            Ok(named) if named.is_symlink() => return self.calls().remove(draft).map(|()| None),
            Ok(_) => OpenOptions::new().read(true).write(true).open(draft),
            Err(error) => Err(error),
        };
        match opened {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => opened.map(Some),
        }
    }

    /// Whether a locked file has this name, and can be used as the draft.
    fn becomes_draft(&self, file: &File, draft: &Path, secrecy: Secrecy) -> io::Result<bool> {
        let metadata = file.metadata()?;
        let named = match fs::symlink_metadata(draft) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            named => named?,
        };
        if !is_same_file(&named, &metadata) {
            return Ok(false);
        }
        if has_other_names(draft)? || secrecy.is_exceeded(&metadata) {
            return self.calls().remove(draft).map(|()| false);
        }
        if metadata.len() > 0 {
            self.calls().set_len(file, 0)?;
        }
        Ok(true)
    }
}
