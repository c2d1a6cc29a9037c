//! Finality of rounds: that more than two thirds of a network's voting power agreed, shown to anybody who
//! knows the chain id (`spec/network.md`, `spec/finality.md`).

#![forbid(unsafe_code)]

mod engine;
mod frame;
mod header;
mod key;
mod merkle;
mod network_file;
mod protobuf;
mod record;
#[cfg(test)]
mod tests;
mod time;
mod validator;
mod verifier;
mod wire;

pub use engine::EngineError;
pub use frame::Frame;
pub use heliast::Malformed;
pub use key::{BadSignature, ConsensusKey, KeyType};
pub use network_file::{NetworkFile, engine_chain_id};
pub use record::Record;
pub use validator::{MAX_VALIDATORS, Validator, ValidatorSet};
pub use verifier::{FrameError, Invalid, Signed, Verifier};
