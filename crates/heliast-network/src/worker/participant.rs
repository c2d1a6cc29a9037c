//! Participants without a node: they follow the chain over the HTTP interface of nodes
//! (`spec/http.md`), draw, and send to several nodes.
//!
//! Nothing that a node says is believed but when a round collects. Rounds are verified from the
//! genesis on. A round is kept, and the next one drawn, only when a frame of finality shows that
//! more than two thirds of the network's power agreed on it (`spec/finality.md`): whoever shows a
//! branch of their own makes nobody use a leaf on it. A node that says too early that a round
//! collects makes nobody draw before its opening time.

mod node;
#[cfg(test)]
mod tests;

pub use node::{FollowError, NodeAddress};

use super::{Settings, Worker, WorkerError, now_ms};
use crate::duty::{Committed, Duty};
use heliast::{Round, Tip, Verified};
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
/// A node that failed is left alone for so long.
const REST: Duration = Duration::from_secs(10);
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
        let sources = nodes.into_iter().map(|address| Source { address, rests_until: None }).collect();
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
        let mut answers = 0;
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
                    answers += 1;
                    collects |= is_collecting;
                }
                Err(error) => {
                    tracing::warn!(node = %address, %error, "a node can't be followed; asking it again later");
                    self.sources[index].rests_until = Some(now + REST);
                    // Whatever it showed that is not final is of no use for another.
                    self.branch.unproved.clear();
                    self.branch.tip = self.shared.store().tip();
                    failures.push(error.to_string());
                }
            }
        }
        if answers > 0 {
            self.shared.set_alarm(AlarmKind::Peers, None);
        } else if !failures.is_empty() {
            let words = format!("no node can be followed: {}", failures.join("; "));
            self.shared.set_alarm(AlarmKind::Peers, Some(words));
        }
        collects
    }

    /// Takes what a node has beyond what is known; whether it says that the next round collects.
    fn follow(&mut self, node: &NodeAddress) -> Result<bool, FollowError> {
        while node.last_final()? > self.branch.tip.round() {
            let before = self.branch.tip.round();
            let rounds = node.rounds_after(self.shared.chain(), &self.branch.tip)?;
            for item in rounds {
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
            if self.branch.tip.round() == before || self.stop.load(Ordering::Acquire) {
                break;
            }
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
