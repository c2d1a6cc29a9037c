//! Answers: bodies with their content type, and the time for which they may be cached.

use axum::{
    http::header::{CACHE_CONTROL, CONTENT_TYPE},
    response::{IntoResponse, Response},
};

/// The time for which an answer stays valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// It is final.
    Forever,
    /// It may change after this many seconds.
    Seconds(u64),
    /// It is only valid for the moment.
    Not,
}

impl Keep {
    /// The `Cache-Control` header of a final answer.
    pub(super) const FOREVER: &str = "public, max-age=31536000, immutable";

    fn header(self) -> String {
        match self {
            Keep::Forever => Keep::FOREVER.to_owned(),
            Keep::Seconds(seconds) => format!("public, max-age={seconds}"),
            Keep::Not => "no-store".to_owned(),
        }
    }
}

pub(super) fn json_body(json: impl IntoResponse) -> Response {
    typed("application/json", json)
}

pub(super) fn typed(content_type: &'static str, body: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, content_type)], body).into_response()
}

pub(super) fn kept(keep: Keep, body: impl IntoResponse) -> Response {
    ([(CACHE_CONTROL, keep.header())], body).into_response()
}

/// JSON with its lifetime.
pub(super) fn json(keep: Keep, json: impl IntoResponse) -> Response {
    kept(keep, json_body(json))
}
