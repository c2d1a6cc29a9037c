//! The data that the templates show.

#[cfg(test)]
mod tests;

use super::{
    assets,
    court::{self, Court, MOST_SEATS},
    text::{Grouped, iso, moment, short},
};
use crate::status::NetworkView;
use askama::Template;
use heliast::{Chain, DelayRules, StatelessScheme, members::Members};
use heliast_engine::{Alarm, Handles, Phase, RelaySight, SourceState, Standing, Status, periods};
use heliast_view::{DueView, KeysView, RoundView};

/// The page of the running chain.
#[derive(Template)]
#[template(path = "live.html")]
pub(crate) struct LivePage {
    pub(crate) frame: Frame,
    pub(crate) round: Option<RoundPart>,
    pub(crate) under_way: UnderWay,
    pub(crate) standing: Standing,
    pub(crate) alarms: Vec<Alarm>,
    pub(crate) facts: Facts,
    pub(crate) recent: Vec<RecentRow>,
    pub(crate) keys: Option<KeysPart>,
    /// The network; `None` for a solo chain.
    pub(crate) network: Option<NetworkView>,
    /// The nodes that a relay follows; `None` for all other nodes.
    pub(crate) relay: Option<RelaySight>,
    /// The last round on which a network is known to have agreed.
    pub(crate) final_round: u64,
    /// Seconds after which a browser without JavaScript loads the page again.
    pub(crate) refresh_s: u64,
}

/// The page of one finished round.
#[derive(Template)]
#[template(path = "round.html")]
pub(crate) struct RoundPage {
    pub(crate) frame: Frame,
    pub(crate) round: RoundPart,
    pub(crate) facts: Facts,
}

/// The page that explains the beacon.
#[derive(Template)]
#[template(path = "how.html")]
pub(crate) struct HowPage {
    pub(crate) frame: Frame,
}

/// The page of an error.
#[derive(Template)]
#[template(path = "error.html")]
pub(crate) struct ErrorPage {
    pub(crate) frame: Frame,
    pub(crate) error: String,
    pub(crate) hint: String,
}

/// The frame around every page.
pub(crate) struct Frame {
    /// The version of the page's files.
    pub(crate) version: &'static str,
    /// The version of the program.
    pub(crate) release: &'static str,
    /// The chain's id; empty if there is no chain.
    pub(crate) chain: String,
    makers: Option<Makers>,
    is_relay: bool,
}

/// The nodes that make the rounds of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Makers {
    /// One node with the keys of all participants.
    Solo,
    /// Machines that agree on the rounds.
    Network,
}

impl Frame {
    pub(crate) fn new(chain: &Chain, makers: Makers) -> Frame {
        Frame { chain: hex::encode(chain.id()), makers: Some(makers), ..Frame::bare() }
    }

    /// The frame for the chain of a node.
    pub(crate) fn of(node: &Handles) -> Frame {
        let makers = if node.finality.network().is_some() { Makers::Network } else { Makers::Solo };
        let is_relay = node.board.relay().is_some();
        Frame { is_relay, ..Frame::new(node.rounds.chain(), makers) }
    }

    pub(crate) fn bare() -> Frame {
        let (chain, makers, is_relay) = (String::new(), None, false);
        Frame { version: &assets::VERSION, release: env!("CARGO_PKG_VERSION"), chain, makers, is_relay }
    }

    pub(super) fn is_relay(&self) -> bool {
        self.is_relay
    }

    pub(super) fn is_solo(&self) -> bool {
        self.makers == Some(Makers::Solo)
    }

    pub(super) fn is_of_network(&self) -> bool {
        self.makers == Some(Makers::Network)
    }

    fn verifier_hash(&self) -> &'static str {
        &assets::VERIFIER_HASH
    }
}

/// A finished round.
pub(crate) struct RoundPart {
    pub(crate) number: u64,
    /// Its number on drand's routes.
    pub(crate) drand_number: u64,
    pub(crate) opened: String,
    pub(crate) opened_iso: String,
    /// The output in eight groups.
    pub(crate) output: Vec<String>,
    pub(crate) court: Court,
    pub(crate) view: RoundView,
    pub(crate) previous: Option<u64>,
    pub(crate) next: Option<u64>,
    pub(crate) bytes: usize,
}

