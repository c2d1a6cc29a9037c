//! A client of several nodes, which believes none of them: what it knows, and its nodes. What it can be asked
//! for is in `found`, `rounds` and `watch`.

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

/// Follows a chain at several nodes, and gives verified rounds only. Clones share what they know.
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

/// The choices that a client was made with.
pub(crate) struct Choices {
    /// Whether nodes are believed about the state in the middle of a solo chain.
    pub(crate) trusts: bool,
    /// So many rounds are verified rather than leapt over.
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

    /// The chain. Its id is the pin, and so its genesis is what the pin stands for.
    pub fn chain(&self) -> &Chain {
        &self.shared.chain
    }

    /// The state after the newest round that was verified, for [`Builder::tip`](crate::Builder::tip).
    pub fn tip(&self) -> Tip {
        self.tips().newest().clone()
    }

    /// The nodes.
    pub fn nodes(&self) -> &[Node] {
        self.asked().all()
    }

    /// The health of each node, by its own word, which nobody can verify.
    pub fn health(&self) -> Vec<(&Node, Result<Health, NodeError>)> {
        let answers = self.asked().ask_all(Node::health);
        self.nodes().iter().zip(answers).collect()
    }

    /// The nodes as they are asked.
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

    /// The states that are known.
    pub(crate) fn tips(&self) -> MutexGuard<'_, Tips> {
        self.shared.tips.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
