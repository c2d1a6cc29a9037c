//! The events of a node, of which its caller hears while it runs.

use heliast_engine::{Alarm, CatchUp};
use heliast_keystore::SetBack;

/// Something that happened to a node, or to participants without one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// An empty node begins with a snapshot.
    Snapshot {
        /// The block that the network is known to have signed.
        height: u64,
    },
    /// A snapshot was asked for, and the node needs none, since it has a state.
    NotEmpty {
        /// The block after which its state is.
        height: u64,
    },
    /// All parts run.
    Started {
        /// The record of the last round that was lowered when the keys were taken over, if it was.
        set_back: Option<SetBack>,
    },
    /// A round is stored.
    Round(RoundEvent),
    /// An alarm was raised.
    Trouble(Alarm),
    /// The last alarm has ended.
    Well,
    /// The node lacks rounds; told at intervals.
    CatchingUp(CatchUp),
}

/// A round that is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundEvent {
    /// Its number.
    pub round: u64,
    /// Its beacon, in hexadecimal digits.
    pub beacon: String,
    /// The votes of its tickets.
    pub votes: u64,
    /// Seconds from the opening time to now, without those of the delay at the speed of this machine. `None`
    /// while that is not known, or many rounds come at once.
    pub beyond_seconds: Option<f64>,
}
