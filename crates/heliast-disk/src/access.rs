//! The readers of a file, its names and its identity.

use std::{
    fs::{self, DirBuilder, Metadata, OpenOptions},
    io,
    path::Path,
};

/// The readers of a new file or directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// All users whom the umask permits, as for any new file or directory.
    Public,
    /// Only its owner, from the first byte on.
    Secret,
}

impl Secrecy {
    /// Options to make a file for reading and writing. The file must not exist, and no link is followed.
    #[cfg_attr(not(unix), expect(clippy::unused_self, reason = "modes are Unix's"))]
    pub(crate) fn options(self) -> OpenOptions {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(
            &mut options,
            match self {
                Secrecy::Public => 0o666,
                Secrecy::Secret => 0o600,
            },
        );
        options
    }

    /// The way to make a directory.
    #[cfg_attr(not(unix), expect(clippy::unused_self, unused_mut, reason = "modes are Unix's"))]
    pub(crate) fn dir_builder(self) -> DirBuilder {
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(
            &mut builder,
            match self {
                Secrecy::Public => 0o777,
                Secrecy::Secret => 0o700,
            },
        );
        builder
    }

    /// Whether others have more rights to an existing file than to a new one.
    pub(crate) fn is_exceeded(self, metadata: &Metadata) -> bool {
        self == Secrecy::Secret && excess_mode(metadata, 0).is_some()
    }
}

/// The permission bits of a file or directory, if they give others more than `allowed`.
#[cfg(unix)]
pub fn excess_mode(metadata: &Metadata, allowed: u32) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    Some(metadata.mode() & 0o7777).filter(|mode| mode & 0o077 & !allowed != 0)
}

/// The permission bits of a file or directory, if they give others more than `allowed`.
#[cfg(not(unix))]
pub fn excess_mode(_: &Metadata, _: u32) -> Option<u32> {
    None
}

/// Whether a file has more than one name: a copy that is a hard link.
///
/// # Errors
/// [`io::Error`] if there is no such file.
#[cfg(unix)]
pub fn has_other_names(path: &Path) -> io::Result<bool> {
    fs::symlink_metadata(path).map(|metadata| std::os::unix::fs::MetadataExt::nlink(&metadata) > 1)
}

/// Whether a file has more than one name: a copy that is a hard link.
///
/// # Errors
/// [`io::Error`] if there is no such file.
#[cfg(not(unix))]
pub fn has_other_names(path: &Path) -> io::Result<bool> {
    fs::symlink_metadata(path).map(|_| false)
}

/// Whether both are the same file.
#[cfg(unix)]
pub fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Whether both are the same file. Here this is unknown, and they count as the same.
#[cfg(not(unix))]
pub fn is_same_file(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// The bytes of the disk that a file takes: fewer than its length if it has holes.
#[cfg(unix)]
pub fn disk_bytes(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::blocks(metadata) * 512
}

/// The bytes of the disk that a file takes.
#[cfg(not(unix))]
pub fn disk_bytes(metadata: &Metadata) -> u64 {
    metadata.len()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn modes_and_names_and_sizes_are_told() {
        let place = tempfile::tempdir().unwrap();
        let (a, b) = (place.path().join("a"), place.path().join("b"));
        fs::write(&a, [1; 5000]).unwrap();
        fs::set_permissions(&a, fs::Permissions::from_mode(0o640)).unwrap();
        let metadata = fs::metadata(&a).unwrap();
        assert_eq!(excess_mode(&metadata, 0), Some(0o640));
        assert_eq!(excess_mode(&metadata, 0o040), None);
        assert!(!has_other_names(&a).unwrap());
        fs::hard_link(&a, &b).unwrap();
        assert!(has_other_names(&a).unwrap() && has_other_names(&place.path().join("c")).is_err());
        assert!(is_same_file(&metadata, &fs::metadata(&b).unwrap()));
        fs::copy(&a, place.path().join("c")).unwrap();
        assert!(!is_same_file(&metadata, &fs::metadata(place.path().join("c")).unwrap()));
        let holes = fs::File::create(place.path().join("holes")).unwrap();
        holes.set_len(1 << 20).unwrap();
        assert!(disk_bytes(&holes.metadata().unwrap()) < 1 << 20);
    }
}
