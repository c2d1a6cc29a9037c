//! `heliast vdf verify`: whether a proof file shows what it claims, and what that is.

use crate::{
    delays::describe,
    failure::{Code, Failure},
    files,
    inputs::DelayInput,
    modulus::GroupArgs,
    report::Report,
};
use heliast::Group;
use std::{path::PathBuf, time::Instant};
use vdf::ProofFile;

/// Three elements of 8192 bits, and what lies around them.
const MAX_FILE: u64 = 4 << 10;

/// Verify a delay proof
///
/// Without an input to compare with, the proof says that its own x was delayed: check that x is the one you mean.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The proof file; `-` is stdin
    #[arg(value_name = "FILE")]
    proof: PathBuf,
    #[command(flatten)]
    input: DelayInput,
    /// Demand this number of squarings
    #[arg(short, value_name = "N")]
    t: Option<u64>,
    #[command(flatten)]
    group: GroupArgs,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let group = self.group.load()?;
        let expected = self.input.load(&group)?;
        let file = ProofFile::decode(&files::read(&self.proof, MAX_FILE)?)?;
        let began = Instant::now();
        let statement = file.open(&group)?;
        let milliseconds = began.elapsed().as_secs_f64() * 1e3;

        let invalid = |message: String| Failure::new(Code::Invalid, message);
        if let Some(t) = self.t.filter(|t| *t != statement.t) {
            return Err(invalid(format!("the proof is about {} squarings, not {t}", statement.t)));
        }
        if expected.as_ref().is_some_and(|x| !group.equal(x, &statement.x)) {
            return Err(invalid("the proof is about another input".to_owned()));
        }
        let report = Report::new(format!("valid: {} squarings were done", statement.t)).field("valid", true);
        let report = describe(report, &group, &file, &statement).field("input_checked", expected.is_some());
        Ok(report.row_as("milliseconds", milliseconds, format!("{milliseconds:.2}")))
    }
}
