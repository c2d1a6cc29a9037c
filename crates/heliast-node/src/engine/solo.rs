//! The solo engine: every participant in one process, on one machine. It shows and tests the protocol; it decentralises nothing.
//!
//! A round opens at its slot, all participants draw at once, and the delay runs on this thread. Rounds that take longer than
//! their period are caught up with at once; after an interruption of more than [`CATCH_UP_SLOTS`] periods the slots that were
//! missed stay empty and the chain goes on in the present one. Between rounds a second thread proves finished epochs.

use super::epochs::Prover;
use super::members::Members;
use crate::shared::{Phase, Shared, Status, now_ms};
use crate::store::StoreError;
use heliast::{
    Chain, Evaluation, Exhausted, Group, ProveError, ResumeError, Round, RsaGroup, Tip, Verified, prove,
};
use heliast_beacon::{Effect, Input, Machine, Refusal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A node that is at most this many periods late runs its rounds back to back; one that is later leaves slots empty.
const CATCH_UP_SLOTS: u64 = 10;
/// How long the engine sleeps or squares before it looks at the stop flag and reports progress.
const TICK: Duration = Duration::from_millis(100);
/// How long it waits before it tries a failed store again.
const RETRY: Duration = Duration::from_secs(1);

/// Why an engine stopped by itself.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The store refuses a round for a reason that no waiting mends.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A participant's key has no proof for this round.
    #[error("participant {participant} can't evaluate its VRF: {reason}")]
    Draw {
        /// Its number.
        participant: u32,
        /// Why.
        reason: Exhausted,
    },
    /// The delay can't begin.
    #[error("the delay can't begin: {0}")]
    Delay(ResumeError),
    /// The delay has no proof.
    #[error("the delay can't be proved: {0}")]
    Prove(ProveError),
    /// The machine refused what this engine did: a defect of this program, or of the hardware.
    #[error("the round was refused: {0}")]
    Refused(Refusal),
}

/// A finished round and how long its parts took.
#[derive(Debug)]
pub struct Finished {
    /// The round.
    pub round: Verified<Round>,
    /// The squarings.
    pub delay: Duration,
    /// The proof.
    pub proof: Duration,
}

/// An engine with all participants.
pub struct Solo {
    shared: Arc<Shared>,
    machine: Machine,
    members: Members,
    threads: usize,
    stop: Stop,
    speed: f64,
}

/// Says whether the engine is to return soon. Asked a few times a second, from several threads.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

impl Solo {
    /// Continues the chain of `shared` with its participants. `threads` for proofs; `speed` in squarings per second, as far as it is known.
    pub fn new(shared: Arc<Shared>, members: Members, threads: usize, speed: f64, stop: Stop) -> Solo {
        let machine = Machine::new(shared.chain().clone(), shared.store().tip());
        Solo { shared, machine, members, threads, stop, speed }
    }

    /// Makes rounds until `stop` says so or, if `limit` is given, that many are finished, and the proofs of all finished epochs.
    /// Returns how many rounds were made.
    pub fn run(mut self, limit: Option<u64>, on_round: impl FnMut(Finished)) -> Result<u64, EngineError> {
        let (shared, stop) = (Arc::clone(&self.shared), Arc::clone(&self.stop));
        let (rounds_ended, failed) = (AtomicBool::new(false), AtomicBool::new(true));
        let stop = || stop() || (rounds_ended.load(Ordering::Acquire) && failed.load(Ordering::Acquire));
        thread::scope(|scope| {
            // Also when the rounds end by a panic.
            let end = Raise(&rounds_ended);
            scope.spawn(|| Prover { shared: &shared, stop: &stop, rounds_ended: &rounds_ended }.run());
            let made = self.rounds(limit, on_round);
            failed.store(made.is_err(), Ordering::Release);
            drop(end);
            made
        })
    }

    fn rounds(&mut self, limit: Option<u64>, mut on_round: impl FnMut(Finished)) -> Result<u64, EngineError> {
        let mut made = 0;
        while limit.is_none_or(|limit| made < limit) {
            let Some(finished) = self.round()? else { break };
            made += 1;
            on_round(finished);
        }
        Ok(made)
    }

