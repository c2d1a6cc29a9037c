//! `heliast health`: asks a node whether all is well, for supervisors of services and containers.

use crate::{
    address::node_url,
    failure::{Code, Failure},
    numbers::count,
    report::Report,
};
use serde::Deserialize;
use std::{io::Read, time::Duration};
use ureq::Agent;

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

const MAX_ANSWER: u64 = 64 << 10;

#[derive(Deserialize)]
struct Health {
    current: u64,
    expected: u64,
    status: String,
    #[serde(default)]
    alarms: Vec<Alarm>,
}

#[derive(Deserialize)]
struct Alarm {
    kind: String,
    text: String,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let url = node_url(&self.url).ok_or_else(|| {
            Failure::new(Code::Usage, format_args!("{} is no address of a node", self.url))
                .hint("give http://HOST:PORT or HOST:PORT")
        })?;
        let base = url.trim_end_matches('/');
        let (is_well, health) = ask(&format!("{base}/health"), Duration::from_secs(self.timeout))?;
        if is_well {
            return Ok(Report::new("ok").row("round", health.current).row("expected round", health.expected));
        }
        let wrong: Vec<_> =
            health.alarms.iter().map(|alarm| format!("{}: {}", alarm.kind, alarm.text)).collect();
        let wrong = if wrong.is_empty() { health.status } else { wrong.join("; ") };
        Err(Failure::new(Code::Network, format_args!("{base} is not well: {wrong}"))
            .hint("the node's log and its page say more"))
    }
}

/// Asks a node for its health. Returns whether it says that it is well, and its answer.
fn ask(url: &str, patience: Duration) -> Result<(bool, Health), Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::new(Code::Network, format_args!("{url}: {error}"));
    let agent: Agent =
        Agent::config_builder().http_status_as_error(false).timeout_global(Some(patience)).build().into();
    let answer = agent.get(url).call().map_err(|error| failed(&error))?;
    let status = answer.status();
    let mut text = Vec::new();
    let body = answer.into_body().into_reader();
    body.take(MAX_ANSWER).read_to_end(&mut text).map_err(|error| failed(&error))?;
    let health = serde_json::from_slice(&text);
    match (status.as_u16(), health) {
        (200, Ok(health)) => Ok((true, health)),
        (503, Ok(health)) => Ok((false, health)),
        (_, Err(_)) => Err(failed(&"this is no answer of a heliast node").hint("check the address")),
        (_, Ok(_)) => Err(failed(&format_args!("the node answers {status}"))),
    }
}
