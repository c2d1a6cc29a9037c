//! `GET /openapi.json`: this API for machines. A test generates the document from the handlers, so that those
//! who build the program compile nothing for it.

#[cfg(test)]
mod derived;

use super::{
    error::ApiError,
    params::Query,
    reply::{self, Keep},
};
use axum::{extract::RawQuery, response::Response};

/// The API's OpenAPI document: JSON, of which `spec/openapi.json` is the same file.
pub const DOCUMENT: &str = include_str!("openapi.json");

pub(super) async fn openapi(RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    Ok(reply::json(Keep::Seconds(3600), DOCUMENT.trim_end()))
}
