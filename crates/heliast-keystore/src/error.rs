//! Errors by cause: refusals for the key's safety, damaged files, the caller, the system.

use heliast_vrf::{Exhausted, stateful::Turn};
use std::{
    fmt::Display,
    io,
    path::{Path, PathBuf},
};

/// The reasons why a store did not do what a caller requested.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request is not safe, or may not be.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The key has no answer at this turn, or none for this input.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The content of a file differs from what was written.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// A description of the damage.
        what: String,
    },
    /// The directory has no key.
    #[error("there is no key in {}", .0.display())]
    NoKey(PathBuf),
    /// The key's generation was not finished, or so much of its tree is lost that it must be generated again.
    #[error("the key in {} is not complete: {missing} of {total} subtrees are to be computed", dir.display())]
    Unfinished {
        /// The store.
        dir: PathBuf,
        /// The number of missing subtrees.
        missing: u32,
        /// The number of all subtrees.
        total: u32,
    },
    /// The caller stopped the generation.
    #[error("stopped with {done} of {total} leaves done")]
    Interrupted {
        /// The number of leaves that are on the disk.
        done: u64,
        /// The number of all leaves.
        total: u64,
    },
    /// Bottom subtrees cannot have this height.
    #[error(
        "a tree of height {height} can't be cut into subtrees of height {subtree}, only into such of {least} to {most}"
    )]
    Subtree {
        /// The requested height.
        subtree: u8,
        /// The key's height.
        height: u8,
        /// The least height.
        least: u8,
        /// The largest height.
        most: u8,
    },
    /// A passphrase cannot have this cost.
    #[error("a passphrase can't cost 2^{log_n} steps, only 2^1 to 2^20")]
    Work {
        /// The requested exponent.
        log_n: u8,
    },
    /// The environment does not name the directory of the user's files.
    #[error("neither XDG_STATE_HOME nor HOME says where the witnesses of keys are kept")]
    NoHome,
    /// The system gives no random bytes.
    #[error("the system gives no random bytes: {0}")]
    Random(getrandom::Error),
    /// The file system failed.
    #[error("{} can't be read or written: {error}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// A refusal, so that no position of a key answers twice and secrets stay secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Another process has the store, or another store of the same key.
    #[error("another process is using the key in {}", .0.display())]
    InUse(PathBuf),
    /// The process is a copy of the one that opened the key, such as `fork` makes.
    #[error("{} was opened by process {opened}, and this is process {this}", path.display())]
    OtherProcess {
        /// The path that was opened.
        path: PathBuf,
        /// The number of the process that opened it.
        opened: u32,
        /// The number of this process.
        this: u32,
    },
    /// Somebody else has used the key while it was open here.
    #[error("{} has changed since it was opened: another process that shares its locks has used the key", path.display())]
    Overtaken {
        /// The mark file, or the list of answers.
        path: PathBuf,
    },
    /// The directory has a key, and keys are never overwritten.
    #[error("there is a key in {} already", .0.display())]
    Exists(PathBuf),
    /// The directory for a new key has other files.
    #[error("{} holds other files than a key's", .0.display())]
    Occupied(PathBuf),
    /// The mark file is not the one that its record names.
    #[error("{} is a copy or was restored: the key may have answered since, elsewhere", path.display())]
    Copied {
        /// The mark file.
        path: PathBuf,
    },
    /// The mark file was written on another machine.
    #[error("{} was written on another machine: the key may have answered since, there", path.display())]
    OtherHost {
        /// The mark file.
        path: PathBuf,
    },
    /// The store is older than its witness.
    #[error("{} is {behind} marks behind what the key has answered: an old state was restored", path.display())]
    RolledBack {
        /// The mark file.
        path: PathBuf,
        /// The number of missing marks.
        behind: u64,
    },
    /// Another store of this key was adopted on this machine.
    #[error("{} no longer stands for this key: another store of it has taken over", path.display())]
    Superseded {
        /// The mark file.
        path: PathBuf,
    },
    /// The witness would be copied and restored together with the key.
    #[error("the witnesses in {} lie within the directory that they watch, and would go back with it", path.display())]
    WitnessInside {
        /// The directory of the witnesses.
        path: PathBuf,
    },
    /// A file of the key or its witness is a link, or has a second name.
    #[error("{} is a link or has a second name: a copy would change along with it, and show nothing", path.display())]
    Linked {
        /// The file or directory.
        path: PathBuf,
    },
    /// There is no witness of the key's answers.
    #[error("{} is missing, the witness of what this key has answered", path.display())]
    WitnessMissing {
        /// The path where it should be.
        path: PathBuf,
    },
    /// The witness is older than the store.
    #[error("{} is {behind} marks behind the store: an old witness was restored, perhaps the store too", path.display())]
    WitnessBehind {
        /// The witness.
        path: PathBuf,
        /// The number of missing marks.
        behind: u64,
    },
    /// A mark file is missing, or its newest record may be.
    #[error("{} is damaged or missing, so that what this key has answered is unknown", path.display())]
    MarksDamaged {
        /// The mark file.
        path: PathBuf,
    },
    /// An unfinished key was copied or restored.
    #[error("the key in {} was begun elsewhere and copied: it may have been completed there, and have answered", .0.display())]
    BegunElsewhere(PathBuf),
    /// A key to be finished has answered before.
    #[error("this key is in use already, says {}", path.display())]
    AlreadyUsed {
        /// The mark file.
        path: PathBuf,
    },
    /// The requested next round is before one that was answered.
    #[error("round {round} can't be the next: this key has answered or burned all before round {}, slot {}", least.round, least.slot)]
    NotBeyond {
        /// The requested round.
        round: u64,
        /// The first turn that is known to be unused.
        least: Turn,
    },
    /// A mark could not be written, so that the state of the disk is unknown.
    #[error("the last mark could not be written, so this key answers nothing before it is opened again")]
    Failed,
    /// Other users can read secrets, or change the store.
    #[error("{} is open to others (mode {mode:04o}), so the key is not used", path.display())]
    Shared {
        /// The file or directory.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// The secret is under a passphrase.
    #[error("the key is protected by a passphrase")]
    PassphraseMissing,
    /// A passphrase was given, but the secret is not encrypted.
    #[error("{} is not encrypted, and has no passphrase", path.display())]
    NotEncrypted {
        /// The secret file.
        path: PathBuf,
    },
    /// The passphrase is wrong.
    #[error("the passphrase is wrong, or the secret file is damaged")]
    PassphraseWrong,
}

