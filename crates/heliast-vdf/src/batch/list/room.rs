//! Limits for the memory and the threads that a list may use.

/// The approximate memory that the statements of a list may take, and the number of threads that work on
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The memory in bytes. A list that needs more is read in parts of at least one leaf.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
}
