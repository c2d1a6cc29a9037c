//! The draws of this node's participants, made durable before they are sent: after a restart the same bytes
//! are sent.
//!
//! One leaf, one input. The answer of a hash tree's key in a slot is fixed by chain, round, slot and seed,
//! but its leaf can be used only once, so that an answer that is lost in a crash may not be computable again.
//! A participant that sends two different tickets for one place also looks dishonest. So each transaction is
//! written to its own file, synced, and given its name, which is synced, too. Only then may it be sent. A
//! file is kept until its round is sealed.
//!
//! ```text
//! file  = "HLOB" ‖ u8(version = 1) ‖ chain id (32) ‖ place (14) ‖ u32(len) ‖ transaction
//!         ‖ H(tag("heliast/outbox/v1") ‖ all before)
//! place = u64(round) ‖ u8(0 ticket, 1 announcement) ‖ u8(slot, or 0) ‖ u32(participant)
//! ```
//!
//! | a crash | leaves |
//! |---|---|
//! | before the draft is synced | a draft, whole, in part or not at all: removed, nothing was sent |
//! | before the name is durable | the draft, or the file: nothing was sent; the same answer is drawn again |
//! | after | the file |
//!
//! The name of a damaged file shows that something was drawn for its place: that place is given up, and never
//! drawn again.

mod format;
#[cfg(test)]
mod tests;

pub use format::{Kind, Place};

use heliast_disk::{Disk, Secrecy};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// The suffixes of files that are being written; the second is that of earlier versions.
const DRAFTS: [&str; 2] = [".new", ".draft"];
/// A longer file is damaged: no transaction is that long.
const MAX_FILE: usize = 1 << 20;

/// The reasons why the outbox can't be used at all, or not for this place.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutboxError {
    /// The disk is full, or fails. Nothing may be sent; the call may be repeated.
    #[error("the outbox can't be written or read: {0}")]
    Io(#[from] io::Error),
    /// The place has another transaction, which may have been sent.
    #[error("{0} stands in the outbox already, with other bytes")]
    Other(Place),
    /// The place has a transaction that can't be read, and that may have been sent.
    #[error("{place} stands in the outbox, but its file is damaged: {reason}")]
    Damaged {
        /// The place.
        place: Place,
        /// The fault of the file, as a clause.
        reason: String,
    },
}

impl From<heliast_disk::Error> for OutboxError {
    fn from(error: heliast_disk::Error) -> OutboxError {
        OutboxError::Io(error.into())
    }
}

impl OutboxError {
    /// Returns one sentence that says what to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            OutboxError::Io(_) => "see whether the disk is full and whether the node may write to its home",
            OutboxError::Other(_) => "see whether another process used the same keys; the ticket is not sent",
            OutboxError::Damaged { .. } => {
                "see whether the disk fails; the lot is given up, and the next round is drawn"
            }
        }
    }
}

/// The transactions of rounds that are not sealed yet.
pub struct Outbox {
    disk: Disk,
    dir: PathBuf,
    chain: [u8; 32],
    entries: BTreeMap<Place, Result<Vec<u8>, String>>,
}

impl Outbox {
    /// The outbox of a chain in this directory, which is made if it is missing. The remains of interrupted
    /// writes are removed.
    ///
    /// # Errors
    /// [`OutboxError::Io`]. A damaged file is not an error here: its place is marked as damaged.
    pub fn open(dir: &Path, chain: &[u8; 32]) -> Result<Outbox, OutboxError> {
        Outbox::on(Disk::default(), dir, chain)
    }

    fn on(disk: Disk, dir: &Path, chain: &[u8; 32]) -> Result<Outbox, OutboxError> {
        disk.create_dir(dir)?;
        let mut entries = BTreeMap::new();
        for entry in fs::read_dir(dir)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if DRAFTS.iter().any(|end| name.ends_with(end)) {
                disk.remove(&path)?;
            } else if let Some(place) = Place::of_name(&name) {
                entries.insert(place, read(&disk, &path, chain, place)?);
            } else {
                tracing::warn!(%name, "a file that is not of the outbox lies in its directory");
            }
        }
        // A crash may have come before a name was durable, and the transactions that were read may be sent
        // from now on.
        disk.sync_names(dir)?;
        Ok(Outbox { disk, dir: dir.to_owned(), chain: *chain, entries })
    }

    /// The transaction that was drawn at this place; `None` if it is free.
    ///
    /// # Errors
    /// [`OutboxError::Damaged`]: the place is not free, and its transaction is lost.
    pub fn kept(&self, place: Place) -> Result<Option<&[u8]>, OutboxError> {
        match self.entries.get(&place) {
            None => Ok(None),
            Some(Ok(transaction)) => Ok(Some(transaction)),
            Some(Err(reason)) => Err(OutboxError::Damaged { place, reason: reason.clone() }),
        }
    }

    /// Makes a transaction durable. Only when this has returned may it be sent.
    ///
    /// # Errors
    /// [`OutboxError`]; after [`OutboxError::Io`] the call may be repeated.
    pub fn keep(&mut self, place: Place, transaction: &[u8]) -> Result<(), OutboxError> {
        if let Some(kept) = self.kept(place)? {
            return if kept == transaction { Ok(()) } else { Err(OutboxError::Other(place)) };
        }
        let bytes = format::encode(&self.chain, place, transaction);
        self.disk.replace(&self.dir.join(place.name()), Secrecy::Secret, &bytes)?;
        self.entries.insert(place, Ok(transaction.to_vec()));
        Ok(())
    }

    /// Removes the files of rounds up to `sealed`. A file that can't be removed is tried again at the next
    /// start.
    pub fn clear(&mut self, sealed: u64) {
        while let Some((place, _)) = self.entries.first_key_value().filter(|(place, _)| place.round <= sealed)
        {
            let place = *place;
            if let Err(error) = self.disk.remove(&self.dir.join(place.name())) {
                tracing::warn!(%place, %error, "a file of the outbox can't be removed");
            }
            self.entries.remove(&place);
        }
    }
}

/// The transaction in a file, or the file's fault.
fn read(
    disk: &Disk,
    path: &Path,
    chain: &[u8; 32],
    place: Place,
) -> Result<Result<Vec<u8>, String>, OutboxError> {
    match disk.read(path, MAX_FILE) {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Ok(Err(error.error.to_string())),
        bytes => Ok(format::decode(&bytes?, chain, place).map_err(str::to_owned)),
    }
}
