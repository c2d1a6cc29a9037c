//! A node's files, by `heliast-disk`: whole and durable, or not there.

use heliast_disk::{Disk, Secrecy};
use std::{io, path::Path};

/// Makes a directory that only its owner can enter.
pub(crate) fn create_private_dir(dir: &Path) -> io::Result<()> {
    Ok(Disk::default().create_new_dir(dir)?)
}

/// The same, with all above it, unless it is there.
pub(crate) fn ensure_private_dir(dir: &Path) -> io::Result<()> {
    Disk::default().create_dir(dir).map_err(|error| error.error)
}

/// Writes a file that is not there yet.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Ok(Disk::default().create(path, Secrecy::Public, bytes)?)
}

/// The same, so that only its owner can read it.
pub(crate) fn write_secret(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Ok(Disk::default().create(path, Secrecy::Secret, bytes)?)
}

/// Puts a file in the place of one that may be there.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Disk::default().replace(path, Secrecy::Public, bytes).map_err(|error| error.error)
}

/// Makes the names in a directory durable.
pub(crate) fn sync_dir(dir: &Path) -> io::Result<()> {
    Ok(Disk::default().sync_names(dir)?)
}
