//! `heliast network up`: runs all nodes of a network on this machine, each as a separate process.

mod children;
mod rounds;

use crate::{
    address::reachable,
    failure::{Code, Failure, one_line},
    interrupt,
    node_homes::nodes_in,
    report::{Report, print_line as print},
    reports::{self, Digest, Measure, NetworkUp, Word},
    ui::Ui,
};
use children::{Children, Event, Launch, Line};
use heliast::Chain;
use heliast_network::{
    Program,
    home::{Foundations, Settings},
};
use rounds::{Rounds, Seen};
use std::{path::PathBuf, time::Duration};

/// Run all nodes of a network that are on this machine
///
/// Each is a process of its own, `heliast node`, with a page of its own. One line is printed for
/// each round, when all nodes have it: its number, its beacon, the nodes that have it, and the time
/// that it took beyond its delay. A node that is killed or told to end is started again. With --json it
/// prints one object per line.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network's directory, made by `heliast network new`
    #[arg(value_name = "DIR")]
    network: PathBuf,
    /// End after the round with this number
    #[arg(long, value_name = "K")]
    until: Option<u64>,
    #[command(flatten)]
    engine: super::node::EngineArgs,
    #[command(flatten)]
    passphrase: crate::secrets::PassphraseArgs,
    /// The folder that records which directory uses which keys [default: ~/.local/state/heliast/keys]
    #[arg(long, value_name = "DIR")]
    witnesses: Option<PathBuf>,
}

/// The time between two checks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(100);
/// The time within which the nodes have to end: an engine has twenty seconds for its databases, and an
/// epoch's proof may be running.
const PATIENCE: Duration = Duration::from_secs(60);

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let launch = Launch::new(self.flags())?;
        let nodes = nodes_in(&self.network)?;
        // A missing program is reported once, and not by each of the nodes.
        Program::find(self.engine.program.as_deref())?;
        interrupt::catch()?;
        let mut urls = vec![];
        for node in &nodes {
            urls.push(format!("http://{}", reachable(Settings::of_home(node)?.listen)));
        }
        let chain = Foundations::chain_in(&self.network)?;
        self.greet(ui, &chain, &urls)?;
        let mut children = Children::start(&nodes, launch)?;
        let outcome = self.watch(ui, &mut children, nodes.len());
        let killed = children.stop(PATIENCE);
        let words = format!("it did not end in {} s, and was killed", PATIENCE.as_secs());
        let told = killed
            .into_iter()
            .try_for_each(|node| tell(ui, node, &words, |trouble| NetworkUp::Ended { node, trouble }));
        let last = outcome?;
        told?;
        let again = format!("`heliast network up {}` continues the chain", self.network.display());
        let said = NetworkUp::Stopped { round: last };
        Ok(Report::of(format!("the network stopped after round {last}; {again}"), &said))
    }

    /// The flags that every node gets.
    fn flags(&self) -> Vec<std::ffi::OsString> {
        let mut flags = self.engine.flags();
        if let Some(path) = self.passphrase.path() {
            flags.extend(["--passphrase-file".into(), path.into()]);
        }
        if let Some(path) = &self.witnesses {
            flags.extend(["--witnesses".into(), path.into()]);
        }
        flags
    }

    /// Shows what the nodes print, until Ctrl-C or the round of --until. Returns the last round.
    fn watch(&self, ui: &Ui, children: &mut Children, nodes: usize) -> Result<u64, Failure> {
        let mut rounds = Rounds::new(nodes);
        loop {
            if interrupt::requested() || self.until.is_some_and(|until| rounds.shown() >= until) {
                return Ok(rounds.shown());
            }
            let Some(Event { node, line }) = children.next(LOOK) else { continue };
            match line {
                Line::Round(seen) => {
                    for seen in rounds.note(node, seen).map_err(differ)? {
                        show(ui, nodes, &seen)?;
                    }
                }
                Line::Trouble(words) => {
                    tell(ui, node, &words, |trouble| NetworkUp::Trouble { node, trouble })?;
                    rounds.set_up(node, true);
                }
                Line::Well => tell(ui, node, "all is well", |_| NetworkUp::Well { node })?,
                Line::Started => rounds.set_up(node, true),
                Line::Ended(words) => {
                    rounds.set_up(node, false);
                    tell(ui, node, &words, |trouble| NetworkUp::Ended { node, trouble })?;
                }
            }
            if children.are_all_down() {
                return Err(Failure::new(Code::Refused, "no node runs any more")
                    .hint("the file node.log in each node's home says why"));
            }
        }
    }

    fn greet(&self, ui: &Ui, chain: &Chain, urls: &[String]) -> Result<(), Failure> {
        let genesis = chain.genesis();
        let (id, period) = (hex::encode(chain.id()), f64::from(genesis.period_ms) / 1e3);
        if ui.json() {
            return say(&NetworkUp::Started {
                chain: Digest::of(chain.id()),
                urls: urls.iter().map(Into::into).collect(),
                t: genesis.delays.t(),
                period_seconds: Measure(period),
                participants: genesis.participants.len(),
            });
        }
        let pages: Vec<_> =
            urls.iter().enumerate().map(|(node, url)| format!("  page   {url} (node{node})\n")).collect();
        print(&format!(
            "heliast network\n  \
             chain  {id}\n  \
             nodes  {}, {} participants, a round every {period} s\n{}  \
             stop   Ctrl-C; the same command continues the chain\n",
            urls.len(),
            genesis.participants.len(),
            pages.concat(),
        ))
    }
}

fn differ(differs: rounds::Differs) -> Failure {
    Failure::new(Code::Invalid, differs)
        .hint("one of them runs another program, or its machine is broken: don't rely on either")
}

fn show(ui: &Ui, all: usize, seen: &Seen) -> Result<(), Failure> {
    let Seen { round, beacon, votes, nodes, beyond_seconds } = seen;
    if ui.json() {
        return say(&NetworkUp::Round {
            round: *round,
            beacon: Digest::digits(beacon),
            votes: *votes,
            held_by: nodes.clone(),
            beyond_seconds: beyond_seconds.map(Measure),
        });
    }
    let who = match nodes.len() == all {
        true => format!("all {all} nodes"),
        false => format!("nodes {}", nodes.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")),
    };
    let beyond =
        beyond_seconds.map_or_else(String::new, |seconds| format!("  {seconds:.2} s beyond the delay"));
    let short = beacon.get(..32).unwrap_or(beacon);
    print(&format!("round {round:<6} {short}  {votes} votes  {who}{beyond}"))
}

/// Prints a node's message for people, or an event with the message for programs.
fn tell(ui: &Ui, node: usize, words: &str, event: impl Fn(Word) -> NetworkUp) -> Result<(), Failure> {
    let words = one_line(words);
    match ui.json() {
        true => say(&event(words.into())),
        false => print(&format!("node{node}: {words}")),
    }
}

fn say(event: &NetworkUp) -> Result<(), Failure> {
    print(&reports::line("network up", event))
}
