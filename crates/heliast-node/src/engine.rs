//! Engines drive the round state machine of crate `beacon`: they tell it the time, carry its tickets, run its delays and store its rounds.

mod epochs;
mod maker;
mod members;
mod solo;

pub use members::{Members, Rotation};
pub use solo::{EngineError, Finished, Solo, Speed, Stop, calibrate, next_slot};
