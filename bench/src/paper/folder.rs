//! The folder of results: `paper.json` contains every experiment, and the other files are generated from it.

use super::{finding::Table, record::Record, report};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A folder of results, by convention `bench/results/paper`.
pub struct Folder(PathBuf);

impl Folder {
    /// Returns the folder at a path, which need not exist yet.
    pub fn at(path: PathBuf) -> Folder {
        Folder(path)
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the results of earlier runs. A file that is missing or cannot be read counts as empty.
    pub fn records(&self) -> Vec<Record> {
        let text = fs::read_to_string(self.0.join("paper.json")).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Replaces the record with the same name, or inserts the record at its place in `order`, and writes all
    /// files that depend on it.
    pub fn add(&self, record: Record, order: &[&str]) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        let origin = [("commit", record.commit.as_str()), ("machine", record.machine.as_str())];
        for (index, table) in record.finding.tables.iter().enumerate() {
            self.write(&record.csv_name(index), &Table::csv(table, &origin))?;
        }
        for chart in &record.finding.charts {
            self.write(&record.svg_name(&chart.suffix), &chart.svg)?;
        }
        let mut records = self.records();
        records.retain(|old| old.name != record.name && order.contains(&old.name.as_str()));
        records.push(record);
        records.sort_by_key(|record| order.iter().position(|name| *name == record.name));
        let json = serde_json::to_string_pretty(&records).expect("strings") + "\n";
        self.write("paper.json", &json)?;
        self.write("README.md", &report::markdown(&records))
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        fs::write(self.0.join(name), text)
    }
}
