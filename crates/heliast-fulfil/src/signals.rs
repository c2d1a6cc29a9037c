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
    /// Catches these signals from now on.
    ///
    /// # Errors
    /// [`Failure`] if the system does not allow it.
    pub fn catch() -> Result<Signals, Failure> {
        let (tell, wished) = channel();
        let handler = move || {
            // The receiver may be gone when the program ends.
            let _ = tell.send(());
        };
        ctrlc::set_handler(handler).map_err(|error| Failure::refused(error.to_string()))?;
        Ok(Signals { wished })
    }

    /// Waits for this time; returns true if the program is to end.
    pub fn wait(&self, time: Duration) -> bool {
        !matches!(self.wished.recv_timeout(time), Err(RecvTimeoutError::Timeout))
    }
}
