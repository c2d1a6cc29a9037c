//! A client of several nodes, which believes none of them.

mod basis;
mod found;
mod rounds;
mod tips;
mod watch;

pub use rounds::Rounds;
pub use watch::Watch;

use crate::{
    builder::Builder,
    error::{Error, Misuse, NodeError},
    node::{Health, Node},
    nodes::Nodes,
};
use heliast::{Chain, Members, Round, Tip, Verified, bundle::Pin};
use heliast_finality::{NetworkFile, Verifier};
use std::{
    fmt,
    ops::RangeBounds,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};
use tips::Tips;

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
    /// Whether nodes are believed about the state in the middle of a solo chain.
    trusts: bool,
    /// So many rounds are verified rather than leapt over.
    leap: u64,
    tips: Mutex<Tips>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Client").field(&self.shared.nodes.all()).finish()
    }
}

impl Client {
    /// A client of the chain with this id at these nodes. It asks for the genesis.
    ///
    /// # Errors
    /// [`Error::Misuse`] for an invalid address; [`Error::Nodes`] if no node has the genesis.
    pub fn new<A: Into<String>>(
        nodes: impl IntoIterator<Item = A>,
        pin: impl Into<Pin>,
    ) -> Result<Client, Error> {
        Client::builder(pin).nodes(nodes).connect()
    }

    /// A client to be, of the chain with this id.
    pub fn builder(pin: impl Into<Pin>) -> Builder {
        Builder::new(pin.into())
    }

    pub(crate) fn begin(chain: Chain, nodes: Nodes, choices: Builder) -> Result<Client, Error> {
        let network = OnceLock::new();
        if let Some(file) = choices.network {
            Verifier::new(&chain, &file).map_err(|_| Misuse::OtherNetwork)?;
            let _ = network.set(Some(file));
        }
        let Builder { trusts, leap, tip, .. } = choices;
        let tips = Mutex::new(Tips::new(chain.start(), tip));
        Ok(Client { shared: Arc::new(Shared { chain, nodes, network, trusts, leap, tips }) })
    }

    /// The chain. Its id is the pin, and so its genesis is what the pin stands for.
    pub fn chain(&self) -> &Chain {
        &self.shared.chain
    }

    /// The state after the newest round that was verified, for [`Builder::tip`].
    pub fn tip(&self) -> Tip {
        self.tips().newest().clone()
    }

    /// The nodes.
    pub fn nodes(&self) -> &[Node] {
        self.shared.nodes.all()
    }

    /// The round that was finished last, among those of all nodes.
    ///
    /// # Errors
    /// [`Error::NotYet`] before the first round; [`Error::Nodes`].
    pub fn latest(&self) -> Result<Verified<Round>, Error> {
        found::latest(self)
    }

    /// The round with this number.
    ///
    /// # Errors
    /// [`Error::NotYet`] if no node has it yet; [`Error::Misuse`] for round 0; [`Error::Nodes`], and
    /// [`Error::Contradiction`] with [`Builder::trusting_start`].
    pub fn round(&self, number: u64) -> Result<Verified<Round>, Error> {
        let mut rounds = self.rounds(number..=number);
        rounds.next().unwrap_or_else(|| Err(Error::NotYet(format!("round {number}"))))
    }

    /// The last round that opened at or before a time: that no later one did is checked, too.
    ///
    /// # Errors
    /// [`Error::Misuse`] for a time before the chain; [`Error::NotYet`]; [`Error::Nodes`].
    pub fn at(&self, time: SystemTime) -> Result<Verified<Round>, Error> {
        let time_ms = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        found::at(self, u64::try_from(time_ms).unwrap_or(u64::MAX))
    }

    /// Rounds in a row, each of which follows from the one before; without an end, up to the last that is
    /// finished. They come by bundles. Where a node fails in the middle, another one goes on.
    pub fn rounds(&self, range: impl RangeBounds<u64>) -> Rounds {
        Rounds::new(self.clone(), &range)
    }

    /// Every round from the next one on, as it is finished. The iterator waits, and never ends.
    pub fn watch(&self) -> Watch {
        Watch::new(self.clone(), None)
    }

    /// Every round from this one on.
    pub fn watch_from(&self, round: u64) -> Watch {
        Watch::new(self.clone(), Some(round.max(1)))
    }

    /// That more than two thirds of the network's power agreed on a round, or on one shortly after it, which
    /// speaks for it, too.
    ///
    /// # Errors
    /// [`Error::Misuse`] for a solo chain; [`Error::NotYet`] if it is not signed yet; [`Error::Nodes`].
    pub fn finality(&self, round: u64) -> Result<heliast_finality::Signed, Error> {
        found::finality(self, round)
    }

    /// The members after the round that was finished last, with their stakes and proposals.
    ///
    /// # Errors
    /// As [`Client::latest`].
    pub fn members(&self) -> Result<Members, Error> {
        let tip = self.chain().tip_after(&self.latest()?);
        Ok(tip.keys().members().clone())
    }

    /// The health of each node, by its own word, which nobody can verify.
    pub fn health(&self) -> Vec<(&Node, Result<Health, NodeError>)> {
        let answers = self.shared.nodes.ask_all(Node::health);
        self.nodes().iter().zip(answers).collect()
    }

    /// The network file, which the genesis stands for; `None` for a solo chain.
    ///
    /// # Errors
    /// [`Error::Nodes`] if no node answers.
    pub fn network(&self) -> Result<Option<&NetworkFile>, Error> {
        match self.shared.network.get() {
            Some(known) => Ok(known.as_ref()),
            None => found::network(self),
        }
    }

    fn tips(&self) -> MutexGuard<'_, Tips> {
        self.shared.tips.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
