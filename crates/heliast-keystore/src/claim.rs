//! The claim of one directory, on one computer, to secrets that must not be used in two places: a
//! beacon's home.
//!
//! If two nodes use the keys of a chain, the chain forks, and its trees answer twice. So the directory with
//! the keys has a file `home`, and the directory of the witnesses has a file with the same bytes: the chain,
//! the computer, the file, and its path. `home` names itself by its inode and its birth time, which a copy
//! does not have. The witness names one such file for each chain, so at most one of two directories is
//! accepted. A user may request that a copy, a directory that was moved between computers, or a restored one
//! takes over the keys. Then both files are written anew, `home` first: a crash between the two leaves files
//! that are refused. Nothing is written before all other checks have passed ([`Prepared`]): a directory that
//! cannot be used in the end must not put another one out of service, and the record that a chain was set
//! back must not be lost.
//!
//! If other witnesses than the user's own are named, and the user's own know the chain, they count as well
//! and must name the same directory. So a node that took over secrets with other witnesses cannot run at the
//! same time as one that uses the user's own.
//!
//! Next to the witness is the number of the last round that was made, so that a chain that was set back
//! without its home is noticed: a node that continued there would make different rounds with the same
//! numbers. It is written without a sync; a loss of power may leave an older number, never a later one.

mod right;
#[cfg(test)]
mod tests;

pub use right::{Right, SetBack};

