//! The pace at which a network's blocks follow each other.

use super::sites::Site;

/// The pace at which blocks follow each other, in milliseconds. Blocks are made when there is
/// something to decide: all of a network's nodes have the same pace, and it is not a part of the
/// chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// Least time between two blocks.
    pub(crate) commit_ms: u32,
    /// Time for which a proposal is waited for before another node proposes.
    pub(crate) propose_ms: u32,
    /// Time for which votes are waited for.
    pub(crate) vote_ms: u32,
}

impl Pace {
    /// Milliseconds by which each of the three timeouts of an attempt is longer than in the attempt
    /// before.
    pub(super) const GROWTH_MS: [u32; 3] = [200, 100, 100];

    /// The duration of an attempt that fails, the first of a height, in milliseconds.
    pub(crate) fn failure_ms(&self) -> u32 {
        self.propose_ms.saturating_add(self.vote_ms).saturating_add(self.vote_ms)
    }

    /// Milliseconds by which each further attempt takes longer.
    pub(crate) fn growth_ms(&self) -> u32 {
        Self::GROWTH_MS.iter().sum()
    }

    /// The pace for nodes on one machine.
    pub(crate) const LOCAL: Pace = Pace { commit_ms: 50, propose_ms: 500, vote_ms: 200 };
    /// The pace for nodes far from each other.
    pub(crate) const WIDE: Pace = Pace { commit_ms: 180, propose_ms: 1_000, vote_ms: 500 };

    /// The pace for the nodes at these sites.
    pub(crate) fn between(sites: &[Site]) -> Pace {
        if sites.iter().all(Site::is_local) { Pace::LOCAL } else { Pace::WIDE }
    }
}
