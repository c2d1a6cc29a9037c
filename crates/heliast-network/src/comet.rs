//! The consensus engine CometBFT as a separate process: it is found, checked, started, watched, and ended.
//!
//! CometBFT exits with code 0 when its application dies, so it is always restarted. It ignores SIGTERM while
//! its application hangs, so it is killed in the end. If application hashes differ, it keeps running and
//! makes no more blocks; only its log and its height show this.

mod engine;
mod leftover;
mod log;
mod peers;
mod program;
#[cfg(test)]
mod tests;
mod watched;

pub(crate) use engine::{Engine, Setup};
pub use program::{INSTALL, Missing, Program};
