use std::time::Duration;

/// The limits for each client. [`Limits::default`] is the specification's (spec/http.md); tests use
/// smaller ones.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time for a whole request header to arrive; also the time for which an idle connection is kept.
    pub header_time: Duration,
    /// The most bytes of a request header; at least 8192.
    pub header_bytes: usize,
    /// The time for a whole request body to arrive.
    pub body_time: Duration,
    /// The most bytes of a request body.
    pub body_bytes: usize,
    /// The time for which a client may leave its answer unread before the connection is closed.
    pub write_time: Duration,
    /// The most open connections; when all are taken, the one that has been silent for longest is closed.
    pub connections: usize,
    /// The most open connections of one client, except for trusted proxies; when all are taken, the client's
    /// connection that has been silent for longest is closed.
    pub client_connections: usize,
    /// The most open event streams.
    pub streams: usize,
    /// The most open event streams of one client.
    pub client_streams: usize,
    /// The most requests that wait for the next round; further ones are asked to try again.
    pub waiting: usize,
    /// The most requests of one client that wait for the next round.
    pub client_waiting: usize,
    /// Requests per second and client, in the long run.
    pub requests_per_second: u32,
    /// The most requests that a client may send at once.
    pub request_burst: u32,
    /// Bytes of answers per second and client, in the long run, before they are compressed.
    pub bytes_per_second: u32,
    /// The most bytes that a client may take at once. An answer that exceeds them is sent to its end, and the
    /// next request must wait accordingly longer.
    pub byte_burst: u32,
    /// The most bytes of rounds in one answer, which then refers to the next one; at least one round is
    /// always sent.
    pub answer_bytes: usize,
    /// The time for which connections may finish their answers when the node shuts down.
    pub shutdown_time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            header_time: Duration::from_secs(5),
            header_bytes: 16 << 10,
            body_time: Duration::from_secs(10),
            body_bytes: 64 << 10,
            write_time: Duration::from_secs(30),
            connections: 512,
            client_connections: 64,
            streams: 256,
            client_streams: 32,
            waiting: 256,
            client_waiting: 64,
            requests_per_second: 50,
            request_burst: 200,
            bytes_per_second: 4 << 20,
            byte_burst: 64 << 20,
            answer_bytes: 4 << 20,
            shutdown_time: Duration::from_secs(5),
        }
    }
}

impl Limits {
    /// The limits that are independent of the content of answers.
    pub(super) fn front(&self) -> heliast_front::Limits {
        heliast_front::Limits {
            connections: self.connections,
            client_connections: self.client_connections,
            requests_per_second: self.requests_per_second,
            request_burst: self.request_burst,
            bytes_per_second: self.bytes_per_second,
            byte_burst: self.byte_burst,
            header_time: self.header_time,
            body_time: self.body_time,
            write_time: self.write_time,
            shutdown_time: self.shutdown_time,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clients are written for the specification, not for this program.
    #[test]
    fn the_default_limits_are_those_of_the_specification() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/http.md");
        let spec = std::fs::read_to_string(path).unwrap().replace('\n', " ");
        let limits = Limits::default();
        for words in [
            format!(
                "Request header {} s to arrive and {} KiB",
                limits.header_time.as_secs(),
                limits.header_bytes >> 10
            ),
            format!("body {} KiB and {} s", limits.body_bytes >> 10, limits.body_time.as_secs()),
            format!("{} connections, {} of one client", limits.connections, limits.client_connections),
            format!("{} streams, {} of one client", limits.streams, limits.client_streams),
            format!("{} MiB/s with bursts of {} MiB", limits.bytes_per_second >> 20, limits.byte_burst >> 20),
            format!("{} requests that wait, {} of one client", limits.waiting, limits.client_waiting),
            format!("{} requests/s with bursts of {}", limits.requests_per_second, limits.request_burst),
            format!("left unread for {} s", limits.write_time.as_secs()),
            format!("at most 100 and some {} MiB", limits.answer_bytes >> 20),
        ] {
            assert!(spec.contains(&words), "{words}");
        }
    }
}
