//! The rules of a gate: those of its flags, and those of its file.

use super::policy::{self, networks_of};
use crate::{
    failure::{Code, Failure},
    report::Report,
    reports::GateChecked,
};
use heliast_gate::{Rule, Rules};
use ipnet::IpNet;
use std::path::PathBuf;

/// The flags. All of them are rules, of which the first that holds decides: those that keep out, the file's,
/// those that let in.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    /// A file with rules by path, method, user agent, network and crawler: `heliast gate --check` reports
    /// mistakes in it, and SIGHUP makes the gate read it again
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// Paths that are open too, with everything below them
    #[arg(long, value_name = "PATH,...", value_delimiter = ',', value_parser = path)]
    open: Vec<String>,
    /// Paths that are closed, with everything below them
    #[arg(long, value_name = "PATH,...", value_delimiter = ',', value_parser = path)]
    close: Vec<String>,
    /// Addresses that are let in: 192.0.2.0/24
    #[arg(long, value_name = "CIDR,...", value_delimiter = ',', value_parser = policy::network)]
    allow: Vec<IpNet>,
    /// Addresses that are kept out
    #[arg(long, value_name = "CIDR,...", value_delimiter = ',', value_parser = policy::network)]
    deny: Vec<IpNet>,
    /// Files with addresses that are let in, such as those that operators of crawlers publish: JSON with
    /// ipv4Prefix and ipv6Prefix, or a network in each line
    #[arg(long, value_name = "FILE,...", value_delimiter = ',')]
    allow_from: Vec<PathBuf>,
    /// Files with addresses that are kept out
    #[arg(long, value_name = "FILE,...", value_delimiter = ',')]
    deny_from: Vec<PathBuf>,
}

fn path(text: &str) -> Result<String, String> {
    policy::checked_path(text).map(str::to_owned)
}

impl RuleArgs {
    /// Whether some rules are in files, which may change.
    pub fn are_in_files(&self) -> bool {
        self.policy.is_some() || !self.allow_from.is_empty() || !self.deny_from.is_empty()
    }

    /// The rules, for a gate whose lowest price is `floor`; or the fault in a file.
    pub fn read(&self, floor: u64) -> Result<Rules, String> {
        let mut rules = Rules::default();
        self.open.iter().for_each(|path| rules.open(path));
        self.close.iter().for_each(|path| rules.close(path));
        rules.allow(all(&self.allow, &self.allow_from)?);
        rules.deny(all(&self.deny, &self.deny_from)?);
        if let Some(path) = &self.policy {
            policy::read(path, floor)?.into_iter().for_each(|rule| rules.add(rule));
        }
        Ok(rules)
    }

    /// The same, as a failure of the verb.
    pub fn rules(&self, floor: u64) -> Result<Rules, Failure> {
        let failure = |error| Failure::new(Code::Malformed, error);
        self.read(floor)
            .map_err(|error| failure(error).hint("correct the file; `heliast gate --check` looks again"))
    }
}

/// Some networks, and those of files.
fn all(networks: &[IpNet], files: &[PathBuf]) -> Result<Vec<IpNet>, String> {
    let mut found = networks.to_vec();
    for path in files {
        found.extend(networks_of(path)?);
    }
    Ok(found)
}

/// The rules that apply, in their order.
pub fn shown(rules: &Rules) -> Report {
    let rules: Vec<String> = rules.all().map(Rule::to_string).collect();
    let last = "all else: pay";
    let lines = rules.iter().map(String::as_str).chain([last]).collect::<Vec<_>>().join("\n");
    Report::of(lines, &GateChecked { rules })
}
