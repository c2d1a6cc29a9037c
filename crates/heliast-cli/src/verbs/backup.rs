//! `heliast backup`: what a beacon can be made again from, also while it runs.

use crate::{
    address::node_url,
    failure::{Code, Failure},
    files::{self, AtomicFile, Secrecy, unwritable},
    home::{KEYS, create_private_dir, url_of_holder},
    interrupt,
    report::Report,
    rounds::{self, Item, Range, Remote, Stored, is_within, require_chain},
    secrets::{self, EncryptArgs, PassphraseArgs},
    ui::Ui,
};
use heliast::{
    Chain,
    bundle::{write_epoch_proof, write_header, write_round},
    verify::Delays,
};
use heliast_keystore::{Claim, is_under_passphrase};
use heliast_node::{Store, StoreError};
use std::{
    io,
    path::{Path, PathBuf},
};

/// The chain's file in a backup.
pub const BUNDLE: &str = "chain.bundle";

/// Write what a beacon can be made again from into a directory
///
/// That is its chain, every round verified on its way, and its participants' stateless keys. Hash trees
/// are never in a backup: a restored tree would answer again what it has answered since. `heliast restore`
/// makes a data directory of it, and `heliast up --recover` makes new trees. A node that runs is asked for
/// its chain.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The data directory
    #[arg(long, value_name = "DIR", default_value = "./heliast-data")]
    data: PathBuf,
    /// The directory to write; it holds secret keys
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The archive of the chain's first rounds, where they were pruned and no node runs
    #[arg(long, value_name = "DIR", conflicts_with = "node")]
    archive: Option<PathBuf>,
    /// The URL of the node that runs on the data directory [default: where it listens]
    #[arg(long, value_name = "URL")]
    node: Option<String>,
    /// Replace the backup that is there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    encrypt: EncryptArgs,
    #[command(flatten)]
    passphrase: PassphraseArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let (keys, bundle) = (self.out.join(KEYS), self.out.join(BUNDLE));
        let secrets = files::read_secret(&self.data.join(KEYS))?;
        // What is encrypted stays so, with its own passphrase.
        let is_sealed = is_under_passphrase(&secrets);
        let passphrase = if is_sealed { None } else { self.passphrase.new_one(&self.encrypt)? };
        if is_sealed && self.passphrase.is_given() {
            let message = "the keys are encrypted, and keep their own passphrase in the backup";
            return Err(Failure::new(Code::Usage, message)
                .hint("leave --passphrase-file out; `heliast key passphrase` gives them another"));
        }
        create_private_dir(&self.out)?;
        files::check_new(&keys, self.force)?;
        files::check_new(&bundle, self.force)?;
        interrupt::catch()?;
        let (chain, last) = match self.url()? {
            None => {
                let stored = Stored::open(&self.data, self.archive.as_deref())?;
                let (before, last) = (stored.before(1)?, stored.last());
                let items = stored.rounds(1);
                write(&bundle, stored.chain(), Range { before, last, items }, ui)?
            }
            Some(url) => {
                let remote = Remote::open(&url, 1)?.with_epochs();
                let (chain, before, last) = (remote.chain().clone(), remote.before(), remote.latest());
                // Whoever answers there might be another node.
                require_chain(&chain, Claim::chain(&self.data)?.as_ref())?;
                write(&bundle, &chain, Range { before, last, items: remote.rounds() }, ui)?
            }
        };
        // The chain first: keys without it can't be put to use, and are never newer than it.
        secrets::write(&keys, self.force, &secrets, passphrase.as_ref())?;
        let out = self.out.display().to_string();
        Ok(Report::new(format!("rounds 1 to {last} and the stateless keys are in {out}: keep it secret"))
            .field("out", out)
            .row("chain", chain)
            .field("from", 1)
            .field("to", last)
            .row("encrypted", is_sealed || passphrase.is_some()))
    }

    /// Where a node is to be asked, if one has the directory.
    fn url(&self) -> Result<Option<String>, Failure> {
        if let Some(node) = &self.node {
            return Ok(Some(node_url(node).unwrap_or_else(|| node.clone())));
        }
        match Store::open_read_only(&self.data) {
            Err(StoreError::InUse(_)) => url_of_holder(&self.data).map(Some).ok_or_else(|| {
                let message = format_args!("a node runs on {} and has not said where", self.data.display());
                Failure::new(Code::Refused, message).hint("give its URL with --node")
            }),
            _ => Ok(None),
        }
    }
}

/// Writes the whole chain; its id, and how many rounds there are.
fn write<I: Iterator<Item = Result<Item, Failure>>>(
    path: &Path,
    chain: &Chain,
    range: Range<I>,
    ui: &Ui,
) -> Result<(String, u64), Failure> {
    let failed = |error: io::Error| unwritable(path, &error);
    let last = range.last;
    let mut out = AtomicFile::create(path, Secrecy::Public, true)?;
    write_header(&mut out, chain, &range.before, last).map_err(failed)?;
    let bar = ui.bar(last, "rounds");
    rounds::verify(chain, range, Delays::Own, &bar, |Item { entry, .. }| {
        if interrupt::requested() {
            return Err(Failure::new(Code::Pending, "interrupted")
                .hint("the backup that was there is as it was: the same command begins again"));
        }
        let proof = entry.epoch_proof.as_ref().filter(|proof| is_within(chain, proof, &(1..=last)));
        if let Some(proof) = proof {
            write_epoch_proof(&mut out, proof).map_err(failed)?;
        }
        write_round(&mut out, &entry.bytes).map_err(failed)
    })?;
    bar.finish_and_clear();
    out.commit()?;
    Ok((hex::encode(chain.id()), last))
}
