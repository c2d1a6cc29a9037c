//! The frames of finality from before a node's snapshot: those that lead from the network file to the first
//! frame of the node's own engine. Without them the node could not prove to new nodes who the validators are,
//! and once all nodes had begun with snapshots, no node could.
//!
//! The node has all rounds. So each frame is verified both as readers of its bundles do, for its round and
//! against the list of validators ([`Verifier`]), and as readers without rounds do ([`BlockVerifier`]).
//! Frames that both accept are kept: those at rounds in which too much changed to be skipped, and one in
//! [`STEP`] rounds for readers that follow the rounds from the first on. No other node is trusted, and no
//! frame is kept twice.

#[cfg(test)]
mod tests;

use crate::{
    follow::FollowError,
    lead::{Looked, lead, shown},
};
use heliast::{Chain, Tip};
use heliast_client::Node;
use heliast_engine::{AlarmKind, Finality, Handles, Rounds, StatusBoard};
use heliast_finality::{BlockVerifier, Frame, Invalid, NetworkFile, Verifier};
use heliast_store::{Frames, StoreError};
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// The most rounds from one kept frame to the next, if another node has such frames: half the number of
/// rounds that a follower holds without a frame.
const STEP: u64 = 1_000;
/// The time between two looks for the first frame, and the time after a failed attempt.
const LOOK: Duration = Duration::from_millis(250);
const RETRY: Duration = Duration::from_secs(10);

/// The thread that fetches these frames. Dropping it ends it.
pub(crate) struct Earlier {
    stops: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Earlier {
    /// Starts the thread, which looks for missing frames and fetches them from these nodes.
    ///
    /// # Errors
    /// [`io::Error`] if the network file is not that of the chain, or no thread can be started.
    pub(crate) fn start(handles: &Handles, network: &NetworkFile, nodes: Vec<Node>) -> io::Result<Earlier> {
        let work = Work::new(handles, network, nodes).map_err(io::Error::other)?;
        let stops = Arc::new(AtomicBool::new(false));
        let run = {
            let stops = Arc::clone(&stops);
            move || work.run(&stops)
        };
        let thread = thread::Builder::new().name("earlier frames".into()).spawn(run)?;
        Ok(Earlier { stops, thread: Some(thread) })
    }
}

impl Drop for Earlier {
    fn drop(&mut self) {
        self.stops.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            // It may wait for another node's answer, for some seconds at most.
            let _ = thread.join();
        }
    }
}

/// The data of the thread.
struct Work {
    rounds: Arc<Rounds>,
    finality: Arc<Finality>,
    board: Arc<StatusBoard>,
    nodes: Vec<Node>,
    first: Verifiers,
    step: u64,
}

impl Work {
    fn new(handles: &Handles, network: &NetworkFile, nodes: Vec<Node>) -> Result<Work, Invalid> {
        Ok(Work {
            first: Verifiers::new(handles.rounds.chain(), network)?,
            rounds: Arc::clone(&handles.rounds),
            finality: Arc::clone(&handles.finality),
            board: Arc::clone(&handles.board),
            nodes,
            step: STEP,
        })
    }

    fn run(&self, stops: &AtomicBool) {
        let mut has_raised = false;
        while !stops.load(Ordering::Acquire) {
            let wait = match self.own() {
                Ok(None) => LOOK,
                Ok(Some(own)) => match self.complete(own) {
                    Ok(kept) => {
                        if has_raised {
                            self.board.set_alarm(AlarmKind::Finality, None);
                        }
                        tracing::info!(own, kept, "frames lead from the network file to this node's own");
                        return;
                    }
                    Err(error) => {
                        self.complain(own, &error);
                        has_raised = true;
                        RETRY
                    }
                },
                Err(error) => {
                    tracing::warn!(%error, "the frames of finality can't be read");
                    RETRY
                }
            };
            sleep(wait, stops);
        }
    }

    /// Rounds go on without these frames; only other nodes will need them.
    fn complain(&self, own: u64, error: &FollowError) {
        let words = format!(
            "frames of finality from before round {own} are missing, so that this node can't lead a new one to the \
             validators of today: {error}; start it with --state-sync and the URL of a node that has them"
        );
        tracing::warn!("{words}");
        self.board.set_alarm(AlarmKind::Finality, Some(words));
    }

