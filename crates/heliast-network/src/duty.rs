//! What a node is to do after a block.

use heliast::{Group, RsaGroup, Tip};
use std::collections::BTreeSet;

/// A block whose effects are durable.
#[derive(Clone, Debug)]
pub struct Committed {
    /// Its height.
    pub height: u64,
    /// Its time, milliseconds since 1970.
    pub time_ms: u64,
    /// What is to be done after it.
    pub duty: Duty,
    /// The round that it sealed.
    pub sealed: Option<u64>,
}

/// What a node is to do, as long as no later block says otherwise.
#[derive(Clone, Debug)]
pub enum Duty {
    /// Send tick `ticks` of `round` when the opening time has come.
    Wait {
        /// The round to come.
        round: u64,
        /// The ticks that came so far.
        ticks: u32,
        /// When the round opens, milliseconds since 1970.
        opening_ms: u64,
    },
    /// Draw, and send tickets and announcements until they are collected.
    Draw {
        /// The round that collects.
        round: u64,
        /// What it is drawn after.
        tip: Tip,
        /// α of each slot.
        inputs: Vec<Vec<u8>>,
        /// Who has sent what.
        collected: Collected,
        /// The height of the block that closes the round, at the earliest.
        closes: u64,
    },
    /// Evaluate the delay, and send its proof.
    Evaluate {
        /// The round.
        round: u64,
        /// The delay's input.
        x: <RsaGroup as Group>::Elem,
        /// The number of squarings.
        t: u64,
    },
}

impl Duty {
    /// What it is, in a word.
    pub fn name(&self) -> &'static str {
        match self {
            Duty::Wait { .. } => "wait",
            Duty::Draw { .. } => "draw",
            Duty::Evaluate { .. } => "evaluate",
        }
    }
}

/// Whose tickets and announcements are in the blocks of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// Slots and participants.
    pub tickets: BTreeSet<(u8, u32)>,
    /// Participants.
    pub announcements: BTreeSet<u32>,
}
