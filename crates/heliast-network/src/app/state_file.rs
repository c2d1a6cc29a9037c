//! The application's state on the node's disk: rounds in the store, the rest in one file next to it.

use super::error::AppError;
use crate::{files, state::State};
use heliast_disk::{Disk, Draft, Secrecy};
use heliast_engine::{AlarmKind, Rounds, StatusBoard};
use heliast_finality::NetworkFile;
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

/// Time to wait before a failed write is tried again.
pub(super) const RETRY: Duration = Duration::from_secs(1);

/// The file of the state, and the file in which the rounds of a snapshot wait.
pub struct StateFile {
    disk: Disk,
    path: PathBuf,
}

impl StateFile {
    pub fn new(disk: Disk, dir: &Path) -> StateFile {
        StateFile { disk, path: dir.join("consensus.state") }
    }

    /// The state in the file, or the one before the first block if the file does not exist.
    pub fn load(&self, rounds: &Rounds, network: &Arc<NetworkFile>) -> Result<State, AppError> {
        let (chain, last) = (rounds.chain(), rounds.store().last());
        if let Err(error) = self.disk.remove_if_there(&self.waiting_draft()) {
            tracing::warn!(%error, "the part of a snapshot that came before a kill stays");
        }
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            // Rounds that are already there came from an interrupted restoration of a snapshot: they are
            // compared with those of the next snapshot, or of the engine's blocks.
            Err(error)
                if error.kind() == io::ErrorKind::NotFound && (last == 0 || self.waiting().exists()) =>
            {
                return Ok(State::new(chain, Arc::clone(network)));
            }
            Err(reason) => return Err(AppError::File { path: self.path.clone(), reason }),
        };
        let round = State::round_of(chain, &bytes)?;
        self.forget_waiting();
        // The round of the block that was being committed may already be there.
        if round != last && round + 1 != last {
            return Err(AppError::Halves { store: last, state: round });
        }
        let missing = AppError::Halves { store: last, state: round };
        let tip = rounds.store().tip_before(round + 1)?.ok_or(missing)?;
        Ok(State::from_bytes(chain, Arc::clone(network), tip, &bytes)?)
    }

    /// The file in which rounds of a snapshot wait until it is known to be the network's.
    pub fn waiting(&self) -> PathBuf {
        self.path.with_extension("restored")
    }

    /// Begins the file for waiting rounds, and replaces a draft of it that a killed process left. The file's
    /// name is durable when it is finished. The file shows a node with rounds but no state that a restoration
    /// was interrupted; without it the node would not start. An existing file stays until the new one is
    /// finished.
    pub fn begin_waiting(&self) -> Result<Draft, heliast_disk::Error> {
        self.disk.draft_at(&self.waiting_draft(), &self.waiting(), Secrecy::Public)
    }

    fn waiting_draft(&self) -> PathBuf {
        self.path.with_extension("restored.new")
    }

    /// Removes the file for waiting rounds, which is no longer needed once the state is durable.
    pub fn forget_waiting(&self) {
        if let Err(error) = self.disk.remove_if_there(&self.waiting()) {
            tracing::warn!(%error, "a file that is no longer needed stays");
        }
    }

    /// Makes the state durable. A block can't be undone, so this waits until a full disk has space again.
    pub fn save(&self, board: &StatusBoard, state: &State) {
        let bytes = state.to_bytes();
        let mut has_failed = false;
        while let Err(error) = files::replace(&self.disk, &self.path, &bytes) {
            let text = format!("{} can't be written: {error}; trying again", self.path.display());
            board.set_alarm(AlarmKind::Store, Some(text));
            has_failed = true;
            thread::sleep(RETRY);
        }
        // Ends only the alarm that was raised here: the store's own alarm ends when the store takes a round.
        if has_failed {
            board.set_alarm(AlarmKind::Store, None);
        }
    }
}
