//! The homes of the nodes of a new network.

use super::{
    engine::{NewEngine, Peer},
    engine_genesis::engine_genesis,
    foundations::Foundations,
    names::SETTINGS,
    node_secrets::NodeSecrets,
    pace::Pace,
    settings::Settings,
    sites::Site,
};
use crate::files;
use heliast_disk::Disk;
use std::{
    io,
    path::{Path, PathBuf},
};

/// The most nodes of one network.
const MAX_NODES: u32 = 200;

/// A network whose homes are to be written: its sites and secrets in the order of the validators.
#[derive(Debug)]
pub struct NewNetwork<'a> {
    /// The chain and the network file.
    pub foundations: &'a Foundations,
    /// The site of each node.
    pub sites: &'a [Site],
    /// The secrets of each node.
    pub secrets: &'a [NodeSecrets],
    /// The number of nodes, from the first on, that evaluate delays.
    pub evaluators: u32,
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

    /// Durably writes the homes into a directory, without the participants' keys. Existing files are not
    /// overwritten.
    ///
    /// # Errors
    /// [`io::Error`] if a file exists already or can't be written.
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
            let settings = Settings::at(site, number < self.evaluators);
            files::write_new(disk, &home.join(SETTINGS), settings.to_text().as_bytes())?;
            own.write(disk, &home)?;
            let engine = NewEngine { name: &name, site, peers: others, chain, genesis, pace };
            engine.write(disk, &home)?;
        }
        Ok(())
    }

    /// The nodes that a node knows: all others.
    fn others(&self, number: u32) -> Vec<Peer<'_>> {
        let all = (0..).zip(self.sites.iter().zip(self.secrets));
        let others = all.filter(|(other, _)| *other != number);
        others.map(|(_, (site, secrets))| Peer { id: secrets.peer_id(), site }).collect()
    }
}
