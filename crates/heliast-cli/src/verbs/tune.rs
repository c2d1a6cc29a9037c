//! `heliast tune`: finds the fastest multi-exponentiation on this machine, by sizes.

mod roots;

use crate::{
    failure::{Code, Failure},
    files::{AtomicFile, Secrecy, check_new, is_stdio},
    groups::{DelayIn, GroupArgs},
    home::create_private_dir,
    interrupt,
    report::Report,
    reports::{self, Bits, Measure, Measured, OpCosts, Timed, Tuned, Word},
    ui::Ui,
};
use heliast::AnyGroup;
use heliast_charts::{Cell, Colour, Heatmap, power_of_two, window_colour};
use heliast_group::{Group, OpCost, RsaGroup, Strategy, tune, tune::Timing};
use indicatif::ProgressBar;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};

/// The length of the shortest exponents and moduli, as in the paper's Figure 5.
const SHORTEST: usize = 4;
const LONGEST: usize = 8192;
/// The number of bases in the measured x^a·y^b.
const BASES: usize = 2;
const QUICK_SECONDS: f64 = 25.0;
const FULL_SECONDS: f64 = 300.0;

/// Measure multi-exponentiation on this machine
///
/// For exponents of k bits and moduli of λ bits, both powers of two from 4 to 8192, all ways to compute
/// x^a·y^b are compared: separate powers, the simultaneous 2^w-ary and sliding window (YLL) methods,
/// interleaving. Prints the fastest for each (k, λ) and saves every time measured in the data directory as
/// tune.json. Nothing else needs that file: the library plans by counting operations.
///
/// With --group it measures that group alone, and prints the times of a squaring and a product there. In a
/// class group the library itself computes powers by windows with signs, which are not compared here:
/// inverses are free there, so that these take fewer products than any of the others.
///
/// In a field of roots (--group roots-2048) it measures roots, for four seconds, and saves nothing.
#[derive(Debug, clap::Args)]
#[command(mut_arg("min_bits", |arg| arg.requires("group")))]
pub struct Args {
    /// The data directory
    #[arg(long, value_name = "DIR", default_value = "./heliast-data")]
    data: PathBuf,
    /// Draw the table as a heat map into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Overwrite the SVG file if it exists
    #[arg(long, requires = "svg")]
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
    #[command(flatten)]
    group: GroupArgs,
}

/// The measurements of one group.
struct Row {
    lambda: usize,
    kind: Kind,
    cost: OpCost,
    /// For each k, the fastest first.
    races: Vec<Vec<Timing>>,
}

/// The kind of number whose length is λ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A modulus, with the kernel that computes with it.
    Modulus(&'static str),
    /// A discriminant.
    Discriminant,
}

/// Races in every cell, one after the other, until the time is used up.
struct Course<'a> {
    sizes: &'a [usize],
    candidates: Vec<Vec<Strategy>>,
    budget: Duration,
    began: Instant,
    left: usize,
    bar: ProgressBar,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let named = self.group.group.is_some().then(|| self.group.delay_in()).transpose()?;
        let group = match named {
            Some(DelayIn::Field(field)) => return self.tune_roots(&field, ui),
            Some(DelayIn::Group(named)) => Some(named.group),
            None => None,
        };
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
        let rows = self.measure(group.as_ref(), &sizes, began, ui)?;
        let seconds = began.elapsed().as_secs_f64();

        let machine = machine();
        let measured = Measured {
            version: env!("CARGO_PKG_VERSION").into(),
            machine: (&machine).into(),
            bases: BASES,
            measuring_seconds: Measure(seconds),
            moduli: rows.iter().map(Row::costs).collect(),
            cells: rows.iter().flat_map(|row| row.cells(&sizes)).collect(),
        };
        let path = self.data.join("tune.json");
        let mut text = serde_json::to_string_pretty(&Value::Object(reports::object(&measured)))
            .map_err(|error| Failure::new(Code::Internal, error))?;
        text.push('\n');
        AtomicFile::write_all_to(&path, Secrecy::Public, true, text.as_bytes())?;
        if let Some(path) = &self.svg {
            let map = heatmap(&rows, &sizes, &machine).svg();
            AtomicFile::write_all_to(path, Secrecy::Public, self.force, map.as_bytes())?;
        }

        let one = match (&group, &rows[..]) {
            (Some(_), [row]) => Some(row.cost),
            _ => None,
        };
        let said = Tuned {
            out: path.display().into(),
            svg: self.svg.as_ref().map(|path| path.display().into()),
            measured,
            square_ns: one.map(|cost| round(cost.square)),
            product_ns: one.map(|cost| round(cost.product)),
        };
        Ok(Report::of(table(&rows, &sizes), &said)
            .show(&["machine", "square_ns", "product_ns"])
            .show_as("measuring_seconds", format!("{seconds:.1}"))
            .show(&["out", "svg"]))
    }

    /// The seconds for which to measure.
    fn seconds(&self) -> f64 {
        self.budget.unwrap_or(if self.full { FULL_SECONDS } else { QUICK_SECONDS })
    }

    /// Races in the given group, or else modulo numbers of all sizes. The slowest come first, so that the
    /// others share the remaining time.
    fn measure(
        &self,
        group: Option<&AnyGroup>,
        sizes: &[usize],
        began: Instant,
        ui: &Ui,
    ) -> Result<Vec<Row>, Failure> {
        let seconds = self.seconds();
        let groups = if group.is_some() { 1 } else { sizes.len() };
        let cells = groups * sizes.len();
        let mut course = Course {
            sizes,
            candidates: sizes.iter().map(|&k| tune::candidates(BASES, k)).collect(),
            budget: Duration::from_secs_f64(seconds),
            began,
            left: cells,
            bar: ui.bar(cells as u64, "pairs (k, λ)"),
        };
        let mut rows = match group {
            Some(group) => vec![course.in_group(group)?],
            None => {
                let groups = sizes.iter().rev().map(|&lambda| RsaGroup::unchecked(&tune::modulus(lambda)));
                let rows =
                    groups.zip(sizes.iter().rev()).map(|(group, &lambda)| course.modulo(&group, lambda));
                rows.collect::<Result<_, _>>()?
            }
        };
        course.bar.finish_and_clear();
        rows.reverse();
        Ok(rows)
    }
}

