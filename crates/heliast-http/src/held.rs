//! Requests that wait for news, with a limit for all clients and for each.

use super::{
    error::ApiError,
    places::{Full, Place, Places},
    traffic::Traffic,
};
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio::{sync::watch, time::sleep};

/// The places for requests that may wait long.
pub(super) struct Held {
    pub(super) streams: Arc<Places>,
    /// The places for requests that wait for the next round.
    pub(super) waiting: Arc<Places>,
    /// The places for requests to the engine.
    pub(super) engine: Arc<Places>,
    pub(super) traffic: Arc<Traffic>,
    /// Becomes true when the node shuts down, so that streams end.
    pub(super) closing: watch::Receiver<bool>,
}

/// Returns when the expected news has come, and after this time in any case. Returns at once if too many
/// requests wait, or if the node shuts down.
///
/// # Errors
/// 429 if the client has the most waiting requests that it may have.
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

/// A taken place. It is freed on drop, for example when the client disconnects.
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
