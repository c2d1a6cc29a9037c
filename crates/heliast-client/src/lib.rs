//! Follows a randomness beacon over the HTTP interface of its nodes (`spec/http.md`), and returns only
//! verified rounds.
//!
//! ```no_run
//! use heliast_client::{Client, Pin};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // The chain's id comes from somewhere that you trust, and not from a node.
//!     let pin: Pin = "5d8a3c0b6e7f19422c5b0f93d1a4e86770b9c2d3e4f5061728394a5b6c7d8e9f".parse()?;
//!     let client = Client::new(["https://one.example.org", "https://two.example.org"], pin)?;
//!     println!("{:02x?}", client.latest()?.facts().beacon);
//!     for round in client.watch() {
//!         let round = round?;
//!         println!("{} {:02x?}", round.number, round.facts().beacon);
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # Whom it believes
//!
//! No node. A [`Client`] has several nodes. A node that does not answer, shows something false or is behind
//! is left alone for a while, and the next one is asked; this is reported to [`Builder::on_trouble`]. A round
//! is returned when it is verified against the round before, and so back to the genesis, whose id is the pin:
//!
//! - by default every round from round 1 on is verified, which takes time on a long chain; [`Builder::tip`]
//!   goes on from a saved state;
//! - on a chain of a network the client can begin in the middle, since more than two thirds of the network's
//!   power have signed the state before the round (`spec/finality.md`);
//! - with [`Builder::trusting_start`], on a chain of one node, the state in the middle is the one that more
//!   than half of the answering nodes report and no node contradicts. This means trusting the nodes, and so
//!   it is not the default.
//!
//! # What there is
//!
//! - [`Client`]: [`latest`](Client::latest), [`round`](Client::round), [`at`](Client::at) a time,
//!   [`rounds`](Client::rounds) of a range, [`watch`](Client::watch), [`finality`](Client::finality),
//!   [`members`](Client::members), [`health`](Client::health);
//! - [`Node`]: the interface of one node, whose answers are only read and **not verified**, for programs that
//!   do their own verification;
//! - [`Settings`]: times, lengths, redirects, and the reaction to a node that asks to wait.
//!
//! All calls block; a client can be cloned and used by several threads. There is no async runtime, and no
//! thread outlives a call. TLS is the feature `tls`, which is on by default.

#![forbid(unsafe_code)]

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod basis;
mod builder;
mod client;
mod error;
mod found;
mod network;
mod node;
mod nodes;
mod rounds;
mod settings;
mod tips;
mod watch;

pub use builder::Builder;
pub use client::Client;
pub use error::{Cause, Error, Misuse, NodeError};
pub use heliast::bundle::Pin;
pub use node::{
    Alarm, Body, CatchingUp, EpochAnswer, Event, Events, Finality, Health, Network, Node, Relay, Source,
    Standing, Status,
};
pub use rounds::Rounds;
pub use settings::Settings;
pub use watch::Watch;
