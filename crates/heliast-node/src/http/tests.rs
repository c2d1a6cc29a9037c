//! Against the real socket, with real chains.

mod client;
mod epochs;
mod limits;
mod pages;
mod routes;
mod streams;

use std::net::SocketAddr;
use std::sync::Arc;

use heliast::Verified;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::{Limits, serve};
use crate::shared::Shared;
use crate::store::Store;
use crate::testing::{GENESIS_MS, PERIOD_MS, World};

use client::{Reply, get};

/// A node that serves some rounds of a chain, whose later rounds come from `world`.
struct Node {
    address: SocketAddr,
    shared: Arc<Shared>,
    world: World,
    rounds: Vec<Verified<heliast::Round>>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
    _dir: TempDir,
}

impl Node {
    /// A chain that began long ago.
    async fn start(rounds: usize, limits: Limits) -> Node {
        Node::since(GENESIS_MS, rounds, limits).await
    }

    /// A chain whose last round has just opened.
    async fn current(rounds: usize) -> Node {
        let since = now_ms() - (rounds as u64 - 1) * u64::from(PERIOD_MS);
        Node::since(since, rounds, Limits::default()).await
    }

    async fn since(genesis_ms: u64, rounds: usize, limits: Limits) -> Node {
        let dir = TempDir::new().unwrap();
        let mut world = World::new(5, 1, genesis_ms);
        let shared = Shared::new(Store::create(dir.path(), &world.chain).unwrap());
        let rounds = world.rounds(rounds);
        rounds.iter().for_each(|round| shared.accept(round).unwrap());
        Node::over(dir, world, shared, rounds, limits).await
    }

    async fn over(
        dir: TempDir,
        world: World,
        shared: Arc<Shared>,
        rounds: Vec<Verified<heliast::Round>>,
        limits: Limits,
    ) -> Node {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(serve(Arc::clone(&shared), listener, limits, async {
            let _ = stopped.await;
        }));
        Node { address, shared, world, rounds, stop, task, _dir: dir }
    }

    async fn get(&self, path: &str) -> Reply {
        get(self.address, path).await
    }

    /// Makes and accepts the next round.
    fn advance(&mut self) {
        let round = self.world.next();
        self.shared.accept(&round).unwrap();
        self.rounds.push(round);
    }

    fn chain_id(&self) -> String {
        hex::encode(self.world.chain.id())
    }
}
