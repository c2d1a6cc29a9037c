//! A client that can misbehave: hand-written HTTP/1.1.

use serde_json::Value;
use std::{
    collections::HashMap,
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};

pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) headers: HashMap<String, String>,
    pub(super) body: Vec<u8>,
}

impl Reply {
    /// Splits a whole answer; chunked bodies are put together.
    pub(super) fn parse(bytes: &[u8]) -> Reply {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("a header");
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
        let headers: HashMap<String, String> = headers.collect();
        let body = &bytes[end + 4..];
        let chunked = headers.get("transfer-encoding").is_some_and(|coding| coding == "chunked");
        let body = if chunked { joined(body) } else { body.to_vec() };
        Reply { status, headers, body }
    }

    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    pub(super) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(super) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), "application/json");
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The `code` of an error, which has a text and a hint.
    pub(super) fn code(&self) -> u64 {
        let error = self.json();
        assert!(!error["error"].as_str().unwrap().is_empty() && !error["hint"].as_str().unwrap().is_empty());
        assert_eq!(self.header("cache-control"), "no-store");
        error["code"].as_u64().unwrap()
    }
}

fn joined(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = chunks.windows(2).position(|window| window == b"\r\n") {
        let len = usize::from_str_radix(std::str::from_utf8(&chunks[..end]).unwrap(), 16).unwrap();
        body.extend(&chunks[end + 2..][..len]);
        chunks = &chunks[end + 2 + len + 2..];
    }
    body
}

pub(super) async fn get(address: SocketAddr, path: &str) -> Reply {
    send(address, &format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n")).await
}

/// Sends bytes and reads until the node closes.
pub(super) async fn send(address: SocketAddr, request: &str) -> Reply {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    Reply::parse(&rest(&mut stream).await)
}

/// The time that a test waits for an expected event, long enough for any machine under any load. Only a
/// failure takes this long.
pub(super) const PATIENCE: Duration = Duration::from_secs(600);

/// Everything until the node closes.
pub(super) async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A reset ends the connection as well.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("the node closes");
    bytes
}

/// One answer on a kept connection: its header, and as many bytes as it declares.
pub(super) async fn answer(stream: &mut TcpStream) -> Reply {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        bytes.push(timeout(PATIENCE, stream.read_u8()).await.expect("an answer").unwrap());
    }
    let mut reply = Reply::parse(&bytes);
    reply.body = vec![0; reply.header("content-length").parse().unwrap()];
    timeout(PATIENCE, stream.read_exact(&mut reply.body)).await.expect("a body").unwrap();
    reply
}

/// A connection from another address of this machine.
#[cfg(target_os = "linux")]
pub(super) async fn connect_from(source: Ipv4Addr, address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((source, 0).into()).unwrap();
    socket.connect(address).await.unwrap()
}
