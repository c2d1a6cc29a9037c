//! Verifiable lots and verifiable time: bytes in, verified objects out.
//!
//! A beacon publishes one random value per round, which nobody can predict or choose. This crate
//! verifies its chain:
//!
//! ```no_run
//! use heliast::bundle::{Pin, Reader};
//! use std::{fs::File, io::BufReader};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // The chain's id comes from somewhere that you trust, and not from the bundle.
//!     let pin: Pin = "5d8a3c0b6e7f19422c5b0f93d1a4e86770b9c2d3e4f5061728394a5b6c7d8e9f".parse()?;
//!     let mut bundle = Reader::new(BufReader::new(File::open("chain.bundle")?), pin)?;
//!     while let Some(round) = bundle.next_round()? {
//!         println!("{} {:02x?}", round.number, round.facts().beacon);
//!     }
//!     println!("{}", bundle.start()); // verified from the genesis on
//!     Ok(())
//! }
//! ```
//!
//! # Twelve words
//!
//! - **Chain**: a [`Chain`] is one beacon's history. Its id stands for its genesis: pin it.
//! - **Genesis**: a [`Genesis`] has the parameters that the participants agreed on before round 1: keys,
//!   stakes, delay, period.
//! - **Round**: a [`Round`] has the tickets, the announcements and the delay of one period.
//! - **Ticket**: with a [`Ticket`], a VRF proof, a participant claims a place in a committee of the round.
//! - **Lot**: a [`Lot`] is the result of a ticket: votes, in proportion to stake.
//! - **Delay**: a [`Delay`] is a computation on the round's lots that takes a certain time on any machine,
//!   with a short proof.
//! - **Beacon**: the random value of a round, [`RoundFacts::beacon`], a hash of its delay's output;
//!   [`derive()`] makes more values from it.
//! - **Tip**: a [`Tip`] is the state of a chain after a round; the next round is verified against
//!   it.
//! - **Announcement**: with an [`Announcement`] a participant makes its next key known, or withdraws one.
//! - **Key due**: the only key with which a participant can draw in a round, [`Keys::due`](keys::Keys::due),
//!   known some rounds before.
//! - **Verified**: a [`Verified`] value has been checked, and comes with the facts that follow from it; only
//!   verification makes one.
//! - **Bundle**: a [`bundle`] is a range of a chain in one file.
//!
//! # Further reading
//!
//! - [`Chain::verify`], [`Chain::verify_ticket`], [`Chain::verify_announcement`]: one at a time, against a
//!   tip;
//! - [`verify`]: many rounds at once, from any source, on all cores;
//! - [`Pending`], [`Epoch`]: delays that are checked together, by the rounds' own proofs or by one for an
//!   epoch;
//! - [`Chain::seal`]: makes a round of its parts; `heliast_beacon` is the state machine that calls it;
//! - [`SecretKey`] and [`StatelessScheme`]: the only code that depends on the VRF suite of a chain;
//!   [`VrfScheme`]: every VRF that has a name.
//!
//! The rules are in `spec/round.md`. There is an error type for each cause: [`Malformed`] bytes, an
//! [`Invalid`] claim. A function that takes something on trust says so in its name: [`Chain::trusted_tip`],
//! [`Chain::follow_unverified`], [`Tip::from_trusted_parts`],
//! [`Reader::trusting_start`](bundle::Reader::trusting_start).

#![forbid(unsafe_code)]

/// Compiles the README's example.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Compiles the example of this crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;

pub mod bundle;
mod chain;
mod delay;
mod delay_group;
mod delay_rules;
mod epoch;
mod genesis;
mod invalid;
pub mod keys;
pub mod members;
mod round;
mod stateless;
mod verified;
pub mod verify;
mod vrf_scheme;
pub mod wire;

pub use chain::{Chain, DelayInput, Draft, EvaluateError, FalseRounds, Pending, Tip, TipParts, derive};
pub use delay::Delay;
pub use delay_group::DelayGroup;
pub use delay_rules::{DelayRules, RootRules, Roots, SquaringRules, Squarings};
pub use epoch::{EPOCH_ROUNDS, Epoch, EpochError, EpochProof, MAX_EPOCH_ROUNDS};
pub use genesis::{Genesis, MemberRules, Participant};
pub use invalid::Invalid;
pub use keys::{Announced, Announcement, AnnouncementFacts, Keys};
pub use members::Members;
pub use round::{Lot, Round, RoundFacts, Ticket};
pub use stateless::{SecretKey, StatelessKey, StatelessScheme, VrfError};
pub use verified::{Verifiable, Verified};
pub use vrf_scheme::{TreeScheme, VrfScheme};
pub use wire::Malformed;

pub use heliast_arith::{Natural, Residue};
pub use heliast_group::{
    AnyElem, AnyGroup, BadDiscriminant, BadModulus, BadRootField, BulkGroup, ClassGroup, Group,
    Malformed as MalformedElement, RootElement, RootField, RsaGroup, Trapdoor,
};
pub use heliast_vdf::{
    Evaluation, Form, NoPrime, OpenError, PrimeHash, PrimeMode, ProofFile, ProveError, ResumeError,
    Statement, Suite, Work, delay_input, prove, roots, verify as verify_delay,
};
pub use heliast_vdf::{Invalid as DelayInvalid, batch, chia, pietrzak};
pub use heliast_vrf::{Exhausted, Invalid as VrfInvalid, Malformed as VrfMalformed, stateful};
