//! `heliast network status`: the states of a network's nodes, side by side.

use crate::{
    address::reachable,
    failure::{Code, Failure, one_line},
    founding::draft,
    node_homes::nodes_in,
    numbers::count,
    report::Report,
    reports::{MembersFound, NetworkStatus, NodeFound, Word},
    ui::{Ui, time_of},
};
use heliast_client::{Cause, Health, Node, NodeError, Settings, Standing, Status};
use heliast_network::{
    engine_at,
    founding::{Application, DRAFT},
    home::{self, SETTINGS},
};
use heliast_verify::{node_of, node_url};
use heliast_view::MembersView;
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// Show the states of a network's nodes
///
/// For each node it shows the last block and the peers that it knows of, its round, the last round that is
/// final, the phase, the rounds behind the clock, and its state: `ok`, `behind` from two rounds on,
/// `catching-up`, `stalled` if no block comes, or its alarms. Below, it shows the members in the next round,
/// according to the node that is furthest. It exits with 5 only if no node answers: `heliast health` asks one
/// node whether all is well.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network's directory; the home of a node, which stands for the founders' nodes, or for itself where
    /// it was not founded with others; or the URLs of nodes
    #[arg(value_name = "DIR|URL", required = true)]
    nodes: Vec<String>,
    /// Seconds to wait for a node's answer
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = count::<u64>(1..=300))]
    timeout: u64,
}

/// A node to ask.
#[derive(Clone, Debug)]
struct Named {
    name: String,
    url: String,
    /// The RPC of its engine, if it can be reached.
    rpc: Option<SocketAddr>,
}

/// The state of a node.
#[derive(Debug)]
struct Found {
    node: Named,
    said: Result<(Status, Health), String>,
    /// The height of the engine and the number of its peers, if the node itself does not answer.
    engine: Option<(u64, u64)>,
    /// The members and their stakes in its next round.
    members: Option<MembersView>,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let is_dir = matches!(&self.nodes[..], [one] if Path::new(one).is_dir());
        let nodes = self.nodes()?;
        let patience = Duration::from_secs(self.timeout);
        let asked: Vec<_> =
            nodes.into_iter().map(|node| thread::spawn(move || Found::ask(node, patience))).collect();
        let found: Vec<Found> = asked.into_iter().filter_map(|asked| asked.join().ok()).collect();
        if found.iter().all(|one| one.said.is_err()) {
            let troubles: Vec<_> = found.iter().filter_map(Found::trouble).collect();
            return Err(Failure::new(Code::Network, troubles.join("; ")));
        }
        let troubles: Vec<_> = found.iter().filter_map(Found::trouble).collect();
        let members = found.iter().filter_map(|one| Some((one.members.as_ref()?, &*one.node.url)));
        let members = members.max_by_key(|(members, _)| members.round);
        let members = members.map(|(members, url)| Members::new(members, url));
        if let Some(words) = others(&found).filter(|_| is_dir) {
            Ui::current().note(words);
        }
        let lines: Vec<_> = std::iter::once(table(&found))
            .chain(members.as_ref().map(Members::words))
            .chain(troubles.iter().cloned())
            .collect();
        let silent = found.iter().filter(|one| one.said.is_err()).map(|one| Word::from(&one.node.name));
        let said = NetworkStatus {
            found: found.iter().filter_map(Found::told).collect(),
            silent: silent.collect(),
            troubles: troubles.iter().map(Word::from).collect(),
            members: members.map(|members| members.found),
        };
        Ok(Report::of(lines.join("\n"), &said))
    }

    /// The home of a node, if a home was given.
    fn home(&self) -> Option<&Path> {
        let [one] = &self.nodes[..] else { return None };
        let home = Path::new(one);
        [DRAFT, SETTINGS].iter().any(|file| home.join(file).is_file()).then_some(home)
    }

    fn nodes(&self) -> Result<Vec<Named>, Failure> {
        if let [one] = &self.nodes[..]
            && Path::new(one).is_dir()
        {
            let founded_by = Path::new(one).join(DRAFT);
            if founded_by.is_file() {
                return Ok(draft(&founded_by)?.applications().iter().map(Named::applicant).collect());
            }
            let node = |dir: PathBuf| {
                let settings = home::Settings::of_home(&dir)?;
                let name = dir.file_name().unwrap_or(dir.as_os_str()).to_string_lossy().into_owned();
                let url = format!("http://{}", reachable(settings.listen));
                Ok(Named { name, url, rpc: Some(settings.rpc) })
            };
            let homes = match self.home() {
                Some(home) => vec![home.to_owned()],
                None => nodes_in(Path::new(one))?,
            };
            return homes.into_iter().map(node).collect();
        }
        let named = |text: &String| {
            let url = node_url(text).ok_or_else(|| {
                Failure::new(
                    Code::Usage,
                    format_args!("{text} is neither a network's directory nor a node's address"),
                )
                .hint("give a directory of `heliast network new`, the home of a node, or http://HOST:PORT")
            })?;
            Ok(Named { name: text.clone(), url: url.trim_end_matches('/').to_owned(), rpc: None })
        };
        self.nodes.iter().map(named).collect()
    }
}

