//! `heliast backup`: saves a beacon's chain and stateless keys, even while it runs.

use crate::{
    failure::{Code, Failure},
    files::{self, AtomicFile, Secrecy, unwritable},
    home::{KEYS, create_private_dir},
    interrupt,
    report::Report,
    reports::{BackedUp, Digest},
    rounds::{self, Item, Range, Stored, is_within},
    secrets::{self, EncryptArgs, PassphraseArgs},
    ui::Ui,
};
use heliast::{
    Chain,
    bundle::{write_epoch_proof, write_header, write_round},
    verify::Delays,
};
use heliast_keystore::{Claim, DirLock, is_under_passphrase};
use heliast_network::home::Foundations;
use heliast_store::{Store, StoreError};
use heliast_verify::{Remote, node_url, require_chain};
use std::{
    io,
    path::{Path, PathBuf},
};

/// The chain's file in a backup.
pub const BUNDLE: &str = "chain.bundle";

/// Write a backup of a beacon into a directory
///
/// The backup has the chain, of which every round is verified, and the participants' stateless keys. Hash
/// trees are never in it, because a restored tree would answer again the rounds that it has answered since.
/// `heliast restore` makes a data directory from it, and `heliast up --recover` makes new trees. If a node
/// runs on the directory, it is asked for the chain.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The data directory
    #[arg(long, value_name = "DIR", default_value = "./heliast-data")]
    data: PathBuf,
    /// The directory to write; it holds secret keys
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The archive of the chain's first rounds, if they were pruned and no node runs
    #[arg(long, value_name = "DIR", conflicts_with = "node")]
    archive: Option<PathBuf>,
    /// The URL of the node that runs on the data directory [default: where it listens]
    #[arg(long, value_name = "URL")]
    node: Option<String>,
    /// Replace an existing backup
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    encrypt: EncryptArgs,
    #[command(flatten)]
    passphrase: PassphraseArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.refuse_home()?;
        let (keys, bundle) = (self.out.join(KEYS), self.out.join(BUNDLE));
        let secrets = files::read_secret(&self.data.join(KEYS))?;
        // Encrypted keys stay encrypted, with their own passphrase.
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
                // The node at this URL might have another chain.
                require_chain(&chain, Claim::chain(&self.data)?.as_ref())?;
                write(&bundle, &chain, Range { before, last, items: rounds::of_source(remote.rounds()) }, ui)?
            }
        };
        // The chain is written first: keys without it are useless, and they must never be newer than it.
        secrets::write(&keys, self.force, &secrets, passphrase.as_ref())?;
        let out = self.out.display().to_string();
        let said = BackedUp {
            out: (&out).into(),
            chain,
            from: 1,
            to: last,
            encrypted: is_sealed || passphrase.is_some(),
        };
        let headline = format!("rounds 1 to {last} and the stateless keys are in {out}: keep it secret");
        Ok(Report::of(headline, &said).show(&["chain", "encrypted"]))
    }

    /// Refuses the home of a network's node, or the data in it: its halves are only useful together.
    fn refuse_home(&self) -> Result<(), Failure> {
        let above = self.data.canonicalize().ok().and_then(|data| data.parent().map(Path::to_owned));
        let mut places = [Some(self.data.clone()), above].into_iter().flatten();
        let Some(home) = places.find(|dir| Foundations::are_in(dir)) else { return Ok(()) };
        let home = home.display();
        Err(Failure::new(Code::Refused, format_args!("{home} is the home of a network's node, which is copied as a whole"))
            .hint(format_args!(
                "stop the node and copy the directory, `cp -a {home} ...`; its keys.json alone saves the stateless keys, \
                 and `heliast export` the chain"
            )))
    }

    /// The URL of the node to ask: the given one, or the node that runs on the directory.
    fn url(&self) -> Result<Option<String>, Failure> {
        if let Some(node) = &self.node {
            return Ok(Some(node_url(node).unwrap_or_else(|| node.clone())));
        }
        match Store::open_read_only(&self.data) {
            Err(StoreError::InUse(_)) => DirLock::url_of_holder(&self.data).map(Some).ok_or_else(|| {
                let message = format_args!("a node runs on {} and has not said where", self.data.display());
                Failure::new(Code::Refused, message).hint("give its URL with --node")
            }),
            _ => Ok(None),
        }
    }
}

/// Writes the whole chain. Returns its id and the number of rounds.
fn write<I: Iterator<Item = Result<Item, Failure>>>(
    path: &Path,
    chain: &Chain,
    range: Range<I>,
    ui: &Ui,
) -> Result<(Digest, u64), Failure> {
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
    Ok((Digest::of(chain.id()), last))
}
