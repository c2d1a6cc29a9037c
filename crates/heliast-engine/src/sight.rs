//! The state of a network as one of its nodes sees it: the validators, the node's peers, and whether blocks
//! come.
//!
//! A node considers its network as halted if no block comes for longer than a block takes. The engine makes a
//! block when there is something to decide, and an empty one after [`EMPTY_BLOCKS_SECONDS`] otherwise. Only
//! [`Seen::has_halted`] decides this. The standing `stalled` and the alarm `consensus` follow from it, and
//! are shown on the page, by `/v1/status`, `/health`, the metrics, the log and `heliast network status`.

use serde::Serialize;
use std::time::{Duration, Instant};

/// The engine makes an empty block when there has been nothing to decide for this many seconds: its
/// `create_empty_blocks_interval` in new homes.
pub const EMPTY_BLOCKS_SECONDS: u64 = 10;
/// A block that is due may take this long.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest time from a block to the next one.
const QUIET: Duration = Duration::from_secs(EMPTY_BLOCKS_SECONDS).saturating_add(PATIENCE);
/// The longest time from the start of this node, whose engine first has to find the others, to its first
/// block.
const START: Duration = Duration::from_secs(30);

/// A network, as one of its nodes sees it now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NetworkSight {
    /// The validators: machines that vote on blocks. One that signed twice is not counted.
    pub validators: u64,
    /// The fewest validators that decide a block: at least this many are needed for more than two thirds of
    /// the power.
    pub quorum: u64,
    /// Other nodes to which this one's engine has a connection; null while the engine does not report it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub peers: Option<u64>,
    /// The last block that this node has seen since its start; 0 before the first.
    pub height: u64,
    /// Seconds since that block, or since the start.
    pub block_seconds: u64,
    /// Whether the network has halted: no block comes.
    pub halted: bool,
}

impl NetworkSight {
    /// A sentence, without its full stop, that says that the network has halted.
    ///
    /// A peer need not be a validator, and passes on the votes of others. So the number of peers proves
    /// something only in one case: a node without peers receives nothing.
    pub(crate) fn words(&self) -> String {
        let NetworkSight { validators, quorum, peers, block_seconds, .. } = *self;
        let cause = match peers {
            None => "the engine of this node does not answer".to_owned(),
            Some(_) if validators == 1 => "the network's only validator is needed".to_owned(),
            Some(0) => "this node has no peers, and the others may go on without it".to_owned(),
            Some(peers) => {
                let count = if peers == 1 { "one peer".to_owned() } else { format!("{peers} peers") };
                let is_enough = peers >= validators.saturating_sub(1);
                let enough = if is_enough { ", no fewer than there are other validators" } else { "" };
                format!(
                    "at least {quorum} of {validators} validators are needed, and this node has {count}{enough}"
                )
            }
        };
        format!("no block has come for {block_seconds} s: {cause}")
    }

    /// If the network has halted, a text that says so, and where to look for the cause.
    pub(crate) fn complaint(&self) -> Option<String> {
        self.halted.then(|| {
            let words = self.words();
            format!(
                "{words}; see whether CometBFT runs here, and whether validators with more than two thirds of \
                 the power run and reach each other"
            )
        })
    }
}

/// The state from which a [`NetworkSight`] is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    validators: u64,
    quorum: u64,
    peers: Option<u64>,
    height: u64,
    /// The time of the last block, or of the start.
    at: Instant,
    /// The time since which there has been something to decide.
    due: Option<Instant>,
    /// Whether a snapshot is on its way to this node, which gets no blocks until the snapshot is complete.
    restores: bool,
}

impl Seen {
    /// A network of which nothing has been seen yet.
    pub(crate) fn new(now: Instant) -> Seen {
        Seen { validators: 0, quorum: 0, peers: None, height: 0, at: now, due: None, restores: false }
    }

