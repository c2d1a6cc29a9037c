//! The foundations of a network: its chain's genesis and its network file, which every home has.

use super::{
    error::HomeError,
    names::{GENESIS, NETWORK},
};
use crate::files;
use heliast::Chain;
use heliast_disk::Disk;
use heliast_finality::NetworkFile;
use std::{fs::File, io::Read, path::Path};

/// The longest genesis or network file, in bytes: 65,536 participants take less.
const MAX_FILE: u64 = 8 << 20;

/// A network's chain, and its network file.
#[derive(Clone, Debug)]
pub struct Foundations {
    /// The chain.
    pub chain: Chain,
    /// The network file, on which the first validators agreed.
    pub network: NetworkFile,
}

impl Foundations {
    /// Whether a directory has a genesis; where it exists, both files exist.
    pub fn are_in(dir: &Path) -> bool {
        dir.join(GENESIS).symlink_metadata().is_ok()
    }

    /// The chain whose genesis is in a directory.
    ///
    /// # Errors
    /// [`HomeError`] if the file can't be read or is malformed.
    pub fn chain_in(dir: &Path) -> Result<Chain, HomeError> {
        Ok(Chain::from_bytes(&read(&dir.join(GENESIS))?)?)
    }

    /// Reads the two files of a directory.
    ///
    /// # Errors
    /// [`HomeError`] if they can't be read, are malformed or belong to two networks.
    pub fn read(dir: &Path) -> Result<Foundations, HomeError> {
        let chain = Foundations::chain_in(dir)?;
        let network = NetworkFile::from_bytes(&read(&dir.join(NETWORK))?)?;
        let foundations = Foundations { chain, network };
        match foundations.fit() {
            true => Ok(foundations),
            false => Err(HomeError::TwoNetworks(dir.to_owned())),
        }
    }

    /// Whether the network file belongs to the chain.
    pub(crate) fn fit(&self) -> bool {
        self.chain.genesis().nonce == self.network.nonce()
    }

    /// Durably writes the two files into a directory, which is made if it is missing.
    ///
    /// # Errors
    /// [`HomeError::Unwritable`], also if there is a genesis already.
    pub fn write(&self, dir: &Path) -> Result<(), HomeError> {
        self.write_on(&Disk::default(), dir)
    }

    pub(crate) fn write_on(&self, disk: &Disk, dir: &Path) -> Result<(), HomeError> {
        let failed = |reason| HomeError::Unwritable { path: dir.to_owned(), reason };
        files::ensure_private_dir(disk, dir).map_err(failed)?;
        let network = dir.join(NETWORK);
        if !Foundations::are_in(dir) {
            // An earlier attempt may have left this file.
            disk.remove_if_there(&network).map_err(|error| failed(error.error))?;
        }
        files::write_new(disk, &network, &self.network.to_bytes()).map_err(failed)?;
        // The genesis is written last: where it exists, both files exist.
        files::write_new(disk, &dir.join(GENESIS), self.chain.genesis_bytes()).map_err(failed)
    }
}

fn read(path: &Path) -> Result<Vec<u8>, HomeError> {
    let mut bytes = Vec::new();
    let opened = File::open(path).and_then(|file| file.take(MAX_FILE + 1).read_to_end(&mut bytes));
    opened.map_err(|reason| HomeError::Unreadable { path: path.to_owned(), reason })?;
    match bytes.len() as u64 > MAX_FILE {
        true => Err(HomeError::TooLong { path: path.to_owned(), longest: MAX_FILE }),
        false => Ok(bytes),
    }
}
