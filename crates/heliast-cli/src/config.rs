//! The settings of `heliast up`, `node`, `relay` and `gate`: each is a flag, an environment variable, or a
//! line of a file. They take precedence in this order, before the default.
//!
//! All settings are derived from the flags. The flag `--limits-streams` of `up` is
//! `HELIAST_UP_LIMITS_STREAMS` in the environment, and `limits-streams = 9`, or `streams = 9` under
//! `[limits]`, in the file. So a new flag is a new setting. A value of the file becomes the flag's default,
//! and so has its precedence.

mod applied;
mod file;
mod front;
mod gate_limits;
mod log;
mod runner;
#[cfg(test)]
mod tests;

pub use applied::Applied;
pub use front::{FrontArgs, ProxyArgs};
pub use gate_limits::GateLimitArgs;
pub use log::LogArgs;

use crate::{
    failure::{Code, Failure},
    report::Report,
    usage,
};
use clap::{Arg, ArgMatches, Command};
use file::Setting;
use runner::Runner;
use std::{
    ffi::OsString,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// The arguments to `program`, completed from the environment and the file, and the settings in effect if
/// the verb has some; or else the report or error to print instead of running it.
pub fn complete(
    program: &Command,
    args: impl Iterator<Item = OsString>,
    environment: impl Iterator<Item = OsString>,
) -> Result<(ArgMatches, Applied), Result<Report, Failure>> {
    let args: Vec<OsString> = args.collect();
    let matched =
        |command: Command| command.try_get_matches_from(&args).map_err(|error| usage::explain(&error));
    let matches = matched(command(program, None))?;
    let Some((runner, given)) =
        Runner::ALL.iter().find_map(|runner| Some((runner, matches.subcommand_matches(runner.verb)?)))
    else {
        return Ok((matches, Applied::default()));
    };
    refuse_unknown(program, runner, environment).map_err(Err)?;
    let settings = settings(program, runner, given).map_err(Err)?;
    let command = command(program, Some((runner, &settings)));
    let matches = matched(command.clone())?;
    let given = matches.subcommand_matches(runner.verb);
    let applied = given.map(|given| Applied::new(runner, &command, given, &settings)).unwrap_or_default();
    Ok((matches, applied))
}

/// The command line of the program. Verbs with settings read their flags from the environment too;
/// those of one verb have these defaults.
fn command(program: &Command, settings: Option<(&Runner, &[Setting])>) -> Command {
    let of = |runner: &Runner| match settings {
        Some((one, settings)) if one.verb == runner.verb => settings,
        _ => &[],
    };
    Runner::ALL.iter().fold(program.clone(), |command, runner| {
        let settings = of(runner);
        let configured = |arg: Arg| configured(arg, runner, settings);
        command.mut_subcommand(runner.verb, |verb| verb.mut_args(configured).after_help(runner.help()))
    })
}

fn configured(arg: Arg, runner: &Runner, settings: &[Setting]) -> Arg {
    let Some(name) = arg.get_long().map(str::to_owned) else { return arg };
    let listens = name == "config" || runner.is_setting(&name);
    let arg = if listens { arg.env(runner.variable(&name)).hide_env(true) } else { arg };
    match settings.iter().find(|setting| setting.name == name) {
        Some(setting) => arg.default_values(setting.values.clone()),
        None => arg,
    }
}

/// Refuses an unknown variable with the prefix of settings.
fn refuse_unknown(
    program: &Command,
    runner: &Runner,
    environment: impl Iterator<Item = OsString>,
) -> Result<(), Failure> {
    let command = command(program, None);
    let flags = command.find_subcommand(runner.verb).into_iter().flat_map(Command::get_arguments);
    let variables = flags.filter_map(|arg| arg.get_env());
    let known: Vec<_> = variables.map(|name| name.to_string_lossy().into_owned()).collect();
    for name in environment.map(|name| name.to_string_lossy().into_owned()) {
        if name.starts_with(runner.prefix) && !known.contains(&name) {
            let failure = Failure::new(Code::Usage, format_args!("there is no setting {name}"));
            return Err(failure.hint(nearest(runner, &name, known.iter().map(String::as_str))));
        }
    }
    Ok(())
}

/// A hint at the most similar name.
fn nearest<'a>(runner: &Runner, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let similar = known.map(|known| (strsim::jaro_winkler(name, known), known));
    match similar.filter(|(likeness, _)| *likeness > 0.8).max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, known)) => format!("a similar one exists: {known}"),
        None => format!("see `heliast {} --help` for all", runner.verb),
    }
}

/// The file's settings, each checked by the rules of its flag: from `--config`, or from the node's
/// directory; and the other settings of that directory, if the file lacks them.
fn settings(program: &Command, runner: &Runner, given: &ArgMatches) -> Result<Vec<Setting>, Failure> {
    let named = given.get_one::<PathBuf>("config");
    // Without a directory there is no settings file in it.
    let dir = given.get_one::<PathBuf>(runner.directory);
    let path = named.cloned().or_else(|| dir.map(|dir| dir.join(runner.file))).unwrap_or_default();
    let dir = dir.map_or(Path::new("."), PathBuf::as_path);
    let mut settings = match named.is_none() && is_absent(&path) {
        true => vec![],
        false => file::read(&path, runner.verb)?,
    };
    let flags = runner.flags(program);
    for setting in &settings {
        check(runner, &flags, setting, named.is_some()).map_err(|failure| failure.about(path.display()))?;
    }
    let is_said = |one: &Setting, settings: &[Setting]| settings.iter().any(|said| said.name == one.name);
    for one in (runner.of_directory)(dir) {
        if !is_said(&one, &settings) {
            settings.push(one);
        }
    }
    Ok(settings)
}

/// Whether nothing exists at this path. A file that exists but cannot be read, or a link to
/// nowhere, is an error later.
fn is_absent(path: &Path) -> bool {
    let absent = [ErrorKind::NotFound, ErrorKind::NotADirectory];
    path.symlink_metadata().is_err_and(|error| absent.contains(&error.kind()))
}

fn check(runner: &Runner, flags: &Command, setting: &Setting, is_named: bool) -> Result<(), Failure> {
    let refused = |message: String, hint: &str| Err(Failure::new(Code::Usage, message).hint(hint));
    let name = setting.name.as_str();
    let known = || flags.get_arguments().filter_map(Arg::get_long).filter(|name| runner.is_setting(name));
    let arg = flags.get_arguments().find(|arg| arg.get_long() == Some(name) && runner.is_setting(name));
    let Some(arg) = arg else {
        return refused(format!("there is no setting {name}"), &nearest(runner, name, known()));
    };
    if name == runner.directory && !is_named {
        return refused(
            format!("a file in the {} can't say where that is", runner.place),
            &format!("leave {name} out, or name the file with --config"),
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
    let line = [runner.verb.to_owned(), format!("--{name}={}", setting.values.join(","))];
    match flags.clone().try_get_matches_from(line).map_err(|error| usage::explain(&error)) {
        Err(Err(failure)) => Err(failure),
        _ => Ok(()),
    }
}
