//! Keys of hash trees, in the directories that `keystore` keeps.

use crate::{
    failure::{Code, Failure},
    files, interrupt,
    report::Report,
    ui::Ui,
};
use heliast::{
    Exhausted, LotScheme,
    stateful::{PublicKey, Terms, Turn},
};
use heliast_keystore::{Error, Generation, Passphrase, Refused, Request, Settings, Store};
use std::{
    io::{IsTerminal, stdin},
    num::NonZero,
    path::{Path, PathBuf},
    thread,
    time::Instant,
};
use zeroize::Zeroizing;

/// How a store is opened.
#[derive(Debug, clap::Args)]
pub struct StoreArgs {
    /// The passphrase of an encrypted key: the first line of a file; `-` is stdin. Without it, a terminal is asked
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
    /// Where it is kept, outside of the key's directory, what keys have answered [default: ~/.local/state/heliast/keys]
    #[arg(long, value_name = "DIR")]
    witnesses: Option<PathBuf>,
}

/// What is made.
#[derive(Debug, clap::Args)]
pub struct GrowthArgs {
    /// The first round of a key that expires [default: 0]
    #[arg(long, value_name = "N")]
    first: Option<u64>,
    /// Inputs that such a key answers in each round [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    slots: Option<u16>,
    /// Cut its tree into subtrees of 2^N leaves: memory, and the time that an interruption costs [default: 13, less where the tree is small]
    #[arg(long, value_name = "N")]
    subtree: Option<u8>,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<u16>>,
    /// Encrypt its secret with a passphrase (age format)
    #[arg(long)]
    encrypt: bool,
}

impl GrowthArgs {
    /// That nothing was asked for that only keys with a tree have.
    pub fn forbid(&self) -> Result<(), Failure> {
        let given = [
            (self.first.is_some(), "--first"),
            (self.slots.is_some(), "--slots"),
            (self.subtree.is_some(), "--subtree"),
            (self.threads.is_some(), "--threads"),
            (self.encrypt, "--encrypt"),
        ];
        only_for_trees(&given)
    }

