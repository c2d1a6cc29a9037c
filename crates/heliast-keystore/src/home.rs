//! The places of a key: its directory, the witness outside it, and the locks on both.

use crate::{
    Error,
    error::{At, Refusal},
    identity::{FileId, HostId},
    process::Process,
};
use heliast_disk::{Disk, Lock, draft_path, excess_mode, has_other_names};
use heliast_vrf::stateful::PublicKey;
use sha2::{Digest, Sha256};
use std::{
    env, fs, io,
    num::NonZero,
    path::{Path, PathBuf},
    thread,
};

const LOCK: &str = "lock";
/// The file that every key's directory has.
pub(crate) const SECRET: &str = "secret";
const MARKS: &str = "marks";

/// The settings of stores: witnesses, computer and threads.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The directory of the witnesses, the same for all programs that might use a key. It must be outside the
    /// keys' directories, and must not be backed up and restored with them: a witness that is restored
    /// together with its key is useless. Within a key's own directory it is refused.
    pub witnesses: PathBuf,
    /// This computer.
    pub host: HostId,
    /// The number of threads for work whose result is waited for.
    pub threads: NonZero<usize>,
}

impl Settings {
    /// The settings of a user: witnesses in `$XDG_STATE_HOME/heliast/keys`, by default
    /// `~/.local/state/heliast/keys`, and all cores.
    ///
    /// # Errors
    /// [`Error::NoHome`] if the environment does not name a directory of the user.
    pub fn of_user() -> Result<Settings, Error> {
        let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")));
        Ok(Settings::with_witnesses(state.ok_or(Error::NoHome)?.join("heliast").join("keys")))
    }

    /// The settings of a user who keeps the witnesses in this directory: this computer, and all cores.
    pub fn with_witnesses(witnesses: PathBuf) -> Settings {
        let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        Settings { witnesses, host: HostId::this(), threads }
    }
}

impl Settings {
    /// The user's own witnesses, if there are any, and they are not those of these settings.
    ///
    /// A caller that names other witnesses may have used the key with the user's own ones before.
    pub(crate) fn users_other(&self) -> Option<PathBuf> {
        let user = Settings::of_user().ok()?.witnesses;
        let place = user.canonicalize().ok()?;
        (self.witnesses.canonicalize().ok() != Some(place)).then_some(user)
    }
}

/// Checks that the directory of the witnesses is not within the directory that they protect, and is not a
/// link.
pub(crate) fn lies_apart(witnesses: &Path, watched: &Path) -> Result<(), Error> {
    let real = witnesses.canonicalize().at(witnesses)?;
    if real.starts_with(watched.canonicalize().at(watched)?) {
        return Err(Refusal::WitnessInside { path: witnesses.to_owned() }.into());
    }
    is_not_a_link(witnesses)
}

/// Checks that a directory is not a link.
pub(crate) fn is_not_a_link(dir: &Path) -> Result<(), Error> {
    match dir.symlink_metadata().at(dir)?.is_symlink() {
        true => Err(Refusal::Linked { path: dir.to_owned() }.into()),
        false => Ok(()),
    }
}

/// A store's directory, locked.
pub(crate) struct Home {
    dir: PathBuf,
    /// The lock, which is kept as long as this value lives.
    lock: Lock,
}

impl Home {
    /// Creates the directory of a new key, or uses an empty one.
    pub(crate) fn create(disk: &Disk, dir: &Path) -> Result<Home, Error> {
        disk.create_dir(dir)?;
        if dir.join(SECRET).symlink_metadata().is_ok() {
            return Err(Refusal::Exists(dir.to_owned()).into());
        }
        for entry in fs::read_dir(dir).at(dir)? {
            let name = entry.at(dir)?.file_name();
            // A crash before the secret is written leaves these files.
            if name != LOCK && name != draft_path(Path::new(SECRET)).as_os_str() {
                return Err(Refusal::Occupied(dir.to_owned()).into());
            }
        }
        let home = Home::lock(dir)?;
        // Another process may have been faster.
        match home.secret().symlink_metadata() {
            Ok(_) => Err(Refusal::Exists(dir.to_owned()).into()),
            Err(_) => Ok(home),
        }
    }

    /// The directory of an existing key.
    pub(crate) fn open(dir: &Path) -> Result<Home, Error> {
        // Without this check a lock file would be left in any directory.
        dir.join(SECRET).symlink_metadata().map_err(|_| Error::NoKey(dir.to_owned()))?;
        Home::lock(dir)
    }

    fn lock(dir: &Path) -> Result<Home, Error> {
        let metadata = fs::metadata(dir).at(dir)?;
        // Other users may read the directory, but a user who can rename files could replace them.
        if let Some(mode) = excess_mode(&metadata, 0o055) {
            return Err(Refusal::Shared { path: dir.to_owned(), mode }.into());
        }
        for name in [SECRET, LOCK, MARKS] {
            has_one_name(&dir.join(name))?;
        }
        let path = dir.join(LOCK);
        let lock = Lock::take(&path)?.ok_or_else(|| Refusal::InUse(dir.to_owned()))?;
        Ok(Home { dir: dir.to_owned(), lock })
    }

