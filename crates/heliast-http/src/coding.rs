//! Compression of answers that become shorter by it.

use axum::{
    body::HttpBody,
    http::{Response, StatusCode, header::CONTENT_TYPE},
};
use tower_http::compression::{CompressionLayer, CompressionLevel, predicate::Predicate};

/// Shorter answers fit into one packet anyway.
const SHORTEST: u64 = 860;
/// The level, out of 9. Higher levels take much more time for little gain.
const LEVEL: i32 = 4;
const TEXTS: [&str; 6] =
    ["application/json", "text/html", "text/css", "text/javascript", "text/plain", "image/svg+xml"];

/// gzip, for clients that accept it. Every browser does.
pub(super) fn layer() -> CompressionLayer<Text> {
    CompressionLayer::new().quality(CompressionLevel::Precise(LEVEL)).compress_when(Text)
}

/// Selects complete texts. Event streams would be delayed in the compressor, and bundles are random bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text;

impl Predicate for Text {
    fn should_compress<B: HttpBody>(&self, response: &Response<B>) -> bool {
        let content_type = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media = content_type.and_then(|value| value.split(';').next()).unwrap_or_default();
        let is_long = response.body().size_hint().exact().is_some_and(|len| len >= SHORTEST);
        is_long && response.status() != StatusCode::PARTIAL_CONTENT && TEXTS.contains(&media)
    }
}
