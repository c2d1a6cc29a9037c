//! The lock on a chain's directory: one process at a time uses it, and leaves its address there.

use heliast_disk::Lock;
use std::{
    fs,
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

/// A bound on the length of an address.
const MAX_URL: u64 = 256;

/// A directory that this process alone uses, until this is dropped.
#[derive(Debug)]
pub struct DirLock(Lock);

impl DirLock {
    /// The name of the lock's file.
    pub const FILE: &str = "heliast.lock";

    /// Locks a directory; `None` if another process has it.
    ///
    /// # Errors
    /// [`io::Error`] if the lock's file can't be made.
    pub fn take(dir: &Path) -> io::Result<Option<DirLock>> {
        let lock = Lock::take(&dir.join(DirLock::FILE)).map_err(|error| error.error)?;
        Ok(lock.map(DirLock))
    }

    /// Leaves the address of this process in the lock's file.
    ///
    /// # Errors
    /// [`io::Error`] if it can't be written.
    pub fn leave_url(&mut self, url: &str) -> io::Result<()> {
        let file = self.0.file();
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(url.as_bytes())
    }

    /// The address of the process that uses a directory, if it has left one.
    pub fn url_of_holder(dir: &Path) -> Option<String> {
        let mut url = String::new();
        fs::File::open(dir.join(DirLock::FILE)).ok()?.take(MAX_URL).read_to_string(&mut url).ok()?;
        Some(url).filter(|url| url.starts_with("http://"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_has_one_process_which_says_where_it_is_reached() {
        let dir = tempfile::tempdir().unwrap();
        let mut first = DirLock::take(dir.path()).unwrap().unwrap();
        assert_eq!(DirLock::url_of_holder(dir.path()), None);
        for url in ["http://127.0.0.1:12345", "http://[::1]:7"] {
            first.leave_url(url).unwrap();
            assert_eq!(DirLock::url_of_holder(dir.path()).as_deref(), Some(url));
        }
        assert!(DirLock::take(dir.path()).unwrap().is_none());
        drop(first);
        assert!(DirLock::take(dir.path()).unwrap().is_some());
    }

    #[test]
    fn a_directory_that_is_not_there_is_an_error_and_has_no_holder() {
        let dir = tempfile::tempdir().unwrap();
        let missing = dir.path().join("missing");
        assert_eq!(DirLock::take(&missing).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(DirLock::url_of_holder(&missing), None);
    }
}
