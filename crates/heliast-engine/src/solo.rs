//! The solo engine: every participant in one process, on one machine. It is for demonstrations and tests of
//! the protocol; nothing is decentralised.
//!
//! A round opens at its time, all participants draw at once, and the delay runs on this thread.
//! After a round that takes longer than its period, the next one begins at once. After an interruption of
//! more than ten periods the missed periods stay empty, and the chain goes on in the current one. Between
//! rounds a second thread proves finished epochs.

#[cfg(test)]
mod tests;

use super::{
    epochs::Prover,
    evaluator::{Evaluator, Go, Sight},
    lost::LostKeys,
    members::{Members, Undrawn},
    opening::next_opening,
    pace::{Pace, Took},
};
use crate::{
    alarm::AlarmKind,
    board::StatusBoard,
    clock::Clock,
    handles::Handles,
    periods,
    rounds::Rounds,
    status::{Phase, Status},
};
use heliast::{Delay, DelayInput, EvaluateError, Exhausted, Round, Verified};
use heliast_beacon::{Effect, Input, Machine, Refusal};
use heliast_store::{ArchiveError, Store, StoreError};
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

/// The time for which the engine sleeps or squares before it looks at the stop flag and reports progress.
const TICK: Duration = Duration::from_millis(100);
/// The time until a failed store is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// The reason why an engine stopped by itself.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The store refuses a round for a reason that does not go away by waiting.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A participant's key has no proof for this round.
    #[error("participant {participant} can't evaluate its VRF: {reason}")]
    Draw {
        /// Its number.
        participant: u32,
        /// The reason.
        reason: Exhausted,
    },
    /// Hash trees that are due can't answer, and were not given up.
    #[error("{0}")]
    Keys(LostKeys),
    /// The delay can't be evaluated.
    #[error(transparent)]
    Delay(#[from] EvaluateError),
    /// The machine refused what this engine did: a defect of this program, or of the hardware.
    #[error("the round was refused: {0}")]
    Refused(Refusal),
}

impl From<Undrawn> for EngineError {
    fn from(reason: Undrawn) -> EngineError {
        match reason {
            Undrawn::Stateless { participant, reason } => EngineError::Draw { participant, reason },
            Undrawn::Lost(lost) => EngineError::Keys(lost),
        }
    }
}

/// A finished round and how long its parts took.
#[derive(Debug)]
pub struct Finished {
    /// The round.
    pub round: Verified<Round>,
    /// The time of the squarings.
    pub delay: Duration,
    /// The time of the proof.
    pub proof: Duration,
}

/// An engine that has all participants.
pub struct Solo {
    rounds: Arc<Rounds>,
    board: Arc<StatusBoard>,
    machine: Machine,
    members: Members,
    evaluator: Evaluator,
    stop: Stop,
    speed: f64,
    pace: Pace,
}

/// Returns whether the engine is to return soon. It is called a few times a second, from several threads.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

impl Solo {
    /// Continues a node's chain with its participants. `threads` for proofs; `speed` is that of the delay in
    /// steps per second, as far as it is known.
    pub fn new(node: &Handles, members: Members, threads: usize, speed: f64, stop: Stop) -> Solo {
        let (rounds, board) = (Arc::clone(&node.rounds), Arc::clone(&node.board));
        let machine = Machine::new(rounds.chain().clone(), rounds.store().tip());
        let genesis = rounds.chain().genesis();
        let pace = Pace::new(genesis.delays.t(), Duration::from_millis(genesis.period_ms.into()));
        Solo {
            evaluator: Evaluator::new(rounds.chain(), threads),
            rounds,
            board,
            machine,
            members,
            stop,
            speed,
            pace,
        }
    }

