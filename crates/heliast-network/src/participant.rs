//! Participants without a node: they follow the chain over the HTTP interface of nodes
//! (`spec/http.md`), draw, and send their tickets to several nodes.
//!
//! A node is trusted only about when a round collects. Rounds are verified from the genesis on. A round is
//! kept, and the next one drawn, only when a frame of finality shows that more than two thirds of the
//! network's power agreed on it (`spec/finality.md`). So a node that shows its own branch can't make a
//! participant use up a leaf. If a node says too early that a round collects, participants still do not draw
//! before its opening time.
//!
//! There is a thread for each node, so that a node that answers slowly, or never, does not delay the others:
//! a round is known when the fastest honest node has shown it, and is drawn when one node says that it
//! collects. A node that failed is left alone for a while. If a node showed something false, an alarm names
//! it as long as the participant runs: only its operator, or the person who chooses nodes, can do something
//! about it.

#[cfg(test)]
mod tests;

use crate::{
    duty::{Committed, Duty},
    error::NodeError,
    follow::{self, Agreed, FollowError, Found, Keeper},
    worker::{Settings, Worker},
};
use heliast::{Round, Verified};
use heliast_client::Node;
use heliast_engine::{AlarmKind, Finality, Handles, Members, Rounds, StatusBoard, periods};
use heliast_finality::NetworkFile;
use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The time between two queries of a node.
const LOOK: Duration = Duration::from_millis(250);
/// The time between two queries around the opening of a round: validators insist on tickets that come within
/// a part of a second (`spec/network.md`).
const NEAR_OPENING: Duration = Duration::from_millis(60);
/// Milliseconds before and after the opening time with such frequent queries. A node allows a burst of 200
/// requests, and two are sent at a time.
const EARLY_MS: u64 = 300;
const LATE_MS: u64 = 5_000;
/// The time for which a node that failed is left alone.
const REST: Duration = Duration::from_secs(10);
/// Milliseconds by which the clocks of participants and validators may differ.
const CLOCKS_MS: u64 = 1_000;

/// The threads of participants that follow other nodes. They stop when this is dropped.
pub(crate) struct Followers {
    /// The worker. It ends after the thread that feeds it.
    worker: Option<Worker>,
    stop: Arc<AtomicBool>,
    /// A thread for each node, and the thread that feeds the worker.
    threads: Vec<JoinHandle<()>>,
}

impl Followers {
    /// Begins to follow `nodes`, to keep the rounds in the store of the node, and to draw for `members`;
    /// `settings.nodes` are the engines to which tickets go. Delays are not evaluated.
    ///
    /// # Errors
    /// [`NodeError::Follow`] if `network` is not the network file of the chain, and the errors of the store
    /// and of the worker.
    pub(crate) fn start(
        handles: &Handles,
        network: &NetworkFile,
        members: Members,
        nodes: Vec<Node>,
        settings: Settings,
    ) -> Result<Followers, NodeError> {
        let Handles { rounds, board, finality } = handles;
        let tip = rounds.store().tip();
        let (committed, hears) = mpsc::channel();
        let kept = Kept::of(handles, &committed);
        // This checks that the network file belongs to this chain, before anything is written.
        let mut agreed = Agreed::new(rounds.chain(), network, (tip.clone(), None), kept)?;
        finality.begin(&network.to_bytes())?;
        if let (true, Some(frame)) = (tip.round() > 0, finality.frame(tip.round())?) {
            let kept = Kept::of(handles, &committed);
            agreed = Agreed::new(rounds.chain(), network, (tip, Some(&frame)), kept)?;
        }
        let settings = Settings { evaluates: false, ..settings };
        let worker = Worker::start(handles, members, hears, settings)?;
        let stop = Arc::new(AtomicBool::new(false));
        let mut followers = Followers { worker: Some(worker), stop: Arc::clone(&stop), threads: vec![] };
        let agreed = Arc::new(Mutex::new(agreed));
        let sources: Vec<_> = nodes.into_iter().map(|node| Arc::new(Source::new(node))).collect();
        for source in &sources {
            let (source, agreed, stop) = (Arc::clone(source), Arc::clone(&agreed), Arc::clone(&stop));
            let rounds = Arc::clone(rounds);
            followers.spawn("follower", move || source.follow(&agreed, &rounds, &stop))?;
        }
        let follower =
            Follower { rounds: Arc::clone(rounds), board: Arc::clone(board), sources, committed, stop };
        followers.spawn("participant", move || follower.run())?;
        Ok(followers)
    }

    fn spawn(&mut self, name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), NodeError> {
        let thread = thread::Builder::new().name(name.to_owned()).spawn(run).map_err(NodeError::Thread)?;
        self.threads.push(thread);
        Ok(())
    }
}

