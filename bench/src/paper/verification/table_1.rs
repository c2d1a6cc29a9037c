//! Table 1: the parts of the time of a verification, without any improvement.

use crate::paper::{
    Experiment,
    finding::{Finding, Table, Verdict, digits, extremes, percent},
    measure::breakdown::{self, Line},
    printed::verification::TABLE_1,
};

pub(in crate::paper) const EXPERIMENT: Experiment = Experiment {
    name: "verification-table-1",
    title: "where the time of an unimproved verification goes",
    measure: |lab, _| finding(&breakdown::lines(lab)),
};

fn finding(lines: &[Line]) -> Finding {
    Finding::new(
        "OpenSSL as in the paper's Algorithm 2: two separate powers, the whole message hashed for each candidate (by EVP: the paper's 0.143 ms for 177 hashes imply it), \
         BN_check_prime on every candidate. Hashing and testing are what one candidate costs times the expected number of \
         candidates, so that lucky draws do not count. Ours is `heliast_group::multiexp`, `heliast_vdf::hash_to_prime` (sieved-full) and \
         `heliast_vdf::verify` from bytes with all its checks.",
    )
    .table(table(lines))
    .claim_shares(lines)
}

fn table(lines: &[Line]) -> Table {
    let mut table = Table::new(
        "Times in ms",
        &[
            "K",
            "λ",
            "MME",
            "hashing",
            "prime testing",
            "total",
            "of which the accepted prime",
            "paper: MME",
            "paper: hashing",
            "paper: prime testing",
            "paper: total",
            "ours: MME",
            "ours: hash to prime",
            "ours: verify",
            "OpenSSL / ours",
        ],
    );
    for (line, (_, _, printed)) in lines.iter().zip(TABLE_1) {
        let before = line.before;
        let [power, hashing, prime] = before.shares();
        let cell = |seconds: f64, share| format!("{} ({})", milliseconds(seconds), percent(share));
        let sum: f64 = printed.iter().sum();
        let theirs = |value: f64| format!("{value} ({})", percent(value / sum));
        table.push(vec![
            line.prime_bits.to_string(),
            line.modulus_bits.to_string(),
            cell(before.power, power),
            cell(before.hashing, hashing),
            cell(before.prime, prime),
            milliseconds(before.total()),
            milliseconds(before.prime * before.accepted_part),
            theirs(printed[0]),
            theirs(printed[1]),
            theirs(printed[2]),
            digits(sum),
            milliseconds(line.ours.power),
            milliseconds(line.ours.hash_to_prime),
            milliseconds(line.ours.verify),
            digits(before.total() / line.ours.verify),
        ]);
    }
    table
}

pub(super) fn milliseconds(seconds: f64) -> String {
    digits(seconds * 1e3)
}

impl Finding {
    fn claim_shares(self, lines: &[Line]) -> Finding {
        let shares = |bits: u16, part: usize| {
            let of_size = lines.iter().filter(move |line| line.prime_bits == bits);
            extremes(of_size.map(move |line| line.before.shares()[part]))
        };
        let range = |(low, high): (f64, f64)| format!("{} to {}", percent(low), percent(high));
        let hashing = [shares(256, 1), shares(512, 1)];
        let least = extremes(lines.iter().flat_map(|line| line.before.shares())).0;
        let powers = extremes(lines.iter().map(|line| line.before.shares()[0]));
        self.claim(
            "hashing takes 14 to 18 % at K = 256 and 7 to 9 % at K = 512",
            Verdict::of(agreement(hashing[0], (0.14, 0.18)) + agreement(hashing[1], (0.07, 0.09)), 4),
            format!(
                "{} and {}, where two points more or less count as the same. With the SHA instructions of this CPU hashing is \
                 cheap; the paper's M1 took 800 ns per hash, most of it in EVP",
                range(hashing[0]),
                range(hashing[1])
            ),
        )
        .claim(
            "each of the three parts takes a substantial share, so that each is worth improving",
            Verdict::when(least > 0.05),
            format!("the smallest share is {}", percent(least)),
        )
        .claim(
            "the multi-exponentiation takes up to 42 %",
            Verdict::when(powers.1 < 0.45),
            format!("{}; the paper's own Table 1 says 65 % at K = 256, λ = 4096", range(powers)),
        )
    }
}

/// Returns 2 if a range lies in the paper's, 1 if it only overlaps with it, 0 otherwise; the paper's range is
/// extended by two points on both sides.
fn agreement((low, high): (f64, f64), (from, to): (f64, f64)) -> usize {
    let (from, to) = (from - 0.02, to + 0.02);
    usize::from(from <= low && high <= to) + usize::from(low <= to && from <= high)
}

#[cfg(test)]
mod tests {
    use super::agreement;

    #[test]
    fn a_wide_range_agrees_in_part_only() {
        let ranges = [(0.13, 0.19), (0.01, 0.141), (0.01, 0.02)];
        assert_eq!(ranges.map(|range| agreement(range, (0.14, 0.18))), [2, 1, 0]);
    }
}
