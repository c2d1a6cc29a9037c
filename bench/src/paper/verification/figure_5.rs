//! Figure 5: a verification before the improvements, after them, and ours.

use super::table_1::milliseconds;
use crate::paper::{
    Experiment,
    finding::{Finding, Table, Verdict, digits, extremes, percent},
    measure::breakdown::{self, Line},
    record::Origin,
};
use heliast_charts::{Axis, BarSeries, Bars, PALETTE, Scale};

pub(in crate::paper) const EXPERIMENT: Experiment = Experiment {
    name: "verification-figure-5",
    title: "a verification before the improvements, after them, and ours",
    measure: |lab, origin| finding(&breakdown::lines(lab), origin),
};

fn finding(lines: &[Line], origin: &Origin) -> Finding {
    let mut table = Table::new(
        "Times in ms: powers + hashing + prime testing",
        &[
            "K",
            "λ",
            "before",
            "after",
            "saved",
            "after, of which the accepted prime",
            "ours",
            "before / ours",
            "after / ours",
        ],
    );
    for line in lines {
        let sum = |parts: &breakdown::Parts| {
            let [power, hashing, prime] = [parts.power, parts.hashing, parts.prime].map(milliseconds);
            format!("{} = {power} + {hashing} + {prime}", milliseconds(parts.total()))
        };
        table.push(vec![
            line.prime_bits.to_string(),
            line.modulus_bits.to_string(),
            sum(&line.before),
            sum(&line.after),
            percent(saved(line)),
            milliseconds(line.after.prime * line.after.accepted_part),
            milliseconds(line.ours.verify),
            digits(line.before.total() / line.ours.verify),
            digits(line.after.total() / line.ours.verify),
        ]);
    }
    let method = "Before: Table 1. After: YLL (w = 2 at K = 256, 3 at 512), a copied hash state, sieved candidates. Ours is \
                  `heliast_vdf::verify` from bytes, the mean over random claims, with the checks that the paper leaves out.";
    let charts = [("a", 256), ("b", 512)].map(|(suffix, bits)| (suffix, bits, chart(lines, bits, origin)));
    let mut finding = Finding::new(method).table(table);
    for (suffix, bits, svg) in charts {
        finding = finding.chart(suffix, &format!("Verification, K = {bits}"), svg);
    }
    claims(finding, lines)
}

/// Returns the part of the time that the paper's improvements save.
fn saved(line: &Line) -> f64 {
    1.0 - line.after.total() / line.before.total()
}

fn chart(lines: &[Line], prime_bits: u16, origin: &Origin) -> String {
    let lines: Vec<_> = lines.iter().filter(|line| line.prime_bits == prime_bits).collect();
    let bars = |name: &str, colour: usize, value: fn(&Line) -> f64| BarSeries {
        name: name.to_owned(),
        colour: PALETTE[colour],
        values: lines.iter().map(|line| value(line) * 1e3).collect(),
    };
    Bars {
        title: format!("Verification, K = {prime_bits}"),
        subtitle: origin.subtitle(),
        x_label: "λ, bits".to_owned(),
        y: Axis::new("ms", Scale::Linear),
        groups: lines.iter().map(|line| line.modulus_bits.to_string()).collect(),
        series: vec![
            bars("before: powers", 0, |line| line.before.power),
            bars("after: powers", 1, |line| line.after.power),
            bars("before: hashing", 2, |line| line.before.hashing),
            bars("after: hashing", 3, |line| line.after.hashing),
            bars("before: prime", 4, |line| line.before.prime),
            bars("after: prime", 5, |line| line.after.prime),
            bars("ours, everything", 6, |line| line.ours.verify),
        ],
    }
    .svg()
}

fn claims(finding: Finding, lines: &[Line]) -> Finding {
    let (low, high) = extremes(lines.iter().map(saved));
    let within = lines.iter().filter(|line| (0.10..0.37).contains(&saved(line))).count();
    let hashing = extremes(lines.iter().map(|line| line.after.shares()[1])).1;
    finding
        .claim(
            "the three improvements together save 12 to 35 % of a verification",
            Verdict::of(within, lines.len()),
            format!("{} to {}", percent(low), percent(high)),
        )
        .claim(
            "after them hashing is negligible",
            Verdict::when(hashing < 0.02),
            format!("at most {} of the time", percent(hashing)),
        )
}
