//! Drafts: a file has a temporary name until it is complete and durable.
//!
//! The draft of a file that one process at a time writes has a fixed name, and replaces a draft of that name
//! that a crash left. If several processes may write the same file, the name is random, and a killed process
//! leaves its draft behind. The next process that writes the same file removes it. It must not remove the
//! draft of a process that is still writing:
//!
//! 1. The maker of a draft locks it, and keeps it locked and open until it has its final name. The system
//!    releases the lock when the process ends, for any reason.
//! 2. A process that finds a draft of the same target tries to lock it, and removes it only if it gets the
//!    lock. Then the maker has ended, or has renamed the draft, or has not locked it yet.
//! 3. If the maker has ended, nobody needs the draft. If it was renamed, its name is gone and nothing is
//!    removed. If it was not locked yet, its maker finds it locked, or finds that the name is gone, and makes
//!    another one. A maker that has the lock and whose draft still has its name is safe from then on, because
//!    nobody else can have the lock.
//! 4. Names are random and drafts never replace a file, so that no name is used twice: the name that is
//!    removed is that of the locked draft, and never that of the target, even if both are names of the same
//!    file.
//!
//! If a file system has no locks, nothing is removed. Files that cannot be opened or are not regular stay.
//!
//! If several processes may begin the same file and only one is to write it, the name is fixed, and the lock
//! is on the file ([`Disk::draft_for_one`]).

mod for_one;
#[cfg(all(test, unix))]
mod tests;

use crate::{
    access::{Secrecy, is_same_file},
    disk::{Disk, parent},
    error::{At, Deed, Error},
};
use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, Metadata, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The number of digits of the random part of a name.
const DIGITS: usize = 16;
const END: &str = ".tmp";
/// The number of attempts to make a draft, if others remove it before it is locked.
const ATTEMPTS: usize = 100;

/// A file that is being written, in the directory of its final name. Dropping it removes it.
pub struct Draft {
    disk: Disk,
    file: File,
    path: PathBuf,
    target: PathBuf,
    len: u64,
    /// Whether the draft still has this name: after it was renamed, another writer's draft may have the name.
    is_named: bool,
}

/// The state of the final name that a finished file requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The name must be free: a file that has appeared meanwhile stays.
    Free,
    /// An existing file is replaced.
    Any,
}

impl Disk {
    /// Begins a file that several processes may write at once, and removes drafts of it that killed processes
    /// left.
    ///
    /// # Errors
    /// [`Error`] if no file can be made in the directory of `target`.
    pub fn draft(&self, target: &Path, secrecy: Secrecy) -> Result<Draft, Error> {
        self.sweep(target);
        self.draft_new(target, secrecy).at(target, Deed::Write)
    }

    /// Begins a file that one process at a time writes, under the name `draft` in the same directory. Nothing
    /// else uses this name. A draft that a crash left there is removed.
    ///
    /// # Errors
    /// [`Error`] if it can't be made.
    pub fn draft_at(&self, draft: &Path, target: &Path, secrecy: Secrecy) -> Result<Draft, Error> {
        let file = match self.calls().create(draft, secrecy) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.calls().remove(draft).and_then(|()| self.calls().create(draft, secrecy))
            }
            made => made,
        };
        Ok(self.begun(file.at(target, Deed::Write)?, draft.to_owned(), target))
    }

    /// Removes the drafts of `target` that killed processes left. A draft that cannot be removed stays and
    /// does no harm.
    pub fn sweep(&self, target: &Path) {
        let Some(name) = target.file_name() else { return };
        let Ok(entries) = fs::read_dir(parent(target)) else { return };
        for entry in entries.flatten() {
            if is_draft_of(&entry.file_name(), name) && entry.file_type().is_ok_and(|kind| kind.is_file()) {
                self.remove_if_abandoned(&entry.path());
            }
        }
    }

    fn draft_new(&self, target: &Path, secrecy: Secrecy) -> io::Result<Draft> {
        let names_none = || io::Error::new(io::ErrorKind::InvalidInput, "it names no file");
        let name = target.file_name().ok_or_else(names_none)?;
        for _ in 0..ATTEMPTS {
            let path = target.with_file_name(random_name(name)?);
            let file = self.calls().create(&path, secrecy)?;
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                continue;
            }
            let draft = self.begun(file, path, target);
            match fs::symlink_metadata(&draft.path) {
                Ok(named) if is_same_file(&named, &draft.metadata()?) => return Ok(draft),
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Err(lost())
    }

    fn begun(&self, file: File, path: PathBuf, target: &Path) -> Draft {
        Draft { disk: self.clone(), file, path, target: target.to_owned(), len: 0, is_named: true }
    }

    fn remove_if_abandoned(&self, path: &Path) {
        let Ok(file) = OpenOptions::new().read(true).write(true).open(path) else { return };
        if file.try_lock().is_ok() {
            let _ = self.calls().remove(path);
        }
    }
}

impl Draft {
    /// Durably gives the file its final name.
    ///
    /// # Errors
    /// [`Error`] of the kind [`io::ErrorKind::AlreadyExists`] if the name was to be free and is not. After
    /// any error the old state remains or, if only the directory could not be synced, the new file is there.
    pub fn finish(mut self, place: Place) -> Result<(), Error> {
        let placed = self.disk.calls().sync_all(&self.file).and_then(|()| match place {
            Place::Any => self.rename(),
            Place::Free => self.place_new(),
        });
        placed.and_then(|()| self.disk.calls().sync_dir(parent(&self.target))).at(&self.target, Deed::Write)
    }

    /// The metadata of the file.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.file.metadata()
    }

    /// The file, for callers that write it themselves.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Drops the draft, and leaves the file under its current name.
    pub fn leave(mut self) {
        self.is_named = false;
    }

    /// The name that the file has until it is finished.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name that the file gets when it is finished.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Makes a hard link, which fails if the target has appeared meanwhile; renaming would replace it. On
    /// file systems without hard links the target is protected only by a check before the renaming.
    fn place_new(&mut self) -> io::Result<()> {
        match self.disk.calls().link(&self.path, &self.target) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                match self.target.symlink_metadata() {
                    Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
                    Err(_) => self.rename(),
                }
            }
            linked => linked,
        }
    }

    fn rename(&mut self) -> io::Result<()> {
        self.disk.calls().rename(&self.path, &self.target)?;
        self.is_named = false;
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.calls().write(&self.file, self.len, bytes)?;
        self.len += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.is_named {
            let _ = self.disk.calls().remove(&self.path);
        }
    }
}

fn lost() -> io::Error {
    io::Error::other("other processes remove what is being written")
}

/// The name under which [`Disk::replace`] writes a file. It is always the same: one process at a time writes
/// it, and the draft that a crash left is replaced.
pub fn draft_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".new");
    path.with_file_name(name)
}

/// `.NAME.0123456789abcdef.tmp`
fn random_name(name: &OsStr) -> io::Result<OsString> {
    let mut random = [0; DIGITS / 2];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let mut draft = OsString::from(".");
    draft.push(name);
    draft.push(format!(".{}{END}", hex::encode(random)));
    Ok(draft)
}

fn is_draft_of(found: &OsStr, name: &OsStr) -> bool {
    let random = found.as_encoded_bytes().strip_prefix(b".").and_then(|rest| {
        rest.strip_prefix(name.as_encoded_bytes())?.strip_prefix(b".")?.strip_suffix(END.as_bytes())
    });
    random.is_some_and(|random| {
        random.len() == DIGITS && random.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    })
}
