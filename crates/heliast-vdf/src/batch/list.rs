//! Lists that are read from somewhere else, such as a file, and may be longer than the memory.
//!
//! The transcript takes the whole list before the first product, so that a list that does not fit
//! into the memory is read more than once: first for its digest, then for the products, and where
//! each statement has a delay of its own once more for those that are not merged. What is read is
//! hashed every time. If it differs from the first reading, the list was changed, and there is no
//! verdict on it. Neither threads nor parts change what comes out.

mod digests;
mod error;
mod opened;
mod parts;
mod progress;
mod reader;
mod room;

pub use error::ListError;
pub use opened::{Left, List, Verified};
pub use progress::{Pass, Progress};
pub use room::Room;

#[cfg(test)]
mod tests;
