//! Finality of rounds: that more than two thirds of a network's voting power agreed, shown to anybody who
//! knows the chain id (`spec/network.md`, `spec/finality.md`).

#![forbid(unsafe_code)]

mod key;
mod merkle;
mod network_file;
mod protobuf;
#[cfg(test)]
mod tests;
mod validator;
mod wire;

pub use heliast::Malformed;
pub use key::{BadSignature, ConsensusKey, KeyType};
pub use network_file::{NetworkFile, engine_chain_id};
pub use validator::{MAX_VALIDATORS, Validator, ValidatorSet};
