//! `kill -9` at random moments: no served round is lost or changed, and the chain never begins again.
//! `HELIAST_KILLS` sets the number of kills.

use serde_json::Value;
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

const PERIOD: &str = "0.2";
/// The longest wait of a test for an expected event, on any machine under any load.
const PATIENCE: Duration = Duration::from_secs(600);

/// The program, with the witnesses of keys next to the data directory instead of in the user's
/// home.
fn heliast(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heliast"));
    command.env("XDG_STATE_HOME", data.with_file_name("state")).env_remove("XDG_RUNTIME_DIR");
    command
}

/// A running beacon. Killed when dropped.
struct Beacon {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Beacon {
    fn start(data: &Path) -> Beacon {
        let mut child = heliast(data)
            .args([
                "up",
                "--json",
                "--period",
                PERIOD,
                "--vrf",
                "x-vrf-5",
                "--listen",
                "127.0.0.1:0",
                "--data",
            ])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Beacon { child, lines }
    }

    /// The line that says that it has started.
    fn started(&mut self) -> Value {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        let started: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("not started: {line}"));
        assert_eq!(started["event"], "started", "{started}");
        started
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Beacon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The JSON at an address, or `None` without an answer.
fn get(address: &str, path: &str) -> Option<Value> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    head.starts_with("HTTP/1.1 200").then(|| serde_json::from_str(body).ok()).flatten()
}

fn address(started: &Value) -> String {
    started["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned()
}

/// Random milliseconds below `limit`.
fn random_ms(state: &mut u64, limit: u64) -> Duration {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    Duration::from_millis((*state >> 33) % limit)
}

#[test]
fn kills_lose_nothing_that_was_served() {
    let kills: u32 = std::env::var("HELIAST_KILLS").map_or(20, |text| text.parse().unwrap());
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let mut random = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
    println!("seed {random}");
    let mut served: BTreeMap<u64, Value> = BTreeMap::new();
    let mut chain = None;
    for kill in 0..kills {
        let mut beacon = Beacon::start(&data);
        if kill % 10 == 9 {
            // A kill during the start: opening, calibrating or recovering.
            thread::sleep(random_ms(&mut random, 300));
            beacon.kill();
            continue;
        }
        let started = beacon.started();
        assert_eq!(*chain.get_or_insert(started["chain"].clone()), started["chain"], "another chain");
        // The round by its number on the chain: this route numbers rounds by their period, and
        // skips some.
        let last_served =
            served.values().filter_map(|round| round["heliast_round"].as_u64()).max().unwrap_or(0);
        assert!(started["latest"].as_u64().unwrap() >= last_served, "{started} after round {last_served}");
        let address = address(&started);
        let began = Instant::now();
        let until = began + random_ms(&mut random, 1_000);
        // Every other time the loop waits for two new rounds, however slow the machine is.
        let wanted = if kill % 2 == 0 { served.len() + 2 } else { 0 };
        while Instant::now() < until || served.len() < wanted {
            assert!(began.elapsed() < PATIENCE, "no round is made");
            if let Some(latest) = get(&address, "/public/latest") {
                let round = latest["round"].as_u64().unwrap();
                assert_eq!(
                    *served.entry(round).or_insert_with(|| latest.clone()),
                    latest,
                    "round {round} changed"
                );
            }
            thread::sleep(Duration::from_millis(30));
        }
        beacon.kill();
    }

    let mut beacon = Beacon::start(&data);
    let address = address(&beacon.started());
    assert!(served.len() >= kills as usize, "only {} rounds were served", served.len());
    for (round, expected) in &served {
        let deadline = Instant::now() + PATIENCE;
        let again = loop {
            match get(&address, &format!("/public/{round}")) {
                Some(answer) => break answer,
                // The rate limit refused the request.
                None if Instant::now() < deadline => thread::sleep(Duration::from_millis(100)),
                None => panic!("round {round} is not served any more"),
            }
        };
        assert_eq!(again, *expected, "round {round}");
    }
    beacon.kill();
    let verified = Command::new(env!("CARGO_BIN_EXE_heliast")).arg("verify").arg(&data).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}

#[test]
fn a_second_beacon_on_the_same_directory_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let mut first = Beacon::start(&data);
    first.started();
    let second =
        heliast(&data).args(["up", "--listen", "127.0.0.1:0", "--data"]).arg(&data).output().unwrap();
    assert_eq!(second.status.code(), Some(6));
    let message = String::from_utf8(second.stderr).unwrap();
    assert!(message.starts_with("error: another heliast is running on "), "{message}");
    assert!(message.contains("\nhint: "), "{message}");
}

#[test]
fn flags_that_contradict_the_chain_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let up = |flags: &[&str]| {
        let mut command = heliast(&data);
        command.args(["up", "--rounds", "1", "--listen", "127.0.0.1:0", "--data"]).arg(&data).args(flags);
        command.output().unwrap().status.code()
    };
    assert_eq!(up(&["--period", PERIOD, "--participants", "3"]), Some(0));
    assert_eq!(up(&[]), Some(0));
    assert_eq!(up(&["--participants", "3"]), Some(0));
    assert_eq!(up(&["--participants", "4"]), Some(2));
    assert_eq!(up(&["--period", "5"]), Some(2));
    // The next start finishes a first start that ended between the chain and the keys' final name.
    std::fs::rename(data.join("keys.json"), data.join("keys.json.new")).unwrap();
    assert_eq!(up(&[]), Some(0));
    assert!(data.join("keys.json").exists() && !data.join("keys.json.new").exists());
    std::fs::remove_file(data.join("chain.redb")).unwrap();
    assert_eq!(up(&[]), Some(6), "keys whose chain is gone");
}
