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

    /// Runs `work`, which reads rounds from `first` on: here if the store has them. An archive has a round's
    /// tickets and not their outputs, which take a verification of each, so that work on its rounds runs on
    /// other threads, a few at a time.
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
