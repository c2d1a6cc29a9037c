//! The place of the keys and the nodes: the home of a running node, or a directory and other nodes.

use crate::{
    failure::{Code, Failure},
    foundations::{chain_id, founded, node_at},
    home::{KEYS, read_keys},
    node_homes::addresses,
    secrets::PassphraseArgs,
};
use heliast::SecretKey;
use heliast_client::Node;
use heliast_network::{self as network, FollowError, Observer, Since, home::Foundations};
use std::path::{Path, PathBuf};

/// The home of a node, or keys and nodes.
#[derive(Clone, Debug, clap::Args)]
pub struct PlaceArgs {
    /// The home of a running node, whose participants make the announcement; the node is trusted
    #[arg(long, value_name = "DIR", conflicts_with_all = ["keys", "node"])]
    home: Option<PathBuf>,
    /// The directory with the participants' keys, as `heliast participate` uses it; needs --node
    #[arg(long, value_name = "DIR", requires = "node")]
    keys: Option<PathBuf>,
    /// A node of the network, http://HOST:PORT, which is not trusted; give several, so that none of them can
    /// withhold the announcement
    #[arg(long, value_name = "URL", requires = "keys")]
    node: Vec<String>,
    /// The id of the chain, in hexadecimal digits; needed where the directory has no genesis
    #[arg(long, value_name = "ID", requires = "node")]
    chain: Option<String>,
    /// Trust the first of these nodes about the chain's past, because it is your own, instead of verifying
    /// all rounds
    #[arg(long, requires = "node")]
    own_node: bool,
}

/// The place of the keys, and the nodes.
pub struct Place {
    dir: PathBuf,
    pub foundations: Foundations,
    nodes: Vec<Node>,
    is_own: bool,
}

impl PlaceArgs {
    /// Whether a place is given.
    pub fn is_given(&self) -> bool {
        self.home.is_some() || self.keys.is_some()
    }

    /// The directory with the keys, if one is given.
    pub fn dir(&self) -> Option<&Path> {
        self.home.as_deref().or(self.keys.as_deref())
    }

    /// The flags for the same place, for another command line.
    pub fn flags(&self) -> String {
        let keys = || {
            let keys = self.keys.iter().map(|keys| format!("--keys {}", keys.display()));
            keys.chain(self.node.iter().map(|node| format!("--node {node}"))).collect::<Vec<_>>().join(" ")
        };
        self.home.as_ref().map_or_else(keys, |home| format!("--home {}", home.display()))
    }

    /// Reads the files. Nodes are asked only if the directory has no genesis.
    pub fn open(&self) -> Result<Place, Failure> {
        let (dir, urls) = match (&self.home, &self.keys) {
            (Some(home), _) => (home, vec![addresses(home)?.0]),
            (None, Some(keys)) => {
                (keys, self.node.iter().map(|text| node_at(text)).collect::<Result<_, _>>()?)
            }
            (None, None) => {
                return Err(Failure::new(Code::Usage, "neither --home nor --keys is given")
                    .hint("give --home of a node, or --keys and --node"));
            }
        };
        let nodes = urls.iter().map(|url| network::node_at(url)).collect::<Result<Vec<_>, _>>()?;
        let foundations = self.foundations(dir, &nodes)?;
        let is_own = self.home.is_some() || self.own_node;
        Ok(Place { dir: dir.clone(), foundations, nodes, is_own })
    }

    /// The genesis and the network file in the directory, or else those of the given id.
    fn foundations(&self, dir: &Path, nodes: &[Node]) -> Result<Foundations, Failure> {
        let pinned = self.chain.as_ref().map(|text| chain_id(text)).transpose()?;
        if let (Some(pinned), false) = (pinned, Foundations::are_in(dir)) {
            return founded(&pinned, nodes);
        }
        let foundations = Foundations::read(dir)?;
        if pinned.is_some_and(|pinned| pinned != *foundations.chain.id()) {
            return Err(Failure::new(Code::Refused, "the directory is of another chain than --chain"));
        }
        Ok(foundations)
    }
}

impl Place {
    /// The keys in the directory.
    pub fn keys(&self, passphrase: &PassphraseArgs) -> Result<Vec<SecretKey>, Failure> {
        Ok(read_keys(&self.dir.join(KEYS), passphrase)?.keys)
    }

    /// The final rounds from the last known one on. That is the last round of the user's own node, or the one
    /// that `heliast participate` has verified and stored in the directory (unless it is running and so locks
    /// the store), or else the first round.
    pub fn observe(self) -> Result<Observer, Failure> {
        let since = if self.is_own { Since::OwnNode } else { Since::Kept(&self.dir) };
        Observer::new(self.foundations, self.nodes, since).map_err(|error| match error {
            error @ FollowError::Node(_) => {
                Failure::new(Code::Network, error).hint("name nodes of the chain that run, with --node")
            }
            error => error.into(),
        })
    }
}
