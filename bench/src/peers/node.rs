//! Node, with a small program of ours that issues time-lock puzzles like a server in JavaScript
//! (`node/rsw.mjs`). It runs in a process that is kept; a call takes an additional 30 µs or so.

use std::{
    cell::RefCell,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

const PROGRAM: &str = include_str!("node/rsw.mjs");

/// The way in which the program computes powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// JavaScript's own integers.
    BigInt,
    /// OpenSSL's arithmetic, by `node:crypto`.
    Crypto,
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Way::BigInt => "bigint",
            Way::Crypto => "crypto",
        }
    }
}

/// A process that computes for us.
pub struct Node {
    child: Child,
    pipes: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
}

impl Node {
    /// Starts the program with the factors of a modulus in hexadecimal, for `t` squarings.
    ///
    /// # Panics
    /// If Node is missing.
    pub fn start((p, q): &(String, String), t: u64) -> Node {
        let mut child = Command::new("node")
            .args(["--input-type=module", "--eval", PROGRAM])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("the rows `stamp-mint-` need Node 20 or later: {error}"));
        let stdin = child.stdin.take().expect("a pipe");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let node = Node { child, pipes: RefCell::new((stdin, stdout)) };
        assert_eq!(node.call(&format!("key {p} {q} {t:x}")), "ready");
        node
    }

    /// Returns the name of the peer in a report.
    pub fn name(way: Way) -> String {
        let version = Command::new("node").arg("--version").output().map(|output| output.stdout);
        let version = String::from_utf8(version.unwrap_or_default()).unwrap_or_default();
        let how = if way == Way::BigInt { "BigInt" } else { "node:crypto" };
        format!("Node {}, {how}", version.trim().trim_start_matches('v'))
    }

    /// Returns x^(2^t) up to the sign, in hexadecimal.
    pub fn answer(&self, way: Way, x: &str) -> String {
        self.call(&format!("check {} {x}", way.name()))
    }

    /// Makes `count` random puzzles and their answers.
    pub fn mint(&self, way: Way, count: u64) {
        assert_eq!(self.call(&format!("mint {} {count}", way.name())), "done");
    }

    fn call(&self, line: &str) -> String {
        let (stdin, stdout) = &mut *self.pipes.borrow_mut();
        writeln!(stdin, "{line}").expect("Node runs");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("Node answers");
        assert!(!answer.is_empty(), "Node ended at {line}");
        answer.trim().to_owned()
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
