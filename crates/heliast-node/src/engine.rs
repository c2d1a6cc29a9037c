//! Engines drive the round state machine of crate `heliast-beacon`: they tell it the time, carry its
//! tickets, run its delays and store its rounds.

mod archiver;
mod background;
mod epochs;
mod lost;
mod maker;
mod members;
mod opening;
mod pace;
mod rotation;
mod solo;
mod speed;
#[cfg(test)]
mod tests;

pub use background::{Epochs, FetchProof};
pub use lost::{LostKey, LostKeys, Recovery};
pub use members::{Members, Undrawn};
pub use opening::next_opening;
pub use rotation::{Protection, Rotation};
pub use solo::{EngineError, Finished, Solo, Stop};
pub use speed::{Speed, calibrate};
