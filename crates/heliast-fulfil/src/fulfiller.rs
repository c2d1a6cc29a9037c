//! Works off a coordinator's rounds: draws, evaluates, waits until the draw is deep enough, posts.
//!
//! Only checkpoints and proofs are kept. Everything else is read from the chain again at every step.

mod posting;

use crate::{
    abi::{
        Claim, Entropy, Round, roundAtCall,
        state::{CLAIMED, DISPUTED, DRAWN, FINAL, OPEN},
    },
    coordinator::{At, Coordinator, Depth},
    delays::{Folder, Proof, Running, Task},
    deliveries::Deliveries,
    events::Events,
    happened::{Happened, agreed, mark_of},
    metrics::Counts,
    rpc::RpcError,
    sender::{Followed, Sender},
};
use alloy_primitives::{Address, U256};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread::available_parallelism,
};

/// The number of blocks whose events are read again, in case of a reorganisation.
const OVERLAP: u64 = 128;
/// Blocks in one query for requests; fewer if the node demands it.
const LONGEST_STRIDE: u64 = 10_000;
/// Queries for events in one step. There is a limit because a node may report more blocks than exist.
const MOST_STRIDES: u32 = 32;
/// The greatest number of rounds at a time. Those that were found first come first, and others are found when
/// some of these are done.
const MOST_ROUNDS: usize = 10_000;
/// The number of blocks within which a proof gets into one, with some to spare.
const RESERVE: u64 = 8;
/// The most replaced draws of a round whose files are kept in case they become valid again.
const MOST_REPLACED: usize = 16;

/// The ways of working rounds off.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// The depth of a draw at which a proof is posted.
    pub depth: Depth,
    /// The block from which requests are looked for.
    pub from: u64,
    /// Delays that are evaluated at the same time.
    pub parallel: usize,
    /// Whether the program also draws rounds.
    pub draws: bool,
    /// Whether a claim is settled when its window has passed, instead of being proved at once.
    pub claims: bool,
}

/// A round with pending requests.
#[derive(Default)]
struct Known {
    /// The draw and the claim, as the events report them.
    claim: Option<Claim>,
    deliveries: Deliveries,
    /// Whether the output has failed together with its deliveries, and is to be posted without them.
    is_bare: bool,
    work: Option<Work>,
    /// Work on draws that were replaced.
    replaced: Vec<Task>,
    /// Whether it was reported that a claim cannot be checked in time.
    is_late: bool,
    /// The newest block when the round was first seen to have its output.
    settled: Option<u64>,
    /// The last event that was reported of the round, so that it is not repeated at every step.
    told: &'static str,
}

impl Known {
    fn note(&mut self, one: &Happened) {
        if let &Happened::Requested { index, gas, tip, .. } = one {
            self.deliveries.note(index, gas, tip);
        }
        one.note(&mut self.claim);
    }

    /// The last block in which a claim by another account can be disputed, if there is one that is not
    /// disputed yet.
    fn deadline(&self, window: u64, us: Address) -> Option<u64> {
        let claim = self.claim.as_ref().filter(|_| self.settled.is_none())?;
        let waits = !claim.claimedAt.is_zero() && claim.disputer.is_zero() && claim.claimant != us;
        waits.then(|| claim.last(window))
    }

    /// Whether the round's delay is being evaluated.
    fn runs(&self) -> bool {
        matches!(&self.work, Some(Work { state: Effort::Runs(_), .. }))
    }
}

struct Work {
    task: Task,
    /// The newest block when the evaluation was begun or resumed.
    began: u64,
    state: Effort,
}

enum Effort {
    Runs(Running),
    /// The evaluation was replaced by a more urgent one, or has failed. It goes on from its checkpoint.
    Stopped,
    Done(Proof),
}

/// Works off the rounds of a coordinator.
pub struct Fulfiller {
    it: Coordinator,
    sender: Sender,
    folder: Arc<Folder>,
    ways: Ways,
    events: Arc<Events>,
    counts: Arc<Counts>,
    squarings: Arc<AtomicU64>,
    rounds: BTreeMap<u64, Known>,
    next: u64,
    /// The first block with requests that were skipped because there were too many rounds.
    missed: Option<u64>,
    stride: u64,
    /// The round that the transaction under way is about.
    sending: u64,
}

