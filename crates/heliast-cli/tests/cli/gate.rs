//! `heliast gate`: its requirements for options and files, and a restart by SIGTERM that keeps the directory.

use crate::run::{PATIENCE, Place};
use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    thread,
    time::Instant,
};

const SITE: &str = "gate --upstream http://127.0.0.1:1 --listen 127.0.0.1:0 --floor 1 --ceiling 1";

#[test]
fn what_becomes_of_stamps_without_redis_is_said() {
    let place = Place::new();
    let refused = |more: &str| place.run(&format!("{SITE} {more}")).failed(2).to_owned();
    assert!(refused("--redis redis://127.0.0.1:1").contains("--redis-down"));
    assert!(refused("--redis-down admit").contains("--redis"));
    assert!(refused("--redis redis://127.0.0.1:1 --redis-down open").contains("refuse or admit"));
    let message = refused("--redis http://127.0.0.1:1 --redis-down refuse");
    assert!(message.contains("not an address of a Redis"), "{message}");
}

#[test]
fn lists_of_networks() {
    let place = Place::new();
    place.write("bad", "192.0.2.0/24\nexample.org\n");
    let message = place.run(&format!("{SITE} --allow-from bad")).failed(3).to_owned();
    assert!(message.contains("\"example.org\" is not a network"), "{message}");
    place.run(&format!("{SITE} --deny-from none")).failed(3);
    // The file as after a failed download.
    place.write("empty", "# nothing\n\n");
    place.write("json", r#"{"prefixes": []}"#);
    for (flags, file) in
        [("--allow-from empty", "empty"), ("--deny-from empty", "empty"), ("--allow-from json", "json")]
    {
        assert_eq!(place.run(&format!("{SITE} {flags}")).failed(3), format!("no network in {file}"));
    }
}

#[test]
fn an_option_that_would_do_nothing_is_refused() {
    let place = Place::new();
    let asked =
        "gate --forward-auth caddy --trusted-proxies 127.0.0.1 --listen 127.0.0.1:0 --floor 1 --ceiling 1";
    for (more, said) in [
        ("--upgrade websocket", "upgrades no connection"),
        ("--previews", "knows no site to preview"),
        ("--upstream http://127.0.0.1:1", "passes nothing on"),
    ] {
        let message = place.run(&format!("{asked} {more}")).failed(2).to_owned();
        assert!(message.contains(said), "{more}: {message}");
    }
    // The same holds in the file.
    place.write("asked.toml", "upgrade = \"websocket\"\n");
    let message = place.run(&format!("{asked} --config asked.toml")).failed(2).to_owned();
    assert!(message.contains("upgrades no connection"), "{message}");
}

/// Files without an end, files without a writer, long files, and lists that take long to sort.
#[test]
fn policies_that_would_keep_a_gate_busy() {
    let place = Place::new();
    let check = |more: &str| place.run(&format!("gate --check {more}"));
    let refused = |more: &str, said: &str| {
        let message = check(more).failed(3).to_owned();
        assert!(message.contains(said), "{more}: {message}");
    };
    place.write("long", " ".repeat((1 << 20) + 1));
    refused("--policy long", "longer than 1048576 bytes");
    refused("--policy .", "not a regular file");
    let networks = File::create(place.path("networks")).unwrap();
    networks.set_len((16 << 20) + 1).unwrap();
    refused("--deny-from networks", "longer than 16777216 bytes");
    place.write("from", "[[rule]]\naction = \"deny\"\nnetwork-from = \"networks\"\n");
    refused("--policy from", "longer than 16777216 bytes");
    #[cfg(unix)]
    {
        for more in ["--policy /dev/zero", "--allow-from /dev/zero"] {
            refused(more, "not a regular file");
        }
        let fifo = place.path("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        refused("--policy fifo", "not a regular file");
        place.write("of-fifo", "[[rule]]\naction = \"deny\"\nnetwork-from = \"fifo\"\n");
        refused("--policy of-fifo", "not a regular file");
    }
    place.write("odd", [0xff]);
    refused("--policy odd", "utf-8");
    // As many networks as fit into a file, none of which touches another.
    let each = |i: u32| format!("\"{}\"", Ipv4Addr::from(2 * i));
    let list = (0..50_000).map(each).collect::<Vec<_>>().join(",");
    place.write("many", format!("[[rule]]\naction = \"deny\"\nnetwork = [{list}]\n"));
    place.ok("gate --check --policy many");
}

/// A running gate and its address.
struct Gate(Child, SocketAddr);

impl Gate {
    fn start(place: &Place, upstream: SocketAddr, listen: &str, more: &str) -> Gate {
        let line = format!(
            "gate --json --upstream http://{upstream} --listen {listen} --floor 1 --ceiling 1 --data kept {more}"
        );
        let mut command: Command = place.command(&line);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let address = told(&mut child);
        Gate(child, address)
    }
}

/// The address that a gate prints when it serves.
fn told(gate: &mut Child) -> SocketAddr {
    let mut line = String::new();
    BufReader::new(gate.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said: serde_json::Value = serde_json::from_str(&line).unwrap();
    said["url"].as_str().unwrap().trim_start_matches("http://").parse().unwrap()
}

impl Drop for Gate {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The status of an answer.
fn ask(address: SocketAddr, path: &str) -> u16 {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: site\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

/// A site that answers every request with 200.
fn site() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            thread::spawn(move || {
                let mut stream = stream.unwrap();
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    let mut byte = [0];
                    if stream.read(&mut byte).unwrap_or(0) == 0 {
                        return;
                    }
                    head.push(byte[0]);
                }
                let _ =
                    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            });
        }
    });
    address
}