    /// The round of the first frame from this node's own engine; `None` before it has one.
    fn own(&self) -> Result<Option<u64>, StoreError> {
        let frames = self.frames()?;
        if let Some(own) = frames.own_since()? {
            return Ok(Some(own));
        }
        let Some((own, _)) = frames.first_in(1..u64::MAX)? else { return Ok(None) };
        // This is noted before any frame of another node is kept.
        frames.set_own_since(own)?;
        Ok(Some(own))
    }

    fn frames(&self) -> Result<&Frames, StoreError> {
        self.finality.frames().ok_or(StoreError::NoNetwork)
    }

    /// Makes sure that frames lead to the frame of round `own`. Returns the number of fetched frames.
    fn complete(&self, own: u64) -> Result<usize, FollowError> {
        let mut last = self.follow(own, None);
        for node in &self.nodes {
            if last.is_ok() && self.has_steps(own)? {
                return last;
            }
            last = self.follow(own, Some(node)).inspect_err(|error| {
                tracing::warn!(%node, %error, "a node shows no frames that lead to this node's own");
            });
        }
        last
    }

    /// Whether a frame is there for each step.
    fn has_steps(&self, own: u64) -> Result<bool, StoreError> {
        let frames = self.frames()?;
        for from in self.steps(own) {
            if frames.first_in(from..own.min(from + self.step))?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Follows frames from the network file to that of round `own`: the stored ones and, where these are
    /// missing, those of another node. Frames that both verifiers accept are kept.
    fn follow(&self, own: u64, node: Option<&Node>) -> Result<usize, FollowError> {
        let (mut verifiers, mut kept) = (self.first.clone(), 0);
        for from in self.steps(own).chain([own]) {
            let end = if from == own { own + 1 } else { own.min(from + self.step) };
            let Some(goal) = self.frame(node, from, end)? else { continue };
            let known = verifiers.round;
            if goal.round() <= known {
                continue;
            }
            lead(known, goal, &mut |from, before| self.frame(node, from, before), &mut |frame| {
                let tip = self.tip(frame.round())?;
                let looked = Looked::of(verifiers.take(frame, &tip))?;
                if matches!(looked, Looked::Taken(())) && self.finality.frame(frame.round())?.is_none() {
                    self.finality.keep(frame.round(), &frame.to_bytes())?;
                    kept += 1;
                }
                Ok(looked)
            })?;
        }
        Ok(kept)
    }

    /// The first stored frame of these rounds, or else that of the node.
    fn frame(&self, node: Option<&Node>, from: u64, before: u64) -> Result<Option<Frame>, FollowError> {
        match (self.frames()?.first_in(from..before)?, node) {
            (Some((_, bytes)), _) => {
                Frame::from_bytes(&bytes).map(Some).map_err(|reason| FollowError::Finality(reason.into()))
            }
            (None, Some(node)) => shown(node, from, before),
            (None, None) => Ok(None),
        }
    }

    /// The rounds before `own` after each of which there should be a frame within a step.
    fn steps(&self, own: u64) -> impl Iterator<Item = u64> + use<> {
        let step = self.step;
        (1..).map(move |number| number * step).take_while(move |round| *round < own)
    }

    fn tip(&self, round: u64) -> Result<Tip, FollowError> {
        let tip = self.rounds.store().tip_before(round.saturating_add(1))?;
        Ok(tip.ok_or_else(|| StoreError::Corrupt(format!("round {round} is missing")))?)
    }
}

/// Both verifiers, after the frames that were followed so far.
#[derive(Clone)]
struct Verifiers {
    rounds: Verifier,
    blocks: BlockVerifier,
    /// The round of the last frame that both accepted.
    round: u64,
}

impl Verifiers {
    fn new(chain: &Chain, network: &NetworkFile) -> Result<Verifiers, Invalid> {
        let (rounds, blocks) = (Verifier::new(chain, network)?, BlockVerifier::new(chain, network)?);
        Ok(Verifiers { rounds, blocks, round: 0 })
    }

    /// Verifies a frame; unchanged after an error.
    fn take(&mut self, frame: &Frame, tip: &Tip) -> Result<(), Invalid> {
        let mut after = self.clone();
        after.rounds.verify(frame, tip)?;
        after.blocks.verify(frame)?;
        *self = Verifiers { round: frame.round(), ..after };
        Ok(())
    }
}

/// Waits, but returns soon when the thread is to stop.
fn sleep(time: Duration, stops: &AtomicBool) {
    let mut left = time;
    while !left.is_zero() && !stops.load(Ordering::Acquire) {
        let part = left.min(LOOK);
        thread::sleep(part);
        left -= part;
    }
}
