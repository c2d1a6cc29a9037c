//! Files and directories that are their owner's alone, and what they take of the disk.

use std::{
    fs::{self, Metadata, OpenOptions},
    io,
    path::Path,
};

#[cfg(unix)]
pub(super) fn create_directory(dir: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(dir)
}

#[cfg(not(unix))]
pub(super) fn create_directory(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)
}

#[cfg(unix)]
pub(super) fn options() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

#[cfg(not(unix))]
pub(super) fn options() -> OpenOptions {
    OpenOptions::new()
}

/// Bytes of the disk that a file takes: of a file with holes fewer than its length.
#[cfg(unix)]
pub(crate) fn disk_bytes(file: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::blocks(file) * 512
}

#[cfg(not(unix))]
pub(crate) fn disk_bytes(file: &Metadata) -> u64 {
    file.len()
}
