//! The way to the files, and the operations on parts of files, names and directories, each once.

use crate::{
    access::Secrecy,
    calls::{Calls, System},
    error::{At, Deed, Error},
};
use std::{
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, Read},
    mem::replace,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The way to the files. Its clones are the same way; the default one is the operating system's.
#[derive(Clone)]
pub struct Disk(Arc<dyn Calls>);

impl Default for Disk {
    fn default() -> Disk {
        Disk(Arc::new(System))
    }
}

impl fmt::Debug for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Disk")
    }
}

impl Disk {
    /// The way by other calls.
    pub fn on(calls: Arc<dyn Calls>) -> Disk {
        Disk(calls)
    }

    pub(crate) fn calls(&self) -> &dyn Calls {
        &*self.0
    }

    /// Reads a file of at most `limit` bytes.
    ///
    /// # Errors
    /// [`Error`]; of the kind [`io::ErrorKind::FileTooLarge`] if it is longer.
    pub fn read(&self, path: &Path, limit: usize) -> Result<Vec<u8>, Error> {
        File::open(path).and_then(|file| read_within(file, limit)).at(path, Deed::Read)
    }

    /// Opens a file that is there to read it and to write parts of it.
    ///
    /// # Errors
    /// [`Error`] if it can't be opened.
    pub fn open(&self, path: &Path) -> Result<File, Error> {
        OpenOptions::new().read(true).write(true).open(path).at(path, Deed::Write)
    }

