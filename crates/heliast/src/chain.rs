//! A chain: the genesis with everything that follows from it, and the rules of a round (`spec/round.md`).

mod announcement;
mod beacon;
mod decode;
mod delay;
mod next;
mod params;
mod pending;
mod ticket;
mod tip;

pub use beacon::derive;
pub use delay::{DelayInput, EvaluateError};
pub use next::Draft;
pub use params::Chain;
pub(crate) use pending::false_roots;
pub use pending::{FalseRounds, Pending};
pub use tip::{Tip, TipParts};
