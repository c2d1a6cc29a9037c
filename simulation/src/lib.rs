//! The beacon against adversaries, in simulated rounds: no clock, no network, everything a function
//! of one seed.
//!
//! - [`world`]: chains of real keys, proofs and delays. [`member`]s play by the rules, [`adversary`] breaks
//!   them, and the [`referee`] sends every message to the machine of crate `heliast-beacon` and to the
//!   [`model`], the rules written a second time. The first difference ends the run.
//! - [`experiments`]: the gain of a play, next to theory and a bound, with the [`lots`] of real
//!   keys but without their proofs.
//! - [`rotation`], [`blocks`], [`mempool`]: who proposes a network's blocks, when they come and what honest
//!   proposers have by then, with hostile validators that leave tickets out or stall, and floods; their
//!   experiments are among the others.
//! - [`run`]: all of it, on some threads; [`report`]: tables, charts and the page.

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
