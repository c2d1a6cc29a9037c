//! `simulate [--rounds N] [--seed S] [--participants N,N,...] [--out DIR] [--threads N] [--quick]`:
//! the whole simulation, with its results as a table and files.

use simulation::{report, run::Plan};
use std::{
    env,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
};

const USAGE: &str =
    "usage: simulate [--rounds N] [--seed S] [--participants N,N,...] [--out DIR] [--threads N] [--quick]

  --rounds N            rounds of the mixed run (100000)
  --seed S              everything follows from it (1)
  --participants N,...  the populations whose committees are counted (10,100,1000,10000)
  --out DIR             where the results go (results, beside this program's source)
  --threads N           the results do not depend on it (all processors)
  --quick               2,000 rounds and a fiftieth of the experiments: a minute

It can be stopped at any time: files are written at the end.";

fn main() -> ExitCode {
    let (plan, out, threads) = match options(env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let results = match plan.run(threads, |progress| eprintln!("{progress}")) {
        Ok(results) => results,
        Err(error) => {
            eprintln!("the rules do not hold: {error}");
            return ExitCode::FAILURE;
        }
    };
    println!("{}", report::summary(&results));
    if let Err(error) = report::write(&results, &out) {
        eprintln!("{}: {error}", out.display());
        return ExitCode::FAILURE;
    }
    println!("everything: {}", out.join("README.md").display());
    let failed: Vec<_> = results.verdicts().into_iter().filter(|verdict| !verdict.holds()).collect();
    failed.iter().for_each(|verdict| eprintln!("does not hold: {}", verdict.claim));
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<(Plan, PathBuf, usize), String> {
    let mut plan = Plan::default();
    let mut out = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let mut threads = thread::available_parallelism().map_or(1, usize::from);
    let mut rounds = None;
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value\n{USAGE}"));
        let number = |text: String| text.parse().map_err(|_| format!("{text} is not a number\n{USAGE}"));
        match argument.as_str() {
            "--quick" => (plan.divisor, rounds) = (50, rounds.or(Some(2_000))),
            "--rounds" => rounds = Some(number(value()?)?),
            "--seed" => plan.seed = number(value()?)?,
            "--threads" => threads = number(value()?)? as usize,
            "--out" => out = PathBuf::from(value()?),
            "--participants" => {
                let counts = value()?;
                let counts =
                    counts.split(',').map(|count| number(count.to_owned()).map(|count| count as usize));
                plan.participants = counts.collect::<Result<_, _>>()?;
                if plan.participants.iter().any(|count| !(2..=65_536).contains(count)) {
                    return Err(format!("a chain has 2 to 65,536 participants here\n{USAGE}"));
                }
            }
            _ => return Err(USAGE.to_owned()),
        }
    }
    plan.rounds = rounds.unwrap_or(plan.rounds);
    Ok((plan, out, threads))
}
