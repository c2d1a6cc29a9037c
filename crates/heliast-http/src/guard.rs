//! The checks in front of every handler: request counting, the rate limit, the body limit; and the
//! headers of every answer.

use super::{app::Entry, client::Client, error::ApiError, limits::Limits, range::Skipped, traffic::Traffic};
use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{MatchedPath, Request, State},
    http::{
        Method, StatusCode,
        header::{
            ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
            ACCESS_CONTROL_EXPOSE_HEADERS, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue,
            REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
        },
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use heliast_front::{Meter, Metered, TooMuch, sleep_awake};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use std::{net::IpAddr, sync::Arc};
use tokio::select;

const HEADERS: [(HeaderName, &str); 10] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"),
    (ACCESS_CONTROL_ALLOW_HEADERS, "range, if-range, if-none-match, last-event-id"),
    (ACCESS_CONTROL_EXPOSE_HEADERS, "retry-after, etag, accept-ranges, content-range"),
];

/// All content is public, so every site may read it. Our pages load nothing from other sites, and must not be
/// embedded in foreign frames.
pub(super) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers: &mut HeaderMap = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Answers the preflight request of a browser.
pub(super) async fn preflight(request: Request, next: Next) -> Response {
    match request.method() == Method::OPTIONS {
        true => StatusCode::NO_CONTENT.into_response(),
        false => next.run(request).await,
    }
}

/// Counts the request under its route's pattern.
pub(super) async fn count(
    State(entry): State<Arc<Entry>>,
    State(traffic): State<Arc<Traffic>>,
    request: Request,
    next: Next,
) -> Response {
    let route = request.extensions().get::<MatchedPath>().cloned();
    let start = entry.clock.instant();
    let response = next.run(request).await;
    let took = entry.clock.instant() - start;
    let pattern = route.as_ref().map_or("other", MatchedPath::as_str);
    traffic.request(pattern, response.status().as_u16(), took);
    response
}

/// Refuses requests of a client that sends too many.
pub(super) async fn rate(State(entry): State<Arc<Entry>>, request: Request, next: Next) -> Response {
    if let Some(Client(client)) = request.extensions().get()
        && let Err(too_much) = entry.rates.take(*client, entry.clock.instant())
    {
        let error = match too_much {
            TooMuch::Requests { wait_s } => ApiError::too_many_requests(wait_s),
            TooMuch::Bytes { wait_s } => ApiError::too_many_bytes(wait_s),
        };
        return error.into_response();
    }
    next.run(request).await
}

/// Counts the bytes of an answer while its client reads them.
pub(super) async fn meter(State(entry): State<Arc<Entry>>, request: Request, next: Next) -> Response {
    let client = request.extensions().get().map(|Client(client)| *client);
    let response = next.run(request).await;
    let Some(client) = client else { return response };
    if let Some(Skipped(bytes)) = response.extensions().get() {
        entry.rates.spend(client, *bytes, entry.clock.instant());
    }
    response.map(|body| Body::new(Metered::new(body, Taking { entry, client })))
}

/// Counts the bytes of an answer.
struct Taking {
    entry: Arc<Entry>,
    client: IpAddr,
}

impl Meter for Taking {
    fn given(&mut self, bytes: usize) {
        self.entry.rates.spend(self.client, bytes as u64, self.entry.clock.instant());
    }
}

/// Reads the request's body within its limits, even if the route does not use it, so that the connection can
/// be reused.
pub(super) async fn body(State(limits): State<Limits>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    if body.is_end_stream() {
        return next.run(Request::from_parts(parts, Body::empty())).await;
    }
    match drain(limits, body).await {
        Ok(bytes) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err(error) => error.into_response(),
    }
}

async fn drain(limits: Limits, body: Body) -> Result<Bytes, ApiError> {
    let limit = limits.body_bytes;
    let too_large = || ApiError::body_too_large(limit);
    if usize::try_from(body.size_hint().lower()).map_or(true, |least| least > limit) {
        return Err(too_large());
    }
    let collected = select! {
        biased;
        collected = Limited::new(body, limit).collect() => collected,
        () = sleep_awake(limits.body_time) => return Err(ApiError::body_too_slow()),
    };
    match collected {
        Err(error) if error.is::<LengthLimitError>() => Err(too_large()),
        Err(_) => Err(ApiError::bad_body()),
        Ok(collected) => Ok(collected.to_bytes()),
    }
}
