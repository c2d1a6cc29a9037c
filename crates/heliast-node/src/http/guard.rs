//! What stands before every handler: request counting, the rate limit, the body limit; and the
//! headers of every answer.

use super::{
    app::{App, Client},
    error::ApiError,
};
use axum::{
    body::{Body, HttpBody},
    extract::{MatchedPath, Request, State},
    http::{
        Method, StatusCode,
        header::{
            ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS,
            CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY,
            X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
        },
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::time::timeout;

const HEADERS: [(HeaderName, &str); 9] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"),
    (ACCESS_CONTROL_EXPOSE_HEADERS, "retry-after"),
];

/// Everything is public, so every site may read it; a page of ours loads nothing from elsewhere and
/// sits in no foreign frame.
pub(super) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers: &mut HeaderMap = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Answers what a browser asks before it reads from another site.
pub(super) async fn preflight(request: Request, next: Next) -> Response {
    match request.method() == Method::OPTIONS {
        true => StatusCode::NO_CONTENT.into_response(),
        false => next.run(request).await,
    }
}

/// Counts the request under its route's pattern.
pub(super) async fn count(State(app): State<App>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let pattern = route.as_ref().map_or("other", MatchedPath::as_str);
    app.shared.metrics().request(pattern, response.status().as_u16());
    response
}

/// Refuses a client that asks too often.
pub(super) async fn rate(State(app): State<App>, request: Request, next: Next) -> Response {
    if let Some(Client(client)) = request.extensions().get()
        && let Err(wait_s) = app.rates.take(*client, app.shared.clock().instant())
    {
        return ApiError::too_many_requests(wait_s).into_response();
    }
    next.run(request).await
}

/// Reads the request's body, which no route takes, within its limits, so that a connection can go
/// on after it.
pub(super) async fn body(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    if !body.is_end_stream()
        && let Err(error) = drain(&app, body).await
    {
        return error.into_response();
    }
    next.run(Request::from_parts(parts, Body::empty())).await
}

async fn drain(app: &App, body: Body) -> Result<(), ApiError> {
    let limit = app.limits.body_bytes;
    let too_large = || ApiError::body_too_large(limit);
    if usize::try_from(body.size_hint().lower()).map_or(true, |least| least > limit) {
        return Err(too_large());
    }
    let collected = timeout(app.limits.body_time, Limited::new(body, limit).collect());
    match collected.await {
        Err(_elapsed) => Err(ApiError::body_too_slow()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(ApiError::bad_body()),
        Ok(Ok(_)) => Ok(()),
    }
}
