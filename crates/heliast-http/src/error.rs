//! Errors of the API: the fault, a hint, and a code.

use super::reply::{Keep, json_body};
use axum::{
    http::{
        StatusCode,
        header::{CACHE_CONTROL, CONNECTION, HeaderValue, LOCATION, RETRY_AFTER},
    },
    response::{IntoResponse, Response},
};
use heliast_store::{ArchiveError, StoreError};
use serde::Serialize;

/// An error's JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct ErrorView {
    /// The mistake.
    error: String,
    /// The remedy.
    hint: String,
    /// 2: a mistake in the request; 3: malformed bytes; 4: not yet; 5: too much at once; 70: a fault of the
    /// node.
    code: u8,
}

/// The error that is the answer to a request.
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

    /// 308: the requested item does not exist, and its replacement has another address.
    pub(super) fn elsewhere(error: impl Into<String>, hint: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::PERMANENT_REDIRECT, USAGE, error, hint)
    }

    /// 410: the requested item existed, and this node no longer has it.
    pub(super) fn gone(error: impl Into<String>) -> ApiError {
        let hint = "this node keeps its later rounds only: ask another, or somebody with the chain's archive";
        ApiError::new(StatusCode::GONE, USAGE, error, hint)
    }

    pub(super) fn method() -> ApiError {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, USAGE, "this API is read with GET", "see /openapi.json")
    }

    /// 425: the requested item will exist, `wait_ms` from now at the earliest.
    pub(super) fn pending(error: impl Into<String>, wait_ms: u64) -> ApiError {
        let hint = "ask again after the seconds in Retry-After, or follow /v1/stream";
        ApiError::new(StatusCode::TOO_EARLY, PENDING, error, hint).retry_after(wait_ms.div_ceil(1000))
    }

    pub(super) fn too_many_requests(wait_s: u64) -> ApiError {
        let hint = "ask again after the seconds in Retry-After; ranges, bundles and /v1/stream save requests";
        let error = "too many requests from this address";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, BUSY, error, hint).retry_after(wait_s)
    }

    pub(super) fn too_many_bytes(wait_s: u64) -> ApiError {
        let hint = "ask again after the seconds in Retry-After; what is immutable can be kept";
        let error = "too many bytes for this address";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, BUSY, error, hint).retry_after(wait_s)
    }

    /// 416: the range is outside of the `len` bytes.
    pub(super) fn beyond(len: u64) -> ApiError {
        let error = format!("the range begins after the last of {len} bytes");
        ApiError::new(StatusCode::RANGE_NOT_SATISFIABLE, USAGE, error, "leave Range out for all of it")
    }

    pub(super) fn too_many_streams() -> ApiError {
        let hint = "ask again after the seconds in Retry-After, or poll /public/latest";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, BUSY, "all event streams are taken", hint)
            .retry_after(30)
    }

    /// 503: the engine has too many requests, or can't be reached.
    pub(super) fn engine_busy() -> ApiError {
        let hint = "ask again after the seconds in Retry-After, or ask another node";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, BUSY, "the engine can't be asked now", hint)
            .retry_after(2)
    }

    /// 429: the client has too many of these open.
    pub(super) fn too_many_places(what: &str) -> ApiError {
        let hint = "ask again after the seconds in Retry-After, or close some";
        let error = format!("too many {what} from this address");
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, BUSY, error, hint).retry_after(5)
    }

    pub(super) fn body_too_large(limit: usize) -> ApiError {
        let error = format!("the request body is larger than {limit} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, USAGE, error, "few routes take one: see /openapi.json")
            .closing()
    }

    pub(super) fn body_too_slow() -> ApiError {
        let error = "the request body took too long";
        ApiError::new(StatusCode::REQUEST_TIMEOUT, USAGE, error, "few routes take one: see /openapi.json")
            .closing()
    }

    pub(super) fn bad_body() -> ApiError {
        let error = "the request body broke off";
        ApiError::new(StatusCode::BAD_REQUEST, MALFORMED, error, "few routes take one: see /openapi.json")
            .closing()
    }
}

