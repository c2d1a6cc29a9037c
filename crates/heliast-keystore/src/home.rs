//! Where a key lives: its directory, the witness outside it, and the locks on both.

use crate::{
    Error,
    disk::{self, Disk},
    error::{At, Refusal},
    identity::{FileId, HostId},
};
use heliast_vrf::stateful::PublicKey;
use sha2::{Digest, Sha256};
use std::{
    env,
    fs::{self, File},
    num::NonZero,
    path::{Path, PathBuf},
    thread,
};

const LOCK: &str = "lock";
/// The file that makes a directory a key's.
pub(crate) const SECRET: &str = "secret";

/// What is outside of stores.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The directory of the witnesses, the same for all programs that might use a key. It lies outside the
    /// keys' directories and outside of what is backed up and restored with them: a witness that goes back
    /// together with its key shows nothing. Within a key's own directory it is refused.
    pub witnesses: PathBuf,
    /// The computer that this is.
    pub host: HostId,
    /// The threads for work that waits for its result.
    pub threads: NonZero<usize>,
}

impl Settings {
    /// The settings of a user: witnesses in `$XDG_STATE_HOME/heliast/keys`, by default
    /// `~/.local/state/heliast/keys`, and all cores.
    ///
    /// # Errors
    /// [`Error::NoHome`] if the environment names no directory of the user's.
    pub fn of_user() -> Result<Settings, Error> {
        let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")));
        Ok(Settings {
            witnesses: state.ok_or(Error::NoHome)?.join("heliast").join("keys"),
            host: HostId::this(),
            threads: thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN),
        })
    }
}

/// A store's directory, locked.
pub(crate) struct Home {
    dir: PathBuf,
    /// Held as long as it lives.
    lock: File,
}

impl Home {
    /// Makes the directory of a new key, or takes an empty one.
    pub(crate) fn create(disk: &Disk, dir: &Path) -> Result<Home, Error> {
        disk.create_dir(dir).at(dir)?;
        if dir.join(SECRET).symlink_metadata().is_ok() {
            return Err(Refusal::Exists(dir.to_owned()).into());
        }
        for entry in fs::read_dir(dir).at(dir)? {
            let name = entry.at(dir)?.file_name();
            // What a crash leaves before there is a secret.
            if name != LOCK && name != disk::draft(Path::new(SECRET)).as_os_str() {
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

    /// The directory of a key that is there.
    pub(crate) fn open(dir: &Path) -> Result<Home, Error> {
        // Otherwise a lock file would be left in any directory.
        dir.join(SECRET).symlink_metadata().map_err(|_| Error::NoKey(dir.to_owned()))?;
        Home::lock(dir)
    }

    fn lock(dir: &Path) -> Result<Home, Error> {
        let metadata = fs::metadata(dir).at(dir)?;
        // Others may look, but who can rename files can put others in their place.
        if let Some(mode) = disk::excess_mode(&metadata, 0o055) {
            return Err(Refusal::Shared { path: dir.to_owned(), mode }.into());
        }
        let path = dir.join(LOCK);
        let lock = disk::lock(&path).at(&path)?.ok_or_else(|| Refusal::InUse(dir.to_owned()))?;
        Ok(Home { dir: dir.to_owned(), lock })
    }

    /// What a copy of this directory does not have, on this machine or another: its lock file, which is never
    /// replaced.
    pub(crate) fn origin(&self, host: HostId) -> Result<[u8; 32], Error> {
        let lock = FileId::of(&self.lock.metadata().at(&self.dir)?);
        let hash = Sha256::new().chain_update(b"heliast keystore origin").chain_update(host.to_bytes());
        Ok(hash.chain_update(lock.to_bytes()).finalize().into())
    }

    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Terms, seeds and root.
    pub(crate) fn secret(&self) -> PathBuf {
        self.dir.join(SECRET)
    }

    /// The public key, for whoever asks.
    pub(crate) fn public(&self) -> PathBuf {
        self.dir.join("public.json")
    }

    /// The mark file.
    pub(crate) fn marks(&self) -> PathBuf {
        self.dir.join("marks")
    }

    /// The roots file.
    pub(crate) fn roots(&self) -> PathBuf {
        self.dir.join("roots")
    }
}

/// The witness of a key, locked: whoever has it is the only one on this machine who uses the key, with
/// whichever store.
pub(crate) struct Witness {
    /// SHA-256 of the public key.
    pub(crate) key: [u8; 32],
    /// The witness's mark file.
    pub(crate) path: PathBuf,
    _lock: File,
}

impl Witness {
    pub(crate) fn open(
        disk: &Disk,
        settings: &Settings,
        key: &PublicKey,
        home: &Home,
    ) -> Result<Witness, Error> {
        let dir = &settings.witnesses;
        disk.create_dir(dir).at(dir)?;
        if is_within(dir, home.dir())? {
            return Err(Refusal::WitnessInside { path: dir.to_owned() }.into());
        }
        // One witness for all keys of the same seeds, whatever their terms: they would share one-time keys.
        let path = dir.join(hex::encode(Sha256::digest(key.pub_seed)));
        let key = Sha256::digest(key.to_bytes()).into();
        let lock = path.with_extension("lock");
        let lock = disk::lock(&lock).at(&lock)?.ok_or_else(|| Refusal::InUse(home.dir().to_owned()))?;
        Ok(Witness { key, path, _lock: lock })
    }
}

/// Whether `path` is `dir` or lies within it, by whichever names. Both exist.
fn is_within(path: &Path, dir: &Path) -> Result<bool, Error> {
    let canonical = |path: &Path| path.canonicalize().at(path);
    Ok(canonical(path)?.starts_with(canonical(dir)?))
}
