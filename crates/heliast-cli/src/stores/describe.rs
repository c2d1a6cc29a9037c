//! Reports on keys with trees.

use crate::{report::Report, ui::time_of};
use heliast::{
    TreeScheme,
    stateful::{PublicKey, Terms, Turn},
};

/// The rows with the terms of a key.
pub fn describe(report: Report, key: &PublicKey) -> Report {
    let terms = key.terms;
    let scheme =
        TreeScheme::of_terms(&terms).map_or_else(|| "unnamed".to_owned(), |scheme| scheme.to_string());
    let last = terms.first().saturating_add(terms.rounds().saturating_sub(1));
    report
        .row("scheme", scheme)
        .row("first round", terms.first())
        .row("last round", last)
        .row("slots", terms.slots())
        .row("public key", hex::encode(key.to_bytes()))
}

/// The rows with the remaining rounds of a key.
pub fn describe_rest(report: Report, terms: &Terms, next: Option<Turn>) -> Report {
    let Some(next) = next else {
        let report = report.row_as("next round", (), "none: the key has expired").field("next_slot", ());
        return report.row("rounds left", 0);
    };
    let left = terms.rounds().saturating_sub(next.round - terms.first());
    let report = report.row("next round", next.round);
    let report = match terms.slots() {
        1 => report.field("next_slot", next.slot),
        _ => report.row("next slot", next.slot),
    };
    report.row_as("rounds left", left, with_time(left))
}

/// A number of rounds, and the time that they take.
pub fn with_time(rounds: u64) -> String {
    format!("{rounds}: {}, where a round takes 5 seconds", time_of(rounds.saturating_mul(5)))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let terms = Terms::new(heliast::stateful::Scheme::IVrf, 10, 1, u64::MAX - 7).unwrap();
        for (round, left) in [(u64::MAX - 7, "1024"), (u64::MAX, "1017")] {
            let report = describe_rest(Report::new("a key"), &terms, Some(Turn { round, slot: 0 }));
            assert!(format!("{report:?}").contains(&format!("Number({left})")), "{report:?}");
        }
    }
}