    /// Makes rounds until `stop` returns true or, if `limit` is given, until that many are finished. It also
    /// makes the proofs of all finished epochs. Returns the number of rounds that were made.
    pub fn run(mut self, limit: Option<u64>, on_round: impl FnMut(Finished)) -> Result<u64, EngineError> {
        let (rounds, board) = (Arc::clone(&self.rounds), Arc::clone(&self.board));
        let stop = Arc::clone(&self.stop);
        let (rounds_ended, failed) = (AtomicBool::new(false), AtomicBool::new(true));
        let stop = || stop() || (rounds_ended.load(Ordering::Acquire) && failed.load(Ordering::Acquire));
        thread::scope(|scope| {
            // The flag is also raised if the rounds end with a panic.
            let end = Raise(&rounds_ended);
            scope.spawn(|| {
                Prover {
                    rounds: &rounds,
                    board: &board,
                    stop: &stop,
                    rounds_ended: &rounds_ended,
                    fetch: None,
                    yields: false,
                }
                .run()
            });
            let made = self.rounds(limit, on_round);
            failed.store(made.is_err(), Ordering::Release);
            drop(end);
            made
        })
    }

    fn rounds(&mut self, limit: Option<u64>, mut on_round: impl FnMut(Finished)) -> Result<u64, EngineError> {
        let store = self.rounds.store();
        self.members.catch_up(self.machine.tip(), |number| if_kept(store, number))?;
        let mut made = 0;
        while limit.is_none_or(|limit| made < limit) {
            let Some(finished) = self.round()? else { break };
            made += 1;
            on_round(finished);
        }
        Ok(made)
    }

    /// Makes one round; `None` if it was stopped.
    fn round(&mut self) -> Result<Option<Finished>, EngineError> {
        let missing = self.members.check(self.machine.tip()).map_err(EngineError::Keys)?;
        self.board.set_alarm(AlarmKind::Keys, missing);
        let Some(time_ms) = self.wait_for_opening() else {
            return Ok(None);
        };
        let begun = self.clock().instant();
        let mut timings = (Duration::ZERO, Duration::ZERO);
        let mut inputs = vec![Input::Open { time_ms }];
        while let Some(input) = inputs.pop() {
            for effect in self.machine.step(input) {
                match effect {
                    Effect::Draw { round, inputs: alphas } => {
                        self.report(round, Phase::Tickets, 0.0, time_ms);
                        let tip = self.machine.tip();
                        let announcements = self.members.announcements(tip);
                        self.board.set_alarm(AlarmKind::Trees, self.members.unmade());
                        let tickets = self.members.tickets(tip, &alphas, &*self.stop);
                        let Some(tickets) = tickets? else {
                            return Ok(None);
                        };
                        inputs.push(Input::Close);
                        inputs.extend(announcements.into_iter().map(Input::Announcement));
                        inputs.extend(tickets.into_iter().map(Input::Ticket));
                    }
                    Effect::Evaluate { round, x } => {
                        let Some((Delay { y, proof }, took)) = self.delay(round, &x, time_ms)? else {
                            return Ok(None);
                        };
                        timings = took;
                        inputs.push(Input::Delay { round, y, proof });
                    }
                    Effect::Store(round) => {
                        let whole = self.clock().instant() - begun;
                        let slow = self.pace.note(Took { whole, delay: timings.0 + timings.1 });
                        self.board.set_alarm(AlarmKind::Pace, slow);
                        if !self.store(&round)? {
                            return Ok(None);
                        }
                        inputs.push(Input::Stored { round: round.number });
                    }
                    Effect::Announce(round) => {
                        let (delay, proof) = timings;
                        self.report(round.number + 1, Phase::Waiting, 0.0, time_ms);
                        return Ok(Some(Finished { round: *round, delay, proof }));
                    }
                    Effect::Refuse(refusal) => return Err(EngineError::Refused(refusal)),
                }
            }
        }
        Ok(None)
    }

