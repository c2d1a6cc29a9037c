//! Lists that are read from a source such as a file, and may be longer than the memory.
//!
//! The transcript takes the whole list before the first product, so a list that does not fit into the memory
//! is read more than once: first for its digest, then for the products. If each statement has a delay of its
//! own, it is read once more for the statements that are not merged. Each reading is hashed. If it differs
//! from the first one, the list was changed, and there is no verdict on it. The result does not depend on the
//! number of threads or parts.

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
