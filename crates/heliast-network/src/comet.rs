//! The consensus engine CometBFT as a process of its own: found, checked, started, watched, and ended.
//!
//! CometBFT exits with code 0 when its application dies, so that it is always started again; it
//! ignores SIGTERM while its application hangs, so that it is killed in the end; and if application
//! hashes differ, it lives on and makes no more blocks, which only its log and its height show.

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
