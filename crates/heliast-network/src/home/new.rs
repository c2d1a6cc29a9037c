//! The homes of the nodes of a new network.

use super::{
    config::config,
    engine::{NewEngine, Peer},
    engine_genesis::engine_genesis,
    foundations::Foundations,
    halves,
    names::{ENGINE, SETTINGS},
    pace::Pace,
    secrets::{self, ConsensusSecret, PeerSecret},
    settings::{SNAPSHOT_BLOCKS, Settings},
    sites::Site,
};
use crate::files;
use heliast::Malformed;
use heliast_disk::Disk;
use heliast_finality::{ConsensusKey, KeyType};
use std::{
    io,
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

/// The most nodes of one network.
const MAX_NODES: u32 = 200;

/// The secret keys of a node's engine.
#[derive(Debug)]
pub struct NodeSecrets {
    consensus: ConsensusSecret,
    peer: PeerSecret,
}

/// A network whose homes are to be written: its sites and secrets in the order of the validators.
#[derive(Debug)]
pub struct NewNetwork<'a> {
    /// The chain and the network file.
    pub foundations: &'a Foundations,
    /// The site of each node.
    pub sites: &'a [Site],
    /// The secrets of each node.
    pub secrets: &'a [NodeSecrets],
    /// The number of nodes that square for the delay: the first ones.
    pub evaluators: u32,
}

impl NodeSecrets {
    /// The keys of two random seeds: the key that votes, and the one that other nodes know this one by.
    ///
    /// # Errors
    /// [`Malformed`] never happens for seeds of 32 random bytes, and is passed on.
    pub fn from_seeds(
        key_type: KeyType,
        consensus: Zeroizing<[u8; 32]>,
        peer: Zeroizing<[u8; 32]>,
    ) -> Result<NodeSecrets, Malformed> {
        let consensus = ConsensusSecret::from_seed(key_type, consensus)?;
        Ok(NodeSecrets { consensus, peer: PeerSecret::from_seed(peer) })
    }

    /// The public key of the validator.
    pub fn consensus_key(&self) -> &ConsensusKey {
        self.consensus.public()
    }
}

impl NewNetwork<'_> {
    /// The name of a node, and of its home in the network's directory.
    pub fn node(number: u32) -> String {
        format!("node{number}")
    }

    /// The homes of nodes in a network's directory, in their order.
    pub fn homes_in(network: &Path) -> Vec<PathBuf> {
        let homes = (0..=MAX_NODES).map(|number| network.join(NewNetwork::node(number)));
        homes.take_while(|home| home.join(SETTINGS).is_file()).collect()
    }

    /// Writes the homes into a directory, durably: all but the participants' keys. Nothing that is there is
    /// overwritten.
    ///
    /// # Errors
    /// [`io::Error`] if something is there already or can't be written.
    pub fn write(&self, network: &Path) -> io::Result<()> {
        self.write_on(&Disk::default(), network)
    }

    pub(super) fn write_on(&self, disk: &Disk, network: &Path) -> io::Result<()> {
        let Foundations { chain, network: file } = self.foundations;
        let genesis = &engine_genesis(chain, file);
        let pace = Pace::between(self.sites);
        for (number, (site, own)) in (0..).zip(self.sites.iter().zip(self.secrets)) {
            let (name, others) = (NewNetwork::node(number), self.others(number));
            let home = network.join(&name);
            self.foundations.write_on(disk, &home).map_err(io::Error::other)?;
            let settings = Settings {
                listen: site.listen(),
                rpc: site.rpc_listen(),
                evaluator: number < self.evaluators,
                snapshot_blocks: SNAPSHOT_BLOCKS,
            };
            files::write_new(disk, &home.join(SETTINGS), settings.to_text().as_bytes())?;
            let (name, consensus, peer) = (&*name, &own.consensus, &own.peer);
            let engine = NewEngine { name, site, peers: others, consensus, peer, chain, genesis, pace };
            engine.write(disk, &home)?;
        }
        Ok(())
    }

    /// The nodes that a node knows: all others.
    fn others(&self, number: u32) -> Vec<Peer<'_>> {
        let all = (0..).zip(self.sites.iter().zip(self.secrets));
        let others = all.filter(|(other, _)| *other != number);
        others.map(|(_, (site, secrets))| Peer { id: secrets.peer.id(), site }).collect()
    }
}

impl NewEngine<'_> {
    /// Writes the engine's home, `ENGINE` in `node`, durably and without the engine's help: no engine need be
    /// installed. Files with secrets are their owner's alone.
    pub(super) fn write(&self, disk: &Disk, node: &Path) -> io::Result<()> {
        let (config_dir, data) = (node.join(ENGINE).join("config"), node.join(ENGINE).join("data"));
        for dir in [&node.join(ENGINE), &config_dir, &data] {
            files::create_private_dir(disk, dir)?;
        }
        files::write_new(disk, &config_dir.join("config.toml"), config(self).as_bytes())?;
        files::write_new(disk, &config_dir.join("genesis.json"), self.genesis.as_bytes())?;
        files::write_secret(disk, &config_dir.join("node_key.json"), self.peer.to_json().as_bytes())?;
        files::write_secret(
            disk,
            &config_dir.join("priv_validator_key.json"),
            self.consensus.to_json().as_bytes(),
        )?;
        files::write_secret(disk, &data.join(halves::SIGNED), secrets::NEVER_SIGNED.as_bytes())?;
        [&config_dir, &data, &node.join(ENGINE)].into_iter().try_for_each(|dir| files::sync_dir(disk, dir))
    }
}
