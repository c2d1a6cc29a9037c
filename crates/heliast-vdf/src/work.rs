//! The threads of a computation and its reports of progress.

/// The number of threads, and the callback for progress.
#[derive(Clone, Copy, Debug)]
pub struct Work<P> {
    /// The number of threads; one is used if the feature `std` is off.
    pub threads: usize,
    /// The callback for the progress of the work, called now and then from any thread. It returns
    /// false to stop.
    pub progress: P,
}