impl Drop for Followers {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        let ended: Vec<_> = self.threads.drain(..).map(JoinHandle::join).collect();
        if ended.iter().any(Result::is_err) {
            tracing::error!("a thread that follows the chain ended by a panic");
        }
        self.worker = None;
    }
}

/// A followed node.
struct Source {
    node: Node,
    seen: Mutex<Seen>,
}

/// The state of a node at its last answer or failure.
#[derive(Clone, Default)]
struct Seen {
    /// The collecting round according to the node.
    collects: Option<u64>,
    found: Found,
}

impl Source {
    fn new(node: Node) -> Source {
        Source { node, seen: Mutex::default() }
    }

    /// Queries the node repeatedly.
    fn follow(&self, agreed: &Mutex<Agreed<Kept>>, rounds: &Rounds, stop: &AtomicBool) {
        let goes_on = || !stop.load(Ordering::Acquire);
        while goes_on() {
            let rest = match Agreed::follow(agreed, &self.node, &goes_on) {
                Ok(collects) => {
                    let mut seen = self.seen();
                    seen.collects = collects;
                    seen.found.well();
                    look(rounds, collects.is_some())
                }
                Err(error) => {
                    self.failed(&error);
                    REST
                }
            };
            let until = Instant::now() + rest;
            while goes_on() && Instant::now() < until {
                thread::sleep(rest.min(LOOK));
            }
        }
    }

    fn failed(&self, error: &FollowError) {
        tracing::warn!(node = %self.node, %error, "a node can't be followed; asking it again later");
        let mut seen = self.seen();
        seen.collects = None;
        seen.found.failed(&self.node, error);
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stores the rounds, and reports each to the worker.
struct Kept {
    rounds: Arc<Rounds>,
    finality: Arc<Finality>,
    committed: Sender<Committed>,
}

impl Kept {
    fn of(node: &Handles, committed: &Sender<Committed>) -> Kept {
        let (rounds, finality) = (Arc::clone(&node.rounds), Arc::clone(&node.finality));
        Kept { rounds, finality, committed: committed.clone() }
    }
}

impl Keeper for Kept {
    fn keep(&mut self, round: &Verified<Round>) -> Result<(), FollowError> {
        self.rounds.accept(round)?;
        say(&self.rounds, &self.committed, duty(&self.rounds, false), Some(round.number));
        Ok(())
    }

    fn prove(&mut self, round: u64, frame: &[u8]) -> Result<(), FollowError> {
        Ok(self.finality.keep(round, frame)?)
    }
}

/// Tells the worker what to do.
struct Follower {
    rounds: Arc<Rounds>,
    board: Arc<StatusBoard>,
    sources: Vec<Arc<Source>>,
    committed: Sender<Committed>,
    stop: Arc<AtomicBool>,
}

impl Follower {
    fn run(self) {
        while !self.stop.load(Ordering::Acquire) {
            let seen: Vec<_> = self.sources.iter().map(|source| source.seen().clone()).collect();
            let words = follow::complaint(seen.iter().map(|one| &one.found), "no node can be followed");
            words.into_iter().for_each(|words| self.board.set_alarm(AlarmKind::Peers, words));
            let next = self.rounds.store().tip().next_round();
            let collects = seen.iter().any(|one| one.collects == Some(next));
            if !say(&self.rounds, &self.committed, duty(&self.rounds, collects), None) {
                return;
            }
            thread::sleep(look(&self.rounds, collects));
        }
    }
}

/// The time until the next query.
fn look(rounds: &Rounds, collects: bool) -> Duration {
    let opening_ms = periods::next_opening_ms(rounds.chain(), &rounds.store().tip());
    let near = opening_ms.saturating_sub(EARLY_MS)..opening_ms.saturating_add(LATE_MS);
    if !collects && near.contains(&rounds.now_ms()) { NEAR_OPENING } else { LOOK }
}

/// The duty: to draw, if the round after the last final one collects and its opening time has come;
/// otherwise to wait.
fn duty(rounds: &Rounds, collects: bool) -> Duty {
    let (tip, chain) = (rounds.store().tip(), rounds.chain());
    let (round, genesis) = (tip.next_round(), chain.genesis());
    let opening_ms = periods::next_opening_ms(chain, &tip);
    let is_time = rounds.now_ms().saturating_add(CLOCKS_MS) >= opening_ms;
    if !collects || !is_time {
        // Ticks are sent by nodes.
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

/// Sends to the worker; false if it has ended, because the participant is about to end.
fn say(rounds: &Rounds, committed: &Sender<Committed>, duty: Duty, sealed: Option<u64>) -> bool {
    committed.send(Committed { height: 0, time_ms: rounds.now_ms(), duty, sealed }).is_ok()
}