impl Named {
    /// The node of an applicant, at its public address.
    fn applicant(one: &Application) -> Named {
        Named { name: one.name().to_owned(), url: one.site().url(), rpc: None }
    }

    fn client(&self, patience: Duration) -> Result<Node, Failure> {
        let settings = Settings {
            connect_time: patience,
            answer_time: patience,
            page_time: patience,
            attempts: 1,
            ..Settings::default()
        };
        Ok(node_of(&self.url, settings)?)
    }
}

impl Found {
    fn ask(node: Named, patience: Duration) -> Found {
        let (said, members) = match node.client(patience) {
            Ok(client) => {
                let said = client.status().and_then(|status| Ok((status, client.health()?))).map_err(reason);
                let members = said.is_ok().then(|| client.json("/v1/members").ok()).flatten();
                (said, members)
            }
            Err(failure) => (Err(failure.to_string()), None),
        };
        let engine = node.rpc.filter(|_| said.is_err()).and_then(engine_at);
        Found { said, engine, members, node }
    }

    /// The number of rounds behind the clock.
    fn behind(&self) -> Option<u64> {
        self.said.as_ref().ok().map(|(_, health)| health.expected.saturating_sub(health.current))
    }

    /// The state in words: alarms, or the node's standing; `ok` only if the node is at most one round behind.
    fn state(&self) -> String {
        let Ok((said, health)) = &self.said else { return "does not answer".to_owned() };
        let stalled = self.halt().map(|standing| standing.kind.as_str());
        let words: Vec<_> =
            stalled.into_iter().chain(said.alarms.iter().map(|alarm| alarm.kind.as_str())).collect();
        match (&words[..], self.behind()) {
            ([], Some(0 | 1) | None) => "ok".to_owned(),
            ([], _) if health.catching_up.as_ref().is_some_and(|one| one.seconds_left.is_some()) => {
                "catching-up".to_owned()
            }
            ([], _) => "behind".to_owned(),
            (words, _) => words.join(" "),
        }
    }

    /// The height of the last block and the number of peers, according to the node, or to its engine if the
    /// node does not answer.
    fn engine(&self) -> (Option<u64>, Option<u64>) {
        match &self.said {
            Ok((said, _)) => {
                let network = said.network.as_ref();
                (network.map(|network| network.height), network.and_then(|network| network.peers))
            }
            Err(_) => self.engine.unzip(),
        }
    }

    /// The last final round, if this is a network.
    fn final_round(&self) -> Option<u64> {
        self.said.as_ref().ok()?.0.network.as_ref().map(|network| network.final_round)
    }

    /// The standing if the node is stalled.
    fn halt(&self) -> Option<&Standing> {
        self.said.as_ref().ok()?.0.standing.as_ref().filter(|standing| standing.kind == "stalled")
    }

    /// The trouble of the node, always in one line.
    fn trouble(&self) -> Option<String> {
        let name = &self.node.name;
        let trouble = match &self.said {
            Err(reason) => Some(format!("{name} does not answer: {reason}")),
            Ok((said, _)) if !said.alarms.is_empty() => {
                let alarms: Vec<_> = said.alarms.iter().map(|alarm| alarm.text.as_str()).collect();
                Some(format!("{name}: {}", alarms.join("; ")))
            }
            Ok(_) if self.halt().is_some() => {
                self.halt().map(|standing| format!("{name} is stalled: {}", standing.text))
            }
            Ok(_) => self.behind().filter(|behind| *behind > 1).map(|behind| match self.level_in() {
                Some(seconds) => {
                    format!("{name} is {behind} rounds behind, and level in {}", time_of(seconds))
                }
                None => format!("{name} is {behind} rounds behind"),
            }),
        };
        trouble.map(|words| one_line(&words))
    }

