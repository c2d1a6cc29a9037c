//! The rounds of the nodes: a round is shown when all running nodes have it, and no two nodes may differ.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// The number of rounds that are kept, to compare a node that catches up with the others.
const KEPT: usize = 100_000;

/// A round at one or more nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Its number.
    pub round: u64,
    /// Its beacon.
    pub beacon: String,
    /// The votes in it.
    pub votes: u64,
    /// The nodes that have it.
    pub nodes: BTreeSet<usize>,
    /// The shortest time of any of these nodes from the opening time on, without the delay.
    pub beyond_seconds: Option<f64>,
}

/// Two nodes have different rounds with one number.
#[derive(Debug)]
pub struct Differs {
    round: u64,
    node: usize,
    other: usize,
}

impl fmt::Display for Differs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Differs { round, node, other } = self;
        write!(f, "node{node} has another round {round} than node{other}")
    }
}

/// The rounds of all nodes.
pub struct Rounds {
    seen: BTreeMap<u64, Seen>,
    is_up: Vec<bool>,
    shown: u64,
}

impl Rounds {
    /// The state before the first round, for this many nodes.
    pub fn new(nodes: usize) -> Rounds {
        Rounds { seen: BTreeMap::new(), is_up: vec![false; nodes], shown: 0 }
    }

    /// The last round that was shown.
    pub fn shown(&self) -> u64 {
        self.shown
    }

    /// Sets whether a node runs: rounds do not wait for a node that does not.
    pub fn set_up(&mut self, node: usize, is_up: bool) {
        if let Some(place) = self.is_up.get_mut(node) {
            *place = is_up;
        }
    }

    /// Notes that a node has a round. Returns the rounds to show now.
    ///
    /// A round is shown when all running nodes have it, or when one has a later one.
    pub fn note(&mut self, node: usize, new: Seen) -> Result<Vec<Seen>, Differs> {
        let round = new.round;
        let seen = self.seen.entry(round).or_insert_with(|| Seen { nodes: BTreeSet::new(), ..new.clone() });
        if seen.beacon != new.beacon {
            let other = seen.nodes.iter().next().copied().unwrap_or(node);
            return Err(Differs { round, node, other });
        }
        seen.nodes.insert(node);
        seen.beyond_seconds = match (seen.beyond_seconds, new.beyond_seconds) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let newest = self.seen.keys().next_back().copied().unwrap_or(0);
        let is_due = |seen: &Seen| {
            seen.round < newest
                || self.is_up.iter().enumerate().all(|(node, up)| !up || seen.nodes.contains(&node))
        };
        let due: Vec<Seen> = self
            .seen
            .range(self.shown + 1..)
            .map(|(_, seen)| seen)
            .take_while(|seen| is_due(seen))
            .cloned()
            .collect();
        self.shown = due.last().map_or(self.shown, |last| last.round);
        while self.seen.len() > KEPT {
            self.seen.pop_first();
        }
        Ok(due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(round: u64, beacon: &str) -> Seen {
        let beyond_seconds = (beacon == "a").then_some(0.5);
        Seen { round, beacon: beacon.to_owned(), votes: 7, nodes: BTreeSet::new(), beyond_seconds }
    }

    fn of(rounds: &[Seen]) -> Vec<(u64, Vec<usize>)> {
        rounds.iter().map(|seen| (seen.round, seen.nodes.iter().copied().collect())).collect()
    }

    #[test]
    fn a_round_is_shown_once_when_all_that_run_have_it() {
        let mut rounds = Rounds::new(3);
        (0..3).for_each(|node| rounds.set_up(node, true));
        assert!(rounds.note(0, seen(1, "a")).unwrap().is_empty());
        assert!(rounds.note(2, seen(1, "a")).unwrap().is_empty());
        assert_eq!(of(&rounds.note(1, seen(1, "a")).unwrap()), [(1, vec![0, 1, 2])]);
        assert!(rounds.note(1, seen(1, "a")).unwrap().is_empty(), "a node that begins again says it again");
        // A node is behind: the round is shown without it when the next round comes.
        assert!(rounds.note(0, seen(2, "b")).unwrap().is_empty());
        assert!(rounds.note(1, seen(2, "b")).unwrap().is_empty());
        assert_eq!(of(&rounds.note(0, seen(3, "c")).unwrap()), [(2, vec![0, 1])]);
        rounds.set_up(2, false);
        assert_eq!(of(&rounds.note(1, seen(3, "c")).unwrap()), [(3, vec![0, 1])]);
        assert_eq!(rounds.shown(), 3);
    }

    #[test]
    fn nodes_that_differ_are_named_also_when_one_comes_late() {
        let mut rounds = Rounds::new(2);
        for round in 1..=5 {
            rounds.note(1, seen(round, "a")).unwrap();
        }
        let differs = rounds.note(0, seen(3, "b")).unwrap_err();
        assert!(differs.to_string().starts_with("node0 has another round 3 than node1"), "{differs}");
    }
}