impl Course<'_> {
    fn in_group(&mut self, group: &AnyGroup) -> Result<Row, Failure> {
        match (group.rsa(), group.class()) {
            (Some(group), _) => self.modulo(group, group.bits()),
            (_, Some(group)) => self.row(group, group.bits(), Kind::Discriminant),
            (None, None) => Err(Failure::new(Code::Internal, "a group of neither kind")),
        }
    }

    fn modulo(&mut self, group: &RsaGroup, lambda: usize) -> Result<Row, Failure> {
        self.row(group, lambda, Kind::Modulus(group.ring().backend().name()))
    }

    fn row<G: Group>(&mut self, group: &G, lambda: usize, kind: Kind) -> Result<Row, Failure> {
        let began = self.began;
        let now = || began.elapsed();
        let cost = tune::op_cost(group, now);
        let mut races = Vec::new();
        for (&k, candidates) in self.sizes.iter().zip(&self.candidates).rev() {
            if interrupt::requested() {
                self.bar.abandon();
                let done = self.bar.position();
                let message =
                    format_args!("interrupted after {done} of {} measurements", done + self.left as u64);
                return Err(Failure::new(Code::Pending, message).hint("nothing was saved"));
            }
            let share = self.budget.saturating_sub(now()) / self.left as u32;
            races.push(tune::race(group, BASES, k, candidates, share, now));
            self.left -= 1;
            self.bar.inc(1);
        }
        races.reverse();
        Ok(Row { lambda, kind, cost, races })
    }
}

impl Row {
    fn costs(&self) -> OpCosts {
        let OpCost { square, product, window } = self.cost;
        OpCosts {
            bits: self.bits(),
            kernel: self.kernel().map(Word::from),
            square_ns: round(square),
            product_ns: round(product),
            window_ns: round(window),
        }
    }

    fn kernel(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Modulus(kernel) => Some(kernel),
            Kind::Discriminant => None,
        }
    }

    fn bits(&self) -> Bits {
        match self.kind {
            Kind::Modulus(_) => Bits::ModulusBits(self.lambda),
            Kind::Discriminant => Bits::DiscriminantBits(self.lambda),
        }
    }

    fn cells<'a>(&'a self, sizes: &'a [usize]) -> impl Iterator<Item = reports::Cell> + 'a {
        sizes.iter().zip(&self.races).map(|(k, timings)| {
            let timings: Vec<_> = timings.iter().map(timed).collect();
            reports::Cell { exponent_bits: *k, bits: self.bits(), best: timings.first().cloned(), timings }
        })
    }
}

fn timed(timing: &Timing) -> Timed {
    let Timing { strategy, nanoseconds, samples } = *timing;
    Timed {
        algorithm: strategy.family().into(),
        window: strategy.window(),
        time_ns: round(nanoseconds),
        samples,
    }
}

