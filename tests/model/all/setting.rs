//! The bounds of a scenario, and the events that it must have.

use crate::{catalogue::Said, nodes::Plant};
use heliast_finality::Insisting;

/// The bounds of a scenario.
#[derive(Clone)]
pub struct Setting {
    /// Validators, of which the last `hostile` ones are hostile.
    pub validators: u8,
    pub hostile: u8,
    pub participants: u32,
    pub window_blocks: u32,
    pub insisting: Option<Insisting>,
    pub said: Vec<Said>,
    pub has_ticks: bool,
    pub has_false: bool,
    /// Bytes of a block's transactions.
    pub room: usize,
    pub plant: Plant,
    /// Milliseconds by which clocks of nodes are off.
    pub off_ms: i64,
    /// The first proposer of the first block.
    pub first: u8,
    /// Milliseconds from one block's time to the next one's.
    pub steps_ms: Vec<u64>,
    /// Whether a transaction that comes is at all nodes at once.
    pub at_once: bool,
    /// Whether nodes keep what they verify for a vote.
    pub keeps_votes: bool,
    /// Whether the real application processes each event, too.
    pub has_app: bool,
    /// Whether hostile blocks may be decided which honest nodes vote against.
    pub is_forced: bool,
    /// The greatest numbers of events.
    pub attempts: u8,
    pub late: u8,
    pub ends: u8,
    pub restores: u8,
    pub waits: u8,
    pub last_round: u64,
    pub last_height: u64,
}

/// Events that have happened, so that a scenario in which nothing happens is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seen {
    Sealed,
    HostileBlock,
    FalseBlock,
    HalfCommit,
    Restored,
    Insisted,
    Repeated,
    Joined,
}
