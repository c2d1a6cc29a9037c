//! The handler of each address, and the checks in front of all of them.

use super::{
    app::App, archive, bundle, caching, chain, coding, drand, engine_rpc, epochs, error::ApiError, finality,
    guard, guide, keep_alive, keys, limits::Limits, members, openapi, pages, rounds, search, status, stream,
    traffic::Traffic,
};
use axum::{
    Router,
    http::HeaderMap,
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use heliast_engine::Handles;
use std::sync::Arc;
use tokio::sync::watch;

/// All routes. `closing` turns true when the node shuts down, so that streams end.
pub(super) fn router(
    node: Handles,
    limits: Limits,
    traffic: Arc<Traffic>,
    closing: watch::Receiver<bool>,
) -> Router {
    let app = App::new(node, limits, traffic, closing);
    let pinned = drand_routes().layer(from_fn_with_state(app.clone(), drand::require_chain));
    Router::new()
        .merge(drand_routes())
        .nest("/{chain}", pinned)
        .route("/v1/rounds/{round}", get(rounds::round))
        .route("/v1/rounds/{round}/finality", get(finality::frame))
        .route("/v1/rounds", get(rounds::rounds))
        .route("/v1/finality", get(finality::reached))
        .route("/v1/network", get(finality::network))
        .route("/v1/engine", post(engine_rpc::ask))
        .route("/v1/epochs/{epoch}", get(epochs::epoch))
        .route("/v1/keys", get(keys::keys))
        .route("/v1/members", get(members::members))
        .route("/v1/genesis", get(chain::genesis))
        .route("/v1/archive", get(archive::files))
        .route("/v1/archive/{name}", get(archive::file))
        .route("/v1/bundle", get(bundle::bundle))
        .route("/v1/status", get(status::status))
        .route("/v1/stream", get(stream::stream))
        .route("/v1/random/{label}", get(rounds::random))
        .route("/openapi.json", get(openapi::openapi))
        .route("/", get(pages::live))
        .route("/rounds", get(search::rounds))
        .route("/rounds/{round}", get(pages::round))
        .route("/how", get(pages::how))
        .route("/genesis", get(pages::genesis))
        .route("/api", get(pages::api))
        .route("/guide", get(guide::first))
        .route("/guide/search", get(guide::search))
        .route("/guide/{chapter}", get(guide::chapter))
        .route("/guide/images/{name}", get(guide::image))
        .route("/assets/{version}/{name}", get(pages::asset))
        .route("/favicon.ico", get(pages::favicon))
        .fallback(unknown_route)
        .method_not_allowed_fallback(async || ApiError::method())
        // The last layer sees a request first and an answer last: tags are of bytes that are not compressed,
        // and a client's bytes are counted before compression.
        .layer(from_fn(guard::preflight))
        .layer(from_fn_with_state(app.clone(), guard::body))
        .layer(from_fn(caching::tagged))
        .layer(from_fn_with_state(app.clone(), guard::meter))
        .layer(coding::layer())
        .layer(from_fn(caching::if_changed))
        .layer(from_fn_with_state(app.clone(), guard::rate))
        .layer(from_fn_with_state(app.clone(), guard::count))
        .layer(from_fn_with_state(app.clone(), keep_alive::said))
        .layer(from_fn(guard::headers))
        .layer(from_fn(caching::head))
        .with_state(app)
}

fn drand_routes() -> Router<App> {
    Router::new()
        .route("/chains", get(drand::chains))
        .route("/info", get(drand::info))
        .route("/public/latest", get(drand::latest))
        .route("/public/{round}", get(drand::public))
        .route("/health", get(status::health))
        .route("/metrics", get(status::metrics))
}

async fn unknown_route(headers: HeaderMap) -> Response {
    let error =
        ApiError::not_found("there is nothing at this address", "see /openapi.json for what there is");
    if pages::wanted(&headers) { pages::error(&error) } else { error.into_response() }
}
