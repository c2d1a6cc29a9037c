//! The place of a store's files, and the ways to them: a disk to ours, and redb's own to its databases.

use heliast_disk::{Disk, Draft, Settled};
use redb::{DatabaseError, backends::FileBackend};
use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

const CACHE_BYTES: usize = 64 << 20;

/// A data directory, and the ways to the files in it. Reading needs none: it changes nothing.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) dir: PathBuf,
    pub(super) disk: Disk,
    pub(super) redb: Redb,
}

/// The way to redb's files, in two functions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Redb {
    /// Opens the database at a path.
    pub(super) open: fn(&Disk, &Path) -> Result<redb::Database, DatabaseError>,
    /// Begins one in an empty file.
    pub(super) begin: fn(&Disk, &Draft) -> Result<redb::Database, DatabaseError>,
}

impl Redb {
    /// redb writes its files itself.
    const ITS_OWN: Redb = Redb {
        open: |disk, path| {
            let file = disk.open(path).map_err(io::Error::from)?;
            if file.metadata()?.len() == 0 {
                // Opening a store makes none.
                return Err(io::Error::from(io::ErrorKind::InvalidData).into());
            }
            in_file(disk, path, file)
        },
        begin: |disk, draft| in_file(disk, draft.target(), draft.file().try_clone()?),
    };
}

fn in_file(disk: &Disk, path: &Path, file: File) -> Result<redb::Database, DatabaseError> {
    builder().create_with_backend(Settled::new(disk, path, FileBackend::new(file)?))
}

impl Site {
    /// A directory of the operating system.
    pub(super) fn at(dir: &Path) -> Site {
        Site { dir: dir.to_owned(), disk: Disk::default(), redb: Redb::ITS_OWN }
    }

    pub(super) fn open(&self, path: &Path) -> Result<redb::Database, DatabaseError> {
        (self.redb.open)(&self.disk, path)
    }

    pub(super) fn begin(&self, draft: &Draft) -> Result<redb::Database, DatabaseError> {
        (self.redb.begin)(&self.disk, draft)
    }
}

pub(super) fn builder() -> redb::Builder {
    let mut builder = redb::Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}
