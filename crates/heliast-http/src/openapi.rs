//! `GET /openapi.json`: this API for machines, generated from the handlers.

mod common;

use super::{
    archive, bundle, chain, drand, engine_rpc, epochs,
    error::ApiError,
    finality, keys, members,
    params::Query,
    reply::{self, Keep},
    rounds, status, stream,
};
use axum::{extract::RawQuery, response::Response};
use common::Common;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Heliast",
        description = "A public randomness beacon whose every round can be verified. JSON unless said otherwise; bytes are lower-case \
                       hexadecimal. The routes tagged `drand` exist under `/{chain id}` too.",
    ),
    modifiers(&Common),
    tags((name = "drand", description = "drand's routes"), (name = "heliast", description = "Heliast's routes")),
    paths(
        drand::chains,
        drand::info,
        drand::latest,
        drand::public,
        status::health,
        status::metrics,
        rounds::round,
        rounds::rounds,
        rounds::random,
        finality::frame,
        finality::reached,
        finality::network,
        engine_rpc::ask,
        epochs::epoch,
        chain::genesis,
        keys::keys,
        members::members,
        archive::files,
        archive::file,
        bundle::bundle,
        status::status,
        stream::stream,
    )
)]
struct Document;

/// The API's OpenAPI document, pretty-printed JSON: what `spec/openapi.json` holds.
pub fn document() -> String {
    Document::openapi().to_pretty_json().unwrap_or_default()
}

pub(super) async fn openapi(RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    Ok(reply::json(Keep::Seconds(3600), document()))
}

#[cfg(test)]
mod tests {
    /// The committed copy is what the handlers say.
    /// `HELIAST_WRITE_OPENAPI=1 cargo test -p heliast-http openapi` writes it anew.
    #[test]
    fn the_committed_document_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/openapi.json");
        let document = super::document() + "\n";
        if std::env::var_os("HELIAST_WRITE_OPENAPI").is_some() {
            std::fs::write(path, &document).unwrap();
        }
        let committed = std::fs::read_to_string(path).unwrap();
        assert!(committed == document, "spec/openapi.json is out of date: see this test's documentation");
    }
}
