//! `paper [--quick] [--only TEXT] [--out FOLDER]`: measures the tables and figures of the papers
//! and writes them to FOLDER.

use bench::paper::{self, Options, folder::Folder};
use std::{env, path::Path, process::ExitCode};

const USAGE: &str = "usage: paper [--quick] [--only TEXT] [--out FOLDER]

  --quick       few samples: ten minutes
  --only TEXT   only the tables and figures whose name contains TEXT, for example verification-table-3
  --out FOLDER  where to write [default: bench/results/paper of this repository]";

fn main() -> ExitCode {
    let run = options(env::args().skip(1)).and_then(|(options, folder)| {
        let count =
            paper::run(&options, &folder, |line| eprintln!("{line}")).map_err(|error| error.to_string());
        Ok((count?, folder))
    });
    match run {
        Ok((count, folder)) => {
            println!("{count} tables and figures: {}", folder.path().join("README.md").display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<(Options, Folder), String> {
    let mut options = Options::default();
    let mut out = Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join("paper");
    while let Some(argument) = arguments.next() {
        let mut value = |name| arguments.next().ok_or(format!("{name} needs a value\n{USAGE}"));
        match argument.as_str() {
            "--quick" => options.quick = true,
            "--only" => options.only = value("--only")?,
            "--out" => out = value("--out")?.into(),
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok((options, Folder::at(out)))
}
