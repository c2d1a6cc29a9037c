//! Figure 2: the distribution of the number of candidates.

use crate::paper::{
    Experiment,
    finding::{Finding, Table, Verdict, percent},
    lab::Lab,
    measure::candidates::trials,
    record::Origin,
};
use heliast_charts::{Axis, Dash, Lines, PALETTE, Scale, Series};
use heliast_study::sieved::expected_candidates;
use std::sync::Arc;

pub(in crate::paper) const EXPERIMENT: Experiment = Experiment {
    name: "verification-figure-2",
    title: "the distribution of the number of candidates",
    measure,
};

/// The bits of a candidate and the number of sieved primes.
const KINDS: [(u16, usize); 4] = [(256, 0), (512, 0), (256, 15), (512, 15)];
/// Bins end at powers of √2.
const BINS: i32 = 26;

fn measure(lab: &Lab, origin: &Origin) -> Finding {
    let draws = lab.choose(100, 2_000);
    finding(&KINDS.map(|(bits, sieved)| trials(bits, sieved, draws)), origin)
}

fn finding(drawn: &[Arc<[u32]>; 4], origin: &Origin) -> Finding {
    let mut table = Table::new(
        "Part of the draws that need at most so many candidates",
        &["N", "sieved primes", "candidates", "measured", "geometric law"],
    );
    let mut series = Vec::new();
    let mut worst = 0.0_f64;
    for (index, (trials, (bits, sieved))) in drawn.iter().zip(KINDS).enumerate() {
        let (mut measured, mut law) = (Vec::new(), Vec::new());
        for bin in 0..=BINS {
            let most = 2_f64.powf(f64::from(bin) / 2.0).round();
            let found = part_within(trials, most);
            let predicted = 1.0 - beyond(bits, sieved, most);
            worst = worst.max((found - predicted).abs());
            let row = [bits.to_string(), sieved.to_string(), most.to_string()];
            let values = [found, predicted].map(|part| format!("{part:.4}"));
            table.push(row.into_iter().chain(values).collect());
            measured.push((most, found));
            law.push((most, predicted));
        }
        let name = format!("{bits} bits, {}", if sieved == 0 { "random" } else { "sieved" });
        let colour = PALETTE[index];
        series.push(Series { name: name.clone(), points: measured, colour, dash: Dash::Solid });
        series.push(Series { name: name + ", geometric law", points: law, colour, dash: Dash::Dashed });
    }
    let chart = Lines {
        title: "Probability of a prime within so many candidates".to_owned(),
        subtitle: origin.subtitle(),
        x: Axis::new("candidates", Scale::Log2),
        y: Axis::new("probability", Scale::Linear),
        series,
    };
    let method = "The draws of Table 3 with no and with fifteen sieved primes, cumulated; the law is geometric with the exact mean.";
    let finding = Finding::new(method).table(table).chart(
        "",
        "Probability of a prime within so many candidates",
        chart.svg(),
    );
    claims(finding, worst, drawn)
}

fn claims(finding: Finding, worst: f64, drawn: &[Arc<[u32]>; 4]) -> Finding {
    let draws = drawn[0].len();
    // The largest distance between a law and a sample of n exceeds 1.95/√n once in a thousand
    // samples (Kolmogorov).
    let bound = 1.95 / (draws as f64).sqrt();
    let shares = [2, 3].map(|kind| 1.0 - part_within(&drawn[kind], 100.0));
    let law = [256, 512].map(|bits| beyond(bits, 15, 100.0));
    let million = 1e6 * beyond(512, 0, 5_000.0);
    let longest = drawn.iter().flat_map(|trials| trials.iter()).max().copied().unwrap_or_default();
    finding
        .claim(
            "the number of candidates is geometric",
            Verdict::when(worst < bound),
            format!("the largest distance from the law is {worst:.3}; chance allows {bound:.3}"),
        )
        .claim(
            "with the sieve, more than 100 candidates are almost never needed",
            Verdict::of(shares.iter().filter(|share| **share < 0.05).count(), 2),
            format!(
                "in {} of the draws at 256 bits and {} at 512, where the law expects {} and {}; fewer than one in twenty count as \
                 almost never",
                percent(shares[0]),
                percent(shares[1]),
                percent(law[0]),
                percent(law[1])
            ),
        )
        .claim(
            "one million draws never took 5,000 candidates, so that two bytes of counter are plenty",
            // If three are expected, the probability of seeing none is one in twenty.
            Verdict::when(million < 3.0 && longest < 5_000),
            format!(
                "by the law, {million:.1} of a million are expected to at 512 bits without the sieve, and 65,536 candidates fail \
                 once in 10^{:.0}; the longest of the {} draws here took {longest}",
                -beyond(512, 0, 65_536.0).log10(),
                drawn.len() * draws
            ),
        )
}

fn part_within(trials: &[u32], most: f64) -> f64 {
    trials.iter().filter(|&&tried| f64::from(tried) <= most).count() as f64 / trials.len() as f64
}

/// Returns the probability that this number of candidates are composite.
fn beyond(bits: u16, sieved: usize, candidates: f64) -> f64 {
    (1.0 - 1.0 / expected_candidates(bits, sieved)).powf(candidates)
}
