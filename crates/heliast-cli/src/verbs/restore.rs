//! `heliast restore`: makes a data directory from a backup.

use super::backup::BUNDLE;
use crate::{
    failure::{Code, Failure},
    files,
    home::{KEYS, Restored, keys_of},
    interrupt,
    report::Report,
    reports::{Digest, Restored as Said},
    rounds::{self, Archived, Item},
    secrets::PassphraseArgs,
    stores,
    ui::Ui,
};
use heliast::{
    Chain, Tip,
    verify::{Options, Step, Verifier},
};
use heliast_keystore::{Claim, SetBack, Settings};
use heliast_store::{Archive, StoreError};
use heliast_verify::{Bundle, of_verifier};
use std::{
    io::BufReader,
    path::{Path, PathBuf},
};

/// Make a data directory from a backup
///
/// Every round is verified from the genesis on. Hash trees are not in a backup: `heliast up --recover` gives
/// up those that are lost and makes new ones. Rounds that were made after the backup are missing. Anybody who
/// has seen them sees a fork if the chain continues without them, so add them: `chain.bundle` may be replaced
/// by a longer export of the same chain, and --archive names the node's archive, which may have later rounds,
/// or all of them if `chain.bundle` is missing. `heliast up --archive` writes a lost archive again.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The backup
    #[arg(long = "backup", alias = "from", value_name = "DIR")]
    from: PathBuf,
    /// The data directory to make
    #[arg(long, value_name = "DIR", default_value = "./heliast-data")]
    data: PathBuf,
    /// The archive of the same node: rounds that are not in the backup come from there, and the others
    /// must be the same there
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
    /// Take the keys over from a directory that this machine has on record. Only do so if they will never be
    /// used there again
    #[arg(long)]
    adopt: bool,
    /// The folder, outside of the data directory, that records which directory uses the keys [default:
    /// ~/.local/state/heliast/keys]
    #[arg(long, value_name = "DIR")]
    witnesses: Option<PathBuf>,
    #[command(flatten)]
    passphrase: PassphraseArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let settings = stores::settings(self.witnesses.as_deref())?;
        let keys = files::read_secret(&self.from.join(KEYS))?;
        let Source { chain, before, last, items } = self.source()?;
        let has_trees = keys_of(&self.from.join(KEYS), &self.passphrase, &chain)?;
        self.check(&chain, last, &settings)?;
        let right = Claim::prepare(&self.data, chain.id(), &settings)?;
        interrupt::catch()?;

        let restored = Restored::begin(&self.data, &chain)?;
        let bar = ui.bar(last, "rounds");
        let options = Options { last: Some(last), ..Options::default() };
        for step in Verifier::new(&chain, before, items, options) {
            match step.map_err(of_verifier)? {
                Step::Rounds(rounds) => {
                    rounds.iter().try_for_each(|(_, round)| restored.append(round))?;
                    bar.inc(rounds.len() as u64);
                }
                _ if interrupt::requested() => {
                    return Err(Failure::new(Code::Pending, "interrupted")
                        .hint("nothing was restored: the same command begins again"));
                }
                _ => {}
            }
        }
        bar.finish_and_clear();
        self.compare(&restored, last)?;
        let set_back = SetBack::of(&right, last);
        restored.finish(&keys, right)?;
        Ok(self.report(&chain, last, has_trees, set_back.as_ref()))
    }

    /// All rounds: those of the backup, and after them those of the archive.
    fn source(&self) -> Result<Source, Failure> {
        let path = self.from.join(BUNDLE);
        let dir = self.archive.as_deref();
        if let (Some(dir), true) = (dir, path.symlink_metadata().is_err()) {
            let archived = Archived::open(dir, None)?;
            let (chain, before, last) = (archived.chain().clone(), archived.before(), archived.last());
            from_round_1(dir, &before)?;
            return Ok(Source { chain, before, last, items: Box::new(archived.rounds()) });
        }
        let bundle = Bundle::open(BufReader::new(files::open(&path)?), Code::Malformed)?;
        let (chain, before, last) = (bundle.chain().clone(), bundle.before(), bundle.count());
        from_round_1(&path, &before)?;
        let source = Source { chain, before, last, items: Box::new(rounds::of_source(bundle.rounds())) };
        match dir {
            Some(dir) => source.continued(dir),
            None => Ok(source),
        }
    }

    /// Checks that the last common round of the archive and the restored chain is the same: then all rounds
    /// before it are.
    fn compare(&self, restored: &Restored, last: u64) -> Result<(), Failure> {
        let Some(dir) = &self.archive else { return Ok(()) };
        let archive = Archive::open(dir, restored.chain()).map_err(StoreError::from)?;
        let common = archive.last().min(last);
        if common == 0 {
            return Ok(());
        }
        let archived = archive.round(restored.chain(), common).map_err(StoreError::from)?;
        match restored.round(common)? == Some(archived) {
            true => Ok(()),
            false => {
                let dir = dir.display();
                let message = format_args!("round {common} is another one in {dir} than in the backup");
                Err(Failure::new(Code::Refused, message).hint(
                    "find out which readers have seen, and leave the other out; --archive is not needed",
                ))
            }
        }
    }

    /// Checks that no other directory that is recorded on this machine uses the keys.
    fn check(&self, chain: &Chain, last: u64, settings: &Settings) -> Result<(), Failure> {
        let Some(known) = Claim::known(chain.id(), settings)? else { return Ok(()) };
        if self.adopt {
            return Ok(());
        }
        let (directory, made) = (known.directory.display(), known.last);
        let missing = match made > last {
            true => format!(", and made rounds {} to {made}, which the backup does not have", last + 1),
            false => String::new(),
        };
        let message = format_args!("{directory} uses the keys of this chain{missing}");
        Err(Failure::new(Code::Refused, message).hint(
            "start the node there, or take a longer export for chain.bundle; if it is gone for good, --adopt \
             takes the keys over, and rounds that are missing are made again: a fork for anybody who saw them",
        ))
    }

    fn report(&self, chain: &Chain, last: u64, has_trees: bool, set_back: Option<&SetBack>) -> Report {
        let data = self.data.display().to_string();
        let recover = if has_trees { " --recover" } else { "" };
        let archive = self.archive.as_ref().map(|dir| format!(" --archive {}", dir.display()));
        let next = format!("heliast up{recover} --data {data}{}", archive.unwrap_or_default());
        let headline =
            format!("rounds 1 to {last} restored in {data}; never use the keys anywhere else again");
        let said = Said {
            out: data.into(),
            chain: Digest::of(chain.id()),
            from: 1,
            to: last,
            next_command: next.into(),
            made: set_back.map(|set_back| set_back.made),
        };
        let report = Report::of(headline, &said).show(&["chain", "next_command"]);
        set_back.into_iter().fold(report, |report, set_back| report.show_as("made", set_back.to_string()))
    }
}

