//! Limits for the memory and the threads that a list may use.

/// About how much memory the statements of a list may take, and how many threads work on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Bytes. A list that needs more is read in parts, of a leaf at least.
    pub memory: u64,
    /// Threads.
    pub threads: usize,
}
