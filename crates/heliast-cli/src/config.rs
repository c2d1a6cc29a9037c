//! The settings of `heliast up`: each is a flag, a variable of the environment, or a line of a file,
//! and counts in this order before the default.
//!
//! All of it is derived from the flags. The flag `--limits-streams` is `HELIAST_UP_LIMITS_STREAMS` in
//! the environment, and `limits-streams = 9`, or `streams = 9` under `[limits]`, in the file. So a new
//! flag is a new setting. A value of the file becomes the flag's default, which is what gives it its
//! rank.

mod applied;
mod file;
mod front;
mod log;
#[cfg(test)]
mod tests;

pub use applied::Applied;
pub use front::FrontArgs;
pub use log::LogArgs;

use crate::{
    failure::{Code, Failure},
    report::Report,
    usage,
    verbs::{Cli, Command},
};
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use file::Setting;
use std::{
    ffi::OsString,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// The name of the file that is read from the data directory, if it is there.
const FILE: &str = "heliast.toml";
const PREFIX: &str = "HELIAST_UP_";
const VERB: &str = "up";
/// Flags that say how settings are found, or that are meant for one start: what is done only if no other copy
/// of the keys is left must not be done at every restart.
const NO_SETTINGS: [&str; 5] = ["config", "print-config", "help", "recover", "adopt"];
const AFTER_HELP: &str = "\
Settings:
  Every flag --NAME, but --recover and --adopt, can also stand as NAME = VALUE in heliast.toml in the data
  directory (or in the file of --config), and as HELIAST_UP_NAME, in capitals with _ for -, in the environment.
  A flag counts before the environment, and this before the file. --print-config shows what applies, and
  where it comes from.";

/// The command line with what environment and file add to it; or what is to be said in place of running it.
pub fn parse(
    args: impl Iterator<Item = OsString>,
    environment: impl Iterator<Item = OsString>,
) -> Result<Cli, Result<Report, Failure>> {
    let args: Vec<OsString> = args.collect();
    let matches = matches(&args, &[])?;
    let Some(up) = matches.subcommand_matches(VERB) else { return read(&matches) };
    refuse_unknown(environment).map_err(Err)?;
    let (path, settings) = settings(up).map_err(Err)?;
    let matches = self::matches(&args, &settings)?;
    let mut cli = read(&matches)?;
    if let (Command::Up(args), Some(up)) = (&mut cli.command, matches.subcommand_matches(VERB)) {
        args.applied = Applied::new(&command(&settings), up, &path, &settings);
    }
    Ok(cli)
}

fn matches(args: &[OsString], settings: &[Setting]) -> Result<ArgMatches, Result<Report, Failure>> {
    command(settings).try_get_matches_from(args).map_err(|error| usage::explain(&error))
}

fn read(matches: &ArgMatches) -> Result<Cli, Result<Report, Failure>> {
    Cli::from_arg_matches(matches).map_err(|error| usage::explain(&error))
}

/// The command line of the program, in which the flags of `up` listen to the environment and have these
/// defaults.
fn command(settings: &[Setting]) -> clap::Command {
    let configured = |arg: clap::Arg| {
        let Some(name) = arg.get_long().map(str::to_owned) else { return arg };
        let listens = name == "config" || !NO_SETTINGS.contains(&name.as_str());
        let arg = if listens { arg.env(variable(&name)).hide_env(true) } else { arg };
        match settings.iter().find(|setting| setting.name == name) {
            Some(setting) => arg.default_values(setting.values.clone()),
            None => arg,
        }
    };
    Cli::command().mut_subcommand(VERB, |up| up.mut_args(configured).after_help(AFTER_HELP))
}

fn variable(flag: &str) -> String {
    format!("{PREFIX}{}", flag.to_ascii_uppercase().replace('-', "_"))
}

/// The flags of `up` as they are declared.
fn flags() -> clap::Command {
    Cli::command().find_subcommand(VERB).cloned().unwrap_or_default()
}

/// Refuses a variable that looks like a setting and is none.
fn refuse_unknown(environment: impl Iterator<Item = OsString>) -> Result<(), Failure> {
    let command = command(&[]);
    let flags = command.find_subcommand(VERB).into_iter().flat_map(clap::Command::get_arguments);
    let variables = flags.filter_map(|arg| arg.get_env());
    let known: Vec<_> = variables.map(|name| name.to_string_lossy().into_owned()).collect();
    for name in environment.map(|name| name.to_string_lossy().into_owned()) {
        if name.starts_with(PREFIX) && !known.contains(&name) {
            let failure = Failure::new(Code::Usage, format_args!("there is no setting {name}"));
            return Err(failure.hint(nearest(&name, known.iter().map(String::as_str))));
        }
    }
    Ok(())
}

/// A hint at the name that is meant.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let similar = known.map(|known| (strsim::jaro_winkler(name, known), known));
    match similar.filter(|(likeness, _)| *likeness > 0.8).max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, known)) => format!("a similar one exists: {known}"),
        None => "see `heliast up --help` for all".to_owned(),
    }
}

/// The file's settings, each of which its flag would take: those of `--config`, or of the data directory.
fn settings(up: &ArgMatches) -> Result<(PathBuf, Vec<Setting>), Failure> {
    let named = up.get_one::<PathBuf>("config");
    let data = up.get_one::<PathBuf>("data").map_or(Path::new("."), PathBuf::as_path);
    let path = named.cloned().unwrap_or_else(|| data.join(FILE));
    if named.is_none() && is_absent(&path) {
        return Ok((path, vec![]));
    }
    let settings = file::read(&path)?;
    let flags = flags();
    for setting in &settings {
        check(&flags, setting, named.is_some()).map_err(|failure| failure.about(path.display()))?;
    }
    Ok((path, settings))
}

/// Whether there is nothing of this name. A file that is there and can't be read is none to pass over, nor
/// is a link to nowhere.
fn is_absent(path: &Path) -> bool {
    let absent = [ErrorKind::NotFound, ErrorKind::NotADirectory];
    path.symlink_metadata().is_err_and(|error| absent.contains(&error.kind()))
}

fn check(flags: &clap::Command, setting: &Setting, is_named: bool) -> Result<(), Failure> {
    let refused = |message: String, hint: &str| Err(Failure::new(Code::Usage, message).hint(hint));
    let name = setting.name.as_str();
    let is_setting = |name: &str| !NO_SETTINGS.contains(&name);
    let known = || flags.get_arguments().filter_map(clap::Arg::get_long).filter(|name| is_setting(name));
    let arg = flags.get_arguments().find(|arg| arg.get_long() == Some(name) && is_setting(name));
    let Some(arg) = arg else {
        return refused(format!("there is no setting {name}"), &nearest(name, known()));
    };
    if name == "data" && !is_named {
        return refused(
            "a file in the data directory can't say where that is".to_owned(),
            "leave data out, or name the file with --config",
        );
    }
    if !arg.get_action().takes_values() {
        return match setting.values.as_slice() {
            [one] if one == "true" || one == "false" => Ok(()),
            _ => refused(format!("{name} is true or false"), "write no other value"),
        };
    }
    if setting.values.len() != 1 && arg.get_value_delimiter().is_none() {
        return refused(format!("{name} takes one value"), "write no list");
    }
    let line = [VERB.to_owned(), format!("--{name}={}", setting.values.join(","))];
    match flags.clone().try_get_matches_from(line).map_err(|error| usage::explain(&error)) {
        Err(Err(failure)) => Err(failure),
        _ => Ok(()),
    }
}
