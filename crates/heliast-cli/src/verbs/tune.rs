//! `heliast tune`: which multi-exponentiation is the fastest on this machine, by sizes.

use crate::{
    failure::{Code, Failure},
    files::{AtomicFile, Secrecy, check_new, is_stdio},
    home::create_private_dir,
    interrupt,
    report::Report,
    ui::Ui,
};
use heliast_charts::{Cell, Colour, Heatmap, power_of_two, window_colour};
use heliast_group::{OpCost, RsaGroup, Strategy, tune, tune::Timing};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};

/// The shortest exponents and moduli, as in the paper's Figure 5.
const SHORTEST: usize = 4;
const LONGEST: usize = 8192;
/// What is measured is x^a·y^b.
const BASES: usize = 2;
const QUICK_SECONDS: f64 = 25.0;
const FULL_SECONDS: f64 = 300.0;

/// Measure multi-exponentiation on this machine
///
/// For exponents of k bits and moduli of λ bits, both powers of two from 4 to 8192, all ways to compute
/// x^a·y^b race each other: separate powers, the simultaneous 2^w-ary and sliding window (YLL) methods,
/// interleaving. Prints the fastest for each (k, λ) and saves every time measured in the data directory as
/// tune.json. Nothing else needs that file: the library plans by counting operations.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The data directory
    #[arg(long, value_name = "DIR", default_value = "./heliast-data")]
    data: PathBuf,
    /// Draw the table as a heat map into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Overwrite the SVG file if it exists
    #[arg(long)]
    force: bool,
    /// Measure for five minutes instead of half a minute
    #[arg(long)]
    full: bool,
    /// Measure for about this many seconds; every algorithm has one turn at least
    #[arg(long, value_name = "SECONDS", conflicts_with = "full", value_parser = seconds)]
    budget: Option<f64>,
    /// The longest exponents and moduli, a power of two
    #[arg(long, value_name = "BITS", default_value_t = LONGEST, value_parser = power)]
    up_to: usize,
}

/// What was measured with moduli of one length.
struct Row {
    lambda: usize,
    backend: &'static str,
    cost: OpCost,
    /// For each k, the fastest first.
    races: Vec<Vec<Timing>>,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        if let Some(path) = &self.svg {
            if is_stdio(path) {
                return Err(Failure::new(Code::Usage, "the heat map is not written to stdout")
                    .hint("give --svg a file"));
            }
            check_new(path, self.force)?;
        }
        create_private_dir(&self.data)?;
        interrupt::catch()?;

        let sizes: Vec<usize> = (0..).map(|i| SHORTEST << i).take_while(|size| *size <= self.up_to).collect();
        let began = Instant::now();
        let rows = self.measure(&sizes, began, ui)?;
        let seconds = began.elapsed().as_secs_f64();

        let machine = machine();
        let measured = json!({
            "version": env!("CARGO_PKG_VERSION"), "machine": machine, "measuring_seconds": seconds,
            "bases": BASES, "moduli": rows.iter().map(Row::to_json).collect::<Vec<_>>(),
            "cells": rows.iter().flat_map(|row| row.cells(&sizes)).collect::<Vec<_>>(),
        });
        let path = self.data.join("tune.json");
        let mut text =
            serde_json::to_string_pretty(&measured).map_err(|error| Failure::new(Code::Internal, error))?;
        text.push('\n');
        AtomicFile::write_all_to(&path, Secrecy::Public, true, text.as_bytes())?;
        if let Some(path) = &self.svg {
            let map = heatmap(&rows, &sizes, &machine).svg();
            AtomicFile::write_all_to(path, Secrecy::Public, self.force, map.as_bytes())?;
        }

        let mut report = Report::new(table(&rows, &sizes)).row("machine", machine);
        if let Value::Object(fields) = measured {
            for (key, value) in
                fields.into_iter().filter(|(key, _)| key != "machine" && key != "measuring_seconds")
            {
                report = report.field(&key, value);
            }
        }
        report = report.row_as("measuring seconds", seconds, format!("{seconds:.1}"));
        report = report.row("out", path.display().to_string());
        Ok(match &self.svg {
            Some(path) => report.row("svg", path.display().to_string()),
            None => report,
        })
    }

    /// Races in every cell, the slowest first, so that what is left of the time is shared by the others.
    fn measure(&self, sizes: &[usize], began: Instant, ui: &Ui) -> Result<Vec<Row>, Failure> {
        let seconds = self.budget.unwrap_or(if self.full { FULL_SECONDS } else { QUICK_SECONDS });
        let budget = Duration::from_secs_f64(seconds);
        let candidates: Vec<_> = sizes.iter().map(|&k| tune::candidates(BASES, k)).collect();
        let now = || began.elapsed();
        let mut left = sizes.len() * sizes.len();
        let bar = ui.bar(left as u64, "pairs (k, λ)");
        let mut rows = Vec::new();
        for &lambda in sizes.iter().rev() {
            let group = RsaGroup::unchecked(&tune::modulus(lambda));
            let cost = tune::op_cost(&group, now);
            let mut races = Vec::new();
            for (&k, candidates) in sizes.iter().zip(&candidates).rev() {
                if interrupt::requested() {
                    bar.abandon();
                    let done = sizes.len() * sizes.len() - left;
                    let message = format_args!("interrupted after {done} of {} measurements", done + left);
                    return Err(Failure::new(Code::Pending, message).hint("nothing was saved"));
                }
                let share = budget.saturating_sub(now()) / left as u32;
                races.push(tune::race(&group, BASES, k, candidates, share, now));
                left -= 1;
                bar.inc(1);
            }
            races.reverse();
            rows.push(Row { lambda, backend: group.ring().backend().name(), cost, races });
        }
        bar.finish_and_clear();
        rows.reverse();
        Ok(rows)
    }
}

