//! Epoch proofs. One thread makes them without delaying the rounds: it works only while the engine waits for
//! its next round. A proof takes t squarings, and so a few periods, once in an epoch. A proof that was not
//! finished at a stop is begun again at the next start.

#[cfg(test)]
mod tests;

use super::archiver::Archiver;
use crate::{board::StatusBoard, rounds::Rounds, status::Phase};
use heliast::{Epoch, EpochError, Pending, Verified};
use heliast_store::StoreError;
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

/// The time between two looks for work, and then between two checks whether to go on.
const IDLE: Duration = Duration::from_millis(100);
const HELD: Duration = Duration::from_millis(10);
/// The time until a failed store is tried again.
const RETRY: Duration = Duration::from_secs(1);
/// A prover that `yields` pauses while more rounds than this are missing.
const FAR: u64 = 20;
/// Epochs whose rounds have more bytes than this get no proof: making one needs several times as much memory.
const MAX_BYTES: usize = 256 << 20;

/// A thread that proves epochs.
pub(super) struct Prover<'a> {
    pub(super) rounds: &'a Rounds,
    pub(super) board: &'a StatusBoard,
    /// Whether to return soon, even if work is left.
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    /// Set when no more rounds will be added. The prover then returns when no work is left.
    pub(super) rounds_ended: &'a AtomicBool,
    /// Asks others for a proof, by the epoch's number.
    pub(super) fetch: Option<&'a (dyn Fn(u64) -> Option<Vec<u8>> + Sync)>,
    /// Whether nothing is proved while the node catches up.
    pub(super) yields: bool,
}

/// The reason why an epoch has no proof yet.
enum Hindrance {
    /// The prover is to return.
    Stopped,
    /// The store failed: try again.
    Store(StoreError),
    /// The proof cannot be made, and trying again would not help.
    Unprovable(String),
}

impl Prover<'_> {
    /// Proves every epoch that is complete and has no proof, the oldest first.
    pub(super) fn run(&self) {
        let len = u64::from(self.rounds.epoch_rounds().get());
        // Pruned epochs are archived with the proofs that they have.
        let mut epoch = (self.rounds.store().first() - 1).div_ceil(len) + 1;
        let mut archiver = Archiver::new(self.rounds, self.board);
        while !self.stopped() {
            // The flag is read before the rounds, so that a round that was added before the end is seen.
            let ended = self.rounds_ended.load(Ordering::Acquire);
            let last = len.saturating_mul(epoch);
            let is_behind = archiver.step(last - len);
            if last > self.rounds.store().last() {
                if ended && !is_behind {
                    return;
                }
                if !is_behind {
                    thread::sleep(IDLE);
                }
                continue;
            }
            match self.prove(last - len + 1, last) {
                Ok(()) => epoch += 1,
                Err(Hindrance::Stopped) => return,
                Err(Hindrance::Unprovable(reason)) => {
                    tracing::error!(epoch, reason, "the epoch can't be proved; it stays without a proof");
                    epoch += 1;
                }
                Err(Hindrance::Store(error)) => {
                    tracing::warn!(epoch, %error, "the epoch's proof can't be stored; trying again");
                    self.wait(RETRY);
                }
            }
        }
    }

    /// Makes a proof of these rounds, unless one is stored.
    fn prove(&self, first: u64, last: u64) -> Result<(), Hindrance> {
        let chain = self.rounds.chain();
        // A delay of roots alone has no proof for many rounds (`spec/roots.md`).
        if chain.squarings().is_none() {
            return Ok(());
        }
        let stored = self.rounds.store().epoch_proof(first)?.map(|bytes| chain.decode_epoch_proof(&bytes));
        if stored.is_some_and(|proof| proof.is_ok_and(|proof| proof.rounds() == (first..=last))) {
            return Ok(());
        }
        let rounds = self.rounds(first, last)?;
        if let Some(epoch) = self.fetched(last / (last - first + 1), &rounds) {
            return Ok(self.rounds.accept_epoch(&epoch)?);
        }
        match chain.prove_epoch(&rounds, 1, |_| self.may_go_on()) {
            Ok(epoch) => Ok(self.rounds.accept_epoch(&epoch)?),
            Err(EpochError::Interrupted) => Err(Hindrance::Stopped),
            Err(error) => Err(Hindrance::Unprovable(error.to_string())),
        }
    }

    /// The proof from another node, if it is valid.
    fn fetched(&self, epoch: u64, rounds: &[Pending]) -> Option<Verified<Epoch>> {
        let (bytes, chain) = (self.fetch?(epoch)?, self.rounds.chain());
        let verified = chain.decode_epoch_proof(&bytes).map_err(EpochError::from);
        let verified = verified.and_then(|proof| chain.verify_epoch(rounds, &proof, 1));
        verified
            .inspect_err(
                |error| tracing::warn!(epoch, %error, "another node's proof of an epoch is of no use"),
            )
            .ok()
    }

    /// The rounds, checked once more except for their delays: the statements of the proof follow from their
    /// tickets.
    fn rounds(&self, first: u64, last: u64) -> Result<Vec<Pending>, Hindrance> {
        let (chain, store) = (self.rounds.chain(), self.rounds.store());
        let missing = |number| Hindrance::Unprovable(format!("round {number} is missing"));
        let mut tip = store.tip_before(first)?.ok_or_else(|| missing(first))?;
        let (mut rounds, mut bytes) = (Vec::new(), 0);
        for number in first..=last {
            if !self.may_go_on() {
                return Err(Hindrance::Stopped);
            }
            let round = store.decoded(number)?.ok_or_else(|| missing(number))?;
            bytes += round.encode().len();
            if bytes > MAX_BYTES {
                return Err(Hindrance::Unprovable("its rounds are too large".to_owned()));
            }
            let refused = |error| Hindrance::Unprovable(format!("round {number}: {error}"));
            let after = chain.follow_unverified(&tip, &round).map_err(refused)?;
            rounds.push(chain.check(&tip, round).map_err(refused)?);
            tip = after;
        }
        Ok(rounds)
    }

    /// Returns true when the engine waits for its next round, and false if the prover is to stop.
    fn may_go_on(&self) -> bool {
        while !self.stopped() {
            let catches_up = self.yields && self.is_far_behind();
            if self.board.status().phase == Phase::Waiting && !catches_up {
                return true;
            }
            thread::sleep(HELD);
        }
        false
    }

    /// A node whose rounds are only late still has time to prove.
    fn is_far_behind(&self) -> bool {
        self.board.catch_up().is_some_and(|catch_up| catch_up.goal.saturating_sub(catch_up.done) > FAR)
    }

    fn wait(&self, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until && !self.stopped() {
            thread::sleep(IDLE);
        }
    }

    fn stopped(&self) -> bool {
        (self.stop)()
    }
}

impl From<StoreError> for Hindrance {
    fn from(error: StoreError) -> Hindrance {
        match error {
            StoreError::Full(_) | StoreError::Io(_) | StoreError::InUse(_) => Hindrance::Store(error),
            other => Hindrance::Unprovable(other.to_string()),
        }
    }
}
