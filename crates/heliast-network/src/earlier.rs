//! The frames of finality from before a node's snapshot: those that lead from the network file to the first
//! frame that its own engine showed. Without them it could not show the next newcomer who the validators are,
//! and once all nodes had begun with snapshots nobody could.
//!
//! The node has all rounds, so that each frame is verified for its round, and against the list of validators
//! before it, as readers of its bundles do ([`Verifier`]) and as those who have no rounds do
//! ([`BlockVerifier`]). Frames that both accept are kept: at the rounds in which too much changed to be
//! passed over, and one in [`STEP`] rounds, for those who follow the rounds from the first on. Nobody is
//! believed, and no frame is kept twice.

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

/// Rounds from one kept frame to the next, at most, where somebody has one: half of those that a follower
/// holds without a frame.
const STEP: u64 = 1_000;
/// Time between two looks at the first frame, and after a vain attempt.
const LOOK: Duration = Duration::from_millis(250);
const RETRY: Duration = Duration::from_secs(10);

/// The thread that fetches them. Dropping it ends it.
pub(crate) struct Earlier {
    stops: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Earlier {
    /// Begins to look at what the node has, and to fetch what it lacks from these nodes.
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

/// The thread has this to fetch them with.
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

    /// Rounds go on without them: it is others who will miss them.
    fn complain(&self, own: u64, error: &FollowError) {
        let words = format!(
            "frames of finality from before round {own} are missing, so that this node can't lead a new one to the \
             validators of today: {error}; start it with --state-sync and the URL of a node that has them"
        );
        tracing::warn!("{words}");
        self.board.set_alarm(AlarmKind::Finality, Some(words));
    }

    /// The round of the first frame that this node's own engine showed; `None` before it has one.
    fn own(&self) -> Result<Option<u64>, StoreError> {
        let frames = self.frames()?;
        if let Some(own) = frames.own_since()? {
            return Ok(Some(own));
        }
        let Some((own, _)) = frames.first_in(1..u64::MAX)? else { return Ok(None) };
        // Before any frame of others is kept.
        frames.set_own_since(own)?;
        Ok(Some(own))
    }

    fn frames(&self) -> Result<&Frames, StoreError> {
        self.finality.frames().ok_or(StoreError::NoNetwork)
    }

    /// Makes sure that frames lead to that of round `own`. Returns the number of those that were fetched.
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

    /// Goes from the network file to the frame of round `own`, over the frames that are here, and those of a
    /// node where those are missing. What both verifiers accept is kept.
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

    /// The first frame of these rounds that is here, or else that the node has.
    fn frame(&self, node: Option<&Node>, from: u64, before: u64) -> Result<Option<Frame>, FollowError> {
        match (self.frames()?.first_in(from..before)?, node) {
            (Some((_, bytes)), _) => {
                Frame::from_bytes(&bytes).map(Some).map_err(|reason| FollowError::Finality(reason.into()))
            }
            (None, Some(node)) => shown(node, from, before),
            (None, None) => Ok(None),
        }
    }

    /// The rounds before `own` at which a frame should be found soon.
    fn steps(&self, own: u64) -> impl Iterator<Item = u64> + use<> {
        let step = self.step;
        (1..).map(move |number| number * step).take_while(move |round| *round < own)
    }

    fn tip(&self, round: u64) -> Result<Tip, FollowError> {
        let tip = self.rounds.store().tip_before(round.saturating_add(1))?;
        Ok(tip.ok_or_else(|| StoreError::Corrupt(format!("round {round} is missing")))?)
    }
}

/// Both ways to verify a frame, as far as it was followed.
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

    /// Accepts a frame, or stays as it is.
    fn take(&mut self, frame: &Frame, tip: &Tip) -> Result<(), Invalid> {
        let mut after = self.clone();
        after.rounds.verify(frame, tip)?;
        after.blocks.verify(frame)?;
        *self = Verifiers { round: frame.round(), ..after };
        Ok(())
    }
}

/// Waits, but not for long after it is to stop.
fn sleep(time: Duration, stops: &AtomicBool) {
    let mut left = time;
    while !left.is_zero() && !stops.load(Ordering::Acquire) {
        let part = left.min(LOOK);
        thread::sleep(part);
        left -= part;
    }
}
