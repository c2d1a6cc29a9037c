//! Answers that take long are computed on other threads than those that answer all clients.

use super::error::ApiError;
use heliast_engine::Rounds;
use heliast_store::StoreError;
use std::{io, sync::Arc};
use tokio::{sync::Semaphore, task::spawn_blocking};

/// Answers that are computed aside at the same time; others wait for them, and take no thread.
const ASIDE: usize = 2;

/// Computes answers on other threads than those that answer all clients, where they take long.
#[derive(Clone)]
pub(super) struct Aside {
    rounds: Arc<Rounds>,
    pub(super) places: Arc<Semaphore>,
}

impl Aside {
    pub(super) fn new(rounds: Arc<Rounds>) -> Aside {
        Aside { rounds, places: Arc::new(Semaphore::new(ASIDE)) }
    }

    /// Runs `work`, which searches for the round of a time: on this thread if the store has that round.
    pub(super) async fn shown_at<T: Send + 'static>(
        &self,
        time_ms: u64,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (store, first) = (self.rounds.store(), self.rounds.store().first());
        let is_stored = first == 1 || store.time_ms(first - 1)? <= time_ms;
        self.shown(if is_stored { first } else { 0 }, work).await
    }

    /// Runs `work`, which reads rounds from `first` on and the one before it: on this thread if the store has
    /// them. Work on archived rounds runs on other threads, a few at a time: it reads files, and must verify
    /// each ticket to find its output, which archives do not have.
    pub(super) async fn shown<T: Send + 'static>(
        &self,
        first: u64,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let failed = |error| ApiError::from(StoreError::Io(io::Error::other(error)));
        if first >= self.rounds.store().first() {
            return work();
        }
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.map_err(|error| failed(error.to_string()))?;
        let aside = spawn_blocking(move || {
            // A client that goes away does not make a place for another while this works.
            let _place = place;
            work()
        });
        aside.await.map_err(|error| failed(error.to_string()))?
    }
}
