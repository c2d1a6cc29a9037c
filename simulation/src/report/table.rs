//! A table, in three output formats.

/// A table.
pub struct Table {
    /// The name of its file.
    pub name: &'static str,
    /// The subject of the table.
    pub title: &'static str,
    /// The names of the columns.
    pub columns: Vec<&'static str>,
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The table as comma-separated values.
    pub fn csv(&self) -> String {
        let quoted = |cell: &str| if cell.contains(',') { format!("\"{cell}\"") } else { cell.to_owned() };
        let line = |cells: Vec<String>| cells.join(",") + "\n";
        let head = line(self.columns.iter().map(|column| quoted(column)).collect());
        let rows = self.rows.iter().map(|row| line(row.iter().map(|cell| quoted(cell)).collect()));
        head + &rows.collect::<String>()
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let head: Vec<_> = self.columns.iter().map(|column| (*column).to_owned()).collect();
        let rule = format!("|{}\n", "---|".repeat(head.len()));
        line(&head) + &rule + &self.rows.iter().map(|row| line(row)).collect::<String>()
    }

    /// The table in aligned columns.
    pub fn plain(&self) -> String {
        let head: Vec<_> = self.columns.iter().map(|column| (*column).to_owned()).collect();
        let lines: Vec<_> = std::iter::once(&head).chain(&self.rows).collect();
        let width = |column| {
            lines.iter().map(|line| line.get(column).map_or(0, |cell: &String| cell.chars().count())).max()
        };
        let widths: Vec<_> = (0..head.len()).map(|column| width(column).unwrap_or(0)).collect();
        let mut text = String::new();
        for line in lines {
            for (cell, width) in line.iter().zip(&widths) {
                text += &format!("{cell:width$}  ");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text
    }
}

/// The number with `places` decimal places, the same on every machine.
pub fn number(value: f64, places: usize) -> String {
    format!("{value:.places$}")
}
