//! The store's index file: its place, its mode, its lock.

use super::{
    database::Database,
    error::StoreError,
    folder::{self, Folder},
    overlay::Overlay,
    site::{self, Site},
};
use heliast_disk::{Draft, Guarded, Place, Secrecy, is_same_file};
use redb::DatabaseError;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The file's name in the data directory.
pub(super) const NAME: &str = "chain.redb";

pub(super) fn path(dir: &Path) -> PathBuf {
    dir.join(NAME)
}

pub(super) fn open(site: &Site) -> Result<Guarded<Database>, StoreError> {
    require(&site.dir)?;
    let redb = site.open(&path(&site.dir)).map_err(|error| refused(&site.dir, error))?;
    Ok(Guarded::new(writable(redb, site)))
}

pub(super) fn open_read_only(dir: &Path) -> Result<Guarded<Database>, StoreError> {
    require(dir)?;
    let Some(overlay) = Overlay::open(&path(dir))? else { return Err(StoreError::InUse(dir.to_path_buf())) };
    let redb = site::builder().create_with_backend(overlay).map_err(|error| refused(dir, error))?;
    Ok(Guarded::new(Database { redb, folder: Folder::of(&Site::at(dir)), read_only: true }))
}

/// Makes the file under another name, and gives it its own name when `initialize` is durable, so that a crash
/// leaves a complete file or no file. An existing file stays. The lock on the draft keeps a second process
/// out.
pub(super) fn create(
    site: &Site,
    initialize: impl FnOnce(&redb::Database) -> Result<(), StoreError>,
) -> Result<Guarded<Database>, StoreError> {
    let Site { dir, disk, .. } = site;
    if path(dir).exists() {
        return Err(StoreError::Exists(dir.clone()));
    }
    disk.create_dir(dir)?;
    let draft = draft(site)?;
    if !Folder::of(site).files()?.is_empty() {
        return Err(StoreError::Leftover(dir.join(folder::NAME)));
    }
    let redb = begin(site, &draft)?;
    initialize(&redb)?;
    match draft.finish(Place::Free) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(StoreError::Exists(dir.clone())),
        finished => finished.map(|()| Guarded::new(writable(redb, site))).map_err(StoreError::from),
    }
}

/// The path at which the index is written until it is complete.
pub(super) fn draft_path(dir: &Path) -> PathBuf {
    dir.join(format!("{NAME}.new"))
}

/// An empty file for an index, which replaces the remains of a crash.
pub(super) fn draft(site: &Site) -> Result<Draft, StoreError> {
    let Site { dir, disk, .. } = site;
    let draft = disk.draft_for_one(&draft_path(dir), &path(dir), Secrecy::Secret)?;
    draft.ok_or_else(|| StoreError::InUse(dir.clone()))
}

/// Makes an empty index in the draft.
pub(super) fn begin(site: &Site, draft: &Draft) -> Result<redb::Database, StoreError> {
    site.begin(draft).map_err(|error| refused(&site.dir, error))
}

/// Removes the name under which the index was made, if it still exists: a crash of [`create`] leaves it.
///
/// The caller has the index open, so that no other process is creating it.
pub(super) fn remove_second_name(site: &Site) -> Result<(), StoreError> {
    let (name, second) = (path(&site.dir), draft_path(&site.dir));
    match is_same(&name, &second) {
        Ok(true) => Ok(site.disk.remove(&second)?),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

fn is_same(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (fs::symlink_metadata(one)?, fs::symlink_metadata(other)?);
    Ok(cfg!(unix) && is_same_file(&one, &other))
}

/// The open store: the index with the rounds next to it.
pub(super) fn writable(redb: redb::Database, site: &Site) -> Database {
    Database { redb, folder: Folder::of(site), read_only: false }
}

fn require(dir: &Path) -> Result<(), StoreError> {
    match fs::metadata(path(dir)) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(StoreError::NoChain(dir.to_path_buf())),
        Err(error) => Err(error.into()),
    }
}

fn refused(dir: &Path, error: DatabaseError) -> StoreError {
    match error {
        DatabaseError::DatabaseAlreadyOpen => StoreError::InUse(dir.to_path_buf()),
        DatabaseError::UpgradeRequired(version) => StoreError::Foreign {
            path: path(dir),
            reason: format!("its database format is version {version}"),
        },
        DatabaseError::Storage(redb::StorageError::Io(error))
            if error.kind() == io::ErrorKind::InvalidData =>
        {
            StoreError::Foreign { path: path(dir), reason: error.to_string() }
        }
        other => redb::Error::from(other).into(),
    }
}
