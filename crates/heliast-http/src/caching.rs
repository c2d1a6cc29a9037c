//! Answers for clients and caches that already have a copy: entity tags, `If-None-Match`, and HEAD.
//!
//! Every answer that may be cached automatically gets a strong tag: the hash of its bytes. A handler whose
//! answer is streamed sets the tag itself. A compressed answer has other bytes, and so another tag.

use axum::{
    body::{Body, HttpBody},
    extract::Request,
    http::{
        HeaderMap, HeaderValue, Method, StatusCode,
        header::{
            ACCEPT_RANGES, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE,
            ETAG, IF_NONE_MATCH,
        },
    },
    middleware::Next,
    response::Response,
};
use http_body_util::BodyExt;
use sha2::{Digest, Sha256};

/// The strong tag of content that these parts determine.
pub(super) fn tag<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    format!("\"{}\"", hex::encode(&hash.finalize()[..16]))
}

/// The routes get GET instead of HEAD, so that their answers are the same. The connection knows the original
/// method and sends no body.
pub(super) async fn head(mut request: Request, next: Next) -> Response {
    if request.method() == Method::HEAD {
        *request.method_mut() = Method::GET;
    }
    next.run(request).await
}

/// Adds a tag to an answer that may be cached and has no tag.
pub(super) async fn tagged(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let keeps = response.headers().get(CACHE_CONTROL).is_some_and(|value| value != "no-store");
    let is_whole = response.body().size_hint().exact().is_some();
    if response.status() != StatusCode::OK || !keeps || !is_whole || response.headers().contains_key(ETAG) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The whole body is in memory, so that this neither waits nor fails.
    let bytes = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    set(&mut parts.headers, ETAG, &tag([&bytes[..]]));
    Response::from_parts(parts, Body::from(bytes))
}

/// Answers 304 to a client that already has the content.
pub(super) async fn if_changed(request: Request, next: Next) -> Response {
    let known: Vec<HeaderValue> = request.headers().get_all(IF_NONE_MATCH).iter().cloned().collect();
    let mut response = next.run(request).await;
    let Some(tag) = coded_tag(response.headers()) else { return response };
    set(response.headers_mut(), ETAG, &tag);
    let is_answer = matches!(response.status(), StatusCode::OK | StatusCode::PARTIAL_CONTENT);
    if is_answer && known.iter().any(|list| names(list, &tag)) { unchanged(response) } else { response }
}

/// The tag of an answer's bytes as they are sent, with their coding.
fn coded_tag(headers: &HeaderMap) -> Option<String> {
    let tag = headers.get(ETAG)?.to_str().ok()?;
    match headers.get(CONTENT_ENCODING).and_then(|coding| coding.to_str().ok()) {
        Some(coding) => Some(format!("{}-{coding}\"", tag.strip_suffix('"')?)),
        None => Some(tag.to_owned()),
    }
}

/// Whether a list of tags contains this one. Weak and strong tags are compared in the same way, as the RFC
/// says for this header.
fn names(list: &HeaderValue, tag: &str) -> bool {
    let known = list.to_str().unwrap_or_default().split(',').map(|one| one.trim_matches([' ', '\t']));
    known.into_iter().any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

fn unchanged(response: Response) -> Response {
    let (mut parts, _) = response.into_parts();
    parts.status = StatusCode::NOT_MODIFIED;
    for about_the_body in [CONTENT_TYPE, CONTENT_LENGTH, CONTENT_ENCODING, CONTENT_RANGE, ACCEPT_RANGES] {
        parts.headers.remove(about_the_body);
    }
    Response::from_parts(parts, Body::empty())
}

/// Tags consist of printable ASCII.
fn set(headers: &mut HeaderMap, name: axum::http::HeaderName, tag: &str) {
    if let Ok(value) = HeaderValue::from_str(tag) {
        headers.insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_tags_are_compared_weakly() {
        let tag = "\"ab\"";
        for (list, found) in [
            ("\"ab\"", true),
            ("W/\"ab\"", true),
            ("*", true),
            ("\"x\", \"ab\"", true),
            ("\"x\",W/\"ab\" ", true),
            ("\"abc\"", false),
            ("ab", false),
            ("w/\"ab\"", false),
            ("", false),
            ("\"ab", false),
        ] {
            assert_eq!(names(&HeaderValue::from_static(list), tag), found, "{list}");
        }
        assert!(!names(&HeaderValue::from_bytes(b"\"\xff\"").unwrap(), tag));
    }

    #[test]
    fn parts_cannot_be_moved() {
        assert_ne!(tag([&b"ab"[..], b"c"]), tag([&b"a"[..], b"bc"]));
        assert_eq!(tag([&b"ab"[..]]), tag([&b"ab"[..]]));
        assert_eq!(tag([]).len(), 34);
    }

    #[test]
    fn a_coding_is_part_of_the_tag() {
        let mut headers = HeaderMap::new();
        assert_eq!(coded_tag(&headers), None);
        set(&mut headers, ETAG, "\"ab\"");
        assert_eq!(coded_tag(&headers).unwrap(), "\"ab\"");
        set(&mut headers, CONTENT_ENCODING, "gzip");
        assert_eq!(coded_tag(&headers).unwrap(), "\"ab-gzip\"");
    }
}
