//! The state that every handler can reach.

use super::{error::ApiError, limits::Limits, places::Places, views::Views};
use axum::{extract::FromRequestParts, http::request::Parts};
use heliast_engine::Shared;
use heliast_front::Rates;
use heliast_store::StoreError;
use std::{
    io,
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
};
use tokio::{
    sync::{Semaphore, watch},
    task::spawn_blocking,
};

/// Answers that are computed aside at the same time; others wait for them, and take no thread.
const ASIDE: usize = 2;

/// Questions to the engine at a time, of all clients and of one.
const ENGINE_QUESTIONS: usize = 8;
const CLIENT_QUESTIONS: usize = 4;

/// The state of all routes. Copies share it.
#[derive(Clone)]
pub(super) struct App(Arc<AppState>);

pub(super) struct AppState {
    pub(super) shared: Arc<Shared>,
    pub(super) limits: Limits,
    pub(super) rates: Rates,
    pub(super) views: Views,
    pub(super) streams: Arc<Places>,
    /// Places of requests that wait for the next round.
    pub(super) waiting: Arc<Places>,
    /// Places of answers that are computed aside.
    pub(super) aside: Arc<Semaphore>,
    /// Places of questions to the engine.
    pub(super) engine: Arc<Places>,
    /// Turns true when the node shuts down, so that streams end.
    pub(super) closing: watch::Receiver<bool>,
}

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Client(pub(super) IpAddr);

/// One without an address counts as the unspecified one: all such share what a client may take.
impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, ApiError> {
        Ok(parts.extensions.get().copied().unwrap_or(Client(Ipv4Addr::UNSPECIFIED.into())))
    }
}

impl App {
    pub(super) fn new(shared: Arc<Shared>, limits: Limits, closing: watch::Receiver<bool>) -> App {
        let rates = Rates::new(&limits.front(), shared.clock().instant());
        let streams = Places::new(limits.streams, limits.client_streams);
        let waiting = Places::new(limits.waiting, limits.client_waiting);
        let engine = Places::new(ENGINE_QUESTIONS, CLIENT_QUESTIONS);
        let views = Views::default();
        let aside = Arc::new(Semaphore::new(ASIDE));
        App(Arc::new(AppState { shared, limits, rates, views, streams, waiting, aside, engine, closing }))
    }

    /// The result of `work` on rounds from `first` on. An archive has a round's tickets and not their
    /// outputs, which take a verification of each. So the threads that answer all clients do not do it:
    /// it runs on other threads, a few at a time.
    pub(super) async fn shown<T: Send + 'static>(
        &self,
        first: u64,
        work: impl FnOnce(&App) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let failed = |error| ApiError::from(StoreError::Io(io::Error::other(error)));
        if first >= self.shared.store().first() {
            return work(self);
        }
        let place = Arc::clone(&self.aside).acquire_owned().await;
        let (app, place) = (self.clone(), place.map_err(|error| failed(error.to_string()))?);
        let aside = spawn_blocking(move || {
            // A client that goes away does not make a place for another while this works.
            let _place = place;
            work(&app)
        });
        aside.await.map_err(|error| failed(error.to_string()))?
    }
}

impl std::ops::Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}
