//! How work is done.

/// On how many threads, and who is told how far it is.
#[derive(Clone, Copy, Debug)]
pub struct Work<P> {
    /// Threads: one where the feature `std` is off.
    pub threads: usize,
    /// Is told how far the work is, now and then and from any thread. It returns false to stop.
    pub progress: P,
}
