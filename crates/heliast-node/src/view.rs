//! The JSON shapes of rounds and of the genesis (spec/http.md), computed from verified rounds only.

#[cfg(test)]
mod tests;

use heliast::{
    Announcement, Chain, Epoch, Lot, Round, RoundFacts, Ticket, Tip, Verified,
    keys::{Change, Key},
    stateful::{PublicKey, Terms},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A whole round: everything that a verifier needs, and everything that follows from it. Bytes are lower-case
/// hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RoundView {
    /// The round number, K.
    pub round: u64,
    /// When the round opened, milliseconds since 1970.
    pub time_ms: u64,
    /// The seed of the round's lots, Q_K.
    pub seed: String,
    /// The committees, ordered by slot and participant.
    pub tickets: Vec<TicketView>,
    /// What was announced, ordered by participant.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TicketView {
    /// The slot of the committee, from 0.
    pub slot: u8,
    /// The participant's place in the genesis, from 0.
    pub participant: u32,
    /// The votes that it won.
    pub votes: u64,
    /// The stake that it holds.
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

/// What a participant announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnnouncementView {
    /// The participant's place in the genesis, from 0.
    pub participant: u32,
    /// How many announcements it made before.
    pub serial: u32,
    /// The key that it announced; null if it withdrew one.
    pub key: Option<TreeView>,
}

/// A key of a hash tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TreeView {
    /// `x-vrf-10`: the scheme and the height of the tree.
    pub scheme: String,
    /// The key with its terms.
    pub public_key: String,
    /// The first round that it has an answer for.
    pub first: u64,
    /// The rounds that it has answers for.
    pub rounds: u64,
}

/// Which keys of the participants are due in a round, as `GET /v1/keys` answers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KeysView {
    /// The round: the one under way, or the next.
    pub round: u64,
    /// Rounds from an announcement to its effect; 0 if this chain takes none.
    pub lead: u64,
    /// In the order of the genesis.
    pub keys: Vec<DueView>,
}

/// The key of one participant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DueView {
    /// The participant's place in the genesis, from 0.
    pub participant: u32,
    /// The scheme of the key that is due.
    pub scheme: String,
    /// The key that is due.
    pub public_key: String,
    /// The first round in which another one is due, if nothing more is announced; null if there is none.
    pub until: Option<u64>,
    /// The hash tree that is due then; null if it is the stateless key.
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
            let (scheme, public_key) = named(chain, participant, &due.key);
            let next = match due.next {
                Key::Stateful(next) if due.until.is_some() => Some(TreeView::new(&next)),
                _ => None,
            };
            Some(DueView { participant, scheme, public_key, until: due.until, next })
        };
        let participants = 0..chain.genesis().participants.len() as u32;
        KeysView { round, lead: tip.keys().lead(), keys: participants.filter_map(due).collect() }
    }
}

fn tree_name(terms: &Terms) -> String {
    format!("{}-{}", terms.scheme().name(), terms.height())
}

/// The scheme of a participant's key, and the key.
fn named(chain: &Chain, participant: u32, key: &Key) -> (String, String) {
    match key {
        Key::Stateful(key) => (tree_name(&key.terms), hex::encode(key.to_bytes())),
        Key::Stateless => {
            let member = chain.genesis().participants.get(participant as usize);
            let public = member.map(|member| hex::encode(&member.public_key)).unwrap_or_default();
            (chain.genesis().vrf.name().to_owned(), public)
        }
    }
}

impl RoundView {
    /// The view of a verified round of `chain`.
    pub fn new(chain: &Chain, round: &Verified<Round>) -> RoundView {
        RoundView::of(chain, round, round.facts())
    }

    /// The views of the rounds of an epoch of `chain`, in their order. What they say of each round's own
    /// proof is what the round says.
    pub fn of_epoch(chain: &Chain, epoch: &Verified<Epoch>) -> impl Iterator<Item = RoundView> {
        epoch.rounds.iter().zip(epoch.facts()).map(|(round, facts)| RoundView::of(chain, round, facts))
    }

    fn of(chain: &Chain, round: &Round, facts: &RoundFacts) -> RoundView {
        RoundView {
            round: round.number,
            time_ms: round.time_ms,
            seed: hex::encode(facts.seed),
            tickets: tickets(chain, &round.tickets, &facts.lots),
            announcements: round.announcements.iter().map(announcement).collect(),
            entropy: hex::encode(facts.entropy),
            x: hex::encode(&facts.x),
            y: hex::encode(&round.y),
            proof: hex::encode(&round.proof),
            t: chain.genesis().t,
            randomness: hex::encode(facts.beacon),
            bytes: hex::encode(round.encode()),
        }
    }

    /// The JSON that `GET /v1/rounds/{k}` answers and that the store keeps.
    pub fn to_json(&self) -> String {
        json(self)
    }
}

fn tickets(chain: &Chain, tickets: &[Ticket], lots: &[Lot]) -> Vec<TicketView> {
    let participants = &chain.genesis().participants;
    let seats = tickets.iter().zip(lots);
    seats
        .filter_map(|(ticket, lot)| {
            let participant = participants.get(ticket.participant as usize)?;
            let (scheme, public_key) = named(chain, ticket.participant, &lot.key);
            Some(TicketView {
                slot: ticket.slot,
                participant: ticket.participant,
                votes: lot.votes,
                stake: participant.stake,
                scheme,
                public_key,
                proof: hex::encode(&ticket.proof),
                output: hex::encode(&lot.output),
            })
        })
        .collect()
}

fn announcement(announcement: &Announcement) -> AnnouncementView {
    let key = match &announcement.change {
        Change::Key(key) => Some(TreeView::new(key)),
        Change::Withdrawal => None,
    };
    AnnouncementView { participant: announcement.participant, serial: announcement.serial, key }
}

/// The JSON of a value whose types cannot fail to serialize: numbers, strings and lists of them.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
