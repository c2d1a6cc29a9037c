//! The settings of the layer in front of the API: trusted proxies, and limits.

use crate::failure::{Code, Failure};
use heliast_http::{Front, Limits, Network, Proxies, ProxyHeader};
use std::time::Duration;

/// The flags.
#[derive(Debug, clap::Args)]
pub struct FrontArgs {
    #[command(flatten)]
    proxies: ProxyArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The client of a request.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Clients")]
pub struct ProxyArgs {
    /// Proxies that are trusted to name the client of a request: addresses or networks such as 10.0.0.0/8
    #[arg(long, value_name = "CIDR,...", value_delimiter = ',')]
    trusted_proxies: Vec<Network>,
    /// The header that these proxies write: x-forwarded-for or forwarded. The other one is not read [default:
    /// x-forwarded-for]
    #[arg(long, value_name = "HEADER")]
    proxy_header: Option<ProxyHeader>,
}

/// The limits for a client.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
struct LimitArgs {
    /// Open connections; when all are taken, the one that was silent for longest is closed
    #[arg(long, value_name = "N", default_value_t = count(Limits::default().connections),
        value_parser = clap::value_parser!(u32).range(1..=100_000), hide_short_help = true)]
    limits_connections: u32,
    /// Open connections of one client
    #[arg(long, value_name = "N", default_value_t = count(Limits::default().client_connections),
        value_parser = clap::value_parser!(u32).range(1..=100_000), hide_short_help = true)]
    limits_client_connections: u32,
    /// Open event streams
    #[arg(long, value_name = "N", default_value_t = count(Limits::default().streams),
        value_parser = clap::value_parser!(u32).range(0..=100_000), hide_short_help = true)]
    limits_streams: u32,
    /// Open event streams of one client
    #[arg(long, value_name = "N", default_value_t = count(Limits::default().client_streams),
        value_parser = clap::value_parser!(u32).range(0..=100_000), hide_short_help = true)]
    limits_client_streams: u32,
    /// Requests that wait for the next round
    #[arg(long, value_name = "N", default_value_t = count(Limits::default().waiting),
        value_parser = clap::value_parser!(u32).range(0..=100_000), hide_short_help = true)]
    limits_waiting: u32,
    /// Requests of one client that wait for the next round
    #[arg(long, value_name = "N", default_value_t = count(Limits::default().client_waiting),
        value_parser = clap::value_parser!(u32).range(0..=100_000), hide_short_help = true)]
    limits_client_waiting: u32,
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
    /// Seconds for which answers may be finished when the node stops
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().shutdown_time.as_secs(),
        value_parser = clap::value_parser!(u64).range(0..=3600), hide_short_help = true)]
    limits_shutdown_seconds: u64,
}

impl FrontArgs {
    /// Like [`ProxyArgs::check`].
    pub fn check(&self) -> Result<(), Failure> {
        self.proxies.check()
    }

    /// The settings for the server.
    pub fn front(&self) -> Front {
        Front { limits: self.limits.limits(), proxies: self.proxies.proxies() }
    }
}

impl ProxyArgs {
    /// Refuses a header of proxies if no proxies are trusted. This is not a rule of clap: either
    /// setting may be in the file, which clap does not check.
    pub fn check(&self) -> Result<(), Failure> {
        if self.proxy_header.is_none() || !self.trusted_proxies.is_empty() {
            return Ok(());
        }
        let failure = Failure::new(Code::Usage, "proxy-header needs trusted-proxies: nobody's word counts");
        Err(failure.hint("say with --trusted-proxies whose it is, or leave proxy-header out"))
    }

    /// Whether any proxies are trusted.
    pub fn are_trusted(&self) -> bool {
        !self.trusted_proxies.is_empty()
    }

    /// The trusted proxies.
    pub fn proxies(&self) -> Proxies {
        Proxies::new(self.trusted_proxies.clone(), self.proxy_header.unwrap_or_default())
    }
}

impl LimitArgs {
    fn limits(&self) -> Limits {
        Limits {
            connections: self.limits_connections as usize,
            client_connections: self.limits_client_connections as usize,
            streams: self.limits_streams as usize,
            client_streams: self.limits_client_streams as usize,
            waiting: self.limits_waiting as usize,
            client_waiting: self.limits_client_waiting as usize,
            requests_per_second: self.limits_requests_per_second,
            request_burst: self.limits_request_burst,
            bytes_per_second: self.limits_bytes_per_second,
            byte_burst: self.limits_byte_burst,
            header_time: Duration::from_secs(self.limits_header_seconds),
            body_time: Duration::from_secs(self.limits_body_seconds),
            write_time: Duration::from_secs(self.limits_write_seconds),
            shutdown_time: Duration::from_secs(self.limits_shutdown_seconds),
            ..Limits::default()
        }
    }
}

fn count(limit: usize) -> u32 {
    u32::try_from(limit).unwrap_or(u32::MAX)
}