use crate::{
    Error, Settings,
    error::{At, Refusal},
    frame::{self, Kind},
    home::lies_apart,
    identity::{FileId, HostId},
};
use heliast_disk::{Disk, Lock, Secrecy, has_other_names};
use std::{
    fs::{self, File},
    io::{Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

const HOME: &str = "home";
/// Chain ‖ computer ‖ file ‖ serial.
const BODY: usize = 32 + HostId::LEN + FileId::LEN + 8;
/// The greatest length of the file. A path is far shorter.
const MAX_FILE: u64 = 64 << 10;

/// The reasons why a directory's secrets are not used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unclaimed {
    /// The directory does not name the chain whose home it is.
    #[error("{} is missing or damaged, so that nobody knows whether these keys are used elsewhere", .0.display())]
    NoHome(PathBuf),
    /// The directory is the home of another chain.
    #[error("{} is of another chain", .0.display())]
    OtherChain(PathBuf),
    /// The directory was used on another computer.
    #[error("{} was written on another machine: the keys may be in use there", .0.display())]
    OtherHost(PathBuf),
    /// The directory is a copy.
    #[error("{} is a copy or was restored: the keys may be in use in the directory that it was copied from", .0.display())]
    Copied(PathBuf),
    /// There is no witness.
    #[error("{} is missing or damaged, the witness of which directory uses these keys", .0.display())]
    NoWitness(PathBuf),
    /// The witness names another directory.
    #[error("{} uses these keys, says {}, and not this directory", directory.display(), witness.display())]
    Elsewhere {
        /// The witness.
        witness: PathBuf,
        /// The directory that it names.
        directory: PathBuf,
    },
    /// A process uses the keys, with this directory or another.
    #[error("another process uses the keys of this chain, says {}", .0.display())]
    InUse(PathBuf),
    /// The chain ends before rounds that were made with its secrets.
    #[error("the chain ends with round {last}, and round {made} was made already: an old state was restored")]
    SetBack {
        /// The last round of the chain.
        last: u64,
        /// The last round that was made.
        made: u64,
    },
    /// The file system failed.
    #[error(transparent)]
    Files(#[from] Error),
}

impl Unclaimed {
    /// Returns one sentence with the remedy.
    pub fn hint(&self) -> &'static str {
        match self {
            Unclaimed::InUse(_) => "stop it first: two nodes with the same keys fork the chain",
            Unclaimed::SetBack { .. } => {
                "bring the later rounds back, from the newest backup or from somebody who has them; if nobody does, \
                 `heliast up --adopt` goes on from here, and forks the chain for everybody who saw them"
            }
            Unclaimed::OtherChain(_) => "check the --data directory",
            Unclaimed::Files(error) => error.hint(),
            _ => {
                "use the directory where the keys were used last, with the same state directory; if no other \
                 will ever be used again, `heliast up --adopt` takes this one over"
            }
        }
    }
}

/// The right of one directory to use its secrets. As long as this value lives, no other process has the
/// right.
pub struct Claim {
    disk: Disk,
    made: Vec<Made>,
    _locks: Vec<Lock>,
}

/// The file with the number of the last round.
struct Made {
    path: PathBuf,
    file: File,
}

impl Claim {
    /// The chain whose home a directory claims to be, unverified.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read.
    pub fn chain(dir: &Path) -> Result<Option<[u8; 32]>, Error> {
        Ok(read(&dir.join(HOME))?.map(|(record, _)| record.chain))
    }

    /// Returns the record of this computer's witnesses, the named or the user's own ones, about the directory
    /// that uses the secrets of `chain`.
    ///
    /// # Errors
    /// [`Error::Io`] if the witness cannot be read.
    pub fn known(chain: &[u8; 32], settings: &Settings) -> Result<Option<Held>, Error> {
        Claim::known_by(chain, settings, settings.users_other().as_deref())
    }

    fn known_by(chain: &[u8; 32], settings: &Settings, other: Option<&Path>) -> Result<Option<Held>, Error> {
        for dir in [Some(&*settings.witnesses), other].into_iter().flatten() {
            let witness = witness_in(dir, chain);
            if let Some((record, _)) = read(&witness)? {
                return Held::of(record, witness).map(Some);
            }
        }
        Ok(None)
    }

    /// Checks whether the secrets of the chain in `dir` may be used there, and changes nothing. These are the
    /// checks of [`open`](Self::open) except for the number of the last round, to be made before anything
    /// else in `dir`.
    ///
    /// # Errors
    /// [`Unclaimed`] if another directory may use them.
    pub fn check(dir: &Path, settings: &Settings) -> Result<(), Unclaimed> {
        let chain = Claim::chain(dir)?.ok_or_else(|| Unclaimed::NoHome(dir.join(HOME)))?;
        Places::of(dir, &chain, settings, settings.users_other().as_deref()).check(&chain, settings)
    }

    /// The former contents of a directory without a chain, by the witnesses on this computer: the chain, its
    /// last round, and the witness. `None` if no round of it was made.
    ///
    /// # Errors
    /// [`Error::Io`] if the witnesses cannot be read.
    pub fn held(dir: &Path, settings: &Settings) -> Result<Option<Held>, Error> {
        let Ok(directory) = dir.canonicalize() else { return Ok(None) };
        let entries = match fs::read_dir(&settings.witnesses) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            entries => entries.at(&settings.witnesses)?,
        };
        for witness in entries.flatten().map(|entry| entry.path()) {
            if witness.extension().is_none_or(|ending| ending != HOME) {
                continue;
            }
            let Some((record, _)) = read(&witness)?.filter(|(record, _)| record.directory == directory)
            else {
                continue;
            };
            let held = Held::of(record, witness)?;
            if held.last > 0 {
                return Ok(Some(held));
            }
        }
        Ok(None)
    }

    /// Opens the claim of `dir` to the secrets of `chain`, whose last round is `last`.
    ///
    /// # Errors
    /// [`Unclaimed`] if another directory may use them, or a later round was made.
    pub fn open(dir: &Path, chain: &[u8; 32], settings: &Settings, last: u64) -> Result<Claim, Unclaimed> {
        Claim::open_by(&Disk::default(), dir, chain, settings, settings.users_other().as_deref(), last)
    }

    fn open_by(
        disk: &Disk,
        dir: &Path,
        chain: &[u8; 32],
        settings: &Settings,
        other: Option<&Path>,
        last: u64,
    ) -> Result<Claim, Unclaimed> {
        let places = Places::of(dir, chain, settings, other);
        places.check(chain, settings)?;
        lies_apart(&settings.witnesses, dir)?;
        let locks = places.lock()?;
        if let Some(made) = places.last_made()?.filter(|made| *made > last) {
            return Err(Unclaimed::SetBack { last, made });
        }
        Ok(Claim { made: places.made(disk)?, disk: disk.clone(), _locks: locks })
    }

    /// Makes `dir` the only directory whose secrets of `chain` are used, in place of any other.
    ///
    /// The caller vouches that the secrets of no other directory are used, now or later.
    ///
    /// # Errors
    /// [`Unclaimed::InUse`] if a process uses them; [`Unclaimed::Files`] if files cannot be written.
    pub fn take(dir: &Path, chain: &[u8; 32], settings: &Settings, last: u64) -> Result<Claim, Unclaimed> {
        Claim::prepare(dir, chain, settings)?.take(last)
    }

    /// [`take`](Self::take) without its writes: from here on no other process uses the secrets, and the
    /// records of `dir` and the witnesses do not change before [`Prepared::take`].
    ///
    /// # Errors
    /// Those of [`take`](Self::take).
    pub fn prepare(dir: &Path, chain: &[u8; 32], settings: &Settings) -> Result<Prepared, Unclaimed> {
        Claim::prepare_by(&Disk::default(), dir, chain, settings, settings.users_other().as_deref())
    }

    fn prepare_by(
        disk: &Disk,
        dir: &Path,
        chain: &[u8; 32],
        settings: &Settings,
        other: Option<&Path>,
    ) -> Result<Prepared, Unclaimed> {
        let places = Places::of(dir, chain, settings, other);
        may_lie_apart(&settings.witnesses, dir)?;
        disk.create_dir(&settings.witnesses).map_err(Error::from)?;
        let locks = places.lock()?;
        let made = places.last_made()?;
        let (dir, disk, settings) = (dir.to_owned(), disk.clone(), settings.clone());
        Ok(Prepared { disk, dir, chain: *chain, settings, places, made, locks })
    }

    /// Records that `round` was made.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written.
    pub fn note(&mut self, round: u64) -> Result<(), Error> {
        let number = u128::from(round) << 64 | u128::from(!round);
        let write = |Made { path, file }: &Made| self.disk.overwrite(path, file, 0, &number.to_be_bytes());
        Ok(self.made.iter().try_for_each(write)?)
    }
}

