//! Engines make the rounds of a beacon. They drive the round state machine of crate `heliast-beacon`: they
//! give it the time, transport its tickets, run its delays and store its rounds.
//!
//! ```no_run
//! use heliast::SecretKey;
//! use heliast_engine::{Handles, Members, Solo};
//! use heliast_store::Store;
//! use std::{error::Error, sync::Arc};
//!
//! /// Continues a chain whose participants all live here, until a hundred rounds are made.
//! fn beacon(keys: Vec<SecretKey>) -> Result<(), Box<dyn Error>> {
//!     let node = Handles::new(Store::open("heliast-data")?);
//!     let members = Members::new(node.rounds.chain(), keys, None).ok_or("not the chain's keys")?;
//!     let engine = Solo::new(&node, members, 4, 1e6, Arc::new(|| false));
//!     engine.run(Some(100), |finished| println!("round {}", finished.round.number))?;
//!     Ok(())
//! }
//! ```
//!
//! The engine, a plain thread, reports each finished round to [`Rounds`] and everything in between to
//! [`StatusBoard`]. The parts of a network's node keep the proofs of agreement in [`Finality`]. The servers
//! of the chain read these three. Nothing is announced before it is on the disk.

#![forbid(unsafe_code)]

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod alarm;
mod archiver;
mod background;
mod board;
mod catch_up;
mod clock;
mod epochs;
mod evaluator;
mod finality;
mod handles;
mod lost;
mod made;
mod maker;
mod members;
mod metrics;
mod opening;
mod pace;
pub mod periods;
mod relay;
mod rotation;
mod rounds;
mod sight;
mod solo;
mod speed;
mod standing;
mod status;
#[cfg(test)]
mod tests;
mod votes;

pub use alarm::{Alarm, AlarmKind};
pub use background::{Epochs, FetchProof};
pub use board::{Health, StatusBoard};
pub use catch_up::{CatchUp, CatchUpKind};
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub use clock::ByHand;
pub use clock::Clock;
pub use evaluator::{Evaluator, Go, Progress, Sight};
pub use finality::{EngineCall, Finality};
pub use handles::Handles;
pub use lost::{LostKey, LostKeys, Recovery};
pub use made::note_made;
pub use members::{Members, Undrawn};
pub use opening::next_opening;
pub use relay::{RelaySight, RelaySource, SourceState};
pub use rotation::{Protection, Rotation};
pub use rounds::Rounds;
pub use sight::{EMPTY_BLOCKS_SECONDS, NetworkSight};
pub use solo::{EngineError, Finished, Solo, Stop};
pub use speed::{Speed, calibrate, calibrate_roots};
pub use standing::{Standing, StandingKind};
pub use status::{Phase, Status};
