//! Errors as the API answers them: what is wrong, what to do, a code.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONNECTION, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::StoreError;

use super::reply::json_body;

/// An error's JSON.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ErrorView {
    /// What is wrong.
    error: String,
    /// What to do about it.
    hint: String,
    /// 2: a mistake in the request; 3: malformed bytes; 4: not yet; 5: too much at once; 70: a fault of the node.
    code: u8,
}

/// A request that gets no answer but a reason.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(super) status: StatusCode,
    pub(super) view: ErrorView,
    retry_after_s: Option<u64>,
    close: bool,
}

const USAGE: u8 = 2;
const MALFORMED: u8 = 3;
const PENDING: u8 = 4;
const BUSY: u8 = 5;
const INTERNAL: u8 = 70;
const LONGEST_WAIT_S: u64 = 365 * 24 * 3600;

impl ApiError {
    fn new(status: StatusCode, code: u8, error: impl Into<String>, hint: impl Into<String>) -> ApiError {
        let view = ErrorView { error: error.into(), hint: hint.into(), code };
        ApiError { status, view, retry_after_s: None, close: false }
    }

    fn retry_after(mut self, seconds: u64) -> ApiError {
        self.retry_after_s = Some(seconds.clamp(1, LONGEST_WAIT_S));
        self
    }

    fn closing(mut self) -> ApiError {
        self.close = true;
        self
    }

    pub(super) fn bad_request(error: impl Into<String>, hint: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, USAGE, error, hint)
    }

    pub(super) fn not_found(error: impl Into<String>, hint: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, USAGE, error, hint)
    }

    pub(super) fn method() -> ApiError {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, USAGE, "this API is read with GET", "see /openapi.json")
    }

    /// 425: it will exist; `wait_ms` from now at the earliest.
    pub(super) fn pending(error: impl Into<String>, wait_ms: u64) -> ApiError {
        let hint = "ask again after the seconds in Retry-After, or follow /v1/stream";
        ApiError::new(StatusCode::TOO_EARLY, PENDING, error, hint).retry_after(wait_ms.div_ceil(1000))
    }

    pub(super) fn too_many_requests(wait_s: u64) -> ApiError {
        let hint = "ask again after the seconds in Retry-After; ranges, bundles and /v1/stream save requests";
        let error = "too many requests from this address";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, BUSY, error, hint).retry_after(wait_s)
    }

    pub(super) fn too_many_streams() -> ApiError {
        let hint = "ask again after the seconds in Retry-After, or poll /public/latest";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, BUSY, "all event streams are taken", hint)
            .retry_after(30)
    }

    pub(super) fn body_too_large(limit: usize) -> ApiError {
        let error = format!("the request body is larger than {limit} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, USAGE, error, "no route takes a body").closing()
    }

    pub(super) fn body_too_slow() -> ApiError {
        let error = "the request body took too long";
        ApiError::new(StatusCode::REQUEST_TIMEOUT, USAGE, error, "no route takes a body").closing()
    }

    pub(super) fn bad_body() -> ApiError {
        let error = "the request body broke off";
        ApiError::new(StatusCode::BAD_REQUEST, MALFORMED, error, "no route takes a body").closing()
    }
}

/// The client learns that the node failed, the operator's log learns how.
impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        tracing::error!(%error, "a request failed");
        let hint = "the node's operator finds the cause in its log";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, INTERNAL, "the node cannot read its store", hint)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.attach(json_body(crate::view::json(&self.view)))
    }
}

impl ApiError {
    /// Gives `body` this error's status and headers.
    pub(super) fn attach(&self, body: impl IntoResponse) -> Response {
        let mut response = (self.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after_s {
            headers.insert(RETRY_AFTER, seconds.into());
        }
        if self.close {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }

    /// The error's first sentence and its hint, for a page.
    pub(super) fn texts(&self) -> (&str, &str) {
        (&self.view.error, &self.view.hint)
    }
}