    /// A digest that no copy of this directory has, on this machine or another. It is of the computer and the
    /// lock file, which is never replaced.
    pub(crate) fn origin(&self, host: HostId) -> Result<[u8; 32], Error> {
        let lock = FileId::of(&self.lock.metadata().at(&self.dir)?);
        let hash = Sha256::new().chain_update(b"heliast keystore origin").chain_update(host.to_bytes());
        Ok(hash.chain_update(lock.to_bytes()).finalize().into())
    }

    /// Refuses a copy of the process that locked the directory.
    pub(crate) fn of_this_process(&self) -> Result<(), Error> {
        Ok(Process::of(&self.lock).check(&self.dir)?)
    }

    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Terms, seeds and root.
    pub(crate) fn secret(&self) -> PathBuf {
        self.dir.join(SECRET)
    }

    /// The file with the public key.
    pub(crate) fn public(&self) -> PathBuf {
        self.dir.join("public.json")
    }

    /// The mark file.
    pub(crate) fn marks(&self) -> PathBuf {
        self.dir.join(MARKS)
    }

    /// The roots file.
    pub(crate) fn roots(&self) -> PathBuf {
        self.dir.join("roots")
    }
}

/// The witness of a key, locked: the process that has the lock is the only one on this machine that uses the
/// key, with any store.
pub(crate) struct Witness {
    /// SHA-256 of the public key.
    pub(crate) key: [u8; 32],
    /// The witness's mark file.
    pub(crate) path: PathBuf,
    /// The place where the newest record is kept until the session or the machine ends, if the system has
    /// such a place.
    pub(crate) memory: Option<PathBuf>,
    _lock: Lock,
}

impl Witness {
    pub(crate) fn open(
        disk: &Disk,
        settings: &Settings,
        key: &PublicKey,
        home: &Home,
    ) -> Result<Witness, Error> {
        let dir = &settings.witnesses;
        disk.create_dir(dir)?;
        Witness::open_in(disk, dir, key, home)
    }

    /// The witness of the key in another directory of witnesses, if there is one.
    pub(crate) fn open_other(
        disk: &Disk,
        dir: &Path,
        key: &PublicKey,
        home: &Home,
    ) -> Result<Option<Witness>, Error> {
        match dir.join(name(key)).symlink_metadata() {
            Ok(_) => Witness::open_in(disk, dir, key, home).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).at(dir),
        }
    }

    fn open_in(disk: &Disk, dir: &Path, key: &PublicKey, home: &Home) -> Result<Witness, Error> {
        lies_apart(dir, home.dir())?;
        let real = dir.canonicalize().at(dir)?;
        let path = dir.join(name(key));
        let lock = path.with_extension("lock");
        for path in [&path, &lock, &turn_of(&path)] {
            has_one_name(path)?;
        }
        let lock = Lock::take(&lock)?.ok_or_else(|| Refusal::InUse(home.dir().to_owned()))?;
        let place = Sha256::digest(real.join(name(key)).as_os_str().as_encoded_bytes());
        let memory = disk.session_dir().map(|dir| dir.join("heliast-keys").join(hex::encode(place)));
        Ok(Witness { key: Sha256::digest(key.to_bytes()).into(), path, memory, _lock: lock })
    }

    /// The file that is locked while marks are read and written. Unlike the other locks, this one is taken
    /// only for that time, because copies of a process share locks that were taken before.
    pub(crate) fn turn(&self) -> PathBuf {
        turn_of(&self.path)
    }

    /// Locks that file.
    pub(crate) fn take_turn(&self, home: &Home) -> Result<Lock, Error> {
        let path = self.turn();
        Ok(Lock::take(&path)?.ok_or_else(|| Refusal::InUse(home.dir().to_owned()))?)
    }
}

fn turn_of(witness: &Path) -> PathBuf {
    witness.with_extension("turn")
}

/// The name of a witness. All keys of the same seeds share one witness, with any terms, because they share
/// one-time keys.
fn name(key: &PublicKey) -> String {
    hex::encode(Sha256::digest(key.pub_seed))
}

/// Checks that a file, if it exists, is not a link and has no second name: such a copy would change together
/// with the file.
pub(crate) fn has_one_name(path: &Path) -> Result<(), Error> {
    let metadata = match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        metadata => metadata.at(path)?,
    };
    // A directory has a name in each directory within it. If something is not a file, this is found when it
    // is read.
    if metadata.is_symlink() || (metadata.is_file() && has_other_names(path).at(path)?) {
        return Err(Refusal::Linked { path: path.to_owned() }.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Witnesses in another place change nothing else.
    #[test]
    fn settings_with_other_witnesses_are_those_of_the_user() {
        let settings = Settings::with_witnesses("elsewhere".into());
        assert_eq!(settings.witnesses, Path::new("elsewhere"));
        assert_eq!((settings.host, settings.threads.get()), (HostId::this(), cores()));
        if let Ok(user) = Settings::of_user() {
            assert_eq!((user.host, user.threads), (settings.host, settings.threads));
        }
    }

    fn cores() -> usize {
        thread::available_parallelism().map_or(1, NonZero::get)
    }
}
