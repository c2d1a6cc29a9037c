//! The node about itself: `GET /v1/status`, `/health`, `/metrics`.

use super::{
    app::App,
    error::ApiError,
    params::Query,
    reply::{self, Keep},
};
use crate::{
    shared::{Health, Status},
    view::json,
};
use axum::{
    extract::{RawQuery, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

/// The round under way.
#[utoipa::path(get, path = "/v1/status", tag = "heliast", responses((status = 200, body = Status)))]
pub(super) async fn status(State(app): State<App>, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    Ok(reply::json(Keep::Not, json(&app.shared.status())))
}

/// Whether rounds come as they should.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct HealthView {
    /// The last finished round.
    current: u64,
    /// The round that should be finished by the clock.
    expected: u64,
    /// `ok`, or what is wrong.
    status: String,
}

/// Whether rounds come as they should.
#[utoipa::path(get, path = "/health", tag = "drand", responses(
    (status = 200, body = HealthView),
    (status = 503, body = HealthView, description = "More than one round behind, or the store fails"),
))]
pub(super) async fn health(State(app): State<App>, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    let health = app.shared.health();
    let status = if health.is_good() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let view = HealthView { current: health.current, expected: health.expected, status: words(&health) };
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
#[utoipa::path(get, path = "/metrics", tag = "drand",
    responses((status = 200, content_type = "text/plain", body = String)))]
pub(super) async fn metrics(State(app): State<App>, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    app.shared.health();
    let text = app.shared.metrics().text();
    Ok(reply::kept(Keep::Not, reply::typed("text/plain; version=0.0.4; charset=utf-8", text)))
}
