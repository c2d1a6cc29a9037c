//! `GET /v1/stream`: rounds and status as server-sent events.
//!
//! Nothing is queued per client: a stream keeps the number of its next round and reads it from the store when
//! the client takes it, so that a slow client takes no memory, misses no round, and gets only the newest
//! status.

use super::{
    client::{Client, Connection},
    error::ApiError,
    held::Held,
    params::Query,
    places::{Full, Place},
    reply::{self, Keep},
    told::Told,
};
#[cfg(test)]
use crate::error::ErrorView;
use axum::{
    body::{Body, Bytes},
    extract::{RawQuery, State},
    http::HeaderMap,
    response::Response,
};
use futures_util::stream;
use heliast_engine::{Handles, Status};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::{
    sync::watch::{self, error::RecvError},
    time::{Instant, sleep_until, timeout},
};

/// The most rounds before the latest that a resumed stream sends.
const BACKLOG: u64 = 1000;
/// The least time between two status events of a stream.
const STATUS_EVERY: Duration = Duration::from_millis(200);
/// The longest time between two status events. They are sent even if the engine is silent, because a node's
/// standing may change with the clock alone, and to show the client that the connection works.
const STATUS_AT_LEAST: Duration = Duration::from_secs(2);

/// Server-sent events: `round`, a round's number and randomness with the number as id, from the latest on;
/// and `status`, the object of `/v1/status`, a few times a second, and at least every other second. With
/// `Last-Event-ID`, the rounds since then come first, at most 1000.
#[cfg_attr(test, utoipa::path(get, path = "/v1/stream", tag = "heliast",
    params(("Last-Event-ID" = Option<u64>, Header, description = "The last round that the client has")),
    responses(
        (status = 200, content_type = "text/event-stream", description = "Events without end"),
        (status = 503, body = ErrorView, description = "All places for streams are taken"),
    )))]
pub(super) async fn stream(
    State(node): State<Handles>,
    State(held): State<Arc<Held>>,
    State(told): State<Arc<Told>>,
    Client(client): Client,
    connection: Connection,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    let seen = last_event(&headers)?;
    let place = held.streams.take(client).map_err(|full| match full {
        Full::All => ApiError::too_many_streams(),
        Full::Client => ApiError::too_many_places("event streams"),
    })?;
    connection.stream();
    let events = stream::unfold(Cursor::new(node, told, seen, Open::of(held, place)), next_event);
    Ok(reply::kept(Keep::Not, reply::typed("text/event-stream", Body::from_stream(events))))
}

fn last_event(headers: &HeaderMap) -> Result<Option<u64>, ApiError> {
    let Some(value) = headers.get("last-event-id") else { return Ok(None) };
    let number = value.to_str().ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    match number.and_then(|text| text.parse().ok()) {
        Some(number) => Ok(Some(number)),
        None => Err(ApiError::bad_request(
            "Last-Event-ID is not a round number",
            "send the id of the last round event",
        )),
    }
}

/// The position of a stream.
struct Cursor {
    node: Handles,
    told: Arc<Told>,
    next: u64,
    latest: watch::Receiver<u64>,
    status: watch::Receiver<Status>,
    status_at: Instant,
    closing: watch::Receiver<bool>,
    _open: Open,
}

impl Cursor {
    fn new(node: Handles, told: Arc<Told>, seen: Option<u64>, open: Open) -> Cursor {
        let mut status = node.board.watch();
        status.mark_changed();
        let latest = node.rounds.watch();
        let next = first_round(seen, *latest.borrow());
        let (status_at, closing) = (Instant::now(), open.held.closing.clone());
        Cursor { node, told, next, latest, status, status_at, closing, _open: open }
    }

    async fn round(&mut self) -> Result<Bytes, ApiError> {
        let event = self.told.round(&self.node.rounds, self.next).await?;
        self.next = self.next.saturating_add(1);
        Ok(event)
    }
}

/// The first round of a stream whose client has seen round `seen`, if any, when `last` is the last round.
fn first_round(seen: Option<u64>, last: u64) -> u64 {
    match seen {
        None => last.max(1),
        Some(seen) => seen.min(last).saturating_add(1).max(last.saturating_sub(BACKLOG - 1)),
    }
}

/// Returns when there is a new status after `at`, or when it is time to send the old one again.
async fn changed_after(status: &mut watch::Receiver<Status>, at: Instant) -> Result<(), RecvError> {
    sleep_until(at).await;
    timeout(STATUS_AT_LEAST, status.changed()).await.unwrap_or(Ok(()))
}

/// An open stream, which is freed on drop.
struct Open {
    held: Arc<Held>,
    _place: Place,
}

impl Open {
    fn of(held: Arc<Held>, place: Place) -> Open {
        held.traffic.streams.inc();
        Open { held, _place: place }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.held.traffic.streams.dec();
    }
}

/// The next event. `None` ends the stream when the node shuts down or its store fails; clients resume
/// automatically.
async fn next_event(mut cursor: Cursor) -> Option<(Result<Bytes, Infallible>, Cursor)> {
    loop {
        if *cursor.closing.borrow() {
            return None;
        }
        if cursor.next <= *cursor.latest.borrow_and_update() {
            let event = cursor.round().await.ok()?;
            return Some((Ok(event), cursor));
        }
        tokio::select! {
            biased;
            changed = cursor.closing.changed() => changed.ok()?,
            changed = cursor.latest.changed() => changed.ok()?,
            changed = changed_after(&mut cursor.status, cursor.status_at) => {
                changed.ok()?;
                cursor.status.borrow_and_update();
                cursor.status_at = Instant::now() + STATUS_EVERY;
                return Some((Ok(cursor.told.status(&cursor.node)), cursor));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_begins_after_what_was_seen_and_not_too_far_back() {
        for (seen, last, first) in [
            (None, 0, 1),
            (None, 7, 7),
            (Some(0), 0, 1),
            (Some(0), 1, 1),
            (Some(6), 7, 7),
            (Some(7), 7, 8),
            // The client has seen another chain, or sends a false number: it waits for the next round.
            (Some(900), 7, 8),
            (Some(u64::MAX), 7, 8),
            (Some(u64::MAX), u64::MAX, u64::MAX),
            // At most a thousand rounds are sent.
            (Some(0), 1_000, 1),
            (Some(0), 1_001, 2),
            (Some(1), 5_000, 4_001),
            (Some(4_500), 5_000, 4_501),
        ] {
            assert_eq!(first_round(seen, last), first, "{seen:?} of {last}");
        }
    }
}
