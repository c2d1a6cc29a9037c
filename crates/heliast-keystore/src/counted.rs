//! The file of a key that may answer only a few inputs: its answers are listed in the file itself.
//!
//! `sl-vrf-paper` breaks when it answers a few hundred inputs, so its key file lists them (`spec/vrf.md`) and
//! is written anew for each input, before the answer is released. A [`CountedFile`] does that in such a way
//! that neither a crash nor a second process removes an answer from the list:
//!
//! - the new file is written next to the old one, synced, and renamed, and then the directory is synced.
//!   After a crash there is either the old list, and nothing was released, or the new one;
//! - a process that reads the list to write it has the lock on the file. A rename leaves the lock on the old
//!   file. So a process that has waited for that lock checks whether the file still has the name, and
//!   otherwise waits for the lock on the file that has it.
//!
//! A copy of the file is another list, and all answers of all copies weaken the key. This type cannot detect
//! copies: a [`Tally`](crate::Tally) in addition to it can.

use crate::{
    Error,
    error::At,
    identity::FileId,
    process::Process,
    secret::{open_private, read_all},
};
use heliast_disk::{Disk, Lock, Secrecy, draft_path};
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

/// The file of a key whose answers are counted, locked.
pub struct CountedFile {
    path: PathBuf,
    /// The lock, which is kept as long as this value lives.
    lock: Lock,
    disk: Disk,
}

impl CountedFile {
    /// Waits until nobody else has the file. It must be a regular file that only its owner can access.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Damaged`] if it is not a regular file,
    /// [`Refusal::Shared`](crate::Refusal::Shared).
    pub fn lock(path: &Path) -> Result<CountedFile, Error> {
        CountedFile::lock_on(Disk::default(), path)
    }

    fn lock_on(disk: Disk, path: &Path) -> Result<CountedFile, Error> {
        loop {
            let file = open_private(path)?;
            file.lock().at(path)?;
            let lock = Lock::of(file);
            if has_name(&lock, path)? {
                // A writer that was killed may have left its draft, with the secret in it. Writers have the
                // lock, so nobody needs the draft. If it cannot be removed, a later write reports that.
                let _ = disk.remove(&draft_path(path));
                return Ok(CountedFile { path: path.to_owned(), lock, disk });
            }
        }
    }

    /// Reads its content, at most `limit` bytes.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Damaged`] if it is longer.
    pub fn read(&mut self, limit: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
        read_all(&self.path, self.lock.file(), limit)
    }

    /// Replaces the content by `bytes`, durably. This consumes the lock, because it is not a lock on the new
    /// file.
    ///
    /// # Errors
    /// [`Error::Io`], also if another key was put there in the meantime. Then nothing may be released, and
    /// the file has `bytes` or its previous content. A refusal in a copy of the process that locked the file,
    /// because the copy has the lock as well.
    pub fn replace(self, bytes: &[u8]) -> Result<(), Error> {
        Process::of(&self.lock).check(&self.path)?;
        if !has_name(&self.lock, &self.path)? {
            return Err(io::Error::other("another file was put into its place")).at(&self.path);
        }
        Ok(self.disk.replace(&self.path, Secrecy::Secret, bytes)?)
    }
}

/// Whether the open file is the one at `path`.
fn has_name(file: &Lock, path: &Path) -> Result<bool, Error> {
    let (open, named) = (file.metadata().at(path)?, fs::symlink_metadata(path).at(path)?);
    Ok(FileId::of(&open) == FileId::of(&named))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_disk::recorder::{Fault, Loss, Recorder};
    use std::{io::Write, thread};

    const LIMIT: usize = 1 << 16;

    fn key_file(bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("key");
        Disk::default().replace(&path, Secrecy::Secret, bytes).unwrap();
        (dir, path)
    }

    #[test]
    fn a_file_that_was_put_into_its_place_is_left_alone() {
        let (_dir, path) = key_file(b"one\n");
        let file = CountedFile::lock(&path).unwrap();
        Disk::default().replace(&path, Secrecy::Secret, b"another key\n").unwrap();
        assert!(file.replace(b"one\ntwo\n").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"another key\n");
    }

    /// Adds a line and returns the list, as a program does with such a file.
    fn append(disk: Disk, path: &Path, line: u32) -> Result<(), Error> {
        let mut file = CountedFile::lock_on(disk, path)?;
        let mut list = file.read(LIMIT)?;
        writeln!(list, "{line}").unwrap();
        file.replace(&list)
    }

    fn lines(path: &Path) -> Vec<u32> {
        fs::read_to_string(path).unwrap().lines().map(|line| line.parse().unwrap()).collect()
    }

    #[test]
    fn no_line_is_lost_among_many_writers() {
        const WRITERS: u32 = 8;
        const LINES: u32 = 25;
        let (_dir, path) = key_file(b"");
        thread::scope(|scope| {
            for writer in 0..WRITERS {
                let path = &path;
                scope.spawn(move || {
                    for line in 0..LINES {
                        append(Disk::default(), path, writer * LINES + line).unwrap();
                    }
                });
            }
        });
        let mut found = lines(&path);
        found.sort_unstable();
        assert!(found.into_iter().eq(0..WRITERS * LINES));
    }

    #[test]
    fn a_crash_leaves_the_old_list_or_the_new_one() {
        let (_dir, path) = key_file(b"");
        let mut released = Vec::new();
        let mut crashes = 0;
        for line in 0.. {
            let recorder = Recorder::default();
            recorder.set_fault(Some(Fault::EndAfter(line.into())));
            let before = lines(&path);
            let outcome = append(recorder.disk(), &path, line);
            recorder.crash(Loss::Lost).unwrap();
            let after = lines(&path);
            assert!(after == before || after == [&before[..], &[line]].concat(), "{before:?}, {after:?}");
            match outcome {
                Ok(()) => {
                    released.push(line);
                    assert_eq!(after.last(), Some(&line));
                    break;
                }
                Err(_) => crashes += 1,
            }
            // A draft that was left does not disturb the next writer, and a process that only reads removes
            // it.
            drop(CountedFile::lock(&path).unwrap());
            assert!(!draft_path(&path).exists());
            append(Disk::default(), &path, 100 + line).unwrap();
            released.push(100 + line);
            assert!(released.iter().all(|line| lines(&path).contains(line)));
        }
        assert_eq!(crashes, 6, "effects of a replacement, and the removal of a draft before it");
    }

    #[cfg(unix)]
    #[test]
    fn only_files_that_others_can_not_read_are_taken() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let (dir, path) = key_file(b"");
        let link = dir.path().join("link");
        symlink(&path, &link).unwrap();
        assert!(matches!(CountedFile::lock(&link), Err(Error::Damaged { .. })));
        assert!(matches!(CountedFile::lock(dir.path()), Err(Error::Damaged { .. })));
        assert!(matches!(CountedFile::lock(&dir.path().join("none")), Err(Error::Io { .. })));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let shared = CountedFile::lock(&path).map(|_| ());
        assert!(matches!(shared, Err(Error::Refused(crate::Refusal::Shared { mode: 0o640, .. }))));
    }

    #[test]
    fn what_is_far_too_long_is_not_read() {
        let (_dir, path) = key_file(&[b'x'; 100]);
        assert_eq!(CountedFile::lock(&path).unwrap().read(100).unwrap().len(), 100);
        assert!(matches!(CountedFile::lock(&path).unwrap().read(99), Err(Error::Damaged { .. })));
    }
}