impl Error {
    /// Returns one sentence that says what to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Error::Refused(refusal) => refusal.hint(),
            Error::Exhausted(_) => "a key answers each turn once, in rising order, and never begins again",
            Error::Damaged { .. } => "take this file, and no other, from a backup",
            Error::NoKey(_) => "check the directory, or make a key there",
            Error::Unfinished { .. } => "resume its generation: what is done is not done again",
            Error::Interrupted { .. } => "resume it: what is done is not done again",
            Error::Subtree { .. } => "choose a height in this range, or leave it to the program",
            Error::Work { .. } => "choose a cost in this range, or leave it to the program",
            Error::NoHome => "set HOME, or say where the witnesses are kept",
            Error::Random(_) => "try again later; no key was made",
            Error::Io { .. } => "check the directory, its permissions and the free space",
        }
    }

    pub(crate) fn damaged(path: &Path, what: impl Display) -> Error {
        Error::Damaged { path: path.to_owned(), what: what.to_string() }
    }
}

impl Refusal {
    /// Returns one sentence that says what to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Refusal::InUse(_) => "stop it first: two signers would use one key twice",
            Refusal::OtherProcess { .. } => {
                "open it anew in this process, after the process that has it open has closed it"
            }
            Refusal::Overtaken { .. } => "let one process use the key, and open it anew there",
            Refusal::Exists(_) => "choose another directory; a key that was not finished is resumed",
            Refusal::Occupied(_) => "choose a new or empty directory",
            Refusal::Copied { .. }
            | Refusal::OtherHost { .. }
            | Refusal::RolledBack { .. }
            | Refusal::WitnessMissing { .. }
            | Refusal::WitnessBehind { .. }
            | Refusal::BegunElsewhere(_)
            | Refusal::MarksDamaged { .. } => {
                "make sure that no other copy of the key runs, find on the chain the last round that it answered, and adopt it from a later round"
            }
            Refusal::Superseded { .. } => {
                "use the other store, or adopt this one from a round beyond the other's last"
            }
            Refusal::AlreadyUsed { .. } => "use the store that this key has; two of them would use it twice",
            Refusal::NotBeyond { .. } => "give a round beyond it",
            Refusal::Failed => "check the disk and its free space, then open the key again",
            Refusal::Shared { .. } => {
                "`chmod -R go= DIRECTORY`, and replace the key if others may have read its secret"
            }
            Refusal::PassphraseMissing => "give the passphrase",
            Refusal::NotEncrypted { .. } => "leave the passphrase out, or put the secret under it first",
            Refusal::WitnessInside { .. } => {
                "keep the witnesses elsewhere: XDG_STATE_HOME or --witnesses says where"
            }
            Refusal::Linked { .. } => {
                "name the directory itself; of a file with two names, remove the one that is no longer used"
            }
            Refusal::PassphraseWrong => "give the passphrase that the secret was encrypted with",
        }
    }
}

impl From<heliast_disk::Error> for Error {
    fn from(heliast_disk::Error { path, error, .. }: heliast_disk::Error) -> Error {
        Error::Io { path, error }
    }
}

/// Adds the path of the file to an error.
pub(crate) trait At<T> {
    fn at(self, path: &Path) -> Result<T, Error>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T, Error> {
        self.map_err(|error| Error::Io { path: path.to_owned(), error })
    }
}
