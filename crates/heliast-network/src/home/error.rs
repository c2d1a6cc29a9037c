//! The reasons why a home can't be opened.

use super::halves::Halves;
use heliast::Malformed;
use heliast_store::StoreError;
use std::{io, path::PathBuf};

/// The reasons why a home can't be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HomeError {
    /// A file can't be read.
    #[error("{} can't be read: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// The settings can't be read: the directory may be no home.
    #[error("{} can't be read: {reason}", path.display())]
    NoSettings {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// A file is longer than one of its kind can be.
    #[error("{} is longer than {longest} bytes, so it is something else", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// The most bytes that one of its kind has.
        longest: u64,
    },
    /// The settings have another form.
    #[error("{}: {reason}", path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// The line and the fault.
        reason: String,
    },
    /// The genesis or the network file is malformed.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The genesis and the network file do not belong together.
    #[error("the genesis and the network file in {} are of two networks", .0.display())]
    TwoNetworks(PathBuf),
    /// The application's half of the state and the engine's do not fit.
    #[error("{}: {reason}", home.display())]
    Halves {
        /// The home.
        home: PathBuf,
        /// The fault.
        reason: Halves,
    },
    /// A file or a directory can't be written.
    #[error("{} can't be written: {reason}", path.display())]
    Unwritable {
        /// The file or directory.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// Another process uses the directory.
    #[error(transparent)]
    InUse(StoreError),
}

impl HomeError {
    /// Returns one sentence that says what to do about it, if there is something to say.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            HomeError::NoSettings { .. } => {
                Some("`heliast network new` makes the homes of nodes; name one of them")
            }
            HomeError::TwoNetworks(_) => Some("take both from the same `heliast network new`"),
            HomeError::Unwritable { .. } => Some("check the directory, its permissions and the free space"),
            HomeError::Halves { reason, .. } => Some(reason.hint()),
            _ => None,
        }
    }
}