    /// The same for a file that may be missing: it is made, empty, and its name is durable.
    ///
    /// # Errors
    /// [`Error`] if it can't be opened or made.
    pub fn open_or_create(&self, path: &Path, secrecy: Secrecy) -> Result<File, Error> {
        let file = match self.calls().create(path, secrecy) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => self.open(path)?,
            made => made.at(path, Deed::Write)?,
        };
        self.sync_names_around(path)?;
        Ok(file)
    }

    /// Writes over a part of an open file, which is at `path`. Not durable before [`sync`](Self::sync).
    ///
    /// # Errors
    /// [`Error`] if it can't be written; some of the bytes may be.
    pub fn overwrite(&self, path: &Path, file: &File, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        self.calls().write(file, offset, bytes).at(path, Deed::Write)
    }

    /// Cuts an open file, or fills it up with zeros. Not durable before [`sync`](Self::sync).
    ///
    /// # Errors
    /// [`Error`] if it can't be.
    pub fn set_len(&self, path: &Path, file: &File, len: u64) -> Result<(), Error> {
        self.calls().set_len(file, len).at(path, Deed::Write)
    }

    /// Makes what was written into an open file durable. After an error it may never be, and is to be written
    /// again.
    ///
    /// # Errors
    /// [`Error`] if it can't be.
    pub fn sync(&self, path: &Path, file: &File) -> Result<(), Error> {
        self.calls().sync_data(file).at(path, Deed::Write)
    }

    /// Makes `bytes` the end of a file, in place of what is at `offset` and behind it: the remains of an
    /// append that did not finish. At offset 0 the file is made if it is missing. When this returns, the
    /// bytes and the name are durable.
    ///
    /// After a crash or an error the bytes before `offset` are as they were, and behind them is any part of
    /// `bytes`: a reader must know the end from elsewhere, or from the bytes themselves.
    ///
    /// # Errors
    /// [`Error`] of the kind [`io::ErrorKind::UnexpectedEof`] if the file ends before `offset`.
    pub fn append(&self, path: &Path, secrecy: Secrecy, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let file = if offset == 0 { self.open_or_create(path, secrecy)? } else { self.open(path)? };
        let len = file.metadata().at(path, Deed::Write)?.len();
        if len < offset {
            return Err(io::ErrorKind::UnexpectedEof.into()).at(path, Deed::Write);
        }
        if len > offset {
            self.set_len(path, &file, offset)?;
        }
        self.overwrite(path, &file, offset, bytes)?;
        self.sync(path, &file)
    }

    /// Gives a file or directory another name in the same directory, durably.
    ///
    /// # Errors
    /// [`Error`], which names `to`.
    pub fn rename(&self, from: &Path, to: &Path) -> Result<(), Error> {
        self.calls().rename(from, to).at(to, Deed::Write)?;
        self.sync_names_around(to)
    }

    /// Removes a file. It may come back after a crash until [`sync_names`](Self::sync_names).
    ///
    /// # Errors
    /// [`Error`] if it can't be removed, or is not there.
    pub fn remove(&self, path: &Path) -> Result<(), Error> {
        self.calls().remove(path).at(path, Deed::Write)
    }

    /// Removes a file, if there is one.
    ///
    /// # Errors
    /// [`Error`] if it can't be removed.
    pub fn remove_if_there(&self, path: &Path) -> Result<(), Error> {
        match self.remove(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Removes a directory with everything in it. Any part of it may come back after a crash until
    /// [`sync_names`](Self::sync_names) of the directory above it.
    ///
    /// # Errors
    /// [`Error`] if something can't be removed; the rest may be.
    pub fn remove_dir(&self, dir: &Path) -> Result<(), Error> {
        for entry in fs::read_dir(dir).at(dir, Deed::Write)? {
            let entry = entry.at(dir, Deed::Write)?;
            match entry.file_type().at(dir, Deed::Write)?.is_dir() {
                true => self.remove_dir(&entry.path())?,
                false => self.remove(&entry.path())?,
            }
        }
        self.calls().remove_dir(dir).at(dir, Deed::Write)
    }

    /// Makes a directory that only its owner can enter, and those above it that are missing, all durably. One
    /// that is there stays as it is.
    ///
    /// # Errors
    /// [`Error`], which names `dir`.
    pub fn create_dir(&self, dir: &Path) -> Result<(), Error> {
        self.create_dirs(dir, Secrecy::Secret)
    }

    /// The same for a directory that everybody can enter whom the umask permits.
    ///
    /// # Errors
    /// [`Error`], which names `dir`.
    pub fn create_public_dir(&self, dir: &Path) -> Result<(), Error> {
        self.create_dirs(dir, Secrecy::Public)
    }

    fn create_dirs(&self, dir: &Path, secrecy: Secrecy) -> Result<(), Error> {
        // The lowest one that is there may have been made by a process that ended before its name was
        // durable, which is made up for; those above it were durable before it was made.
        let is_named = |dir: &&Path| dir.file_name().is_some();
        let mut is_missing = !dir.exists();
        let above = dir.ancestors().skip(1).take_while(is_named);
        let unsure: Vec<_> = above.take_while(|above| replace(&mut is_missing, !above.exists())).collect();
        let make = |path: &Path| self.create_dir_or_find(path, secrecy);
        unsure.into_iter().rev().chain([dir]).try_for_each(make).at(dir, Deed::Write)
    }

    fn create_dir_or_find(&self, dir: &Path, secrecy: Secrecy) -> io::Result<()> {
        let is_found = match self.calls().create_dir(dir, secrecy) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && dir.is_dir() => true,
            made => made.map(|()| false)?,
        };
        match self.calls().sync_dir(parent(dir)) {
            // A process that may not read the directory above it has not made this one, either.
            Err(error) if is_found && error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            synced => synced,
        }
    }

    /// Makes a directory that must not be there and that only its owner can enter, durably.
    ///
    /// # Errors
    /// [`Error`] of the kind [`io::ErrorKind::AlreadyExists`] if something has the name.
    pub fn create_new_dir(&self, dir: &Path) -> Result<(), Error> {
        self.calls().create_dir(dir, Secrecy::Secret).at(dir, Deed::Write)?;
        self.sync_names_around(dir)
    }

    /// Makes the names in a directory durable.
    ///
    /// # Errors
    /// [`Error`] if it can't be.
    pub fn sync_names(&self, dir: &Path) -> Result<(), Error> {
        self.calls().sync_dir(dir).at(dir, Deed::Write)
    }

    /// Makes the names in the directory of `path` durable, and so that of `path`.
    ///
    /// # Errors
    /// [`Error`] if it can't be.
    pub fn sync_names_around(&self, path: &Path) -> Result<(), Error> {
        self.calls().sync_dir(parent(path)).at(path, Deed::Write)
    }

    /// The directory for files that end with the session or the machine, and that no backup has.
    pub fn session_dir(&self) -> Option<PathBuf> {
        self.calls().session_dir()
    }
}

/// The directory that a path names a file in.
pub(crate) fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Reads all that is there, if that is at most `limit` bytes.
fn read_within(from: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        let text = format!("it is longer than {limit} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}
