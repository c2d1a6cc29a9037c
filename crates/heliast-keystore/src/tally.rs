//! The answers of a key that counts them, on this machine, for all files of the key.
//!
//! A [`CountedFile`](crate::CountedFile) lists the answers of its key, but a copy of the file, another name
//! for it or a restored old version has another list. So the same list is also kept under the key's public
//! key in the directory of the witnesses of trees, and an answer in either list counts. An answer is released
//! when both lists have it. A copy on another machine, or with other witnesses, counts its own answers, and
//! those that it had when it was copied.

use crate::{
    Error, Settings,
    error::Refusal,
    frame::{self, Kind},
    home::{has_one_name, is_not_a_link},
    process::Process,
};
use heliast_disk::{Disk, Lock, Secrecy};
use sha2::{Digest, Sha256};
use std::{io, path::PathBuf};

/// The greatest length of a list. Keys that count answer only a few inputs.
const MAX_FILE: usize = 64 << 10;

/// The list of a key's answers on this machine, locked.
pub struct Tally {
    path: PathBuf,
    /// SHA-256 of the public key.
    key: [u8; 32],
    answers: Vec<[u8; 32]>,
    disk: Disk,
    lock: Lock,
}

impl Tally {
    /// Waits until nobody else has the list of the key with this public key, which may be empty.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Damaged`] if it is not a list of this key; a refusal if it is a link.
    pub fn open(settings: &Settings, public_key: &[u8]) -> Result<Tally, Error> {
        Tally::open_on(Disk::default(), settings, public_key)
    }

    fn open_on(disk: Disk, settings: &Settings, public_key: &[u8]) -> Result<Tally, Error> {
        let dir = &settings.witnesses;
        disk.create_dir(dir)?;
        is_not_a_link(dir)?;
        let key: [u8; 32] = Sha256::digest(public_key).into();
        let path = dir.join(format!("{}.answers", hex::encode(key)));
        let lock_path = path.with_extension("answers.lock");
        for path in [&path, &lock_path, &path.with_extension("answers.turn")] {
            has_one_name(path)?;
        }
        let lock = Lock::wait(&lock_path)?;
        let mut tally = Tally { path, key, answers: vec![], disk, lock };
        tally.answers = tally.read()?;
        Ok(tally)
    }

    /// The answers of the key, each as 32 bytes.
    pub fn answers(&self) -> &[[u8; 32]] {
        &self.answers
    }

    /// Makes `answers` the list, durably.
    ///
    /// # Errors
    /// [`Error::Io`]; then it is the old list or the new one. A refusal in a copy of the process that opened
    /// it, and if another process has written it in the meantime, since copies share the lock.
    pub fn replace(&mut self, answers: &[[u8; 32]]) -> Result<(), Error> {
        Process::of(&self.lock).check(&self.path)?;
        let turn = self.path.with_extension("answers.turn");
        let _turn = Lock::take(&turn)?.ok_or_else(|| Refusal::InUse(self.path.clone()))?;
        if self.read()? != self.answers {
            return Err(Refusal::Overtaken { path: self.path.clone() }.into());
        }
        let body = [&self.key[..], answers.as_flattened()].concat();
        self.disk.replace(&self.path, Secrecy::Secret, &frame::seal(Kind::Answers, &body))?;
        self.answers = answers.to_vec();
        Ok(())
    }

