//! The table of protocols for people.

use crate::reports::{Measure, ProtocolCost};

/// The most columns of a terminal that the table takes.
const WIDTH: usize = 100;

/// A protocol and its costs.
pub struct Row {
    pub name: &'static str,
    pub reductions: String,
    pub naive: Option<f64>,
    pub best: f64,
    pub proofs: usize,
    pub error: u32,
    pub level: u16,
    pub low_order: bool,
    pub seconds: f64,
    /// The bytes of memory, if they are known.
    pub memory: Option<u64>,
}

impl From<&Row> for ProtocolCost {
    fn from(row: &Row) -> ProtocolCost {
        ProtocolCost {
            protocol: row.name.into(),
            reductions: (&row.reductions).into(),
            rows: row.proofs,
            multiplications_naive: row.naive.map(|naive| Measure(naive.round())),
            multiplications: Measure(row.best.round()),
            soundness_error: format!("{}*2^-{}", row.error, row.level).into(),
            low_order: row.low_order,
            verifying_seconds: Measure(row.seconds),
            memory_bytes: row.memory,
        }
    }
}

/// The figures of each protocol, and below them its reductions.
pub fn table(rows: &[Row]) -> String {
    let mut lines = vec![format!(
        "  {:<17}{:>12}{:>12}{:>8}{:>12}  {:<10}{:>10}{:>11}",
        "protocol", "naive", "best", "proofs", "error", "needs", "seconds", "memory"
    )];
    for row in rows {
        let error = if row.error == 1 {
            format!("2^-{}", row.level)
        } else {
            format!("{}*2^-{}", row.error, row.level)
        };
        lines.push(format!(
            "  {:<17}{:>12}{:>12}{:>8}{error:>12}  {:<10}{:>10}{:>11}",
            row.name,
            row.naive.map_or_else(String::new, short),
            short(row.best),
            row.proofs,
            if row.low_order { "low order" } else { "" },
            seconds(row.seconds),
            row.memory.map_or_else(String::new, megabytes),
        ));
        lines.extend(wrapped(&row.reductions).into_iter().map(|part| format!("    {part}")));
    }
    lines.extend([
        String::new(),
        "  naive, best: multiplications to verify, without those of the proofs".to_owned(),
        "  memory: what one thread needs beside the list".to_owned(),
        "  the assumption of the proofs (Wesolowski: adaptive root, Pietrzak: low order) comes on top"
            .to_owned(),
        String::new(),
    ]);
    lines.join("\n")
}

/// The reductions in lines, broken after commas.
fn wrapped(reductions: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in reductions.split_inclusive(", ") {
        match lines.last_mut() {
            Some(line) if line.len() + part.trim_end().len() + 4 <= WIDTH => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Formats a number: whole below a million, with three digits from there on.
fn short(number: f64) -> String {
    if number < 1e6 { format!("{number:.0}") } else { format!("{number:.2e}") }
}

fn seconds(seconds: f64) -> String {
    if seconds < 100.0 { format!("{seconds:.3}") } else { format!("{seconds:.0}") }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_vdf::batch::{Proving, plan_in};

    fn row(name: &'static str, reductions: &str, low_order: bool) -> Row {
        Row {
            name,
            reductions: reductions.to_owned(),
            naive: low_order.then_some(12_345_678.0),
            best: 999_999.4,
            proofs: 1,
            error: if low_order { 2 } else { 1 },
            level: 128,
            low_order,
            seconds: if low_order { 0.0125 } else { 123.4 },
            memory: low_order.then_some(1_234_567),
        }
    }

    #[test]
    fn the_table_has_a_column_for_each_figure() {
        let table = table(&[row("hybrid", "three words here", true), row("random-subsets", "others", false)]);
        let lines: Vec<_> = table.lines().collect();
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
        assert_eq!(words(lines[0]), "protocol naive best proofs error needs seconds memory");
        assert_eq!(words(lines[1]), "hybrid 1.23e7 999999 1 2*2^-128 low order 0.013 1.2 MB");
        assert_eq!((words(lines[2]).as_str(), words(lines[4]).as_str()), ("three words here", "others"));
        assert_eq!(words(lines[3]), "random-subsets 999999 1 2^-128 123");
        // Columns end at the same places, whatever is in them.
        let width = |line: &str| line.chars().count();
        assert_eq!((width(lines[1]), width(lines[3])), (width(lines[0]), width(lines[0])));
        assert!(lines[5].is_empty() && table.ends_with("comes on top\n"), "{table}");
    }

    /// A list of a million statements by incidence buckets has the longest reductions.
    #[test]
    fn no_line_is_wider_than_a_terminal_and_no_reduction_is_lost() {
        let proving = Proving::Wesolowski(heliast::Suite::default());
        let plans = plan_in(&crate::testing::group(), 1_000_000, 128, proving).unwrap();
        let rows: Vec<_> = plans
            .iter()
            .map(|plan| {
                let reductions = crate::verbs::batch_inspect::reductions(&plan.protocol);
                row(plan.family.name(), &reductions, true)
            })
            .collect();
        assert!(rows.iter().any(|row| row.reductions.len() > WIDTH), "none of them needs two lines");
        let table = table(&rows);
        assert!(table.lines().all(|line| line.len() <= WIDTH), "{table}");
        let flat = table.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(rows.iter().all(|row| flat.contains(&row.reductions)), "{table}");
    }

    #[test]
    fn numbers_are_as_long_as_they_are_worth() {
        let shown = [0.4, 1.0, 999_999.4, 1e6, 1.236e14].map(short);
        assert_eq!(shown, ["0", "1", "999999", "1.00e6", "1.24e14"]);
        assert_eq!(
            [0.0, 0.0004, 99.9994, 100.0, 1e6].map(seconds),
            ["0.000", "0.000", "99.999", "100", "1000000"]
        );
    }
}
