//! The file: TOML whose keys are names of flags. A table's name is the prefix of the names in it.

use crate::failure::{Code, Failure};
use std::{fs::File, io::Read, path::Path};
use toml::{Table, Value};

const MAX_LEN: u64 = 1 << 20;

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The flag's name.
    pub name: String,
    /// Its value, or the values of a list, in the notation of the command line.
    pub values: Vec<String>,
    /// The file with this line.
    pub origin: String,
}

/// The settings of a verb in a file, in the order of their names.
pub fn read(path: &Path, verb: &str) -> Result<Vec<Setting>, Failure> {
    let failed = |error: &dyn std::fmt::Display| {
        Failure::new(Code::Malformed, format_args!("{}: {error}", path.display()))
    };
    let mut text = String::new();
    let file = File::open(path).map_err(|error| failed(&error))?;
    file.take(MAX_LEN + 1).read_to_string(&mut text).map_err(|error| failed(&error))?;
    if text.len() as u64 > MAX_LEN {
        return Err(failed(&format_args!("it is longer than {MAX_LEN} bytes")));
    }
    parse(&text, &path.display().to_string()).map_err(|error| {
        failed(&error).hint(format_args!("see `heliast {verb} --print-config` for what such a file has"))
    })
}

/// The settings in a text, or the error in it.
fn parse(text: &str, origin: &str) -> Result<Vec<Setting>, String> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        format!("line {}: {}", before.matches('\n').count() + 1, error.message())
    })?;
    let mut settings = vec![];
    add(&table, "", origin, &mut settings)?;
    settings.sort_by(|a: &Setting, b| a.name.cmp(&b.name));
    match settings.windows(2).find(|two| two[0].name == two[1].name) {
        Some(two) => Err(format!("{} is there twice", two[0].name)),
        None => Ok(settings),
    }
}

fn add(table: &Table, before: &str, origin: &str, settings: &mut Vec<Setting>) -> Result<(), String> {
    for (key, value) in table {
        let name = format!("{before}{key}");
        match value {
            Value::Table(inner) => add(inner, &format!("{name}-"), origin, settings)?,
            Value::Array(list) => {
                let values = list.iter().map(|value| plain(&name, value)).collect::<Result<_, _>>()?;
                settings.push(Setting { name, values, origin: origin.to_owned() });
            }
            one => {
                let values = vec![plain(&name, one)?];
                settings.push(Setting { name, values, origin: origin.to_owned() });
            }
        }
    }
    Ok(())
}

/// A value in the notation of the command line.
fn plain(name: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(is) => Ok(is.to_string()),
        Value::Datetime(_) | Value::Array(_) | Value::Table(_) => {
            Err(format!("{name} takes numbers, words, true or false"))
        }
    }
}