impl Fulfiller {
    /// Call [`step`](Self::step) from time to time.
    pub fn new(
        it: Coordinator,
        sender: Sender,
        folder: Folder,
        ways: Ways,
        events: Arc<Events>,
        counts: Arc<Counts>,
    ) -> Fulfiller {
        Fulfiller {
            it,
            sender,
            folder: Arc::new(folder),
            ways,
            events,
            squarings: Arc::clone(&counts.squarings),
            counts,
            rounds: BTreeMap::new(),
            next: ways.from,
            missed: None,
            stride: LONGEST_STRIDE,
            sending: 0,
        }
    }

    /// Looks at the chain once, and does the work that is due. At most one transaction is under way. Returns
    /// false if there are blocks left to look at, so that the next step should follow at once.
    ///
    /// # Errors
    /// [`RpcError`] of a node that does not answer as it should; the next step tries again.
    pub fn step(&mut self) -> Result<bool, RpcError> {
        let now = self.it.newest()?.number();
        if !self.look(now)? {
            return Ok(false);
        }
        self.follow(now)?;
        // Claims whose time runs out come first.
        let mut rounds: Vec<_> =
            self.rounds.keys().map(|round| (self.urgency(*round, now), *round)).collect();
        rounds.sort_unstable();
        for (_, round) in rounds {
            self.tend(round, now)?;
        }
        let running = self.running();
        self.counts.set(now, self.rounds.len(), running);
        Ok(true)
    }

    /// The block by which a round must be dealt with; the highest number if it can wait.
    fn urgency(&self, round: u64, now: u64) -> u64 {
        self.deadline(round).filter(|last| now <= *last).unwrap_or(u64::MAX)
    }

    fn deadline(&self, round: u64) -> Option<u64> {
        self.rounds.get(&round)?.deadline(self.it.terms().window, self.sender.address())
    }

    /// Ends all evaluations, which save checkpoints.
    pub fn stop(&mut self) {
        // All are asked to stop before the first one is waited for.
        for known in self.rounds.values() {
            if let Some(Work { state: Effort::Runs(running), .. }) = &known.work {
                running.stop();
            }
        }
        self.rounds.clear();
    }

    /// Notes the events in new blocks, and again in some blocks before them. Returns whether those were all.
    fn look(&mut self, now: u64) -> Result<bool, RpcError> {
        if self.next.saturating_sub(OVERLAP) > now.saturating_add(1) {
            // The node is far behind, or has lied about the newest block.
            self.next = self.ways.from;
        }
        if self.rounds.len() < MOST_ROUNDS / 10 * 9
            && let Some(missed) = self.missed.take()
        {
            self.next = self.next.min(missed);
        }
        let mut first = self.next.saturating_sub(OVERLAP).max(self.ways.from);
        let mut is_done = first > now;
        for _ in 0..MOST_STRIDES {
            if is_done {
                break;
            }
            let last = first.saturating_add(self.stride - 1).min(now);
            match self.it.happened(first, last) {
                Ok(all) => {
                    all.iter().for_each(|one| self.heed(one, first));
                    self.stride = self.stride.saturating_mul(2).min(LONGEST_STRIDE);
                    first = last.saturating_add(1);
                    self.next = first;
                    is_done = last == now;
                }
                // Nodes differ in how many blocks they allow in one query.
                Err(RpcError::Refused { .. } | RpcError::TooLong { .. } | RpcError::Status { .. })
                    if self.stride > 1 =>
                {
                    self.stride /= 2;
                }
                // A query of many blocks may also take too long.
                Err(error) => {
                    self.stride = (self.stride / 2).max(1);
                    return Err(error);
                }
            }
        }
        if is_done {
            // This also holds if there are fewer blocks than before: after a reorganisation, or with another
            // node.
            self.next = now.saturating_add(1);
        }
        Ok(is_done)
    }

