//! The result of an experiment: tables, charts, and verdicts on the paper's claims.

use crate::report::quoted;
use serde::{Deserialize, Serialize};

/// The result of an experiment.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Finding {
    /// The method of the measurement.
    pub method: String,
    /// Measured values next to printed ones.
    pub tables: Vec<Table>,
    /// The charts of the values.
    pub charts: Vec<Chart>,
    /// The paper's claims, with their verdicts.
    pub claims: Vec<Claim>,
}

/// A table of text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The subject of the table, with the unit.
    pub caption: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows, each of which is as long as the header.
    pub rows: Vec<Vec<String>>,
}

/// A chart with the name of its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chart {
    /// The part of the file's name after the experiment's name; may be empty.
    pub suffix: String,
    /// The subject of the chart.
    pub caption: String,
    /// The drawing. It is kept in its own file only.
    #[serde(skip)]
    pub svg: String,
}

/// A statement of the paper that was checked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// The paper's claim, in our words.
    pub text: String,
    /// Whether it is true on this machine.
    pub verdict: Verdict,
    /// The result, and the reason for a difference.
    pub found: String,
}

/// Whether a claim is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The claim is true.
    Reproduces,
    /// The claim is true in some of the cases.
    Partly,
    /// The claim is false.
    Fails,
}

impl Verdict {
    /// Returns the verdict on a claim that is true in `holds` of `all` cases.
    pub fn of(holds: usize, all: usize) -> Verdict {
        match holds {
            _ if holds == all => Verdict::Reproduces,
            0 => Verdict::Fails,
            _ => Verdict::Partly,
        }
    }

    /// Returns the verdict on a claim that is true or false.
    pub fn when(holds: bool) -> Verdict {
        Verdict::of(usize::from(holds), 1)
    }

    /// Returns the verdict in a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Reproduces => "reproduces",
            Verdict::Partly => "in part",
            Verdict::Fails => "does not reproduce",
        }
    }
}

impl Finding {
    /// Returns a finding that is still empty.
    pub fn new(method: &str) -> Finding {
        Finding { method: method.to_owned(), ..Finding::default() }
    }

    /// Adds a table.
    pub fn table(mut self, table: Table) -> Finding {
        self.tables.push(table);
        self
    }

    /// Adds a chart.
    pub fn chart(mut self, suffix: &str, caption: &str, svg: String) -> Finding {
        self.charts.push(Chart { suffix: suffix.to_owned(), caption: caption.to_owned(), svg });
        self
    }

    /// Adds a claim.
    pub fn claim(mut self, text: impl Into<String>, verdict: Verdict, found: impl Into<String>) -> Finding {
        self.claims.push(Claim { text: text.into(), verdict, found: found.into() });
        self
    }
}

impl Table {
    /// Returns a table without rows.
    pub fn new(caption: &str, header: &[&str]) -> Table {
        let header = header.iter().map(|&name| name.to_owned()).collect();
        Table { caption: caption.to_owned(), header, rows: Vec::new() }
    }

    /// Appends a row.
    ///
    /// # Panics
    /// If the row is not as long as the header.
    pub fn push(&mut self, row: Vec<String>) {
        assert_eq!(row.len(), self.header.len(), "a cell per column");
        self.rows.push(row);
    }

    /// Returns the table for spreadsheets, with the same origin in every line.
    pub fn csv(&self, origin: &[(&str, &str)]) -> String {
        let line = |cells: &[String], more: Vec<&str>| {
            let cells = cells.iter().map(String::as_str).chain(more);
            cells.map(plain_or_quoted).collect::<Vec<_>>().join(",") + "\n"
        };
        let mut text = line(&self.header, origin.iter().map(|(name, _)| *name).collect());
        for row in &self.rows {
            text += &line(row, origin.iter().map(|(_, value)| *value).collect());
        }
        text
    }

    /// Returns the table for the report.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | ").replace('\n', " "));
        let rule = format!("|{}\n", "---|".repeat(self.header.len()));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}\n\n{}{rule}{rows}", self.caption, line(&self.header))
    }
}

fn plain_or_quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) { quoted(cell) } else { cell.to_owned() }
}

/// Formats three significant digits, without an exponent.
pub fn digits(value: f64) -> String {
    if !value.is_finite() {
        return "-".to_owned();
    }
    let decimals = if value == 0.0 { 0.0 } else { (2.0 - value.abs().log10().floor()).clamp(0.0, 9.0) };
    format!("{value:.*}", decimals as usize)
}

/// Formats a part as a percentage: a whole number from 10 on, with one decimal below.
pub fn percent(part: f64) -> String {
    let value = part * 100.0;
    let decimals = usize::from(value.abs() < 9.95);
    let text = format!("{value:.decimals$}");
    format!("{} %", if text == "-0.0" { "0.0" } else { &text })
}

/// Returns the smallest and the largest of some values.
pub fn extremes(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    values.into_iter().fold(start, |(low, high), value| (low.min(value), high.max(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_significant() {
        let found = [0.0, 0.012_34, 1.0, 12.36, 123.6, 98_765.0, f64::NAN].map(digits);
        assert_eq!(found, ["0", "0.0123", "1.00", "12.4", "124", "98765", "-"]);
    }

    #[test]
    fn a_table_says_where_it_comes_from_in_every_line() {
        let mut table = Table::new("Times, ms", &["k", "note"]);
        table.push(vec!["256".to_owned(), "a, b".to_owned()]);
        assert_eq!(table.csv(&[("commit", "abc")]), "k,note,commit\n256,\"a, b\",abc\n");
        assert_eq!(table.markdown(), "Times, ms\n\n| k | note |\n|---|---|\n| 256 | a, b |\n");
    }

    #[test]
    fn percentages_have_two_digits() {
        assert_eq!([0.0421, 0.421, -0.0001, 1.5].map(percent), ["4.2 %", "42 %", "0.0 %", "150 %"]);
    }

    #[test]
    fn verdicts_count() {
        assert_eq!(Verdict::of(3, 3), Verdict::Reproduces);
        assert_eq!(Verdict::of(1, 3), Verdict::Partly);
        assert_eq!(Verdict::of(0, 3), Verdict::Fails);
        assert_eq!(Verdict::when(false), Verdict::Fails);
    }
}
