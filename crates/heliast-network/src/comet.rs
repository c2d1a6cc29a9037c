//! The consensus engine CometBFT as a process of its own: found, checked, started, watched, and ended.
//!
//! CometBFT exits with code 0 when its application dies, so that it is always started again; it
//! ignores SIGTERM while its application hangs, so that it is killed in the end; and it lives on
//! with a height that stands still when application hashes differ, which only its log and its
//! height say.

mod engine;
mod leftover;
mod log;
mod peers;
mod program;
#[cfg(test)]
mod tests;

pub use engine::{Engine, EngineState, Setup};
pub use program::{INSTALL, Missing, Program, VARIABLE};
