//! Finality of rounds: a proof, which anyone who knows the chain id can verify, that more than two thirds of
//! a network's voting power agreed on a round.
//!
//! ```no_run
//! use heliast::bundle::{Pin, Reader};
//! use heliast_finality::{Frame, NetworkFile, Verifier};
//! use std::{fs, fs::File, io::BufReader};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // The chain's id comes from somewhere that you trust. The genesis has the network file's hash.
//!     let pin: Pin = "5d8a3c0b6e7f19422c5b0f93d1a4e86770b9c2d3e4f5061728394a5b6c7d8e9f".parse()?;
//!     let mut bundle = Reader::new(BufReader::new(File::open("chain.bundle")?), pin)?;
//!     let network = NetworkFile::from_bytes(&fs::read("network")?)?;
//!     let mut verifier = Verifier::new(bundle.chain(), &network)?;
//!     while bundle.next_round()?.is_some() {
//!         for frame in bundle.frames().iter().filter(|frame| Frame::is_meant(frame)) {
//!             let signed = verifier.verify_bytes(frame, bundle.tip())?;
//!             println!("round {}: {} of {} power signed", signed.round, signed.power, signed.total);
//!         }
//!     }
//!     Ok(())
//! }
//! ```
//!
//! A [`Frame`] has a header with its votes, which the consensus engine CometBFT signs, and a [`Record`],
//! which connects the header to a round. A [`Verifier`] begins with the validators of the [`NetworkFile`],
//! whose hash is the nonce of the chain's genesis, and follows from frame to frame which validators lost
//! their power, and how the list of validators changes with the rounds ([`ValidatorList`]). A
//! [`BlockVerifier`] follows blocks without their rounds. [`Frame::from_engine`] makes a frame of the
//! engine's answers. Nothing here uses a network connection, a clock or a secret.
//!
//! The bytes and rules are those of `spec/network.md` and `spec/finality.md`.

#![forbid(unsafe_code)]

/// The README's example compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod blocks;
mod engine;
mod frame;
mod header;
mod key;
mod list;
mod merkle;
mod network_file;
mod outcome;
mod protobuf;
mod record;
mod signed;
#[cfg(test)]
mod tests;
mod time;
mod validator;
mod verifier;
mod vote;

pub use blocks::BlockVerifier;
pub use engine::EngineError;
pub use frame::Frame;
pub use heliast::Malformed;
pub use key::{BadSignature, ConsensusKey, KeyType};
pub use list::{NoEffect, ValidatorList, proof_input};
pub use network_file::{Insisting, NetworkFile, engine_chain_id};
pub use outcome::{FrameError, Invalid, Signed, SignedBlock};
pub use record::Record;
pub use validator::{MAX_VALIDATORS, Validator, ValidatorSet};
pub use verifier::Verifier;
