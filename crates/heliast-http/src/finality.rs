//! `GET /v1/rounds/{k}/finality`, `/v1/finality`, `/v1/network`: the proofs that a network agreed on the
//! rounds (spec/finality.md). A solo chain has no such proofs.

use super::{
    client::Client,
    error::ApiError,
    finished::require_finished,
    held::{Held, wait_for},
    params::{Query, RoundNumber},
    reply::{self, Keep},
};
#[cfg(test)]
use crate::error::ErrorView;
use axum::{
    extract::{RawQuery, State},
    response::Response,
};
use heliast_engine::{Finality, Rounds};
use heliast_store::Frames;
use heliast_view::json;
use serde::Serialize;
use std::{sync::Arc, time::Duration};

/// A request with `after` is answered after this time even without news, well before proxies and clients give
/// up.
const LONGEST: Duration = Duration::from_secs(5);

/// The rounds on which a network is known to have agreed.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct FinalityView {
    /// Whether a network agrees on the rounds; false for a solo chain, on whose rounds nobody else agrees.
    network: bool,
    /// The last round with a frame of finality; 0 before the first.
    #[serde(rename = "final")]
    final_round: u64,
    /// The last finished round.
    latest: u64,
}

/// The proof that a network agreed on a round. With `later=1`, if the round has none here, the proof of the
/// first later round that has one.
#[cfg_attr(test, utoipa::path(get, path = "/v1/rounds/{round}/finality", tag = "heliast",
    params(
        ("round" = u64, Path, description = "The round number, from 1", example = 1),
        ("later" = Option<u64>, Query, maximum = 1, description = "1: the frame of a later round is accepted"),
    ),
    responses(
        (status = 200, content_type = "application/octet-stream", description = "A frame of finality (spec/finality.md)"),
        (status = 404, body = ErrorView, description = "This is a solo chain; there is no round 0; this node has frames of later rounds, but not of this one"),
        (status = 425, body = ErrorView, description = "The round is still to come, or not signed yet"),
    )))]
pub(super) async fn frame(
    State(rounds): State<Arc<Rounds>>,
    State(finality): State<Arc<Finality>>,
    RoundNumber(round): RoundNumber,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let or_later = Query::parse(query.as_deref(), &["later"])?.is_set("later")?;
    let frames = of_network(&finality)?;
    require_finished(&rounds, round)?;
    match frames.first_in(round..if or_later { u64::MAX } else { round.saturating_add(1) })? {
        Some((found, frame)) => {
            // The frame of the round itself may still come.
            let keep = if found == round { Keep::Seconds(3600) } else { Keep::Not };
            Ok(reply::kept(keep, reply::typed("application/octet-stream", frame)))
        }
        None if round < finality.last() => {
            let error = format!("this node has no frame of round {round}");
            Err(ApiError::not_found(error, "that of a later round speaks for all rounds before it"))
        }
        None => {
            let error = format!("round {round} is not signed yet");
            Err(ApiError::pending(error, rounds.chain().genesis().period_ms.into()))
        }
    }
}

/// The last round on which a network is known to have agreed. With `after`, the answer waits until this is a
/// later round than `after`, or on a solo chain until a later round is finished; for 5 seconds at most.
#[cfg_attr(test, utoipa::path(get, path = "/v1/finality", tag = "heliast",
    params(("after" = Option<u64>, Query, description = "A round that the client has")),
    responses(
        (status = 200, body = FinalityView, description = "The last round that is final"),
        (status = 429, body = ErrorView, description = "As many of the client's requests wait as are allowed"),
    )))]
pub(super) async fn reached(
    State(rounds): State<Arc<Rounds>>,
    State(finality): State<Arc<Finality>>,
    State(held): State<Arc<Held>>,
    Client(client): Client,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    if let Some(after) = Query::parse(query.as_deref(), &["after"])?.below_2_to_63("after")? {
        let news = if finality.network().is_some() { finality.watch() } else { rounds.watch() };
        wait_for(&held, client, news, LONGEST, |last| *last > after).await?;
    }
    let (network, final_round) = (finality.network().is_some(), finality.last());
    let view = FinalityView { network, final_round, latest: rounds.store().last() };
    Ok(reply::json(Keep::Not, json(&view)))
}

/// The network file: the first validators and the window. The nonce of the genesis is its hash.
#[cfg_attr(test, utoipa::path(get, path = "/v1/network", tag = "heliast", responses(
    (status = 200, content_type = "application/octet-stream", description = "A network file (spec/network.md)"),
    (status = 404, body = ErrorView, description = "This is a solo chain"),
)))]
pub(super) async fn network(
    State(finality): State<Arc<Finality>>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    let file = of_network(&finality)?.network().to_vec();
    Ok(reply::kept(Keep::Forever, reply::typed("application/octet-stream", file)))
}

/// The frames of the chain's network.
pub(super) fn of_network(finality: &Finality) -> Result<&Frames, ApiError> {
    finality.frames().ok_or_else(|| {
        let hint = "its rounds can be verified all the same: /v1/bundle gives them";
        ApiError::not_found("this is a solo chain: nobody else agrees on its rounds", hint)
    })
}