#[test]
fn addresses_in_files_are_let_in_and_kept_out() {
    let place = Place::new();
    place.write(
        "crawlers",
        r#"{"prefixes": [{"ipv6Prefix": "2001:db8::/32"}, {"ipv4Prefix": "127.0.0.0/8"}]}"#,
    );
    place.write("spam", "# me\n127.0.0.1\n");
    let gate = Gate::start(&place, site(), "127.0.0.1:0", "--allow-from crawlers");
    assert_eq!(ask(gate.1, "/"), 200);
    let gate = Gate::start(&Place::new(), site(), "127.0.0.1:0", "");
    assert_eq!([ask(gate.1, "/"), ask(gate.1, "/robots.txt")], [401, 200]);
    drop(gate);
    let other = Place::new();
    other.write("spam", place.read("spam"));
    let gate = Gate::start(&other, site(), "127.0.0.1:0", "--deny-from spam");
    assert_eq!(ask(gate.1, "/robots.txt"), 403);
}

/// A regression: all of 60 requests passed a limit of one a second.
#[test]
fn a_limit_of_requests_acts() {
    let limits = "--limits-requests-per-second 1 --limits-request-burst 2";
    let gate = Gate::start(&Place::new(), site(), "127.0.0.1:0", limits);
    let statuses: Vec<u16> = (0..60).map(|_| ask(gate.1, "/robots.txt")).collect();
    assert_eq!(statuses[..2], [200, 200]);
    assert!(statuses.contains(&429), "{statuses:?}");
}

/// Unlike a node, a gate has no event streams and no waiting requests.
#[test]
fn limits_that_a_gate_can_not_have_are_refused() {
    for name in ["streams", "client-streams", "waiting", "client-waiting"] {
        Place::new().run(&format!("{SITE} --limits-{name} 1")).failed(2);
    }
}

