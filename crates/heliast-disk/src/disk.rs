//! The access to files, and the operations on parts of files, names and directories, each implemented once.

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

/// The access to files. Clones share the same access; the default one is that of the operating system.
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
    /// The access to files through other calls.
    pub fn on(calls: Arc<dyn Calls>) -> Disk {
        Disk(calls)
    }

    pub(crate) fn calls(&self) -> &dyn Calls {
        &*self.0
    }

    /// Reads a file of at most `limit` bytes.
    ///
    /// # Errors
    /// [`Error`], of the kind [`io::ErrorKind::FileTooLarge`] if it is longer.
    pub fn read(&self, path: &Path, limit: usize) -> Result<Vec<u8>, Error> {
        File::open(path).and_then(|file| read_within(file, limit)).at(path, Deed::Read)
    }

    /// Opens an existing file for reading and for writing parts of it.
    ///
    /// # Errors
    /// [`Error`] if it can't be opened.
    pub fn open(&self, path: &Path) -> Result<File, Error> {
        OpenOptions::new().read(true).write(true).open(path).at(path, Deed::Write)
    }

    /// Opens a file like [`open`](Self::open). If it is missing, an empty file is made, and its name is
    /// durable.
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

    /// Overwrites a part of an open file, which is at `path`. Not durable before [`sync`](Self::sync).
    ///
    /// # Errors
    /// [`Error`] if it can't be written; some of the bytes may have been written.
    pub fn overwrite(&self, path: &Path, file: &File, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        self.calls().write(file, offset, bytes).at(path, Deed::Write)
    }

    /// Truncates an open file, or extends it with zeros. Not durable before [`sync`](Self::sync).
    ///
    /// # Errors
    /// [`Error`] if it can't be.
    pub fn set_len(&self, path: &Path, file: &File, len: u64) -> Result<(), Error> {
        self.calls().set_len(file, len).at(path, Deed::Write)
    }

    /// Makes all writes into an open file durable. After an error they may never be durable, and must be done
    /// again.
    ///
    /// # Errors
    /// [`Error`] if it can't be.
    pub fn sync(&self, path: &Path, file: &File) -> Result<(), Error> {
        self.calls().sync_data(file).at(path, Deed::Write)
    }

    /// Makes `bytes` the end of a file. They replace all bytes from `offset` on, which are the remains of an
    /// unfinished append. At offset 0 the file is made if it is missing. When this returns, the bytes and the
    /// name are durable.
    ///
    /// After a crash or an error the bytes before `offset` are unchanged, and are followed by any part of
    /// `bytes`: a reader must know the end from elsewhere, or from the bytes themselves.
    ///
    /// # Errors
    /// [`Error`], of the kind [`io::ErrorKind::UnexpectedEof`] if the file ends before `offset`.
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

    /// Durably renames a file or directory within the same directory.
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
    /// [`Error`] if it can't be removed, or does not exist.
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
    /// [`Error`] if something can't be removed; other parts may have been removed.
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

    /// Durably makes a directory that only its owner can enter, and the missing directories above it. An
    /// existing one stays as it is.
    ///
    /// # Errors
    /// [`Error`], which names `dir`.
    pub fn create_dir(&self, dir: &Path) -> Result<(), Error> {
        self.create_dirs(dir, Secrecy::Secret)
    }

    /// Like [`create_dir`](Self::create_dir), for a directory that others can enter as far as the umask
    /// permits.
    ///
    /// # Errors
    /// [`Error`], which names `dir`.
    pub fn create_public_dir(&self, dir: &Path) -> Result<(), Error> {
        self.create_dirs(dir, Secrecy::Public)
    }

    fn create_dirs(&self, dir: &Path, secrecy: Secrecy) -> Result<(), Error> {
        // The lowest existing directory may have been made by a process that ended before its name was
        // durable, so that the name is synced here. Those above it were durable before it was made.
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
            // A process that may not read the parent directory cannot have made this one.
            Err(error) if is_found && error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            synced => synced,
        }
    }

    /// Durably makes a directory that must not exist and that only its owner can enter.
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

    /// Makes the names in the directory of `path` durable, including that of `path`.
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

/// The directory of the file at a path.
pub(crate) fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Reads everything, if it is at most `limit` bytes.
fn read_within(from: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        let text = format!("it is longer than {limit} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}