impl Row {
    fn to_json(&self) -> Value {
        let OpCost { square, product, window } = self.cost;
        json!({
            "modulus_bits": self.lambda, "kernel": self.backend,
            "square_ns": round(square), "product_ns": round(product), "window_ns": round(window),
        })
    }

    fn cells<'a>(&'a self, sizes: &'a [usize]) -> impl Iterator<Item = Value> + 'a {
        sizes.iter().zip(&self.races).map(|(k, timings)| {
            let timings: Vec<_> = timings.iter().map(timing).collect();
            json!({ "exponent_bits": k, "modulus_bits": self.lambda, "best": timings.first(), "timings": timings })
        })
    }
}

fn timing(timing: &Timing) -> Value {
    let Timing { strategy, nanoseconds, samples } = *timing;
    json!({
        "algorithm": strategy.family(), "window": strategy.window(), "time_ns": round(nanoseconds), "samples": samples,
    })
}

/// To a tenth: the rest is noise.
fn round(nanoseconds: f64) -> f64 {
    (nanoseconds * 10.0).round() / 10.0
}

/// A letter for the family, a number for the window.
fn short(strategy: Strategy) -> String {
    match strategy {
        Strategy::Separate { .. } => "S".to_owned(),
        Strategy::Ary { w } => format!("A{w}"),
        Strategy::Yll { w } => format!("Y{w}"),
        Strategy::Interleaved { w } => format!("I{w}"),
        Strategy::Pippenger { c } => format!("P{c}"),
    }
}

fn table(rows: &[Row], sizes: &[usize]) -> String {
    let mut lines = vec![
        "the fastest x^a·y^b, for exponents of k bits and moduli of λ bits".to_owned(),
        String::new(),
        sizes.iter().fold("   λ \\ k ".to_owned(), |line, k| format!("{line}{k:>5}")),
    ];
    for row in rows.iter().rev() {
        let best = row.races.iter().map(|timings| timings.first().map(|best| short(best.strategy)));
        let line = best.fold(format!("  {:>6} ", row.lambda), |line, best| {
            format!("{line}{:>5}", best.unwrap_or_default())
        });
        lines.push(line);
    }
    lines.push(String::new());
    lines
        .push("  S separate   A 2^w-ary   Y sliding windows (YLL)   I interleaving; with their w".to_owned());
    lines.push(String::new());
    lines.join("\n")
}

/// The paper's Figure 5.
fn heatmap(rows: &[Row], sizes: &[usize], machine: &str) -> Heatmap {
    let backends: BTreeSet<&str> = rows.iter().map(|row| row.backend).collect();
    let backends = backends.into_iter().collect::<Vec<_>>().join(", ");
    let winners = rows.iter().flat_map(|row| &row.races).filter_map(|timings| timings.first());
    let winners: BTreeSet<Strategy> = winners.map(|best| best.strategy).collect();
    let cell = |row: &Row, k: usize, timings: &[Timing]| {
        let best = timings.first()?;
        let separate = timings.iter().find(|timing| timing.strategy.family() == "separate");
        let speedup = separate.map_or(1.0, |separate| separate.nanoseconds / best.nanoseconds);
        let (strategy, time) = (best.strategy, best.nanoseconds / 1e3);
        let tooltip = format!(
            "k = {k}, λ = {}: {strategy}, {time:.2} µs, {speedup:.2} times as fast as separate powers",
            row.lambda
        );
        Some(Cell { colour: colour(strategy), text: short(strategy), tooltip })
    };
    let names = || sizes.iter().map(|size| power_of_two(i64::from(size.ilog2()))).collect();
    Heatmap {
        title: "The fastest algorithm for x^a·y^b mod N".to_owned(),
        subtitle: format!("{machine}; heliast {}, kernels: {backends}", env!("CARGO_PKG_VERSION")),
        x_label: "k, bits of the exponents".to_owned(),
        y_label: "λ, bits of the modulus".to_owned(),
        x: names(),
        y: names(),
        cells: rows
            .iter()
            .map(|row| sizes.iter().zip(&row.races).map(|(&k, timings)| cell(row, k, timings)).collect())
            .collect(),
        legend: winners.into_iter().map(|strategy| (colour(strategy), named(strategy))).collect(),
    }
}

