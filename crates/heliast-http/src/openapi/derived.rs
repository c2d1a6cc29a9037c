//! The OpenAPI document as the handlers describe themselves.

mod common;

use crate::{
    archive, bundle, chain, drand, engine_rpc, epochs, finality, keys, members, rounds, status, stream,
};
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

/// The committed copy is what the handlers say.
/// `HELIAST_WRITE_OPENAPI=1 cargo test -p heliast-http openapi` writes it anew.
#[test]
fn the_committed_document_is_current() {
    let document = Document::openapi().to_pretty_json().unwrap() + "\n";
    if std::env::var_os("HELIAST_WRITE_OPENAPI").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json"), &document).unwrap();
    }
    assert!(super::DOCUMENT == document, "openapi.json is out of date: see this test's documentation");
}