    /// Seconds until the node has caught up, if it is catching up.
    fn level_in(&self) -> Option<u64> {
        self.said.as_ref().ok()?.1.catching_up.as_ref()?.seconds_left
    }

    /// The node's state for programs; `None` if it does not answer.
    fn told(&self) -> Option<NodeFound> {
        let (said, _) = self.said.as_ref().ok()?;
        Some(NodeFound {
            name: (&self.node.name).into(),
            url: (&self.node.url).into(),
            round: said.latest,
            phase: (&said.phase).into(),
            behind: self.behind(),
            level_in_seconds: self.level_in(),
            state: self.state().into(),
            final_round: self.final_round(),
            height: self.engine().0,
            peers: self.engine().1,
            alarms: said.alarms.iter().map(|alarm| (&alarm.kind).into()).collect(),
        })
    }

    fn cells(&self) -> [String; 8] {
        let or_none =
            |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let said = self.said.as_ref().ok().map(|(said, _)| said);
        let (height, peers) = self.engine();
        [
            self.node.name.clone(),
            or_none(height),
            or_none(peers),
            or_none(said.map(|said| said.latest)),
            or_none(self.final_round()),
            said.map_or_else(|| "-".to_owned(), |said| said.phase.clone()),
            or_none(self.behind()),
            self.state(),
        ]
        .map(|cell| one_line(&cell))
    }
}

/// Figures about the members in a round.
struct Members<'a> {
    round: u64,
    found: MembersFound,
    /// The URL of the node that reported them.
    url: &'a str,
}

impl Members<'_> {
    fn new<'a>(view: &MembersView, url: &'a str) -> Members<'a> {
        let participants = view.members.iter().filter(|member| member.stake > 0).count();
        let (total_stake, proposals) = (view.total_stake, view.open.len());
        Members { round: view.round, found: MembersFound { participants, total_stake, proposals }, url }
    }

    fn words(&self) -> String {
        let Members { round, found: MembersFound { participants, total_stake, proposals }, url } = self;
        let proposed = match proposals {
            0 => String::new(),
            1 => format!("; a proposal is open: see `heliast member list {url}`"),
            open => format!("; {open} proposals are open: see `heliast member list {url}`"),
        };
        format!("in round {round} {participants} participants have {total_stake} units of stake{proposed}")
    }
}

/// The note that the network has more validators than queried nodes. A home has the addresses of the
/// founders' nodes. The chain shows which validators joined later, but not their addresses.
fn others(found: &[Found]) -> Option<String> {
    let networks = found.iter().filter_map(|one| one.said.as_ref().ok()?.0.network.as_ref());
    let validators = networks.map(|network| network.validators).max()?;
    let more = validators.checked_sub(found.len() as u64).filter(|more| *more > 0)?;
    Some(format!(
        "note: the network has {validators} validators, and the nodes of {} are known here: name the other {more} \
         by URL, as their operators say it",
        found.len()
    ))
}

