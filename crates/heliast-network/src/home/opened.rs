//! A home that this process has opened and locked.

use super::{
    at_signer::signer_of,
    error::HomeError,
    foundations::Foundations,
    halves::Halves,
    names::{APPLICATION, DATA, ENGINE},
    rpc_address::other_laddr,
    signer::Signer,
    without_key::{self, address_in, other_listen},
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
    signer: Option<Signer>,
    lock: DirLock,
}

impl Home {
    /// Opens the home in a directory; makes the directory of its data if it is missing.
    ///
    /// # Errors
    /// [`HomeError::NotFounded`] if the home has applied and its network is not founded yet; [`HomeError`] if
    /// the genesis or the network file is damaged, if the engine's record of what was signed is missing, if
    /// the settings name a signer and the home still has what only the signer may have, or if another process
    /// has the home.
    pub fn open(dir: &Path) -> Result<Home, HomeError> {
        let has_engine = dir.join(ENGINE).is_dir();
        let signer = if has_engine { signer_of(dir)? } else { None };
        match &signer {
            Some(signer) => without_key::check(dir, signer)?,
            None if has_engine => Halves::check_record(dir).map_err(|reason| misfit(dir, reason))?,
            None => {}
        }
        if !Foundations::are_in(dir) && dir.join(APPLICATION).is_file() {
            return Err(HomeError::NotFounded(dir.to_owned()));
        }
        let foundations = Foundations::read(dir)?;
        let data = dir.join(DATA);
        let unwritable = |path: &Path, reason| HomeError::Unwritable { path: path.to_owned(), reason };
        files::ensure_private_dir(&Disk::default(), &data).map_err(|reason| unwritable(&data, reason))?;
        match DirLock::take(&data) {
            Ok(Some(lock)) => Ok(Home { dir: dir.to_owned(), foundations, signer, lock }),
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

    /// The signer that has the validator's key; `None` if the home has it.
    pub fn signer(&self) -> Option<&Signer> {
        self.signer.as_ref()
    }

    /// The address of the validator, as the engine writes it; `None` if there is no key.
    pub(crate) fn validator_address(&self) -> Option<String> {
        match &self.signer {
            Some(signer) => Some(signer.validator().to_owned()),
            None => address_in(&self.dir),
        }
    }

    /// Checks that the engine's half of the state fits that of the application, whose last block is at this
    /// height.
    pub(crate) fn check_halves(&self, height: u64) -> Result<(), HomeError> {
        match self.dir.join(ENGINE).is_dir() {
            true => Halves::check(&self.dir, height, self.signer.is_some())
                .map_err(|reason| misfit(&self.dir, reason)),
            false => Ok(()),
        }
    }

    /// Checks that the engine's settings have the same address of its RPC as the node's settings.
    pub(crate) fn check_rpc(&self, rpc: SocketAddr) -> Result<(), HomeError> {
        match other_laddr(&self.dir, rpc) {
            Some(laddr) => Err(HomeError::OtherRpc { home: self.dir.clone(), rpc, laddr }),
            None => Ok(()),
        }
    }

    /// Checks that the engine's settings have the same address for a signer as the node's settings.
    pub(crate) fn check_signer(&self) -> Result<(), HomeError> {
        match other_listen(&self.dir, self.signer.as_ref()) {
            Some(laddr) => Err(HomeError::OtherSigner { home: self.dir.clone(), laddr }),
            None => Ok(()),
        }
    }

    /// Writes the address of this process into its directory, for programs that look for it there.
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
