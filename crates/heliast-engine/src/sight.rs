//! The sight that a node has of its network: the validators, its peers, and whether blocks come.
//!
//! A network has halted if no block comes for longer than one takes. The engine makes a block when there is
//! something to decide, and an empty one every ten seconds otherwise. [`Seen::is_still`] is the one place
//! that says so: the page, `/v1/status`, `/health`, the metrics and `heliast network status` show it by way
//! of the node's standing, `stalled`.

use serde::Serialize;
use std::time::{Duration, Instant};

/// Time without a block after which a network has halted: where there is something to decide,
const DUE: Duration = Duration::from_secs(5);
/// where there is nothing,
const QUIET: Duration = Duration::from_secs(15);
/// and after the start of this node, whose engine first has to find the others.
const START: Duration = Duration::from_secs(30);

/// A network, as a node of it sees it now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NetworkSight {
    /// The validators: machines that vote on blocks.
    pub validators: u64,
    /// The fewest validators that decide a block: they have more than two thirds of the power.
    pub quorum: u64,
    /// Other nodes to which this one's engine has a connection; null while the engine does not say.
    pub peers: Option<u64>,
    /// The last block that this node has seen since its start; 0 before the first.
    pub height: u64,
    /// Seconds since then, or since the start.
    pub block_seconds: u64,
    /// Whether the network has halted: no block comes.
    pub halted: bool,
}

impl NetworkSight {
    /// Says in words that it has halted, as a sentence without its full stop.
    pub(crate) fn words(&self) -> String {
        let NetworkSight { validators, quorum, peers, block_seconds, .. } = *self;
        let peers = match peers {
            None => "the engine of this node does not answer".to_owned(),
            Some(0) => "this node has no peers".to_owned(),
            Some(1) => "this node has one peer".to_owned(),
            Some(peers) => format!("this node has {peers} peers"),
        };
        format!(
            "no block has come for {block_seconds} s: {quorum} of {validators} validators are needed, and {peers}"
        )
    }
}

/// The state behind a sight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    validators: u64,
    quorum: u64,
    peers: Option<u64>,
    height: u64,
    /// The time of the last block, or of the start.
    at: Instant,
    /// The time since which there is something to decide.
    due: Option<Instant>,
}

impl Seen {
    /// A network whose validators have these powers, of which nothing is seen yet.
    pub(crate) fn new(powers: &[u64], now: Instant) -> Seen {
        let (validators, quorum) = (powers.len() as u64, quorum(powers));
        Seen { validators, quorum, peers: None, height: 0, at: now, due: None }
    }

    pub(crate) fn note_peers(&mut self, peers: Option<u64>) {
        self.peers = peers;
    }

    pub(crate) fn note_block(&mut self, height: u64, now: Instant) {
        *self = Seen { height, at: now, due: None, ..*self };
    }

    /// Notes whether there is something to decide now.
    pub(crate) fn note_due(&mut self, is_due: bool, now: Instant) {
        self.due = is_due.then(|| self.due.unwrap_or(now));
    }

    /// Whether the network has halted: no block has come for too long.
    fn is_still(&self, now: Instant) -> bool {
        let since = |begun: Instant| now.saturating_duration_since(begun);
        match self.height {
            0 => since(self.at) > START,
            _ => since(self.at) > QUIET || self.due.is_some_and(|due| since(due) > DUE),
        }
    }

    pub(crate) fn sight(&self, now: Instant) -> NetworkSight {
        let Seen { validators, quorum, peers, height, at, .. } = *self;
        let block_seconds = now.saturating_duration_since(at).as_secs();
        NetworkSight { validators, quorum, peers, height, block_seconds, halted: self.is_still(now) }
    }
}

/// The fewest of validators with these powers that have more than two thirds of all power together.
fn quorum(powers: &[u64]) -> u64 {
    let mut powers: Vec<_> = powers.iter().map(|power| u128::from(*power)).collect();
    powers.sort_unstable_by(|a, b| b.cmp(a));
    let total: u128 = powers.iter().sum();
    let mut sum = 0;
    let enough = powers.iter().position(|power| {
        sum += power;
        3 * sum > 2 * total
    });
    enough.map_or(0, |last| last as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_network_has_halted_sooner_where_there_is_something_to_decide() {
        let begun = Instant::now();
        let halted = |seen: &Seen, after| seen.sight(begun + seconds(after)).halted;
        let mut seen = Seen::new(&[10; 4], begun);
        assert!(!halted(&seen, 30) && halted(&seen, 31), "a start takes longer");
        seen.note_block(7, begun);
        assert!(!halted(&seen, 15) && halted(&seen, 16), "an empty block comes every ten seconds");
        for looked in [2, 3, 4] {
            seen.note_due(true, begun + seconds(looked));
        }
        assert!(!halted(&seen, 7) && halted(&seen, 8), "for six seconds");
        seen.note_due(false, begun + seconds(8));
        assert!(!halted(&seen, 8));
        seen.note_due(true, begun + seconds(9));
        seen.note_block(8, begun + seconds(20));
        assert!(!halted(&seen, 26), "a block ends it");
    }

    #[test]
    fn a_halt_says_who_is_missing() {
        let begun = Instant::now();
        let mut seen = Seen::new(&[10; 4], begun);
        seen.note_block(7, begun);
        for (peers, words) in [
            (None, "the engine of this node does not answer"),
            (Some(0), "this node has no peers"),
            (Some(1), "this node has one peer"),
            (Some(2), "this node has 2 peers"),
        ] {
            seen.note_peers(peers);
            let wanted = format!("no block has come for 8 s: 3 of 4 validators are needed, and {words}");
            assert_eq!(seen.sight(begun + seconds(8)).words(), wanted);
        }
    }

    #[test]
    fn a_quorum_has_more_than_two_thirds_of_the_power() {
        for (powers, wanted) in
            [(&[][..], 0), (&[5], 1), (&[1, 1, 1], 3), (&[10; 4], 3), (&[10; 7], 5), (&[1, 1, 7], 1)]
        {
            assert_eq!(quorum(powers), wanted, "{powers:?}");
        }
        assert_eq!(quorum(&[u64::MAX, u64::MAX]), 2);
    }
}
