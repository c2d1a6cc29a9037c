//! The file of a list. It is begun under another name, and has its own when it is whole and durable: a crash
//! leaves a list or nothing, and a list that has taken a stamp is there after it.

use heliast_disk::{Disk, Draft, Place, Secrecy, Settled, draft_path, is_same_file};
use redb::{Database, DatabaseError, backends::FileBackend};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// The place of a list, and the ways to its files.
#[derive(Clone, Debug)]
pub(super) struct ListFile {
    pub(super) path: PathBuf,
    pub(super) disk: Disk,
    pub(super) redb: Redb,
}

/// The way to redb's file, in two functions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Redb {
    /// Opens the database at a path.
    pub(super) open: fn(&Disk, &Path) -> Result<Database, DatabaseError>,
    /// Begins one in an empty file.
    pub(super) begin: fn(&Disk, &Draft) -> Result<Database, DatabaseError>,
}

impl Redb {
    /// redb writes its files itself. An empty file is one that a user has made.
    const ITS_OWN: Redb = Redb {
        open: |disk, path| in_file(disk, path, disk.open(path).map_err(io::Error::from)?),
        begin: |disk, draft| in_file(disk, draft.target(), draft.file().try_clone()?),
    };
}

fn in_file(disk: &Disk, path: &Path, file: File) -> Result<Database, DatabaseError> {
    Database::builder().create_with_backend(Settled::new(disk, path, FileBackend::new(file)?))
}

impl ListFile {
    /// A file of the operating system.
    pub(super) fn at(path: &Path) -> ListFile {
        ListFile { path: path.to_owned(), disk: Disk::default(), redb: Redb::ITS_OWN }
    }

    /// The database in it, which has what `prepare` puts into it. One that is missing is made, unless it was
    /// there before: an empty list would accept its stamps again.
    ///
    /// # Errors
    /// [`redb::Error::DatabaseAlreadyOpen`] if another process has it or makes it.
    pub(super) fn open(
        &self,
        was_there: bool,
        prepare: fn(&Database) -> Result<(), redb::Error>,
    ) -> Result<Database, redb::Error> {
        if !self.path.exists() {
            if was_there {
                let gone = format!("{} is missing: put it back, or start the gate anew", self.path.display());
                return Err(io::Error::new(io::ErrorKind::NotFound, gone).into());
            }
            if let Some(made) = self.create(prepare)? {
                return Ok(made);
            }
        }
        let store = (self.redb.open)(&self.disk, &self.path)?;
        prepare(&store)?;
        // The process that made it may have been killed before the name was durable.
        self.disk.sync_names_around(&self.path).map_err(io::Error::from)?;
        self.remove_second_name();
        Ok(store)
    }

    /// A new one, unless another process has made it meanwhile.
    fn create(
        &self,
        prepare: fn(&Database) -> Result<(), redb::Error>,
    ) -> Result<Option<Database>, redb::Error> {
        let begun = self.disk.draft_for_one(&draft_path(&self.path), &self.path, Secrecy::Public);
        let draft = begun.map_err(io::Error::from)?.ok_or(redb::Error::DatabaseAlreadyOpen)?;
        let store = (self.redb.begin)(&self.disk, &draft)?;
        prepare(&store)?;
        match draft.finish(Place::Free) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
            finished => Ok(finished.map(|()| Some(store)).map_err(io::Error::from)?),
        }
    }

    /// A crash may leave the file under the name that it was begun with, too.
    fn remove_second_name(&self) {
        let second = draft_path(&self.path);
        let is_same = |one: &Path, other: &Path| -> io::Result<bool> {
            Ok(cfg!(unix) && is_same_file(&fs::symlink_metadata(one)?, &fs::symlink_metadata(other)?))
        };
        if is_same(&self.path, &second).unwrap_or(false) {
            let _ = self.disk.remove(&second); // it is in nobody's way
        }
    }
}
