//! The folder of results: `paper.json` remembers every experiment, the rest is made from it.

use super::{
    finding::{Claim, Finding, Table},
    report,
};
use crate::machine::{self, Host};
use serde::{Deserialize, Serialize};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// One experiment's result with its origin.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The experiment's name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The machine of the measurement.
    pub machine: String,
    /// The peers, with the flags that they were built with.
    pub peers: Vec<String>,
    /// The commit that was measured.
    pub commit: String,
    /// Whether few samples were taken.
    pub quick: bool,
    /// The result.
    pub finding: Finding,
}

/// The machine and the commit of this run.
pub struct Origin {
    machine: Host,
    commit: String,
    quick: bool,
}

impl Origin {
    /// This machine and commit.
    pub fn this(quick: bool) -> Origin {
        Origin { machine: Host::this(), commit: machine::commit(), quick }
    }

    /// A line below every chart.
    pub fn subtitle(&self) -> String {
        let effort = if self.quick { ", quick run" } else { "" };
        format!("{}, commit {}{effort}", self.machine.cpu, self.commit)
    }

    /// The commit that is measured, or whose operations are counted.
    pub fn commit(&self) -> &str {
        &self.commit
    }

    /// A finding with this origin.
    pub fn record(&self, name: &str, title: &str, finding: Finding) -> Record {
        Record {
            name: name.to_owned(),
            title: title.to_owned(),
            machine: self.machine.line(),
            peers: self.machine.peers.to_vec(),
            commit: self.commit.clone(),
            quick: self.quick,
            finding,
        }
    }
}

impl Record {
    /// The file of table `index`.
    pub fn csv_name(&self, index: usize) -> String {
        match index {
            0 => format!("{}.csv", self.name),
            _ => format!("{}-{}.csv", self.name, index + 1),
        }
    }

    /// The file of a chart.
    pub fn svg_name(&self, suffix: &str) -> String {
        match suffix {
            "" => format!("{}.svg", self.name),
            _ => format!("{}-{suffix}.svg", self.name),
        }
    }

    /// The claims.
    pub fn claims(&self) -> &[Claim] {
        &self.finding.claims
    }
}

/// A folder of results, by convention `bench/results/paper`.
pub struct Folder(PathBuf);

impl Folder {
    /// The folder at a path, which need not exist yet.
    pub fn at(path: PathBuf) -> Folder {
        Folder(path)
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The results of earlier runs. A file that is missing or cannot be read counts as empty.
    pub fn records(&self) -> Vec<Record> {
        let text = fs::read_to_string(self.0.join("paper.json")).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Adds a record in the place of the one with its name, or at the place that `order` gives it,
    /// and writes everything that follows from it.
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
