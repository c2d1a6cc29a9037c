//! The calls that change files: those of the operating system, and whatever stands in for it in tests.

use crate::access::Secrecy;
use std::{
    env,
    fs::{self, File},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// The calls that a [`Disk`](crate::Disk) makes. Reading has no call here: a crash changes nothing by it.
///
/// Nothing is durable before it is synced: the bytes of a file by one of the two calls on the file, names by
/// that on their directory.
pub trait Calls: Send + Sync {
    /// Makes a file that must not be there, to be read and written.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if something has the name, and those of the system.
    fn create(&self, path: &Path, secrecy: Secrecy) -> io::Result<File>;
    /// Writes bytes at a place of a file. After an error some of them may be there.
    ///
    /// # Errors
    /// Those of the system.
    fn write(&self, file: &File, offset: u64, bytes: &[u8]) -> io::Result<()>;
    /// Cuts a file, or fills it up with zeros.
    ///
    /// # Errors
    /// Those of the system.
    fn set_len(&self, file: &File, len: u64) -> io::Result<()>;
    /// Makes bytes and length durable.
    ///
    /// # Errors
    /// Those of the system; what was not durable then may never be, not even by another call.
    fn sync_data(&self, file: &File) -> io::Result<()>;
    /// Makes bytes, length and everything else about the file durable, but for its names.
    ///
    /// # Errors
    /// As for [`sync_data`](Self::sync_data).
    fn sync_all(&self, file: &File) -> io::Result<()>;
    /// Gives a file or directory another name, in the place of a file that has it.
    ///
    /// # Errors
    /// Those of the system.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Gives a file a second name, which must be free.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if it is not, and those of the system.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a name of a file.
    ///
    /// # Errors
    /// Those of the system.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Makes a directory, which only its owner can enter if it is secret.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if something has the name, and those of the system.
    fn create_dir(&self, dir: &Path, secrecy: Secrecy) -> io::Result<()>;
    /// Removes an empty directory.
    ///
    /// # Errors
    /// Those of the system.
    fn remove_dir(&self, dir: &Path) -> io::Result<()>;
    /// Makes the names in a directory durable.
    ///
    /// # Errors
    /// Those of the system.
    fn sync_dir(&self, dir: &Path) -> io::Result<()>;
    /// The directory for files that end with the session or the machine, and that no backup has.
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
        // Directories can't be opened everywhere; where they can't, names need no sync of their own.
        if cfg!(unix) { File::open(dir)?.sync_all() } else { Ok(()) }
    }

    fn session_dir(&self) -> Option<PathBuf> {
        env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|path| path.is_absolute())
    }
}
