//! A duty like that of heliast-network, without chains.

use std::collections::BTreeSet;

#[derive(Clone, Debug)]
#[expect(dead_code, reason = "what is sent has all of them")]
pub enum Duty {
    Wait { round: u64, ticks: u32 },
    Draw { round: u64, tickets: BTreeSet<(u8, u32)>, announcements: BTreeSet<u32> },
    Evaluate { round: u64 },
}

#[derive(Clone, Debug)]
pub struct Committed {
    pub height: u64,
    pub duty: Duty,
}
