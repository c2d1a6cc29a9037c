//! `heliast completions`: a script for a shell.

use super::Cli;
use crate::{
    failure::{Code, Failure},
    report::Report,
};
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a completion script for a shell
///
/// `heliast install-completions` puts it where the shell finds it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        Ok(Report::text("script", script(self.shell)?).field("shell", self.shell.to_string()))
    }
}

/// The completion script for a shell.
pub fn script(shell: Shell) -> Result<String, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "heliast", &mut script);
    String::from_utf8(script).map_err(|error| Failure::new(Code::Internal, error))
}
