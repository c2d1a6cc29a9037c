//! The finality of a network's rounds, as this node knows it: the frames that show that the network agreed,
//! and the consensus engine, which light clients may query.

use heliast_store::{Frames, Store, StoreError};
use std::{path::PathBuf, sync::OnceLock};
use tokio::sync::watch;

/// A call of a network's consensus engine: it takes a method of the engine's JSON-RPC with its parameters,
/// and returns the result or the error object of JSON-RPC.
pub type EngineCall =
    dyn Fn(&'static str, serde_json::Value) -> Result<serde_json::Value, serde_json::Value> + Send + Sync;

/// The proofs that a network agreed on the rounds; a solo chain has no such proofs.
pub struct Finality {
    dir: Option<PathBuf>,
    frames: OnceLock<Frames>,
    engine: OnceLock<Box<EngineCall>>,
    /// The last round that is known to be final.
    news: watch::Sender<u64>,
}

impl Finality {
    pub(crate) fn new(store: &Store) -> Finality {
        let (dir, news) = (store.dir().map(PathBuf::from), watch::Sender::new(0));
        Finality { dir, frames: OnceLock::new(), engine: OnceLock::new(), news }
    }

    /// Sets the network file of the network that makes the rounds (spec/network.md). From then on its frames
    /// of finality are kept next to the store. Nothing is verified.
    ///
    /// # Errors
    /// [`StoreError::OtherNetwork`] if the stored frames are those of another network, and
    /// [`StoreError::ReadOnly`] if the store has no directory.
    pub fn begin(&self, network_file: &[u8]) -> Result<(), StoreError> {
        let dir = self.dir.as_deref().ok_or(StoreError::ReadOnly)?;
        if let Some(begun) = self.network() {
            let is_same = begun == network_file;
            return if is_same { Ok(()) } else { Err(StoreError::OtherNetwork(dir.to_path_buf())) };
        }
        let _ = self.frames.set(Frames::begin(dir, network_file)?);
        self.news.send_replace(self.last());
        Ok(())
    }

    /// The network file of the chain's network; `None` for a solo chain.
    pub fn network(&self) -> Option<&[u8]> {
        self.frames().map(Frames::network)
    }

    /// Durably stores the frame that shows that the network agreed on a round (spec/finality.md); from then
    /// on it is served. The caller has verified it.
    ///
    /// # Errors
    /// [`StoreError::NoNetwork`] before [`Finality::begin`].
    pub fn keep(&self, round: u64, frame: &[u8]) -> Result<(), StoreError> {
        self.frames().ok_or(StoreError::NoNetwork)?.keep(round, frame)?;
        self.news.send_replace(self.last());
        Ok(())
    }

    /// The last round on which the network is known to have agreed, as it changes.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// The frame that shows that the network agreed on a round, if it is known.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read.
    pub fn frame(&self, round: u64) -> Result<Option<Vec<u8>>, StoreError> {
        self.frames().map_or(Ok(None), |frames| frames.frame(round))
    }

    /// The frames of a network's chain; `None` for a solo chain.
    pub fn frames(&self) -> Option<&Frames> {
        self.frames.get()
    }

    /// The last round on which the network is known to have agreed; 0 before the first.
    pub fn last(&self) -> u64 {
        self.frames().map_or(0, Frames::last)
    }

    /// Lets light clients of other nodes query this node's engine (`POST /v1/engine`), but only for headers
    /// with their signatures, validators and parameters. Only the first call has an effect.
    pub fn serve_engine(&self, engine: Box<EngineCall>) {
        let _ = self.engine.set(engine);
    }

    /// The engine that light clients may query.
    pub fn engine(&self) -> Option<&EngineCall> {
        self.engine.get().map(|engine| &**engine)
    }
}