    /// The terms of a key of this scheme, if it is one with a tree.
    pub fn terms(&self, scheme: LotScheme) -> Result<Option<Terms>, Failure> {
        let LotScheme::Stateful { scheme, height } = scheme else { return Ok(None) };
        Terms::new(scheme, height, self.slots.unwrap_or(1), self.first.unwrap_or(0))
            .map(Some)
            .map_err(|error| Failure::new(Code::Usage, error))
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

impl StoreArgs {
    /// That nothing was asked for that only directories of keys have.
    pub fn forbid(&self) -> Result<(), Failure> {
        let given = [
            (self.passphrase_file.is_some(), "--passphrase-file"),
            (self.witnesses.is_some(), "--witnesses"),
        ];
        only_for_trees(&given)
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

    /// Makes a key, or goes on with one of the same terms that was interrupted.
    pub fn generate(
        &self,
        dir: &Path,
        terms: Terms,
        growth: &GrowthArgs,
        ui: &Ui,
    ) -> Result<PublicKey, Failure> {
        let settings = self.settings()?;
        let threads = growth.threads.map_or(settings.threads, NonZero::from);
        let settings = Settings { threads, ..settings };
        if dir.exists() && !is_store(dir) {
            let message = format_args!("{} is a file, and a key that expires is a directory", dir.display());
            return Err(Failure::new(Code::Refused, message).hint("choose another name"));
        }
        let generation = if holds_key(dir) {
            self.resume(dir, terms, growth, settings, ui)?
        } else {
            let passphrase = self.passphrase_of_new(growth)?;
            let request = Request { terms, subtree: growth.subtree, seeds: None };
            Generation::create(dir, request, passphrase, settings)?
        };
        run(generation, ui)
    }

    fn resume(
        &self,
        dir: &Path,
        terms: Terms,
        growth: &GrowthArgs,
        settings: Settings,
        ui: &Ui,
    ) -> Result<Generation, Failure> {
        let generation = Generation::resume(dir, self.passphrase_of(dir)?, settings)?;
        if generation.is_complete() {
            return Err(Error::from(Refused::Exists(dir.to_owned())).into());
        }
        if generation.terms() != terms {
            let message = format_args!("in {} a key of other terms was begun", dir.display());
            return Err(Failure::new(Code::Refused, message).hint(
                "give the scheme, --first and --slots that it was begun with, or choose another directory",
            ));
        }
        if growth.encrypt && !Store::is_encrypted(dir)? {
            let message = format_args!("the key that was begun in {} is not encrypted", dir.display());
            return Err(Failure::new(Code::Refused, message)
                .hint("remove the directory and begin again, or leave out --encrypt"));
        }
        if growth.subtree.is_some_and(|subtree| subtree != generation.subtree()) {
            let message = format_args!(
                "the key in {} was begun with --subtree {}",
                dir.display(),
                generation.subtree()
            );
            return Err(Failure::new(Code::Refused, message).hint("leave --subtree out"));
        }
        let progress = generation.progress();
        ui.note(format_args!("going on: {} of {} leaves are done", progress.done, progress.total));
        Ok(generation)
    }

    /// What the key in `dir`, complete or not, is for.
    pub fn terms_of(&self, dir: &Path) -> Result<Terms, Failure> {
        Ok(Generation::resume(dir, self.passphrase_of(dir)?, self.settings()?)?.terms())
    }

    fn settings(&self) -> Result<Settings, Failure> {
        if let Some(witnesses) = &self.witnesses {
            let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
            let machine = heliast_keystore::Machine::this();
            return Ok(Settings { witnesses: witnesses.clone(), machine, threads });
        }
        Ok(Settings::of_user()?)
    }

    fn passphrase_of(&self, dir: &Path) -> Result<Option<Passphrase>, Failure> {
        if !holds_key(dir) {
            return Err(Error::NoKey(dir.to_owned()).into());
        }
        if !Store::is_encrypted(dir)? {
            return Ok(None);
        }
        match &self.passphrase_file {
            Some(path) => read_passphrase(path).map(Some),
            None if stdin().is_terminal() => ask("passphrase: ").map(|words| Some(words.into())),
            None => Err(Error::from(Refused::PassphraseMissing).into()),
        }
    }

    fn passphrase_of_new(&self, growth: &GrowthArgs) -> Result<Option<Passphrase>, Failure> {
        if self.passphrase_file.is_some() && !growth.encrypt {
            // Not left for later: the secret would lie on the disk in the clear.
            return Err(Failure::new(
                Code::Usage,
                "there is a passphrase, and the key would not be encrypted",
            )
            .hint("add --encrypt, or leave out --passphrase-file"));
        }
        growth.encrypt.then(|| self.new_passphrase()).transpose()
    }

    fn new_passphrase(&self) -> Result<Passphrase, Failure> {
        if let Some(path) = &self.passphrase_file {
            return read_passphrase(path);
        }
        if !stdin().is_terminal() {
            return Err(Failure::new(Code::Usage, "--encrypt has no passphrase")
                .hint("give --passphrase-file FILE, or run it in a terminal"));
        }
        let (words, again) = (ask("new passphrase: ")?, ask("the same again: ")?);
        match words.0 == again.0 && !words.0.is_empty() {
            true => Ok(words.into()),
            false => Err(Failure::new(Code::Refused, "the passphrases differ, or are empty")),
        }
    }
}

/// What was typed or read; erased when dropped.
struct Words(Zeroizing<String>);

impl From<Words> for Passphrase {
    fn from(words: Words) -> Passphrase {
        Passphrase::new(words.0.as_str().to_owned())
    }
}

fn ask(prompt: &str) -> Result<Words, Failure> {
    let read = rpassword::prompt_password(prompt);
    read.map(|words| Words(Zeroizing::new(words))).map_err(|error| Failure::new(Code::Malformed, error))
}

fn read_passphrase(path: &Path) -> Result<Passphrase, Failure> {
    let bytes = files::read_secret(path)?;
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match std::str::from_utf8(line) {
        Ok(words) if !words.is_empty() => Ok(Passphrase::new(words.to_owned())),
        _ => Err(Failure::new(Code::Malformed, format_args!("{} holds no passphrase", path.display()))
            .hint("its first line is the passphrase, in UTF-8")),
    }
}

/// Whether a directory holds a key, complete or not.
pub fn holds_key(dir: &Path) -> bool {
    dir.join("secret").symlink_metadata().is_ok()
}

/// Whether a path is that of a store rather than of a key file.
pub fn is_store(path: &Path) -> bool {
    path.is_dir()
}

fn run(generation: Generation, ui: &Ui) -> Result<PublicKey, Failure> {
    interrupt::catch()?;
    let (start, began) = (generation.progress(), Instant::now());
    let bar = ui.bar(start.total, "leaves");
    bar.set_position(start.done);
    bar.reset_eta();
    let made = generation.run(interrupt::flag(), |progress| bar.set_position(progress.done));
    match &made {
        Ok(_) => bar.finish_and_clear(),
        Err(_) => bar.abandon(),
    }
    made.map_err(|error| match error {
        Error::Interrupted { done, total } if done > start.done => {
            let per_leaf = began.elapsed().as_secs_f64() / (done - start.done) as f64;
            let rest = time_of((per_leaf * (total - done) as f64) as u64);
            Failure::from(error).hint(format_args!(
                "the same `heliast vrf keygen` goes on: what is done is not done again, and the rest takes about {rest}"
            ))
        }
        error => error.into(),
    })
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let code = match &error {
            Error::Refused(_) | Error::Exhausted(_) => Code::Refused,
            Error::Damaged { .. } | Error::NoKey(_) | Error::Io { .. } => Code::Malformed,
            Error::Unfinished { .. } | Error::Interrupted { .. } => Code::Pending,
            Error::Subtree { .. } | Error::Work { .. } | Error::NoHome => Code::Usage,
            _ => Code::Internal,
        };
        let hint = match &error {
            Error::Unfinished { .. } | Error::Interrupted { .. } => {
                "the same `heliast vrf keygen` goes on: what is done is not done again"
            }
            Error::NoHome => "set HOME, or give --witnesses DIR",
            Error::Refused(Refused::PassphraseMissing) => {
                "give --passphrase-file FILE, or run it in a terminal"
            }
            Error::Refused(
                Refused::Copied { .. }
                | Refused::OtherMachine { .. }
                | Refused::RolledBack { .. }
                | Refused::WitnessMissing { .. }
                | Refused::WitnessBehind { .. }
                | Refused::MarksDamaged { .. },
            ) => {
                "make sure that no other copy of the key runs, find on the chain the last round that it answered, and \
                 `heliast vrf adopt --key DIR --next ROUND` with a later one"
            }
            other => other.hint(),
        };
        Failure::new(code, &error).hint(hint)
    }
}

/// Why a key gave no answer; which it would give, where it is only too late for this one.
pub fn unanswered(error: Error, store: &Store) -> Failure {
    let too_late = matches!(error, Error::Exhausted(Exhausted::Passed { .. } | Exhausted::OtherInput { .. }));
    match store.next_turn().filter(|_| too_late) {
        None => error.into(),
        Some(Turn { round, slot }) => Failure::new(Code::Refused, error).hint(format_args!(
            "its next answer is for round {round}, slot {slot}, or for any turn after it"
        )),
    }
}

/// The rows about what a key is for.
pub fn describe(report: Report, key: &PublicKey) -> Report {
    let terms = key.terms;
    let scheme =
        LotScheme::of_terms(&terms).map_or_else(|| "unnamed".to_owned(), |scheme| scheme.to_string());
    let last = terms.first().saturating_add(terms.rounds().saturating_sub(1));
    report
        .row("scheme", scheme)
        .row("first round", terms.first())
        .row("last round", last)
        .row("slots", terms.slots())
        .row("public", hex::encode(key.to_bytes()))
}

/// The rows about what is left of a key.
pub fn describe_rest(report: Report, terms: &Terms, next: Option<Turn>) -> Report {
    let Some(next) = next else {
        return report.row_as("next round", (), "none: the key has expired").row("rounds left", 0);
    };
    let left = terms.rounds().saturating_sub(next.round - terms.first());
    let report = report.row("next round", next.round);
    let report = if terms.slots() > 1 { report.row("next slot", next.slot) } else { report };
    report.row_as("rounds left", left, with_time(left))
}

/// A number of rounds, and how long they take.
pub fn with_time(rounds: u64) -> String {
    format!("{rounds}: {}, where a round takes 5 seconds", time_of(rounds.saturating_mul(5)))
}

/// Seconds in the unit that people would take.
fn time_of(seconds: u64) -> String {
    let units = [(31_557_600, "years"), (86_400, "days"), (3_600, "hours"), (60, "minutes")];
    match units.iter().find(|(unit, _)| seconds >= 2 * unit) {
        Some((unit, name)) => format!("{:.1} {name}", seconds as f64 / *unit as f64),
        None => format!("{seconds} seconds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_told_in_the_unit_that_fits() {
        let times = [0, 23, 24, 1024, 1 << 15, 1 << 19, 1 << 27, u64::MAX].map(with_time);
        let times = times.map(|text| text.split(", ").next().unwrap().to_owned());
        assert_eq!(
            times,
            [
                "0: 0 seconds",
                "23: 115 seconds",
                "24: 2.0 minutes",
                "1024: 85.3 minutes",
                "32768: 45.5 hours",
                "524288: 30.3 days",
                "134217728: 21.3 years",
                "18446744073709551615: 584542046090.6 years"
            ]
        );
    }

    #[test]
    fn a_key_that_lasts_to_the_last_of_all_rounds_is_described() {
        let terms = Terms::new(heliast::stateful::Scheme::IVrf, 10, 1, u64::MAX - 7).unwrap();
        for (round, left) in [(u64::MAX - 7, "1024"), (u64::MAX, "1017")] {
            let report = describe_rest(Report::new("a key"), &terms, Some(Turn { round, slot: 0 }));
            assert!(format!("{report:?}").contains(&format!("Number({left})")), "{report:?}");
        }
    }
}
