//! A Redis of a test: the few commands that a gate sends, with a clock and faults that the test sets.

use std::{
    collections::{HashMap, VecDeque},
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex, MutexGuard},
    thread,
};

/// A fault for the next command with some name.
#[derive(Clone, Debug)]
pub(super) enum Fault {
    /// The connection breaks before the command is done.
    Before,
    /// The command is done, and the connection breaks before the reply.
    After,
    /// The command is done, and these bytes are the reply.
    Says(&'static str),
    /// The command is done, and the connection breaks after these bytes.
    Cuts(&'static str),
}

#[derive(Default)]
pub(super) struct State {
    pub now_ms: u64,
    /// Values, and when they end.
    pub values: HashMap<String, (Vec<u8>, u64)>,
    pub latest_ms: Option<u64>,
    pub faults: VecDeque<(&'static str, Fault)>,
    /// The reply to each command with some name from now on; the command is not done.
    pub always: HashMap<&'static str, String>,
    pub connections: usize,
    /// The connections whose commands are not all done.
    serving: usize,
}

pub(super) struct Fake {
    pub url: String,
    state: Arc<Mutex<State>>,
}

impl Fake {
    pub fn new(now_ms: u64) -> Fake {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("redis://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State { now_ms, ..State::default() }));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let state = Arc::clone(&shared);
                let mut counts = state.lock().unwrap();
                (counts.connections, counts.serving) = (counts.connections + 1, counts.serving + 1);
                drop(counts);
                thread::spawn(move || {
                    serve(&stream.unwrap(), &state);
                    state.lock().unwrap().serving -= 1;
                });
            }
        });
        Fake { url, state }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// Waits until all but one connection have ended. A gate does not read the rest of the replies once one
    /// is invalid, but the commands that it has sent are done, and the next fault must not meet them.
    pub fn wait_for_one_connection(&self) {
        while self.state().serving != 1 {
            thread::yield_now();
        }
    }

    /// Sets a fault for the next command with that name.
    pub fn next(&self, name: &'static str, fault: Fault) {
        self.state().faults.push_back((name, fault));
    }
}

/// Answers until the client disconnects, or a fault ends the connection.
fn serve(stream: &TcpStream, state: &Mutex<State>) {
    let (mut input, mut output) = (BufReader::new(stream), stream);
    while let Some(words) = command(&mut input) {
        let mut state = state.lock().unwrap();
        let is_next = state.faults.front().is_some_and(|(name, _)| name.as_bytes() == words[0]);
        let fault = is_next.then(|| state.faults.pop_front().unwrap().1);
        if matches!(fault, Some(Fault::Before)) {
            return;
        }
        let done = state.does(&words);
        let (reply, is_last) = match fault {
            Some(Fault::Before | Fault::After) => return,
            Some(Fault::Says(text)) => (text.to_owned().into_bytes(), false),
            Some(Fault::Cuts(text)) => (text.to_owned().into_bytes(), true),
            None => (done, false),
        };
        if output.write_all(&reply).is_err() || is_last {
            return;
        }
    }
}

/// The words of the next command.
fn command(input: &mut impl BufRead) -> Option<Vec<Vec<u8>>> {
    let mut words = Vec::new();
    for _ in 0..number(input, '*')? {
        let len = number(input, '$')?;
        let mut word = vec![0; len + 2];
        input.read_exact(&mut word).ok()?;
        word.truncate(len);
        words.push(word);
    }
    Some(words)
}

/// The number of a line that begins with a mark.
fn number(input: &mut impl BufRead, mark: char) -> Option<usize> {
    let mut line = String::new();
    input.read_line(&mut line).ok()?;
    line.trim_end().strip_prefix(mark)?.parse().ok()
}

fn text(word: &[u8]) -> String {
    String::from_utf8(word.to_vec()).unwrap()
}

impl State {
    /// Does a command, and returns its reply.
    fn does(&mut self, words: &[Vec<u8>]) -> Vec<u8> {
        let now_ms = self.now_ms;
        self.values.retain(|_, (_, until_ms)| *until_ms > now_ms);
        let name = text(&words[0]);
        if let Some(reply) = self.always.get(&*name) {
            return reply.clone().into_bytes();
        }
        match &*name {
            "SET" => self.set(words),
            "MGET" => self.get(&words[1..]),
            "ZADD" => {
                let (key, how, told) = (text(&words[1]), text(&words[2]), text(&words[3]).parse().unwrap());
                assert_eq!((&*key, &*how, &*text(&words[4])), ("heliast:stamps:time", "GT", "latest"));
                self.latest_ms = self.latest_ms.max(Some(told));
                b":0\r\n".to_vec()
            }
            "TIME" => {
                let (seconds, micros) = ((now_ms / 1_000).to_string(), (now_ms % 1_000 * 1_000).to_string());
                let words = [seconds, micros].map(|word| format!("${}\r\n{word}\r\n", word.len()));
                format!("*2\r\n{}", words.concat()).into_bytes()
            }
            "ZSCORE" => {
                let latest = self.latest_ms.unwrap().to_string();
                format!("${}\r\n{latest}\r\n", latest.len()).into_bytes()
            }
            other => panic!("a gate sends no {other}"),
        }
    }

    fn set(&mut self, words: &[Vec<u8>]) -> Vec<u8> {
        let (key, until_ms) = (text(&words[1]), text(&words[5]).parse().unwrap());
        assert_eq!((&words[3][..], &words[4][..], words[2].len()), (&b"NX"[..], &b"PXAT"[..], 16));
        if self.values.contains_key(&key) {
            return b"$-1\r\n".to_vec();
        }
        // Redis removes expired keys at once.
        if until_ms > self.now_ms {
            self.values.insert(key, (words[2].clone(), until_ms));
        }
        b"+OK\r\n".to_vec()
    }

    fn get(&self, keys: &[Vec<u8>]) -> Vec<u8> {
        let mut reply = format!("*{}\r\n", keys.len()).into_bytes();
        for key in keys {
            match self.values.get(&text(key)) {
                Some((value, _)) => {
                    reply.extend([format!("${}\r\n", value.len()).as_bytes(), value, b"\r\n"].concat());
                }
                None => reply.extend(b"$-1\r\n"),
            }
        }
        reply
    }
}
