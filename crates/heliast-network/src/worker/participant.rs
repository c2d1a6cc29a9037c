//! Participants without a node: they follow the chain over the HTTP interface of nodes
//! (`spec/http.md`), draw, and send to several nodes.
//!
//! Nothing that a node says is believed but when a round collects. Rounds are verified from the
//! genesis on. A round is kept, and the next one drawn, only when a frame of finality shows that
//! more than two thirds of the network's power agreed on it (`spec/finality.md`): whoever shows a
//! branch of their own makes nobody use a leaf on it. A node that says too early that a round
//! collects makes nobody draw before its opening time.
//!
//! Nodes are asked one after another, so that one that answers slowly keeps the others waiting. It is
//! left alone for ten times as long as it took before it failed, while others answer. One that showed
//! what is not true is named by an alarm for as long as the participant runs: only its operator, or
//! who chooses nodes, can do something about it.

mod node;
#[cfg(test)]
mod tests;

pub use node::{FollowError, NodeAddress};

use super::{Settings, Worker, WorkerError, now_ms};
use crate::duty::{Committed, Duty};
use heliast::{Round, Tip, Verified, bundle::BundleError};
use heliast_finality::{Invalid, NetworkFile, Verifier};
use heliast_node::{AlarmKind, Shared, StoreError, engine::Members};
use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// From one look at the nodes to the next.
const LOOK: Duration = Duration::from_millis(250);
/// A node that failed is left alone for so long at least, and for so long where no other answers.
const REST: Duration = Duration::from_secs(10);
/// A node that failed is left alone for so many times as long as it took, while others answer.
const REST_FACTOR: u32 = 10;
/// How far the clocks of participants and validators may be apart.
const CLOCKS_MS: u64 = 1_000;
/// Rounds that are held in memory until a frame shows that they are final.
const MAX_UNPROVED: usize = 2_000;

/// Participants that follow nodes of others. They stop when this is dropped.
pub struct Participant {
    /// Ends after the thread that feeds it.
    worker: Option<Worker>,
    stop: Arc<AtomicBool>,
    follower: Option<JoinHandle<()>>,
}

impl Participant {
    /// Begins to follow `nodes`, to keep the rounds in the store of `shared`, and to draw for `members`;
    /// `settings.nodes` are the engines to which tickets go. Delays are not evaluated.
    ///
    /// # Errors
    /// [`FollowError::Finality`] if `network` is not the network file of the chain,
    /// [`FollowError::Store`], and [`FollowError::Worker`].
    pub fn start(
        shared: &Arc<Shared>,
        network: &NetworkFile,
        members: Members,
        nodes: Vec<NodeAddress>,
        settings: Settings,
    ) -> Result<Participant, FollowError> {
        let mut verifier = Verifier::new(shared.chain(), network)?;
        shared.begin_network(&network.to_bytes())?;
        let tip = shared.store().tip();
        if let (true, Some(frame)) = (tip.round() > 0, shared.finality(tip.round())?) {
            verifier.verify_bytes(&frame, &tip)?;
        }
        let (committed, hears) = mpsc::channel();
        let settings = Settings { evaluates: false, needs_peers: false, ..settings };
        let worker = Worker::start(shared, members, hears, settings)?;
        let stop = Arc::new(AtomicBool::new(false));
        let sources =
            nodes.into_iter().map(|address| Source { address, rests_until: None, falsehood: None }).collect();
        let branch = Branch { tip, verifier, unproved: vec![] };
        let follower =
            Follower { shared: Arc::clone(shared), branch, sources, committed, stop: Arc::clone(&stop) };
        let thread = thread::Builder::new().name("follower".to_owned()).spawn(move || follower.run());
        let follower = thread.map_err(WorkerError::Thread)?;
        Ok(Participant { worker: Some(worker), stop, follower: Some(follower) })
    }

    /// Ends all threads and returns when they have ended.
    pub fn stop(self) {
        drop(self);
    }
}

impl Drop for Participant {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        if let Some(Err(_)) = self.follower.take().map(JoinHandle::join) {
            tracing::error!("the thread that follows the chain ended by a panic");
        }
        self.worker = None;
    }
}

/// A node that is followed.
struct Source {
    address: NodeAddress,
    rests_until: Option<Instant>,
    /// The first thing that it showed and that is not true.
    falsehood: Option<String>,
}

impl Source {
    /// It failed so, after it was asked at `asked`.
    fn failed(&mut self, error: &FollowError, asked: Instant) {
        tracing::warn!(node = %self.address, %error, "a node can't be followed; asking it again later");
        let now = Instant::now();
        self.rests_until = Some(now + REST.max((now - asked) * REST_FACTOR));
        if is_falsehood(error) && self.falsehood.is_none() {
            self.falsehood = Some(format!("{} showed what is not true: {error}", self.address));
        }
    }
}

/// What was verified so far.
struct Branch {
    tip: Tip,
    verifier: Verifier,
    /// Rounds up to the tip that no frame has shown to be final.
    unproved: Vec<Verified<Round>>,
}

struct Follower {
    shared: Arc<Shared>,
    branch: Branch,
    sources: Vec<Source>,
    committed: Sender<Committed>,
    stop: Arc<AtomicBool>,
}

impl Follower {
    fn run(mut self) {
        while !self.stop.load(Ordering::Acquire) {
            let collects = self.look();
            let duty = self.duty(collects);
            if !self.say(duty, None) {
                return;
            }
            thread::sleep(LOOK);
        }
    }

