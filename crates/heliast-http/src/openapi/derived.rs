//! The OpenAPI document as the handlers describe themselves.

mod common;

use crate::{
    archive, bundle, chain, drand, engine_rpc, epochs, finality, keys, members, rounds, status, stream,
};
use common::Common;
use serde_json::Value;
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

/// A field that may be null is always sent, and an optional field is never null.
#[test]
fn what_may_be_null_is_always_sent() {
    let document: Value = serde_json::from_str(super::DOCUMENT).unwrap();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    // A schema that includes the fields of another has its own fields in a part of `allOf`.
    let parts = |schema: &Value| schema["allOf"].as_array().cloned().unwrap_or(vec![schema.clone()]);
    let may_be_null = |property: &Value| {
        let types = property["type"].as_array().into_iter().flatten();
        let others = property["oneOf"].as_array().into_iter().flatten().map(|one| &one["type"]);
        types.chain(others).any(|kind| kind == "null")
    };
    let mut nullable = 0;
    for (name, part) in
        schemas.iter().flat_map(|(name, schema)| parts(schema).into_iter().map(move |part| (name, part)))
    {
        let required = part["required"].as_array().cloned().unwrap_or_default();
        for (field, property) in part["properties"].as_object().into_iter().flatten() {
            nullable += usize::from(may_be_null(property));
            assert!(!may_be_null(property) || required.contains(&field.as_str().into()), "{name}.{field}");
        }
    }
    assert!(nullable > 5, "{nullable}");
}

/// The committed copy equals the document from the handlers. `HELIAST_WRITE_OPENAPI=1 cargo test -p
/// heliast-http openapi` writes it again.
#[test]
fn the_committed_document_is_current() {
    let document = Document::openapi().to_pretty_json().unwrap() + "\n";
    if std::env::var_os("HELIAST_WRITE_OPENAPI").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json"), &document).unwrap();
    }
    assert!(super::DOCUMENT == document, "openapi.json is out of date: see this test's documentation");
}