    /// Notes an event of a block from `first` on. If there are too many rounds, new ones are skipped until
    /// some of the others are done.
    fn heed(&mut self, one: &Happened, first: u64) {
        let is_full = self.rounds.len() >= MOST_ROUNDS;
        match self.rounds.get_mut(&one.round()) {
            Some(known) => known.note(one),
            None if is_full => self.missed = Some(self.missed.map_or(first, |missed| missed.min(first))),
            None => self.rounds.entry(one.round()).or_default().note(one),
        }
    }

    /// Checks what became of the transaction under way.
    fn follow(&mut self, now: u64) -> Result<(), RpcError> {
        let round = self.sending;
        match self.sender.follow(&self.it, now)? {
            Followed::Nothing | Followed::Waits => {}
            Followed::AtLimit => self.note(round, "at the limit", json!({})),
            Followed::Replaced(price) => {
                self.counts.replaced.fetch_add(1, Ordering::Relaxed);
                self.tell(round, "replaced", json!({ "fee": price.fee.to_string() }));
            }
            Followed::Mined(call, receipt) => {
                let event = if receipt.is_success() { "success" } else { "reverted" };
                let count = match (receipt.is_success(), call) {
                    (false, _) => &self.counts.failed,
                    (true, "draw") => &self.counts.drawn,
                    (true, "claim" | "dispute") => &self.counts.claimed,
                    (true, _) => &self.counts.fulfilled,
                };
                count.fetch_add(1, Ordering::Relaxed);
                if !receipt.is_success()
                    && let Some(known) = self.rounds.get_mut(&round)
                {
                    known.is_bare = true;
                }
                self.tell(round, event, json!({ "call": call, "gas": receipt.gas() }));
            }
            Followed::Dropped(call) => self.tell(round, "dropped", json!({ "call": call })),
            Followed::Displaced(call) => self.tell(round, "displaced", json!({ "call": call })),
        }
        Ok(())
    }

    fn tend(&mut self, round: u64, now: u64) -> Result<(), RpcError> {
        self.collect(round);
        let it = self.it.read(&roundAtCall { round: U256::from(round) }, At::Latest)?;
        let Some(known) = self.rounds.get_mut(&round) else { return Ok(()) };
        if it.state != FINAL {
            known.settled = None;
        }
        if let (CLAIMED | DISPUTED, Some(claim)) = (it.state, &known.claim) {
            match agreed(claim, it.claim) {
                Some(agreed) => known.claim = Some(agreed),
                // Events are missing, or belong to a replaced chain: they are read again.
                None => {
                    self.next = self.next.min(claim.drawnAt.to());
                    self.note(round, "unknown claim", json!({}));
                    return Ok(());
                }
            }
        }
        let claim = known.claim.clone();
        let drawn = claim.as_ref().map(|claim| claim.entropy).filter(|_| it.state != OPEN);
        if known.work.as_ref().is_some_and(|work| drawn != Some(work.task.entropy)) {
            self.set_aside(round);
            self.counts.reorganised.fetch_add(1, Ordering::Relaxed);
            self.tell(round, "reorganised", json!({ "entropy": drawn }));
        }
        match (it.state, claim) {
            (FINAL, _) => self.leave(round, now),
            (OPEN, _) if it.count == 0 => {
                // A reorganisation has taken the requests back.
                self.rounds.remove(&round);
                Ok(())
            }
            (OPEN, _) => self.draw(round, now),
            (DRAWN | CLAIMED | DISPUTED, Some(claim)) => self.work(round, &it, &claim, now),
            _ => {
                self.note(round, "unknown draw", json!({}));
                Ok(())
            }
        }
    }

