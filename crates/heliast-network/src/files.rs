//! A node's files, written through `heliast-disk`: complete and durable, or missing.

use heliast_disk::{Disk, Secrecy};
use std::{io, path::Path};

/// Makes a directory that only its owner can enter.
pub(crate) fn create_private_dir(disk: &Disk, dir: &Path) -> io::Result<()> {
    Ok(disk.create_new_dir(dir)?)
}

/// Makes such a directory and those above it, unless it exists.
pub(crate) fn ensure_private_dir(disk: &Disk, dir: &Path) -> io::Result<()> {
    disk.create_dir(dir).map_err(|error| error.error)
}

/// Writes a file that must not exist yet.
pub(crate) fn write_new(disk: &Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    Ok(disk.create(path, Secrecy::Public, bytes)?)
}

/// Writes such a file so that only its owner can read it.
pub(crate) fn write_secret(disk: &Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    Ok(disk.create(path, Secrecy::Secret, bytes)?)
}

/// Writes a file, and replaces an existing one.
pub(crate) fn replace(disk: &Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    disk.replace(path, Secrecy::Public, bytes).map_err(|error| error.error)
}

/// Makes the names in a directory durable.
pub(crate) fn sync_dir(disk: &Disk, dir: &Path) -> io::Result<()> {
    Ok(disk.sync_names(dir)?)
}