/// The client is told that the node failed; the details go to the operator's log.
impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        if let StoreError::Pruned { .. } | StoreError::Archive(ArchiveError::Missing { .. }) = error {
            return ApiError::gone(error.to_string());
        }
        if let StoreError::Archive(ArchiveError::TooManyAnnounced { .. }) = error {
            let hint = "this chain is handed on from round 1: ask with from=1";
            return ApiError::new(StatusCode::CONFLICT, USAGE, error.to_string(), hint);
        }
        tracing::error!(%error, "a request failed");
        let hint = "the node's operator finds the cause in its log";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, INTERNAL, "the node cannot read its store", hint)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.attach(json_body(heliast_view::json(&self.view)))
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

    /// The answer with a permanent redirect to another address.
    pub(super) fn at(self, location: String) -> Response {
        let mut response = ([(LOCATION, location)], self).into_response();
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(Keep::FOREVER));
        response
    }

    /// The error's first sentence and its hint, for a page.
    pub(super) fn texts(&self) -> (&str, &str) {
        (&self.view.error, &self.view.hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
        response.headers().get(name).map(|value| value.to_str().unwrap())
    }

    /// Clients use status and code; the text is for people.
    #[test]
    fn each_error_has_its_status_and_code() {
        let refused = std::io::Error::new(std::io::ErrorKind::InvalidInput, "too many");
        let too_many = ArchiveError::header(std::path::Path::new("b"), 9, refused);
        let io = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
        for (error, status, code, retry, close) in [
            (ApiError::bad_request("e", "h"), 400, 2, None, false),
            (ApiError::not_found("e", "h"), 404, 2, None, false),
            (StoreError::Pruned { round: 3, first: 7 }.into(), 410, 2, None, false),
            (StoreError::from(too_many).into(), 409, 2, None, false),
            (ApiError::method(), 405, 2, None, false),
            (ApiError::pending("e", 1), 425, 4, Some("1"), false),
            (ApiError::too_many_requests(3), 429, 5, Some("3"), false),
            (ApiError::too_many_streams(), 503, 5, Some("30"), false),
            (ApiError::too_many_places("streams"), 429, 5, Some("5"), false),
            (ApiError::body_too_large(7), 413, 2, None, true),
            (ApiError::body_too_slow(), 408, 2, None, true),
            (ApiError::bad_body(), 400, 3, None, true),
            (StoreError::from(io).into(), 500, 70, None, false),
        ] {
            assert_eq!(error.view.code, code, "{error:?}");
            let response = error.clone().into_response();
            assert_eq!(response.status().as_u16(), status, "{error:?}");
            assert_eq!(header(&response, "retry-after"), retry, "{error:?}");
            assert_eq!(header(&response, "connection"), close.then_some("close"), "{error:?}");
            assert_eq!(header(&response, "cache-control"), Some("no-store"), "{error:?}");
            // A page has the same headers.
            let page = error.attach("a page");
            assert_eq!((page.status(), page.headers().len()), (response.status(), response.headers().len()));
        }
    }

    #[test]
    fn waits_are_whole_seconds_between_one_and_a_year() {
        for (wait_ms, seconds) in [(0, "1"), (1, "1"), (1_000, "1"), (1_001, "2"), (u64::MAX, "31536000")] {
            let response = ApiError::pending("e", wait_ms).into_response();
            assert_eq!(header(&response, "retry-after"), Some(seconds), "{wait_ms}");
        }
    }

    #[test]
    fn what_failed_in_the_store_stays_in_the_log() {
        let error = ApiError::from(StoreError::Corrupt("secret/path of round 7".to_owned()));
        let json = heliast_view::json(&error.view);
        assert!(!json.contains("secret") && json.contains("the node cannot read its store"), "{json}");
    }
}
