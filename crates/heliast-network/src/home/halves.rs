//! A node's state has two halves, the application's and the engine's, which must be backed up and restored
//! together: a node does not go on if one is missing or older than the other.

use super::names::{DATA, ENGINE};
use serde::Deserialize;
use std::{fs, io, path::Path};

/// The engine's record of what its validator has signed.
pub(super) const SIGNED: &str = "priv_validator_state.json";

/// The faults of the two halves.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Halves {
    /// The engine has blocks, but the application does not.
    #[error("the engine's half of the state is there, and the application's, {DATA}, is missing")]
    NoApplication,
    /// The application has blocks, but the engine does not.
    #[error("the application's half of the state is there, and the engine's, {ENGINE}/data, is missing")]
    NoEngine,
    /// The engine has blocks, but no record of what it has signed.
    #[error("{ENGINE}/data/{SIGNED} is missing or damaged, which says what this validator has signed")]
    NoRecord,
    /// The file system failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

#[derive(Deserialize)]
struct Signed {
    height: String,
}

impl Halves {
    /// Checks the halves before a node starts. `height` is the application's last block, 0 before the first.
    /// If a signer has the key, it also has the record.
    ///
    /// # Errors
    /// One of the variants, if the node could not go on, or might sign twice.
    pub(super) fn check(node: &Path, height: u64, has_signer: bool) -> Result<(), Halves> {
        let has_blocks = node.join(ENGINE).join("data").join("blockstore.db").try_exists()?;
        let signed = if has_signer { 0 } else { signed(node)? };
        match height {
            // An engine that has signed only for its first height may have been killed right after its start.
            0 if has_blocks && signed > 1 => Err(Halves::NoApplication),
            1.. if !has_blocks => Err(Halves::NoEngine),
            _ => Ok(()),
        }
    }

    /// The part of [`check`] that is possible before the application is opened.
    ///
    /// # Errors
    /// [`Halves::NoRecord`]
    pub(super) fn check_record(node: &Path) -> Result<(), Halves> {
        signed(node).map(|_| ())
    }

    /// Returns one sentence that says what to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Halves::Io(_) => "check the directory and its permissions",
            Halves::NoRecord => {
                "restore the whole home from one backup, and only if its node runs nowhere else: a validator \
                 that signs twice loses its power"
            }
            _ => "restore the whole home from one backup: both halves belong together",
        }
    }
}

/// The height of the last block that the validator has signed.
pub(super) fn signed(node: &Path) -> Result<u64, Halves> {
    let record = fs::read(node.join(ENGINE).join("data").join(SIGNED)).ok();
    let signed = record.and_then(|record| serde_json::from_slice::<Signed>(&record).ok());
    signed.and_then(|signed| signed.height.parse().ok()).ok_or(Halves::NoRecord)
}
