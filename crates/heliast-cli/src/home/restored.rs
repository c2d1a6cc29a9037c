//! A data directory from a backup: made under another name next to its target, and renamed when it is
//! complete.

use super::{KEYS, create_private_dir, directory::lock};
use crate::{
    failure::{Code, Failure},
    files::{AtomicFile, Secrecy, unwritable},
};
use heliast::{Chain, Round, Verified};
use heliast_disk::Disk;
use heliast_keystore::{DirLock, Prepared};
use heliast_store::Store;
use std::{
    env,
    fs::{self, DirEntry},
    io,
    path::{Path, PathBuf},
};

/// The new directory before it has its final name.
pub struct Restored {
    target: PathBuf,
    draft: PathBuf,
    store: Store,
    /// The locks of the draft and of a target that exists.
    locks: Vec<DirLock>,
}

impl Restored {
    /// Begins to restore in place of an empty directory; removes the remains of an earlier attempt.
    pub fn begin(target: &Path, chain: &Chain) -> Result<Restored, Failure> {
        let is_other =
            |entry: io::Result<DirEntry>| entry.is_ok_and(|entry| entry.file_name() != DirLock::FILE);
        let is_taken = match fs::read_dir(target) {
            Ok(mut entries) => entries.any(is_other),
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        };
        if is_taken {
            let message = format_args!("{} is there already, and not empty", target.display());
            return Err(Failure::new(Code::Refused, message)
                .hint("give --data a new directory; what is there is never replaced"));
        }
        let target = &place(target)?;
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(".restoring");
        let draft = target.with_file_name(name);
        create_private_dir(&draft)?;
        let mut locks = vec![lock(&draft)?];
        if target.exists() {
            locks.push(lock(target)?);
        }
        for entry in fs::read_dir(&draft).map_err(|error| unwritable(&draft, &error))?.flatten() {
            if entry.file_name() != DirLock::FILE {
                remove(&entry).map_err(|error| unwritable(&entry.path(), &error))?;
            }
        }
        let store = Store::create(&draft, chain)?;
        Ok(Restored { target: target.to_owned(), draft, store, locks })
    }

    /// Appends the next round.
    pub fn append(&self, round: &Verified<Round>) -> Result<(), Failure> {
        Ok(self.store.append(round)?)
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        self.store.chain()
    }

    /// The bytes of a restored round.
    pub fn round(&self, number: u64) -> Result<Option<Vec<u8>>, Failure> {
        Ok(self.store.round(number)?)
    }

    /// Gives the directory its keys, its name, and the right to use them.
    pub fn finish(self, keys: &[u8], right: Prepared) -> Result<(), Failure> {
        let Restored { target, draft, store, locks } = self;
        AtomicFile::write_all_to(&draft.join(KEYS), Secrecy::Secret, true, keys)?;
        if locks.len() > 1 {
            // The lock is the only file there.
            fs::remove_file(target.join(DirLock::FILE)).map_err(|error| unwritable(&target, &error))?;
        }
        Disk::default().rename(&draft, &target)?;
        right.take(store.last())?;
        drop(locks);
        Ok(())
    }
}

/// The canonical path of the directory, which must be replaceable: not `.`, and not the mount point of a
/// disk.
fn place(target: &Path) -> Result<PathBuf, Failure> {
    let place = match target.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => target.to_owned(),
        place => place.map_err(|error| unwritable(target, &error))?,
    };
    let refused = |why| {
        let message =
            format_args!("{} {why}, so that no restored directory can take its place", target.display());
        Err(Failure::new(Code::Refused, message).hint("restore into a new directory below it"))
    };
    if place.file_name().is_none() {
        return refused("has no name beside others");
    }
    if env::current_dir().and_then(|dir| dir.canonicalize()).is_ok_and(|dir| dir == place) {
        return refused("is the directory that you are in");
    }
    match is_mounted(&place).map_err(|error| unwritable(target, &error))? {
        true => refused("is where a disk is mounted"),
        false => Ok(place),
    }
}

/// Whether something is mounted on an existing directory: another disk or, according to the list of mounts, a
/// folder of the same disk.
#[cfg(unix)]
fn is_mounted(dir: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    if !dir.exists() {
        return Ok(false);
    }
    let listed = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let is_it = |line: &str| line.split(' ').nth(4).is_some_and(|place| Path::new(place) == dir);
    Ok(fs::metadata(dir)?.dev() != fs::metadata(dir.join(".."))?.dev() || listed.lines().any(is_it))
}

#[cfg(not(unix))]
fn is_mounted(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Removes a file, or a directory with its contents; of a link only the link itself.
fn remove(entry: &DirEntry) -> io::Result<()> {
    match entry.file_type()?.is_dir() {
        true => fs::remove_dir_all(entry.path()),
        false => fs::remove_file(entry.path()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_no_directory_can_take_is_refused_before_anything_is_made() {
        let dir = tempfile::tempdir().unwrap();
        let real = dir.path().canonicalize().unwrap();
        assert_eq!(place(dir.path()).unwrap(), real, "an empty directory gives way");
        assert_eq!(place(&dir.path().join("new")).unwrap(), dir.path().join("new"));
        let mut refused = vec![("/", "has no name"), (".", "is the directory that you are in")];
        if cfg!(target_os = "linux") {
            refused.push(("/proc", "is where a disk is mounted"));
        }
        for (target, why) in refused {
            let failure = place(Path::new(target)).unwrap_err();
            assert_eq!(failure.code(), Code::Refused);
            assert!(failure.to_string().contains(why), "{failure}");
        }
    }
}
