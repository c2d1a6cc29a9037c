//! What every handler can reach.

use super::{limits::Limits, rate::Rates, views::Views};
use crate::shared::Shared;
use std::{net::IpAddr, sync::Arc};
use tokio::sync::{Semaphore, watch};

/// The state of all routes. Copies share it.
#[derive(Clone)]
pub(super) struct App(Arc<AppState>);

pub(super) struct AppState {
    pub(super) shared: Arc<Shared>,
    pub(super) limits: Limits,
    pub(super) rates: Rates,
    pub(super) views: Views,
    pub(super) streams: Arc<Semaphore>,
    /// Places of requests that wait for the next round.
    pub(super) waiting: Semaphore,
    /// Turns true when the node shuts down, so that streams end.
    pub(super) closing: watch::Receiver<bool>,
}

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Client(pub(super) IpAddr);

impl App {
    pub(super) fn new(shared: Arc<Shared>, limits: Limits, closing: watch::Receiver<bool>) -> App {
        let rates = Rates::new(&limits, shared.clock().instant());
        let streams = Arc::new(Semaphore::new(limits.streams));
        let waiting = Semaphore::new(limits.waiting);
        let views = Views::default();
        App(Arc::new(AppState { shared, limits, rates, views, streams, waiting, closing }))
    }
}

impl std::ops::Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}