/// A claim that can be taken but is not taken yet: nobody else has it, and nothing is written.
pub struct Prepared {
    disk: Disk,
    dir: PathBuf,
    chain: [u8; 32],
    settings: Settings,
    places: Places,
    made: Option<u64>,
    locks: Vec<Lock>,
}

impl Prepared {
    /// The last round that was made with these secrets, as far as this machine knows. If a caller takes the
    /// claim with an earlier round, the chain continues from there, and the record of later rounds is lost.
    pub fn made(&self) -> Option<u64> {
        self.made
    }

    /// Takes the claim: see [`Claim::take`]. The directory must exist by now.
    ///
    /// # Errors
    /// [`Unclaimed::Files`]. The directory is then refused, or is unchanged.
    pub fn take(self, last: u64) -> Result<Claim, Unclaimed> {
        let Prepared { disk, dir, chain, settings, places, locks, .. } = self;
        lies_apart(&settings.witnesses, &dir)?;
        let known =
            places.witnesses.iter().chain([&places.home]).filter_map(|path| read(path).ok().flatten());
        let serial = known.map(|(record, _)| record.serial).max().unwrap_or(0).saturating_add(1);
        let directory = dir.canonicalize().at(&dir)?;
        let mut bytes = vec![];
        disk.replace_with(&places.home, Secrecy::Secret, |metadata| {
            let file = FileId::of(metadata);
            bytes = Record { chain, host: settings.host, file, serial, directory }.to_bytes();
            bytes.clone()
        })
        .map_err(Error::from)?;
        for witness in &places.witnesses {
            disk.replace(witness, Secrecy::Secret, &bytes).map_err(Error::from)?;
        }
        let mut claim = Claim { made: places.made(&disk)?, disk, _locks: locks };
        claim.note(last)?;
        Ok(claim)
    }
}

/// [`lies_apart`] for witnesses, or a directory, that need not exist yet.
fn may_lie_apart(witnesses: &Path, dir: &Path) -> Result<(), Error> {
    if witnesses.exists() && dir.exists() {
        return lies_apart(witnesses, dir);
    }
    let place = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).at(path);
    match place(witnesses)?.starts_with(place(dir)?) {
        true => Err(Refusal::WitnessInside { path: witnesses.to_owned() }.into()),
        false => Ok(()),
    }
}

/// The chain that a directory had, or has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The chain.
    pub chain: [u8; 32],
    /// The directory's path when its secrets were taken.
    pub directory: PathBuf,
    /// The last round that was made, 0 if it is not known.
    pub last: u64,
    /// The witness with this record.
    pub witness: PathBuf,
}

impl Held {
    fn of(record: Record, witness: PathBuf) -> Result<Held, Error> {
        let made = File::open(witness.with_extension("round")).ok();
        let last = made.map(|mut made| made_round(&mut made)).transpose()?.flatten().unwrap_or(0);
        Ok(Held { chain: record.chain, directory: record.directory, last, witness })
    }
}

/// The last round that was made; `None` if it is not known.
fn made_round(file: &mut File) -> Result<Option<u64>, Error> {
    let mut bytes = vec![];
    let read = file.seek(SeekFrom::Start(0)).and_then(|_| file.take(17).read_to_end(&mut bytes));
    read.at(Path::new("the number of the last round"))?;
    let Ok(bytes) = <[u8; 16]>::try_from(bytes) else { return Ok(None) };
    let number = u128::from_be_bytes(bytes);
    let (round, complement) = ((number >> 64) as u64, number as u64);
    Ok((complement == !round).then_some(round))
}

/// The paths of the files of a claim.
struct Places {
    home: PathBuf,
    /// The witness of the settings is last: before it is written the directory is refused, and afterwards all
    /// witnesses name it.
    witnesses: Vec<PathBuf>,
}

