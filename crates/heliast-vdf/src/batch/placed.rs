//! Statements of a list with their places in it.

/// Some statements that follow one another in a list.
#[derive(Debug)]
pub struct Placed<'r, R> {
    /// The place of the first of them in the whole list, from 0.
    pub start: u64,
    /// The statements: [`Records`](super::Records) or [`varied::Records`](super::varied::Records).
    pub records: &'r R,
}

impl<R> Clone for Placed<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Placed<'_, R> {}
