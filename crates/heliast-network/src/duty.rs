//! The duty of a node after a block. It is derived from the state, so that a node that replays blocks or has
//! missed some also knows it.

use heliast::{DelayInput, Tip};
use std::collections::BTreeSet;

/// The current duty of a node.
#[derive(Clone, Debug)]
pub enum Duty {
    /// Nothing is to be done until a round opens.
    Wait {
        /// The round.
        round: u64,
        /// The number of ticks since the last round was sealed, which is the number of the next tick.
        ticks: u32,
        /// The earliest time at which it can open, in milliseconds since 1970.
        opening_ms: u64,
    },
    /// The round collects: participants that win send a ticket.
    Draw {
        /// The round.
        round: u64,
        /// The tip that the round builds on.
        tip: Tip,
        /// α of each slot.
        inputs: Vec<Vec<u8>>,
        /// The time at which the round opened, in milliseconds since 1970.
        opening_ms: u64,
        /// The first block in which the round may close.
        closes: u64,
        /// Slot and participant of each ticket that is in a block.
        tickets: BTreeSet<(u8, u32)>,
        /// The participants whose announcements are in blocks.
        announcements: BTreeSet<u32>,
    },
    /// The round is closed: evaluators compute the delay of x and send output and proof.
    Evaluate {
        /// The round.
        round: u64,
        /// The delay's input.
        x: DelayInput,
    },
}

impl Duty {
    /// The round of the duty.
    pub fn round(&self) -> u64 {
        match self {
            Duty::Wait { round, .. } | Duty::Draw { round, .. } | Duty::Evaluate { round, .. } => *round,
        }
    }
}

/// A block that is decided, with the duty that follows. A round that it sealed is durable.
#[derive(Clone, Debug)]
pub struct Committed {
    /// The block.
    pub height: u64,
    /// Its time, in milliseconds since 1970.
    pub time_ms: u64,
    /// The duty that follows from it.
    pub duty: Duty,
    /// The round that it sealed.
    pub sealed: Option<u64>,
}
