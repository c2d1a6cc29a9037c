//! Verifiable lots and verifiable time: bytes in, verified objects out.
//!
//! - [`Genesis`] and [`Chain`]: what a beacon is, and everything that follows from it;
//! - [`Round`], [`Ticket`]: what is sent and stored; [`Verified`]: what has been checked, with what follows from it;
//! - [`Announcement`], [`Keys`]: which key of a participant is due when;
//! - [`Pending`], [`Epoch`]: delays that are checked together, by the rounds' own proofs or by one for an epoch;
//! - [`bundle`]: a range of a chain in one file;
//! - [`SecretKey`] and [`StatelessScheme`]: the one place that matches on a chain's VRF suite; [`VrfScheme`]: on every VRF that has a name.
//!
//! The rules are in `spec/round.md`. Errors are by culprit: [`Malformed`] bytes, an [`Invalid`] claim.

#![forbid(unsafe_code)]

/// The README's example compiles.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// And so does that of this crate's own README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;

mod announcement;
pub mod bundle;
mod chain;
mod epoch;
mod genesis;
mod lots;
mod pending;
mod round;
mod suite;
mod wire;

pub use announcement::{Announced, Announcement, Keys};
pub use chain::{Chain, Tip, derive};
pub use epoch::{EPOCH_ROUNDS, Epoch, EpochError, EpochProof, MAX_EPOCH_ROUNDS};
pub use genesis::{Genesis, Participant};
pub use lots::{TreeScheme, VrfScheme};
pub use pending::{Pending, Refused};
pub use round::{Claim, Invalid, Lot, Round, RoundFacts, Ticket, Verified};
pub use suite::{SecretKey, StatelessScheme, VrfError};
pub use wire::Malformed;

pub use heliast_arith::Natural;
pub use heliast_group::{BadModulus, Group, RsaGroup, Trapdoor};
pub use heliast_vdf::{Evaluation, PrimeMode, ProveError, ResumeError, Suite, prove};
pub use heliast_vdf::{Invalid as DelayInvalid, batch, pietrzak};
pub use heliast_vrf::{Exhausted, schedule, stateful};
