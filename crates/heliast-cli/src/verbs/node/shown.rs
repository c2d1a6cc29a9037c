//! Prints the events of a node: its start, its rounds, and its faults.

use crate::{
    failure::{Failure, one_line},
    home::tell_set_back,
    report::print_line as print,
    reports::{self, Digest, Followed, GuestBegun, Measure, NodeBegun, RelayBegun},
    ui::Ui,
};
use heliast::{Chain, Genesis};
use heliast_network::{Event, RoundEvent};
use serde::Serialize;
use std::net::SocketAddr;

/// The data about a chain and its participants that are shown at the start.
pub struct Start<'a> {
    pub chain: &'a Chain,
    pub is_new: bool,
    /// The last stored round.
    pub latest: u64,
    /// The number of local participants.
    pub participants: usize,
}

/// Prints the events of a verb's node.
pub struct Shown<'a> {
    pub ui: &'a Ui,
    /// The verb.
    pub verb: &'static str,
}

impl Shown<'_> {
    /// Prints that a node has started.
    pub fn greet(&self, start: &Start<'_>, validators: usize, address: SocketAddr) -> Result<(), Failure> {
        let Start { chain, is_new: new, latest, participants } = *start;
        let (genesis, url) = (chain.genesis(), format!("http://{address}"));
        if self.ui.json() {
            return self.say(&NodeBegun::Started {
                chain: Digest::of(chain.id()),
                new,
                latest,
                url: url.into(),
                t: genesis.delays.t(),
                period_seconds: period(genesis),
                validators,
                participants,
            });
        }
        let id = hex::encode(chain.id());
        print(&format!(
            "heliast node\n  \
             chain  {id} ({})\n  \
             nodes  {validators} validators at first\n  \
             lots   {participants} of {} participants live here\n  \
             page   {url}\n  \
             stop   Ctrl-C; the same command continues\n",
            start.state(),
            genesis.participants.len(),
        ))
    }

    /// Prints that participants without a node have started, and which nodes they follow.
    pub fn greet_participants(&self, start: &Start<'_>, nodes: &[String]) -> Result<(), Failure> {
        let Start { chain, is_new: new, latest, participants } = *start;
        if self.ui.json() {
            return self.say(&GuestBegun::Started {
                chain: Digest::of(chain.id()),
                new,
                latest,
                urls: nodes.iter().map(Into::into).collect(),
                t: chain.genesis().delays.t(),
                period_seconds: period(chain.genesis()),
                participants,
            });
        }
        let id = hex::encode(chain.id());
        print(&format!(
            "heliast participate\n  \
             chain  {id} ({})\n  \
             nodes  {}\n  \
             lots   {participants} participants live here\n  \
             stop   Ctrl-C; the same command continues\n",
            start.state(),
            nodes.join(" "),
        ))
    }

    /// Prints that a relay has started, and which nodes it follows; `solo` says whether its chain is a solo
    /// chain.
    pub fn greet_relay(
        &self,
        start: &Start<'_>,
        nodes: &[String],
        (address, solo): (SocketAddr, bool),
    ) -> Result<(), Failure> {
        let Start { chain, is_new: new, latest, .. } = *start;
        let url = format!("http://{address}");
        if self.ui.json() {
            return self.say(&RelayBegun::Started {
                chain: Digest::of(chain.id()),
                new,
                latest,
                url: url.into(),
                urls: nodes.iter().map(Into::into).collect(),
                solo,
                t: chain.genesis().delays.t(),
                period_seconds: period(chain.genesis()),
            });
        }
        let id = hex::encode(chain.id());
        print(&format!(
            "heliast relay\n  \
             chain  {id} ({}{})\n  \
             nodes  {}\n  \
             page   {url}\n  \
             stop   Ctrl-C; the same command continues\n",
            start.state(),
            if solo { ", a solo chain: nobody but its node agrees on its rounds" } else { "" },
            nodes.join(" "),
        ))
    }

    /// Prints an event. If lines about rounds and alarms can't be printed, they are lost and the node goes
    /// on.
    pub fn show(&self, event: Event) -> Result<(), Failure> {
        let _ = match event {
            Event::Started { set_back } => {
                return set_back.iter().try_for_each(|set_back| tell_set_back(set_back, self.ui, self.verb));
            }
            Event::Round(round) => self.round(&round),
            Event::Trouble(alarm) => self.trouble(&format!("{}: {}", alarm.kind.name(), alarm.text)),
            Event::Well => self.well(),
            Event::CatchingUp(catch_up) => {
                let words = catch_up.words();
                tracing::info!(done = catch_up.done, goal = catch_up.goal, "{words}");
                self.note(words)
            }
            Event::NotEmpty { height } => self.note(format_args!(
                "note: this node has the state after block {height} and goes on from there; --state-sync is for an \
                 empty one"
            )),
            Event::Snapshot { height } => self.note(format_args!(
                "this node begins with a snapshot: block {height} is signed by more than two thirds of the network"
            )),
            _ => Ok(()),
        };
        Ok(())
    }

    fn note(&self, words: impl std::fmt::Display) -> Result<(), Failure> {
        self.ui.note(words);
        Ok(())
    }

    fn round(&self, event: &RoundEvent) -> Result<(), Failure> {
        let RoundEvent { round, beacon, votes, beyond_seconds } = event;
        if self.ui.json() {
            return self.say(&Followed::Round {
                round: *round,
                beacon: Digest::digits(beacon),
                votes: *votes,
                beyond_seconds: beyond_seconds.map(Measure),
            });
        }
        let short = beacon.get(..32).unwrap_or_default();
        let beyond =
            beyond_seconds.map_or_else(String::new, |beyond| format!("  {beyond:.2} s beyond the delay"));
        print(&format!("round {round:<6} {short}  {votes} votes{beyond}"))
    }

    fn trouble(&self, text: &str) -> Result<(), Failure> {
        let text = one_line(text);
        match self.ui.json() {
            true => self.say(&Followed::Trouble { trouble: text.into() }),
            false => print(&text),
        }
    }

    fn well(&self) -> Result<(), Failure> {
        match self.ui.json() {
            true => self.say(&Followed::Well {}),
            false => print("all is well again"),
        }
    }

    /// Prints an event for programs.
    fn say(&self, said: &impl Serialize) -> Result<(), Failure> {
        print(&reports::line(self.verb, said))
    }
}

impl Start<'_> {
    fn state(&self) -> String {
        if self.is_new { "new".to_owned() } else { format!("continued after round {}", self.latest) }
    }
}

fn period(genesis: &Genesis) -> Measure {
    Measure(f64::from(genesis.period_ms) / 1e3)
}
