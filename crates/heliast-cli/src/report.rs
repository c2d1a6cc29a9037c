//! Reports of verbs: lines for people, and one JSON object for programs.

use crate::{
    failure::{Code, Failure},
    reports,
};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};

/// The result of a verb.
#[derive(Debug, Default)]
pub struct Report {
    headline: String,
    rows: Vec<(String, String)>,
    json: Map<String, Value>,
    stdout_taken: bool,
    printed: bool,
}

impl Report {
    /// A report with a sentence in front, for people only.
    pub fn new(headline: impl Into<String>) -> Report {
        Report { headline: headline.into(), ..Report::default() }
    }

    /// A report with a sentence in front, for people only, and with fields for programs.
    pub fn of(headline: impl Into<String>, said: &impl Serialize) -> Report {
        Report { headline: headline.into(), json: reports::object(said), ..Report::default() }
    }

    /// Adds fields for programs.
    pub fn with(mut self, said: &impl Serialize) -> Report {
        self.json.append(&mut reports::object(said));
        self
    }

    /// Shows these fields to people as rows, as far as the report has them. The label is the field's name
    /// with spaces instead of `_`.
    pub fn show(self, fields: &[&str]) -> Report {
        let said = self.json.clone();
        self.rows(&said, fields)
    }

    /// The same for a part of the report.
    pub fn show_of(self, part: &impl Serialize, fields: &[&str]) -> Report {
        self.rows(&reports::object(part), fields)
    }

    fn rows(self, said: &Map<String, Value>, fields: &[&str]) -> Report {
        let known = fields.iter().filter_map(|field| Some((field, said.get(*field)?)));
        known.fold(self, |report, (field, value)| match value {
            Value::String(text) => report.show_as(field, text),
            value => report.show_as(field, value.to_string()),
        })
    }

    /// Shows one field to people as a row, with another text than for programs.
    pub fn show_as(mut self, field: &str, shown: impl Into<String>) -> Report {
        self.rows.push((field.replace('_', " "), shown.into()));
        self
    }

    /// A report that the verb has printed itself, because it contains a secret that must not be copied.
    pub fn printed() -> Report {
        Report { printed: true, ..Report::default() }
    }

    /// Sends the report to stderr if the verb's product went to stdout.
    pub fn beside_stdout(self, stdout_taken: bool) -> Report {
        Report { stdout_taken, ..self }
    }

    /// Prints the report.
    pub fn print(&self, json: bool, verb: &str) -> Result<(), Failure> {
        if self.printed {
            return Ok(());
        }
        let text = if json { self.to_json(verb).to_string() } else { self.to_lines() };
        let printed = match self.stdout_taken {
            true => writeln!(io::stderr(), "{text}"),
            false => writeln!(io::stdout(), "{text}").and_then(|()| io::stdout().flush()),
        };
        printed_or_unwanted(printed)
    }

    /// The lines for people.
    #[cfg(test)]
    pub fn lines(&self) -> String {
        self.to_lines()
    }

    /// One object with the verb's name and the fields.
    pub fn to_json(&self, verb: &str) -> Value {
        reports::said_by(verb, self.json.clone())
    }

    fn to_lines(&self) -> String {
        let width = self.rows.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
        let rows = self.rows.iter().map(|(label, value)| format!("  {label:width$}  {value}"));
        let headline = (!self.headline.is_empty()).then(|| self.headline.clone());
        headline.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
    }
}

/// Prints a line of a verb while it runs.
pub fn print_line(line: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    printed_or_unwanted(writeln!(stdout, "{line}").and_then(|()| stdout.flush()))
}

/// A reader that closes its end early (`heliast ... | head`) is not a failure.
pub fn printed_or_unwanted(printed: io::Result<()>) -> Result<(), Failure> {
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(Code::Refused, format_args!("stdout can't be written: {error}")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    #[test]
    fn people_see_a_sentence_and_rows_in_columns() {
        let report = Report::new("valid").show_as("from", "1").show_as("rounds_per_second", "2.5");
        assert_eq!(report.to_lines(), "valid\n  from               1\n  rounds per second  2.5");
        assert_eq!(Report::new("").show_as("a", "true").to_lines(), "  a  true");
    }

    #[test]
    fn programs_see_fields_with_their_verb_and_no_sentence() {
        let said = serde_json::json!({ "epoch_proofs": 3, "valid": true });
        let report = Report::of("valid", &said).show_as("seconds", "0.250");
        let printed = serde_json::json!({ "epoch_proofs": 3, "valid": true, "verb": "verify" });
        assert_eq!(report.to_json("verify"), printed);
    }

    #[test]
    fn a_type_is_what_programs_read_and_people_see_its_fields_in_other_words() {
        #[derive(Serialize)]
        struct Said {
            epoch_proofs: u8,
            squaring_seconds: f64,
            out: &'static str,
        }
        let said = Said { epoch_proofs: 3, squaring_seconds: 0.25, out: "a" };
        let report = Report::of("valid", &said)
            .show(&["epoch_proofs", "missing"])
            .show_as("squaring_seconds", "0.250")
            .show_of(&said, &["out"])
            .with(&serde_json::json!({ "more": null }));
        let lines = ["valid", "  epoch proofs      3", "  squaring seconds  0.250", "  out               a"];
        assert_eq!(report.to_lines(), lines.join("\n"));
        let fields =
            serde_json::json!({ "epoch_proofs": 3, "squaring_seconds": 0.25, "out": "a", "more": null });
        assert_eq!(Value::Object(report.json), fields);
    }

    #[test]
    fn a_full_disk_is_a_failure_and_a_reader_that_has_gone_is_not() {
        assert!(printed_or_unwanted(Ok(())).is_ok());
        assert!(printed_or_unwanted(Err(ErrorKind::BrokenPipe.into())).is_ok());
        let failure = printed_or_unwanted(Err(ErrorKind::StorageFull.into())).unwrap_err();
        assert!(failure.to_string().starts_with("stdout can't be written: "), "{failure}");
    }

    #[test]
    fn a_secret_that_was_printed_is_not_printed_again() {
        let report = Report::printed();
        assert!(report.printed && report.json.is_empty() && report.to_lines().is_empty());
    }
}
