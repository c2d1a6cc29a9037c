//! Keys of hash trees, in the directories of crate `heliast-keystore`.

mod describe;
mod failures;
mod growth;

pub use describe::{TREE_KEY, show_tree, tree, tree_key, with_time};
pub use failures::unanswered;
pub use growth::{GrowthArgs, MakingArgs};

use crate::{
    failure::{Code, Failure},
    files,
    secrets::{self, PassphraseArgs},
};
use heliast::stateful::Terms;
use heliast_keystore::{Error, Generation, Passphrase, Settings, Store};
use std::path::{Path, PathBuf};

/// The options for opening a store.
#[derive(Debug, clap::Args)]
pub struct StoreArgs {
    #[command(flatten)]
    pub passphrase: PassphraseArgs,
    /// Directory, outside of the key's own, for the record of what keys have answered [default:
    /// ~/.local/state/heliast/keys]
    #[arg(long, value_name = "DIR")]
    witnesses: Option<PathBuf>,
}

impl StoreArgs {
    /// Refuses options that only directories of keys have.
    pub fn forbid(&self) -> Result<(), Failure> {
        only_for_trees(&[(self.witnesses.is_some(), "--witnesses")])
    }

    /// Opens the key in `dir`.
    pub fn open(&self, dir: &Path) -> Result<Store, Failure> {
        let passphrase = self.passphrase_of(dir)?;
        Ok(Store::open(dir, passphrase.as_ref(), &self.settings()?)?)
    }

    /// Takes over the key in `dir` after it was moved, for rounds from `next` on.
    pub fn adopt(&self, dir: &Path, next: u64) -> Result<Store, Failure> {
        let passphrase = self.passphrase_of(dir)?;
        Ok(Store::adopt(dir, passphrase.as_ref(), &self.settings()?, next)?)
    }

    /// The terms of the key in `dir`, complete or not.
    pub fn terms_of(&self, dir: &Path) -> Result<Terms, Failure> {
        Ok(Generation::resume(dir, self.passphrase_of(dir)?, self.settings()?)?.terms())
    }

    /// The passphrase of the key in `dir`, if it has one.
    fn passphrase_of(&self, dir: &Path) -> Result<Option<Passphrase>, Failure> {
        if !holds_key(dir) {
            return Err(Error::NoKey(dir.to_owned()).into());
        }
        if !Store::is_encrypted(dir)? {
            return Ok(None);
        }
        let path = dir.join("secret");
        let passphrase = self.passphrase.existing()?;
        secrets::warn_if_weak(&path, &files::read_secret(&path)?);
        Ok(Some(passphrase))
    }

    fn settings(&self) -> Result<Settings, Failure> {
        settings(self.witnesses.as_deref())
    }
}

/// Settings with the witnesses in this directory, or in the user's.
pub fn settings(witnesses: Option<&Path>) -> Result<Settings, Failure> {
    match witnesses {
        Some(witnesses) => Ok(Settings::with_witnesses(witnesses.to_owned())),
        None => Ok(Settings::of_user()?),
    }
}

fn only_for_trees(given: &[(bool, &str)]) -> Result<(), Failure> {
    match given.iter().find(|(given, _)| *given) {
        None => Ok(()),
        Some((_, name)) => {
            Err(Failure::new(Code::Usage, format_args!("{name} is for keys of x-vrf and ivrf"))
                .hint("leave it out, or choose one of these"))
        }
    }
}

/// Whether a directory holds a key, complete or not.
pub fn holds_key(dir: &Path) -> bool {
    dir.join("secret").symlink_metadata().is_ok()
}

/// Whether a path is that of a store, not of a key file.
pub fn is_store(path: &Path) -> bool {
    path.is_dir()
}