    /// Notes the powers of the present validators.
    pub(crate) fn note_powers(&mut self, powers: &[u64]) {
        (self.validators, self.quorum) = (powers.len() as u64, quorum(powers));
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

    /// Notes whether a snapshot is on its way. Its end counts as the start of the node.
    pub(crate) fn note_snapshot(&mut self, is_on_its_way: bool, now: Instant) {
        if self.restores && !is_on_its_way {
            self.at = now;
        }
        self.restores = is_on_its_way;
    }

    /// Whether no block has come for too long.
    fn has_halted(&self, now: Instant) -> bool {
        let since = |begun: Instant| now.saturating_duration_since(begun);
        match self.height {
            _ if self.restores => false,
            0 => since(self.at) > START,
            _ => since(self.at) > QUIET || self.due.is_some_and(|due| since(due) > PATIENCE),
        }
    }

    pub(crate) fn sight(&self, now: Instant) -> NetworkSight {
        let Seen { validators, quorum, peers, height, at, .. } = *self;
        let block_seconds = now.saturating_duration_since(at).as_secs();
        NetworkSight { validators, quorum, peers, height, block_seconds, halted: self.has_halted(now) }
    }
}

/// The least number of validators with these powers that have more than two thirds of all power together.
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

    /// A network of validators of equal power of which nothing has been seen yet.
    fn seen(validators: usize, begun: Instant) -> Seen {
        let mut seen = Seen::new(begun);
        seen.note_powers(&vec![10; validators]);
        seen
    }

    #[test]
    fn a_network_has_halted_sooner_where_there_is_something_to_decide() {
        let begun = Instant::now();
        let halted = |seen: &Seen, after| seen.sight(begun + seconds(after)).halted;
        let mut seen = seen(4, begun);
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

    /// The number of peers says nothing about missing validators, except for a node without peers.
    #[test]
    fn a_halt_says_of_peers_what_is_true() {
        let begun = Instant::now();
        let needed = "at least 3 of 4 validators are needed, and this node has";
        for (validators, peers, words) in [
            (4, None, "the engine of this node does not answer".to_owned()),
            (4, Some(0), "this node has no peers, and the others may go on without it".to_owned()),
            (4, Some(1), format!("{needed} one peer")),
            (4, Some(2), format!("{needed} 2 peers")),
            (4, Some(3), format!("{needed} 3 peers, no fewer than there are other validators")),
            (4, Some(5), format!("{needed} 5 peers, no fewer than there are other validators")),
            (1, None, "the engine of this node does not answer".to_owned()),
            (1, Some(0), "the network's only validator is needed".to_owned()),
            (1, Some(2), "the network's only validator is needed".to_owned()),
        ] {
            let mut seen = seen(validators, begun);
            seen.note_block(7, begun);
            seen.note_peers(peers);
            let sight = seen.sight(begun + seconds(18));
            let wanted = format!("no block has come for 18 s: {words}");
            assert_eq!(sight.words(), wanted);
            assert!(sight.complaint().unwrap().starts_with(&format!("{wanted}; see whether CometBFT runs")));
            assert_eq!(seen.sight(begun + seconds(8)).complaint(), None);
        }
    }

    #[test]
    fn a_validator_that_is_gone_is_not_counted() {
        let begun = Instant::now();
        let mut seen = seen(4, begun);
        seen.note_block(7, begun);
        seen.note_powers(&[10; 3]);
        let sight = seen.sight(begun + seconds(1));
        assert_eq!((sight.validators, sight.quorum, sight.height), (3, 3, 7));
    }

    /// The node gets no blocks before it has the snapshot, however long that takes.
    #[test]
    fn a_node_that_begins_with_a_snapshot_waits_for_its_first_block_from_then_on() {
        let begun = Instant::now();
        let mut seen = seen(4, begun);
        seen.note_snapshot(true, begun + seconds(10));
        assert!(!seen.sight(begun + seconds(600)).halted);
        seen.note_snapshot(false, begun + seconds(600));
        assert!(!seen.sight(begun + seconds(630)).halted);
        seen.note_snapshot(false, begun + seconds(620));
        assert!(seen.sight(begun + seconds(631)).halted, "it ends once");
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
