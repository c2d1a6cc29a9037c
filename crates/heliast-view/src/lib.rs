//! The JSON shapes of rounds and of the genesis (spec/http.md), computed from verified rounds only.
//!
//! ```
//! use heliast::{Chain, Round, Verified};
//! use heliast_view::RoundView;
//!
//! /// What `GET /v1/rounds/{number}` answers of a round.
//! fn answer(chain: &Chain, round: &Verified<Round>) -> String {
//!     RoundView::new(chain, round).to_json()
//! }
//! ```

#![forbid(unsafe_code)]

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod members;
#[cfg(test)]
mod tests;

pub use members::{MemberChangeView, MemberView, MembersView, OpenView, ProposalView, ValidatorPowerView};

use heliast::{
    Announcement, Chain, Keys, Members, Round, Tip, Verified,
    keys::{Change, Key},
    stateful::{PublicKey, Terms},
};
use serde::{Deserialize, Serialize};

/// A whole round: everything that a verifier needs, and everything that follows from it. Bytes are lower-case
/// hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoundView {
    /// The round number, K.
    pub round: u64,
    /// The time at which the round opened, in milliseconds since 1970.
    pub time_ms: u64,
    /// The seed of the round's lots, Q_K.
    pub seed: String,
    /// The committees, ordered by slot and participant.
    pub tickets: Vec<TicketView>,
    /// The announcements, ordered by participant.
    pub announcements: Vec<AnnouncementView>,
    /// The hash of all the lots, e_K.
    pub entropy: String,
    /// The delay's input.
    pub x: String,
    /// The delay's output.
    pub y: String,
    /// Wesolowski's proof of the delay.
    pub proof: String,
    /// The number of squarings of the delay.
    pub t: u64,
    /// The round's randomness, B_K.
    pub randomness: String,
    /// The round's bytes (spec/round.md).
    pub bytes: String,
}

/// One member of a committee of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TicketView {
    /// The slot of the committee, from 0.
    pub slot: u8,
    /// The participant's place in the genesis, from 0.
    pub participant: u32,
    /// The votes that it won.
    pub votes: u64,
    /// The stake that it holds in this round.
    pub stake: u64,
    /// The VRF of the key that was due: `a-vrf-fast`, or `x-vrf-10` for a hash tree of height 10.
    pub scheme: String,
    /// The key that was due.
    pub public_key: String,
    /// Its VRF proof.
    pub proof: String,
    /// Its VRF output: the lot it drew.
    pub output: String,
}

/// An announcement of a participant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AnnouncementView {
    /// The participant's place in the genesis, from 0.
    pub participant: u32,
    /// The number of announcements that it made before.
    pub serial: u32,
    /// The key that it announced; null if it withdrew one, or if this is about members.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub key: Option<TreeView>,
    /// The change of members that it proposed or approved; left out if this is about its keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub member: Option<MemberChangeView>,
}

/// A key of a hash tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TreeView {
    /// `x-vrf-10`: the scheme and the height of the tree.
    pub scheme: String,
    /// The key with its terms.
    pub public_key: String,
    /// The first round for which it has an answer.
    pub first: u64,
    /// The number of rounds for which it has answers.
    pub rounds: u64,
}

/// The keys of the participants that are due in a round, as `GET /v1/keys` answers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KeysView {
    /// The round: the one under way, or the next.
    pub round: u64,
    /// Rounds from an announcement to its effect; 0 if this chain takes no announcements.
    pub lead: u64,
    /// The keys, in the order of the genesis.
    pub keys: Vec<DueView>,
}

/// The key of one participant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DueView {
    /// The participant's place in the genesis, from 0.
    pub participant: u32,
    /// The scheme of the key that is due.
    pub scheme: String,
    /// The key that is due.
    pub public_key: String,
    /// The first round in which another key is due, if nothing more is announced; null if there is no other
    /// key.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub until: Option<u64>,
    /// The hash tree that is due then; null if it is the stateless key.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<TreeView>,
}

impl TreeView {
    fn new(key: &PublicKey) -> TreeView {
        let (terms, public_key) = (&key.terms, hex::encode(key.to_bytes()));
        TreeView { scheme: tree_name(terms), public_key, first: terms.first(), rounds: terms.rounds() }
    }
}

impl KeysView {
    /// The keys in the round after `tip`.
    pub fn new(chain: &Chain, tip: &Tip) -> KeysView {
        let round = tip.next_round();
        let due = |participant| {
            let due = tip.keys().due(participant, round).ok()??;
            let (scheme, public_key) = named(chain, tip.keys().members(), participant, &due.key);
            let next = match due.next {
                Key::Stateful(next) if due.until.is_some() => Some(TreeView::new(&next)),
                _ => None,
            };
            Some(DueView { participant, scheme, public_key, until: due.until, next })
        };
        let participants = 0..tip.keys().members().count();
        KeysView { round, lead: tip.keys().lead(), keys: participants.filter_map(due).collect() }
    }
}