    /// One round; `None` if it was stopped.
    fn round(&mut self) -> Result<Option<Finished>, EngineError> {
        let Some(time_ms) = self.wait_for_slot() else {
            return Ok(None);
        };
        let mut timings = (Duration::ZERO, Duration::ZERO);
        let mut inputs = vec![Input::Open { time_ms }];
        while let Some(input) = inputs.pop() {
            for effect in self.machine.step(input) {
                match effect {
                    Effect::Draw { round, inputs: alphas } => {
                        self.report(round, Phase::Tickets, 0.0, time_ms);
                        let tip = self.machine.tip();
                        let announcements = self.members.announcements(tip);
                        let tickets = self.members.tickets(tip, &alphas, &*self.stop);
                        let drawn = tickets
                            .map_err(|(participant, reason)| EngineError::Draw { participant, reason })?;
                        let Some(tickets) = drawn else {
                            return Ok(None);
                        };
                        inputs.push(Input::Close);
                        inputs.extend(announcements.into_iter().map(Input::Announcement));
                        inputs.extend(tickets.into_iter().map(Input::Ticket));
                    }
                    Effect::Evaluate { round, x, t } => {
                        let Some((y, proof, took)) = self.delay(round, x, t, time_ms)? else {
                            return Ok(None);
                        };
                        timings = took;
                        inputs.push(Input::Delay { round, y, proof });
                    }
                    Effect::Store(round) => {
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

    /// Sleeps until the next round's slot and returns it.
    fn wait_for_slot(&self) -> Option<u64> {
        let tip = self.machine.tip();
        let mut warned = false;
        loop {
            let slot = next_slot(self.shared.chain(), tip, now_ms());
            let wait = Duration::from_millis(slot.saturating_sub(now_ms()));
            if self.stopped() {
                return None;
            }
            if wait.is_zero() {
                return Some(slot);
            }
            if slot > self.shared.chain().genesis().genesis_time_ms && wait > 3 * self.period() && !warned {
                tracing::warn!(
                    ?wait,
                    "the clock is behind the chain's latest round; waiting until it is not"
                );
                warned = true;
            }
            self.report(tip.round() + 1, Phase::Waiting, 0.0, tip.time_ms());
            thread::sleep(wait.min(TICK));
        }
    }

    /// (y, π, how long each took); `None` if it was stopped.
    #[expect(clippy::type_complexity, reason = "three results of one step")]
    fn delay(
        &mut self,
        round: u64,
        x: <RsaGroup as Group>::Elem,
        t: u64,
        time_ms: u64,
    ) -> Result<Option<(Vec<u8>, Vec<u8>, (Duration, Duration))>, EngineError> {
        let group = self.shared.chain().group().clone();
        let mut evaluation = Evaluation::start(&group, x, t).map_err(EngineError::Delay)?;
        let start = Instant::now();
        while !evaluation.advance(((self.speed * TICK.as_secs_f64()) as u64).max(100)) {
            if self.stopped() {
                return Ok(None);
            }
            self.speed = evaluation.done() as f64 / start.elapsed().as_secs_f64();
            self.report(round, Phase::Delay, evaluation.done() as f64 / t as f64, time_ms);
        }
        let delayed = start.elapsed();
        self.speed = t as f64 / delayed.as_secs_f64();
        self.report(round, Phase::Proof, 0.0, time_ms);
        let suite = self.shared.chain().genesis().delay_suite;
        let stop = Arc::clone(&self.stop);
        match prove(&evaluation, suite, self.threads, |_| !stop()) {
            Ok((y, proof)) => {
                let took = (delayed, start.elapsed() - delayed);
                Ok(Some((group.encode(&y), group.encode(&proof), took)))
            }
            Err(ProveError::Interrupted) => Ok(None),
            Err(error) => Err(EngineError::Prove(error)),
        }
    }

    /// Makes a round durable, waiting for a full disk to empty. False if it was stopped.
    fn store(&self, round: &Verified<Round>) -> Result<bool, EngineError> {
        loop {
            match self.shared.accept(round) {
                Ok(()) => return Ok(true),
                // After a failure the file is opened again, and a reader may hold it for a moment.
                Err(error @ (StoreError::Full(_) | StoreError::Io(_) | StoreError::InUse(_))) => {
                    tracing::warn!(round = round.number, %error, "the round can't be stored; trying again");
                }
                Err(error) => return Err(error.into()),
            }
            let until = Instant::now() + RETRY;
            while Instant::now() < until {
                if self.stopped() {
                    return Ok(false);
                }
                thread::sleep(TICK);
            }
        }
    }

    fn report(&self, round: u64, phase: Phase, progress: f64, opens_ms: u64) {
        let period = u64::from(self.shared.chain().genesis().period_ms);
        let next_ms = match phase {
            Phase::Waiting => next_slot(self.shared.chain(), self.machine.tip(), now_ms()),
            _ => opens_ms + period,
        };
        let status =
            Status { round, phase, progress, opens_ms, next_ms, latest: 0, squarings_per_second: self.speed };
        self.shared.set_status(status);
    }

    fn period(&self) -> Duration {
        Duration::from_millis(self.shared.chain().genesis().period_ms.into())
    }

    fn stopped(&self) -> bool {
        (self.stop)()
    }
}

/// Raises a flag when it is dropped.
struct Raise<'a>(&'a AtomicBool);

impl Drop for Raise<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// When the round after `tip` is to open, in milliseconds since 1970: a period after the one before, unless that is long past.
pub fn next_slot(chain: &Chain, tip: &Tip, now_ms: u64) -> u64 {
    let genesis = chain.genesis();
    let period = u64::from(genesis.period_ms);
    let due = if tip.round() == 0 { genesis.genesis_time_ms } else { tip.time_ms().saturating_add(period) };
    if now_ms.saturating_sub(due) <= CATCH_UP_SLOTS * period {
        return due;
    }
    due + (now_ms - due) / period * period
}

/// How fast a machine squares.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// The upper quartile of nine samples of 100 ms: what the machine does when little disturbs it.
    pub squarings_per_second: f64,
    /// By which part of the fastest sample the slowest was slower.
    pub spread: f64,
}

/// Measures for a second how fast `group` squares on this machine.
pub fn calibrate(group: &RsaGroup) -> Speed {
    const SAMPLES: u32 = 9;
    let mut value = group.hash("heliast/calibration", b"");
    let mut sample = |squarings: u64| {
        let start = Instant::now();
        group.square_n(&mut value, squarings);
        squarings as f64 / start.elapsed().as_secs_f64()
    };
    let rough = sample(2_000);
    let mut speeds: Vec<f64> = (0..SAMPLES).map(|_| sample((rough / 10.0) as u64 + 1)).collect();
    speeds.sort_by(f64::total_cmp);
    let (slowest, fastest) = (speeds[0], speeds[speeds.len() - 1]);
    Speed { squarings_per_second: speeds[speeds.len() * 3 / 4], spread: 1.0 - slowest / fastest }
}