impl Places {
    fn of(dir: &Path, chain: &[u8; 32], settings: &Settings, other: Option<&Path>) -> Places {
        let other =
            other.map(|other| witness_in(other, chain)).filter(|path| path.symlink_metadata().is_ok());
        let witnesses = other.into_iter().chain([witness_in(&settings.witnesses, chain)]).collect();
        Places { home: dir.join(HOME), witnesses }
    }

    /// Checks by all records that the secrets of `chain` may be used here.
    fn check(&self, chain: &[u8; 32], settings: &Settings) -> Result<(), Unclaimed> {
        let (mine, file) = read(&self.home)?.ok_or_else(|| Unclaimed::NoHome(self.home.clone()))?;
        if mine.chain != *chain {
            return Err(Unclaimed::OtherChain(self.home.clone()));
        }
        if mine.host != settings.host {
            return Err(Unclaimed::OtherHost(self.home.clone()));
        }
        if mine.file != file || has_other_names(&self.home).at(&self.home)? {
            return Err(Unclaimed::Copied(self.home.clone()));
        }
        for witness in &self.witnesses {
            let (seen, _) = read(witness)?.ok_or_else(|| Unclaimed::NoWitness(witness.clone()))?;
            if !seen.is_of_the_same(&mine) {
                let witness = witness.clone();
                return Err(Unclaimed::Elsewhere { witness, directory: seen.directory });
            }
        }
        Ok(())
    }

    fn lock(&self) -> Result<Vec<Lock>, Unclaimed> {
        let lock = |witness: &PathBuf| {
            let path = witness.with_extension("home.lock");
            Lock::take(&path).map_err(Error::from)?.ok_or_else(|| Unclaimed::InUse(witness.clone()))
        };
        self.witnesses.iter().map(lock).collect()
    }

    /// The last round that was made, by all witnesses.
    fn last_made(&self) -> Result<Option<u64>, Error> {
        let mut last = None;
        for witness in &self.witnesses {
            let path = witness.with_extension("round");
            match File::open(&path) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                file => last = last.max(made_round(&mut file.at(&path)?)?),
            }
        }
        Ok(last)
    }

    /// The files with the number of the last round, which are created if they are missing.
    fn made(&self, disk: &Disk) -> Result<Vec<Made>, Error> {
        self.witnesses.iter().map(|witness| Places::made_in(disk, witness)).collect()
    }

    fn made_in(disk: &Disk, witness: &Path) -> Result<Made, Error> {
        let path = witness.with_extension("round");
        Ok(Made { file: disk.open_or_create(&path, Secrecy::Secret)?, path })
    }
}

/// The witness of a chain in a directory of witnesses.
fn witness_in(dir: &Path, chain: &[u8; 32]) -> PathBuf {
    dir.join(format!("{}.{HOME}", hex::encode(chain)))
}

/// The content of both files.
struct Record {
    chain: [u8; 32],
    host: HostId,
    file: FileId,
    /// The number of times that a directory took over the secrets.
    serial: u64,
    directory: PathBuf,
}

impl Record {
    /// Whether both records name the same file on the same computer.
    fn is_of_the_same(&self, other: &Record) -> bool {
        (self.chain, self.host, self.file, self.serial) == (other.chain, other.host, other.file, other.serial)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let numbers =
            [&self.chain[..], &self.host.to_bytes(), &self.file.to_bytes(), &self.serial.to_be_bytes()];
        let body = [&numbers.concat()[..], self.directory.to_string_lossy().as_bytes()].concat();
        frame::seal(Kind::Home, &body)
    }

    fn from_bytes(bytes: &[u8]) -> Option<Record> {
        let (numbers, directory) = frame::open(Kind::Home, bytes).ok()?.split_at_checked(BODY)?;
        let (chain, rest) = numbers.split_first_chunk()?;
        let (host, rest) = rest.split_first_chunk()?;
        let (file, serial) = rest.split_first_chunk()?;
        Some(Record {
            chain: *chain,
            host: HostId::from_bytes(*host),
            file: FileId::from_bytes(*file),
            serial: u64::from_be_bytes(serial.try_into().ok()?),
            directory: std::str::from_utf8(directory).ok()?.into(),
        })
    }
}

/// The record in a file, and the file's identity; `None` if there is no such file or no record in it.
fn read(path: &Path) -> Result<Option<(Record, FileId)>, Error> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        file => file.at(path)?,
    };
    // A link to the file of another directory would have that file's identity.
    if !fs::symlink_metadata(path).at(path)?.is_file() {
        return Ok(None);
    }
    let mut bytes = vec![];
    (&mut file).take(MAX_FILE).read_to_end(&mut bytes).at(path)?;
    let id = FileId::of(&file.metadata().at(path)?);
    Ok(Record::from_bytes(&bytes).map(|record| (record, id)))
}
