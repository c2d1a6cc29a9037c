//! The end of a node.

use crate::home::Home;

/// A node, or participants without one, after the end. Its home is this process's until this is dropped.
#[derive(Debug)]
pub struct Ended {
    /// The last round.
    pub round: u64,
    _home: Home,
}

impl Ended {
    pub(super) fn new(round: u64, home: Home) -> Ended {
        Ended { round, _home: home }
    }
}
