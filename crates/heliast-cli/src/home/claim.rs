//! The right to use the secret keys of a directory, and the handling of copied or lost keys.

use crate::{
    failure::{Code, Failure},
    report::print_line as print,
    reports::{self, Up},
    stores,
    ui::Ui,
};
use heliast_engine::{LostKeys, Members, Recovery};
use heliast_keystore::{Claim, Held, Right, SetBack, Settings, Unclaimed};
use heliast_store::Store;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// Keys that were copied, restored or lost.
#[derive(Debug, Default, clap::Args)]
pub struct KeyArgs {
    /// Go on without hash trees that are lost: withdraw them on the chain, and make new ones. Their
    /// participants draw nothing until the lead has passed; if nobody draws meanwhile, a user at a terminal
    /// is asked for confirmation
    #[arg(long)]
    pub recover: bool,
    /// Take over a data directory that was copied, restored or brought from another machine. Only do so if
    /// the keys will never be used again where they were: two nodes with the same keys fork the chain
    #[arg(long)]
    pub adopt: bool,
    /// Directory, outside of the data directory, for the record of what keys have answered and
    /// which directory uses them [default: ~/.local/state/heliast/keys]
    #[arg(long, value_name = "DIR")]
    pub witnesses: Option<PathBuf>,
}

impl KeyArgs {
    /// The settings of key stores, with the directory of the witnesses.
    pub fn settings(&self) -> Result<Settings, Failure> {
        stores::settings(self.witnesses.as_deref())
    }

    /// Refuses a directory whose secrets must not be used, before anything in it is changed.
    pub(super) fn check_claim(&self, dir: &Path) -> Result<(), Failure> {
        if self.adopt {
            return Ok(());
        }
        Ok(Claim::check(dir, &self.settings()?)?)
    }

    /// The right to use the secrets in `dir` for the chain there.
    pub(super) fn claim(&self, dir: &Path, store: &Store, settings: &Settings) -> Result<Right, Failure> {
        let (id, last) = (store.chain().id(), store.last());
        if self.adopt {
            return Ok(Right::ToTake(Claim::prepare(dir, id, settings)?, last));
        }
        Ok(Right::Had(Claim::open(dir, id, settings, last)?))
    }

    /// Prints the consequences of taking the directory over.
    pub fn tell_of_adoption(&self, ui: &Ui) {
        if self.adopt {
            ui.note(
                "note: this directory has the keys of the chain now; never start a node where they were before",
            );
        }
    }

    /// Looks for lost keys before the node serves anything: stops, or gives them up with --recover.
    pub fn check(&self, ui: &Ui, members: &mut Members, store: &Store) -> Result<Option<Recovery>, Failure> {
        let tip = store.tip();
        let next = tip.next_round();
        let recovery = if self.recover { members.recover(&tip)? } else { None };
        if self.recover && recovery.is_none() {
            ui.note("note: no key is lost, so that --recover has nothing to do");
        }
        if let Some(recovery) = &recovery {
            ask(ui, recovery, store.chain().genesis().participants.len())?;
        }
        let (due, coming): (Vec<_>, Vec<_>) =
            members.lost(&tip).into_iter().partition(|key| key.from <= next);
        if !due.is_empty() {
            return Err(LostKeys(due).into());
        }
        for key in coming {
            let what_follows = match key.from <= next + tip.keys().lead() {
                true => "the node stops then, unless it is started with --recover before",
                false => "another takes its place",
            };
            ui.note(format_args!("warning: {}; {what_follows}", LostKeys(vec![key])));
        }
        Ok(recovery)
    }
}

/// Asks for confirmation before rounds in which none of the chain's participants draws: the randomness of
/// such rounds does not come from lots.
fn ask(ui: &Ui, recovery: &Recovery, participants: usize) -> Result<(), Failure> {
    let Recovery { lost, from, well_from } = recovery;
    let without: BTreeSet<_> = lost.0.iter().map(|key| key.participant).collect();
    if without.len() < participants || well_from <= from {
        return Ok(());
    }
    let question = format!(
        "{lost}\nNobody else draws, so that {} will have no lots: the randomness of such a round follows from the \
         round before by the delay alone.\nGo on without these trees?",
        rounds(*from, well_from - 1)
    );
    match ui.confirm(question) {
        Some(false) => Err(Failure::new(Code::Refused, "nothing was changed").hint(lost.hint())),
        // A program that starts the node with --recover has decided.
        Some(true) | None => Ok(()),
    }
}

/// At least one round, in words within a sentence.
fn rounds(first: u64, last: u64) -> String {
    match last - first {
        0 => format!("round {first}"),
        more => format!("{} rounds, {first} to {last},", more + 1),
    }
}

/// Reports that the record of the last round was lowered: to people on stderr, to programs on stdout.
pub fn tell_set_back(set_back: &SetBack, ui: &Ui, verb: &str) -> Result<(), Failure> {
    if ui.json() {
        let SetBack { made, last } = set_back;
        let said = reports::SetBack::SetBack { made: *made, latest: *last };
        return print(&reports::line(verb, &said));
    }
    ui.note(format_args!("warning: {set_back}"));
    Ok(())
}

/// Refuses to begin a chain where an earlier one has disappeared, perhaps because its disk is not mounted.
pub(super) fn refuse_what_is_gone(dir: &Path, settings: &Settings) -> Result<(), Failure> {
    let Some(Held { chain, last, witness, .. }) = Claim::held(dir, settings)? else { return Ok(()) };
    let (dir, chain, witness) = (dir.display(), hex::encode(chain), witness.display());
    let message = format_args!("{dir} held chain {chain} up to round {last}, and it is gone");
    Err(Failure::new(Code::Refused, message).hint(format_args!(
        "mount its disk, or `heliast restore` a backup; for a new chain give another --data, or remove {witness}"
    )))
}

/// Reports the cost of a recovery: to people on stderr, to programs on stdout.
pub fn tell(ui: &Ui, recovery: &Recovery) -> Result<(), Failure> {
    let Recovery { lost, from, well_from } = recovery;
    let numbers: Vec<_> = lost.0.iter().map(|key| key.participant).collect();
    if ui.json() {
        let said = Up::Recovering { withdrawn: numbers, from: *from, well_from: *well_from };
        return print(&reports::line("up", &said));
    }
    let who = lost.participants();
    let rounds = match well_from - from {
        0 => "no lot is missing".to_owned(),
        _ => format!("their lots are missing in {}", rounds(*from, well_from - 1).trim_end_matches(',')),
    };
    ui.note(format_args!(
        "recovering: {lost}\n  the trees of {who} are withdrawn: {rounds}\n  from round {well_from} on all \
         draw again, with their stateless keys until their new trees are due\n"
    ));
    Ok(())
}

impl From<LostKeys> for Failure {
    fn from(lost: LostKeys) -> Failure {
        let hint = lost.hint();
        Failure::new(Code::Refused, lost).hint(hint)
    }
}

impl From<Unclaimed> for Failure {
    fn from(reason: Unclaimed) -> Failure {
        let hint = reason.hint();
        Failure::new(Code::Refused, reason).hint(hint)
    }
}
