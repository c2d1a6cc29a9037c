//! Works off a coordinator's rounds: draws, evaluates, waits until the draw is deep enough, posts.
//!
//! Nothing is kept but checkpoints and proofs: what is to be done is read from the chain, at every step anew.

use crate::{
    coordinator::{
        Coordinator, Depth, Round, drawCall, feeOfCall, fulfilCall, roundAtCall,
        state::{CLAIMED, FINAL, OPEN},
    },
    delays::{Folder, Proof, Running, Task},
    events::Events,
    metrics::Counts,
    rpc::RpcError,
    sender::{Deed, Followed, Held, Sender},
};
use alloy_primitives::{B256, U256};
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

/// How far back requests are looked for again, in case of a reorganisation, in blocks.
const OVERLAP: u64 = 128;
/// Blocks in one question about requests; less where the node wants less.
const LONGEST_STRIDE: u64 = 10_000;
/// Requests that are delivered with a proof.
const DELIVERIES: u32 = 64;
/// Rounds that are looked after at a time. The oldest come first, and those left out are found when these are done.
const MOST_ROUNDS: usize = 10_000;

/// How rounds are worked off.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// How deep a draw must lie before a proof is posted.
    pub depth: Depth,
    /// The block from which requests are looked for.
    pub from: u64,
    /// Delays that are evaluated at the same time.
    pub parallel: usize,
    /// Whether rounds are drawn too.
    pub draws: bool,
}

/// A round whose requests wait.
#[derive(Default)]
struct Known {
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
            match self.it.requests(first, last) {
                Ok(asked) => {
                    for asked in asked {
                        if self.rounds.len() < MOST_ROUNDS || self.rounds.contains_key(&asked.round) {
                            self.rounds.entry(asked.round).or_default();
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
        let it = self.it.read(&roundAtCall { round: U256::from(round) }, crate::coordinator::At::Latest)?;
        let is_other = |work: &Work| it.state == OPEN || work.task.entropy != it.entropy;
        if self.rounds.get(&round).and_then(|known| known.work.as_ref()).is_some_and(is_other) {
            self.counts.reorganised.fetch_add(1, Ordering::Relaxed);
            self.tell(round, "reorganised", json!({ "entropy": it.entropy }));
            self.give_up(round);
        }
        if it.count == 0 {
            // A reorganisation has taken the requests back.
            self.give_up(round);
            self.rounds.remove(&round);
            return Ok(());
        }
        if self.has_output(&it, now) {
            return self.leave(round, now);
        }
        if let Some(known) = self.rounds.get_mut(&round) {
            known.settled = None;
        }
        if it.state == OPEN {
            return self.draw(round, now);
        }
        match self.rounds.get(&round).and_then(|known| known.work.as_ref()).map(|work| &work.state) {
            None => self.begin(round, it.entropy),
            Some(Effort::Runs(_)) => {}
            Some(Effort::Done(proof)) => {
                let proof = proof.clone();
                if self.it.is_deep(it.drawnAt.to(), self.ways.depth, now)? {
                    return self.post(round, &it, &proof);
                }
                self.note(round, "waiting until it is final", json!({ "drawn_at": it.drawnAt.to::<u64>() }));
            }
        }
        Ok(())
    }

    /// Whether the output is fixed, also by a claim whose window has passed.
    fn has_output(&self, it: &Round, now: u64) -> bool {
        let until = it.claimedAt.to::<u64>().saturating_add(self.it.terms().window);
        it.state == FINAL || (it.state == CLAIMED && now > until)
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

    /// A round that has its output is looked after until that lies deep enough: what is worked off may be needed
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
        self.send(round, Deed { name: "draw", data, value: U256::ZERO, worth: None })
    }

    fn running(&self) -> usize {
        let runs = |known: &&Known| matches!(&known.work, Some(Work { state: Effort::Runs(_), .. }));
        self.rounds.values().filter(runs).count()
    }

    fn begin(&mut self, round: u64, entropy: B256) {
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

    /// Posts a proof, unless it would only help a claim that is true.
    fn post(&mut self, round: u64, it: &Round, proof: &Proof) -> Result<(), RpcError> {
        let is_same = it.seed == proof.seed;
        if it.state == CLAIMED && is_same {
            self.note(round, "claimed rightly", json!({ "claimant": it.claimant }));
            return Ok(());
        }
        let fee = self.it.read(&feeOfCall { round: U256::from(round) }, crate::coordinator::At::Latest)?;
        let bond = self.it.terms().bond;
        let worth = match it.state {
            CLAIMED => fee.saturating_add(bond),
            crate::coordinator::state::DISPUTED if is_same => bond,
            crate::coordinator::state::DISPUTED => fee.saturating_add(bond - bond / U256::from(2)),
            _ => fee,
        };
        let first = U256::from(round) << 32;
        let call = fulfilCall {
            round: U256::from(round),
            proof: proof.bytes.clone().into(),
            prover: self.sender.address(),
            requests: (0..it.count.min(DELIVERIES)).map(|index| first | U256::from(index)).collect(),
        };
        let deed = Deed { name: "fulfil", data: call.abi_encode(), value: U256::ZERO, worth: Some(worth) };
        self.send(round, deed)
    }

    fn send(&mut self, round: u64, deed: Deed) -> Result<(), RpcError> {
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
            }
            Err(Held::WouldFail { message, .. }) => {
                self.note(round, "would fail", json!({ "call": call, "message": message }));
            }
            Err(Held::NotTaken { message }) => {
                self.note(round, "not taken", json!({ "call": call, "message": message }));
            }
        }
        Ok(())
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