/// A regression: any two gates could share an address, so that visitors of one came to the other.
#[test]
fn an_address_that_others_have_is_refused() {
    let (place, site) = (Place::new(), site());
    let gate = Gate::start(&place, site, "127.0.0.1:0", "");
    let refused = |line: String| {
        let outcome = place.run(&line);
        let message = outcome.failed(5).to_owned();
        assert!(message.starts_with(&format!("can't listen on {}: ", gate.1)), "{line}: {message}");
        outcome.stderr
    };
    let other = format!("{SITE} --data other").replace("127.0.0.1:0", &gate.1.to_string());
    assert!(refused(other.clone()).contains("only from one with the same --data"));
    assert!(refused(other.replace("--data other", "")).contains("another address with --listen"));
    let operator = format!("{SITE} --data kept --operator {}", gate.1);
    assert!(refused(operator.replace("--data kept", "--data other")).contains("address with --operator"));
    assert!(refused(format!("stamp demo --listen {}", gate.1)).contains("another address with --listen"));
    assert_eq!(ask(gate.1, "/robots.txt"), 200);
    drop(gate);

    let mut command = place.command("--json stamp demo --listen 127.0.0.1:0");
    let mut demo = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let address = told(&mut demo);
    let _demo = Gate(demo, address);
    for line in ["stamp demo".to_owned(), SITE.replace(" --listen 127.0.0.1:0", "")] {
        place.run(&format!("{line} --listen {address}")).failed(5);
    }
    let one = format!("{SITE} --operator 127.0.0.1:8080").replace("127.0.0.1:0", "127.0.0.1:8080");
    assert_eq!(place.run(&one).failed(2), "visitors and the operator can't have one address");
}

#[cfg(target_os = "linux")]
#[test]
fn a_gate_takes_over_from_another() {
    use rustix::process::{Pid, Signal, kill_process};
    let (place, site) = (Place::new(), site());
    let mut first = Gate::start(&place, site, "127.0.0.1:0", "");
    let address = first.1;
    let _second = Gate::start(&place, site, &address.to_string(), "");
    kill_process(Pid::from_child(&first.0), Signal::TERM).unwrap();
    let deadline = Instant::now() + PATIENCE;
    let mut asked = 0;
    while first.0.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "the first gate does not end");
        // One of the two gates answers every connection.
        assert_eq!(ask(address, "/robots.txt"), 200);
        asked += 1;
    }
    assert!(asked > 0);
    assert_eq!([ask(address, "/robots.txt"), ask(address, "/")], [200, 401]);
}

/// A gate that is just reading its rules, which takes a moment. A gate that already serves before the test
/// has seen this is ended, and another one is started.
#[cfg(target_os = "linux")]
fn reading(place: &Place) -> Child {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let mut command = place.command(&format!("--json {SITE} --deny-from networks"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let process = format!("/proc/{}", child.id());
        let entries = |what: &str| {
            let dir = format!("{process}/{what}");
            std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path())
        };
        let reads =
            || entries("fd").filter_map(|file| file.read_link().ok()).any(|at| at.ends_with("networks"));
        let serves = || {
            let names = entries("task").filter_map(|task| std::fs::read_to_string(task.join("comm")).ok());
            names.into_iter().any(|name| name.starts_with("tokio"))
        };
        while !serves() {
            if reads() {
                return child;
            }
            assert!(
                Instant::now() < deadline && child.try_wait().unwrap().is_none(),
                "it does not read its rules"
            );
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

/// Its rules are being read, or will be: the newest rules are followed.
#[cfg(target_os = "linux")]
#[test]
fn a_hangup_during_its_start_does_not_end_a_gate() {
    use rustix::process::{Pid, Signal, kill_process};
    let place = Place::new();
    let networks: Vec<String> = (0..400_000).map(|i| Ipv4Addr::from(2 * i).to_string()).collect();
    place.write("networks", networks.join("\n"));
    let mut child = reading(&place);
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    let address = told(&mut child);
    let gate = Gate(child, address);
    assert_ne!(ask(gate.1, "/robots.txt"), 0);
}

/// A regression: it ended a gate that had no rules in files.
#[cfg(unix)]
#[test]
fn a_hangup_ends_no_gate() {
    use rustix::process::{Pid, Signal, kill_process};
    let place = Place::new();
    let mut command = place.command(&format!("--json {SITE}"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let address = told(&mut child);
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let gate = Gate(child, address);
    kill_process(Pid::from_child(&gate.0), Signal::HUP).unwrap();
    let mut line = String::new();
    while !line.contains("nothing to read anew") {
        line.clear();
        assert_ne!(said.read_line(&mut line).unwrap(), 0, "it has ended");
    }
    assert_eq!(ask(gate.1, "/robots.txt"), 502);
}
