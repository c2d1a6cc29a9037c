//! Tests over a real socket, with real chains.

mod answers;
mod archive;
mod caching;
mod client;
mod connections;
mod drand;
mod engine_rpc;
mod epochs;
mod finality;
mod keys;
mod limits;
mod pages;
mod proxies;
mod routes;
mod streams;

use super::{Front, Limits, accept::serve_counted, traffic::Traffic};
use client::{PATIENCE, Reply, get};
use heliast::Verified;
use heliast_engine::{ByHand, Handles};
use heliast_store::Store;
use std::{net::SocketAddr, num::NonZeroU32, sync::Arc};
use tempfile::TempDir;
use testkit_chain::{GENESIS_MS, PERIOD_MS, World};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

const YEAR_MS: u64 = 365 * 86_400_000;

/// The limits of the specification, except that no client counts as too slow, on any machine under any load,
/// and that no request waits for a round that never comes.
fn patient() -> Limits {
    let (header_time, body_time, write_time) = (PATIENCE, PATIENCE, PATIENCE);
    Limits { waiting: 0, header_time, body_time, write_time, ..Limits::default() }
}

/// A node that serves some rounds of a chain, whose later rounds come from `world`.
struct Node {
    address: SocketAddr,
    handles: Handles,
    traffic: Arc<Traffic>,
    /// The time of the node.
    clock: Arc<ByHand>,
    world: World,
    rounds: Vec<Verified<heliast::Round>>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
    _dir: TempDir,
}

impl Node {
    /// A chain that began long ago.
    async fn start(rounds: usize, limits: Limits) -> Node {
        Node::at(GENESIS_MS + YEAR_MS, rounds, limits).await
    }

    /// A chain whose last round has just opened, at a node where a client may send requests to every route
    /// with every method at once.
    async fn current(rounds: usize) -> Node {
        let opened = GENESIS_MS + (rounds as u64 - 1) * u64::from(PERIOD_MS);
        Node::at(opened, rounds, Limits { request_burst: 1_000, ..patient() }).await
    }

    /// A chain with this many rounds at this time.
    async fn at(now_ms: u64, rounds: usize, limits: Limits) -> Node {
        let mut world = World::new(5, 1, GENESIS_MS);
        let rounds = world.rounds(rounds);
        Node::of(world, rounds, now_ms, limits).await
    }

    /// A node with the rounds that `world` has made, at this time; an epoch has three rounds.
    async fn of(
        world: World,
        rounds: Vec<Verified<heliast::Round>>,
        now_ms: u64,
        front: impl Into<Front>,
    ) -> Node {
        let dir = TempDir::new().unwrap();
        let store = Store::create(dir.path(), &world.chain).unwrap();
        let node = Node::over(dir, store, (world, vec![]), now_ms, front).await;
        rounds.iter().for_each(|round| node.handles.rounds.accept(round).unwrap());
        Node { rounds, ..node }
    }

    /// A node with the chain of a store.
    async fn over(
        dir: TempDir,
        store: Store,
        (world, rounds): (World, Vec<Verified<heliast::Round>>),
        now_ms: u64,
        front: impl Into<Front>,
    ) -> Node {
        let front = front.into();
        let clock = ByHand::at(now_ms);
        let handles = Handles::with_clock(store, NonZeroU32::new(3).unwrap(), clock.clock());
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let traffic = Arc::new(Traffic::new());
        let stopped = async {
            let _ = stopped.await;
        };
        let serving = serve_counted(handles.clone(), listener, front, stopped, Arc::clone(&traffic));
        let task = tokio::spawn(serving);
        Node { address, handles, traffic, clock, world, rounds, stop, task, _dir: dir }
    }

    async fn get(&self, path: &str) -> Reply {
        get(self.address, path).await
    }

    /// Makes and accepts the next round.
    fn advance(&mut self) {
        let round = self.world.next();
        self.handles.rounds.accept(&round).unwrap();
        self.rounds.push(round);
    }

    fn chain_id(&self) -> String {
        hex::encode(self.world.chain.id())
    }
}
