//! Keeps of each round what shows that the network agreed on it (`spec/finality.md`): as soon as the engine has the
//! commit of a block whose header carries the application hash after the round's seal.

use crate::{app::App, rpc::Rpc};
use heliast::Tip;
use heliast_finality::{Frame, NetworkFile, Record, Verifier};
use heliast_node::Shared;
use serde_json::json;
use std::{
    io,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// How often the application is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// How often one round's commit is asked for: afterwards other nodes have it, and this one goes on.
const ATTEMPTS: u32 = 100;

/// The thread that keeps frames. Dropping it ends it.
pub struct Recorder {
    stops: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// A round that is sealed, and in a block whose commit is not known yet.
struct Sealed {
    /// The header of the next height carries the hash.
    height: u64,
    tip: Tip,
    record: Record,
    attempts: u32,
}

struct Work {
    app: Arc<Mutex<App>>,
    shared: Arc<Shared>,
    rpc: Rpc,
    verifier: Verifier,
    sealed: Option<Sealed>,
}

impl Recorder {
    /// Begins to keep frames of the rounds to come, of the engine that `rpc` asks.
    ///
    /// # Errors
    /// [`io::Error`] if the network file is not that of the chain, or no thread can be started.
    pub fn start(
        app: Arc<Mutex<App>>,
        shared: Arc<Shared>,
        network: &NetworkFile,
        rpc: Rpc,
    ) -> io::Result<Recorder> {
        let verifier = Verifier::new(shared.chain(), network).map_err(io::Error::other)?;
        let stops = Arc::new(AtomicBool::new(false));
        let mut work = Work { app, shared, rpc, verifier, sealed: None };
        let run = {
            let stops = Arc::clone(&stops);
            move || {
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
    fn look(&mut self) {
        let (height, round) = self.see();
        let Some(sealed) = &mut self.sealed else { return };
        if height <= sealed.height || round <= self.shared.final_round() {
            return;
        }
        sealed.attempts += 1;
        match self.frame() {
            Ok(()) => self.sealed = None,
            Err(reason) => {
                tracing::debug!(round, reason, "finality is not known yet");
                self.sealed.take_if(|sealed| sealed.attempts >= ATTEMPTS);
            }
        }
    }

    /// Notes the last sealed round; the height, and the round that is worked on.
    fn see(&mut self) -> (u64, u64) {
        // Never waited for: the application may wait for a full disk.
        let Ok(app) = self.app.try_lock() else { return (0, 0) };
        let state = app.state();
        let (height, round) = (state.height(), state.tip().round());
        let is_known = self.sealed.as_ref().is_some_and(|sealed| sealed.tip.round() == round);
        if !is_known && round > self.shared.final_round() {
            let (tip, record) = (state.tip().clone(), state.record());
            self.sealed = Some(Sealed { height, tip, record, attempts: 0 });
        }
        (height, round)
    }

    /// Keeps the frame of the round that is sealed.
    fn frame(&mut self) -> Result<(), String> {
        let Some(Sealed { height, tip, record, .. }) = &self.sealed else { return Ok(()) };
        let (height, chain) = (height + 1, self.shared.chain().id());
        let commit = self.rpc.commit(Some(height)).map_err(|error| error.to_string())?.to_string();
        let validators = self.rpc.validators(height).map_err(|error| error.to_string())?;
        let validators = json!({ "validators": validators }).to_string();
        let frame = Frame::from_engine(chain, tip, *record, &commit, &[&validators]);
        let frame = frame.map_err(|error| error.to_string())?;
        self.verifier.verify(&frame, tip).map_err(|error| error.to_string())?;
        self.shared.keep_finality(tip.round(), &frame.to_bytes()).map_err(|error| error.to_string())
    }
}
