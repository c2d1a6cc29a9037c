//! The directory of a chain: accessible to its owner only, and used by one process at a time.

use crate::{failure::Failure, files::unwritable};
use heliast_disk::Disk;
use heliast_keystore::DirLock;
use heliast_store::StoreError;
use std::path::Path;

/// Locks the directory for this process.
pub fn lock(dir: &Path) -> Result<DirLock, Failure> {
    match DirLock::take(dir) {
        Ok(Some(lock)) => Ok(lock),
        Ok(None) => Err(StoreError::InUse(dir.to_path_buf()).into()),
        Err(error) => Err(unwritable(&dir.join(DirLock::FILE), &error)),
    }
}

/// Makes a data directory if it does not exist.
pub fn create_private_dir(dir: &Path) -> Result<(), Failure> {
    Ok(Disk::default().create_dir(dir)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Code;
    use std::fs;

    #[test]
    fn a_directory_has_one_process() {
        let dir = tempfile::tempdir().unwrap();
        let first = lock(dir.path()).unwrap();
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
