//! The calls that change files: those of the operating system, and those of its replacement in tests.

use crate::access::Secrecy;
use std::{
    env,
    fs::{self, File},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// The calls that a [`Disk`](crate::Disk) makes. Reading is not among them, since it makes no difference to a
/// crash.
///
/// Nothing is durable before it is synced: the bytes of a file by one of the two syncs of the file, names by
/// the sync of their directory.
pub trait Calls: Send + Sync {
    /// Makes a file, which must not exist, for reading and writing.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if something has the name, and errors of the system.
    fn create(&self, path: &Path, secrecy: Secrecy) -> io::Result<File>;
    /// Writes bytes at an offset of a file. After an error some of them may be written.
    ///
    /// # Errors
    /// Errors of the system.
    fn write(&self, file: &File, offset: u64, bytes: &[u8]) -> io::Result<()>;
    /// Truncates a file, or extends it with zeros.
    ///
    /// # Errors
    /// Errors of the system.
    fn set_len(&self, file: &File, len: u64) -> io::Result<()>;
    /// Makes bytes and length durable.
    ///
    /// # Errors
    /// Errors of the system. Bytes that were not durable then may never be, not even after another call.
    fn sync_data(&self, file: &File) -> io::Result<()>;
    /// Makes bytes, length and all metadata of the file durable, but not its names.
    ///
    /// # Errors
    /// The same errors as those of [`sync_data`](Self::sync_data).
    fn sync_all(&self, file: &File) -> io::Result<()>;
    /// Renames a file or directory, and replaces a file that has the new name.
    ///
    /// # Errors
    /// Errors of the system.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Gives a file a second name, which must be free.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if it is not, and errors of the system.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a name of a file.
    ///
    /// # Errors
    /// Errors of the system.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Makes a directory; if it is secret, only its owner can enter it.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if something has the name, and errors of the system.
    fn create_dir(&self, dir: &Path, secrecy: Secrecy) -> io::Result<()>;
    /// Removes an empty directory.
    ///
    /// # Errors
    /// Errors of the system.
    fn remove_dir(&self, dir: &Path) -> io::Result<()>;
    /// Makes the names in a directory durable.
    ///
    /// # Errors
    /// Errors of the system.
    fn sync_dir(&self, dir: &Path) -> io::Result<()>;
    /// The directory for files that last only until the session ends or the machine restarts, and are in no
    /// backup.
    fn session_dir(&self) -> Option<PathBuf>;
}

/// The operating system.
#[derive(Clone, Copy, Debug)]
pub(crate) struct System;

impl Calls for System {
    fn create(&self, path: &Path, secrecy: Secrecy) -> io::Result<File> {
        secrecy.options().open(path)
    }

    fn write(&self, mut file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(bytes)
    }

    fn set_len(&self, file: &File, len: u64) -> io::Result<()> {
        file.set_len(len)
    }

    fn sync_data(&self, file: &File) -> io::Result<()> {
        file.sync_data()
    }

    fn sync_all(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn create_dir(&self, dir: &Path, secrecy: Secrecy) -> io::Result<()> {
        secrecy.dir_builder().create(dir)
    }

    fn remove_dir(&self, dir: &Path) -> io::Result<()> {
        fs::remove_dir(dir)
    }

    fn sync_dir(&self, dir: &Path) -> io::Result<()> {
        // Directories can't be opened on every system; where they can't, names need no separate sync.
        if cfg!(unix) { File::open(dir)?.sync_all() } else { Ok(()) }
    }

    fn session_dir(&self) -> Option<PathBuf> {
        env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|path| path.is_absolute())
    }
}
