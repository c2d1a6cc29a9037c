//! Signals by which the operator ends the program.

use crate::failure::Failure;
use std::{
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::Duration,
};

/// SIGINT, SIGTERM and SIGHUP.
pub struct Signals {
    wished: Receiver<()>,
}

impl Signals {
    /// From now on they are caught.
    ///
    /// # Errors
    /// [`Failure`] of a system that does not allow it.
    pub fn catch() -> Result<Signals, Failure> {
        let (tell, wished) = channel();
        let handler = move || {
            // The program may be at its end.
            let _ = tell.send(());
        };
        ctrlc::set_handler(handler).map_err(|error| Failure::refused(error.to_string()))?;
        Ok(Signals { wished })
    }

    /// Waits for so long; true if the program is to end.
    pub fn wait(&self, time: Duration) -> bool {
        !matches!(self.wished.recv_timeout(time), Err(RecvTimeoutError::Timeout))
    }
}
