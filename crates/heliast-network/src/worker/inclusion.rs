//! Checks whether the tickets that nodes took were included in their rounds.
//!
//! A ticket that reached a node while its round collected is in the round unless all proposers of
//! the window left it out, or the network was too slow to deliver it to them. This happens occasionally. If
//! it happens to a participant in three of its last eight rounds with tickets, somebody leaves its tickets
//! out or its connection is bad, and its operator must be warned.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The number of last rounds with tickets of a participant that are looked at.
const ROUNDS: usize = 8;
/// Missing tickets in this many of them are too many.
const TOO_MANY: usize = 3;
/// The most participants that are named.
const NAMED: usize = 5;

/// The last rounds of each participant of this node.
#[derive(Debug, Default)]
pub(super) struct Inclusion(BTreeMap<u32, VecDeque<bool>>);

impl Inclusion {
    /// Notes a sealed round: the tickets (slot and participant) that a node took, and those in the round.
    pub(super) fn note(&mut self, taken: &BTreeSet<(u8, u32)>, included: &BTreeSet<(u8, u32)>) {
        let participants: BTreeSet<u32> = taken.iter().map(|(_, participant)| *participant).collect();
        for participant in participants {
            let mut own = taken.iter().filter(|(_, one)| *one == participant);
            let last = self.0.entry(participant).or_default();
            last.push_back(own.all(|ticket| included.contains(ticket)));
            if last.len() > ROUNDS {
                last.pop_front();
            }
        }
    }

    /// The complaint if tickets are missing too often.
    pub(super) fn complaint(&self) -> Option<String> {
        let missing = |last: &VecDeque<bool>| last.iter().filter(|included| !**included).count();
        let bad: Vec<_> = self.0.iter().filter(|(_, last)| missing(last) >= TOO_MANY).collect();
        let words = |(participant, last): &(&u32, &VecDeque<bool>)| {
            format!("participant {participant} in {} of its last {}", missing(last), last.len())
        };
        let mut named: Vec<String> = bad.iter().take(NAMED).map(words).collect();
        if bad.len() > NAMED {
            named.push(format!("{} more", bad.len() - NAMED));
        }
        (!bad.is_empty()).then(|| {
            format!(
                "tickets that a node took in time are missing in their rounds: of {} rounds with tickets; send to other \
                 nodes as well, and see whether these proposers leave them out",
                named.join(", "),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_who_is_left_out_often_is_named_and_one_who_is_not_any_more_is_not() {
        let mut inclusion = Inclusion::default();
        let taken = BTreeSet::from([(0, 1), (1, 1), (0, 7)]);
        let without_7 = BTreeSet::from([(0, 1), (1, 1), (0, 3)]);
        for round in 0..3 {
            assert_eq!(inclusion.complaint(), None, "{round}");
            inclusion.note(&taken, &without_7);
        }
        let words = inclusion.complaint().unwrap();
        assert!(
            words.contains("participant 7 in 3 of its last 3") && !words.contains("participant 1 "),
            "{words}"
        );
        for round in 0..5 {
            inclusion.note(&taken, &taken);
            assert!(inclusion.complaint().is_some(), "{round}");
        }
        inclusion.note(&taken, &taken);
        assert_eq!(inclusion.complaint(), None, "three of nine are too long ago");
        // One of two tickets is missing. Rounds without own tickets do not count.
        for _ in 0..3 {
            inclusion.note(&BTreeSet::new(), &without_7);
            inclusion.note(&BTreeSet::from([(0, 1), (2, 1)]), &without_7);
        }
        assert!(inclusion.complaint().unwrap().contains("participant 1 in 3 of its last 8"));
        for participant in 10..20 {
            (0..3).for_each(|_| inclusion.note(&BTreeSet::from([(0, participant)]), &BTreeSet::new()));
        }
        assert!(inclusion.complaint().unwrap().contains("6 more"));
    }
}
