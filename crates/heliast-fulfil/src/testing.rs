//! A server for tests.

use std::{
    io::{Read, Write},
    net::TcpListener,
    thread,
};

/// The address of a server that gives the same answer to each request.
pub fn answering(status: &str, body: &[u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
    let answer = [head.as_bytes(), body].concat();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = [0; 4096];
            let mut read = stream.read(&mut request).unwrap();
            // The body may arrive separately from the head.
            while !request[..read].ends_with(b"}") {
                read += stream.read(&mut request[read..]).unwrap();
            }
            // A reader may hang up early.
            let _ = stream.write_all(&answer);
        }
    });
    format!("http://{address}/")
}
