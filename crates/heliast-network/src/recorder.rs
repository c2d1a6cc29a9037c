//! Stores for each round the proof that the network agreed on it (`spec/finality.md`), as soon as the engine
//! has the commit of a block whose header carries the application hash after the round's seal. If a node was
//! away and catches up, its engine also has the old commits, and all are requested.

#[cfg(test)]
mod tests;

use crate::{
    app::{App, Sealed},
    rpc::Rpc,
};
use heliast::{Chain, Tip};
use heliast_engine::{AlarmKind, Finality, Handles, StatusBoard};
use heliast_finality::{Frame, NetworkFile, Verifier};
use serde_json::json;
use std::{
    collections::VecDeque,
    io, mem,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// The time between two looks at the application.
const LOOK: Duration = Duration::from_millis(50);
/// The number of attempts to get one round's commit. After that this node goes on without it; other nodes
/// have it.
const ATTEMPTS: u32 = 10;
/// The number of rounds whose commits are requested before the application is looked at again.
const AT_ONCE: usize = 16;

/// The thread that stores frames. Dropping it ends it.
pub struct Recorder {
    stops: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// The rounds that wait for commits.
struct Work {
    app: Arc<Mutex<App>>,
    chain: Chain,
    network: NetworkFile,
    finality: Arc<Finality>,
    board: Arc<StatusBoard>,
    rpc: Rpc,
    verifier: Verifier,
    /// The validators that had lost their power when the first round of an empty node was sealed; `None`
    /// after that.
    removed: Option<Vec<[u8; 20]>>,
    /// Rounds without a frame, in their order; many after late blocks.
    waiting: VecDeque<Sealed>,
    /// Failed attempts to get the commit of the first of them.
    attempts: u32,
    /// Whether this thread has raised the alarm.
    has_raised: bool,
}

impl Recorder {
    /// Begins to store frames of future rounds, from the engine behind `rpc`.
    ///
    /// # Errors
    /// [`io::Error`] if the network file is not that of the chain, or no thread can be started.
    pub fn start(
        app: Arc<Mutex<App>>,
        handles: &Handles,
        network: &NetworkFile,
        rpc: Rpc,
    ) -> io::Result<Recorder> {
        let chain = handles.rounds.chain();
        let (verifier, removed) = {
            // Rounds that this node's engine has decided need no other proof.
            let app = app.lock().unwrap_or_else(PoisonError::into_inner);
            let verifier = Verifier::after(chain, network, app.state().tip(), app.state().removed());
            (verifier.map_err(io::Error::other)?, (app.state().height() == 0).then(Vec::new))
        };
        let stops = Arc::new(AtomicBool::new(false));
        let mut work = Work {
            app,
            chain: chain.clone(),
            network: network.clone(),
            finality: Arc::clone(&handles.finality),
            board: Arc::clone(&handles.board),
            rpc,
            verifier,
            removed,
            waiting: VecDeque::new(),
            attempts: 0,
            has_raised: false,
        };
        let run = {
            let stops = Arc::clone(&stops);
            move || {
                work.resume();
                while !stops.load(Ordering::Acquire) {
                    work.look();
                    thread::sleep(LOOK);
                }
            }
        };
        let thread = thread::Builder::new().name("recorder".into()).spawn(run)?;
        Ok(Recorder { stops, thread: Some(thread) })
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.stops.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Work {
    /// The last round may have been sealed by an earlier run that ended before it knew the commit: a later
    /// block with the same hash also proves it.
    fn resume(&mut self) {
        let app = self.app.lock().unwrap_or_else(PoisonError::into_inner);
        let last = app.last_sealed();
        if last.tip.round() > self.finality.last() {
            self.waiting.push_back(last);
        }
    }

    fn look(&mut self) {
        // This must not block: the application may be waiting for a full disk.
        let Ok(mut app) = self.app.try_lock() else { return };
        let height = app.state().height();
        if let Some(removed) = &mut self.removed {
            *removed = app.state().removed().collect();
        }
        let known = self.waiting.back().map_or(self.finality.last(), |last| last.tip.round());
        self.waiting.extend(app.take_sealed().filter(|sealed| sealed.tip.round() > known));
        drop(app);
        for _ in 0..AT_ONCE {
            let Some(first) = self.waiting.pop_front_if(|first| first.height < height) else { return };
            let round = first.tip.round();
            match self.frame(&first) {
                Ok(()) => {
                    if mem::take(&mut self.has_raised) {
                        self.board.set_alarm(AlarmKind::Finality, None);
                    }
                }
                Err(reason) if self.attempts + 1 < ATTEMPTS => {
                    tracing::debug!(round, reason, "finality is not known yet");
                    self.attempts += 1;
                    self.waiting.push_front(first);
                    return;
                }
                Err(reason) => {
                    let words = format!(
                        "that the network agreed on round {round} is not known here: {reason}; a later round's \
                         frame speaks for it, and other nodes have it"
                    );
                    self.board.set_alarm(AlarmKind::Finality, Some(words));
                    self.has_raised = true;
                }
            }
            self.attempts = 0;
        }
    }

    /// If an empty node has restored a snapshot, its first sealed round is not round 1: the current
    /// validators follow from the restored rounds.
    fn begin_with(&mut self, tip: &Tip) -> Result<(), String> {
        if let Some(removed) = self.removed.take()
            && tip.round() > 1
        {
            let verifier = Verifier::after(&self.chain, &self.network, tip, removed);
            self.verifier = verifier.map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Stores the frame of a sealed round.
    fn frame(&mut self, Sealed { height, tip, record }: &Sealed) -> Result<(), String> {
        self.begin_with(tip)?;
        let (height, chain) = (height + 1, self.chain.id());
        let commit = self.rpc.commit(Some(height)).map_err(|error| error.to_string())?;
        let commit = json!({ "signed_header": commit }).to_string();
        let validators = self.rpc.validators(height).map_err(|error| error.to_string())?;
        let validators = json!({ "validators": validators }).to_string();
        let frame = Frame::from_engine(chain, tip, *record, &commit, &[&validators]);
        let frame = frame.map_err(|error| error.to_string())?;
        self.verifier.verify(&frame, tip).map_err(|error| error.to_string())?;
        self.finality.keep(tip.round(), &frame.to_bytes()).map_err(|error| error.to_string())
    }
}
