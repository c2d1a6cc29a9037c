//! `heliast bench paper`: the tables and figures of three papers on this machine. Only in programs built with the feature `bench`,
//! because its peers, OpenSSL and GMP, are linked in.

use crate::{
    failure::{Code, Failure},
    report::Report,
    ui::Ui,
};
use bench::paper::{self, Options, RunError, record::Folder};
use std::path::PathBuf;

/// Measure the papers' tables and figures on this machine
///
/// Writes CSV, SVG and a report with a verdict on each of the papers' claims; half an hour, on an idle machine.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Few samples: ten minutes
    #[arg(long)]
    quick: bool,
    /// Only the tables and figures whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// The folder to write to
    #[arg(short, long, value_name = "FOLDER", default_value = "bench/results/paper")]
    out: PathBuf,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let folder = Folder::at(self.out);
        let options = Options { only: self.only, quick: self.quick };
        let count = paper::run(&options, &folder, |line| ui.note(line)).map_err(|error| {
            let code = match &error {
                RunError::Unknown { .. } => Code::Usage,
                RunError::Write { .. } => Code::Refused,
            };
            Failure::new(code, error)
        })?;
        let report = folder.path().join("README.md");
        Ok(Report::new(format!("{count} tables and figures measured"))
            .field("measured", count)
            .row("report", report.display().to_string()))
    }
}
