//! A beacon on many machines: its rounds as an application of the consensus engine CometBFT (spec/network.md).

#![forbid(unsafe_code)]

pub mod rpc;
