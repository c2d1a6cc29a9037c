//! `heliast batch plan`: the costs of the protocols for a number of statements.

mod table;

use self::table::{Row, table};
use crate::{
    batches,
    failure::{Code, Failure},
    groups::GroupArgs,
    numbers::count,
    report::Report,
    reports::{Bits, Measure, Planned, ProtocolCost},
    ui::Ui,
};
use heliast::{AnyGroup, BulkGroup, Group, Suite};
use heliast_group::{Digits, Encoded, OpCost, tune};
use heliast_vdf::batch::{
    Digest, Family, Plan, Protocol, Proving, Records, TooWeak, plan_in,
    varied::{self, DelayCounts},
};
use std::{
    hint::black_box,
    path::PathBuf,
    time::{Duration, Instant},
};

/// The number of elements in the measured list: more than fit into the cache next to a core, and few enough
/// that at least one run is undisturbed.
const SAMPLE: usize = 1 << 12;
const RUNS: usize = 64;
/// After this time no further run begins: slow groups have fewer runs, so that the measurement ends.
const LONGEST: Duration = Duration::from_secs(2);
/// Up to this number of statements, lanes are not used.
const FEW: u64 = 200;

/// Compare the protocols for a number of statements, or for those of a file
///
/// For every protocol, prints its parameters, the mean number of multiplications in its verification (as its
/// inventors count them, and as this program does them), the proofs that it needs, the approximate time of
/// its verification on one thread of this machine, measured for a second, and the memory that it needs
/// besides the list. The first one is the protocol that `heliast batch prove` takes for --protocol auto. The
/// cost of statements with different delays depends on how many of them share a delay.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A statements file, in place of --count and --delays
    #[arg(value_name = "STATEMENTS", required_unless_present = "count", conflicts_with_all = ["count", "delays"])]
    statements: Option<PathBuf>,
    /// The number of statements
    #[arg(long, value_name = "M", value_parser = count::<u64>(1..))]
    count: Option<u64>,
    /// The number of different delays among them, each about equally often
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = count::<u64>(1..))]
    delays: u64,
    /// The security level in bits, a multiple of 8 from 64 to 256
    #[arg(long, value_name = "BITS", default_value_t = 128)]
    level: u16,
    #[command(flatten)]
    group: GroupArgs,
}

/// The times of operations on this machine, in nanoseconds.
struct Prices {
    /// A single multiplication.
    single: f64,
    /// One multiplication of many in a batch.
    batched: f64,
    /// Checking and hashing a statement.
    hashed: f64,
    /// The bytes of an element.
    width: usize,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let work = self.work()?;
        let group = self.group.load()?;
        let spinner = ui.spinner("measuring multiplications");
        let prices = Prices::measure(&group)?;
        spinner.finish_and_clear();

