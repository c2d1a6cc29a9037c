//! The answers in JSON. Fields that a client does not need are left out.

use serde::Deserialize;

/// The state of a node: `GET /v1/status`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Status {
    /// The current round.
    pub round: u64,
    /// `tickets`, `delay`, `proof` or `waiting`.
    pub phase: String,
    /// The last finished round.
    pub latest: u64,
    /// The faults of the node.
    #[serde(default)]
    pub alarms: Vec<Alarm>,
    /// The node's standing against the clock; missing in answers of earlier versions.
    #[serde(default)]
    pub standing: Option<Standing>,
    /// The network as the node sees it; `None` for a solo chain, and for a relay.
    #[serde(default)]
    pub network: Option<Network>,
    /// The nodes that a relay follows; `None` for all other nodes.
    #[serde(default)]
    pub relay: Option<Relay>,
}

/// A relay's report about itself. A relay is a node without keys, which follows other nodes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Relay {
    /// The number of rounds that its most advanced source has and it does not have.
    pub behind: u64,
    /// The nodes that it follows.
    pub sources: Vec<Source>,
}

/// A node that a relay follows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Source {
    /// Its address.
    pub url: String,
    /// `asked`, `followed`, `failing` or `untrue`.
    pub state: String,
    /// The last round that it claims to have.
    pub last: Option<u64>,
    /// The reason why it can't be followed.
    pub text: Option<String>,
}

/// A node's standing against the clock.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Standing {
    /// `on-time`, `catching-up`, `late` or `stalled`.
    pub kind: String,
    /// A sentence for people.
    pub text: String,
}

/// A network, as a node of it sees it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Network {
    /// The validators: machines that vote on blocks.
    pub validators: u64,
    /// The fewest validators that decide a block.
    pub quorum: u64,
    /// The number of other nodes to which this one is connected, if known.
    pub peers: Option<u64>,
    /// The last block that it has seen; 0 before the first.
    pub height: u64,
    /// The last round on which the network is known to have agreed.
    #[serde(rename = "final")]
    pub final_round: u64,
}

/// Whether a node is well: `GET /health`. Rounds have the numbers of their periods here.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Health {
    /// Whether the node reports that all is well, by the status of its answer.
    #[serde(skip)]
    pub is_well: bool,
    /// The last finished round.
    pub current: u64,
    /// The round that should be finished by the clock.
    pub expected: u64,
    /// `ok`, or the fault.
    pub status: String,
    /// The faults of the node.
    #[serde(default)]
    pub alarms: Vec<Alarm>,
    /// The progress of a node that is behind and catches up.
    #[serde(default)]
    pub catching_up: Option<CatchingUp>,
}

/// A fault of a node.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Alarm {
    /// The part that is affected, in one word.
    pub kind: String,
    /// A sentence for people.
    pub text: String,
}

/// The progress of a node that catches up.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct CatchingUp {
    /// The seconds until it has caught up, if they can be estimated.
    pub seconds_left: Option<u64>,
}

/// The rounds that a node has: `GET /v1/finality`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Finality {
    /// Whether the chain is that of a network.
    pub network: bool,
    /// The last round for which the node can prove that the network agreed; 0 before the first.
    #[serde(rename = "final")]
    pub last_final: u64,
    /// The last finished round.
    pub latest: u64,
}

/// The proof of an epoch's delays: `GET /v1/epochs/{n}`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct EpochAnswer {
    /// The first round of the epoch.
    pub from: u64,
    /// The last round of the epoch.
    pub to: u64,
    bytes: String,
}

impl EpochAnswer {
    /// The bytes of the proof; `None` if the node did not write them in lower-case hexadecimal.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        super::lower_hex(&self.bytes)
    }
}

#[derive(Deserialize)]
pub(super) struct Latest {
    pub(super) latest: u64,
}

#[derive(Deserialize)]
pub(super) struct Genesis {
    pub(super) bytes: String,
    pub(super) chain: String,
}

#[derive(Deserialize)]
pub(super) struct Found {
    pub(super) rounds: Vec<Numbered>,
}

#[derive(Deserialize)]
pub(super) struct Numbered {
    pub(super) round: u64,
}
