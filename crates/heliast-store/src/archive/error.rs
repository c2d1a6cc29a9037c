use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// The reason why an archive cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The file system failed.
    #[error("the archive's {} cannot be read or written: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the file system.
        error: io::Error,
    },
    /// A file, or the whole archive, is of another chain.
    #[error("{} is of another chain", .0.display())]
    OtherChain(PathBuf),
    /// The rounds of a file, or of the store, do not follow those before.
    #[error("{}: round {expected} should follow, and round {found} does", path.display())]
    Gap {
        /// The file, or the folder where the store does not follow it.
        path: PathBuf,
        /// The round after those before.
        expected: u64,
        /// The round that was found.
        found: u64,
    },
    /// A file does not have the bytes that were written.
    #[error("the archive's {} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault in it.
        reason: String,
    },
    /// The round is not in the archive, which has these rounds.
    #[error("round {round} is not in the archive, which has {}", range(*.first, *.last))]
    Missing {
        /// The round asked for.
        round: u64,
        /// The first that it has.
        first: u64,
        /// The last that it has.
        last: u64,
    },
    /// A round differs between the archive and the store.
    #[error("the archive has other bytes for round {0} than the store")]
    Differs(u64),
    /// No bundle can begin with a file's first round, since too many keys were announced before it.
    #[error("no bundle begins with round {first}: too many keys were announced before")]
    TooManyAnnounced {
        /// The first round that the file would have.
        first: u64,
    },
    /// Rounds were archived that the store does not have: it is older than its archive.
    #[error("the archive goes on to round {archived}, and the store ends with round {stored}")]
    Ahead {
        /// The last round of the archive.
        archived: u64,
        /// The last round of the store.
        stored: u64,
    },
}

impl From<heliast_disk::Error> for ArchiveError {
    fn from(heliast_disk::Error { path, error, .. }: heliast_disk::Error) -> ArchiveError {
        ArchiveError::Io { path, error }
    }
}

impl ArchiveError {
    pub(crate) fn io(path: &Path, error: io::Error) -> ArchiveError {
        ArchiveError::Io { path: path.to_owned(), error }
    }

    /// The error for a header, of a bundle that begins with round `first`, that was not written.
    pub fn header(path: &Path, first: u64, error: io::Error) -> ArchiveError {
        // Operating systems also return "invalid input", for other reasons and without a text.
        match error.kind() == io::ErrorKind::InvalidInput && error.get_ref().is_some() {
            true => ArchiveError::TooManyAnnounced { first },
            false => ArchiveError::io(path, error),
        }
    }

    pub(super) fn damaged(path: &Path, reason: &dyn fmt::Display) -> ArchiveError {
        ArchiveError::Damaged { path: path.to_owned(), reason: reason.to_string() }
    }

    /// A hint for the operator, as one sentence.
    pub fn hint(&self) -> &'static str {
        match self {
            ArchiveError::Io { .. } => "check the disk, and the permissions of the archive's folder",
            ArchiveError::OtherChain(_) => "give each chain an archive of its own",
            ArchiveError::Gap { .. } => "put the missing files of the archive back",
            ArchiveError::Damaged { .. } => {
                "put this file back from a copy; `heliast verify` checks the archive"
            }
            ArchiveError::Missing { .. } => "put the files of the archive back, or ask for a later round",
            ArchiveError::Differs(_) => {
                "`heliast verify` says which of the two is right; nothing was removed"
            }
            ArchiveError::TooManyAnnounced { .. } => {
                "start the node without --archive and --keep: `heliast export` hands the chain on from round 1"
            }
            ArchiveError::Ahead { .. } => {
                "to make these rounds anew would be a fork: restore the data directory from a later backup; \
                 if a fork is what you want, move these files of the archive elsewhere"
            }
        }
    }
}

fn range(first: u64, last: u64) -> String {
    if last < first { "no rounds".to_owned() } else { format!("rounds {first} to {last}") }
}
