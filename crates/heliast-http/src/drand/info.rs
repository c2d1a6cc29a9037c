//! `GET /info`.

use crate::{
    error::ApiError,
    params::Query,
    reply::{self, Keep},
};
use axum::{
    extract::{RawQuery, State},
    response::Response,
};
use heliast::Chain;
use heliast_engine::{Rounds, StatusBoard, periods};
use heliast_view::json;
use serde::Serialize;
use serde_json::Number;
use std::sync::Arc;

/// The chain's parameters as drand shows them, and Heliast's own.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct Info {
    /// Seconds between rounds: a whole number, unless the chain's period is not.
    #[cfg_attr(test, schema(value_type = f64))]
    period: Number,
    /// The time at which round 1 has to be finished, the end of the first period, in seconds since 1970.
    /// A whole number, unless the period is not.
    #[serde(rename = "genesis_time")]
    #[cfg_attr(test, schema(value_type = f64))]
    genesis_time: Number,
    /// The chain id. Pin it.
    hash: String,
    /// The id of the delay's group.
    group_hash: String,
    /// The seed of round 1.
    #[serde(rename = "genesis_seed")]
    genesis_seed: String,
    /// Not a scheme of drand: there is no signature to verify.
    #[serde(rename = "schemeID")]
    scheme_id: &'static str,
    metadata: Metadata,
    heliast: HeliastInfo,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct Metadata {
    #[serde(rename = "beaconID")]
    beacon_id: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct HeliastInfo {
    /// Squarings per round.
    t: u64,
    /// The milliseconds that they take at the speed last measured; 0 before the first measurement.
    delay_ms: u64,
    /// The speed last measured.
    squarings_per_second: f64,
    /// The VRF scheme.
    vrf: &'static str,
    /// The kind of the delay's group: `rsa` or `class`.
    group: &'static str,
    /// Bits of the modulus or the discriminant.
    group_bits: usize,
    participants: usize,
    expected_votes: Vec<u32>,
    total_stake: u64,
}

/// The chain's parameters.
#[cfg_attr(test, utoipa::path(get, path = "/info", tag = "drand", responses(
    (status = 200, body = Info, description = "The parameters"),
)))]
pub(crate) async fn info(
    State(rounds): State<Arc<Rounds>>,
    State(board): State<Arc<StatusBoard>>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::of_drand(query.as_deref())?;
    Ok(reply::json(Keep::Seconds(60), json(&Info::new(rounds.chain(), board.status().squarings_per_second))))
}

impl Info {
    fn new(chain: &Chain, speed: f64) -> Info {
        let genesis = chain.genesis();
        let delay_ms =
            if speed > 0.0 { (genesis.delays.t() as f64 / speed * 1000.0).round() as u64 } else { 0 };
        Info {
            period: seconds(genesis.period_ms.into()),
            genesis_time: genesis_time(chain),
            hash: hex::encode(chain.id()),
            group_hash: hex::encode(chain.delay_id()),
            genesis_seed: hex::encode(chain.start().seed()),
            scheme_id: "heliast-v1",
            metadata: Metadata { beacon_id: "default" },
            heliast: HeliastInfo {
                t: genesis.delays.t(),
                delay_ms,
                squarings_per_second: speed,
                vrf: genesis.vrf.name(),
                group: genesis.delays.kind(),
                group_bits: chain.delay_bits(),
                participants: genesis.participants.len(),
                expected_votes: genesis.committees.clone(),
                total_stake: chain.total_stake(),
            },
        }
    }
}

/// drand's clients, except the one in JavaScript, accept only whole seconds. If the period is a whole number
/// of seconds, the genesis time here is one, too: it is rounded up if the chain's genesis time has a
/// fraction.
fn genesis_time(chain: &Chain) -> Number {
    let finished_ms = periods::opening_ms(chain, 2);
    match chain.genesis().period_ms.is_multiple_of(1000) {
        true => finished_ms.div_ceil(1000).into(),
        false => seconds(finished_ms),
    }
}

/// Whole seconds as an integer.
fn seconds(ms: u64) -> Number {
    let fraction = || Number::from_f64(ms as f64 / 1000.0);
    if ms.is_multiple_of(1000) { (ms / 1000).into() } else { fraction().unwrap_or_else(|| 0.into()) }
}
