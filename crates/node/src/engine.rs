//! Engines drive the round state machine of crate `beacon`: they tell it the time, carry its tickets, run its delays and store its rounds.

mod epochs;
mod solo;

pub use solo::{EngineError, Finished, Solo, Speed, Stop, calibrate, next_slot};
