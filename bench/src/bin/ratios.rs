//! `ratios [--only PREFIX] [--json] [--save NAME]`: measures Heliast and each peer alternately and prints the
//! ratios.

use bench::{
    bounds::Costs,
    machine::{self, Host},
    report::{Outcome, Report},
    row::Entry,
    rows,
    sample::{self, Plan},
};
use std::{env, fs, path::Path, process::ExitCode};

const USAGE: &str = "usage: ratios [--only PREFIX] [--json] [--save NAME]

  --only PREFIX   only the rows whose names start with PREFIX; several are separated by commas
  --json          print JSON instead of a table
  --save NAME     also write bench/results/NAME.json and NAME.csv";

#[derive(Default)]
struct Options {
    only: String,
    json: bool,
    save: Option<String>,
}

fn main() -> ExitCode {
    match options(env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value\n{USAGE}"));
        match argument.as_str() {
            "--only" => options.only = value()?,
            "--json" => options.json = true,
            "--save" => options.save = Some(value()?),
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok(options)
}

fn run(options: &Options) -> Result<(), String> {
    let mut costs = Costs::default();
    let rows: Vec<Outcome> =
        rows::starting_with(&options.only).map(|entry| outcome(entry, &mut costs)).collect();
    if rows.is_empty() {
        return Err(format!("no row's name starts with {:?}", options.only));
    }
    let report = Report { machine: Host::this(), commit: machine::commit(), rows };
    print!("{}", if options.json { report.json() } else { report.table() });
    options.save.as_ref().map_or(Ok(()), |name| save(&report, name))
}

fn outcome(entry: &Entry, costs: &mut Costs) -> Outcome {
    eprintln!("{} ...", entry.name);
    let mut row = (entry.prepare)();
    let measured = sample::measure(&mut row, Plan::default());
    Outcome::new(entry.name, &row, measured, costs.bound(entry.name))
}

fn save(report: &Report, name: &str) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    for (extension, text) in [("json", report.json()), ("csv", report.csv())] {
        let path = folder.join(format!("{name}.{extension}"));
        fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}
