//! Chains for tests, with real keys and a short delay, and an engine that collects the transactions that it
//! gets.

use crate::rpc::{
    Rpc,
    testing::{FakeEngine, refusal, result},
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use heliast::{Chain, DelayGroup, DelayRules, Genesis, Participant, SecretKey, StatelessScheme};
use heliast_engine::Members;
use heliast_finality::{ConsensusKey, KeyType, NetworkFile, Validator};
use serde_json::json;
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

pub(crate) const SQUARINGS: u64 = 40;
/// The time for which a test waits for an expected event, on any machine under any load.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// Waits until the condition holds.
pub(crate) fn wait(mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "it did not come");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A chain and its network.
pub(crate) struct World {
    pub(crate) chain: Chain,
    pub(crate) network: Arc<NetworkFile>,
}

impl World {
    /// Some of its participants.
    pub(crate) fn members(&self, participants: &[u32]) -> Members {
        let keys = participants.iter().map(|participant| (*participant, secret(*participant as u8)));
        Members::some(&self.chain, keys.collect(), None).unwrap()
    }
}

/// A chain in which nearly all participants draw a vote in each of two slots, with rounds a second apart.
pub(crate) fn world(participants: u8) -> World {
    let key = ConsensusKey::new(KeyType::Ed25519, &secret(200).public_key()).unwrap();
    let network = NetworkFile::new(3, 0, vec![Validator { key, power: 1 }], [7; 32]).unwrap();
    let members = (0..participants)
        .map(|participant| Participant { public_key: secret(participant).public_key(), stake: 20 });
    let genesis = Genesis {
        vrf: StatelessScheme::EcvrfEll2,
        delays: DelayRules::squarings(DelayGroup::rsa_2048(), SQUARINGS),
        genesis_time_ms: 1_700_000_000_000,
        period_ms: 1_000,
        lead: 2,
        committees: vec![15 * u32::from(participants), 10 * u32::from(participants)],
        members: None,
        participants: members.collect(),
        nonce: network.nonce(),
    };
    World { chain: Chain::new(genesis).unwrap(), network: Arc::new(network) }
}

/// The same chain with a delay that takes years.
pub(crate) fn long(world: &World) -> Chain {
    let delays = DelayRules::squarings(DelayGroup::rsa_2048(), 1 << 47);
    Chain::new(Genesis { delays, ..world.chain.genesis().clone() }).unwrap()
}

pub(crate) fn secret(participant: u8) -> SecretKey {
    SecretKey::from_seed(StatelessScheme::EcvrfEll2, [participant; 32])
}

/// An engine that takes every transaction and makes no blocks.
pub(crate) struct Engine {
    server: FakeEngine,
    state: Arc<Mutex<Mempool>>,
}

#[derive(Default)]
struct Mempool {
    /// All transactions in the order of arrival, including repeated ones.
    all: Vec<Vec<u8>>,
    known: BTreeSet<Vec<u8>>,
    new: Vec<Vec<u8>>,
    refuses: bool,
}

impl Engine {
    pub(crate) fn start() -> Engine {
        let state: Arc<Mutex<Mempool>> = Arc::default();
        let mempool = Arc::clone(&state);
        let server = FakeEngine::start(move |method, params| {
            if method == "net_info" {
                return result(json!({ "n_peers": "0" }));
            }
            assert_eq!(method, "broadcast_tx_sync");
            let bytes = BASE64_STANDARD.decode(params["tx"].as_str().unwrap()).unwrap();
            let mut mempool = mempool.lock().unwrap();
            mempool.all.push(bytes.clone());
            if mempool.refuses {
                return refusal("mempool is full");
            }
            if !mempool.known.insert(bytes.clone()) {
                return refusal("tx already exists in cache");
            }
            mempool.new.push(bytes);
            result(json!({ "code": 0, "log": "" }))
        });
        Engine { server, state }
    }

    pub(crate) fn rpc(&self) -> Rpc {
        Rpc::new(&self.server.address).unwrap()
    }

    /// All transactions that were ever sent.
    pub(crate) fn all(&self) -> Vec<Vec<u8>> {
        self.state.lock().unwrap().all.clone()
    }

    /// The transactions sent since the last call, each once.
    pub(crate) fn take_new(&self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.state.lock().unwrap().new)
    }

    pub(crate) fn forget(&self) {
        *self.state.lock().unwrap() = Mempool::default();
    }

    pub(crate) fn refuse(&self, refuses: bool) {
        self.state.lock().unwrap().refuses = refuses;
    }
}
