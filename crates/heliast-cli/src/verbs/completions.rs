//! `heliast completions`: a script for a shell.

use super::Cli;
use crate::{
    failure::{Code, Failure},
    report::Report,
};
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "heliast", &mut script);
        let script = String::from_utf8(script).map_err(|error| Failure::new(Code::Internal, error))?;
        Ok(Report::text("script", script).field("shell", self.shell.to_string()))
    }
}
