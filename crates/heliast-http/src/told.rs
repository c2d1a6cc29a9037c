//! The bytes of server-sent events, made once for all streams.

use super::{
    aside::Aside,
    drand::{Beacon, beacon},
    error::ApiError,
    finished::decoded,
    status::StatusView,
};
use axum::body::Bytes;
use heliast_engine::{Handles, Rounds, Status, StatusBoard};
use heliast_view::json;
use serde::Serialize;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{sync::watch, time::Instant};

/// Streams get the same status for this time, unless the engine reports a new one.
const STATUS_LASTS: Duration = Duration::from_millis(50);

/// The events that were sent last.
pub(super) struct Told {
    aside: Aside,
    round: Mutex<Option<(u64, Bytes)>>,
    status: Mutex<LastStatus>,
}

struct LastStatus {
    changes: watch::Receiver<Status>,
    event: Option<(Instant, Bytes)>,
}

/// A finished round.
#[derive(Clone, Debug, Serialize)]
struct RoundEvent {
    /// Its number in the chain.
    round: u64,
    #[serde(flatten)]
    beacon: Beacon,
}

impl Told {
    pub(super) fn new(board: &StatusBoard, aside: Aside) -> Told {
        let status = LastStatus { changes: board.watch(), event: None };
        Told { aside, round: Mutex::default(), status: Mutex::new(status) }
    }

    /// The event about a finished round.
    pub(super) async fn round(
        self: &Arc<Told>,
        rounds: &Arc<Rounds>,
        number: u64,
    ) -> Result<Bytes, ApiError> {
        let (told, rounds) = (Arc::clone(self), Arc::clone(rounds));
        self.aside.shown(number, move || told.made(&rounds, number)).await
    }

    fn made(&self, rounds: &Rounds, number: u64) -> Result<Bytes, ApiError> {
        let mut last = self.round.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, event)) = last.as_ref().filter(|(told, _)| *told == number) {
            return Ok(event.clone());
        }
        // Nearly all streams need the newest round; a resuming stream reads its rounds from the store.
        let is_newest = last.as_ref().is_none_or(|(told, _)| *told < number);
        if !is_newest {
            drop(last);
            return round(rounds, number);
        }
        let event = round(rounds, number)?;
        *last = Some((number, event.clone()));
        Ok(event)
    }

    /// The event about the node's current state.
    pub(super) fn status(&self, node: &Handles) -> Bytes {
        let mut last = self.status.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = last.changes.has_changed().unwrap_or(true);
        if let Some((at, event)) = last.event.as_ref().filter(|_| !is_new)
            && at.elapsed() < STATUS_LASTS
        {
            return event.clone();
        }
        last.changes.mark_unchanged();
        let event = event("status", None, &json(&StatusView::new(node)));
        last.event = Some((Instant::now(), event.clone()));
        event
    }
}

fn round(rounds: &Rounds, number: u64) -> Result<Bytes, ApiError> {
    let said = RoundEvent { round: number, beacon: beacon(rounds, &decoded(rounds, number)?)? };
    Ok(event("round", Some(number), &json(&said)))
}

/// An event; `data` is JSON, which has no line breaks.
fn event(name: &str, id: Option<u64>, data: &str) -> Bytes {
    let id = id.map_or_else(String::new, |id| format!("id: {id}\n"));
    format!("event: {name}\n{id}data: {data}\n\n").into()
}