    /// Works on a round that is drawn: evaluates, waits, posts.
    fn work(&mut self, round: u64, it: &Round, claim: &Claim, now: u64) -> Result<(), RpcError> {
        let work = self.rounds.get(&round).and_then(|known| known.work.as_ref());
        let proof = match work.map(|work| &work.state) {
            None | Some(Effort::Stopped) => {
                self.begin(round, claim.entropy, now);
                self.warn(round, now);
                return Ok(());
            }
            Some(Effort::Runs(_)) => {
                self.warn(round, now);
                return Ok(());
            }
            Some(Effort::Done(proof)) => proof.clone(),
        };
        let drawn_at = claim.drawnAt.to();
        if !self.it.is_deep(drawn_at, self.ways.depth, now)? {
            self.note(round, "waiting until it is final", json!({ "drawn_at": drawn_at }));
            // A proof waits for this depth. A false claim does not wait: a dispute keeps it from being
            // settled.
            let deep = drawn_at.saturating_add(self.it.lag(self.ways.depth, now)?);
            let is_false = mark_of(claim.claimant, proof.seed) != claim.mark;
            let deadline = self.deadline(round).filter(|last| deep.saturating_add(RESERVE) >= *last);
            if it.state == CLAIMED && is_false && deadline.is_some() {
                self.dispute(round, claim, now)?;
            }
            return Ok(());
        }
        match it.state {
            DRAWN if self.it.terms().window > 0 => self.claim(round, claim, &proof),
            DRAWN => self.fulfil(round, &proof),
            _ => self.judge(round, it, claim, &proof, now),
        }
    }

    /// Reports once that a claim by another account will not be evaluated before it can be settled.
    fn warn(&mut self, round: u64, now: u64) {
        let Some(last) = self.deadline(round) else { return };
        let Some(known) = self.rounds.get_mut(&round) else { return };
        let ready = match &known.work {
            Some(Work { task, began, state: Effort::Runs(running) }) => {
                ready_at(*began, now, running.progress(), task.squarings)
            }
            _ => None,
        };
        if !known.is_late && ready.unwrap_or(now) >= last {
            known.is_late = true;
            self.counts.late.fetch_add(1, Ordering::Relaxed);
            self.tell(round, "too late for a claim", json!({ "last": last, "evaluated_at": ready }));
        }
    }

    /// Takes the result of an evaluation that has ended.
    fn collect(&mut self, round: u64) {
        let Some(known) = self.rounds.get_mut(&round) else { return };
        let Some(Work { state: Effort::Runs(running), .. }) = &known.work else { return };
        match running.look() {
            None => {}
            Some(Ok(proof)) => {
                if let Some(work) = &mut known.work {
                    work.state = Effort::Done(proof);
                }
                self.counts.evaluated.fetch_add(1, Ordering::Relaxed);
                self.tell(round, "evaluated", json!({}));
            }
            // The next step restarts or resumes the evaluation.
            Some(Err(message)) => {
                if let Some(work) = &mut known.work {
                    work.state = Effort::Stopped;
                }
                self.counts.failed.fetch_add(1, Ordering::Relaxed);
                self.tell(round, "failed", json!({ "message": message }));
            }
        }
    }

    /// A round with an output is kept until the output lies deep enough: its proof may be needed again.
    fn leave(&mut self, round: u64, now: u64) -> Result<(), RpcError> {
        let Some(known) = self.rounds.get_mut(&round) else { return Ok(()) };
        if let Some(Work { state: state @ Effort::Runs(_), .. }) = &mut known.work {
            *state = Effort::Stopped;
        }
        let since = *known.settled.get_or_insert(now);
        if known.settled == Some(now) {
            self.note(round, "settled", json!({}));
        }
        if now >= since.saturating_add(OVERLAP) && self.it.is_deep(since, self.ways.depth, now)? {
            self.give_up(round);
            self.rounds.remove(&round);
        }
        Ok(())
    }

    fn draw(&mut self, round: u64, now: u64) -> Result<(), RpcError> {
        // The transaction is in the next block at the earliest.
        if !self.ways.draws || now < self.it.first_draw(round) {
            return Ok(());
        }
        self.post_draw(round)
    }

    fn running(&self) -> usize {
        self.rounds.values().filter(|known| known.runs()).count()
    }

    fn task(&self, round: u64, entropy: Entropy) -> Task {
        Task {
            chain: self.it.chain(),
            coordinator: self.it.address(),
            round,
            entropy,
            squarings: self.it.terms().squarings,
            prover: self.sender.address(),
        }
    }

