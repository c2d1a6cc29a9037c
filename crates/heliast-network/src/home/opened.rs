//! A home that this process has for itself.

use super::{
    error::HomeError,
    foundations::Foundations,
    halves::Halves,
    names::{APPLICATION, DATA, ENGINE},
    rpc_address::other_laddr,
};
use crate::files;
use heliast_disk::Disk;
use heliast_keystore::DirLock;
use heliast_store::StoreError;
use std::{
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
};

/// The home of a node, or the directory of participants without one: read, and locked for this process until
/// it is dropped.
#[derive(Debug)]
pub struct Home {
    dir: PathBuf,
    foundations: Foundations,
    lock: DirLock,
}

impl Home {
    /// Opens the home in a directory; makes the directory of its data if it is not there.
    ///
    /// # Errors
    /// [`HomeError::NotFounded`] if the home has applied and is not founded yet; [`HomeError`] if the genesis
    /// or the network file is damaged, the engine's record of what was signed is missing, or another process
    /// has the home.
    pub fn open(dir: &Path) -> Result<Home, HomeError> {
        if dir.join(ENGINE).is_dir() {
            Halves::check_record(dir).map_err(|reason| misfit(dir, reason))?;
        }
        if !Foundations::are_in(dir) && dir.join(APPLICATION).is_file() {
            return Err(HomeError::NotFounded(dir.to_owned()));
        }
        let foundations = Foundations::read(dir)?;
        let data = dir.join(DATA);
        let unwritable = |path: &Path, reason| HomeError::Unwritable { path: path.to_owned(), reason };
        files::ensure_private_dir(&Disk::default(), &data).map_err(|reason| unwritable(&data, reason))?;
        match DirLock::take(&data) {
            Ok(Some(lock)) => Ok(Home { dir: dir.to_owned(), foundations, lock }),
            Ok(None) => Err(HomeError::InUse(StoreError::InUse(data))),
            Err(reason) => Err(unwritable(&data.join(DirLock::FILE), reason)),
        }
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The directory of its data.
    pub fn data(&self) -> PathBuf {
        self.dir.join(DATA)
    }

    /// The chain and the network file.
    pub fn foundations(&self) -> &Foundations {
        &self.foundations
    }

    /// Checks that the engine's half of the state fits the application's, whose last block is at this height.
    pub(crate) fn check_halves(&self, height: u64) -> Result<(), HomeError> {
        match self.dir.join(ENGINE).is_dir() {
            true => Halves::check(&self.dir, height).map_err(|reason| misfit(&self.dir, reason)),
            false => Ok(()),
        }
    }

    /// Checks that the engine's own settings have its RPC at the address that the node's settings say.
    pub(crate) fn check_rpc(&self, rpc: SocketAddr) -> Result<(), HomeError> {
        match other_laddr(&self.dir, rpc) {
            Some(laddr) => Err(HomeError::OtherRpc { home: self.dir.clone(), rpc, laddr }),
            None => Ok(()),
        }
    }

    /// Leaves the address of this process for those who find it by its directory.
    ///
    /// # Errors
    /// [`io::Error`] if it can't be written.
    pub fn leave_url(&mut self, url: &str) -> io::Result<()> {
        self.lock.leave_url(url)
    }
}

fn misfit(home: &Path, reason: Halves) -> HomeError {
    HomeError::Halves { home: home.to_owned(), reason }
}
