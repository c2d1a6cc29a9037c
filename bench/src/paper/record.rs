//! One experiment's result, with its origin.

use super::finding::{Claim, Finding};
use crate::machine::{self, Host};
use serde::{Deserialize, Serialize};

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

/// The machine and the commit of a run.
pub struct Origin {
    machine: Host,
    commit: String,
    quick: bool,
}

impl Origin {
    /// Returns this machine and commit.
    pub fn this(quick: bool) -> Origin {
        Origin { machine: Host::this(), commit: machine::commit(), quick }
    }

    /// Returns the line below every chart.
    pub fn subtitle(&self) -> String {
        let effort = if self.quick { ", quick run" } else { "" };
        format!("{}, commit {}{effort}", self.machine.cpu, self.commit)
    }

    /// Returns the commit that is measured, or whose operations are counted.
    pub fn commit(&self) -> &str {
        &self.commit
    }

    /// Returns a record of a finding with this origin.
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
    /// Returns the file name of table `index`.
    pub fn csv_name(&self, index: usize) -> String {
        match index {
            0 => format!("{}.csv", self.name),
            _ => format!("{}-{}.csv", self.name, index + 1),
        }
    }

    /// Returns the file name of a chart.
    pub fn svg_name(&self, suffix: &str) -> String {
        match suffix {
            "" => format!("{}.svg", self.name),
            _ => format!("{}-{suffix}.svg", self.name),
        }
    }

    /// Returns the claims.
    pub fn claims(&self) -> &[Claim] {
        &self.finding.claims
    }
}
