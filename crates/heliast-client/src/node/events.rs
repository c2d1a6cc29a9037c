//! Server-sent events, as far as a client of a beacon needs them.

use super::Node;
use crate::error::{Cause, NodeError};
use serde::Deserialize;
use std::io::{BufRead, BufReader, Read};
use ureq::BodyReader;

/// The most bytes of a line.
const LINE: u64 = 1 << 20;
const PATH: &str = "/v1/stream";

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The node says that this round is finished.
    Round(u64),
    /// The node sent something else, which shows that the connection works.
    Other,
}

/// The events of a node: an iterator that waits for the next, and ends after an error.
pub struct Events {
    node: Node,
    input: Option<BufReader<BodyReader<'static>>>,
}

#[derive(Deserialize)]
struct Finished {
    round: u64,
}

impl Events {
    pub(super) fn new(node: Node, body: BodyReader<'static>) -> Events {
        Events { node, input: Some(BufReader::new(body)) }
    }

    /// The node that sends the events.
    pub fn node(&self) -> &Node {
        &self.node
    }

    fn event(&mut self) -> Result<Event, NodeError> {
        let (mut kind, mut data) = (String::new(), None);
        loop {
            let line = self.line()?;
            let (field, value) = line.split_once(':').unwrap_or((&line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match (field, data.as_deref()) {
                // An empty line ends the event, which is dropped if it has no data.
                ("", Some(data)) if line.is_empty() => return self.read(&kind, data),
                ("", _) if line.is_empty() => kind.clear(),
                // A comment, which keeps the connection alive.
                ("", _) => return Ok(Event::Other),
                ("event", _) => kind = value.to_owned(),
                // Events of nodes never have two lines of data.
                ("data", _) => data = Some(value.to_owned()),
                _ => {}
            }
        }
    }

    fn read(&self, kind: &str, data: &str) -> Result<Event, NodeError> {
        if kind != "round" {
            return Ok(Event::Other);
        }
        let Finished { round } = self.node.http.parsed(PATH, data.as_bytes())?;
        Ok(Event::Round(round))
    }

    fn line(&mut self) -> Result<String, NodeError> {
        let error = |cause| self.node.error(PATH, cause);
        let ended = || error(Cause::Unreachable("the stream of events ended".to_owned()));
        let input = self.input.as_mut().ok_or_else(ended)?;
        let mut line = Vec::new();
        let read = input.take(LINE).read_until(b'\n', &mut line);
        read.map_err(|failure| error(Cause::Unreachable(failure.to_string())))?;
        match line.pop() {
            Some(b'\n') => {}
            Some(_) if line.len() as u64 + 1 >= LINE => {
                return Err(error(Cause::Malformed("a line is too long".to_owned())));
            }
            _ => return Err(ended()),
        }
        line.pop_if(|last| *last == b'\r');
        String::from_utf8(line).map_err(|_| error(Cause::Malformed("a line is not text".to_owned())))
    }
}

impl Iterator for Events {
    type Item = Result<Event, NodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.input.as_ref()?;
        let event = self.event();
        if event.is_err() {
            self.input = None;
        }
        Some(event)
    }
}
