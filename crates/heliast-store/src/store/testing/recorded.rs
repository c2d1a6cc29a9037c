//! A store on a disk of `heliast_disk::recorder`.

use crate::store::{
    Store,
    site::{Redb, Site, builder},
};
use heliast::Chain;
use heliast_disk::{Disk, Settled, recorder::Recorder};
use redb::StorageBackend;
use std::{
    fs::File,
    io,
    num::NonZeroU32,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

/// A new chain in a directory on such a disk, with two rounds in each segment.
pub fn on_disk(recorder: &Recorder, dir: &Path, chain: &Chain) -> Store {
    Store::create_at(Site::recorded(recorder, dir), chain, NonZeroU32::new(2).unwrap()).unwrap()
}

impl Site {
    /// A directory whose files, including redb's, are all on such a disk.
    pub(in crate::store) fn recorded(recorder: &Recorder, dir: &Path) -> Site {
        Site { dir: dir.to_owned(), disk: recorder.disk(), redb: RECORDED }
    }
}

const RECORDED: Redb = Redb {
    open: |disk, path| Backend::database(disk, path, disk.open(path).map_err(io::Error::from)?),
    begin: |disk, draft| Backend::database(disk, draft.target(), draft.file().try_clone()?),
};

/// A file that redb reads directly, and writes through a [`Disk`].
#[derive(Debug)]
pub struct Backend {
    disk: Disk,
    path: PathBuf,
    file: File,
}

impl Backend {
    /// The database in a file that is at `path` or will be moved there; a new database if the file is empty.
    ///
    /// # Errors
    /// Errors of redb.
    pub fn database(disk: &Disk, path: &Path, file: File) -> Result<redb::Database, redb::DatabaseError> {
        let backend = Backend { disk: disk.clone(), path: path.to_owned(), file };
        builder().create_with_backend(Settled::new(disk, path, backend))
    }
}

impl Backend {
    /// The same database without the mark of a failed sync: the behaviour of redb alone.
    ///
    /// # Errors
    /// Errors of redb.
    pub fn without_mark(disk: &Disk, path: &Path, file: File) -> Result<redb::Database, redb::DatabaseError> {
        builder().create_with_backend(Backend { disk: disk.clone(), path: path.to_owned(), file })
    }
}

impl StorageBackend for Backend {
    fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read_exact_at(out, offset)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        Ok(self.disk.set_len(&self.path, &self.file, len)?)
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(self.disk.sync(&self.path, &self.file)?)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        Ok(self.disk.overwrite(&self.path, &self.file, offset, data)?)
    }
}
