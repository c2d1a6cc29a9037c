//! Locks on files. A lock ends with its process.

use crate::error::{At, Deed, Error};
use std::{
    fs::{File, Metadata, OpenOptions, TryLockError},
    io,
    path::Path,
    process,
};

/// A locked file.
///
/// Dropping this unlocks the file instead of only closing it: a process that was forked meanwhile also has
/// the file open, and would keep the lock. In such a forked process the file is only closed, so that the
/// original process keeps the lock.
#[derive(Debug)]
pub struct Lock {
    file: File,
    process: u32,
}

impl Lock {
    /// Locks the file `path`, which is made if it is missing; `None` if another process has the lock. A new
    /// lock file is accessible only to its owner.
    ///
    /// # Errors
    /// [`Error`] if the file can't be opened, or the file system has no locks.
    pub fn take(path: &Path) -> Result<Option<Lock>, Error> {
        let file = opened(path).at(path, Deed::Write)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock::of(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error).at(path, Deed::Lock),
        }
    }

    /// Like [`take`](Self::take), but waits until the lock is free.
    ///
    /// # Errors
    /// The errors of [`take`](Self::take).
    pub fn wait(path: &Path) -> Result<Lock, Error> {
        let file = opened(path).at(path, Deed::Write)?;
        file.lock().at(path, Deed::Lock)?;
        Ok(Lock::of(file))
    }

    /// The lock on a file that this process has locked.
    pub fn of(file: File) -> Lock {
        Lock { file, process: process::id() }
    }

    /// The file.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// The metadata of the file.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.file.metadata()
    }

    /// The number of the process that locked it; a fork of that process has this lock, too.
    pub fn process(&self) -> u32 {
        self.process
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.process == process::id() {
            let _ = self.file.unlock(); // closing it is the same where nobody else has it open
        }
    }
}

fn opened(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, thread};

    #[test]
    fn a_file_is_locked_for_one_until_it_is_given_back() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("lock");
        let mut first = Lock::take(&path).unwrap().unwrap();
        assert!(Lock::take(&path).unwrap().is_none());
        assert_eq!(first.process(), process::id());
        assert_eq!(first.metadata().unwrap().len(), first.file().metadata().unwrap().len());
        thread::scope(|scope| {
            let next = scope.spawn(|| Lock::wait(&path).map(drop));
            drop(first);
            next.join().unwrap().unwrap();
        });
        drop(Lock::take(&path).unwrap().unwrap());
    }

    #[test]
    fn a_lock_is_given_back_although_a_copy_of_the_file_is_open() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("lock");
        let mut lock = Lock::take(&path).unwrap().unwrap();
        // The file as a process has it that was forked meanwhile.
        let _copy = lock.file().try_clone().unwrap();
        drop(lock);
        assert!(Lock::take(&path).unwrap().is_some());
    }

    #[test]
    fn the_copy_of_another_process_gives_nothing_back() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("lock");
        let mut lock = Lock::take(&path).unwrap().unwrap();
        drop(Lock { file: lock.file().try_clone().unwrap(), process: process::id() + 1 });
        assert!(Lock::take(&path).unwrap().is_none());
    }

    #[test]
    fn what_can_not_be_locked_is_named() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("none/lock");
        for error in [Lock::take(&path).map(drop), Lock::wait(&path).map(drop)] {
            let error = error.unwrap_err();
            assert_eq!((error.kind(), error.path), (io::ErrorKind::NotFound, path.clone()));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_file_is_its_owners_and_keeps_its_content() {
        use std::os::unix::fs::PermissionsExt;
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("lock");
        drop(Lock::take(&path).unwrap());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::write(&path, "an address").unwrap();
        drop(Lock::take(&path).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"an address");
    }
}
