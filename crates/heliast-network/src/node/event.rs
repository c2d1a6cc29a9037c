//! The events of a node, which are reported to its caller while it runs.

use heliast_engine::{Alarm, CatchUp};
use heliast_keystore::SetBack;

/// An event of a node, or of participants without a node.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// An empty node begins with a snapshot.
    Snapshot {
        /// The block that the network is known to have signed.
        height: u64,
    },
    /// The node was to begin with a snapshot, but does not need one, since it has a state.
    NotEmpty {
        /// The block of its state.
        height: u64,
    },
    /// All parts run.
    Started {
        /// The record of the last round, if it was lowered when the keys were taken over.
        set_back: Option<SetBack>,
    },
    /// A round is stored.
    Round(RoundEvent),
    /// An alarm was raised.
    Trouble(Alarm),
    /// The last alarm has ended.
    Well,
    /// The node lacks rounds. This is reported at intervals.
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
    /// Seconds from the opening time to now, minus the time of the delay at the speed of this machine. `None`
    /// while that is unknown, or if many rounds come at once.
    pub beyond_seconds: Option<f64>,
}
