//! The pace at which a network's blocks follow each other.

use super::sites::Site;
use std::time::Duration;

/// The distance between a network's nodes, which determines its pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// All nodes are on one machine.
    Local,
    /// The nodes are on machines far from each other, at most 100 ms each way.
    Wide,
}

impl Distance {
    /// All distances, from the shortest.
    pub const ALL: [Distance; 2] = [Distance::Local, Distance::Wide];

    /// The distance between nodes at these sites.
    pub fn between(sites: &[Site]) -> Distance {
        if sites.iter().all(Site::is_local) { Distance::Local } else { Distance::Wide }
    }

    /// Its name, one word.
    pub fn name(self) -> &'static str {
        match self {
            Distance::Local => "local",
            Distance::Wide => "wide",
        }
    }
}

/// The pace at which blocks follow each other, in milliseconds. Blocks are made when there is
/// something to decide. All nodes of a network have the same pace. Only `within_ms` is a part of the chain.
///
/// With δ, the time that a transaction or a block takes to all nodes once one has it (`spec/network.md`,
/// "Insisting"), `collect_ms >= within_ms + 2·δ` and `vote_ms >= δ`; δ is 50 ms on one machine, and 150 ms
/// between machines 100 ms apart. By `within_ms`, participants have drawn and their tickets have reached all
/// nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// C: the least time from having a block to proposing the next, or to considering the proposal, if a
    /// round collects.
    pub(crate) collect_ms: u32,
    /// The same for all other blocks, which the engine waits by itself, so that votes of all validators come.
    pub(crate) commit_ms: u32,
    /// The time for which a node waits for a proposal before another node proposes.
    pub(crate) propose_ms: u32,
    /// The time for which a node waits for votes.
    pub(crate) vote_ms: u32,
    /// g: tickets that come within this time must not be left out.
    pub(crate) within_ms: u32,
}

impl Pace {
    /// Milliseconds by which each of the three timeouts of an attempt is longer than in the attempt
    /// before. If an attempt is too short for the machines, later attempts adapt through this; if hostile
    /// proposers follow each other, the window grows with it.
    pub(super) const GROWTH_MS: [u32; 3] = [100, 50, 50];

    /// The duration of the first attempt of a height if it fails, in milliseconds.
    pub(crate) fn failure_ms(&self) -> u32 {
        self.propose_ms.saturating_add(self.vote_ms).saturating_add(self.vote_ms)
    }

    /// Milliseconds by which each further attempt takes longer.
    pub(crate) fn growth_ms(&self) -> u32 {
        Self::GROWTH_MS.iter().sum()
    }

    /// The pace for nodes on one machine.
    pub(crate) const LOCAL: Pace =
        Pace { collect_ms: 250, commit_ms: 20, propose_ms: 300, vote_ms: 100, within_ms: 150 };
    /// The pace for nodes far from each other.
    pub(crate) const WIDE: Pace =
        Pace { collect_ms: 700, commit_ms: 150, propose_ms: 1_000, vote_ms: 400, within_ms: 400 };

    /// The pace for nodes at this distance from each other.
    pub(crate) fn of(distance: Distance) -> Pace {
        match distance {
            Distance::Local => Pace::LOCAL,
            Distance::Wide => Pace::WIDE,
        }
    }

    /// C for a network whose validators insist on what comes within g = `within_ms`. A network that another
    /// program made may have a g that no pace has; δ is then taken as half of it.
    pub(crate) fn collect_time(within_ms: u32) -> Duration {
        let known = Distance::ALL.map(Pace::of).into_iter().find(|pace| pace.within_ms == within_ms);
        let milliseconds = known.map_or(within_ms.saturating_mul(2), |pace| pace.collect_ms);
        Duration::from_millis(milliseconds.into())
    }

    /// The pace for the nodes at these sites.
    pub(crate) fn between(sites: &[Site]) -> Pace {
        Pace::of(Distance::between(sites))
    }
}
