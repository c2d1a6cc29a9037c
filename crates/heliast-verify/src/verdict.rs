//! The verdict on valid rounds, in a sentence.

use heliast::verify::Tally;
use heliast_finality::Signed;

/// A sentence about rounds `from` to `to`, which are valid, and on which a network may have agreed.
pub fn headline(from: u64, to: u64, tally: Tally, signed: Option<&Signed>) -> String {
    let valid = match tally.by_epochs {
        0 => "valid",
        rounds if rounds == tally.accepted => "valid, delays by epoch proofs",
        _ => "valid, delays partly by epoch proofs",
    };
    let rounds = match (from, to) {
        (1, 1) => "1 round, from genesis".to_owned(),
        (1, to) => format!("{to} rounds, from genesis"),
        (from, to) => format!(
            "rounds {from} to {to}, if the seed of round {from} and the keys announced before are right: they were \
             taken on trust"
        ),
    };
    let signed = signed.map_or_else(String::new, |Signed { round, power, total, .. }| {
        format!("; final up to round {round}: {power} of {total} power signed")
    });
    format!("{valid}: {rounds}{signed}")
}
