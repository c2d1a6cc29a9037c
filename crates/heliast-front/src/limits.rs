use std::time::Duration;

/// The limits for each client. [`Limits::default`] is for a proxy in front of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of open connections; when all are taken, the one silent for longest is closed.
    pub connections: usize,
    /// The number of open connections of one client, except trusted proxies; when all are taken, the client's
    /// connection that was silent for longest is closed.
    pub client_connections: usize,
    /// The long-term average of requests per second and client.
    pub requests_per_second: u32,
    /// The number of requests that a client may send at once.
    pub request_burst: u32,
    /// The long-term average of bytes of answers per second and client.
    pub bytes_per_second: u32,
    /// The number of bytes that a client may receive at once. The answer that exceeds them is sent
    /// completely; the next request must wait until the excess is compensated.
    pub byte_burst: u32,
    /// The time limit for a whole request header; also the time that an idle connection is kept.
    pub header_time: Duration,
    /// The time limit for a whole request body.
    pub body_time: Duration,
    /// The time for which a client may leave its answer unread before the connection is closed.
    pub write_time: Duration,
    /// The time that connections may take to finish their answers when the server stops.
    pub shutdown_time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 10_000,
            client_connections: 256,
            requests_per_second: 200,
            request_burst: 1_000,
            bytes_per_second: 64 << 20,
            byte_burst: 1 << 30,
            header_time: Duration::from_secs(15),
            body_time: Duration::from_secs(3_600),
            write_time: Duration::from_secs(30),
            shutdown_time: Duration::from_secs(30),
        }
    }
}