/// A table whose columns are as wide as their widest cell.
fn table(found: &[Found]) -> String {
    let head = ["node", "height", "peers", "round", "final", "phase", "behind", "state"].map(str::to_owned);
    let rows: Vec<[String; 8]> = std::iter::once(head).chain(found.iter().map(Found::cells)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let line = |row: &[String; 8]| {
        let cells: Vec<_> = row
            .iter()
            .enumerate()
            .map(|(column, cell)| format!("{cell:width$}", width = width(column)))
            .collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The reason why a node counts as not answering.
fn reason(error: NodeError) -> String {
    match error.cause {
        Cause::Unreachable(reason) => reason,
        _ => "this is not an answer of a heliast node".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// A node with these answers about itself.
    fn found(status: Value, health: Value) -> Found {
        let said = (serde_json::from_value(status).unwrap(), serde_json::from_value(health).unwrap());
        let node = Named { name: "node0".to_owned(), url: String::new(), rpc: None };
        Found { node, said: Ok(said), engine: None, members: None }
    }

    fn behind(rounds: u64, seconds_left: Option<u64>) -> Value {
        let catching_up = (rounds > 2).then(|| json!({ "seconds_left": seconds_left }));
        json!({ "current": 10, "expected": 10 + rounds, "status": "", "catching_up": catching_up })
    }

    fn standing(kind: &str) -> Value {
        let network = json!({ "validators": 4, "quorum": 3, "peers": 1, "height": 77, "final": 9 });
        json!({ "round": 11, "phase": "delay", "latest": 10, "network": network,
            "standing": { "kind": kind, "text": "no block has come for 9 s" } })
    }

    #[test]
    fn a_node_that_is_behind_is_not_ok() {
        for (kind, rounds, seconds_left, state) in [
            ("on-time", 0, None, "ok"),
            ("late", 1, None, "ok"),
            ("late", 2, None, "behind"),
            ("late", 8, None, "behind"),
            ("catching-up", 8, Some(4), "catching-up"),
            ("stalled", 1, None, "stalled"),
            ("stalled", 8, None, "stalled"),
        ] {
            assert_eq!(found(standing(kind), behind(rounds, seconds_left)).state(), state, "{kind} {rounds}");
        }
        // Earlier versions do not report a standing.
        let old = json!({ "round": 11, "phase": "delay", "latest": 10 });
        assert_eq!(found(old.clone(), behind(8, None)).state(), "behind");
        let mut alarmed = standing("stalled");
        alarmed["alarms"] = json!([{ "kind": "peers", "text": "none" }]);
        assert_eq!(found(alarmed, behind(8, None)).state(), "stalled peers");
    }

    #[test]
    fn a_halt_is_said_with_its_reason_and_numbers_of_the_network() {
        let halted = found(standing("stalled"), behind(8, None));
        assert_eq!(halted.trouble().unwrap(), "node0 is stalled: no block has come for 9 s");
        assert_eq!(halted.cells()[1..], ["77", "1", "10", "9", "delay", "8", "stalled"].map(str::to_owned));
    }

    /// The addresses of nodes that joined later are known only to their operators.
    #[test]
    fn validators_whose_nodes_nobody_named_are_told_of() {
        let four = || -> Vec<_> { (0..4).map(|_| found(standing("on-time"), behind(0, None))).collect() };
        assert_eq!(others(&four()), None);
        let one = &four()[..1];
        assert_eq!(
            others(one).unwrap(),
            "note: the network has 4 validators, and the nodes of 1 are known here: name the other 3 by URL, as \
             their operators say it"
        );
        assert_eq!(others(&[]), None);
    }

    /// A foreign node can send any text, but it can neither move the cursor nor add a line.
    #[test]
    fn what_a_node_says_stays_in_its_line_and_cell() {
        let hostile = "x\x1b[2J\x1b[1;31m\nnode1 is well\r\u{9b}1A\x07";
        let mut status = standing("stalled");
        (status["phase"], status["standing"]["text"]) = (json!(hostile), json!(hostile));
        let stalled = found(status.clone(), behind(1, None));
        status["alarms"] = json!([{ "kind": hostile, "text": hostile }]);
        let alarmed = found(status, behind(1, None));
        let node = Named { name: hostile.to_owned(), url: String::new(), rpc: None };
        let silent = Found { node, said: Err(hostile.to_owned()), engine: None, members: None };
        let nodes = [stalled, alarmed, silent];
        let lines = table(&nodes);
        assert_eq!(lines.lines().count(), 1 + nodes.len(), "{lines:?}");
        for words in lines.lines().map(str::to_owned).chain(nodes.iter().filter_map(Found::trouble)) {
            assert!(!words.chars().any(char::is_control), "{words:?}");
        }
        assert!(nodes.iter().all(|node| node.trouble().is_some()));
    }

    /// The node itself is trusted about its network. Its engine is queried if the node does not answer.
    #[test]
    fn an_engine_speaks_for_a_node_that_does_not() {
        let said = Found { engine: Some((99, 9)), ..found(standing("on-time"), behind(0, None)) };
        assert_eq!(said.engine(), (Some(77), Some(1)));
        let silent = Found { said: Err("refused".to_owned()), ..said };
        assert_eq!(silent.engine(), (Some(99), Some(9)));
        assert_eq!(Found { engine: None, ..silent }.engine(), (None, None));
    }
}
