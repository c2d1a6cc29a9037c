use crate::archive::ArchiveError;
use std::{io, path::PathBuf};

/// The reason why the store refuses or fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Another process has the store open.
    #[error("another heliast is running on {}; stop it, or choose another --data directory", .0.display())]
    InUse(PathBuf),
    /// There is no chain in the directory.
    #[error("there is no chain in {}", .0.display())]
    NoChain(PathBuf),
    /// The directory already has a chain, which must be continued and not started again.
    #[error("there is a chain in {} already", .0.display())]
    Exists(PathBuf),
    /// The file is of another program or of another version of this one.
    #[error("{} is not a chain that this version reads: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The reason why it is foreign.
        reason: String,
    },
    /// The store was written by an earlier version of this program, and is open for reading only.
    #[error("the chain in {} is stored in format {format}, an earlier one than this version reads", path.display())]
    Outdated {
        /// The data directory, or its index.
        path: PathBuf,
        /// The format that it has.
        format: u32,
    },
    /// The store was written by a later version of this program.
    #[error("the chain in {} is stored in format {format}, a later one than this version reads", path.display())]
    Newer {
        /// The data directory, or its index.
        path: PathBuf,
        /// The format that it has.
        format: u32,
    },
    /// There are rounds without their index.
    #[error("{} has the rounds of a chain whose chain.redb is not beside it", .0.display())]
    Leftover(PathBuf),
    /// The round was archived and removed from the store, and the archive is not available.
    #[error("round {round} is not in the store any more, which begins with round {first}: it was archived")]
    Pruned {
        /// The round asked for.
        round: u64,
        /// The first that is stored.
        first: u64,
    },
    /// Files of an archive cannot be used.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// Stored bytes are not those that were written.
    #[error("the store is damaged: {0}")]
    Corrupt(String),
    /// The round is not the next one: rounds are appended, never rewritten.
    #[error("round {found} cannot be stored after round {last}: the next is round {}", last + 1)]
    OutOfOrder {
        /// The last stored round, 0 if the store is empty.
        last: u64,
        /// The number of the refused round.
        found: u64,
    },
    /// A verified round, or an epoch that begins with it, belongs to another chain.
    #[error("round {0} belongs to another chain than what is stored")]
    OtherChain(u64),
    /// The store was opened for reading only.
    #[error("the store is open for reading only")]
    ReadOnly,
    /// The directory has proofs of finality of another network's rounds.
    #[error("{} is of another network than this chain's", .0.display())]
    OtherNetwork(PathBuf),
    /// A solo chain has no finality of rounds.
    #[error("this is a solo chain: nobody else agrees on its rounds")]
    NoNetwork,
    /// There is no space left, or the quota is used up.
    #[error("the disk is full: {0}")]
    Full(io::Error),
    /// The file system failed.
    #[error("the store's file cannot be read or written: {0}")]
    Io(io::Error),
}

impl StoreError {
    /// A hint for the operator, as one sentence.
    pub fn hint(&self) -> &'static str {
        match self {
            StoreError::InUse(_) => "two nodes on one directory would write one chain twice",
            StoreError::NoChain(_) => "`heliast up` starts one; check the --data directory",
            StoreError::Exists(_) => {
                "`heliast up` continues it; choose another --data directory for a new one"
            }
            StoreError::Foreign { .. } => "check the --data directory, or use the version that wrote it",
            StoreError::Outdated { .. } => "`heliast up` brings it to the present format, once",
            StoreError::Newer { .. } => "use the version that wrote it",
            StoreError::Leftover(_) => {
                "restore chain.redb from a backup; if the chain was removed on purpose, remove the rounds too"
            }
            StoreError::Pruned { .. } => "name the archive with --archive, or begin with a later round",
            StoreError::Archive(error) => error.hint(),
            StoreError::Corrupt(_) => {
                "`heliast verify` names the first bad round; restore the directory from a backup"
            }
            StoreError::OutOfOrder { .. } | StoreError::OtherChain(_) | StoreError::ReadOnly => {
                "this is a mistake in the calling program"
            }
            StoreError::OtherNetwork(_) => "check the --data directory, or move this file away",
            StoreError::NoNetwork => "a network's node is begun with its network file",
            StoreError::Full(_) => "free some space: the node goes on by itself, and nothing stored is lost",
            StoreError::Io(_) => "check the disk, and the permissions of the --data directory",
        }
    }

    /// A round is missing that should be stored.
    pub(super) fn missing(number: u64) -> StoreError {
        StoreError::Corrupt(format!("round {number} is missing"))
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> StoreError {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                StoreError::Full(error)
            }
            _ => StoreError::Io(error),
        }
    }
}

impl From<heliast_disk::Error> for StoreError {
    fn from(error: heliast_disk::Error) -> StoreError {
        io::Error::from(error).into()
    }
}

impl From<heliast_disk::Damaged> for StoreError {
    fn from(damaged: heliast_disk::Damaged) -> StoreError {
        StoreError::Corrupt(damaged.0)
    }
}

impl From<redb::Error> for StoreError {
    fn from(error: redb::Error) -> StoreError {
        match error {
            redb::Error::Io(error) => error.into(),
            redb::Error::Corrupted(reason) => StoreError::Corrupt(reason),
            redb::Error::TableDoesNotExist(table) => StoreError::Corrupt(format!("table {table} is missing")),
            other => StoreError::Io(io::Error::other(other)),
        }
    }
}

macro_rules! through_redb_error {
    ($($error:ty),*) => {
        $(impl From<$error> for StoreError {
            fn from(error: $error) -> StoreError {
                redb::Error::from(error).into()
            }
        })*
    };
}
through_redb_error!(
    redb::TransactionError,
    redb::TableError,
    redb::StorageError,
    redb::CommitError,
    redb::SetDurabilityError
);
