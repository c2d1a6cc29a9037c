//! `GET /v1/keys`: which key of each participant is due.

use super::{
    app::App,
    error::ApiError,
    params::Query,
    reply::{self, Keep},
};
use axum::{
    extract::{RawQuery, State},
    response::Response,
};
use heliast_view::{KeysView, json};

/// Which key of each participant is due in the next round, and until when.
#[utoipa::path(get, path = "/v1/keys", tag = "heliast", responses((status = 200, body = KeysView, description = "The keys")))]
pub(super) async fn keys(State(app): State<App>, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    Ok(reply::json(Keep::Not, json(&KeysView::new(app.shared.chain(), &app.shared.store().tip()))))
}