impl RoundPart {
    /// `members` are those after round `last`, which is the last one.
    pub(crate) fn new(view: RoundView, chain: &Chain, members: &Members, last: u64) -> RoundPart {
        let court = Court::new(&view, chain.genesis(), &court::seated(members, view.round));
        let groups =
            view.randomness.as_bytes().chunks(8).map(|group| String::from_utf8_lossy(group).into_owned());
        RoundPart {
            number: view.round,
            drand_number: periods::number(chain, view.time_ms),
            opened: moment(view.time_ms),
            opened_iso: iso(view.time_ms),
            output: groups.collect(),
            court,
            previous: (view.round > 1).then(|| view.round - 1),
            next: (view.round < last).then(|| view.round + 1),
            bytes: view.bytes.len() / 2,
            view,
        }
    }

    fn seats_drawn(&self) -> usize {
        MOST_SEATS
    }
}

/// The current round.
pub(crate) struct UnderWay {
    pub(crate) round: u64,
    pub(crate) words: &'static str,
    pub(crate) progress: String,
    pub(crate) percent: u64,
    pub(crate) opens_ms: u64,
    pub(crate) next_ms: u64,
    pub(crate) period_ms: u32,
}

impl UnderWay {
    /// `is_halted` says whether this is a node of a halted network.
    pub(crate) fn new(status: Status, chain: &Chain, is_halted: bool) -> UnderWay {
        let (words, share) = match status.phase {
            Phase::Tickets => ("drawing lots", 0.0),
            Phase::Delay => ("the delay is running", status.progress),
            Phase::Proof => ("proving the delay", 1.0),
            Phase::Waiting => ("waiting for the next round", 1.0),
        };
        UnderWay {
            round: status.round,
            words: if is_halted { "waiting for the network" } else { words },
            progress: format!("{share:.4}"),
            percent: (share * 100.0) as u64,
            opens_ms: status.opens_ms,
            next_ms: status.next_ms,
            period_ms: chain.genesis().period_ms,
        }
    }
}

/// The keys that are due.
pub(crate) struct KeysPart {
    pub(crate) round: u64,
    pub(crate) lead: u64,
    pub(crate) trees: usize,
    pub(crate) stateless: usize,
    pub(crate) rows: Vec<KeyRow>,
}

/// The key of one participant.
pub(crate) struct KeyRow {
    pub(crate) participant: u32,
    pub(crate) scheme: String,
    pub(crate) left: Option<u64>,
    pub(crate) next: Option<String>,
}

impl KeysPart {
    /// The most participants with a row.
    const MOST_ROWS: usize = 64;

    /// The keys of those with a stake in the round of `keys`; `None` if all keys of the chain are always
    /// stateless.
    pub(crate) fn new(mut keys: KeysView, chain: &Chain, members: &Members) -> Option<KeysPart> {
        let round = keys.round;
        keys.keys.retain(|key| members.stake_in(key.participant, round) > 0);
        let is_stateless = |key: &&DueView| key.scheme == chain.genesis().vrf.name();
        let stateless = keys.keys.iter().filter(is_stateless).count();
        let trees = keys.keys.len() - stateless;
        let row = |key: DueView| KeyRow {
            participant: key.participant,
            scheme: key.scheme,
            left: key.until.map(|until| until.saturating_sub(round)),
            next: key.until.map(|until| match key.next {
                Some(next) => format!("{} from round {}", next.scheme, until.grouped()),
                None => format!("stateless from round {}, unless another is announced", until.grouped()),
            }),
        };
        let rows = keys.keys.into_iter().take(Self::MOST_ROWS).map(row).collect();
        (keys.lead > 0).then_some(KeysPart { round, lead: keys.lead, trees, stateless, rows })
    }
}

