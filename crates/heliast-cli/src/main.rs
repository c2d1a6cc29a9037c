//! The program `heliast`. Each verb is a file in [`verbs`]; shared code is next to it.
//!
//! A verb returns a [`Report`](report::Report) or a [`Failure`]; only [`main`] prints them and ends the
//! process.

#![forbid(unsafe_code)]

mod address;
mod batches;
mod checkpoints;
mod chia;
mod config;
mod delays;
mod envelopes;
mod failure;
mod files;
mod foundations;
mod founding;
mod groups;
mod home;
mod inputs;
mod interrupt;
mod keys;
mod membership;
mod modulus;
mod node_homes;
mod numbers;
mod open_files;
mod plan;
mod report;
mod reports;
mod rounds;
mod secrets;
mod speed;
mod stores;
mod terms;
#[cfg(test)]
mod testing;
mod ui;
mod usage;
mod verbs;

use clap::CommandFactory;
use failure::Failure;
use std::{panic, process::ExitCode};
use ui::Ui;
use verbs::Cli;

fn main() -> ExitCode {
    let json = usage::wants_json(std::env::args_os());
    let verb = usage::verb(&Cli::command(), std::env::args_os());
    panic::set_hook(Box::new(failure::note_panic));
    let ui = Ui::new(json);
    let names = std::env::vars_os().map(|(name, _)| name);
    let outcome = panic::catch_unwind(move || match Cli::read(std::env::args_os(), names) {
        Ok(cli) => cli.command.run(&ui),
        Err(said) => said,
    });
    match outcome.unwrap_or_else(|panic| Err(Failure::panic(panic.as_ref()))) {
        Ok(report) => match report.print(json, &verb) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => failure.print(json, &verb),
        },
        Err(failure) => failure.print(json, &verb),
    }
}
