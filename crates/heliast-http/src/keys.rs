//! `GET /v1/keys`: the key of each participant that is due.

use super::{
    error::ApiError,
    params::Query,
    reply::{self, Keep},
};
use axum::{
    extract::{RawQuery, State},
    response::Response,
};
use heliast_engine::Rounds;
use heliast_view::{KeysView, json};
use std::sync::Arc;

/// The key of each participant that is due in the next round, and the end of its time.
#[cfg_attr(test, utoipa::path(get, path = "/v1/keys", tag = "heliast", responses((status = 200, body = KeysView, description = "The keys"))))]
pub(super) async fn keys(
    State(rounds): State<Arc<Rounds>>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    Ok(reply::json(Keep::Not, json(&KeysView::new(rounds.chain(), &rounds.store().tip()))))
}