        let (count, rows) = match &work {
            Work::One(count) => {
                let proving = Proving::Wesolowski(Suite::default());
                let plans = plan_in(&group, *count, self.level, proving).map_err(no_level)?;
                (*count, plans.iter().map(|plan| self.row(*count, plan, &prices)).collect::<Vec<_>>())
            }
            Work::Varied(delays) => {
                let plans = varied::Terms::plan(self.level, delays).map_err(no_level)?;
                let row = |terms: &varied::Terms| self.row_of_varied(delays, *terms, &prices);
                (delays.total(), plans.iter().map(row).collect())
            }
        };
        let of = if group.class().is_some() { " of discriminant" } else { "" };
        let headline = format!("{count} statements, level {}, {} bits{of}", self.level, group.bits());
        let said = Planned {
            statements: count,
            level: self.level,
            bits: Bits::of(&group),
            protocols: rows.iter().map(ProtocolCost::from).collect(),
            multiplication_ns: Measure(prices.single),
            batched_multiplication_ns: Measure(prices.batched),
            hashing_ns: Measure(prices.hashed),
        };
        Ok(Report::of(format!("{headline}\n\n{}", table(&rows)), &said)
            .show_as("multiplication_ns", format!("{:.0}", prices.single))
            .show_as("batched_multiplication_ns", format!("{:.0}", prices.batched))
            .show_as("hashing_ns", format!("{:.0}", prices.hashed)))
    }

    /// The statements to prove: those of the file, or those that the flags describe.
    fn work(&self) -> Result<Work, Failure> {
        let Some(path) = &self.statements else {
            let (count, delays) = (self.count.unwrap_or(1), self.delays);
            if delays > count.min(MAX_DELAYS) {
                let message = format_args!("{count} statements do not have {delays} numbers of squarings");
                return Err(Failure::new(Code::Usage, message).hint(format_args!(
                    "give at most as many --delays as statements, and at most {MAX_DELAYS}"
                )));
            }
            let share = |index| count / delays + u64::from(index < count % delays);
            return Ok(if delays == 1 {
                Work::One(count)
            } else {
                Work::Varied((0..delays).map(|index| (index, share(index))).collect())
            });
        };
        let (file, header) = batches::open(path)?;
        match header.t {
            Some(_) => Ok(Work::One(header.count)),
            None => Ok(Work::Varied(batches::delays(path, (file, &header))?)),
        }
    }

    fn row(&self, count: u64, plan: &Plan, prices: &Prices) -> Row {
        let best = plan.protocol.best_cost(count);
        let proofs = plan.multiplications - best;
        let fetching = plan.time() - plan.multiplications;
        Row {
            name: plan.family.name(),
            reductions: super::batch_inspect::reductions(&plan.protocol),
            naive: Some(plan.protocol.thesis_cost(count as f64)),
            best,
            proofs: plan.protocol.proofs(),
            error: if plan.protocol.reductions().len() == 1 { 1 } else { error(&plan.protocol, self.level) },
            level: self.level,
            low_order: plan.protocol.assumes_low_order(),
            seconds: prices.seconds(count, (best + fetching, proofs)),
            memory: Some(plan.protocol.memory(count, prices.width, 1)),
        }
    }

    fn row_of_varied(&self, delays: &DelayCounts, terms: varied::Terms, prices: &Prices) -> Row {
        let (count, best) = (delays.total(), terms.best_cost(delays));
        let (level, different) = (self.level, delays.iter().len());
        let graphs = match terms.graphs(delays) {
            (0, false) => String::new(),
            (0, true) => "incidence buckets of outputs, ".to_owned(),
            (own, outputs) => {
                let rest = if outputs { " and of other outputs" } else { "" };
                format!("incidence buckets of {own} delays{rest}, ")
            }
        };
        Row {
            name: super::batch_inspect::name_of_varied(terms),
            reductions: format!("{graphs}{level}-bit exponents, {different} delays"),
            naive: None,
            best,
            proofs: 1,
            error: if terms.family() == Family::Linear { 2 } else { 1 },
            level,
            low_order: true,
            seconds: prices.seconds(count, (terms.time(delays), 0.0)),
            memory: None,
        }
    }
}

/// The most different delays of a plan.
const MAX_DELAYS: u64 = 1 << 24;

/// The statements to prove.
enum Work {
    /// This many statements of one delay.
    One(u64),
    /// Statements with these delays.
    Varied(DelayCounts),
}

fn no_level(error: TooWeak) -> Failure {
    Failure::new(Code::Usage, error).hint("choose --level 128")
}

/// The factor c in the error c·2^−λ, rounded up.
fn error(protocol: &Protocol, level: u16) -> u32 {
    let units =
        |(factor, bits): (u32, u32)| f64::from(factor) * f64::from(i32::from(level) - bits as i32).exp2();
    protocol.reductions().iter().map(|reduction| units(reduction.error())).sum::<f64>().ceil() as u32
}

impl Prices {
    /// Seconds to verify `count` statements with these multiplications, for the list and for its proofs.
    fn seconds(&self, count: u64, (list, proofs): (f64, f64)) -> f64 {
        let each = if count <= FEW { self.single } else { self.batched };
        (list * each + proofs * self.single + count as f64 * self.hashed) / 1e9
    }

