//! The forms of the gate's own answers.

use crate::page::Message;
use askama::Template;
use axum::{
    body::{Body, Bytes},
    http::{
        HeaderMap, HeaderValue, Response, StatusCode,
        header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, VARY},
    },
};
use serde_json::{Value, json};

/// A page may load nothing from other sites. Compiling WebAssembly is allowed.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
                      img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// A picture that is opened directly must not run scripts, which SVG may contain.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// The media type for browsers.
pub(crate) const PAGE: &str = "text/html";
/// The media type for programs.
pub(crate) const JSON: &str = "application/json";

/// Whether the client prefers this media type to a line of text.
pub(crate) fn wants(headers: &HeaderMap, kind: &str) -> bool {
    let accept = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accept.flat_map(|line| line.split(',')).any(|wanted| wanted.trim().starts_with(kind))
}

pub(crate) fn page(template: &impl Template) -> Response<Body> {
    let text = match template.render() {
        Ok(text) => text,
        Err(error) => {
            tracing::error!(%error, "a page can't be made");
            return text_of(
                StatusCode::INTERNAL_SERVER_ERROR,
                "the gate can't make this page: its log says why",
            );
        }
    };
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert("content-security-policy", HeaderValue::from_static(POLICY));
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    response
}

/// A page for browsers, a line for programs.
pub(crate) fn message(status: StatusCode, headers: &HeaderMap, message: &Message<'_>) -> Response<Body> {
    let mut response = match wants(headers, PAGE) {
        true => page(message),
        false => text(message.text),
    };
    *response.status_mut() = status;
    response
}

/// A line of text.
pub(crate) fn text(line: &str) -> Response<Body> {
    Response::new(Body::from(format!("{line}\n")))
}

/// A line of text with a status.
pub(crate) fn text_of(status: StatusCode, line: &str) -> Response<Body> {
    let mut response = text(line);
    *response.status_mut() = status;
    response
}

pub(crate) fn asset(text: &'static str, kind: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    response
}

pub(crate) fn picture(bytes: Bytes, kind: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    headers.insert("content-security-policy", HeaderValue::from_static(PICTURE_POLICY));
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    response
}

pub(crate) fn json_of(status: StatusCode, value: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(value.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// An answer that must not be cached, because it is only for one client and now.
pub(crate) fn fresh(mut response: Response<Body>) -> Response<Body> {
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(VARY, HeaderValue::from_static("cookie, accept"));
    response
}

/// Adds the header that says after how many seconds the client may try again.
pub(crate) fn later(mut response: Response<Body>, seconds: u64) -> Response<Body> {
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    response
}

pub(crate) fn without_random() -> Response<Body> {
    tracing::error!("this machine gives no random numbers");
    json_of(StatusCode::SERVICE_UNAVAILABLE, &json!({"error": "this machine gives no random numbers"}))
}
