//! A client of several nodes, none of which it trusts: its knowledge and its nodes. The queries are in
//! `found`, `rounds` and `watch`.

use crate::{
    error::{Error, Misuse, NodeError},
    node::{Health, Node},
    nodes::Nodes,
    tips::Tips,
};
use heliast::{Chain, Tip};
use heliast_finality::{NetworkFile, Verifier};
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

/// Follows a chain at several nodes, and returns only verified rounds. Clones share their knowledge.
#[derive(Clone)]
pub struct Client {
    shared: Arc<Shared>,
}

struct Shared {
    chain: Chain,
    nodes: Nodes,
    /// The file of the network, once it is known; `None` inside for a solo chain.
    network: OnceLock<Option<NetworkFile>>,
    choices: Choices,
    tips: Mutex<Tips>,
}

/// The settings with which a client was made.
pub(crate) struct Choices {
    /// Whether nodes are trusted about the state in the middle of a solo chain.
    pub(crate) trusts: bool,
    /// Up to this many rounds are verified rather than skipped.
    pub(crate) leap: u64,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Client").field(&self.nodes()).finish()
    }
}

impl Client {
    pub(crate) fn begin(
        chain: Chain,
        nodes: Nodes,
        choices: Choices,
        (tip, file): (Option<Tip>, Option<NetworkFile>),
    ) -> Result<Client, Error> {
        let network = OnceLock::new();
        if let Some(file) = file {
            Verifier::new(&chain, &file).map_err(|_| Misuse::OtherNetwork)?;
            let _ = network.set(Some(file));
        }
        let tips = Mutex::new(Tips::new(chain.start(), tip));
        Ok(Client { shared: Arc::new(Shared { chain, nodes, network, choices, tips }) })
    }

    /// The chain. Its id is the pin, so that its genesis is the pinned one.
    pub fn chain(&self) -> &Chain {
        &self.shared.chain
    }

    /// The state after the newest verified round, for [`Builder::tip`](crate::Builder::tip).
    pub fn tip(&self) -> Tip {
        self.tips().newest().clone()
    }

    /// The nodes.
    pub fn nodes(&self) -> &[Node] {
        self.asked().all()
    }

    /// The health that each node reports of itself, which can't be verified.
    pub fn health(&self) -> Vec<(&Node, Result<Health, NodeError>)> {
        let answers = self.asked().ask_all(Node::health);
        self.nodes().iter().zip(answers).collect()
    }

    /// The nodes with the order in which they are asked.
    pub(crate) fn asked(&self) -> &Nodes {
        &self.shared.nodes
    }

    pub(crate) fn choices(&self) -> &Choices {
        &self.shared.choices
    }

    /// The network file, if it is known already; `Some(None)` for a solo chain.
    pub(crate) fn known_network(&self) -> &OnceLock<Option<NetworkFile>> {
        &self.shared.network
    }

    /// The known states.
    pub(crate) fn tips(&self) -> MutexGuard<'_, Tips> {
        self.shared.tips.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
