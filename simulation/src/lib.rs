//! The beacon against adversaries, in simulated rounds: no clock, no network, and all results a function of
//! one seed.
//!
//! - [`world`]: chains of real keys, proofs and delays. [`member`]s follow the rules, [`adversary`] breaks
//!   them, and the [`referee`] sends every message to the machine of crate `heliast-beacon` and to the
//!   [`model`], the rules written a second time. The first difference ends the run.
//! - [`experiments`]: the gain of a play, compared with theory and a bound, with the [`lots`] of real keys
//!   but without their proofs.
//! - [`rotation`], [`blocks`], [`mempool`]: the proposers of a network's blocks, the times of these blocks
//!   and the transactions that honest proposers then have, with floods and with hostile validators that leave
//!   out tickets or stall. Their experiments are in [`experiments`].
//! - [`run`]: the whole simulation, on several threads; [`report`]: tables, charts and the page.

#![forbid(unsafe_code)]

pub mod adversary;
pub mod answer;
pub mod blocks;
pub mod experiments;
pub mod lots;
pub mod member;
pub mod membership;
pub mod mempool;
pub mod model;
pub mod parallel;
pub mod random;
pub mod referee;
pub mod report;
pub mod rotation;
pub mod run;
pub mod setting;
pub mod stakes;
pub mod tally;
pub mod theory;
pub mod tree;
pub mod world;
