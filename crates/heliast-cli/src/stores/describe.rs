//! Reports on keys with trees.

use crate::{
    report::Report,
    reports::{Hex, Tree, TreeKey, TreeRest},
    ui::time_of,
};
use heliast::{
    TreeScheme,
    stateful::{PublicKey, Turn},
};

/// The rows of a [`TreeKey`] for people.
pub const TREE_KEY: [&str; 5] = ["scheme", "first_round", "last_round", "slots", "public_key"];

/// A key, with its terms.
pub fn tree_key(key: &PublicKey) -> TreeKey {
    let terms = key.terms;
    TreeKey {
        scheme: TreeScheme::of_terms(&terms).map_or_else(|| "unnamed".into(), Into::into),
        first_round: terms.first(),
        last_round: terms.first().saturating_add(terms.rounds().saturating_sub(1)),
        slots: terms.slots(),
        public_key: Hex::of(key.to_bytes()),
    }
}

/// A key, and the rounds left from its next turn on.
pub fn tree(key: &PublicKey, next: Option<Turn>) -> Tree {
    let terms = &key.terms;
    let left = |next: Turn| terms.rounds().saturating_sub(next.round - terms.first());
    let rest = TreeRest {
        next_round: next.map(|next| next.round),
        next_slot: next.map(|next| next.slot),
        rounds_left: next.map_or(0, left),
    };
    Tree { key: tree_key(key), rest }
}

/// Adds the rows of a tree for people.
pub fn show_tree(report: Report, Tree { key, rest }: &Tree) -> Report {
    let report = report.show_of(key, &TREE_KEY);
    if rest.next_round.is_none() {
        return report.show_as("next_round", "none: the key has expired").show_of(rest, &["rounds_left"]);
    }
    let slot: &[_] = if key.slots == 1 { &[] } else { &["next_slot"] };
    let report = report.show_of(rest, &["next_round"]).show_of(rest, slot);
    report.show_as("rounds_left", with_time(rest.rounds_left))
}

/// A number of rounds, and the time that they take.
pub fn with_time(rounds: u64) -> String {
    format!("{rounds}: {}, where a round takes 5 seconds", time_of(rounds.saturating_mul(5)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast::stateful::{Scheme, Terms};

    #[test]
    fn rounds_are_told_in_the_unit_that_fits() {
        let times = [0, 23, 24, 1024, 1 << 15, 1 << 19, 1 << 27, u64::MAX].map(with_time);
        let times = times.map(|text| text.split(", ").next().unwrap().to_owned());
        assert_eq!(
            times,
            [
                "0: 0 seconds",
                "23: 115 seconds",
                "24: 2.0 minutes",
                "1024: 85.3 minutes",
                "32768: 45.5 hours",
                "524288: 30.3 days",
                "134217728: 21.3 years",
                "18446744073709551615: 584542046090.6 years"
            ]
        );
    }

    #[test]
    fn a_key_that_lasts_to_the_last_of_all_rounds_is_described() {
        let terms = Terms::new(Scheme::IVrf, 10, 1, u64::MAX - 7).unwrap();
        let key = PublicKey::from_bytes(&[&terms.to_bytes()[..], &[7; 64]].concat()).unwrap();
        for (round, left) in [(u64::MAX - 7, 1024), (u64::MAX, 1017)] {
            assert_eq!(tree(&key, Some(Turn { round, slot: 0 })).rest.rounds_left, left);
        }
    }
}
