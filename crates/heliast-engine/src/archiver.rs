//! Writes closed epochs to the archive, prunes the store behind it, and watches the space that is left.

#[cfg(test)]
mod tests;

use crate::{alarm::AlarmKind, board::StatusBoard, rounds::Rounds};
use heliast_store::{Store, StoreError};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// The time until a failed archive is tried again.
const RETRY: Duration = Duration::from_secs(1);
const LOOK_AT_SPACE: Duration = Duration::from_secs(10);
/// The disk must have space left for the rounds of this time, plus `SPARE_BYTES`.
const SPARE_TIME_MS: u64 = 3_600_000;
const SPARE_BYTES: u64 = 64 << 20;

/// The node's work on its disk in addition to its rounds, one step at a time.
pub(super) struct Archiver<'a> {
    rounds: &'a Rounds,
    board: &'a StatusBoard,
    retry_at: Option<Instant>,
    look_at: Option<Instant>,
}

impl<'a> Archiver<'a> {
    pub(super) fn new(rounds: &'a Rounds, board: &'a StatusBoard) -> Archiver<'a> {
        Archiver { rounds, board, retry_at: None, look_at: None }
    }

    /// Archives an epoch, or prunes a segment. The epochs up to round `closed` get no more proofs. Returns
    /// whether there is more to do at once.
    pub(super) fn step(&mut self, closed: u64) -> bool {
        let now = Instant::now();
        if self.look_at.is_none_or(|at| at <= now) {
            self.look_at = Some(now + LOOK_AT_SPACE);
            self.look_at_space();
        }
        if self.retry_at.is_some_and(|at| at > now) {
            return false;
        }
        match self.file_away(closed) {
            Ok(is_behind) => {
                self.retry_at = None;
                self.board.set_alarm(AlarmKind::Archive, None);
                is_behind
            }
            Err(error) => {
                self.retry_at = Some(now + RETRY);
                let text = format!("rounds can't be archived: {error}; {}", error.hint());
                self.board.set_alarm(AlarmKind::Archive, Some(text));
                false
            }
        }
    }

    fn file_away(&self, closed: u64) -> Result<bool, StoreError> {
        let store = self.rounds.store();
        let Some(archive) = store.archive() else { return Ok(false) };
        let first = archive.last().saturating_add(1);
        let len = u64::from(self.rounds.epoch_rounds().get());
        let last = first.div_ceil(len).saturating_mul(len).min(closed);
        // If epochs have become longer, some rounds of a closed epoch may still be missing.
        if (first..=store.last()).contains(&last) {
            archive.write(store, first, last)?;
            return Ok(true);
        }
        let Some(keep) = store.keep() else { return Ok(false) };
        Ok(store.prune(keep)? > 0)
    }

    fn look_at_space(&self) {
        let (store, archive) = (self.rounds.store(), self.rounds.store().archive());
        let places = store.dir().into_iter().chain(archive.map(|archive| archive.dir()));
        let wanted = wanted(store);
        let text = places.filter_map(|dir| short(dir, wanted)).next();
        self.board.set_alarm(AlarmKind::Space, text);
    }
}

/// The bytes that must be left on a disk.
fn wanted(store: &Store) -> u64 {
    let rounds = SPARE_TIME_MS / u64::from(store.chain().genesis().period_ms).max(1);
    let kept = store.last().saturating_sub(store.first() - 1).max(1);
    SPARE_BYTES.saturating_add((store.bytes() / kept).saturating_mul(rounds))
}

/// The text for a disk that has less space than `wanted`. A disk whose space is unknown counts as enough.
fn short(dir: &Path, wanted: u64) -> Option<String> {
    let left = fs4::available_space(dir).ok().filter(|left| *left < wanted)?;
    let (left, wanted) = (left >> 20, wanted >> 20);
    Some(format!(
        "the disk of {} has {left} MiB left, and an hour's rounds want {wanted}; free some space, or let \
         --archive and --keep move rounds to another disk",
        dir.display()
    ))
}