    /// Sleeps until the next round opens and returns that time.
    fn wait_for_opening(&self) -> Option<u64> {
        let tip = self.machine.tip();
        let mut warned = false;
        loop {
            let now_ms = self.clock().now_ms();
            let opening = next_opening(self.rounds.chain(), tip, now_ms);
            let wait = Duration::from_millis(opening.saturating_sub(now_ms));
            if self.stopped() {
                return None;
            }
            if wait.is_zero() {
                return Some(opening);
            }
            if opening > self.rounds.chain().genesis().genesis_time_ms && wait > 3 * self.period() && !warned
            {
                tracing::warn!(
                    ?wait,
                    "the clock is behind the chain's latest round; waiting until it is not"
                );
                warned = true;
            }
            self.report(tip.round() + 1, Phase::Waiting, 0.0, tip.time_ms());
            self.clock().sleep(wait.min(TICK));
        }
    }

    /// The delay, and the times that it and its proof took; `None` if it was stopped.
    #[expect(clippy::type_complexity, reason = "the results of one step")]
    fn delay(
        &mut self,
        round: u64,
        x: &DelayInput,
        time_ms: u64,
    ) -> Result<Option<(Delay, (Duration, Duration))>, EngineError> {
        let start = self.clock().instant();
        let sight = Mutex::new((Sight::begin(self.speed), start));
        let (board, chain, clock, stop) = (&self.board, self.rounds.chain(), self.clock(), &self.stop);
        let next_ms = periods::start_after(chain, round, time_ms, 1);
        let report = |progress| {
            let mut sight = sight.lock().unwrap_or_else(PoisonError::into_inner);
            let (sight, delayed) = &mut *sight;
            sight.note(chain, progress);
            let (phase, progress) = sight.phase();
            if phase == Phase::Delay {
                *delayed = clock.instant();
            }
            let squarings_per_second = sight.per_second;
            board.set_status(Status {
                round,
                phase,
                progress,
                opens_ms: time_ms,
                next_ms,
                latest: 0,
                squarings_per_second,
            });
        };
        let go = || if stop() { Go::Over } else { Go::On };
        let Some(delay) = self.evaluator.run(x, &go, &report)? else { return Ok(None) };
        let (sight, delayed) = sight.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.speed = sight.per_second;
        let end = self.clock().instant();
        Ok(Some((delay, (delayed - start, end - delayed))))
    }

    /// Makes a round durable; if the disk is full, waits for space. Returns false if it was stopped.
    fn store(&self, round: &Verified<Round>) -> Result<bool, EngineError> {
        loop {
            match self.rounds.accept(round) {
                Ok(()) => return Ok(true),
                // After a failure the file is opened again, and a reader may hold it for a moment.
                Err(error @ (StoreError::Full(_) | StoreError::Io(_) | StoreError::InUse(_))) => {
                    tracing::warn!(round = round.number, %error, "the round can't be stored; trying again");
                }
                Err(error) => return Err(error.into()),
            }
            let until = self.clock().instant() + RETRY;
            while self.clock().instant() < until {
                if self.stopped() {
                    return Ok(false);
                }
                self.clock().sleep(TICK);
            }
        }
    }

    fn report(&self, round: u64, phase: Phase, progress: f64, opens_ms: u64) {
        let chain = self.rounds.chain();
        let next_ms = match phase {
            Phase::Waiting => next_opening(chain, self.machine.tip(), self.clock().now_ms()),
            _ => periods::start_after(chain, round, opens_ms, 1),
        };
        let status =
            Status { round, phase, progress, opens_ms, next_ms, latest: 0, squarings_per_second: self.speed };
        self.board.set_status(status);
    }

    fn period(&self) -> Duration {
        Duration::from_millis(self.rounds.chain().genesis().period_ms.into())
    }

    fn clock(&self) -> &Clock {
        self.rounds.clock()
    }

    fn stopped(&self) -> bool {
        (self.stop)()
    }
}

/// A round; `None` if it was pruned and no archive has it.
fn if_kept(store: &Store, number: u64) -> Result<Option<Round>, StoreError> {
    match store.decoded(number) {
        Err(StoreError::Pruned { .. } | StoreError::Archive(ArchiveError::Missing { .. })) => Ok(None),
        found => found,
    }
}

/// Raises a flag when it is dropped.
struct Raise<'a>(&'a AtomicBool);

impl Drop for Raise<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
