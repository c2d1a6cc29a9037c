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
use heliast::{Chain, Roots};
use heliast_engine::Rounds;
use heliast_view::json;
use serde::Serialize;
use std::sync::Arc;

/// The genesis: its bytes and their content.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct GenesisView {
    /// The genesis bytes (spec/round.md), whose tagged hash is the chain id.
    bytes: String,
    /// The chain id.
    chain: String,
    /// The kind of the delay's group: `rsa` or `class`; `roots` if the chain has roots alone.
    group: &'static str,
    /// Bits of the modulus, the discriminant or the prime.
    group_bits: usize,
    /// The modulus, the discriminant without its sign, or the prime of roots.
    modulus: String,
    /// The seed from which the discriminant or the prime was hashed; null for a modulus.
    #[cfg_attr(test, schema(required))]
    seed: Option<String>,
    /// The id of the delay's group.
    group_id: String,
    /// Squarings per round; roots if the chain has roots alone.
    t: u64,
    /// `plain` or `sieved-full` (spec/hash-to-prime.md); `none` if the chain has roots alone.
    prime_mode: &'static str,
    /// Bits of the delay proof's challenge primes; 0 if the chain has roots alone.
    prime_bits: u16,
    /// The roots in addition to the squarings; null if there is only one delay.
    #[cfg_attr(test, schema(required))]
    roots: Option<RootsView>,
    /// The stateless VRF scheme.
    vrf: &'static str,
    /// Rounds from the announcement of a key to its effect; 0 if this chain takes no announcements.
    lead: u16,
    /// The time at which the chain begins, in milliseconds since 1970.
    genesis_time_ms: u64,
    /// Milliseconds between rounds.
    period_ms: u32,
    /// Votes that a round has on average, for each slot.
    expected_votes: Vec<u32>,
    /// The participants, in their order.
    participants: Vec<ParticipantView>,
}

/// Roots modulo a prime (spec/roots.md).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct RootsView {
    /// Bits of the prime.
    bits: usize,
    seed: String,
    counter: u32,
    /// The id of the field.
    field_id: String,
    /// Roots per round.
    t: u64,
    /// Segments of a round's proof.
    segments: u16,
}

impl RootsView {
    fn new(roots: &Roots) -> RootsView {
        let field = &roots.field;
        RootsView {
            bits: field.bits(),
            seed: hex::encode(field.seed()),
            counter: field.counter(),
            field_id: hex::encode(field.id()),
            t: roots.t,
            segments: roots.segments,
        }
    }
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
        let (genesis, suite) = (chain.genesis(), chain.squarings().map(|squarings| squarings.suite));
        let participants = genesis.participants.iter();
        GenesisView {
            bytes: hex::encode(chain.genesis_bytes()),
            chain: hex::encode(chain.id()),
            group: genesis.delays.kind(),
            group_bits: chain.delay_bits(),
            modulus: modulus_hex(chain),
            seed: genesis.delays.seed().map(hex::encode),
            group_id: hex::encode(chain.delay_id()),
            t: genesis.delays.t(),
            prime_mode: suite.map_or("none", |suite| suite.mode().name()),
            prime_bits: suite.map_or(0, |suite| suite.bits()),
            roots: chain.squarings().and(chain.roots()).map(RootsView::new),
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
