//! Works off a coordinator's rounds: draws, evaluates, waits until the draw is deep enough, posts.
//!
//! Nothing is kept but checkpoints and proofs: what is to be done is read from the chain, at every step anew.

use crate::{
    abi::{
        Claim, Entropy, claimCall, disputeCall, drawCall, feeOfCall, fulfilCall, judgeCall, roundAtCall,
        settleCall,
        state::{CLAIMED, DISPUTED, DRAWN, FINAL, OPEN},
    },
    coordinator::{At, Coordinator, Depth},
    delays::{Folder, Proof, Running, Task},
    events::Events,
    happened::mark_of,
    metrics::Counts,
    rpc::RpcError,
    sender::{Deed, Followed, Held, Sender},
};
use alloy_primitives::U256;
use alloy_sol_types::SolCall;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread::available_parallelism,
};

/// Events of so many blocks are read again, in case of a reorganisation.
const OVERLAP: u64 = 128;
/// Blocks in one question about requests; less where the node wants less.
const LONGEST_STRIDE: u64 = 10_000;
/// Requests that are delivered with a proof.
const DELIVERIES: u32 = 64;
/// Rounds that are looked after at a time. The oldest come first, and the others are found when these are
/// done.
const MOST_ROUNDS: usize = 10_000;

/// The ways of working rounds off.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// The depth of a draw at which a proof is posted.
    pub depth: Depth,
    /// The block from which requests are looked for.
    pub from: u64,
    /// Delays that are evaluated at the same time.
    pub parallel: usize,
    /// Whether rounds are drawn too.
    pub draws: bool,
    /// Whether outputs are claimed, with a bond, where that is possible.
    pub claims: bool,
}

/// A round whose requests wait.
#[derive(Default)]
struct Known {
    /// The draw and the claim, as the events tell them.
    claim: Option<Claim>,
    work: Option<Work>,
    /// The newest block when the round was first seen to have its output.
    settled: Option<u64>,
    /// The last event that was told of it, so that nothing is told at every step.
    told: &'static str,
}

struct Work {
    task: Task,
    state: Effort,
}

enum Effort {
    Runs(Running),
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
    stride: u64,
    /// The round that the transaction under way is about.
    sending: u64,
}