/// Rounds to a tenth: the rest is noise.
fn round(nanoseconds: f64) -> Measure {
    Measure((nanoseconds * 10.0).round() / 10.0)
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
        format!("the fastest x^a·y^b, for exponents of k bits and {} of λ bits", lengths(rows)),
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

/// The name of the numbers with λ bits.
fn lengths(rows: &[Row]) -> &'static str {
    match rows.first().map(|row| row.kind) {
        Some(Kind::Discriminant) => "discriminants",
        _ => "moduli",
    }
}

/// The paper's Figure 5.
fn heatmap(rows: &[Row], sizes: &[usize], machine: &str) -> Heatmap {
    let kernels: BTreeSet<&str> = rows.iter().filter_map(|row| row.kernel()).collect();
    let kernels = kernels.into_iter().collect::<Vec<_>>().join(", ");
    let kernels = if kernels.is_empty() { kernels } else { format!(", kernels: {kernels}") };
    let is_class = lengths(rows) == "discriminants";
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
    let name = |size: usize| match size.is_power_of_two() {
        true => power_of_two(i64::from(size.ilog2())),
        false => size.to_string(),
    };
    let (place, of) = if is_class { ("in a class group", "discriminant") } else { ("mod N", "modulus") };
    Heatmap {
        title: format!("The fastest algorithm for x^a·y^b {place}"),
        subtitle: format!("{machine}; heliast {}{kernels}", env!("CARGO_PKG_VERSION")),
        x_label: "k, bits of the exponents".to_owned(),
        y_label: format!("λ, bits of the {of}"),
        x: sizes.iter().copied().map(name).collect(),
        y: rows.iter().map(|row| name(row.lambda)).collect(),
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

/// A colour whose hue shows the window, and whose shade shows the family.
fn colour(strategy: Strategy) -> Colour {
    match strategy {
        Strategy::Separate { .. } => window_colour(0, 1),
        Strategy::Ary { w } => window_colour(w, 0),
        Strategy::Yll { w } => window_colour(w, 1),
        Strategy::Interleaved { w } | Strategy::Pippenger { c: w } => window_colour(w, 2),
    }
}

/// The CPU's name if the system has it, or else its architecture.
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
    use serde_json::json;

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
        let row = |lambda| Row { lambda, kind: Kind::Modulus("portable"), cost, races: races() };
        vec![row(4), row(8)]
    }

    /// `heliast tune` with these flags.
    fn args(flags: &str) -> Args {
        let line = format!("heliast tune {flags}");
        let cli = <crate::verbs::Cli as clap::Parser>::parse_from(line.split_whitespace());
        let crate::verbs::Command::Tune(args) = cli.command else { panic!("another verb") };
        args
    }

    #[test]
    fn a_full_measurement_takes_five_minutes() {
        assert_eq!(args("").seconds(), 25.0);
        assert_eq!(args("--full").seconds(), 300.0);
        assert_eq!(args("--budget 7").seconds(), 7.0);
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

    fn read(said: &impl serde::Serialize) -> Value {
        serde_json::to_value(said).unwrap()
    }

    #[test]
    fn what_is_saved_has_all_times_to_a_tenth() {
        let rows = rows();
        let row = read(&rows[0].costs());
        assert_eq!(row["kernel"], "portable");
        assert_eq!((&row["square_ns"], &row["product_ns"]), (&json!(1.3), &json!(2.0)));
        let cells: Vec<_> = rows[0].cells(&[4, 8]).map(|cell| read(&cell)).collect();
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

    /// A discriminant is not a modulus, and does not have a kernel.
    #[test]
    fn a_class_group_is_told_from_a_modulus() {
        let row = rows().remove(0);
        let rows = [Row { lambda: 1056, kind: Kind::Discriminant, ..row }];
        assert!(
            table(&rows, &[4, 8])
                .starts_with("the fastest x^a·y^b, for exponents of k bits and discriminants")
        );
        let row = read(&rows[0].costs());
        assert_eq!(row["discriminant_bits"], 1056);
        assert!(row.get("modulus_bits").is_none() && row.get("kernel").is_none(), "{row}");
        assert!(rows[0].cells(&[4, 8]).all(|cell| read(&cell)["discriminant_bits"] == 1056));
        let svg = heatmap(&rows, &[4, 8], "a machine").svg();
        assert!(svg.contains("in a class group") && svg.contains("bits of the discriminant"), "{svg}");
        assert!(svg.contains("1056") && !svg.contains("kernels"), "{svg}");
    }

    #[test]
    fn the_machine_has_a_name() {
        let name = machine();
        assert!(name.ends_with(std::env::consts::OS) && name.len() > 4, "{name}");
    }
}