    /// Asks all nodes; whether one says that the next round collects.
    fn look(&mut self) -> bool {
        let (mut collects, mut failures) = (false, Vec::new());
        let mut has_answer = false;
        for index in 0..self.sources.len() {
            let now = Instant::now();
            if self.stop.load(Ordering::Acquire)
                || self.sources[index].rests_until.is_some_and(|until| now < until)
            {
                continue;
            }
            let address = self.sources[index].address.clone();
            match self.follow(&address) {
                Ok(is_collecting) => {
                    has_answer = true;
                    collects |= is_collecting;
                }
                Err(error) => {
                    self.sources[index].failed(&error, now);
                    // Whatever it showed that is not final is of no use for another.
                    self.branch.unproved.clear();
                    self.branch.tip = self.shared.store().tip();
                    failures.push(format!("{address}: {error}"));
                }
            }
        }
        self.warn(has_answer, &failures);
        collects
    }

    /// Raises the alarm, or ends it, after a look at which at least one node answered, or none did. Where
    /// none did, none rests for long.
    fn warn(&mut self, has_answer: bool, failures: &[String]) {
        let mut words: Vec<_> = self.sources.iter().filter_map(|source| source.falsehood.clone()).collect();
        if !has_answer {
            let soon = Instant::now() + REST;
            self.sources.iter_mut().for_each(|source| {
                source.rests_until = source.rests_until.map(|until| until.min(soon));
            });
            if failures.is_empty() {
                // All rest; what was said of them stands.
                return;
            }
            words.push(format!("no node can be followed: {}", failures.join("; ")));
        }
        self.shared.set_alarm(AlarmKind::Peers, (!words.is_empty()).then(|| words.join("; ")));
    }

    /// Takes what a node has beyond what is known, up to the last round that it says is final; whether it
    /// says that the next round collects. What it can't show to be final is an error, so that a branch of
    /// its own never stands in the way of the next node.
    fn follow(&mut self, node: &NodeAddress) -> Result<bool, FollowError> {
        let last = node.last_final()?;
        while last > self.branch.tip.round() && !self.stop.load(Ordering::Acquire) {
            let before = self.branch.tip.round();
            let rounds = node.rounds_after(self.shared.chain(), &self.branch.tip)?;
            for item in rounds.take(usize::try_from(last - before).unwrap_or(usize::MAX)) {
                let (round, frames) = item?;
                self.branch.tip = self.shared.chain().tip_after(&round);
                self.branch.unproved.push(round);
                for frame in frames {
                    self.prove(&frame)?;
                }
                if self.branch.unproved.len() > MAX_UNPROVED {
                    return Err(FollowError::Unproved(MAX_UNPROVED));
                }
            }
            if !self.branch.unproved.is_empty()
                && let Some(frame) = node.finality(self.branch.tip.round())?
            {
                self.prove(&frame)?;
            }
            if self.branch.tip.round() == before {
                break;
            }
        }
        if !self.branch.unproved.is_empty() {
            return Err(FollowError::Unproved(self.branch.unproved.len()));
        }
        let status = node.status()?;
        Ok(status.round == self.shared.store().tip().next_round() && status.phase == "tickets")
    }

    /// Keeps the rounds up to the tip if a frame shows that they are final.
    fn prove(&mut self, frame: &[u8]) -> Result<(), FollowError> {
        let signed = self.branch.verifier.verify_bytes(frame, &self.branch.tip)?;
        for round in std::mem::take(&mut self.branch.unproved) {
            self.shared.accept(&round)?;
            let waits = self.duty(false);
            self.say(waits, Some(round.number));
        }
        Ok(self.shared.keep_finality(signed.round, frame)?)
    }

    /// To draw, if the round after the last final one collects and its opening time has come; else to wait.
    fn duty(&self, collects: bool) -> Duty {
        let (tip, chain) = (self.shared.store().tip(), self.shared.chain());
        let (round, genesis) = (tip.next_round(), chain.genesis());
        let after = tip.time_ms().saturating_add(genesis.period_ms.into());
        let opening_ms = if tip.round() == 0 { genesis.genesis_time_ms } else { after };
        let is_time = now_ms().saturating_add(CLOCKS_MS) >= opening_ms;
        if !collects || !is_time {
            // The nodes see to ticks.
            return Duty::Wait { round, ticks: 0, opening_ms: u64::MAX };
        }
        Duty::Draw {
            round,
            inputs: (0..genesis.committees.len() as u8).map(|slot| chain.ticket_input(&tip, slot)).collect(),
            tip,
            opening_ms,
            closes: 0,
            tickets: BTreeSet::new(),
            announcements: BTreeSet::new(),
        }
    }

    /// Tells the worker; false if it has ended, and the participant is about to.
    fn say(&self, duty: Duty, sealed: Option<u64>) -> bool {
        self.committed.send(Committed { height: 0, time_ms: now_ms(), duty, sealed }).is_ok()
    }
}

/// Whether a node showed what is not true; an answer that is cut or missing is none of that.
fn is_falsehood(error: &FollowError) -> bool {
    match error {
        FollowError::Rounds { reason, .. } => {
            !matches!(reason, BundleError::Io(_) | BundleError::Broken { .. })
        }
        FollowError::Finality(_) => true,
        _ => false,
    }
}

impl From<Invalid> for FollowError {
    fn from(invalid: Invalid) -> FollowError {
        FollowError::Finality(invalid.into())
    }
}

impl From<StoreError> for FollowError {
    fn from(error: StoreError) -> FollowError {
        FollowError::Store(Box::new(error))
    }
}
