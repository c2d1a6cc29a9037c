//! Ctrl-C, SIGTERM and SIGHUP as a flag that long work checks. The second signal ends the process
//! at once.

use crate::failure::{Code, Failure};
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The exit code of a process that was told to end twice: what shells say of one that Ctrl-C ended.
pub const ENDED_AT_ONCE: i32 = 130;

/// Makes signals raise the flag, and do no more. Call it once.
pub fn catch() -> Result<(), Failure> {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(ENDED_AT_ONCE);
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::new(Code::Internal, format_args!("Ctrl-C can't be caught: {error}")))
}

/// Whether a signal has come.
pub fn requested() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Raises the flag as a signal does.
pub fn request() {
    INTERRUPTED.store(true, Ordering::SeqCst);
}

/// The flag itself, for work that checks it.
pub fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}
