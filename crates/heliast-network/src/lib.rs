//! A beacon on many machines: its rounds as an application of the consensus engine CometBFT
//! (`spec/network.md`).
//!
//! ```text
//!  CometBFT ──blocks──► abci ──► app ──► state (beacon::Machine) ──► heliast-store
//!      ▲                                  │
//!      └──────transactions── worker ◄─────┘ duty, after each block
//! ```

#![forbid(unsafe_code)]

pub mod abci;
pub mod app;
pub mod comet;
pub mod duty;
pub mod evaluator;
mod files;
pub mod home;
pub mod outbox;
pub mod recorder;
mod room;
pub mod rpc;
pub mod state;
mod state_sync;
#[cfg(test)]
mod testing;
pub mod transaction;
pub mod verdicts;
pub mod worker;
