//! The program `heliast`. Each verb is a file in [`verbs`]; what they share lies beside it.
//!
//! A verb returns a [`Report`](report::Report) or a [`Failure`]; only [`main`] prints them and ends the
//! process.

#![forbid(unsafe_code)]

mod batches;
mod checkpoints;
mod delays;
mod failure;
mod files;
mod home;
mod inputs;
mod interrupt;
mod keys;
mod modulus;
mod report;
mod rounds;
mod stores;
#[cfg(test)]
mod testing;
mod ui;
mod usage;
mod verbs;

use clap::Parser;
use failure::Failure;
use std::{panic, process::ExitCode};
use ui::Ui;
use verbs::Cli;

fn main() -> ExitCode {
    let json = usage::wants_json(std::env::args_os());
    panic::set_hook(Box::new(failure::note_panic));
    let ui = Ui::new(json);
    let outcome = panic::catch_unwind(move || match Cli::try_parse() {
        Ok(cli) => cli.command.run(&ui),
        Err(error) => usage::explain(&error),
    });
    match outcome.unwrap_or_else(|panic| Err(Failure::panic(panic.as_ref()))) {
        Ok(report) => match report.print(json) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => failure.print(json),
        },
        Err(failure) => failure.print(json),
    }
}
