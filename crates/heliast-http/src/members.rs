//! `GET /v1/members`: the members' stakes, and the open proposals.

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
use heliast_view::{MembersView, json};
use std::sync::Arc;

/// The members in the next round, and the proposals that may be approved in it.
#[cfg_attr(test, utoipa::path(get, path = "/v1/members", tag = "heliast", responses((status = 200, body = MembersView, description = "The members"))))]
pub(super) async fn members(
    State(rounds): State<Arc<Rounds>>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    Ok(reply::json(Keep::Not, json(&MembersView::new(rounds.chain(), &rounds.store().tip()))))
}
