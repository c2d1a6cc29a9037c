//! The draft of a file that several processes may begin, and one of them is to have.
//!
//! The one is the program that has locked the file under the draft's name. Only a program with the lock of a
//! file takes its name away, so that the name of a draft stays as long as its maker lives. A draft
//! that a crash left is emptied and not replaced, so that its name is never gone, not even after another
//! crash.

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
    /// Begins a file that several processes may begin, and one of them is to have, under the name `draft` in
    /// the same directory, which nothing else has; `None` if another process has it. A draft that a crash
    /// left is emptied; a file that has another name too, or that others may read though it is secret, loses
    /// this one.
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

    /// A new file, or the one that has the name; `None` if that has gone, as a link does here.
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

    /// Whether a locked file has this name, and may be written anew.
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
