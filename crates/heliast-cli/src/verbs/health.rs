//! `heliast health`: asks a node whether all is well, for supervisors of services and containers.

use crate::{
    failure::{Code, Failure},
    numbers::count,
    report::Report,
    reports::Healthy,
};
use heliast_client::Settings;
use heliast_verify::{node_of, node_url};
use std::time::Duration;

/// Ask a node whether all is well
///
/// Exits with 0 if the chain keeps up with its clock and nothing is wrong. Otherwise it says what is
/// wrong, and exits with 5.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The node: http://HOST:PORT or HOST:PORT
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:7070")]
    url: String,
    /// Seconds to wait for the answer
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = count::<u64>(1..=300))]
    timeout: u64,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let url = node_url(&self.url).ok_or_else(|| {
            Failure::new(Code::Usage, format_args!("{} is not an address of a node", self.url))
                .hint("give http://HOST:PORT or HOST:PORT")
        })?;
        let time = Duration::from_secs(self.timeout);
        let settings = Settings { connect_time: time, answer_time: time, ..Settings::default() };
        let node = node_of(&url, settings)?;
        let health = node.health().map_err(|error| Failure::new(Code::Network, &error).hint(error.hint()))?;
        if health.is_well {
            let said = Healthy { round: health.current, expected_round: health.expected };
            return Ok(Report::of("ok", &said).show(&["round", "expected_round"]));
        }
        let wrong: Vec<_> =
            health.alarms.iter().map(|alarm| format!("{}: {}", alarm.kind, alarm.text)).collect();
        let wrong = if wrong.is_empty() { health.status } else { wrong.join("; ") };
        Err(Failure::new(Code::Network, format_args!("{node} is not well: {wrong}"))
            .hint("the node's log and its page say more"))
    }
}
