use std::time::Duration;

/// The limits for each client. [`Limits::default`] is for a proxy in front of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Open connections; when all are taken, the one silent for longest gives way.
    pub connections: usize,
    /// Open connections of one client, but for proxies that are trusted; when all are taken, that of its own
    /// which was silent for longest gives way.
    pub client_connections: usize,
    /// Requests per second and client, in the long run.
    pub requests_per_second: u32,
    /// Requests that a client may send at once.
    pub request_burst: u32,
    /// Bytes of answers per second and client, in the long run.
    pub bytes_per_second: u32,
    /// Bytes that a client may take at once. The answer that exceeds them is sent to its end; the next
    /// request waits until they are made up for.
    pub byte_burst: u32,
    /// Time for a whole request header to arrive; also the time that an idle connection is kept.
    pub header_time: Duration,
    /// Time for a whole request body to arrive.
    pub body_time: Duration,
    /// Time for which a client may leave its answer unread before the connection is closed.
    pub write_time: Duration,
    /// Time for which connections may finish their answers when the server ends.
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