    fn measure(group: &AnyGroup) -> Result<Prices, Failure> {
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
        // The statements need not be true here.
        let bytes = Records::encode(group, elements.iter().map(|element| (element, element)));
        let stride = Records::record_len(group);
        let internal = |error: &dyn std::fmt::Display| Failure::new(Code::Internal, error);
        let list = Encoded::new(group, &bytes, stride, 0).map_err(|error| internal(&error))?;
        // The last bytes of elements are random enough.
        let digits: Vec<u32> = bytes.chunks_exact(stride).map(|record| record[stride - 1].into()).collect();

        let (mut hashed, mut batched) = (f64::INFINITY, f64::INFINITY);
        let first = Instant::now();
        for run in 0..RUNS {
            if run > 0 && first.elapsed() > LONGEST {
                break;
            }
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
        Ok(Prices { single: product, batched, hashed, width: group.encoded_len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::{Batch, Cli, Command};
    use clap::Parser;
    use heliast_vdf::batch::plan;

    fn args(line: &str) -> Args {
        let words = ["heliast", "batch", "plan"].into_iter().chain(line.split(' '));
        match Cli::try_parse_from(words).unwrap().command {
            Command::Batch(Batch::Plan(args)) => args,
            other => panic!("{other:?}"),
        }
    }

    const PRICES: Prices = Prices { single: 1000.0, batched: 500.0, hashed: 100.0, width: 256 };

    #[test]
    fn statements_share_the_delays_as_evenly_as_can_be() {
        for (line, counts) in [
            ("--count 7 --delays 3", vec![3, 2, 2]),
            ("--count 6 --delays 3", vec![2, 2, 2]),
            ("--count 3 --delays 3", vec![1, 1, 1]),
        ] {
            let Work::Varied(found) = args(line).work().unwrap() else { panic!("{line}: one delay") };
            assert_eq!(found.iter().map(|(_, count)| count).collect::<Vec<_>>(), counts, "{line}");
        }
        assert!(matches!(args("--count 7").work().unwrap(), Work::One(7)));
        for (line, said) in [
            ("--count 2 --delays 3", "2 statements do not have 3 numbers of squarings"),
            (
                "--count 99999999 --delays 16777217",
                "99999999 statements do not have 16777217 numbers of squarings",
            ),
        ] {
            let failure = args(line).work().err().unwrap();
            assert_eq!((failure.to_string().as_str(), failure.code()), (said, Code::Usage));
            assert!(failure.hint_text().ends_with("at most 16777216"), "{}", failure.hint_text());
        }
    }

    /// Few statements take single multiplications, and a long list takes batched ones.
    #[test]
    fn seconds_follow_from_the_prices() {
        let near =
            |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        near(PRICES.seconds(200, (10.0, 2.0)), (10.0 * 1000.0 + 2.0 * 1000.0 + 200.0 * 100.0) / 1e9);
        near(PRICES.seconds(201, (10.0, 2.0)), (10.0 * 500.0 + 2.0 * 1000.0 + 201.0 * 100.0) / 1e9);
        near(PRICES.seconds(1, (0.0, 0.0)), 1e-7);
    }

    #[test]
    fn a_row_counts_its_proofs_apart_from_its_list() {
        let args = args("--count 1000 --level 64");
        let plans = plan(1000, 64, true).unwrap();
        let rows: Vec<_> = plans.iter().map(|plan| args.row(1000, plan, &PRICES)).collect();
        assert_eq!(rows.len(), 5);
        for (row, plan) in rows.iter().zip(&plans) {
            assert_eq!(
                (row.name, row.level, row.best),
                (plan.family.name(), 64, plan.protocol.best_cost(1000))
            );
            let seconds = PRICES.seconds(1000, (row.best, plan.multiplications - row.best));
            assert_eq!(row.seconds, seconds, "{}", row.name);
            assert!(row.best < plan.multiplications && row.naive.is_some_and(|naive| naive > 0.0));
        }
        let subsets = rows.iter().find(|row| row.name == "random-subsets").unwrap();
        assert_eq!((subsets.proofs, subsets.low_order), (64, false));
        assert!(
            rows.iter()
                .filter(|row| row.name != "random-subsets")
                .all(|row| row.proofs == 1 && row.low_order)
        );

        let delays: DelayCounts = [(1, 600), (2, 400)].into_iter().collect();
        let varied = args.row_of_varied(&delays, varied::Terms::new(64).unwrap(), &PRICES);
        assert_eq!(
            (varied.naive, varied.proofs, varied.reductions.as_str()),
            (None, 1, "64-bit exponents, 2 delays")
        );
    }

    #[test]
    fn a_machine_has_prices() {
        for group in [crate::testing::group(), crate::testing::class_group()] {
            let prices = Prices::measure(&group).unwrap();
            for price in [prices.single, prices.batched, prices.hashed] {
                assert!(price.is_finite() && price > 0.0, "{price}");
            }
        }
    }
}
