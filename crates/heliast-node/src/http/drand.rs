//! drand's routes, so that its clients' habits carry over; the same under `/{chain id}`.

use super::{
    app::App,
    error::{ApiError, ErrorView},
    finished::{decoded, pending, require_finished},
    params::{Query, RoundNumber},
    reply::{self, Keep},
};
use crate::{shared::Shared, view::json};
use axum::{
    extract::{RawPathParams, RawQuery, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use heliast::Group;
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;

/// A round as drand shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct PublicRound {
    /// The round number, K.
    round: u64,
    /// The round's randomness, B_K = SHA-256(signature).
    randomness: String,
    /// What the randomness is the hash of. No signature: verify the round.
    signature: String,
    /// The same of the round before, whose hash is this round's seed.
    previous_signature: String,
}

/// The chain's parameters as drand shows them, and Heliast's own.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Info {
    /// Seconds between rounds.
    #[schema(value_type = f64)]
    period: Number,
    /// Seconds since 1970.
    #[serde(rename = "genesis_time")]
    genesis_time: u64,
    /// The chain id. Pin it.
    hash: String,
    /// The id of the delay's group.
    group_hash: String,
    /// The seed of round 1.
    #[serde(rename = "genesis_seed")]
    genesis_seed: String,
    #[serde(rename = "schemeID")]
    scheme_id: &'static str,
    metadata: Metadata,
    heliast: HeliastInfo,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct Metadata {
    #[serde(rename = "beaconID")]
    beacon_id: &'static str,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct HeliastInfo {
    /// Squarings per round.
    t: u64,
    /// What they take at the speed last measured, 0 before the first measurement.
    delay_ms: u64,
    /// The speed last measured.
    squarings_per_second: f64,
    /// The VRF scheme.
    vrf: &'static str,
    modulus_bits: usize,
    participants: usize,
    expected_votes: Vec<u32>,
    total_stake: u64,
}

/// The chains that this node serves: one.
#[utoipa::path(get, path = "/chains", tag = "drand",
    responses((status = 200, body = [String], description = "The chain id")))]
pub(super) async fn chains(State(app): State<App>, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    Ok(reply::json(Keep::Seconds(60), json(&[hex::encode(app.shared.chain().id())])))
}

/// The chain's parameters.
#[utoipa::path(get, path = "/info", tag = "drand", responses((status = 200, body = Info)))]
pub(super) async fn info(State(app): State<App>, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    Ok(reply::json(Keep::Seconds(60), json(&Info::new(&app.shared))))
}

impl Info {
    fn new(shared: &Shared) -> Info {
        let chain = shared.chain();
        let genesis = chain.genesis();
        let speed = shared.status().squarings_per_second;
        let delay_ms = if speed > 0.0 { (genesis.t as f64 / speed * 1000.0).round() as u64 } else { 0 };
        Info {
            period: seconds(genesis.period_ms),
            genesis_time: genesis.genesis_time_ms / 1000,
            hash: hex::encode(chain.id()),
            group_hash: hex::encode(chain.group().id()),
            genesis_seed: hex::encode(chain.start().seed()),
            scheme_id: "heliast-v1",
            metadata: Metadata { beacon_id: "default" },
            heliast: HeliastInfo {
                t: genesis.t,
                delay_ms,
                squarings_per_second: speed,
                vrf: genesis.vrf.name(),
                modulus_bits: chain.group().bits(),
                participants: genesis.participants.len(),
                expected_votes: genesis.committees.clone(),
                total_stake: chain.total_stake(),
            },
        }
    }
}

/// Whole seconds as an integer, as drand's clients expect.
fn seconds(ms: u32) -> Number {
    let fraction = || Number::from_f64(f64::from(ms) / 1000.0);
    if ms.is_multiple_of(1000) { (ms / 1000).into() } else { fraction().unwrap_or_else(|| 0.into()) }
}

/// The last finished round.
#[utoipa::path(get, path = "/public/latest", tag = "drand", responses(
    (status = 200, body = PublicRound),
    (status = 425, body = ErrorView, description = "No round is finished yet"),
))]
pub(super) async fn latest(State(app): State<App>, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    let last = app.shared.store().last();
    if last == 0 {
        return Err(pending(&app.shared, 1));
    }
    // Nothing newer can exist before the next round has opened.
    let wait_ms = app.shared.due_ms(last).saturating_sub(app.shared.clock().now_ms());
    Ok(reply::json(Keep::Seconds(wait_ms / 1000), public_json(&app.shared, last)?))
}

/// One round.
#[utoipa::path(get, path = "/public/{round}", tag = "drand",
    params(("round" = u64, Path, description = "The round number, from 1")),
    responses(
        (status = 200, body = PublicRound),
        (status = 404, body = ErrorView, description = "There is no round 0"),
        (status = 410, body = ErrorView, description = "The round was pruned, and there is no archive of it"),
        (status = 425, body = ErrorView, description = "The round is still to come"),
    ))]
pub(super) async fn public(
    State(app): State<App>,
    RoundNumber(round): RoundNumber,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    require_finished(&app.shared, round)?;
    Ok(reply::json(Keep::Forever, public_json(&app.shared, round)?))
}

/// The JSON of a finished round as drand shows it.
pub(super) fn public_json(shared: &Shared, number: u64) -> Result<String, ApiError> {
    let chain = shared.chain();
    let beacon = |number| decoded(shared, number).map(|round| chain.beacon(number, &round.y));
    let (signature, randomness) = beacon(number)?;
    let previous = if number == 1 { chain.seed_preimage() } else { beacon(number - 1)?.0 };
    Ok(json(&PublicRound {
        round: number,
        randomness: hex::encode(randomness),
        signature: hex::encode(signature),
        previous_signature: hex::encode(previous),
    }))
}

/// Lets requests under `/{chain id}` pass if they name this chain.
pub(super) async fn require_chain(
    State(app): State<App>,
    params: RawPathParams,
    request: Request,
    next: Next,
) -> Response {
    let named = params.iter().find(|(name, _)| *name == "chain").map(|(_, value)| value);
    let id = hex::encode(app.shared.chain().id());
    if named == Some(id.as_str()) {
        return next.run(request).await;
    }
    ApiError::not_found("this node does not serve that chain", format!("it serves {id}")).into_response()
}
