//! Figure 3: the number of primes that the sieve leaves.

use crate::paper::{
    Experiment,
    finding::{Finding, Table, Verdict},
    lab::Lab,
    measure::candidates::primorial,
    record::Origin,
};
use heliast_charts::{Axis, Dash, Lines, PALETTE, Scale, Series};
use heliast_study::sieved::{self, reachable_primes_log2};
use heliast_vdf::PrimeMode;

pub(in crate::paper) const EXPERIMENT: Experiment =
    Experiment { name: "verification-figure-3", title: "how many primes the sieve leaves", measure };

fn measure(_: &Lab, origin: &Origin) -> Finding {
    let mut table = Table::new(
        "log2 of the number of primes that can be drawn",
        &["sieved primes", "B", "N", "all", "floor(x/B)·B + 1", "floor(x/B)·B + r (sieved-full)"],
    );
    let mut series = Vec::new();
    for (index, bits) in [256, 512].into_iter().enumerate() {
        let counts: Vec<_> = (0..=15).map(|sieved| reachable(bits, sieved)).collect();
        for (sieved, (all, left)) in counts.iter().enumerate() {
            let [all, left] = [all, left].map(|count| format!("{count:.1}"));
            let product = primorial(sieved).to_string();
            table.push(vec![sieved.to_string(), product, bits.to_string(), all.clone(), left, all]);
        }
        let line = |name: &str, value: fn(&(f64, f64)) -> f64, dash| Series {
            name: format!("{bits} bits, {name}"),
            points: counts.iter().enumerate().map(|(sieved, count)| (sieved as f64, value(count))).collect(),
            colour: PALETTE[index],
            dash,
        };
        series.push(line("all", |count| count.0, Dash::Dashed));
        series.push(line("sieved", |count| count.1, Dash::Solid));
    }
    let chart = Lines {
        title: "Primes that can be drawn".to_owned(),
        subtitle: origin.subtitle(),
        x: Axis::new("sieved primes", Scale::Linear),
        y: Axis::new("log2 of their number", Scale::Linear),
        series,
    };
    let (all, left) = reachable(256, 15);
    let digits = [256, 512].map(|bits| reachable(bits, 0).0 * std::f64::consts::LOG10_2);
    Finding::new(
        "Equation 8: Li(2^N)/φ(B) primes have the form k·B + 1. Tests of `vdf` count them below 2^20. With a residue r drawn \
         by another digest (equation 9, `sieved-full`) every prime above 47 can be drawn.",
    )
    .table(table)
    .chart("", "Primes that can be drawn", chart.svg())
    .claim(
        "there are about 10^74 and 10^151 primes of 256 and 512 bits",
        Verdict::when(digits.map(|digits| digits.floor()) == [74.0, 151.0]),
        format!("10^{:.1} and 10^{:.1}", digits[0], digits[1]),
    )
    .claim(
        "fifteen sieved primes reduce 2^247 primes to 2^207 at 256 bits",
        Verdict::when((left - 207.0).abs() < 1.0),
        format!(
            "2^{all:.1} to 2^{left:.1}: φ(B) is 2^56.2, so 56 bits are lost and not 40. The more reason for `sieved-full`, which \
             loses none"
        ),
    )
}

/// Returns log2 of the number of primes below 2^bits: of all primes, and of those that are 1 modulo the
/// sieved primes.
fn reachable(bits: u16, sieved: usize) -> (f64, f64) {
    let of_mode = |mode| reachable_primes_log2(bits, sieved, mode);
    (of_mode(PrimeMode::Plain), of_mode(sieved::MODE))
}
