//! The JSON shapes of rounds and of the genesis (spec/http.md), computed from verified rounds only.

use heliast::{Chain, Epoch, Lot, Round, RoundFacts, Ticket, Verified};
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
    /// The committee, ordered by participant.
    pub tickets: Vec<TicketView>,
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

/// One member of a round's committee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TicketView {
    /// The participant's place in the genesis, from 0.
    pub participant: u32,
    /// The votes that it won.
    pub votes: u64,
    /// The stake that it holds.
    pub stake: u64,
    /// Its VRF public key.
    pub public_key: String,
    /// Its VRF proof.
    pub proof: String,
    /// Its VRF output: the lot it drew.
    pub output: String,
}

impl RoundView {
    /// The view of a verified round of `chain`.
    pub fn new(chain: &Chain, round: &Verified<Round>) -> RoundView {
        RoundView::of(chain, round, round.facts())
    }

    /// The views of the rounds of an epoch of `chain`, in their order. What they say of each round's own proof is what the round says.
    pub fn of_epoch(chain: &Chain, epoch: &Verified<Epoch>) -> impl Iterator<Item = RoundView> {
        epoch.rounds.iter().zip(epoch.facts()).map(|(round, facts)| RoundView::of(chain, round, facts))
    }

    fn of(chain: &Chain, round: &Round, facts: &RoundFacts) -> RoundView {
        RoundView {
            round: round.number,
            time_ms: round.time_ms,
            seed: hex::encode(facts.seed),
            tickets: tickets(chain, &round.tickets, &facts.lots),
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
            Some(TicketView {
                participant: ticket.participant,
                votes: lot.votes,
                stake: participant.stake,
                public_key: hex::encode(&participant.public_key),
                proof: hex::encode(&ticket.proof),
                output: hex::encode(&lot.output),
            })
        })
        .collect()
}

/// The JSON of a value whose types cannot fail to serialize: numbers, strings and lists of them.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
