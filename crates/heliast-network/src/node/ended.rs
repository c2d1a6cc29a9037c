//! The end of a node.

use crate::home::Home;
use heliast_keystore::DirLock;

/// A node, participants without a node, or a relay, after the end. Its directory stays locked until this is
/// dropped.
#[derive(Debug)]
pub struct Ended {
    /// The last round.
    pub round: u64,
    _held: Held,
}

/// A directory that this process has locked.
#[derive(Debug)]
pub(super) enum Held {
    Home { _home: Home },
    Relay { _lock: DirLock },
}

impl Ended {
    pub(super) fn new(round: u64, home: Home) -> Ended {
        Ended { round, _held: Held::Home { _home: home } }
    }

    pub(super) fn of_relay(round: u64, lock: DirLock) -> Ended {
        Ended { round, _held: Held::Relay { _lock: lock } }
    }
}
