//! Sends how long an idle connection is kept open, so that a client does not send its next request just when
//! the node closes the connection: that request would fail without an answer.

use super::limits::Limits;
use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::Response,
};
use std::time::Duration;

/// The margin for a client's clock and for the time to reach the node.
const MARGIN: Duration = Duration::from_secs(1);

pub(super) async fn said(State(limits): State<Limits>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let seconds = limits.header_time.saturating_sub(MARGIN).as_secs();
    if let Ok(value) = HeaderValue::try_from(format!("timeout={seconds}")) {
        response.headers_mut().insert(HeaderName::from_static("keep-alive"), value);
    }
    response
}
