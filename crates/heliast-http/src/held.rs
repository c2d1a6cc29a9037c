//! Requests that wait for news: so many at a time, of all clients and of each.

use super::{
    error::ApiError,
    places::{Full, Place, Places},
    traffic::Traffic,
};
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio::{sync::watch, time::sleep};

/// The places of requests that are held for long.
pub(super) struct Held {
    pub(super) streams: Arc<Places>,
    /// Of requests that wait for the next round.
    pub(super) waiting: Arc<Places>,
    /// Of questions to the engine.
    pub(super) engine: Arc<Places>,
    pub(super) traffic: Arc<Traffic>,
    /// Turns true when the node shuts down, so that streams end.
    pub(super) closing: watch::Receiver<bool>,
}

/// Returns when the news is what the request waits for, and after this time in any case. At once where too
/// many requests wait, and when the node shuts down.
///
/// # Errors
/// 429 where as many of the client's requests wait as may.
pub(super) async fn wait_for(
    held: &Held,
    client: IpAddr,
    mut news: watch::Receiver<u64>,
    longest: Duration,
    is_it: impl FnMut(&u64) -> bool,
) -> Result<(), ApiError> {
    let place = match held.waiting.take(client) {
        Ok(place) => place,
        Err(Full::All) => return Ok(()),
        Err(Full::Client) => return Err(ApiError::too_many_places("waiting requests")),
    };
    let _waits = Waits::of(&held.traffic, place);
    let mut closing = held.closing.clone();
    tokio::select! {
        _ = news.wait_for(is_it) => {}
        _ = closing.wait_for(|closing| *closing) => {}
        () = sleep(longest) => {}
    }
    Ok(())
}

/// A taken place, until it is dropped: also when the client goes away.
struct Waits<'a> {
    traffic: &'a Traffic,
    _place: Place,
}

impl<'a> Waits<'a> {
    fn of(traffic: &'a Traffic, place: Place) -> Waits<'a> {
        traffic.waiting.inc();
        Waits { traffic, _place: place }
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.traffic.waiting.dec();
    }
}