/// The chain's parameters in words.
pub(crate) struct Facts {
    /// The number of squarings (or of roots in a chain with roots alone), their kind, and both together.
    pub(crate) squarings: String,
    pub(crate) kind: &'static str,
    pub(crate) steps: String,
    /// The roots, if the chain has them in addition to squarings.
    pub(crate) roots: Option<String>,
    pub(crate) withstands: String,
    pub(crate) speed: Option<String>,
    pub(crate) delay: Option<String>,
    pub(crate) period: String,
    /// RSA or class group.
    pub(crate) group: &'static str,
    pub(crate) group_bits: usize,
    pub(crate) group_id: String,
    pub(crate) vrf: &'static str,
    pub(crate) has_trees: bool,
    pub(crate) participants: String,
    pub(crate) stake: String,
    pub(crate) expected_votes: String,
    pub(crate) genesis: String,
}

impl Facts {
    /// The parameters for the current round, with the speed of this node. `members` are those after the last
    /// round.
    pub(crate) fn new(chain: &Chain, members: &Members, status: Status) -> Facts {
        let speed = Some(status.squarings_per_second).filter(|speed| *speed >= 1.0);
        Facts::of(chain, members, status.latest.saturating_add(1), speed)
    }

    /// The parameters for a finished round, without a speed: that of its evaluator is unknown.
    pub(crate) fn past(chain: &Chain, members: &Members, round: u64) -> Facts {
        Facts::of(chain, members, round, None)
    }

    fn of(chain: &Chain, members: &Members, next: u64, speed: Option<f64>) -> Facts {
        let genesis = chain.genesis();
        Facts {
            squarings: genesis.delays.t().grouped(),
            kind: if genesis.delays.squarings.is_some() { "Squarings" } else { "Roots" },
            steps: steps(&genesis.delays),
            roots: chain.squarings().and(chain.roots()).map(|roots| roots.t.grouped()),
            withstands: withstands(chain),
            speed: speed.map(|speed| (speed as u64).grouped()),
            delay: speed.map(|speed| format!("{:.2} s", genesis.delays.t() as f64 / speed)),
            period: format!("{} s", f64::from(genesis.period_ms) / 1000.0),
            group: match genesis.delays.kind() {
                "rsa" => "RSA",
                "class" => "class group",
                _ => "roots",
            },
            group_bits: chain.delay_bits(),
            group_id: short(&hex::encode(chain.delay_id())),
            vrf: genesis.vrf.name(),
            has_trees: genesis.lead > 0,
            participants: court::seated(members, next).len().grouped(),
            stake: members.total_in(next).grouped(),
            expected_votes: committees(&genesis.committees),
            genesis: moment(genesis.genesis_time_ms),
        }
    }
}

/// "13 000 000 squarings", "7 000 roots", or both.
pub(crate) fn steps(delays: &DelayRules) -> String {
    let squarings = delays.squarings.as_ref().map(|one| format!("{} squarings", one.t.grouped()));
    let roots = delays.roots.as_ref().map(|one| format!("{} roots", one.t.grouped()));
    [squarings, roots].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// The parts of a chain that a quantum computer does not break.
pub(crate) fn withstands(chain: &Chain) -> String {
    let genesis = chain.genesis();
    let lots = match genesis.vrf {
        StatelessScheme::AVrfFast | StatelessScheme::AVrfSmall => "lots withstand them",
        _ if genesis.lead > 0 => "lots by hash trees withstand them, those without a tree fall",
        _ => "lots fall",
    };
    let delay = match (chain.squarings(), chain.roots()) {
        (_, None) => "the delay falls",
        (None, _) => "the delay withstands them",
        _ => "the delay withstands them by its roots",
    };
    format!("{lots}; {delay}")
}

/// "20", or "20 + 5" for two slots.
fn committees(expected: &[u32]) -> String {
    let votes: Vec<_> = expected.iter().map(Grouped::grouped).collect();
    votes.join(" + ")
}

/// A row of the table of recent rounds.
pub(crate) struct RecentRow {
    pub(crate) number: u64,
    pub(crate) opened: String,
    pub(crate) opened_iso: String,
    pub(crate) seats: usize,
    pub(crate) randomness: String,
}

impl RecentRow {
    pub(crate) fn new(number: u64, time_ms: u64, seats: usize, beacon: &[u8; 32]) -> RecentRow {
        let opened = moment(time_ms);
        RecentRow { number, opened, opened_iso: iso(time_ms), seats, randomness: hex::encode(beacon) }
    }
}
