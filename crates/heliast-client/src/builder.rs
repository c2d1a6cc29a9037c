//! The settings that are chosen before a client is made.

use crate::{
    client::{Choices, Client},
    error::{Error, Misuse, NodeError},
    node::Node,
    nodes::{Nodes, Trouble},
    settings::Settings,
};
use heliast::{Tip, bundle::Pin};
use heliast_finality::NetworkFile;
use std::sync::Arc;

/// Builds a client: [`Client::builder`].
#[must_use = "it asks nobody before `connect`"]
pub struct Builder {
    pin: Pin,
    nodes: Vec<String>,
    settings: Settings,
    trouble: Option<Trouble>,
    network: Option<NetworkFile>,
    tip: Option<Tip>,
    trusts: bool,
    leap: u64,
}

/// Up to this many rounds are verified rather than skipped, unless the caller sets another number.
const LEAP: u64 = 200;

impl Client {
    /// A client of the chain with this id at these nodes. This fetches the genesis.
    ///
    /// # Errors
    /// [`Error::Misuse`] for an invalid address; [`Error::Nodes`] if no node has the genesis.
    pub fn new<A: Into<String>>(
        nodes: impl IntoIterator<Item = A>,
        pin: impl Into<Pin>,
    ) -> Result<Client, Error> {
        Client::builder(pin).nodes(nodes).connect()
    }

    /// A builder for a client of the chain with this id.
    pub fn builder(pin: impl Into<Pin>) -> Builder {
        Builder::new(pin.into())
    }
}

impl Builder {
    fn new(pin: Pin) -> Builder {
        let settings = Settings::default();
        let (network, tip) = (None, None);
        Builder { pin, nodes: vec![], settings, trouble: None, network, tip, trusts: false, leap: LEAP }
    }

    /// Adds a node, `https://host` or `http://host:port`.
    pub fn node(mut self, address: impl Into<String>) -> Builder {
        self.nodes.push(address.into());
        self
    }

    /// Adds nodes.
    pub fn nodes<A: Into<String>>(mut self, addresses: impl IntoIterator<Item = A>) -> Builder {
        self.nodes.extend(addresses.into_iter().map(Into::into));
        self
    }

    /// Replaces the limits of times, lengths and patience.
    pub fn settings(self, settings: Settings) -> Builder {
        Builder { settings, ..self }
    }

    /// Reports each failure of a node to `trouble`, even if another node gave the answer.
    pub fn on_trouble(self, trouble: impl Fn(&NodeError) + Send + Sync + 'static) -> Builder {
        Builder { trouble: Some(Arc::new(trouble)), ..self }
    }

    /// Uses the caller's network file instead of one from a node. Both are checked against the genesis.
    pub fn network(self, file: NetworkFile) -> Builder {
        Builder { network: Some(file), ..self }
    }

    /// Goes on after rounds that the caller has verified before, from a saved [`Client::tip`].
    pub fn tip(self, tip: Tip) -> Builder {
        Builder { tip: Some(tip), ..self }
    }

    /// Lets the client of a solo chain begin in the middle, from the state that more than half of the
    /// answering nodes report. The client then **trusts these nodes**. Without this it verifies from the
    /// genesis on.
    pub fn trusting_start(self) -> Builder {
        Builder { trusts: true, ..self }
    }

    /// If at most this many rounds are missing before a wanted one, the client verifies them; if more, it
    /// skips them from a signed or trusted state. The default is 200.
    pub fn leap_beyond(self, rounds: u64) -> Builder {
        Builder { leap: rounds, ..self }
    }

    /// Fetches the genesis, and makes the client.
    ///
    /// # Errors
    /// [`Error::Misuse`] for an invalid address, or a network file of another network;
    /// [`Error::Nodes`] if no node has the genesis.
    pub fn connect(self) -> Result<Client, Error> {
        if self.nodes.is_empty() {
            return Err(Misuse::NoNode.into());
        }
        // All nodes are tried before the client waits for one of them.
        let each = Settings { attempts: 1, ..self.settings.clone() };
        let nodes = self.nodes.iter().map(|address| Node::new(address, &each)).collect::<Result<_, _>>()?;
        let nodes = Nodes::new(nodes, self.settings.clone(), self.trouble.clone());
        let chain = nodes.ask(&|| "the genesis".to_owned(), |node| node.chain(self.pin))?;
        let choices = Choices { trusts: self.trusts, leap: self.leap };
        Client::begin(chain, nodes, choices, (self.tip, self.network))
    }
}