fn named(strategy: Strategy) -> String {
    match strategy {
        Strategy::Separate { .. } => "S: separate".to_owned(),
        other => format!("{}: {other}", short(other)),
    }
}

/// The hue says the window, the shade the family.
fn colour(strategy: Strategy) -> Colour {
    match strategy {
        Strategy::Separate { .. } => window_colour(0, 1),
        Strategy::Ary { w } => window_colour(w, 0),
        Strategy::Yll { w } => window_colour(w, 1),
        Strategy::Interleaved { w } | Strategy::Pippenger { c: w } => window_colour(w, 2),
    }
}

/// The CPU's name where the system tells it, or else its architecture.
fn machine() -> String {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let name = name.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    format!("{name}, {}", std::env::consts::OS)
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| "give 0 to 86400 seconds".to_owned())
}

fn power(text: &str) -> Result<usize, String> {
    let bits = text.parse().ok();
    let bits = bits.filter(|bits: &usize| bits.is_power_of_two() && (SHORTEST..=LONGEST).contains(bits));
    bits.ok_or_else(|| format!("a power of two from {SHORTEST} to {LONGEST} is needed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(strategy: Strategy, nanoseconds: f64) -> Timing {
        Timing { strategy, nanoseconds, samples: 3 }
    }

    fn rows() -> Vec<Row> {
        let races = || {
            vec![
                vec![timed(Strategy::Separate { w: 1 }, 40.0)],
                vec![
                    timed(Strategy::Interleaved { w: 3 }, 100.04),
                    timed(Strategy::Separate { w: 2 }, 150.0),
                ],
            ]
        };
        let cost = OpCost { square: 1.26, product: 2.0, window: 0.0 };
        let row = |lambda| Row { lambda, backend: "portable", cost, races: races() };
        vec![row(4), row(8)]
    }

    #[test]
    fn numbers_on_the_command_line_have_bounds() {
        for (text, found) in
            [("0", Some(0.0)), ("0.5", Some(0.5)), ("86400", Some(86_400.0)), ("1e2", Some(100.0))]
        {
            assert_eq!(seconds(text).ok(), found, "{text}");
        }
        for text in ["-1", "86401", "nan", "inf", "", "ten"] {
            assert_eq!(seconds(text).unwrap_err(), "give 0 to 86400 seconds", "{text}");
        }
        for (text, found) in [("4", 4), ("1024", 1024), ("8192", 8192)] {
            assert_eq!(power(text), Ok(found));
        }
        for text in ["2", "16384", "5", "0", "-4", "", "4.0"] {
            assert_eq!(power(text).unwrap_err(), "a power of two from 4 to 8192 is needed", "{text}");
        }
    }

    #[test]
    fn the_table_has_the_longest_modulus_above_and_the_winner_in_each_cell() {
        let table = table(&rows(), &[4, 8]);
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(lines[2..5], ["   λ \\ k     4    8", "       8     S   I3", "       4     S   I3"]);
        assert!(lines[6].contains("S separate") && lines[6].contains("I interleaving"), "{table}");
        for (strategy, name) in [
            (Strategy::Separate { w: 4 }, "S"),
            (Strategy::Ary { w: 2 }, "A2"),
            (Strategy::Yll { w: 5 }, "Y5"),
            (Strategy::Pippenger { c: 7 }, "P7"),
        ] {
            assert_eq!(short(strategy), name);
            assert!(named(strategy).starts_with(&format!("{name}: ")));
        }
    }

    #[test]
    fn what_is_saved_has_all_times_to_a_tenth() {
        let rows = rows();
        let row = rows[0].to_json();
        assert_eq!(row["kernel"], "portable");
        assert_eq!((&row["square_ns"], &row["product_ns"]), (&json!(1.3), &json!(2.0)));
        let cells: Vec<_> = rows[0].cells(&[4, 8]).collect();
        assert_eq!((&cells[0]["exponent_bits"], &cells[1]["modulus_bits"]), (&json!(4), &json!(4)));
        let best = json!({ "algorithm": "interleaved", "window": 3, "time_ns": 100.0, "samples": 3 });
        assert_eq!(cells[1]["best"]["time_ns"], best["time_ns"]);
        assert_eq!(cells[1]["best"], cells[1]["timings"][0]);
        assert_eq!(cells[1]["timings"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn the_heat_map_says_how_much_faster_the_winner_is() {
        let svg = heatmap(&rows(), &[4, 8], "a machine").svg();
        assert_eq!(svg.matches("class=\"cell\"").count(), 4);
        assert!(svg.contains("a machine; heliast ") && svg.contains("kernels: portable"), "{svg}");
        assert!(svg.contains("1.50 times as fast as separate powers"), "{svg}");
        assert!(svg.contains("1.00 times as fast as separate powers"), "{svg}");
        assert!(svg.contains("S: separate") && svg.contains("I3: "), "{svg}");
    }

    #[test]
    fn the_machine_has_a_name() {
        let name = machine();
        assert!(name.ends_with(std::env::consts::OS) && name.len() > 4, "{name}");
    }
}
