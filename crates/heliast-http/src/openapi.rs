//! `GET /openapi.json`: a machine-readable description of this API. A test generates the document from the
//! handlers, so that building the program needs no extra code for it.

#[cfg(test)]
mod derived;

use super::{
    error::ApiError,
    params::Query,
    reply::{self, Keep},
};
use axum::{extract::RawQuery, response::Response};

/// The API's OpenAPI document in JSON, identical to `spec/openapi.json`.
pub const DOCUMENT: &str = include_str!("openapi.json");

pub(super) async fn openapi(RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    Ok(reply::json(Keep::Seconds(3600), DOCUMENT.trim_end()))
}
