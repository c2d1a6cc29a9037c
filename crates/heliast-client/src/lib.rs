//! Follows a randomness beacon over the HTTP interface of its nodes (`spec/http.md`), and gives verified
//! rounds only.
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
//! Nobody. A [`Client`] has several nodes. One that does not answer, shows something false or is behind is
//! left alone for a while, and the next one is asked; [`Builder::on_trouble`] is told. A round is given out
//! when it is verified against the round before, and so back to the genesis, whose id is the pin:
//!
//! - by default every round from round 1 on is verified, which takes its time on a long chain;
//!   [`Builder::tip`] goes on from a state that was kept;
//! - on a chain of a network the client begins in the middle where more than two thirds of the network's
//!   power signed the state before it (`spec/finality.md`);
//! - with [`Builder::trusting_start`], on a chain of one node, the state in the middle is what more than half
//!   of the nodes that answer say, and none contradicts. That is trust, and so it has to be asked for.
//!
//! # What there is
//!
//! - [`Client`]: [`latest`](Client::latest), [`round`](Client::round), [`at`](Client::at) a time,
//!   [`rounds`](Client::rounds) of a range, [`watch`](Client::watch), [`finality`](Client::finality),
//!   [`members`](Client::members), [`health`](Client::health);
//! - [`Node`]: the interface of one node, whose answers are only read and **not verified**, for programs that
//!   verify themselves;
//! - [`Settings`]: times, lengths, redirects, and the patience with a node that asks to wait.
//!
//! All calls block; a client can be cloned and used by several threads. There is no runtime and no thread
//! beyond a call. TLS is the feature `tls`, which is on unless it is switched off.

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
