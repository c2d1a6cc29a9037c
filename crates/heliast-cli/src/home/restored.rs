//! A data directory that comes out of a backup: made beside its place, and put there when it is whole.

use super::{
    KEYS, create_private_dir,
    directory::{LOCK, lock},
};
use crate::{
    failure::{Code, Failure},
    files::{self, AtomicFile, Secrecy, unwritable},
};
use heliast::{Chain, Round, Verified};
use heliast_keystore::{Claim, Settings};
use heliast_node::Store;
use std::{
    fs::{self, DirEntry, File},
    io,
    path::{Path, PathBuf},
};

/// The directory before it has its name.
pub struct Restored {
    target: PathBuf,
    draft: PathBuf,
    store: Store,
    /// The draft's, and those of a target that is there.
    locks: Vec<File>,
}

impl Restored {
    /// Begins in the place of a directory that holds nothing yet; what an earlier restore left is removed.
    pub fn begin(target: &Path, chain: &Chain) -> Result<Restored, Failure> {
        let is_other = |entry: io::Result<DirEntry>| entry.is_ok_and(|entry| entry.file_name() != LOCK);
        let is_taken = match fs::read_dir(target) {
            Ok(mut entries) => entries.any(is_other),
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        };
        if is_taken {
            let message = format_args!("{} is there already, and not empty", target.display());
            return Err(Failure::new(Code::Refused, message)
                .hint("give --data a new directory; what is there is never replaced"));
        }
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(".restoring");
        let draft = target.with_file_name(name);
        create_private_dir(&draft)?;
        let mut locks = vec![lock(&draft)?];
        if target.exists() {
            locks.push(lock(target)?);
        }
        for entry in fs::read_dir(&draft).map_err(|error| unwritable(&draft, &error))?.flatten() {
            if entry.file_name() != LOCK {
                remove(&entry).map_err(|error| unwritable(&entry.path(), &error))?;
            }
        }
        let store = Store::create(&draft, chain)?;
        Ok(Restored { target: target.to_owned(), draft, store, locks })
    }

    /// The next round.
    pub fn append(&self, round: &Verified<Round>) -> Result<(), Failure> {
        Ok(self.store.append(round)?)
    }

    /// Gives the directory its keys, its name, and the right to use them.
    pub fn finish(self, keys: &[u8], settings: &Settings) -> Result<(), Failure> {
        let Restored { target, draft, store, locks } = self;
        AtomicFile::write_all_to(&draft.join(KEYS), Secrecy::Secret, true, keys)?;
        if locks.len() > 1 {
            // It is all that is there.
            fs::remove_file(target.join(LOCK)).map_err(|error| unwritable(&target, &error))?;
        }
        fs::rename(&draft, &target)
            .and_then(|()| files::sync_parent(&target))
            .map_err(|error| unwritable(&target, &error))?;
        Claim::take(&target, store.chain().id(), settings, store.last())?;
        drop(locks);
        Ok(())
    }
}

/// Removes a file, or a directory with all that is in it; of a link only itself.
fn remove(entry: &DirEntry) -> io::Result<()> {
    match entry.file_type()?.is_dir() {
        true => fs::remove_dir_all(entry.path()),
        false => fs::remove_file(entry.path()),
    }
}
