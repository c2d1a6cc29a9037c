//! What a node is to do after a block: derived from the state, so that a node that replays blocks, or has
//! missed some, knows it as well as one that was there.

use heliast::{AnyElem, Tip};
use std::collections::BTreeSet;

/// What is to be done now.
#[derive(Clone, Debug)]
pub enum Duty {
    /// Nothing, until a round opens.
    Wait {
        /// Which one.
        round: u64,
        /// Ticks since the last round was sealed: the number of the next one.
        ticks: u32,
        /// When it can open at the earliest, in milliseconds since 1970.
        opening_ms: u64,
    },
    /// Whoever wins sends a ticket.
    Draw {
        /// The round.
        round: u64,
        /// What it builds on.
        tip: Tip,
        /// α of each slot.
        inputs: Vec<Vec<u8>>,
        /// When the round opened, in milliseconds since 1970.
        opening_ms: u64,
        /// The first block in which the round may close.
        closes: u64,
        /// Slot and participant of the tickets that stand in blocks.
        tickets: BTreeSet<(u8, u32)>,
        /// The participants of the announcements that stand in blocks.
        announcements: BTreeSet<u32>,
    },
    /// Whoever evaluates squares x t times and sends output and proof.
    Evaluate {
        /// The round.
        round: u64,
        /// The delay's input.
        x: AnyElem,
        /// The number of squarings.
        t: u64,
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
    /// What is to be done after it.
    pub duty: Duty,
    /// The round that it sealed.
    pub sealed: Option<u64>,
}
