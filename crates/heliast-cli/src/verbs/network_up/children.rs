//! The nodes as child processes: their output, their health, and their end.

mod launch;
#[cfg(test)]
mod tests;

pub use launch::Launch;

use super::rounds::Seen;
use crate::{failure::Failure, interrupt};
use serde::Deserialize;
use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, ChildStdin, ExitStatus},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant},
};

/// The time from the end of a killed node, or from a failed start, to the next start.
const PAUSE: Duration = Duration::from_secs(1);
/// The time between two checks of nodes that are to end.
const LOOK: Duration = Duration::from_millis(20);

/// A message from a node, or its end.
pub struct Event {
    /// The node's number.
    pub node: usize,
    /// The event itself.
    pub line: Line,
}

/// The kinds of events.
pub enum Line {
    /// It has started.
    Started,
    /// It has a round.
    Round(Seen),
    /// It has a fault.
    Trouble(String),
    /// It no longer has a fault.
    Well,
    /// It has ended, or can't be started again, for this reason.
    Ended(String),
}

/// A line of `heliast node --json`.
#[derive(Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Said {
    Started {},
    Round { round: u64, beacon: String, votes: u64, beyond_seconds: Option<f64> },
    Trouble { trouble: String },
    Well {},
    Stopped {},
}

/// All nodes.
pub struct Children {
    nodes: Vec<Node>,
    launch: Launch,
    pause: Duration,
    sender: Sender<Event>,
    events: Receiver<Event>,
}

struct Node {
    home: PathBuf,
    running: Option<Running>,
    /// The time of its next start, if it is to be restarted.
    again: Option<Instant>,
    /// The reason why the last start failed.
    complaint: Option<String>,
}

struct Running {
    child: Child,
    /// The node runs as long as its stdin is open, so that it always ends with this process.
    stdin: Option<ChildStdin>,
}

impl Children {
    /// Starts all nodes.
    pub fn start(homes: &[PathBuf], launch: Launch) -> Result<Children, Failure> {
        let (sender, events) = mpsc::channel();
        let node = |home: &PathBuf| Node { home: home.clone(), running: None, again: None, complaint: None };
        let nodes = homes.iter().map(node).collect();
        let mut all = Children { nodes, launch, pause: PAUSE, sender, events };
        for node in 0..homes.len() {
            all.begin(node).map_err(|failure| failure.about(format_args!("node{node}")))?;
        }
        Ok(all)
    }

    /// The next event, if one comes within this time.
    pub fn next(&mut self, patience: Duration) -> Option<Event> {
        match self.events.recv_timeout(patience) {
            Ok(event) => return Some(event),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        (0..self.nodes.len()).find_map(|node| self.look(node).map(|line| Event { node, line }))
    }

    /// Whether no node runs and no node is to be restarted.
    pub fn are_all_down(&self) -> bool {
        self.nodes.iter().all(|node| node.running.is_none() && node.again.is_none())
    }

    /// Ends all nodes, and waits for them. Those that take longer than `patience` are killed; returns their
    /// numbers.
    pub fn stop(mut self, patience: Duration) -> Vec<usize> {
        let until = Instant::now() + patience;
        for node in &mut self.nodes {
            // A node ends when its stdin does.
            if let Some(running) = &mut node.running {
                running.stdin.take();
            }
        }
        let mut killed = vec![];
        for (number, node) in self.nodes.iter_mut().enumerate() {
            let Some(mut running) = node.running.take() else { continue };
            if !ends(&mut running.child, until) {
                let _ = running.child.kill();
                killed.push(number);
            }
            let _ = running.child.wait();
        }
        killed
    }

    /// Checks whether a node has ended, and restarts it when it is time.
    fn look(&mut self, number: usize) -> Option<Line> {
        let node = &mut self.nodes[number];
        if let Some(running) = &mut node.running
            && let Ok(Some(status)) = running.child.try_wait()
        {
            node.running = None;
            node.again = is_started_again(status).then(|| Instant::now() + self.pause);
            return Some(Line::Ended(self.launch.words(status, &node.home)));
        }
        if node.again.is_some_and(|again| Instant::now() >= again)
            && let Err(failure) = self.begin(number)
        {
            return self.try_again(number, &failure);
        }
        None
    }

    /// Postpones the next start after a failed one. The reason is reported, but not at every attempt.
    fn try_again(&mut self, number: usize, failure: &Failure) -> Option<Line> {
        let node = &mut self.nodes[number];
        node.again = Some(Instant::now() + self.pause);
        let complaint = format!("{failure}; it is tried again");
        let is_new = node.complaint.as_ref() != Some(&complaint);
        node.complaint = Some(complaint.clone());
        is_new.then_some(Line::Ended(complaint))
    }

    fn begin(&mut self, number: usize) -> Result<(), Failure> {
        let mut child = self.launch.start(&self.nodes[number].home)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        if let Some(stdout) = stdout {
            let sender = self.sender.clone();
            thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    let event = event(&line).map(|line| Event { node: number, line });
                    if event.is_some_and(|event| sender.send(event).is_err()) {
                        return;
                    }
                }
            });
        }
        let node = &mut self.nodes[number];
        (node.running, node.again, node.complaint) = (Some(Running { child, stdin }), None, None);
        Ok(())
    }
}

/// The last line of a failing node, which has another form.
#[derive(Deserialize)]
struct Failed {
    error: String,
    hint: String,
}

fn event(line: &str) -> Option<Line> {
    if let Ok(Failed { error, hint }) = serde_json::from_str(line) {
        return Some(Line::Trouble(format!("{error}: {hint}")));
    }
    match serde_json::from_str(line).ok()? {
        Said::Started {} => Some(Line::Started),
        Said::Round { round, beacon, votes, beyond_seconds } => {
            Some(Line::Round(Seen { round, beacon, votes, nodes: BTreeSet::new(), beyond_seconds }))
        }
        Said::Trouble { trouble } => Some(Line::Trouble(trouble)),
        Said::Well {} => Some(Line::Well),
        Said::Stopped {} => None,
    }
}

/// Whether the process ends by then.
fn ends(child: &mut Child, until: Instant) -> bool {
    loop {
        if !matches!(child.try_wait(), Ok(None)) {
            return true;
        }
        if Instant::now() >= until {
            return false;
        }
        thread::sleep(LOOK);
    }
}

/// Whether a node with this exit status is restarted: it was killed, or told to end once or twice. After a
/// failure it is not restarted, since the failure would come again.
fn is_started_again(status: ExitStatus) -> bool {
    matches!(status.code(), None | Some(0 | interrupt::ENDED_AT_ONCE))
}
