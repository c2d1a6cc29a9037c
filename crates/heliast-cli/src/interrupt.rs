//! Ctrl-C, SIGTERM and SIGHUP as a flag that long work checks. The second signal ends the process
//! at once.

use crate::failure::{Code, Failure};
use std::sync::{
    OnceLock,
    atomic::{AtomicBool, Ordering},
};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The exit code of a process that was told twice to end: the one that shells report after Ctrl-C.
pub const ENDED_AT_ONCE: i32 = 130;

/// Makes signals only raise the flag.
pub fn catch() -> Result<(), Failure> {
    /// A process can have only one handler.
    static CAUGHT: OnceLock<Result<(), String>> = OnceLock::new();
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(ENDED_AT_ONCE);
        }
    };
    let caught = CAUGHT.get_or_init(|| ctrlc::set_handler(handler).map_err(|error| error.to_string()));
    let refused = |reason| Failure::new(Code::Internal, format_args!("Ctrl-C can't be caught: {reason}"));
    caught.clone().map_err(refused)
}

/// Whether a signal has come.
pub fn requested() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Raises the flag like a signal.
pub fn request() {
    INTERRUPTED.store(true, Ordering::SeqCst);
}

/// The flag itself, for work that checks it.
pub fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}
