//! `paper [--quick] [--only TEXT]`: measures the tables and figures of the papers and writes them to bench/results/paper.

use bench::paper::{self, Options, record::Folder};
use std::{env, path::Path, process::ExitCode};

const USAGE: &str = "usage: paper [--quick] [--only TEXT]

  --quick       few samples: ten minutes
  --only TEXT   only the tables and figures whose name contains TEXT, for example verification-table-3";

fn main() -> ExitCode {
    let folder = Folder::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join("paper"));
    let run = options(env::args().skip(1)).and_then(|options| {
        paper::run(&options, &folder, |line| eprintln!("{line}")).map_err(|error| error.to_string())
    });
    match run {
        Ok(count) => {
            println!("{count} tables and figures: {}", folder.path().join("README.md").display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => options.quick = true,
            "--only" => options.only = arguments.next().ok_or(format!("--only needs a value\n{USAGE}"))?,
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok(options)
}
