//! `heliast fulfil` and `heliast request`: they run the program `heliast-fulfil`, which is installed
//! separately, so that this program needs no library for EVM chains.

use crate::{
    failure::{Code, Failure},
    report::Report,
    ui::Ui,
};
use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

const PROGRAM: &str = if cfg!(windows) { "heliast-fulfil.exe" } else { "heliast-fulfil" };

/// Fulfil the requests of a randomness contract, with the program heliast-fulfil
///
/// `cargo install heliast-fulfil` installs it. `heliast-fulfil --help` has its options.
#[derive(Debug, clap::Args)]
pub struct FulfilArgs {
    /// The options of heliast-fulfil
    #[arg(value_name = "OPTION", trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<OsString>,
}

/// Ask a randomness contract and wait for its word, with the program heliast-fulfil
///
/// `cargo install heliast-fulfil` installs it. `heliast-fulfil request --help` has its options.
#[derive(Debug, clap::Args)]
pub struct RequestArgs {
    /// The options of heliast-fulfil request
    #[arg(value_name = "OPTION", trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<OsString>,
}

impl FulfilArgs {
    /// Replaces this process by the program, or returns the error that it is missing.
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        become_program(None, self.options, ui)
    }
}

impl RequestArgs {
    /// Replaces this process by the program, or returns the error that it is missing.
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        become_program(Some("request"), self.options, ui)
    }
}

fn become_program(verb: Option<&str>, options: Vec<OsString>, ui: &Ui) -> Result<Report, Failure> {
    let own = env::current_exe().ok();
    let program = find(own.as_deref(), env::var_os("PATH")).ok_or_else(|| {
        Failure::new(Code::Usage, "the program heliast-fulfil is not installed")
            .hint("`cargo install heliast-fulfil` installs it; it may lie beside heliast or in PATH")
    })?;
    let mut command = Command::new(&program);
    // Our option `--json` may come before or after the verb.
    let is_said = options.iter().any(|option| option == "--json");
    command.args(verb).args(options).args((ui.json() && !is_said).then_some("--json"));
    let error = replace(&mut command)?;
    Err(Failure::new(Code::Refused, format_args!("{}: {error}", program.display())))
}

/// The program next to this one, or the first in PATH.
fn find(own: Option<&Path>, path: Option<OsString>) -> Option<PathBuf> {
    let beside = own.and_then(Path::parent).map(Path::to_owned);
    let named = path.iter().flat_map(env::split_paths).collect::<Vec<_>>();
    beside.into_iter().chain(named).map(|folder| folder.join(PROGRAM)).find(|program| program.is_file())
}

/// Replaces this process by another program. Returns only if that fails, with the reason.
#[cfg(unix)]
fn replace(command: &mut Command) -> Result<std::io::Error, Failure> {
    Ok(std::os::unix::process::CommandExt::exec(command))
}

/// Runs another program, and ends with its exit code. Returns only if it can't be run, with the reason.
#[cfg(not(unix))]
fn replace(command: &mut Command) -> Result<std::io::Error, Failure> {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(70)),
        Err(error) => Ok(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_looked_for_beside_this_one_and_then_in_path() {
        let places = ["own", "first", "second"].map(|_| tempfile::tempdir().unwrap());
        let [own, first, second] = places.each_ref().map(|place| place.path().to_owned());
        let path = || Some(env::join_paths([&first, &second]).unwrap());
        let found = || find(Some(&own.join("heliast")), path());
        assert_eq!(found(), None);
        // A folder of that name is not the program.
        std::fs::create_dir(first.join(PROGRAM)).unwrap();
        for place in [&second, &own] {
            std::fs::write(place.join(PROGRAM), "").unwrap();
            assert_eq!(found(), Some(place.join(PROGRAM)));
        }
        assert_eq!(find(None, None), None);
    }
}
