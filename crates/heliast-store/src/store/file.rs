//! The store's index file: its place, its mode, its lock.

use super::{
    database::Database,
    error::StoreError,
    folder::{self, Directory, Folder},
    guard::Guarded,
    overlay::Overlay,
    private,
};
use redb::DatabaseError;
use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The file's name in the data directory.
pub(super) const NAME: &str = "chain.redb";
const CACHE_BYTES: usize = 64 << 20;

pub(super) fn path(dir: &Path) -> PathBuf {
    dir.join(NAME)
}

pub(super) fn open(dir: &Path) -> Result<Guarded<Database>, StoreError> {
    require(dir)?;
    let redb = builder().open(path(dir)).map_err(|error| refused(dir, error))?;
    Ok(Guarded::new(writable(redb, dir)))
}

pub(super) fn open_read_only(dir: &Path) -> Result<Guarded<Database>, StoreError> {
    require(dir)?;
    let Some(overlay) = Overlay::open(&path(dir))? else { return Err(StoreError::InUse(dir.to_path_buf())) };
    let redb = builder().create_with_backend(overlay).map_err(|error| refused(dir, error))?;
    Ok(Guarded::new(Database { redb, folder: Arc::new(Directory::of(dir)), read_only: true }))
}

/// Makes the file under another name and links it to its own when `initialize` is durable, so that
/// a crash leaves a whole file or none. The link fails if the file exists; the lock on the first
/// name keeps a second process out.
pub(super) fn create(
    dir: &Path,
    initialize: impl FnOnce(&redb::Database) -> Result<(), StoreError>,
) -> Result<Guarded<Database>, StoreError> {
    if path(dir).exists() {
        return Err(StoreError::Exists(dir.to_path_buf()));
    }
    private::create_directory(dir)?;
    let redb = draft(dir)?;
    if !Directory::of(dir).files()?.is_empty() {
        fs::remove_file(draft_path(dir))?;
        return Err(StoreError::Leftover(dir.join(folder::NAME)));
    }
    initialize(&redb)?;
    let linked = fs::hard_link(draft_path(dir), path(dir));
    fs::remove_file(draft_path(dir))?;
    match linked {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(StoreError::Exists(dir.to_path_buf()))
        }
        Err(error) => Err(error.into()),
        Ok(()) => {
            File::open(dir)?.sync_all()?;
            Ok(Guarded::new(writable(redb, dir)))
        }
    }
}

/// The path at which the index is written until it is whole.
pub(super) fn draft_path(dir: &Path) -> PathBuf {
    dir.join(format!("{NAME}.new"))
}

/// An empty index under another name, in the place of what a crash left there.
pub(super) fn draft(dir: &Path) -> Result<redb::Database, StoreError> {
    let draft = draft_path(dir);
    let file = loop {
        let file = private::options().read(true).write(true).create(true).truncate(false).open(&draft)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(dir.to_path_buf())),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        if is_only_name(&file, &draft)? {
            break file;
        }
        // A crash left this second name of a chain, wherever its first is now: only the name goes.
        match fs::remove_file(&draft) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    };
    file.set_len(0)?;
    builder().create_file(file).map_err(|error| refused(dir, error))
}

/// Removes the name under which the index was made, if it still has it: a crash of [`create`] leaves it.
///
/// The caller has the index open, so that no other process is creating it.
pub(super) fn remove_second_name(dir: &Path) -> io::Result<()> {
    match is_same_file(&path(dir), &draft_path(dir)) {
        Ok(true) => fs::remove_file(draft_path(dir)),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (one, other) = (fs::symlink_metadata(one)?, fs::symlink_metadata(other)?);
    Ok((one.dev(), one.ino()) == (other.dev(), other.ino()))
}

#[cfg(not(unix))]
fn is_same_file(_: &Path, _: &Path) -> io::Result<bool> {
    Ok(false)
}

/// The index with the rounds next to it.
pub(super) fn writable(redb: redb::Database, dir: &Path) -> Database {
    Database { redb, folder: Arc::new(Directory::of(dir)), read_only: false }
}

pub(super) fn builder() -> redb::Builder {
    let mut builder = redb::Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
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

/// Whether an open file still has this name, and no other.
#[cfg(unix)]
fn is_only_name(file: &File, name: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let open = file.metadata()?;
    let named = match fs::symlink_metadata(name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        named => named?,
    };
    Ok(open.nlink() == 1 && (open.dev(), open.ino()) == (named.dev(), named.ino()))
}

#[cfg(not(unix))]
fn is_only_name(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}
