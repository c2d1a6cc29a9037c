//! The place of the keys and the nodes: the home of a running node, or a directory and nodes of
//! others.

use crate::{
    failure::{Code, Failure},
    files,
    foundations::{chain_id, founded, node_at},
    home::read_keys,
    node_homes::addresses,
    secrets::PassphraseArgs,
};
use heliast::{Chain, SecretKey, Tip};
use heliast_client::Node;
use heliast_finality::NetworkFile;
use heliast_network::{
    home,
    rpc::Rpc,
    worker::{self, Agreed, FollowError, Keeper},
};
use heliast_store::{Finality, Store};
use std::path::{Path, PathBuf};

/// A bound on the length of a genesis or a network file.
const MAX_FILE: u64 = 8 << 20;

/// The home of a node, or keys and nodes.
#[derive(Clone, Debug, clap::Args)]
pub struct PlaceArgs {
    /// The home of a node that runs and whose participants announce it; the node is believed
    #[arg(long, value_name = "DIR", conflicts_with_all = ["keys", "node"])]
    home: Option<PathBuf>,
    /// The directory with the participants' keys, as `heliast participate` has it; with --node
    #[arg(long, value_name = "DIR", requires = "node")]
    keys: Option<PathBuf>,
    /// A node of the network, http://HOST:PORT, which is not believed; give several, so that none of them
    /// can keep the announcement back
    #[arg(long, value_name = "URL", requires = "keys")]
    node: Vec<String>,
    /// The id of the chain, in hexadecimal digits; needed where the directory has no genesis
    #[arg(long, value_name = "ID", requires = "node")]
    chain: Option<String>,
    /// Believe the first of these nodes what the chain's past was, because it is your own, instead of
    /// verifying all rounds
    #[arg(long, requires = "node")]
    own_node: bool,
}

/// The place of the keys, and the nodes.
pub struct Place {
    dir: PathBuf,
    pub chain: Chain,
    network: NetworkFile,
    pub nodes: Vec<Node>,
    pub engines: Vec<Rpc>,
    is_own: bool,
}

impl PlaceArgs {
    /// Whether a place is given.
    pub fn is_given(&self) -> bool {
        self.home.is_some() || self.keys.is_some()
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
        let nodes = urls.iter().map(|url| worker::node_at(url)).collect::<Result<Vec<_>, _>>()?;
        let engine = |url: &String| Rpc::behind(url).map_err(|error| Failure::new(Code::Usage, error));
        let engines = urls.iter().map(engine).collect::<Result<_, _>>()?;
        let (chain, network) = self.foundations(dir, &nodes)?;
        let is_own = self.home.is_some() || self.own_node;
        Ok(Place { dir: dir.clone(), chain, network, nodes, engines, is_own })
    }

    /// The genesis and the network file in the directory, or else those of the given id.
    fn foundations(&self, dir: &Path, nodes: &[Node]) -> Result<(Chain, NetworkFile), Failure> {
        let pinned = self.chain.as_ref().map(|text| chain_id(text)).transpose()?;
        let path = dir.join(home::GENESIS);
        if let (Some(pinned), Err(_)) = (pinned, path.symlink_metadata()) {
            return founded(&pinned, nodes);
        }
        let chain = Chain::from_bytes(&files::read(&path, MAX_FILE)?)?;
        if pinned.is_some_and(|pinned| pinned != *chain.id()) {
            return Err(Failure::new(Code::Refused, "the directory is of another chain than --chain"));
        }
        Ok((chain, NetworkFile::from_bytes(&files::read(&dir.join(home::NETWORK), MAX_FILE)?)?))
    }
}

impl Place {
    /// The keys in the directory.
    pub fn keys(&self, passphrase: &PassphraseArgs) -> Result<Vec<SecretKey>, Failure> {
        Ok(read_keys(&self.dir.join(home::KEYS), passphrase)?.keys)
    }

    /// The final rounds, from the last known one on: that of one's own node; or the one that
    /// `heliast participate` has verified and kept in the directory, unless it runs and so locks
    /// the store; or else the first.
    pub fn begin<K: Keeper>(&self, keeper: K) -> Result<Agreed<K>, Failure> {
        let known = match (self.is_own, self.nodes.first()) {
            (true, Some(node)) => {
                (worker::trusted_tip(node, &self.chain).map_err(|error| unanswered(&error))?, None)
            }
            _ => self.kept().unwrap_or_else(|| (self.chain.start(), None)),
        };
        let known = (known.0, known.1.as_deref());
        Ok(Agreed::new(&self.chain, &self.network, known, keeper)?)
    }

    /// The last round in the directory's store, with its frame.
    fn kept(&self) -> Option<(Tip, Option<Vec<u8>>)> {
        let data = self.dir.join(home::DATA);
        let store =
            Store::open_read_only(&data).ok().filter(|store| store.chain().id() == self.chain.id())?;
        let frames = Finality::open_read_only(&data).ok()??;
        let tip = store.tip();
        let frame = frames.frame(tip.round()).ok()?;
        (tip.round() == 0 || frame.is_some()).then_some((tip, frame))
    }
}

/// The error for a node that cannot be followed.
fn unanswered(error: &FollowError) -> Failure {
    Failure::new(Code::Network, error).hint("name nodes of the chain that run, with --node")
}
