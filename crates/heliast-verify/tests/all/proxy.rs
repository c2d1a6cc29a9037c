//! A node that lies: it changes the answers of a real node.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// The proxy, which ends when this is dropped.
pub struct Proxy {
    address: SocketAddr,
    over: Arc<AtomicBool>,
}

impl Proxy {
    /// Passes requests on to the node at `behind`; `change` alters the whole answer for a path, including its
    /// head.
    pub fn start(behind: SocketAddr, change: impl Fn(&str, &mut Vec<u8>) + Send + 'static) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&over);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if ends.load(Ordering::Acquire) {
                    return;
                }
                // The program may have ended.
                let _ = pass_on(stream, behind, &change);
            }
        });
        Proxy { address, over }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Release);
        let _ = TcpStream::connect(self.address);
    }
}

fn pass_on(
    mut stream: TcpStream,
    behind: SocketAddr,
    change: &impl Fn(&str, &mut Vec<u8>),
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().unwrap_or(Ok(String::new()))?;
    while !lines.next().unwrap_or(Ok(String::new()))?.is_empty() {}
    let path = first.split(' ').nth(1).unwrap_or_default();
    let mut node = TcpStream::connect(behind)?;
    write!(node, "GET {path} HTTP/1.1\r\nHost: node\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    node.read_to_end(&mut answer)?;
    change(path, &mut answer);
    stream.write_all(&answer)
}
