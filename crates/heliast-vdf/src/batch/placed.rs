//! Statements of a list with their places in it.

use super::records::Records;

/// Some statements that follow one another in a list.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'r> {
    /// The place of the first of them in the whole list, from 0.
    pub start: u64,
    /// The statements.
    pub records: &'r Records<'r>,
}
