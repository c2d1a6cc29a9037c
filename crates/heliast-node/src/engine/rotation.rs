//! The hash trees that participants use up, one after the other, and when the next one is made.

use heliast::{
    Chain,
    stateful::{Scheme, Terms},
};
use heliast_keystore::{Error, Passphrase, Settings, Store};
use std::path::{Path, PathBuf};

/// What making a leaf takes at most, about, with its share of the tree; only to begin in time.
const MICROSECONDS_A_LEAF: u64 = 150;

/// The hash trees that participants use up.
#[derive(Clone, Debug)]
pub struct Rotation {
    /// Where their stores are.
    pub dir: PathBuf,
    /// What a leaf is.
    pub scheme: Scheme,
    /// The height of the trees.
    pub height: u8,
    /// Where the stores' witnesses are.
    pub settings: Settings,
    /// How the trees' seeds lie on the disk.
    pub protection: Protection,
}

/// How the seeds of trees lie on the disk: in the clear, unless something else is said.
#[derive(Clone, Debug, Default)]
pub struct Protection {
    /// What opens those that are under a passphrase.
    pub passphrase: Option<Passphrase>,
    /// Whether all are to be under it: new ones, and those that are there.
    pub encrypts: bool,
}

impl Protection {
    /// What opens a tree.
    pub(super) fn passphrase(&self) -> Option<&Passphrase> {
        self.passphrase.as_ref()
    }

    /// Under what a new tree is put, or one that was begun in `dir`.
    pub(super) fn of_one(&self, dir: &Path) -> Option<Passphrase> {
        let is_under_it = self.encrypts || Store::is_encrypted(dir).unwrap_or(false);
        self.passphrase.clone().filter(|_| is_under_it)
    }

    /// Encrypts a tree that is there in the clear, where all are to be encrypted.
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
    /// Rounds that a key of such a tree lasts in a chain with `slots` slots.
    pub fn lifetime(&self, slots: u16) -> u64 {
        Terms::new(self.scheme, self.height, slots, 0).map_or(0, |terms| terms.rounds())
    }

    /// The rounds before the end of a key in which the next one is made and announced.
    pub(super) fn horizon(&self, chain: &Chain, members: usize) -> u64 {
        u64::from(chain.genesis().lead) + 2 * self.making(chain, members) + 2
    }

    /// Rounds for which it is worth announcing a key.
    pub(super) fn minimum(&self) -> u64 {
        (1 << self.height) / 8
    }

    /// Rounds in which so many participants, all of this node, make a key.
    pub(super) fn making(&self, chain: &Chain, members: usize) -> u64 {
        let leaves = (members as u64) << self.height;
        1 + leaves * MICROSECONDS_A_LEAF / (u64::from(chain.genesis().period_ms) * 1000)
    }
}
