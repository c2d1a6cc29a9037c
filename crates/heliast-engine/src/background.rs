//! Epoch proofs of a chain whose rounds come from elsewhere, for example from a network.

use super::epochs::Prover;
use crate::handles::Handles;
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

/// Asks others for the bytes of an epoch's proof, by the epoch's number.
pub type FetchProof = dyn Fn(u64) -> Option<Vec<u8>> + Send + Sync;

/// A thread that makes epoch proofs and maintains the archive while the node is idle. Dropping it ends it; an
/// unfinished proof is begun again at the next start.
pub struct Epochs {
    stops: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Epochs {
    /// Starts the thread. A valid proof from `fetch` is taken, since making one costs as many squarings as
    /// the delay of a round. All others are made here, but not while the node catches up.
    ///
    /// # Errors
    /// [`io::Error`] if no thread can be started.
    pub fn start(node: &Handles, fetch: Option<Box<FetchProof>>) -> io::Result<Epochs> {
        let (rounds, board) = (Arc::clone(&node.rounds), Arc::clone(&node.board));
        let stops = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stops);
        let run = move || {
            let stop = || stop.load(Ordering::Acquire);
            let fetch = fetch.as_deref().map(|fetch| fetch as &(dyn Fn(u64) -> Option<Vec<u8>> + Sync));
            Prover {
                rounds: &rounds,
                board: &board,
                stop: &stop,
                rounds_ended: &AtomicBool::new(false),
                fetch,
                yields: true,
            }
            .run();
        };
        let thread = thread::Builder::new().name("epochs".into()).spawn(run)?;
        Ok(Epochs { stops, thread: Some(thread) })
    }
}

impl Drop for Epochs {
    fn drop(&mut self) {
        self.stops.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
