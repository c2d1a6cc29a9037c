//! Counts for the operator, in Prometheus' text format, over HTTP.

use serde_json::Value;
use std::{
    fmt::Write as _,
    io::{self, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// A reader that sends or receives more slowly is disconnected.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest head of a request.
const LONGEST: usize = 4096;

/// Counts since the start, and the current state.
#[derive(Debug, Default)]
pub struct Counts {
    /// Draws that are in a block.
    pub drawn: AtomicU64,
    /// Delays that are proved.
    pub evaluated: AtomicU64,
    /// Claims, and disputes of claims, that are in a block.
    pub claimed: AtomicU64,
    /// Proofs, and settled claims, that are in a block.
    pub fulfilled: AtomicU64,
    /// Rounds whose entropy has changed.
    pub reorganised: AtomicU64,
    /// Claims of others that could not be evaluated before they can be settled.
    pub late: AtomicU64,
    /// Transactions that were sent again for more.
    pub replaced: AtomicU64,
    /// Evaluations and transactions that failed.
    pub failed: AtomicU64,
    /// Steps that failed because of the node.
    pub troubles: AtomicU64,
    /// Squarings that were done.
    pub squarings: Arc<AtomicU64>,
    block: AtomicU64,
    open: AtomicU64,
    running: AtomicU64,
}

impl Counts {
    /// Notes the newest block, the number of open rounds, and the number of running delays.
    pub fn set(&self, block: u64, open: usize, running: usize) {
        self.block.store(block, Ordering::Relaxed);
        self.open.store(open as u64, Ordering::Relaxed);
        self.running.store(running as u64, Ordering::Relaxed);
    }

    /// Names, kinds, meanings and values.
    fn all(&self) -> [(&'static str, &'static str, &'static str, &AtomicU64); 13] {
        [
            ("drawn_total", "counter", "Draws that are in a block", &self.drawn),
            ("evaluated_total", "counter", "Delays that are proved", &self.evaluated),
            (
                "claimed_total",
                "counter",
                "Claims, and disputes of claims, that are in a block",
                &self.claimed,
            ),
            (
                "fulfilled_total",
                "counter",
                "Proofs, and settled claims, that are in a block",
                &self.fulfilled,
            ),
            ("reorganised_total", "counter", "Rounds whose entropy has changed", &self.reorganised),
            ("late_total", "counter", "Claims that cannot be checked in time", &self.late),
            ("replaced_total", "counter", "Transactions that were sent again for more", &self.replaced),
            ("failed_total", "counter", "Evaluations and transactions that failed", &self.failed),
            (
                "troubles_total",
                "counter",
                "Looks at the chain that failed because of the node",
                &self.troubles,
            ),
            ("squarings_total", "counter", "Squarings that were done", &self.squarings),
            ("block", "gauge", "The newest block that was seen", &self.block),
            ("open_rounds", "gauge", "Open rounds that are worked on", &self.open),
            ("running_delays", "gauge", "Delays that are evaluated now", &self.running),
        ]
    }

    /// The counts since the start, for the last event.
    pub fn to_json(&self) -> Value {
        let counters = self.all().into_iter().filter(|(_, kind, ..)| *kind == "counter");
        let named = counters.map(|(name, _, _, value)| {
            (name.trim_end_matches("_total").to_owned(), value.load(Ordering::Relaxed).into())
        });
        Value::Object(named.collect())
    }

    /// The counts in Prometheus' text format.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, kind, help, value) in self.all() {
            let (name, value) = (format!("heliast_fulfil_{name}"), value.load(Ordering::Relaxed));
            // Writing to a string does not fail.
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
        text
    }
}

/// Answers `GET /metrics` at an address, on its own thread, as long as the program runs. Returns the address,
/// which differs if port 0 was given.
///
/// # Errors
/// Errors of the system: the address is in use, or not one of this machine.
pub fn serve(address: SocketAddr, counts: Arc<Counts>) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(address)?;
    let bound = listener.local_addr()?;
    thread::Builder::new().name("metrics".to_owned()).spawn(move || {
        // One reader after the other: there is one Prometheus, and it asks every few seconds.
        for stream in listener.incoming() {
            // A reader that hangs up is dropped. If sockets run out, wait for some time.
            match stream {
                Ok(stream) => drop(answer(stream, &counts)),
                Err(_) => thread::sleep(PATIENCE),
            }
        }
    })?;
    Ok(bound)
}

fn answer(mut stream: TcpStream, counts: &Counts) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let began = Instant::now();
    let mut head = Vec::new();
    let mut part = [0; 512];
    while head.len() < LONGEST && began.elapsed() < PATIENCE && !head.windows(4).any(|end| end == b"\r\n\r\n")
    {
        match stream.read(&mut part)? {
            0 => return Ok(()),
            read => head.extend_from_slice(&part[..read]),
        }
    }
    let target = head.split(|byte| *byte == b' ').nth(1).unwrap_or_default();
    let (status, body) = match (head.starts_with(b"GET "), target) {
        (true, b"/metrics" | b"/") => ("200 OK", counts.text()),
        (true, _) => ("404 Not Found", "see /metrics\n".to_owned()),
        _ => ("405 Method Not Allowed", "only GET\n".to_owned()),
    };
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    let len = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(address: SocketAddr, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request).unwrap();
        let mut text = String::new();
        // A server that closes early may reset the connection.
        let _ = stream.read_to_string(&mut text);
        text
    }

    #[test]
    fn counts_are_served_and_nothing_else() {
        let counts = Arc::new(Counts::default());
        counts.fulfilled.store(3, Ordering::Relaxed);
        counts.set(17, 2, 1);
        let address = serve("127.0.0.1:0".parse().unwrap(), counts).unwrap();
        // A reader that sends nothing and leaves, and one that sends without an end, do not block other
        // readers.
        drop(TcpStream::connect(address).unwrap());
        asked(address, &b"GET /".repeat(4 * LONGEST));
        let text = asked(address, b"GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n");
        assert!(text.starts_with("HTTP/1.1 200 OK\r\n"), "{text}");
        for line in [
            "# TYPE heliast_fulfil_fulfilled_total counter",
            "heliast_fulfil_fulfilled_total 3",
            "heliast_fulfil_block 17",
            "heliast_fulfil_open_rounds 2",
            "heliast_fulfil_running_delays 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is missing: {text}");
        }
        assert!(asked(address, b"GET /else HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
        assert!(asked(address, b"POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
        assert!(serve(address, Arc::default()).is_err());
    }
}
