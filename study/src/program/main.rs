//! The program `heliast-study`: the verbs of `heliast vrf` for the schemes that are only studied, and delay
//! proofs with sieved challenge primes. Options, files, reports and exit codes are those of `heliast`
//! (`spec/vrf.md`, `spec/wesolowski.md`).
//!
//! A verb returns a [`Report`] or a [`Failure`]; only [`main`] prints it and ends the process.

#![forbid(unsafe_code)]

mod failure;
mod files;
mod key;
mod public;
mod report;
mod vdf;
mod vrf;

use clap::{Parser, Subcommand};
use failure::{Code, Failure};
use report::Report;
use std::process::ExitCode;

/// Keys and proofs of VRF schemes that are only studied, and delay proofs with sieved challenge primes
///
/// FOR RESEARCH ONLY: no chain accepts any of them. The program `heliast` has the schemes to rely on.
#[derive(Debug, Parser)]
#[command(name = "heliast-study", version, after_help = failure::TABLE)]
struct Cli {
    /// Print one JSON object on stdout
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Verifiable random functions
    #[command(subcommand)]
    Vrf(vrf::Verb),
    /// Verifiable delays
    #[command(subcommand)]
    Vdf(vdf::Verb),
}

impl Command {
    /// Returns the words of the verb.
    fn verb(&self) -> String {
        match self {
            Command::Vrf(verb) => format!("vrf {}", verb.name()),
            Command::Vdf(verb) => format!("vdf {}", verb.name()),
        }
    }

    fn run(self, json: bool) -> Result<Report, Failure> {
        match self {
            Command::Vrf(verb) => verb.run(json),
            Command::Vdf(verb) => verb.run(json),
        }
    }
}

fn main() -> ExitCode {
    let Cli { json, command } = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(said) => return refused(&said),
    };
    let verb = command.verb();
    match command.run(json).and_then(|report| report.print(json, &verb)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.print(json, &verb),
    }
}

/// Prints help or version, or describes in two lines the error in the command line.
fn refused(said: &clap::Error) -> ExitCode {
    if !said.use_stderr() {
        // It is not an error if a reader closes its end early.
        let _ = said.print();
        return ExitCode::SUCCESS;
    }
    let text = said.to_string();
    let message = text.split("\n\n").next().unwrap_or_default();
    let json = std::env::args_os().any(|word| word == "--json");
    Failure::new(Code::Usage, message.trim_start_matches("error: ")).print(json, "")
}
