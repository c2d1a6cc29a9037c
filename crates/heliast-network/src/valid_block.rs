//! While a round collects, queries the engine for the block for which more than two thirds voted. A validator
//! that insists on tickets must still vote for that block (`spec/network.md`, "Insisting", rule 2).
//!
//! The engine does not report votes to its application. Its RPC does, at the latest between two attempts at a
//! height, since a failed attempt ends with a wait.

#[cfg(test)]
mod tests;

use crate::{app::Insist, rpc::Rpc};
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// The time between two queries; the waits between attempts are several times as long.
const ASK: Duration = Duration::from_millis(20);
/// The time after which it checks whether it is to end.
const LOOK: Duration = Duration::from_millis(200);

/// The thread that queries the engine. It ends when this is dropped.
pub(crate) struct ValidBlock {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ValidBlock {
    /// Starts the thread.
    pub(crate) fn start(insist: Arc<Insist>, rpc: Rpc) -> io::Result<ValidBlock> {
        let stop = Arc::new(AtomicBool::new(false));
        let stops = Arc::clone(&stop);
        let ask = move || {
            while !stops.load(Ordering::Acquire) {
                if insist.wait(LOOK) {
                    // An engine that does not answer is just starting or ending.
                    if let Ok(Some(block)) = rpc.valid_block() {
                        insist.note_valid(block);
                    }
                    thread::sleep(ASK);
                }
            }
        };
        let thread = thread::Builder::new().name("valid block".into()).spawn(ask)?;
        Ok(ValidBlock { stop, thread: Some(thread) })
    }
}

impl Drop for ValidBlock {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the thread that asks the engine about votes ended by a panic");
        }
    }
}
