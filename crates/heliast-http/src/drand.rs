//! drand's routes, so that its clients work; also under `/{chain id}`.
//!
//! drand has one formula for rounds and times, `time = genesis_time + (round - 1) * period`, and a round
//! is published at its time. Here a round therefore has the number of its period, and its time is the end of
//! the period, when it has to be finished.

mod info;
mod numbers;
mod rounds;
mod wait;

#[cfg(test)]
pub(super) use info::__path_info;
pub(super) use info::info;
#[cfg(test)]
pub(super) use rounds::{__path_latest, __path_public};
pub(super) use rounds::{Beacon, beacon, latest, public};

use super::{
    error::ApiError,
    params::Query,
    reply::{self, Keep},
};
use axum::{
    extract::{RawPathParams, RawQuery, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use heliast_engine::Rounds;
use heliast_view::json;
use std::sync::Arc;

/// The ids of the chains that this node serves: there is one.
#[cfg_attr(test, utoipa::path(get, path = "/chains", tag = "drand", responses(
    (status = 200, body = [String], description = "The chain id"),
)))]
pub(super) async fn chains(
    State(rounds): State<Arc<Rounds>>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::of_drand(query.as_deref())?;
    Ok(reply::json(Keep::Seconds(60), json(&[hex::encode(rounds.chain().id())])))
}

/// Accepts requests under `/{chain id}` only for this chain.
pub(super) async fn require_chain(
    State(rounds): State<Arc<Rounds>>,
    params: RawPathParams,
    request: Request,
    next: Next,
) -> Response {
    let named = params.iter().find(|(name, _)| *name == "chain").map(|(_, value)| value);
    let id = hex::encode(rounds.chain().id());
    if named == Some(id.as_str()) {
        return next.run(request).await;
    }
    ApiError::not_found("this node does not serve that chain", format!("it serves {id}")).into_response()
}
