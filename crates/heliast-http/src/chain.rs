//! `GET /v1/genesis`.

use super::{
    error::ApiError,
    params::Query,
    reply::{self, Keep},
};
use crate::web::genesis::modulus_hex;
use axum::{
    extract::{RawQuery, State},
    response::Response,
};
use heliast::{Chain, Group};
use heliast_engine::Rounds;
use heliast_view::json;
use serde::Serialize;
use std::sync::Arc;

/// The genesis: its bytes and what they say.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct GenesisView {
    /// The genesis bytes (spec/round.md), whose tagged hash is the chain id.
    bytes: String,
    /// The chain id.
    chain: String,
    /// The kind of the delay's group: `rsa` or `class`.
    group: &'static str,
    /// Bits of the modulus or the discriminant.
    group_bits: usize,
    /// The modulus, or the discriminant without its sign.
    modulus: String,
    /// The seed from which the discriminant was hashed; null for a modulus.
    #[cfg_attr(test, schema(required))]
    seed: Option<String>,
    /// The id of the delay's group.
    group_id: String,
    /// Squarings per round.
    t: u64,
    /// `plain` or `sieved-full` (spec/hash-to-prime.md).
    prime_mode: &'static str,
    /// Bits of the delay proof's challenge primes.
    prime_bits: u16,
    /// The stateless VRF scheme.
    vrf: &'static str,
    /// Rounds from the announcement of a key to its effect; 0 if this chain takes none.
    lead: u16,
    /// Milliseconds since 1970.
    genesis_time_ms: u64,
    /// Milliseconds between rounds.
    period_ms: u32,
    /// Votes that a round has on average, for each slot.
    expected_votes: Vec<u32>,
    /// In their order.
    participants: Vec<ParticipantView>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct ParticipantView {
    /// The stateless VRF public key.
    public_key: String,
    stake: u64,
}

impl GenesisView {
    fn new(chain: &Chain) -> GenesisView {
        let (genesis, group) = (chain.genesis(), chain.group());
        let participants = genesis.participants.iter();
        GenesisView {
            bytes: hex::encode(chain.genesis_bytes()),
            chain: hex::encode(chain.id()),
            group: genesis.group.kind(),
            group_bits: group.bits(),
            modulus: modulus_hex(group),
            seed: genesis.group.seed().map(hex::encode),
            group_id: hex::encode(group.id()),
            t: genesis.t,
            prime_mode: genesis.delay_suite.mode().name(),
            prime_bits: genesis.delay_suite.bits(),
            vrf: genesis.vrf.name(),
            lead: genesis.lead,
            genesis_time_ms: genesis.genesis_time_ms,
            period_ms: genesis.period_ms,
            expected_votes: genesis.committees.clone(),
            participants: participants
                .map(|p| ParticipantView { public_key: hex::encode(&p.public_key), stake: p.stake })
                .collect(),
        }
    }
}

/// The genesis.
#[cfg_attr(test, utoipa::path(get, path = "/v1/genesis", tag = "heliast", responses((status = 200, body = GenesisView, description = "The genesis"))))]
pub(super) async fn genesis(
    State(rounds): State<Arc<Rounds>>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    Ok(reply::json(Keep::Seconds(60), json(&GenesisView::new(rounds.chain()))))
}
