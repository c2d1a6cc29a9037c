//! The settings in effect, and their origins.

use super::{file::Setting, runner::Runner};
use crate::{report::Report, reports};
use clap::{Arg, ArgMatches, Command, parser::ValueSource};
use serde_json::Value;

/// All settings of a start.
#[derive(Clone, Debug, Default)]
pub struct Applied(Vec<One>);

#[derive(Clone, Debug)]
struct One {
    name: String,
    /// The values; `None` if nothing sets it.
    values: Option<Vec<String>>,
    is_list: bool,
    /// Whether the value may contain a password, so that it is not shown.
    is_secret: bool,
    origin: String,
}

impl Applied {
    pub(super) fn new(
        runner: &Runner,
        command: &Command,
        given: &ArgMatches,
        settings: &[Setting],
    ) -> Applied {
        let flags = command.find_subcommand(runner.verb).into_iter().flat_map(Command::get_arguments);
        let named = flags.filter_map(|arg| arg.get_long().map(|name| (name, arg)));
        let shown = named.filter(|(name, _)| runner.is_setting(name));
        Applied(shown.map(|(name, arg)| One::new(runner, (name, arg), given, settings)).collect())
    }

    /// A file with all settings, each with its origin in a comment.
    pub fn report(&self) -> Report {
        let lines: Vec<_> = self.0.iter().map(One::line).collect();
        let settings = self.0.iter().map(|one| (one.name.clone(), one.said())).collect();
        Report::of(lines.join("\n"), &reports::Settings { settings })
    }
}

impl One {
    fn new(runner: &Runner, (name, arg): (&str, &Arg), given: &ArgMatches, settings: &[Setting]) -> One {
        let id = arg.get_id().as_str();
        let raw =
            given.get_raw(id).map(|raw| raw.map(|value| value.to_string_lossy().into_owned()).collect());
        let said = settings.iter().find(|setting| setting.name == name);
        let origin = match (given.value_source(id), said) {
            (Some(ValueSource::CommandLine), _) => "flag".to_owned(),
            (Some(ValueSource::EnvVariable), _) => runner.variable(name),
            (_, Some(said)) => said.origin.clone(),
            _ => "default".to_owned(),
        };
        let (is_list, is_secret) = (arg.get_value_delimiter().is_some(), arg.is_hide_env_values_set());
        One { name: name.to_owned(), values: raw, is_list, is_secret, origin }
    }

    fn line(&self) -> String {
        match self.value() {
            None if self.values.is_some() => {
                format!("# {} is set, and not shown  # {}", self.name, self.origin)
            }
            None => format!("# {} is not set", self.name),
            Some(value) => format!("{} = {value}  # {}", self.name, self.origin),
        }
    }

    fn said(&self) -> reports::Setting {
        reports::Setting { value: self.value(), origin: (&self.origin).into() }
    }

    /// Numbers, Booleans, strings and lists of JSON are also valid in TOML.
    fn value(&self) -> Option<Value> {
        let values = self.values.as_ref().filter(|_| !self.is_secret)?;
        let mut plain = values.iter().map(|text| match text.parse::<i64>() {
            Ok(number) if number.to_string() == *text => Value::from(number),
            _ if text == "true" || text == "false" => Value::from(text == "true"),
            _ => Value::from(text.as_str()),
        });
        if self.is_list { Some(Value::Array(plain.collect())) } else { plain.next() }
    }
}
