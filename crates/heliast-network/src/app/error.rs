//! The reasons why an application can't go on.

use crate::state::BadState;
use heliast_store::StoreError;
use std::{io, path::PathBuf};

/// The reasons why a node can't go on with its part of the state.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AppError {
    /// The network file does not belong to the chain.
    #[error("the network file is not the one that this chain's genesis names")]
    Network,
    /// The state's file can't be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// The state's file is damaged or of another chain.
    #[error(transparent)]
    State(#[from] BadState),
    /// The store and the state do not belong together.
    #[error(
        "the store ends with round {store}, and consensus with round {state}: one of them is an older copy"
    )]
    Halves {
        /// The store's last round.
        store: u64,
        /// The last round of the state.
        state: u64,
    },
    /// The store can't be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}
