//! A beacon on many machines: its rounds as an application of the consensus engine CometBFT (spec/network.md).

#![forbid(unsafe_code)]

pub mod duty;
pub mod evaluator;
pub mod outbox;
pub mod rpc;
#[cfg(test)]
mod testing;
pub mod worker;
