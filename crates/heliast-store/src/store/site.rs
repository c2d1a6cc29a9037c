//! The place of a store's files, and the access to them: a [`Disk`] for our files, and redb's own backend for
//! its databases.

use heliast_disk::{Disk, Draft, Settled};
use redb::{DatabaseError, backends::FileBackend};
use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

const CACHE_BYTES: usize = 64 << 20;

/// A data directory, and the access for writing its files. Readers do not need it.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) dir: PathBuf,
    pub(super) disk: Disk,
    pub(super) redb: Redb,
}

/// The access to redb's files, as two functions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Redb {
    /// Opens the database at a path.
    pub(super) open: fn(&Disk, &Path) -> Result<redb::Database, DatabaseError>,
    /// Creates a database in an empty file.
    pub(super) begin: fn(&Disk, &Draft) -> Result<redb::Database, DatabaseError>,
}

impl Redb {
    /// redb writes its files itself.
    const ITS_OWN: Redb = Redb {
        open: |disk, path| {
            let file = disk.open(path).map_err(io::Error::from)?;
            if file.metadata()?.len() == 0 {
                // Opening must not create a store.
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
