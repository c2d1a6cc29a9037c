//! The nodes as child processes: their output, their health, and their end.

use super::rounds::Seen;
use crate::{
    failure::{Code, Failure},
    files,
};
use serde::Deserialize;
use std::{
    collections::BTreeSet,
    env,
    ffi::OsString,
    fs::OpenOptions,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant},
};

/// Time from the end of a node that was killed to its next start.
const PAUSE: Duration = Duration::from_secs(1);

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
    /// Something is wrong with it.
    Trouble(String),
    /// Nothing is wrong with it any more.
    Well,
    /// It has ended, for this reason.
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
    flags: Vec<OsString>,
    sender: Sender<Event>,
    events: Receiver<Event>,
}

struct Node {
    home: PathBuf,
    running: Option<Running>,
    /// The time of its next start, if it is to be started again.
    again: Option<Instant>,
}

struct Running {
    child: Child,
    /// The node runs as long as this is open: it ends with this process, whatever ends that.
    stdin: Option<ChildStdin>,
}

impl Children {
    /// Starts all nodes.
    pub fn start(homes: &[PathBuf], flags: &[OsString]) -> Result<Children, Failure> {
        let (sender, events) = mpsc::channel();
        let node = |home: &PathBuf| Node { home: home.clone(), running: None, again: None };
        let nodes = homes.iter().map(node).collect();
        let mut all = Children { nodes, flags: flags.to_vec(), sender, events };
        for node in 0..homes.len() {
            all.begin(node)?;
        }
        Ok(all)
    }

    /// The next event, if one comes within this time.
    pub fn next(&mut self, patience: Duration) -> Result<Option<Event>, Failure> {
        match self.events.recv_timeout(patience) {
            Ok(event) => return Ok(Some(event)),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        for node in 0..self.nodes.len() {
            if let Some(line) = self.look(node)? {
                return Ok(Some(Event { node, line }));
            }
        }
        Ok(None)
    }

    /// Whether no node runs and no node is to be started again.
    pub fn are_all_down(&self) -> bool {
        self.nodes.iter().all(|node| node.running.is_none() && node.again.is_none())
    }

    /// Ends all nodes, in order, and waits for them.
    pub fn stop(mut self) {
        for node in &mut self.nodes {
            // A node ends when its stdin does.
            if let Some(running) = &mut node.running {
                running.stdin.take();
            }
        }
        for node in &mut self.nodes {
            if let Some(mut running) = node.running.take() {
                let _ = running.child.wait();
            }
        }
    }

    /// Checks whether a node has ended, and starts it again when it is time.
    fn look(&mut self, number: usize) -> Result<Option<Line>, Failure> {
        let node = &mut self.nodes[number];
        if let Some(running) = &mut node.running
            && let Ok(Some(status)) = running.child.try_wait()
        {
            node.running = None;
            node.again = is_started_again(status).then(|| Instant::now() + PAUSE);
            return Ok(Some(Line::Ended(words(status, &node.home))));
        }
        if node.again.is_some_and(|again| Instant::now() >= again) {
            self.begin(number)?;
        }
        Ok(None)
    }

    fn begin(&mut self, number: usize) -> Result<(), Failure> {
        let home = self.nodes[number].home.clone();
        let failed = |error: std::io::Error| {
            Failure::new(Code::Internal, format_args!("node{number} can't be started: {error}"))
        };
        let log = log_of(&home);
        let errors = OpenOptions::new().append(true).create(true).open(&log);
        let errors = errors.map_err(|error| files::unwritable(&log, &error))?;
        let mut command = Command::new(env::current_exe().map_err(failed)?);
        command.args(["--json", "node", "--supervised", "--home"]).arg(&home).args(&self.flags);
        // These settings differ from node to node, so a node must not inherit them.
        for name in ["HELIAST_NODE_LISTEN", "HELIAST_NODE_COMETBFT"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // Ctrl-C reaches only this process, which then ends the nodes.
            command.process_group(0);
        }
        let mut child = command.spawn().map_err(failed)?;
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
        (node.running, node.again) = (Some(Running { child, stdin }), None);
        Ok(())
    }
}

/// The last line of a node that fails, which has another form.
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

fn log_of(home: &Path) -> PathBuf {
    home.join("node.log")
}

/// Whether a node that has ended so is started again: it was killed, or somebody told it to end. A failure
/// would come again.
fn is_started_again(status: ExitStatus) -> bool {
    status.success() || status.code().is_none()
}

/// Describes the end of a node.
fn words(status: ExitStatus, home: &Path) -> String {
    match status.code() {
        None => format!("it was killed ({status}), and is started again"),
        Some(0) => "it was told to end, and is started again".to_owned(),
        Some(_) => format!(
            "it has failed ({status}) and stays down; `heliast node --home {}` starts it when what is wrong is mended",
            home.display()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended_by(script: &str) -> ExitStatus {
        Command::new("sh").args(["-c", script]).status().unwrap()
    }

    #[test]
    fn what_was_ended_comes_again_and_what_has_failed_says_how() {
        let home = Path::new("net/node2");
        for (script, again, said) in [
            ("exit 0", true, "told to end, and is started again"),
            ("kill -9 $$", true, "killed (signal: 9 (SIGKILL)), and is started again"),
            ("exit 6", false, "stays down; `heliast node --home net/node2` starts it"),
        ] {
            let status = ended_by(script);
            assert_eq!(is_started_again(status), again, "{script}");
            assert!(words(status, home).contains(said), "{}", words(status, home));
        }
    }
}
