//! The operations that the outbox needs of a disk, step by step, so that tests can fail at each.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

/// A longer file is damaged: no transaction has so many bytes.
const MAX_FILE: u64 = 1 << 20;

/// A directory of small files. Changes that are not synced may be lost with the power.
pub(super) trait Disk: Send {
    /// The names of all files.
    fn names(&self) -> io::Result<Vec<String>>;
    /// A file's bytes, at most a MiB and one.
    fn read(&self, name: &str) -> io::Result<Vec<u8>>;
    /// Writes a file, in the place of one that is there.
    fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()>;
    /// Makes a file's bytes durable.
    fn sync(&mut self, name: &str) -> io::Result<()>;
    /// Gives a file another name, in the place of one that is there.
    fn rename(&mut self, from: &str, to: &str) -> io::Result<()>;
    /// Makes the names durable.
    fn sync_names(&mut self) -> io::Result<()>;
    /// Removes a file.
    fn remove(&mut self, name: &str) -> io::Result<()>;
}

/// A directory of the file system, for its owner only.
pub(super) struct Directory(PathBuf);

impl Directory {
    pub(super) fn new(dir: &Path) -> io::Result<Directory> {
        DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
        if let Some(parent) = dir.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            File::open(parent)?.sync_all()?;
        }
        Ok(Directory(dir.to_owned()))
    }
}

impl Disk for Directory {
    fn names(&self) -> io::Result<Vec<String>> {
        let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
        fs::read_dir(&self.0)?.map(name).collect()
    }

    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(self.0.join(name))?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let options = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).to_owned();
        options.open(self.0.join(name))?.write_all(bytes)
    }

    fn sync(&mut self, name: &str) -> io::Result<()> {
        OpenOptions::new().write(true).open(self.0.join(name))?.sync_all()
    }

    fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.0.join(from), self.0.join(to))
    }

    fn sync_names(&mut self) -> io::Result<()> {
        File::open(&self.0)?.sync_all()
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }
}
