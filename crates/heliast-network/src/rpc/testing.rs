//! A small HTTP server that answers like the engine's RPC, on a real socket.

use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
};

/// The server's answer to a method and its parameters: a whole HTTP body and status.
pub(crate) type Answer = dyn Fn(&str, &Value) -> (u16, Vec<u8>) + Send + Sync;

/// A server. It ends when this is dropped.
pub(crate) struct FakeEngine {
    pub(crate) address: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// A successful answer.
pub(crate) fn result(value: Value) -> (u16, Vec<u8>) {
    (200, json!({ "jsonrpc": "2.0", "id": 1, "result": value }).to_string().into_bytes())
}

/// An error as the engine writes it.
pub(crate) fn refusal(data: &str) -> (u16, Vec<u8>) {
    let error = json!({ "code": -32603, "message": "Internal error", "data": data });
    (200, json!({ "jsonrpc": "2.0", "id": 1, "error": error }).to_string().into_bytes())
}

impl FakeEngine {
    /// JSON-RPC by POST; anything else is passed on as the path of a GET, with no parameters.
    pub(crate) fn start(
        answer: impl Fn(&str, &Value) -> (u16, Vec<u8>) + Send + Sync + 'static,
    ) -> FakeEngine {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (stop, answer): (_, Arc<Answer>) = (Arc::new(AtomicBool::new(false)), Arc::new(answer));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if stopped.load(Ordering::Acquire) {
                    return;
                }
                let answer = Arc::clone(&answer);
                thread::spawn(move || serve(stream.unwrap(), &*answer));
            }
        });
        FakeEngine { address, stop, thread: Some(thread) }
    }
}

impl Drop for FakeEngine {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        let _ = TcpStream::connect(self.address.trim_start_matches("http://"));
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// One request; the connection is closed after it.
fn serve(mut stream: TcpStream, answer: &Answer) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut first, mut line, mut len) = (String::new(), String::new(), 0);
    if reader.read_line(&mut first).unwrap_or(0) == 0 {
        return;
    }
    while reader.read_line(&mut line).unwrap_or(0) > 2 {
        if let Some(found) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            len = found.trim().parse().unwrap();
        }
        line.clear();
    }
    let mut body = vec![0; len];
    reader.read_exact(&mut body).unwrap();
    let (status, body) = match first.strip_prefix("GET ").and_then(|rest| rest.split(' ').next()) {
        Some(path) => answer(path, &Value::Null),
        None => {
            let request: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(request["jsonrpc"], "2.0");
            answer(request["method"].as_str().unwrap(), &request["params"])
        }
    };
    let head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    let _ = stream.write_all(&[head.as_bytes(), &body].concat());
}
