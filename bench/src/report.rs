//! The results of a run, as a table, JSON or CSV.

use crate::{bounds::Bound, machine::Host, row::Row, sample::Measurement};
use serde::Serialize;
use std::fmt::Write;

/// Above this value, the machine was too busy for a reliable figure.
const NOISY: f64 = 0.1;

/// A whole run.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The machine of the run.
    pub machine: Host,
    /// The commit that ran.
    pub commit: String,
    /// The comparisons, in order.
    pub rows: Vec<Outcome>,
}

/// One comparison's result.
#[derive(Debug, Serialize)]
pub struct Outcome {
    /// The row's name.
    pub name: &'static str,
    /// Our value.
    pub ours: f64,
    /// The peer with its version.
    pub peer: String,
    /// The peer's value.
    pub peer_value: f64,
    /// The unit of both values.
    pub unit: &'static str,
    /// The factor by which ours is better; above 1, ours is better than the peer.
    pub ratio: f64,
    /// The least time of ours on this machine, in the unit of both values, if operations were counted.
    pub bound: Option<f64>,
    /// The name of the counted operations.
    pub bound_of: Option<String>,
    /// The part by which the middle sample of the worse side was slower than its fastest.
    #[serde(skip)]
    pub noise: f64,
}

impl Outcome {
    /// Returns the result of a measured row.
    pub fn new(name: &'static str, row: &Row, measured: Measurement, bound: Option<Bound>) -> Outcome {
        let (ours, theirs) = (measured.ours.fastest, measured.theirs.fastest);
        Outcome {
            name,
            ours: rounded(row.unit.from_seconds(ours)),
            peer: row.peer.clone(),
            peer_value: rounded(row.unit.from_seconds(theirs)),
            unit: row.unit.symbol(),
            ratio: rounded(theirs / ours),
            bound: bound.as_ref().map(|bound| rounded(row.unit.from_seconds(bound.seconds))),
            bound_of: bound.map(|bound| bound.words),
            noise: measured.ours.noise().max(measured.theirs.noise()),
        }
    }
}

impl Report {
    /// Returns a table for people.
    pub fn table(&self) -> String {
        let mut text = format!("machine  {}\ncommit   {}\n\n", self.machine.line(), self.commit);
        let width = self.rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
        let _ = writeln!(
            text,
            "{:width$}  {:>9}  {:>9}      {:>6}  {:>5}  {:>5}  peer",
            "", "ours", "peer", "ratio", "bound", "noise"
        );
        for Outcome { name, ours, peer, peer_value, unit, ratio, bound, noise, .. } in &self.rows {
            let part = bound.map_or("-".to_owned(), |bound| format!("{:.2}", bound / ours));
            let (percent, mark) = (noise * 100.0, if *noise > NOISY { " (busy machine)" } else { "" });
            let _ = writeln!(
                text,
                "{name:width$}  {ours:>9}  {peer_value:>9} {unit:3}  {ratio:>6.3}  {part:>5}  {percent:>3.0} %  {peer}{mark}"
            );
        }
        for Outcome { name, unit, bound, bound_of, .. } in &self.rows {
            if let (Some(bound), Some(of)) = (bound, bound_of) {
                let _ = writeln!(text, "\nbound of {name}: {bound} {unit}, {of}");
            }
        }
        text
    }

    /// Returns JSON for programs.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("strings and finite numbers") + "\n"
    }

    /// Returns CSV for spreadsheets, with machine and commit repeated in every line.
    pub fn csv(&self) -> String {
        let mut text = String::from("name,ours,peer_value,unit,ratio,bound,peer,commit,machine\n");
        for Outcome { name, ours, peer, peer_value, unit, ratio, bound, .. } in &self.rows {
            let (peer, machine) = (quoted(peer), quoted(&self.machine.line()));
            let bound = bound.map(|bound| bound.to_string()).unwrap_or_default();
            let commit = &self.commit;
            let _ =
                writeln!(text, "{name},{ours},{peer_value},{unit},{ratio},{bound},{peer},{commit},{machine}");
        }
        text
    }
}

/// Rounds to four significant digits: more would be noise.
fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().expect("a formatted number parses")
}

/// Returns a CSV cell that may contain commas.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::{Side, Unit};
    use crate::sample::Spread;

    fn report() -> Report {
        let row = Row {
            peer: "Peer 1.2, \"fast\"".to_owned(),
            unit: Unit::Nanoseconds,
            cases: 1,
            ours: Side::new(1, |_| ()),
            theirs: Side::new(1, |_| ()),
        };
        let measured = Measurement {
            ours: Spread { fastest: 2.000_04e-7, median: 2.1e-7 },
            theirs: Spread { fastest: 3e-7, median: 4.5e-7 },
        };
        let machine = Host {
            cpu: "CPU".to_owned(),
            flags: vec!["adx".to_owned(), "bmi2".to_owned()],
            cores: 2,
            system: "linux".to_owned(),
            kernel: "portable",
            peers: [String::new(), String::new()],
        };
        let bound = Bound { seconds: 1.5e-7, words: "75 things".to_owned() };
        let rows = vec![Outcome::new("square/peer", &row, measured, Some(bound))];
        Report { machine, commit: "abc".to_owned(), rows }
    }

    #[test]
    fn the_ratio_is_above_one_when_ours_is_faster() {
        let Outcome { ours, peer_value, ratio, noise, .. } = report().rows.remove(0);
        assert_eq!((ours, peer_value, ratio), (200.0, 300.0, 1.5));
        assert!((noise - 0.5).abs() < 1e-9);
    }

    #[test]
    fn json_has_the_agreed_fields() {
        let json: serde_json::Value = serde_json::from_str(&report().json()).unwrap();
        let row = serde_json::json!({
            "name": "square/peer", "ours": 200.0, "peer": "Peer 1.2, \"fast\"", "peer_value": 300.0, "unit": "ns", "ratio": 1.5,
            "bound": 150.0, "bound_of": "75 things"
        });
        assert_eq!(json["rows"], serde_json::json!([row]));
        assert_eq!(json["commit"], "abc");
        assert_eq!(json["machine"]["cpu"], "CPU");
    }

    #[test]
    fn csv_quotes_what_may_hold_commas() {
        let csv = report().csv();
        let line = csv.lines().nth(1).unwrap();
        assert_eq!(
            line,
            r#"square/peer,200,300,ns,1.5,150,"Peer 1.2, ""fast""",abc,"CPU; 2 cores; linux; adx bmi2; kernel portable""#
        );
    }

    #[test]
    fn the_table_marks_a_busy_machine() {
        assert!(report().table().contains("busy machine"));
    }

    #[test]
    fn the_table_says_how_near_the_bound_is() {
        let table = report().table();
        assert!(
            table.contains(" 0.75 ") && table.contains("bound of square/peer: 150 ns, 75 things"),
            "{table}"
        );
    }
}
