//! Prints the events of a node: its start, its rounds, and what goes wrong.

use crate::{failure::Failure, report::printed_or_unwanted, ui::Ui};
use heliast_engine::{Alarm, Shared};
use heliast_finality::NetworkFile;
use serde_json::json;
use std::{
    io::{self, Write},
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// A node that is fewer than this many rounds behind prints how long a round took beyond its delay.
const CATCHING_UP: u64 = 10;
/// Time between two estimates of a node that catches up.
const PACE: Duration = Duration::from_secs(10);

/// The state of the printed events.
pub struct Shown<'a> {
    ui: &'a Ui,
    /// The verb that prints.
    verb: &'static str,
    shared: Arc<Shared>,
    last: u64,
    alarms: Vec<Alarm>,
    /// The time of the last estimate.
    paced: Instant,
}

impl<'a> Shown<'a> {
    /// Begins after the last round of the store.
    pub fn new(ui: &'a Ui, verb: &'static str, shared: Arc<Shared>) -> Shown<'a> {
        let last = shared.store().last();
        Shown { ui, verb, shared, last, alarms: vec![], paced: Instant::now() }
    }

    /// Prints that the node has started.
    pub fn greet(
        &self,
        network: &NetworkFile,
        address: SocketAddr,
        participants: usize,
        is_new: bool,
    ) -> Result<(), Failure> {
        let chain = self.shared.chain();
        let (id, validators) = (hex::encode(chain.id()), network.validators().len());
        let genesis = chain.genesis();
        let url = format!("http://{address}");
        if self.ui.json() {
            let started = json!({
                "verb": "node", "event": "started", "chain": id, "new": is_new, "latest": self.last, "url": url,
                "t": genesis.t, "period_seconds": f64::from(genesis.period_ms) / 1e3, "validators": validators,
                "participants": participants,
            });
            return print(&started.to_string());
        }
        let state = if is_new { "new".to_owned() } else { format!("continued after round {}", self.last) };
        print(&format!(
            "heliast node\n  \
             chain  {id} ({state})\n  \
             nodes  {validators} validators at first\n  \
             lots   {participants} of {} participants live here\n  \
             page   {url}\n  \
             stop   Ctrl-C; the same command continues\n",
            genesis.participants.len(),
        ))
    }

    /// Prints that participants without a node have started, which follow these nodes.
    pub fn greet_participants(
        &self,
        nodes: &[String],
        participants: usize,
        is_new: bool,
    ) -> Result<(), Failure> {
        let chain = self.shared.chain();
        let (id, genesis) = (hex::encode(chain.id()), chain.genesis());
        if self.ui.json() {
            let started = json!({
                "verb": self.verb, "event": "started", "chain": id, "new": is_new, "latest": self.last,
                "urls": nodes, "t": genesis.t, "period_seconds": f64::from(genesis.period_ms) / 1e3,
                "participants": participants,
            });
            return print(&started.to_string());
        }
        let state = if is_new { "new".to_owned() } else { format!("continued after round {}", self.last) };
        print(&format!(
            "heliast participate\n  \
             chain  {id} ({state})\n  \
             nodes  {}\n  \
             lots   {participants} participants live here\n  \
             stop   Ctrl-C; the same command continues\n",
            nodes.join(" "),
        ))
    }

    /// Prints the rounds that are new; `on_round` gets the number of the last.
    pub fn rounds(&mut self, mut on_round: impl FnMut(u64)) {
        let last = self.shared.store().last();
        if last == self.last {
            return;
        }
        let behind = self.behind();
        for round in self.last + 1..=last {
            if let Ok(Some(view)) = self.shared.store().view(round) {
                let votes: u64 = view.tickets.iter().map(|ticket| ticket.votes).sum();
                let beyond = if behind < CATCHING_UP { self.beyond(view.time_ms) } else { None };
                self.round(round, &view.randomness, votes, beyond);
            }
        }
        self.last = last;
        on_round(last);
    }

    /// Prints the new alarms, or that all is well again.
    pub fn alarms(&mut self) {
        let raised = self.shared.alarms();
        if raised == self.alarms {
            return;
        }
        for alarm in raised.iter().filter(|alarm| !self.alarms.iter().any(|known| known.kind == alarm.kind)) {
            self.event("trouble", &format!("{}: {}", alarm.kind.name(), alarm.text));
        }
        if raised.is_empty() {
            self.event("well", "all is well again");
        }
        self.alarms = raised;
    }

    /// The number of rounds from the latest one to the present.
    fn behind(&self) -> u64 {
        let period = u64::from(self.shared.chain().genesis().period_ms).max(1);
        let opened = self.shared.store().tip().time_ms();
        now_ms().saturating_sub(opened) / period
    }

    /// Seconds from the opening time to now, without those of the delay at the speed of this machine.
    fn beyond(&self, opened_ms: u64) -> Option<f64> {
        let speed = self.shared.status().squarings_per_second;
        let took = now_ms().saturating_sub(opened_ms) as f64 / 1e3;
        (speed > 0.0).then(|| (took - self.shared.chain().genesis().t as f64 / speed).max(0.0))
    }

    fn round(&self, round: u64, beacon: &str, votes: u64, beyond: Option<f64>) {
        tracing::info!(round, "stored");
        let line = match (self.ui.json(), beyond) {
            (true, beyond) => json!({
                "verb": self.verb, "event": "round", "round": round, "beacon": beacon, "votes": votes,
                "beyond_seconds": beyond,
            })
            .to_string(),
            (false, beyond) => {
                let short = beacon.get(..32).unwrap_or_default();
                let beyond =
                    beyond.map_or_else(String::new, |beyond| format!("  {beyond:.2} s beyond the delay"));
                format!("round {round:<6} {short}  {votes} votes{beyond}")
            }
        };
        let _ = print(&line);
    }

    /// Prints at intervals how long this node still needs to catch up, while it is behind.
    pub fn pace(&mut self) {
        if self.paced.elapsed() < PACE {
            return;
        }
        self.paced = Instant::now();
        if let Some(catch_up) = self.shared.catch_up().filter(|catch_up| catch_up.seconds_left.is_some()) {
            let words = catch_up.words();
            tracing::info!(done = catch_up.done, goal = catch_up.goal, "{words}");
            self.ui.note(words);
        }
    }

    fn event(&self, event: &str, text: &str) {
        let text = crate::failure::one_line(text);
        let _ = match (self.ui.json(), event) {
            (true, "well") => print(&json!({ "verb": self.verb, "event": event }).to_string()),
            (true, _) => print(&json!({ "verb": self.verb, "event": event, "trouble": text }).to_string()),
            (false, _) => print(&text),
        };
    }
}

fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

fn print(line: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    printed_or_unwanted(writeln!(stdout, "{line}").and_then(|()| stdout.flush()))
}
