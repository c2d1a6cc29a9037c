//! Reports of verbs: lines for people, one JSON object for programs.

use crate::failure::{Code, Failure};
use serde_json::{Map, Value};
use std::io::{self, Write};

/// The result of a verb.
#[derive(Debug, Default)]
pub struct Report {
    headline: String,
    rows: Vec<(&'static str, String)>,
    json: Map<String, Value>,
    stdout_taken: bool,
}

impl Report {
    /// Returns a report that begins with a sentence, which is only for people.
    pub fn new(headline: impl Into<String>) -> Report {
        Report { headline: headline.into(), ..Report::default() }
    }

    /// Adds a row whose label is its key in the JSON object, with `_` for spaces.
    pub fn row(mut self, label: &'static str, value: impl Into<Value>) -> Report {
        let value = value.into();
        self.rows.push((label, value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
        self.field(&label.replace(' ', "_"), value)
    }

    /// Adds a field of the JSON object, for information that is in the headline already.
    pub fn field(mut self, key: &str, value: impl Into<Value>) -> Report {
        self.json.insert(key.to_owned(), value.into());
        self
    }

    /// Adds a field if it has a value.
    pub fn field_if(self, key: &str, value: Option<impl Into<Value>>) -> Report {
        match value {
            Some(value) => self.field(key, value),
            None => self,
        }
    }

    /// Sends the report to stderr if the verb's product has been written to stdout.
    pub fn beside_stdout(self, stdout_taken: bool) -> Report {
        Report { stdout_taken, ..self }
    }

    /// Prints the report. It is not a failure if a reader closes its end early.
    pub fn print(self, json: bool, verb: &str) -> Result<(), Failure> {
        let text = if json { self.object(verb).to_string() } else { self.lines() };
        let printed = match self.stdout_taken {
            true => writeln!(io::stderr(), "{text}"),
            false => writeln!(io::stdout(), "{text}").and_then(|()| io::stdout().flush()),
        };
        match printed {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Failure::new(Code::Refused, format_args!("stdout can't be written: {error}")))
            }
            _ => Ok(()),
        }
    }

    /// Returns one object: the verb that printed it, followed by the fields.
    fn object(&self, verb: &str) -> Value {
        let fields = self.json.iter().map(|(key, value)| (key.clone(), value.clone()));
        Value::Object(std::iter::once(("verb".to_owned(), verb.into())).chain(fields).collect())
    }

    fn lines(&self) -> String {
        let width = self.rows.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
        let rows = self.rows.iter().map(|(label, value)| format!("  {label:width$}  {value}"));
        std::iter::once(self.headline.clone()).chain(rows).collect::<Vec<_>>().join("\n")
    }
}
