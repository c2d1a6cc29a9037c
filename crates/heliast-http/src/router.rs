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

/// A router of these routes, and their list: each route's method and address. Routes are defined only here;
/// tests compare the OpenAPI document and their own requests with the lists.
macro_rules! routes {
    ($(#[$meta:meta])* $list:ident, $router:ident: $($method:ident $address:literal => $handler:path,)*) => {
        $(#[$meta])*
        #[cfg(test)]
        pub(super) const $list: &[(&str, &str)] = &[$((stringify!($method), $address)),*];

        fn $router() -> Router<App> {
            Router::new()$(.route($address, $method($handler)))*
        }
    };
}

routes! {
    /// drand's routes, which also exist under the chain's id.
    DRAND, drand_routes:
    get "/chains" => drand::chains,
    get "/info" => drand::info,
    get "/public/latest" => drand::latest,
    get "/public/{round}" => drand::public,
    get "/health" => status::health,
    get "/metrics" => status::metrics,
}

routes! {
    /// The API's own routes.
    API, api_routes:
    get "/v1/rounds/{round}" => rounds::round,
    get "/v1/rounds/{round}/finality" => finality::frame,
    get "/v1/rounds" => rounds::rounds,
    get "/v1/finality" => finality::reached,
    get "/v1/network" => finality::network,
    post "/v1/engine" => engine_rpc::ask,
    get "/v1/epochs/{epoch}" => epochs::epoch,
    get "/v1/keys" => keys::keys,
    get "/v1/members" => members::members,
    get "/v1/genesis" => chain::genesis,
    get "/v1/archive" => archive::files,
    get "/v1/archive/{name}" => archive::file,
    get "/v1/bundle" => bundle::bundle,
    get "/v1/status" => status::status,
    get "/v1/stream" => stream::stream,
    get "/v1/random/{label}" => rounds::random,
}

routes! {
    /// The pages for people, and the document about all other routes.
    PAGES, page_routes:
    get "/openapi.json" => openapi::openapi,
    get "/" => pages::live,
    get "/rounds" => search::rounds,
    get "/rounds/{round}" => pages::round,
    get "/how" => pages::how,
    get "/genesis" => pages::genesis,
    get "/api" => pages::api,
    get "/guide" => guide::first,
    get "/guide/search" => guide::search,
    get "/guide/{chapter}" => guide::chapter,
    get "/guide/images/{name}" => guide::image,
    get "/assets/{version}/{name}" => pages::asset,
    get "/favicon.ico" => pages::favicon,
}

/// All routes. `closing` becomes true when the node shuts down, so that streams end.
pub(super) fn router(
    node: Handles,
    limits: Limits,
    traffic: Arc<Traffic>,
    closing: watch::Receiver<bool>,
) -> Router {
    router_of(App::new(node, limits, traffic, closing))
}

pub(super) fn router_of(app: App) -> Router {
    let pinned = drand_routes().layer(from_fn_with_state(app.clone(), drand::require_chain));
    Router::new()
        .merge(drand_routes())
        .nest("/{chain}", pinned)
        .merge(api_routes())
        .merge(page_routes())
        .fallback(unknown_route)
        .method_not_allowed_fallback(async || ApiError::method())
        // The last layer sees a request first and an answer last: tags are made from uncompressed bytes, and
        // a client's bytes are counted before compression.
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

async fn unknown_route(headers: HeaderMap) -> Response {
    let error =
        ApiError::not_found("there is nothing at this address", "see /openapi.json for what there is");
    if pages::wanted(&headers) { pages::error(&error) } else { error.into_response() }
}
