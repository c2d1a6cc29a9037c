//! A node on a real socket, which answers according to a script, and otherwise honestly.

use crate::beacon::Beacon;
use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// The answer of a script to a request.
pub enum Answer {
    /// These bytes, including the head; then the connection is closed.
    Raw(Vec<u8>),
    /// No answer, as long as the node runs.
    Silence,
    /// These bytes, and then the event stream of an honest node.
    Events(Vec<u8>),
}

type Script = dyn Fn(&str, usize) -> Option<Answer> + Send + Sync;

/// A node. It ends when this is dropped.
pub struct Server {
    pub url: String,
    state: Arc<State>,
}

struct State {
    beacon: Arc<Beacon>,
    script: Box<Script>,
    /// The number of finished rounds.
    shown: Mutex<u64>,
    changed: Condvar,
    over: AtomicBool,
    asked: Mutex<Vec<String>>,
    heard: Condvar,
}

impl Server {
    /// An honest node that has this many rounds.
    pub fn honest(beacon: &Arc<Beacon>, shown: u64) -> Server {
        Server::start(beacon, shown, |_, _| None)
    }

    /// A node whose answers come from `script`, which gets a path and the number of its requests so far.
    pub fn start(
        beacon: &Arc<Beacon>,
        shown: u64,
        script: impl Fn(&str, usize) -> Option<Answer> + Send + Sync + 'static,
    ) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(State {
            beacon: Arc::clone(beacon),
            script: Box::new(script),
            shown: Mutex::new(shown),
            changed: Condvar::new(),
            over: AtomicBool::new(false),
            asked: Mutex::default(),
            heard: Condvar::new(),
        });
        let serving = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if serving.over.load(Ordering::Acquire) {
                    return;
                }
                let serving = Arc::clone(&serving);
                // The client may have disconnected.
                thread::spawn(move || serving.serve(stream.unwrap()).unwrap_or(()));
            }
        });
        Server { url, state }
    }

    /// The address of a node that does not exist.
    pub fn away() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    }

    /// Finishes rounds up to this one.
    pub fn show(&self, shown: u64) {
        *self.state.shown.lock().unwrap() = shown;
        self.state.changed.notify_all();
    }

    /// The paths that were requested so far.
    pub fn asked(&self) -> Vec<String> {
        self.state.asked.lock().unwrap().clone()
    }

    /// Waits until this path is requested.
    pub fn wait_for(&self, path: &str) {
        let asked = self.state.asked.lock().unwrap();
        drop(self.state.heard.wait_while(asked, |asked| !asked.iter().any(|one| one == path)).unwrap());
    }

    /// The number of requests for paths with this beginning.
    pub fn count(&self, begin: &str) -> usize {
        self.asked().iter().filter(|path| path.starts_with(begin)).count()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.state.over.store(true, Ordering::Release);
        self.state.changed.notify_all();
        let _ = TcpStream::connect(self.url.trim_start_matches("http://"));
    }
}

impl State {
    fn serve(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let mut lines = BufReader::new(stream.try_clone()?).lines();
        let first = lines.next().unwrap_or(Ok(String::new()))?;
        while !lines.next().unwrap_or(Ok(String::new()))?.is_empty() {}
        let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
        let times = {
            let mut asked = self.asked.lock().unwrap();
            asked.push(path.clone());
            self.heard.notify_all();
            asked.iter().filter(|one| **one == path).count()
        };
        match (self.script)(&path, times).unwrap_or_else(|| self.answer(&path)) {
            Answer::Raw(bytes) => stream.write_all(&bytes),
            Answer::Silence => {
                let shown = self.shown.lock().unwrap();
                drop(self.changed.wait_while(shown, |_| !self.over.load(Ordering::Acquire)).unwrap());
                Ok(())
            }
            Answer::Events(begin) => {
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
                stream.write_all(&[head.as_bytes(), &begin].concat())?;
                self.events(stream)
            }
        }
    }

    /// Sends the last finished round, and then each as it is finished.
    fn events(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let mut next = (*self.shown.lock().unwrap()).max(1);
        loop {
            let shown = self.shown.lock().unwrap();
            let is_waiting = |shown: &mut u64| *shown < next && !self.over.load(Ordering::Acquire);
            drop(self.changed.wait_while(shown, is_waiting).unwrap());
            if self.over.load(Ordering::Acquire) {
                return Ok(());
            }
            let said = format!(
                ": hello\n\nevent: status\ndata: {{}}\n\nevent: round\r\nid: {next}\r\ndata: {{\"round\": {next}}}\r\n\r\n"
            );
            stream.write_all(said.as_bytes())?;
            next += 1;
        }
    }

    fn answer(&self, path: &str) -> Answer {
        let (beacon, shown) = (&self.beacon, *self.shown.lock().unwrap());
        let number = |text: &str| text.parse::<u64>().unwrap();
        let text = |text: String| ok(text.as_bytes());
        if path == "/v1/genesis" {
            let (bytes, id) = (hex::encode(beacon.chain.genesis_bytes()), hex::encode(beacon.chain.id()));
            return text(format!("{{\"bytes\": \"{bytes}\", \"chain\": \"{id}\", \"t\": 400}}"));
        }
        if path == "/v1/status" {
            let next = shown + 1;
            return text(format!(
                "{{\"round\": {next}, \"phase\": \"tickets\", \"latest\": {shown}, \"alarms\": []}}"
            ));
        }
        if path == "/health" {
            return text(format!(
                "{{\"current\": {shown}, \"expected\": {shown}, \"status\": \"ok\", \"alarms\": []}}"
            ));
        }
        if path == "/v1/stream" {
            return Answer::Events(vec![]);
        }
        if path == "/v1/network" {
            return beacon.network.as_deref().map_or_else(|| status("404 Not Found"), ok);
        }
        if path == "/v1/finality" {
            return text(format!(
                "{{\"network\": true, \"final\": {}, \"latest\": {shown}}}",
                beacon.frames.len()
            ));
        }
        if let Some(round) = path.strip_prefix("/v1/rounds/").and_then(|rest| rest.strip_suffix("/finality"))
        {
            let frame = number(round).checked_sub(1).and_then(|place| beacon.frames.get(place as usize));
            return frame.map_or_else(|| status("404 Not Found"), |frame| ok(frame));
        }
        if let Some(range) = path.strip_prefix("/v1/bundle?from=") {
            let (from, to) = range.split_once("&to=").unwrap();
            return match (number(from), number(to).min(shown)) {
                (from, to) if from <= to => ok(&beacon.bundle(from..=to)),
                _ => status("425 Too Early"),
            };
        }
        if let Some(time) = path.strip_prefix("/v1/rounds?time_ms=") {
            let opened = beacon.rounds[..shown as usize].iter().filter(|round| round.time_ms <= number(time));
            return text(format!("{{\"rounds\": [{{\"round\": {}}}], \"next\": null}}", opened.count()));
        }
        status("404 Not Found")
    }
}

/// An answer with status 200.
pub fn ok(body: &[u8]) -> Answer {
    let head = format!("200 OK\r\nContent-Length: {}", body.len());
    raw(&head, body)
}

/// An answer without a body.
pub fn status(status: &str) -> Answer {
    raw(&format!("{status}\r\nContent-Length: 0"), b"")
}

/// An answer with its own head.
pub fn raw(head: &str, body: &[u8]) -> Answer {
    Answer::Raw([format!("HTTP/1.1 {head}\r\nConnection: close\r\n\r\n").as_bytes(), body].concat())
}
