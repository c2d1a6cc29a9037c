//! The limits for a client of a gate: those of a node's limits that are independent of the content.

use heliast_gate::Limits;
use std::time::Duration;

/// The flags.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct GateLimitArgs {
    /// Open connections; when all are taken, the one that was silent for longest is closed
    #[arg(long, value_name = "N", default_value_t = count(Limits::default().connections),
        value_parser = clap::value_parser!(u32).range(1..=100_000), hide_short_help = true)]
    limits_connections: u32,
    /// Open connections of one client
    #[arg(long, value_name = "N", default_value_t = count(Limits::default().client_connections),
        value_parser = clap::value_parser!(u32).range(1..=100_000), hide_short_help = true)]
    limits_client_connections: u32,
    /// Requests per second of one client, in the long run
    #[arg(long, value_name = "N", default_value_t = Limits::default().requests_per_second,
        value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true)]
    limits_requests_per_second: u32,
    /// Requests of one client at once
    #[arg(long, value_name = "N", default_value_t = Limits::default().request_burst,
        value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true)]
    limits_request_burst: u32,
    /// Bytes per second of one client, in the long run
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().bytes_per_second,
        value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true)]
    limits_bytes_per_second: u32,
    /// Bytes of one client at once
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().byte_burst,
        value_parser = clap::value_parser!(u32).range(1..), hide_short_help = true)]
    limits_byte_burst: u32,
    /// Seconds for a request's header to arrive, and for which an idle connection is kept
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().header_time.as_secs(),
        value_parser = clap::value_parser!(u64).range(1..=3600), hide_short_help = true)]
    limits_header_seconds: u64,
    /// Seconds for a request's body to arrive
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().body_time.as_secs(),
        value_parser = clap::value_parser!(u64).range(1..=3600), hide_short_help = true)]
    limits_body_seconds: u64,
    /// Seconds for which a client may leave its answer unread
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().write_time.as_secs(),
        value_parser = clap::value_parser!(u64).range(1..=3600), hide_short_help = true)]
    limits_write_seconds: u64,
    /// Seconds for which answers may be finished when the gate stops
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().shutdown_time.as_secs(),
        value_parser = clap::value_parser!(u64).range(0..=3600), hide_short_help = true)]
    limits_shutdown_seconds: u64,
}

impl GateLimitArgs {
    /// The limits for the gate.
    pub fn limits(&self) -> Limits {
        Limits {
            connections: self.limits_connections as usize,
            client_connections: self.limits_client_connections as usize,
            requests_per_second: self.limits_requests_per_second,
            request_burst: self.limits_request_burst,
            bytes_per_second: self.limits_bytes_per_second,
            byte_burst: self.limits_byte_burst,
            header_time: Duration::from_secs(self.limits_header_seconds),
            body_time: Duration::from_secs(self.limits_body_seconds),
            write_time: Duration::from_secs(self.limits_write_seconds),
            shutdown_time: Duration::from_secs(self.limits_shutdown_seconds),
        }
    }
}

fn count(limit: usize) -> u32 {
    u32::try_from(limit).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{CommandFactory, Parser};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        limits: GateLimitArgs,
    }

    /// heliast-gate tests that each limit has an effect.
    #[test]
    fn every_flag_is_one_limit_of_the_gate() {
        let limits = |args: &[&str]| Line::parse_from(args.iter()).limits.limits();
        assert_eq!(limits(&["gate"]), Limits::default());
        let command = Line::command();
        let flags: Vec<String> = command
            .get_arguments()
            .filter_map(|arg| arg.get_long())
            .map(|long| format!("--{long}"))
            .collect();
        let mut found: Vec<String> = Vec::new();
        for flag in flags.iter().filter(|flag| flag.starts_with("--limits-")) {
            let told = format!("{:?}", limits(&["gate", flag, "7"]));
            assert_ne!(told, format!("{:?}", Limits::default()), "{flag} does nothing");
            assert!(!found.contains(&told), "{flag} does what another one does");
            found.push(told);
        }
        assert_eq!(found.len(), 10);
    }
}
