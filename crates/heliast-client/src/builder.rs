//! The choices that are made before a client begins.

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

/// A client to be: [`Client::builder`].
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

/// So many rounds are verified rather than leapt over, unless the caller has another wish.
const LEAP: u64 = 200;

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

    /// Tells `trouble` of each failure of a node, also where another one gave the answer.
    pub fn on_trouble(self, trouble: impl Fn(&NodeError) + Send + Sync + 'static) -> Builder {
        Builder { trouble: Some(Arc::new(trouble)), ..self }
    }

    /// Takes a network file of the caller's own in place of that of a node. Both are held to the genesis.
    pub fn network(self, file: NetworkFile) -> Builder {
        Builder { network: Some(file), ..self }
    }

    /// Goes on after rounds that the caller has verified before: a [`Client::tip`] that was kept.
    pub fn tip(self, tip: Tip) -> Builder {
        Builder { tip: Some(tip), ..self }
    }

    /// Lets the client of a solo chain begin in the middle, with what more than half of the nodes that answer
    /// say of the rounds before, and **on trust in them**. Without this it verifies from the genesis on.
    pub fn trusting_start(self) -> Builder {
        Builder { trusts: true, ..self }
    }

    /// Verifies so many missing rounds before a wanted one, and leaps only over more than that, to a state
    /// that is signed or trusted. The default is 200.
    pub fn leap_beyond(self, rounds: u64) -> Builder {
        Builder { leap: rounds, ..self }
    }

    /// Asks for the genesis, and gives the client.
    ///
    /// # Errors
    /// [`Error::Misuse`] for an invalid address, or a network file of another network;
    /// [`Error::Nodes`] if no node has the genesis.
    pub fn connect(self) -> Result<Client, Error> {
        if self.nodes.is_empty() {
            return Err(Misuse::NoNode.into());
        }
        // The nodes take turns before one of them is waited for.
        let each = Settings { attempts: 1, ..self.settings.clone() };
        let nodes = self.nodes.iter().map(|address| Node::new(address, &each)).collect::<Result<_, _>>()?;
        let nodes = Nodes::new(nodes, self.settings.clone(), self.trouble.clone());
        let chain = nodes.ask(&|| "the genesis".to_owned(), |node| node.chain(self.pin))?;
        let choices = Choices { trusts: self.trusts, leap: self.leap };
        Client::begin(chain, nodes, choices, (self.tip, self.network))
    }
}
