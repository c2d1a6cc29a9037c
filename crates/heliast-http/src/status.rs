//! Reports of the node about itself: `GET /v1/status`, `/health`, `/metrics`.

use super::{
    error::ApiError,
    params::Query,
    reply::{self, Keep},
    traffic::Traffic,
};
use axum::{
    extract::{RawQuery, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use heliast_engine::{
    Alarm, CatchUp, Finality, Handles, Health, NetworkSight, RelaySight, Standing, Status, StatusBoard,
};
use heliast_view::json;
use serde::Serialize;
use std::sync::Arc;

/// The round under way, and the state of the node.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct StatusView {
    #[serde(flatten)]
    status: Status,
    /// The node's clock, milliseconds since 1970.
    now_ms: u64,
    /// The node's standing against the clock.
    standing: Standing,
    /// The alarms that are raised now, in the order of their kinds.
    alarms: Vec<Alarm>,
    /// The network as this node sees it; null for a solo chain, and for a relay, which has no engine.
    #[cfg_attr(test, schema(required))]
    network: Option<NetworkView>,
    /// The nodes that this one follows, if it is a relay; null for all others.
    #[cfg_attr(test, schema(required))]
    relay: Option<RelaySight>,
}

/// A network, as one of its nodes sees it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct NetworkView {
    #[serde(flatten)]
    pub(crate) sight: NetworkSight,
    /// The last round on which the network is known to have agreed; 0 before the first.
    #[serde(rename = "final")]
    pub(crate) final_round: u64,
}

impl NetworkView {
    pub(super) fn new(board: &StatusBoard, finality: &Finality) -> Option<NetworkView> {
        let final_round = finality.last();
        board.network().map(|sight| NetworkView { sight, final_round })
    }
}

/// The round under way.
#[cfg_attr(test, utoipa::path(get, path = "/v1/status", tag = "heliast", responses((status = 200, body = StatusView, description = "The state"))))]
pub(super) async fn status(
    State(node): State<Handles>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    Ok(reply::json(Keep::Not, json(&StatusView::new(&node))))
}

impl StatusView {
    pub(super) fn new(node: &Handles) -> StatusView {
        let board = &node.board;
        StatusView {
            status: board.status(),
            now_ms: board.now_ms(),
            standing: board.standing(),
            alarms: board.alarms(),
            network: NetworkView::new(board, &node.finality),
            relay: board.relay(),
        }
    }
}

/// Whether rounds come as they should.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct HealthView {
    /// The last finished round, as drand's routes number it.
    current: u64,
    /// The round that should be finished by the clock, with the same numbers.
    expected: u64,
    /// `ok`, or a description of the fault.
    status: String,
    /// The alarms that are raised now, in the order of their kinds.
    alarms: Vec<Alarm>,
    /// The node's progress in catching up, while it is behind; null otherwise.
    #[cfg_attr(test, schema(required))]
    catching_up: Option<CatchUp>,
    /// Whether this is a relay: it has no keys and makes no rounds.
    relay: bool,
}

/// Whether rounds come as they should.
#[cfg_attr(test, utoipa::path(get, path = "/health", tag = "drand", responses(
    (status = 200, body = HealthView, description = "They do"),
    (status = 503, body = HealthView, description = "They do not: more than one round is missing, an alarm is raised, or nothing moves"),
)))]
pub(super) async fn health(
    State(board): State<Arc<StatusBoard>>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::of_drand(query.as_deref())?;
    let health = board.health();
    let status = if health.is_good() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let words = words(&health);
    let of_period = |round: u64| round.saturating_add(health.skipped);
    let (current, expected) = (of_period(health.current), of_period(health.expected));
    let catching_up = board.catch_up();
    let relay = board.relay().is_some();
    let view = HealthView { current, expected, status: words, alarms: health.alarms, catching_up, relay };
    Ok((status, reply::json(Keep::Not, json(&view))).into_response())
}

fn words(health: &Health) -> String {
    match &health.failure {
        Some(failure) => failure.clone(),
        None if health.is_good() => "ok".to_owned(),
        None => format!("{} rounds behind", health.expected - health.current),
    }
}

/// Metrics for Prometheus.
#[cfg_attr(test, utoipa::path(get, path = "/metrics", tag = "drand",
    responses((status = 200, content_type = "text/plain", body = String, description = "The text format of Prometheus"))))]
pub(super) async fn metrics(
    State(board): State<Arc<StatusBoard>>,
    State(traffic): State<Arc<Traffic>>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    let text = traffic.text(board.metrics());
    Ok(reply::kept(Keep::Not, reply::typed("text/plain; version=0.0.4; charset=utf-8", text)))
}
