//! `heliast batch plan`: what the protocols cost for a number of statements.

use crate::{
    failure::{Code, Failure},
    modulus::GroupArgs,
    report::Report,
    ui::Ui,
};
use group::{Digits, Encoded, OpCost, tune};
use heliast::{Group, RsaGroup};
use serde_json::{Value, json};
use std::{hint::black_box, time::Instant};
use vdf::batch::{Digest, Family, Plan, Protocol, Records, plan};

/// The list that is measured: more than the cache next to a core holds, and so little work that some run is not disturbed.
const SAMPLE: usize = 1 << 12;
const RUNS: usize = 64;
/// Below, no lanes are used.
const FEW: u64 = 200;

/// Compare the protocols for a number of statements
///
/// Prints for every protocol its parameters, the mean number of multiplications to verify it (naive as its inventors count, and as it is done
/// here), the proofs it needs, and about how long its verification takes on one thread of this machine, from a second's measurement. The first is
/// what `heliast batch prove` takes for --protocol auto.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many statements
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// The security level in bits, a multiple of 8 from 64 to 256
    #[arg(long, value_name = "BITS", default_value_t = 128)]
    level: u16,
    #[command(flatten)]
    group: GroupArgs,
}

/// What things take on this machine, in nanoseconds.
struct Prices {
    /// A multiplication by itself.
    single: f64,
    /// One of many in a batch.
    batched: f64,
    /// To check and hash a statement.
    hashed: f64,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let no_level = |error| Failure::new(Code::Usage, error).hint("choose --level 128");
        let plans = plan(self.count, self.level, true).map_err(no_level)?;
        let group = self.group.load()?;
        let spinner = ui.spinner("measuring multiplications");
        let prices = Prices::measure(&group)?;
        spinner.finish_and_clear();

        let rows: Vec<Row> = plans.iter().map(|plan| self.row(plan, &prices)).collect();
        let headline = format!("{} statements, level {}, {} bits", self.count, self.level, group.bits());
        let report = Report::new(format!("{headline}\n\n{}", table(&rows)))
            .field("count", self.count)
            .field("level", self.level)
            .field("modulus_bits", group.bits())
            .field("protocols", rows.iter().map(Row::to_json).collect::<Value>());
        let nanoseconds =
            |report: Report, label, value: f64| report.row_as(label, value, format!("{value:.0} ns"));
        let report = nanoseconds(report, "a multiplication", prices.single);
        let report = nanoseconds(report, "one in a batch", prices.batched);
        Ok(nanoseconds(report, "hashing a statement", prices.hashed))
    }

    fn row(&self, plan: &Plan, prices: &Prices) -> Row {
        let best = plan.protocol.best_cost(self.count);
        let batched = if self.count <= FEW { prices.single } else { prices.batched };
        let proofs = (plan.multiplications - best) * prices.single;
        let nanoseconds = best * batched + proofs + self.count as f64 * prices.hashed;
        Row {
            family: plan.family,
            reductions: super::batch_inspect::reductions(&plan.protocol),
            naive: plan.protocol.thesis_cost(self.count as f64),
            best,
            proofs: plan.protocol.proofs(),
            error: if plan.protocol.reductions().len() == 1 { 1 } else { error(&plan.protocol) },
            level: self.level,
            low_order: plan.protocol.assumes_low_order(),
            seconds: nanoseconds / 1e9,
        }
    }
}

/// c in the error of c·2^−λ, rounded up: every reduction has a multiple of 2^−λ or less.
fn error(protocol: &Protocol) -> u32 {
    protocol.reductions().iter().map(|reduction| reduction.error().0).sum()
}

struct Row {
    family: Family,
    reductions: String,
    naive: f64,
    best: f64,
    proofs: usize,
    error: u32,
    level: u16,
    low_order: bool,
    seconds: f64,
}

impl Row {
    fn to_json(&self) -> Value {
        json!({
            "protocol": self.family.name(), "reductions": self.reductions, "proofs": self.proofs,
            "multiplications_naive": self.naive.round(), "multiplications": self.best.round(),
            "error": format!("{}*2^-{}", self.error, self.level), "low_order": self.low_order, "seconds": self.seconds,
        })
    }
}

fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.reductions.len() + 1).max().unwrap_or(0);
    let mut lines = vec![format!(
        "  {:<17}{:<width$}{:>12}{:>12}{:>8}{:>12}  {:<10}{:>10}",
        "protocol", "reductions", "naive", "best", "proofs", "error", "needs", "seconds"
    )];
    for row in rows {
        let error = if row.error == 1 {
            format!("2^-{}", row.level)
        } else {
            format!("{}*2^-{}", row.error, row.level)
        };
        lines.push(format!(
            "  {:<17}{:<width$}{:>12}{:>12}{:>8}{error:>12}  {:<10}{:>10}",
            row.family.name(),
            row.reductions,
            short(row.naive),
            short(row.best),
            row.proofs,
            if row.low_order { "low order" } else { "" },
            seconds(row.seconds),
        ));
    }
    lines.extend([
        String::new(),
        "  naive, best: multiplications to verify, without those of the proofs".to_owned(),
        "  the assumption of the proofs (Wesolowski: adaptive root, Pietrzak: low order) comes on top"
            .to_owned(),
        String::new(),
    ]);
    lines.join("\n")
}

/// Three digits, or more of a short number.
fn short(number: f64) -> String {
    if number < 1e6 { format!("{number:.0}") } else { format!("{number:.2e}") }
}

fn seconds(seconds: f64) -> String {
    if seconds < 100.0 { format!("{seconds:.3}") } else { format!("{seconds:.0}") }
}

impl Prices {
    fn measure(group: &RsaGroup) -> Result<Prices, Failure> {
        let began = Instant::now();
        let OpCost { product, .. } = tune::op_cost(group, || began.elapsed());
        let mut x = group.hash("plan", b"x");
        let factor = group.hash("plan", b"factor");
        let elements: Vec<_> = (0..SAMPLE)
            .map(|_| {
                group.mul_assign(&mut x, &factor);
                x.clone()
            })
            .collect();
        // Whether statements are true does not matter here.
        let bytes = Records::encode(group, elements.iter().map(|element| (element, element)));
        let stride = Records::stride(group);
        let internal = |error: &dyn std::fmt::Display| Failure::new(Code::Internal, error);
        let list = Encoded::new(group, &bytes, stride, 0).map_err(|error| internal(&error))?;
        // The last bytes of elements are random enough.
        let digits: Vec<u32> = bytes.chunks_exact(stride).map(|record| record[stride - 1].into()).collect();

        let (mut hashed, mut batched) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..RUNS {
            let began = Instant::now();
            let records = Records::new(group, &bytes).map_err(|error| internal(&error))?;
            black_box(Digest::of(&records, 1));
            hashed = hashed.min(began.elapsed().as_secs_f64());
            let began = Instant::now();
            black_box(group.digit_products(list, &digits, u8::BITS, Digits::Weighted));
            batched = batched.min(began.elapsed().as_secs_f64());
        }
        let multiplications = Digits::Weighted.expected(SAMPLE as u64, u8::BITS);
        let (batched, hashed) = (batched / multiplications * 1e9, hashed / SAMPLE as f64 * 1e9);
        Ok(Prices { single: product, batched, hashed })
    }
}
