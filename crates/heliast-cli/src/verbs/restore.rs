//! `heliast restore`: a data directory out of a backup.

use super::backup::BUNDLE;
use crate::{
    failure::{Code, Failure},
    files,
    home::{KEYS, Restored, keys_of},
    interrupt,
    report::Report,
    rounds::{self, Bundle},
    secrets::PassphraseArgs,
    stores,
    ui::Ui,
};
use heliast::{
    Chain,
    verify::{Options, Step, Verifier},
};
use heliast_keystore::{Claim, Settings};
use std::{io::BufReader, path::PathBuf};

/// Make a data directory out of a backup
///
/// Every round is verified from the genesis on. Hash trees are not in a backup: `heliast up --recover` gives
/// up those that are lost and makes new ones. Rounds that were made after the backup are missing; whoever has
/// seen them sees a fork if the chain goes on without them, so bring them along: `chain.bundle` may be
/// replaced by a longer export of the same chain.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The backup
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// The data directory to make
    #[arg(long, value_name = "DIR", default_value = "./heliast-data")]
    data: PathBuf,
    /// Take the keys over from a directory that this machine knows. Only if they will never be used there
    /// again
    #[arg(long)]
    adopt: bool,
    /// Where it is kept, outside of the data directory, which directory uses the keys [default:
    /// ~/.local/state/heliast/keys]
    #[arg(long, value_name = "DIR")]
    witnesses: Option<PathBuf>,
    #[command(flatten)]
    passphrase: PassphraseArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let settings = stores::settings(self.witnesses.as_deref())?;
        let keys = self.passphrase.read(&self.from.join(KEYS))?.bytes;
        let path = self.from.join(BUNDLE);
        let bundle = Bundle::open(BufReader::new(files::open(&path)?), Code::Malformed)?;
        let (chain, before, last) = (bundle.chain().clone(), bundle.before(), bundle.count());
        if before.round() > 0 {
            let message = format_args!("{} begins with round {}", path.display(), before.next_round());
            return Err(Failure::new(Code::Malformed, message).hint("a backup begins with round 1"));
        }
        let has_trees = keys_of(&self.from.join(KEYS), &keys, &chain)?;
        self.check(&chain, last, &settings)?;
        interrupt::catch()?;

        let restored = Restored::begin(&self.data, &chain)?;
        let bar = ui.bar(last, "rounds");
        let options = Options { last: Some(last), ..Options::default() };
        for step in Verifier::new(&chain, before, bundle.rounds(), options) {
            match step.map_err(rounds::failure)? {
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
        restored.finish(&keys, &settings)?;
        Ok(self.report(&chain, last, has_trees))
    }

    /// That no other directory of this machine uses the keys, as far as it knows.
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
             takes the keys over, and rounds that are missing are made anew: a fork for whoever saw them",
        ))
    }

    fn report(&self, chain: &Chain, last: u64, has_trees: bool) -> Report {
        let data = self.data.display().to_string();
        let next = match has_trees {
            true => format!("heliast up --recover --data {data}"),
            false => format!("heliast up --data {data}"),
        };
        let headline =
            format!("rounds 1 to {last} restored in {data}; never use the keys anywhere else again");
        Report::new(headline)
            .field("out", data)
            .row("chain", hex::encode(chain.id()))
            .field("from", 1)
            .field("to", last)
            .row("next command", next)
    }
}