impl Fulfiller {
    /// Call [`step`](Self::step) now and then.
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
            stride: LONGEST_STRIDE,
            sending: 0,
        }
    }

    /// Looks at the chain once, and does what there is to do. At most one transaction is under way.
    ///
    /// # Errors
    /// [`RpcError`] of a node that does not answer as it should; the next step tries again.
    pub fn step(&mut self) -> Result<(), RpcError> {
        let now = self.it.newest()?.number();
        self.look(now)?;
        self.follow(now)?;
        let rounds: Vec<_> = self.rounds.keys().copied().collect();
        for round in rounds {
            self.tend(round, now)?;
        }
        let running = self.running();
        self.counts.set(now, self.rounds.len(), running);
        Ok(())
    }

    /// Ends all evaluations, which save checkpoints.
    pub fn stop(&mut self) {
        // All at once, and then one after the other.
        for known in self.rounds.values() {
            if let Some(Work { state: Effort::Runs(running), .. }) = &known.work {
                running.stop();
            }
        }
        self.rounds.clear();
    }

    /// Notes the rounds of the requests in new blocks, and again of some blocks before them.
    fn look(&mut self, now: u64) -> Result<(), RpcError> {
        let mut first = self.next.saturating_sub(OVERLAP).max(self.ways.from);
        while first <= now {
            let last = first.saturating_add(self.stride - 1).min(now);
            match self.it.happened(first, last) {
                Ok(all) => {
                    for one in all {
                        if self.rounds.len() < MOST_ROUNDS || self.rounds.contains_key(&one.round()) {
                            one.note(&mut self.rounds.entry(one.round()).or_default().claim);
                        }
                    }
                    if self.rounds.len() >= MOST_ROUNDS {
                        return Ok(());
                    }
                    self.stride = self.stride.saturating_mul(2).min(LONGEST_STRIDE);
                    first = last + 1;
                    self.next = first;
                }
                // Nodes have their own ideas of how many blocks are too many.
                Err(RpcError::Refused { .. } | RpcError::TooLong { .. } | RpcError::Status { .. })
                    if self.stride > 1 =>
                {
                    self.stride /= 2;
                }
                Err(error) => return Err(error),
            }
        }
        // Fewer blocks than before: the chain was reorganised, or another node answers.
        self.next = now.saturating_add(1);
        Ok(())
    }

    /// Looks what became of the transaction under way.
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
        let claim = known.claim.clone();
        let drawn = claim.as_ref().map(|claim| claim.entropy).filter(|_| it.state != OPEN);
        if known.work.as_ref().is_some_and(|work| drawn != Some(work.task.entropy)) {
            self.counts.reorganised.fetch_add(1, Ordering::Relaxed);
            self.tell(round, "reorganised", json!({ "entropy": drawn }));
            self.give_up(round);
        }
        match (it.state, claim) {
            (FINAL, _) => self.leave(round, now),
            (OPEN, _) if it.count == 0 => {
                // A reorganisation has taken the requests back.
                self.rounds.remove(&round);
                Ok(())
            }
            (OPEN, _) => self.draw(round, now),
            (DRAWN | CLAIMED | DISPUTED, Some(claim)) => self.work(round, it.state, &claim, now),
            _ => {
                self.note(round, "unknown draw", json!({}));
                Ok(())
            }
        }
    }

    /// Works on a round that is drawn: evaluates, waits, posts.
    fn work(&mut self, round: u64, state: u8, claim: &Claim, now: u64) -> Result<(), RpcError> {
        let work = self.rounds.get(&round).and_then(|known| known.work.as_ref());
        let proof = match work.map(|work| &work.state) {
            None => {
                self.begin(round, claim.entropy);
                return Ok(());
            }
            Some(Effort::Runs(_)) => return Ok(()),
            Some(Effort::Done(proof)) => proof.clone(),
        };
        let drawn_at = claim.drawnAt.to();
        if !self.it.is_deep(drawn_at, self.ways.depth, now)? {
            self.note(round, "waiting until it is final", json!({ "drawn_at": drawn_at }));
            return Ok(());
        }
        match state {
            DRAWN if self.ways.claims && self.it.terms().window > 0 => self.claim(round, claim, &proof),
            DRAWN => self.fulfil(round, claim, &proof),
            _ => self.judge(round, claim, &proof, now),
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
            // The next step begins anew.
            Some(Err(message)) => {
                known.work = None;
                self.counts.failed.fetch_add(1, Ordering::Relaxed);
                self.tell(round, "failed", json!({ "message": message }));
            }
        }
    }

    /// A round that has its output is looked after until that lies deep enough: its proof may be needed
    /// again.
    fn leave(&mut self, round: u64, now: u64) -> Result<(), RpcError> {
        let Some(known) = self.rounds.get_mut(&round) else { return Ok(()) };
        if let Some(Work { state: Effort::Runs(running), .. }) = &known.work {
            running.stop();
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
        let data = drawCall { round: U256::from(round) }.abi_encode();
        self.send(round, Deed { name: "draw", data, value: U256::ZERO, worth: None })?;
        Ok(())
    }

    fn running(&self) -> usize {
        let runs = |known: &&Known| matches!(&known.work, Some(Work { state: Effort::Runs(_), .. }));
        self.rounds.values().filter(runs).count()
    }

    fn begin(&mut self, round: u64, entropy: Entropy) {
        if self.running() >= self.ways.parallel {
            return;
        }
        let task = Task {
            chain: self.it.chain(),
            coordinator: self.it.address(),
            round,
            entropy,
            squarings: self.it.terms().squarings,
            prover: self.sender.address(),
        };
        let threads = available_parallelism().map_or(1, usize::from).div_ceil(self.ways.parallel.max(1));
        let (folder, events) = (Arc::clone(&self.folder), Arc::clone(&self.events));
        match Running::start(task.clone(), folder, threads, Arc::clone(&self.squarings), events) {
            Ok(running) => {
                if let Some(known) = self.rounds.get_mut(&round) {
                    known.work = Some(Work { task, state: Effort::Runs(running) });
                }
                self.tell(round, "evaluating", json!({ "entropy": entropy }));
            }
            Err(error) => self.note(round, "no thread", json!({ "message": error.to_string() })),
        }
    }

    /// Posts a proof of a round that nobody has claimed.
    fn fulfil(&mut self, round: u64, claim: &Claim, proof: &Proof) -> Result<(), RpcError> {
        let fee = self.it.read(&feeOfCall { round: U256::from(round) }, At::Latest)?;
        let call = fulfilCall {
            round: U256::from(round),
            proof: proof.bytes.clone().into(),
            prover: self.sender.address(),
            requests: deliveries(round, claim.count),
        };
        self.send(
            round,
            Deed { name: "fulfil", data: call.abi_encode(), value: U256::ZERO, worth: Some(fee) },
        )?;
        Ok(())
    }

    /// Claims the output of a round, with the bond.
    fn claim(&mut self, round: u64, claim: &Claim, proof: &Proof) -> Result<(), RpcError> {
        let fee = self.it.read(&feeOfCall { round: U256::from(round) }, At::Latest)?;
        let mark = mark_of(self.sender.address(), proof.seed);
        let data = claimCall { round: U256::from(round), entropy: claim.entropy, mark }.abi_encode();
        self.send(round, Deed { name: "claim", data, value: self.it.terms().bond, worth: Some(fee) })?;
        Ok(())
    }

    /// Does with a claim what its truth asks for: a false one is refuted by the proof, or disputed as long as
    /// gas is too dear for that; a true one is its claimant's to settle, unless that one has given up, or
    /// somebody disputes it.
    fn judge(&mut self, round: u64, claim: &Claim, proof: &Proof, now: u64) -> Result<(), RpcError> {
        let (window, bond) = (self.it.terms().window, self.it.terms().bond);
        let is_true = mark_of(claim.claimant, proof.seed) == claim.mark;
        let is_disputed = !claim.disputer.is_zero();
        let last = claim.claimedAt.to::<u64>().saturating_add(window);
        let half = bond - bond / U256::from(2);
        let worth = match (is_disputed, is_true) {
            (true, true) => bond,
            (true, false) => half,
            (false, false) => bond,
            (false, true) if claim.claimant == self.sender.address() => {
                return if now > last { self.settle(round, claim, proof) } else { Ok(()) };
            }
            (false, true) if now < last.saturating_add(window) => {
                self.note(round, "claimed rightly", json!({ "claimant": claim.claimant }));
                return Ok(());
            }
            // Given up.
            (false, true) => U256::ZERO,
        };
        let fee = if is_disputed && is_true { U256::ZERO } else { self.it.least_fee(claim.count) };
        let call = judgeCall {
            round: U256::from(round),
            it: claim.clone(),
            proof: proof.bytes.clone().into(),
            prover: self.sender.address(),
            requests: deliveries(round, claim.count),
        };
        let worth = Some(worth.saturating_add(fee));
        let is_dear =
            self.send(round, Deed { name: "judge", data: call.abi_encode(), value: U256::ZERO, worth })?;
        if is_dear && !is_true && !is_disputed && now < last {
            let data = disputeCall { round: U256::from(round), it: claim.clone() }.abi_encode();
            self.send(round, Deed { name: "dispute", data, value: bond, worth: Some(bond - half) })?;
        }
        Ok(())
    }

    /// Ends a claim of our own whose window has passed.
    fn settle(&mut self, round: u64, claim: &Claim, proof: &Proof) -> Result<(), RpcError> {
        let call = settleCall {
            round: U256::from(round),
            it: claim.clone(),
            seed: proof.seed,
            requests: deliveries(round, claim.count),
        };
        let worth = Some(self.it.terms().bond.saturating_add(self.it.least_fee(claim.count)));
        self.send(round, Deed { name: "settle", data: call.abi_encode(), value: U256::ZERO, worth })?;
        Ok(())
    }

    /// Sends a transaction if it may be sent; whether gas is too dear for it.
    fn send(&mut self, round: u64, deed: Deed) -> Result<bool, RpcError> {
        let (call, worth) = (deed.name, deed.worth);
        match self.sender.send(&self.it, deed)? {
            Ok(hash) => {
                self.sending = round;
                self.tell(round, "sent", json!({ "call": call, "hash": hash }));
            }
            Err(Held::Busy) => {}
            Err(Held::Dear { base_fee, cost }) => {
                let text = |wei: U256| wei.to_string();
                let fields = json!({
                    "call": call,
                    "base_fee": base_fee.to_string(),
                    "cost": cost.map(text),
                    "worth": worth.map(text),
                });
                self.note(round, "too dear", fields);
                return Ok(true);
            }
            Err(Held::WouldFail { message, .. }) => {
                self.note(round, "would fail", json!({ "call": call, "message": message }));
            }
            Err(Held::NotTaken { message }) => {
                self.note(round, "not taken", json!({ "call": call, "message": message }));
            }
        }
        Ok(false)
    }

    /// Ends the work on a round, and forgets its files.
    fn give_up(&mut self, round: u64) {
        let Some(work) = self.rounds.get_mut(&round).and_then(|known| known.work.take()) else { return };
        let Work { task, state } = work;
        drop(state); // a thread that still runs would write another checkpoint
        if let Err(error) = self.folder.remove(&task) {
            self.tell(round, "trouble", json!({ "message": error.to_string() }));
        }
    }

    /// Tells of an event of a round.
    fn tell(&mut self, round: u64, event: &'static str, mut fields: Value) {
        if let Some(known) = self.rounds.get_mut(&round) {
            known.told = event;
        }
        fields["round"] = round.into();
        self.events.tell(event, fields);
    }

    /// Tells of it, unless that was the last that was told of the round.
    fn note(&mut self, round: u64, event: &'static str, fields: Value) {
        if self.rounds.get(&round).is_none_or(|known| known.told != event) {
            self.tell(round, event, fields);
        }
    }
}

/// The requests of a round that are delivered with its output.
fn deliveries(round: u64, count: u32) -> Vec<U256> {
    let first = U256::from(round) << 32;
    (0..count.min(DELIVERIES)).map(|index| first | U256::from(index)).collect()
}
