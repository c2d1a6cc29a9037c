//! The reasons why a node, or participants without a node, can't start.

#[cfg(test)]
mod tests;

use crate::{app::AppError, follow::FollowError, home::HomeError, worker::WorkerError};
use heliast_keystore::Unclaimed;
use heliast_store::StoreError;
use std::{error::Error, io, path::PathBuf};

/// The reasons why a node, or participants without a node, can't start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NodeError {
    /// The home can't be opened.
    #[error(transparent)]
    Home(#[from] HomeError),
    /// The chain's store can't be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The chain of the store is not that of the genesis.
    #[error("{} has another chain than the genesis beside it", .0.display())]
    OtherChain(PathBuf),
    /// The directory of a relay has rounds, but no proof that a network agreed on them.
    #[error("nothing in {} shows that a network agreed on its rounds", .0.display())]
    Unproved(PathBuf),
    /// The directory of a relay has the chain of a network, but was to be used for a solo chain.
    #[error("{} has the chain of a network, on whose rounds its nodes agree", .0.display())]
    NotSolo(PathBuf),
    /// No participant of the chain has the keys in this home.
    #[error("{} holds keys of no participant of the chain", .0.display())]
    ForeignKeys(PathBuf),
    /// The secrets in the home must not be used.
    #[error(transparent)]
    Unclaimed(#[from] Unclaimed),
    /// The application's state can't be continued.
    #[error(transparent)]
    State(Box<dyn Error + Send + Sync>),
    /// The engine can't reach its application.
    #[error("{address} can't be listened on: {reason}")]
    Listen {
        /// The address.
        address: String,
        /// The system's error.
        reason: io::Error,
    },
    /// The engine's RPC has an invalid address.
    #[error("node.toml: rpc: {0}")]
    Rpc(String),
    /// No node shows a block from which a snapshot can begin.
    #[error(transparent)]
    Snapshot(FollowError),
    /// The chain can't be followed.
    #[error(transparent)]
    Follow(#[from] FollowError),
    /// The outbox, which keeps drawn tickets, can't be opened.
    #[error(transparent)]
    Outbox(Box<dyn Error + Send + Sync>),
    /// The system can't start a thread.
    #[error(transparent)]
    Thread(io::Error),
}

impl NodeError {
    /// Returns one sentence that says what to do about it, if it is not in the hint of the inner error.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            NodeError::Home(error) => error.hint(),
            NodeError::OtherChain(_) => Some("restore the whole home from one backup"),
            NodeError::Unproved(_) => {
                Some("say --solo if this is the chain of one node, or begin anew in an empty directory")
            }
            NodeError::NotSolo(_) => Some("leave --solo out"),
            NodeError::ForeignKeys(_) => {
                Some("restore the keys.json that belongs to this home from a backup")
            }
            NodeError::Unclaimed(reason @ (Unclaimed::InUse(_) | Unclaimed::Files(_))) => Some(reason.hint()),
            NodeError::Unclaimed(_) => Some(
                "use the home where the keys were used last; if no other will ever be used again, `heliast node \
                 --adopt` takes this one over: a validator that signs twice loses its power",
            ),
            NodeError::State(_) => {
                Some("restore the whole home from one backup: all that is in it belongs together")
            }
            NodeError::Snapshot(_) => {
                Some("name the pages of nodes of this network that run, http://HOST:PORT")
            }
            _ => None,
        }
    }
}

impl From<AppError> for NodeError {
    fn from(error: AppError) -> NodeError {
        match error {
            AppError::Store(error) => NodeError::Store(error),
            error => NodeError::State(error.into()),
        }
    }
}

impl From<WorkerError> for NodeError {
    fn from(error: WorkerError) -> NodeError {
        match error {
            WorkerError::Thread(error) => NodeError::Thread(error),
            error => NodeError::Outbox(error.into()),
        }
    }
}