    fn read(&self) -> Result<Vec<[u8; 32]>, Error> {
        let damaged = |what: &str| Error::damaged(&self.path, what);
        let bytes = match self.disk.read(&self.path, MAX_FILE) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                return Err(damaged("it is far too long"));
            }
            bytes => bytes?,
        };
        let body = frame::open(Kind::Answers, &bytes).map_err(|why| Error::damaged(&self.path, why))?;
        match body.as_chunks::<32>() {
            ([key, answers @ ..], []) if *key == self.key => Ok(answers.to_vec()),
            _ => Err(damaged("it is not a list of this key's answers")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HostId;
    use heliast_disk::recorder::{Fault, Loss, Recorder};
    use std::{fs, num::NonZero, thread};

    const KEY: &[u8] = b"a public key";

    fn settings(dir: &tempfile::TempDir) -> Settings {
        let host = HostId::of_id(b"this machine");
        Settings { witnesses: dir.path().join("keys"), host, threads: NonZero::<usize>::MIN }
    }

    /// Adds an answer, as a program does.
    fn add(disk: Disk, settings: &Settings, answer: u8) -> Result<(), Error> {
        let mut tally = Tally::open_on(disk, settings, KEY)?;
        let answers = [tally.answers(), &[[answer; 32]]].concat();
        tally.replace(&answers)
    }

    fn list(settings: &Settings) -> Vec<u8> {
        Tally::open(settings, KEY).unwrap().answers().iter().map(|answer| answer[0]).collect()
    }

    fn path(settings: &Settings) -> PathBuf {
        settings.witnesses.join(format!("{}.answers", hex::encode(Sha256::digest(KEY))))
    }

    #[test]
    fn each_key_has_a_list_of_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let settings = settings(&dir);
        assert!(list(&settings).is_empty());
        add(Disk::default(), &settings, 1).unwrap();
        add(Disk::default(), &settings, 2).unwrap();
        assert_eq!(list(&settings), [1, 2]);
        assert!(Tally::open(&settings, b"another public key").unwrap().answers().is_empty());
    }

    #[test]
    fn no_answer_is_lost_among_many_writers() {
        let dir = tempfile::tempdir().unwrap();
        let settings = settings(&dir);
        thread::scope(|scope| {
            for answer in 0..32 {
                let settings = &settings;
                scope.spawn(move || add(Disk::default(), settings, answer).unwrap());
            }
        });
        let mut found = list(&settings);
        found.sort_unstable();
        assert!(found.into_iter().eq(0..32));
    }

    #[test]
    fn a_crash_leaves_the_old_list_or_the_new_one() {
        let dir = tempfile::tempdir().unwrap();
        let settings = settings(&dir);
        add(Disk::default(), &settings, 0).unwrap();
        let mut crashes = 0;
        loop {
            let (recorder, before) = (Recorder::default(), list(&settings));
            recorder.set_fault(Some(Fault::EndAfter(crashes)));
            let outcome = add(recorder.disk(), &settings, 7);
            recorder.crash(Loss::Lost).unwrap();
            let after = list(&settings);
            assert!(after == before || after == [&before[..], &[7]].concat(), "{before:?}, {after:?}");
            if outcome.is_ok() {
                assert_ne!(after, before);
                break;
            }
            crashes += 1;
        }
        assert!(crashes >= 5, "effects of a replacement");
    }

    #[test]
    fn a_list_that_does_not_fit_the_key_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let settings = settings(&dir);
        add(Disk::default(), &settings, 1).unwrap();
        let whole = fs::read(path(&settings)).unwrap();
        let other = [&[9; 32][..], &[1; 32]].concat();
        let part = [&Sha256::digest(KEY)[..], &[1; 31]].concat();
        let mut bad = vec![
            vec![],
            whole[..whole.len() - 1].to_vec(),
            vec![0; MAX_FILE + 1],
            frame::seal(Kind::Mark, &whole[16..80]),
            frame::seal(Kind::Answers, &other),
            frame::seal(Kind::Answers, &part),
            frame::seal(Kind::Answers, b""),
        ];
        bad.extend((0..whole.len()).map(|at| {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            bytes
        }));
        for bytes in bad {
            fs::write(path(&settings), &bytes).unwrap();
            assert!(
                matches!(Tally::open(&settings, KEY), Err(Error::Damaged { .. })),
                "{} bytes",
                bytes.len()
            );
        }
        fs::write(path(&settings), &whole).unwrap();
        assert_eq!(list(&settings), [1]);
    }

    #[cfg(unix)]
    #[test]
    fn lists_on_links_are_refused() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let settings = settings(&dir);
        add(Disk::default(), &settings, 1).unwrap();
        let refused = |settings: &Settings| {
            matches!(Tally::open(settings, KEY), Err(Error::Refused(Refusal::Linked { .. })))
        };
        let aside = dir.path().join("aside");
        fs::hard_link(path(&settings), &aside).unwrap();
        assert!(refused(&settings));
        fs::remove_file(path(&settings)).unwrap();
        symlink(&aside, path(&settings)).unwrap();
        assert!(refused(&settings));
        fs::remove_file(path(&settings)).unwrap();
        assert!(list(&settings).is_empty());
        let link = dir.path().join("link");
        symlink(&settings.witnesses, &link).unwrap();
        assert!(refused(&Settings { witnesses: link, ..settings.clone() }));
    }
}
