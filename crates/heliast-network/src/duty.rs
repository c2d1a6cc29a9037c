//! The duty of a node after a block: derived from the state, so that a node that replays blocks, or
//! has missed some, knows it as well as one that was there.

use heliast::{DelayInput, Tip};
use std::collections::BTreeSet;

/// The present duty of a node.
#[derive(Clone, Debug)]
pub enum Duty {
    /// Nothing, until a round opens.
    Wait {
        /// The round.
        round: u64,
        /// Ticks since the last round was sealed: the number of the next one.
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
        /// Slot and participant of the tickets that are in blocks.
        tickets: BTreeSet<(u8, u32)>,
        /// The participants of the announcements that are in blocks.
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
    /// The round that it is about.
    pub fn round(&self) -> u64 {
        match self {
            Duty::Wait { round, .. } | Duty::Draw { round, .. } | Duty::Evaluate { round, .. } => *round,
        }
    }
}

/// A block whose effects are durable, and what follows from it.
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
