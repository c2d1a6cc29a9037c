//! Frames of finality, collected while rounds are sealed: what shows anybody that the network agreed
//! (`spec/finality.md`). The header after a block carries the block's application hash, and the commit of that header
//! has the signatures.

use crate::rpc::{Rpc, RpcError};
use heliast_finality::{EngineError, Frame, FrameError, NetworkFile, Record, Verifier};
use heliast_node::{Shared, StoreError};
use serde_json::json;
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// How often the collector looks whether it is to end, and whether the next header is there.
const LOOK: Duration = Duration::from_millis(100);

/// A block after which a round was the last sealed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The round.
    pub round: u64,
    /// The block.
    pub height: u64,
    /// What its application hash binds besides the round.
    pub record: Record,
}

/// The thread that collects. It ends when this is dropped.
pub struct Collector {
    stops: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Why a round has no frame yet.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Rpc(#[from] RpcError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("the engine's commit does not show that the network agreed: {0}")]
    Frame(#[from] FrameError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Collector {
    /// Makes the frame of each round that `sealed` names from the answers of the node's own engine, verifies it,
    /// and gives it to `shared`, which has begun a network.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(
        shared: Arc<Shared>,
        network: &NetworkFile,
        rpc: Rpc,
        sealed: Receiver<Sealed>,
    ) -> io::Result<Collector> {
        let stops = Arc::new(AtomicBool::new(false));
        let verifier = Verifier::new(shared.chain(), network).map_err(io::Error::other)?;
        let mut work = Work { shared, verifier, rpc, stops: Arc::clone(&stops) };
        let thread = thread::Builder::new().name("finality".into()).spawn(move || work.run(&sealed))?;
        Ok(Collector { stops, thread: Some(thread) })
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.stops.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Work {
    shared: Arc<Shared>,
    verifier: Verifier,
    rpc: Rpc,
    stops: Arc<AtomicBool>,
}

impl Work {
    fn run(&mut self, sealed: &Receiver<Sealed>) {
        while !self.stopped() {
            match sealed.recv_timeout(LOOK) {
                Ok(sealed) => self.collect(sealed),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Asks until the commit is there: the next block follows at once, or when more than two thirds are back.
    fn collect(&mut self, sealed: Sealed) {
        let mut is_said = false;
        while !self.stopped() {
            match self.frame(sealed) {
                Ok(()) => return,
                // The commit is not there yet, or the engine is starting.
                Err(Failure::Rpc(reason)) => {
                    tracing::debug!(round = sealed.round, %reason, "the commit is not there yet");
                }
                Err(reason) if !is_said => {
                    is_said = true;
                    tracing::error!(round = sealed.round, %reason, "a round has no proof of finality");
                }
                Err(_) => {}
            }
            thread::sleep(LOOK);
        }
    }

    fn frame(&mut self, Sealed { round, height, record }: Sealed) -> Result<(), Failure> {
        if self.shared.finality(round)?.is_some() {
            return Ok(());
        }
        let Some(tip) = self.shared.store().tip_before(round.saturating_add(1))? else { return Ok(()) };
        let commit = json!({ "signed_header": self.rpc.commit(Some(height + 1))? }).to_string();
        let validators = json!({ "validators": self.rpc.validators(height + 1)? }).to_string();
        let chain_id = self.shared.chain().id();
        let frame = Frame::from_engine(chain_id, &tip, record, &commit, &[&validators])?.to_bytes();
        self.verifier.verify_bytes(&frame, &tip)?;
        self.shared.keep_finality(round, &frame)?;
        Ok(())
    }

    fn stopped(&self) -> bool {
        self.stops.load(Ordering::Acquire)
    }
}
