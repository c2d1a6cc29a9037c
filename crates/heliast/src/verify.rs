//! Verifying many rounds: on all cores, in bounded memory, in steps that the caller drives.
//!
//! A [`Verifier`] takes the rounds of a chain from any source, one [`Entry`] after another, and is
//! an iterator of [`Step`]s. A step reads some rounds, checks their tickets, or settles their
//! delays, so that between two steps the caller can show progress, use what has been accepted, or
//! stop:
//!
//! ```
//! use heliast::{bundle::{Pin, Reader}, verify::{Options, Verifier}};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let cases = testkit::cases("round.json");
//! # let file = testkit::bytes(testkit::of_kind(&cases, "bundle")[0], "bytes");
//! # let pin = Pin::Chain(file[5..37].try_into()?);
//! // The chain that is meant, and no other, from round 1 on.
//! let bundle = Reader::new(&file[..], pin)?;
//! let start = bundle.start();
//! // All cores, every round by its own proofs.
//! let verifier = Verifier::of_bundle(bundle, Options::default());
//! let reached = verifier.run(|tally| {
//!     println!("{} rounds read, {} accepted", tally.read, tally.accepted);
//!     true // false would stop it
//! })?;
//! println!("{} rounds hold, {start}", reached.tally.accepted);
//! # assert_eq!(reached.tip.next_round(), reached.tally.accepted + 1);
//! # Ok(())
//! # }
//! ```
//!
//! Verdicts come in the order of the rounds. A round's bytes give the state after it (its output is hashed
//! into the next seed), so rounds are decoded one after another and then verified in parallel. The event that
//! ends the chain, a false round or the source's own error, is reported only when all rounds before it are
//! known to be valid. So the round that an error names is the first invalid one, for any number of threads
//! and either way to check delays.
//!
//! [`Delays::Combined`] checks the delays of a whole epoch by its proof, where the source has one, and
//! otherwise many delays by their own proofs in one equation. An epoch proof never makes a round invalid: if
//! it is missing, malformed or false, the rounds' own proofs decide. So a wrong epoch proof makes no good
//! chain bad, and no bad chain good.
//!
//! This module uses no clock, and no thread outlives a step. With one thread nothing is spawned at all.

mod error;
mod options;
mod progress;
mod source;
mod stretch;
mod verifier;
mod work;

pub use crate::bundle::Entry;
pub use error::{Error, Unused};
pub use options::{BATCH_BYTES, COMBINED, Delays, HELD_BYTES, MAX_THREADS, Options, ROUNDS_PER_THREAD};
pub use progress::{Reached, Step, Tally};
pub use source::Entries;
pub use verifier::Verifier;