fn tree_name(terms: &Terms) -> String {
    format!("{}-{}", terms.scheme().name(), terms.height())
}

/// The scheme of a participant's key, and the key.
fn named(chain: &Chain, members: &Members, participant: u32, key: &Key) -> (String, String) {
    match key {
        Key::Stateful(key) => (tree_name(&key.terms), hex::encode(key.to_bytes())),
        Key::Stateless => {
            let public = members.public_key(participant).map(hex::encode).unwrap_or_default();
            (chain.genesis().vrf.name().to_owned(), public)
        }
    }
}

impl RoundView {
    /// The view of a verified round of `chain`.
    pub fn new(chain: &Chain, round: &Verified<Round>) -> RoundView {
        let facts = round.facts();
        let lots = facts.lots.iter().map(|lot| Won { votes: lot.votes, output: &lot.output, key: lot.key });
        let (seed, entropy, x) = (&facts.seed, &facts.entropy, &facts.x);
        let members = facts.keys.members();
        RoundView::of(chain, round, Shown { members, seed, entropy, x, beacon: &facts.beacon }, lots)
    }

    /// The view of a round of `chain` that was verified when it was stored, with its seed, the keys
    /// after it or after a later round, and the results of its tickets.
    pub fn of_stored(
        chain: &Chain,
        keys: &Keys,
        seed: [u8; 32],
        round: &Round,
        outputs: Vec<Vec<u8>>,
    ) -> RoundView {
        let (entropy, x) = chain.trusted_delay_input(&seed, round, &outputs);
        let (x, beacon) = (chain.encode_input(&x), chain.beacon(round.number, &round.y).1);
        let members = keys.members();
        let lots = round.tickets.iter().zip(&outputs).map(|(ticket, output)| Won {
            votes: chain.votes_in(members, round.number, ticket.slot, ticket.participant, output),
            output,
            key: keys.key_due(ticket.participant, round.number).ok().flatten().unwrap_or(Key::Stateless),
        });
        let shown = Shown { members, seed: &seed, entropy: &entropy, x: &x, beacon: &beacon };
        RoundView::of(chain, round, shown, lots)
    }

    fn of<'a>(
        chain: &Chain,
        round: &Round,
        Shown { members, seed, entropy, x, beacon }: Shown<'_>,
        lots: impl Iterator<Item = Won<'a>>,
    ) -> RoundView {
        RoundView {
            round: round.number,
            time_ms: round.time_ms,
            seed: hex::encode(seed),
            tickets: tickets(chain, members, round, lots),
            announcements: round.announcements.iter().map(announcement).collect(),
            entropy: hex::encode(entropy),
            x: hex::encode(x),
            y: hex::encode(&round.y),
            proof: hex::encode(&round.proof),
            t: chain.genesis().delays.t(),
            randomness: hex::encode(beacon),
            bytes: hex::encode(round.encode()),
        }
    }

    /// The JSON response of `GET /v1/rounds/{k}`.
    pub fn to_json(&self) -> String {
        json(self)
    }
}

/// The values that follow from a round and the one before it.
struct Shown<'a> {
    members: &'a Members,
    seed: &'a [u8; 32],
    entropy: &'a [u8; 32],
    x: &'a [u8],
    beacon: &'a [u8; 32],
}

/// The result of a ticket that won.
struct Won<'a> {
    votes: u64,
    output: &'a [u8],
    key: Key,
}

fn tickets<'a>(
    chain: &Chain,
    members: &Members,
    round: &Round,
    lots: impl Iterator<Item = Won<'a>>,
) -> Vec<TicketView> {
    let seats = round.tickets.iter().zip(lots);
    seats
        .map(|(ticket, lot)| {
            let (scheme, public_key) = named(chain, members, ticket.participant, &lot.key);
            TicketView {
                slot: ticket.slot,
                participant: ticket.participant,
                votes: lot.votes,
                stake: members.stake_in(ticket.participant, round.number),
                scheme,
                public_key,
                proof: hex::encode(&ticket.proof),
                output: hex::encode(lot.output),
            }
        })
        .collect()
}

fn announcement(announcement: &Announcement) -> AnnouncementView {
    let (key, member) = match &announcement.change {
        Change::Key(key) => (Some(TreeView::new(key)), None),
        Change::Withdrawal => (None, None),
        Change::Member(change) => (None, Some(MemberChangeView::new(change))),
    };
    AnnouncementView { participant: announcement.participant, serial: announcement.serial, key, member }
}

/// The JSON of a value whose types cannot fail to serialize: numbers, strings and lists of them.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
