//! The hash trees that participants use up, one after the other, and when the next one is made.

use heliast::{
    Chain,
    stateful::{Scheme, Terms},
};
use heliast_keystore::{Error, Passphrase, Settings, Store};
use std::path::{Path, PathBuf};

/// An approximate upper limit of the time to make a leaf, with its share of the tree; only used to begin in
/// time.
const MICROSECONDS_A_LEAF: u64 = 150;

/// The hash trees that participants use up.
#[derive(Clone, Debug)]
pub struct Rotation {
    /// The folder of their stores.
    pub dir: PathBuf,
    /// The scheme of the trees, which says what a leaf is.
    pub scheme: Scheme,
    /// The height of the trees.
    pub height: u8,
    /// The settings of the stores, with the folder of their witnesses.
    pub settings: Settings,
    /// The protection of the trees' seeds on the disk.
    pub protection: Protection,
}

/// The protection of the seeds of trees on the disk: in the clear by default.
#[derive(Clone, Debug, Default)]
pub struct Protection {
    /// The passphrase of encrypted trees.
    pub passphrase: Option<Passphrase>,
    /// Whether all trees are to be encrypted, new ones and existing ones.
    pub encrypts: bool,
}

impl Protection {
    /// The passphrase that opens the tree in `dir`; `None` if the tree is not encrypted.
    pub(super) fn opening(&self, dir: &Path) -> Option<&Passphrase> {
        self.passphrase.as_ref().filter(|_| Store::is_encrypted(dir).unwrap_or(true))
    }

    /// The passphrase for a new tree, or for one that was begun in `dir`.
    pub(super) fn of_one(&self, dir: &Path) -> Option<Passphrase> {
        let is_under_it = self.encrypts || Store::is_encrypted(dir).unwrap_or(false);
        self.passphrase.clone().filter(|_| is_under_it)
    }

    /// Encrypts an existing tree that is not encrypted yet, if all are to be encrypted.
    pub(super) fn protect(&self, dir: &Path) -> Result<(), Error> {
        match &self.passphrase {
            Some(passphrase) if self.encrypts && !Store::is_encrypted(dir)? => {
                Store::protect(dir, None, Some(passphrase))
            }
            _ => Ok(()),
        }
    }
}

impl Rotation {
    /// The number of rounds that a key of such a tree lasts in a chain with `slots` slots.
    pub fn lifetime(&self, slots: u16) -> u64 {
        Terms::new(self.scheme, self.height, slots, 0).map_or(0, |terms| terms.rounds())
    }

    /// The number of rounds before the end of a key in which the next one is made and announced.
    pub(super) fn horizon(&self, chain: &Chain, members: usize) -> u64 {
        u64::from(chain.genesis().lead) + 2 * self.making(chain, members) + 2
    }

    /// The least number of rounds for which it is worth announcing a key.
    pub(super) fn minimum(&self) -> u64 {
        (1 << self.height) / 8
    }

    /// The number of rounds in which this many participants, all of this node, make a key.
    pub(super) fn making(&self, chain: &Chain, members: usize) -> u64 {
        let leaves = (members as u64) << self.height;
        1 + leaves * MICROSECONDS_A_LEAF / (u64::from(chain.genesis().period_ms) * 1000)
    }
}