/// Rounds from round 1 on.
struct Source {
    chain: Chain,
    before: Tip,
    last: u64,
    items: Box<dyn Iterator<Item = Result<Item, Failure>>>,
}

impl Source {
    /// This source, followed by the later rounds of an archive. If these belong to another chain, or follow
    /// other rounds, their verification fails.
    fn continued(self, dir: &Path) -> Result<Source, Failure> {
        let archive = Archive::open(dir, &self.chain).map_err(StoreError::from)?;
        if archive.last() <= self.last {
            return Ok(self);
        }
        let next = self.last + 1;
        if let Some(file) = archive.files().first().filter(|file| file.first > next) {
            let until = file.first - 1;
            let message =
                format_args!("rounds {next} to {until} are neither in the backup nor in the archive");
            return Err(Failure::new(Code::Refused, message).hint(
                "put the missing files back into the archive, or take a longer export for chain.bundle",
            ));
        }
        let archived = Archived::open(dir, Some(next))?;
        let (last, items) = (archived.last(), self.items.chain(archived.rounds()));
        Ok(Source { last, items: Box::new(items), ..self })
    }
}

fn from_round_1(path: &Path, before: &Tip) -> Result<(), Failure> {
    if before.round() == 0 {
        return Ok(());
    }
    let message = format_args!("{} begins with round {}", path.display(), before.next_round());
    Err(Failure::new(Code::Malformed, message).hint("a backup begins with round 1"))
}