    /// Begins an evaluation, or resumes it. A less urgent one makes room for it.
    fn begin(&mut self, round: u64, entropy: Entropy, now: u64) {
        if self.running() >= self.ways.parallel && !self.interrupt(self.urgency(round, now), now) {
            return;
        }
        let task = self.task(round, entropy);
        let threads = available_parallelism().map_or(1, usize::from).div_ceil(self.ways.parallel.max(1));
        let (folder, events) = (Arc::clone(&self.folder), Arc::clone(&self.events));
        match Running::start(task.clone(), folder, threads, Arc::clone(&self.squarings), events) {
            Ok(running) => {
                if let Some(known) = self.rounds.get_mut(&round) {
                    known.work = Some(Work { task, began: now, state: Effort::Runs(running) });
                }
                self.tell(round, "evaluating", json!({ "entropy": entropy }));
            }
            Err(error) => self.note(round, "no thread", json!({ "message": error.to_string() })),
        }
    }

    /// Stops the evaluation that can wait longest, if it can wait longer than until block `urgency`. The
    /// evaluation saves a checkpoint.
    fn interrupt(&mut self, urgency: u64, now: u64) -> bool {
        let running = self.rounds.iter().filter(|(_, known)| known.runs()).map(|(round, _)| *round);
        let Some((_, round)) = running
            .map(|round| (self.urgency(round, now), round))
            .max()
            .filter(|(other, _)| *other > urgency)
        else {
            return false;
        };
        if let Some(work) = self.rounds.get_mut(&round).and_then(|known| known.work.as_mut()) {
            work.state = Effort::Stopped;
        }
        self.tell(round, "interrupted", json!({}));
        true
    }

    /// Ends the work on a draw that was replaced. Its files stay until the round is left: a node that is
    /// behind the others would also report no draw.
    fn set_aside(&mut self, round: u64) {
        let Some(known) = self.rounds.get_mut(&round) else { return };
        let Some(Work { task, .. }) = known.work.take() else { return };
        known.replaced.retain(|other| other.entropy != task.entropy);
        known.replaced.push(task);
        if known.replaced.len() > MOST_REPLACED {
            let oldest = known.replaced.remove(0);
            self.forget(&oldest);
        }
    }

    /// Ends the work on a round, and removes its files, including those from before a restart.
    fn give_up(&mut self, round: u64) {
        let Some(known) = self.rounds.get_mut(&round) else { return };
        // A thread that still runs would write another checkpoint.
        let mut tasks: Vec<_> = known.work.take().map(|work| work.task).into_iter().collect();
        tasks.append(&mut known.replaced);
        let entropy = known.claim.as_ref().map(|claim| claim.entropy);
        tasks.extend(entropy.map(|entropy| self.task(round, entropy)));
        tasks.iter().for_each(|task| self.forget(task));
    }

    fn forget(&mut self, task: &Task) {
        if let Err(error) = self.folder.remove(task) {
            self.tell(task.round, "trouble", json!({ "message": error.to_string() }));
        }
    }

    /// Reports an event of a round.
    fn tell(&mut self, round: u64, event: &'static str, mut fields: Value) {
        if let Some(known) = self.rounds.get_mut(&round) {
            known.told = event;
        }
        fields["round"] = round.into();
        self.events.tell(event, fields);
    }

    /// Reports an event, unless it is the last one that was reported of the round.
    fn note(&mut self, round: u64, event: &'static str, fields: Value) {
        if self.rounds.get(&round).is_none_or(|known| known.told != event) {
            self.tell(round, event, fields);
        }
    }
}

/// The block in which an evaluation will be ready if it goes on as fast as since the block `began`; `None` as
/// long as the speed is unknown. `from` and `done` are its squarings then and now, of `all`.
fn ready_at(began: u64, now: u64, (from, done): (u64, u64), all: u64) -> Option<u64> {
    let (blocks, squarings) = (now.saturating_sub(began), done.saturating_sub(from));
    if blocks < 4 || squarings == 0 {
        return None;
    }
    let left = u128::from(all.saturating_sub(done)) * u128::from(blocks) / u128::from(squarings);
    Some(now.saturating_add(u64::try_from(left).unwrap_or(u64::MAX)))
}

#[cfg(test)]
mod tests;
