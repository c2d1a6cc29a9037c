//! The directory of a chain: accessible to its owner only, and used by one process at a time.

use crate::{
    failure::Failure,
    files::{self, unwritable},
};
use heliast_store::StoreError;
use std::{
    fs::{self, File, TryLockError},
    io::{self, Seek, SeekFrom, Write},
    path::Path,
};

pub(super) const LOCK: &str = "heliast.lock";
/// A bound on the length of an address.
const MAX_URL: u64 = 256;

/// Writes the address of this process into the lock file.
pub fn leave_url(lock: &mut File, url: &str) -> io::Result<()> {
    lock.set_len(0)?;
    lock.seek(SeekFrom::Start(0))?;
    lock.write_all(url.as_bytes())
}

/// The address of the process that uses this directory, if it has written one.
pub fn url_of_holder(dir: &Path) -> Option<String> {
    let url = files::read(&dir.join(LOCK), MAX_URL).ok()?;
    String::from_utf8(url).ok().filter(|url| url.starts_with("http://"))
}

/// Locks the directory for this process.
pub fn lock(dir: &Path) -> Result<File, Failure> {
    let path = dir.join(LOCK);
    let opened = File::options().write(true).create(true).truncate(false).open(&path);
    let file = opened.map_err(|error| unwritable(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(dir.to_path_buf()).into()),
        Err(TryLockError::Error(error)) => Err(unwritable(&path, &error)),
    }
}

/// Makes a data directory if it does not exist.
pub fn create_private_dir(dir: &Path) -> Result<(), Failure> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    let durable = builder.create(dir).and_then(|()| files::sync_parent(dir));
    durable.map_err(|error| unwritable(dir, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Code;

    #[test]
    fn a_directory_has_one_process() {
        let dir = tempfile::tempdir().unwrap();
        let mut first = lock(dir.path()).unwrap();
        assert_eq!(url_of_holder(dir.path()), None);
        for url in ["http://127.0.0.1:12345", "http://[::1]:7"] {
            leave_url(&mut first, url).unwrap();
            assert_eq!(url_of_holder(dir.path()).as_deref(), Some(url));
        }
        let refused = lock(dir.path()).unwrap_err();
        assert_eq!(refused.code(), Code::Refused);
        drop(first);
        assert!(lock(dir.path()).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_new_data_directory_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a/b");
        create_private_dir(&path).unwrap();
        create_private_dir(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
        fs::write(dir.path().join("file"), "").unwrap();
        let failure = create_private_dir(&dir.path().join("file")).unwrap_err();
        assert!(failure.to_string().contains("can't be written"), "{failure}");
    }
}
