//! `heliast key passphrase`: changes, sets or removes the passphrase of existing keys.

use crate::{
    failure::{Code, Failure},
    files,
    home::{self, KEYS, change_passphrase, trees_in},
    numbers,
    report::Report,
    reports::PassphraseChanged,
    secrets::PassphraseArgs,
    stores,
    ui::Ui,
};
use heliast_keystore::{DirLock, Error, Passphrase, Store};
use heliast_network::home::{DATA, SETTINGS};
use std::path::{Path, PathBuf};

/// Change, set or remove the passphrase of keys
///
/// Stop the beacon or the node first. Its stateless keys get the new passphrase, and its hash trees, which
/// are encrypted with a key made from the stateless keys, change with them. The directory of a single hash
/// tree works as well. Backups keep the passphrase that they have. Keys that were on the disk in the clear
/// before may still be found there: overwrite the free space, or make new keys.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The data directory of a beacon, the home of a node, or the directory of a hash tree
    #[arg(value_name = "DIR", default_value = "./heliast-data")]
    dir: PathBuf,
    #[command(flatten)]
    passphrase: PassphraseArgs,
    /// The new passphrase, as with --passphrase-file
    #[arg(long, value_name = "FILE", conflicts_with = "decrypt")]
    new_passphrase_file: Option<PathBuf>,
    /// Remove the passphrase from the keys
    #[arg(long)]
    decrypt: bool,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let is_stdin = |path: Option<&Path>| path.is_some_and(files::is_stdio);
        if is_stdin(self.passphrase.path()) && is_stdin(self.new_passphrase_file.as_deref()) {
            return Err(Failure::new(Code::Usage, "both passphrases can't be on stdin")
                .hint("give one of them as a file; /dev/fd/N is one, too"));
        }
        let trees = match stores::holds_key(&self.dir) {
            true => self.tree()?,
            false => self.beacon(ui)?,
        };
        let headline = match self.decrypt {
            true => "the keys lie in the clear now, in files that only their owner can read",
            false => "the keys are under the new passphrase; backups have the one that they had",
        };
        let said = PassphraseChanged {
            out: self.dir.display().into(),
            encrypted: !self.decrypt,
            trees_encrypted: trees,
        };
        Ok(Report::of(headline, &said)
            .show(&["encrypted"])
            .show_as("trees_encrypted", format!("{} now", numbers::counted(trees, "tree"))))
    }

    /// Changes a single tree. Returns 1 if it is encrypted now and was not before, else 0.
    fn tree(&self) -> Result<u64, Failure> {
        let was_encrypted = Store::is_encrypted(&self.dir)?;
        let now = was_encrypted.then(|| self.passphrase.existing()).transpose()?;
        let new = self.new_one()?;
        Store::protect(&self.dir, now.as_ref(), new.as_ref())?;
        Ok((!was_encrypted && new.is_some()).into())
    }

    /// Changes a beacon's keys. Returns the number of trees that are encrypted now and were not before.
    ///
    /// The file of the stateless keys is replaced first. A tree that an interruption leaves unencrypted is
    /// encrypted when the command is repeated, or when the node starts.
    fn beacon(&self, ui: &Ui) -> Result<u64, Failure> {
        let (data, _lock) = self.locked()?;
        let protection = change_passphrase(&self.dir.join(KEYS), &self.passphrase, || self.new_one())?;
        let mut encrypted = 0;
        for dir in trees_in(&data).filter(|_| protection.encrypts) {
            let protected = match Store::is_encrypted(&dir) {
                Ok(false) => Store::protect(&dir, None, protection.passphrase.as_ref()).map(|()| 1),
                other => other.map(|_| 0),
            };
            match protected {
                Ok(count) => encrypted += count,
                Err(Error::NoKey(_)) => {}
                Err(reason) => {
                    ui.note(format_args!("warning: {} stays in the clear: {reason}", dir.display()));
                }
            }
        }
        Ok(encrypted)
    }

    /// The directory of the trees, and the lock on it.
    fn locked(&self) -> Result<(PathBuf, Option<DirLock>), Failure> {
        if !self.dir.join(KEYS).is_file() {
            let message = format_args!("{} holds no keys", self.dir.display());
            return Err(Failure::new(Code::Malformed, message)
                .hint("name a data directory, the home of a node, or the directory of a hash tree"));
        }
        let is_node = self.dir.join(SETTINGS).is_file();
        let data = if is_node { self.dir.join(DATA) } else { self.dir.clone() };
        // A node that has never run has no trees, and nothing to lock.
        let lock = data.is_dir().then(|| home::lock(&data)).transpose()?;
        Ok((data, lock))
    }

    fn new_one(&self) -> Result<Option<Passphrase>, Failure> {
        if self.decrypt {
            return Ok(None);
        }
        PassphraseArgs::new_words(self.new_passphrase_file.as_deref(), || {
            Failure::new(Code::Usage, "there is no new passphrase")
                .hint("give --new-passphrase-file FILE, or run it in a terminal; --decrypt leaves the keys without one")
        })
        .map(Some)
    }
}
