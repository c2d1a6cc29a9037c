//! Drafts: a file has a temporary name until it is complete.
//!
//! A process that is killed leaves its draft behind, and the next one that writes the same file removes it.
//! It must not remove the draft of a process that is still writing:
//!
//! 1. The maker of a draft locks it, and keeps it locked and open until it has its final name. The system
//!    releases the lock when the process ends, however it ends.
//! 2. A process that finds a draft of the same target tries to lock it, and removes it only if it gets the
//!    lock. Then the maker has ended, or has renamed the draft, or has not locked it yet.
//! 3. If the maker has ended, nobody misses the draft. If it was renamed, its name is gone and nothing is
//!    removed. If it was not locked yet, its maker finds it locked, or finds that the name is gone, and
//!    makes another one. A maker that has the lock and whose draft still has its name is safe from then on,
//!    because nobody else can have the lock.
//! 4. Names are random and never replace a file, so that no name is used twice: the file that is removed by
//!    name is the one that was locked, and never the target, though both may be the same file.
//!
//! If a file system has no locks, nothing is removed. Files that cannot be opened or are not regular stay.

use super::{is_same_file, options::Secrecy};
use crate::failure::{Code, Failure};
use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
};

/// Digits of the random part of a name.
const DIGITS: usize = 16;
const END: &str = ".tmp";
/// The number of attempts to make a draft, if others remove it before it is locked.
const ATTEMPTS: usize = 100;

/// A draft that this process writes. Dropping it removes its name.
pub struct Draft {
    pub file: File,
    pub path: PathBuf,
}

impl Draft {
    /// Makes a draft of `target` in the same directory, so that renaming does not cross file
    /// systems. It is a new file, and nobody else can ever read a secret one.
    pub fn create(target: &Path, secrecy: Secrecy) -> Result<Draft, Failure> {
        let name = name_of(target)?;
        for _ in 0..ATTEMPTS {
            let path = target.with_file_name(draft_name(name)?);
            if let Some(draft) =
                Draft::at(path, secrecy).map_err(|error| super::unwritable(target, &error))?
            {
                return Ok(draft);
            }
        }
        let error = io::Error::other("other processes remove what is being written");
        Err(super::unwritable(target, &error))
    }

    /// Makes a draft with this name, unless another process removes it at once.
    fn at(path: PathBuf, secrecy: Secrecy) -> io::Result<Option<Draft>> {
        let file = secrecy.options().open(&path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Ok(None);
        }
        let draft = Draft { file, path };
        let is_named = match fs::symlink_metadata(&draft.path) {
            Ok(named) => is_same_file(&named, &draft.file.metadata()?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(error),
        };
        Ok(is_named.then_some(draft))
    }
}

impl Drop for Draft {
    /// After a rename the name is already gone.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes the drafts of `target` that killed processes left. A draft that cannot be removed stays,
/// without harm.
pub fn sweep(target: &Path) {
    let Ok(name) = name_of(target) else { return };
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(parent.unwrap_or(Path::new("."))) else { return };
    for entry in entries.flatten() {
        if is_draft_of(&entry.file_name(), name) && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_if_abandoned(&entry.path());
        }
    }
}

fn remove_if_abandoned(path: &Path) {
    let Ok(file) = OpenOptions::new().read(true).write(true).open(path) else { return };
    if file.try_lock().is_ok() {
        let _ = fs::remove_file(path);
    }
}

fn name_of(target: &Path) -> Result<&OsStr, Failure> {
    let names_none = || Failure::new(Code::Usage, format_args!("{} names no file", target.display()));
    target.file_name().ok_or_else(names_none)
}

/// `.NAME.0123456789abcdef.tmp`
fn draft_name(name: &OsStr) -> Result<OsString, Failure> {
    let mut random = [0; DIGITS / 2];
    getrandom::fill(&mut random).map_err(|error| Failure::new(Code::Internal, error))?;
    let mut draft = OsString::from(".");
    draft.push(name);
    draft.push(format!(".{}{END}", hex::encode(random)));
    Ok(draft)
}

fn is_draft_of(found: &OsStr, name: &OsStr) -> bool {
    let random = found.as_encoded_bytes().strip_prefix(b".").and_then(|rest| {
        rest.strip_prefix(name.as_encoded_bytes())?.strip_prefix(b".")?.strip_suffix(END.as_bytes())
    });
    random.is_some_and(|random| {
        random.len() == DIGITS && random.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{io::Write, mem::ManuallyDrop};

    fn names(dir: &Path) -> Vec<String> {
        let entries = fs::read_dir(dir).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Has the effect of a kill on a draft: its file is closed, its name stays.
    fn kill(draft: Draft) {
        let mut draft = ManuallyDrop::new(draft);
        draft.file = File::open("/dev/null").unwrap();
    }

    #[test]
    fn drafts_of_the_dead_are_removed_at_every_stage() {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("proof");
        let stages: [fn(&mut Draft, &Path); 4] = [
            |_, _| (),
            |draft, _| draft.file.write_all(b"begun").unwrap(),
            |draft, _| draft.file.sync_all().unwrap(),
            |draft, target| fs::hard_link(&draft.path, target).unwrap(),
        ];
        for stage in stages {
            let mut draft = Draft::create(&target, Secrecy::Secret).unwrap();
            stage(&mut draft, &target);
            kill(draft);
            let left = names(place.path());
            assert!(left[0].starts_with(".proof."), "{left:?}");
            sweep(&target);
            let placed = left.len() == 2;
            assert_eq!(names(place.path()), if placed { vec!["proof"] } else { vec![] });
        }
    }

    #[test]
    fn drafts_of_the_living_stay() {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("proof");
        let mut draft = Draft::create(&target, Secrecy::Public).unwrap();
        draft.file.write_all(b"whole").unwrap();
        sweep(&target);
        fs::rename(&draft.path, &target).unwrap();
        sweep(&target);
        assert_eq!(fs::read(&target).unwrap(), b"whole");
    }

    #[test]
    fn other_names_stay() {
        let place = tempfile::tempdir().unwrap();
        let others = [
            ".other.0123456789abcdef.tmp",
            ".proof.0123456789ABCDEF.tmp",
            ".proof.0123456789abcde.tmp",
            ".proof.0123456789abcdef.tmp2",
            ".proof.checkpoint.0123456789abcdef.tmp",
            "proof.0123456789abcdef.tmp",
        ];
        others.iter().for_each(|name| fs::write(place.path().join(name), b"").unwrap());
        fs::create_dir(place.path().join(".proof.0000000000000000.tmp")).unwrap();
        let before = names(place.path());
        sweep(&place.path().join("proof"));
        assert_eq!(names(place.path()), before);
        sweep(&place.path().join("proof.checkpoint"));
        assert_eq!(names(place.path()).len(), before.len() - 1);
    }

    /// Makers and sweepers at the same time: no maker loses its draft.
    #[test]
    fn nobody_removes_what_another_is_writing() {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("proof");
        std::thread::scope(|scope| {
            for thread in 0..4u8 {
                let target = &target;
                scope.spawn(move || {
                    for round in 0..100u8 {
                        sweep(target);
                        let mut draft = Draft::create(target, Secrecy::Public).unwrap();
                        draft.file.write_all(&[thread, round]).unwrap();
                        fs::rename(&draft.path, target).unwrap();
                    }
                });
            }
        });
        assert_eq!(names(place.path()), ["proof"]);
        assert_eq!(fs::read(&target).unwrap()[1], 99);
    }
}
