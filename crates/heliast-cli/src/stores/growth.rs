//! Making keys with trees, and resuming after an interruption.

use super::{StoreArgs, holds_key, is_store, only_for_trees};
use crate::{
    failure::{Code, Failure},
    interrupt,
    numbers::count,
    secrets::EncryptArgs,
    ui::{Ui, time_of},
};
use heliast::{
    TreeScheme,
    stateful::{PublicKey, Terms},
};
use heliast_keystore::{Error, Generation, Refusal, Request, Settings, Store};
use std::{num::NonZero, path::Path, time::Instant};

/// The terms of a new key.
#[derive(Debug, clap::Args)]
pub struct GrowthArgs {
    /// The first round of a key that expires; a chain's first round is 1 [default: 0]
    #[arg(long, value_name = "N", value_parser = count::<u64>(..))]
    first: Option<u64>,
    /// Inputs that such a key answers in each round [default: 1]
    #[arg(long, value_name = "N", value_parser = count::<u16>(1..))]
    slots: Option<u16>,
    #[command(flatten)]
    pub making: MakingArgs,
}

/// The options for making a key.
#[derive(Debug, clap::Args)]
pub struct MakingArgs {
    /// Cut its tree into subtrees of 2^N leaves, which determine the memory, and the time that an
    /// interruption costs [default: 13, or less for a small tree]
    #[arg(long, value_name = "N")]
    subtree: Option<u8>,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<u16>>,
    #[command(flatten)]
    pub encryption: EncryptArgs,
}

impl GrowthArgs {
    /// Refuses options that only keys with a tree have.
    pub fn forbid(&self) -> Result<(), Failure> {
        only_for_trees(&[(self.first.is_some(), "--first"), (self.slots.is_some(), "--slots")])?;
        self.making.forbid()
    }

    /// The terms of a key of this scheme.
    pub fn terms(&self, tree: TreeScheme) -> Result<Terms, Failure> {
        Terms::new(tree.scheme, tree.height, self.slots.unwrap_or(1), self.first.unwrap_or(0))
            .map_err(|error| Failure::new(Code::Usage, error))
    }
}

impl MakingArgs {
    /// Refuses options that only keys with a tree have.
    pub fn forbid(&self) -> Result<(), Failure> {
        only_for_trees(&[(self.subtree.is_some(), "--subtree"), (self.threads.is_some(), "--threads")])
    }

    /// The first flag that was given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            (self.subtree.is_some(), "--subtree"),
            (self.threads.is_some(), "--threads"),
            (self.encryption.encrypt, "--encrypt"),
        ];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }
}

impl StoreArgs {
    /// Makes a key, or resumes an interrupted one of the same terms.
    pub fn generate(
        &self,
        dir: &Path,
        terms: Terms,
        making: &MakingArgs,
        ui: &Ui,
    ) -> Result<PublicKey, Failure> {
        let settings = self.settings()?;
        let threads = making.threads.map_or(settings.threads, NonZero::from);
        let settings = Settings { threads, ..settings };
        if dir.exists() && !is_store(dir) {
            let message = format_args!("{} is a file, and a key that expires is a directory", dir.display());
            return Err(Failure::new(Code::Refused, message).hint("choose another name"));
        }
        let generation = if holds_key(dir) {
            self.resume(dir, terms, making, settings, ui)?
        } else {
            let passphrase = self.passphrase.new_one(&making.encryption)?;
            let request = Request { terms, subtree: making.subtree, seeds: None };
            Generation::create(dir, request, passphrase, settings)?
        };
        run(generation, ui)
    }

    fn resume(
        &self,
        dir: &Path,
        terms: Terms,
        making: &MakingArgs,
        settings: Settings,
        ui: &Ui,
    ) -> Result<Generation, Failure> {
        let generation = Generation::resume(dir, self.passphrase_of(dir)?, settings)?;
        if generation.is_complete() {
            return Err(Error::from(Refusal::Exists(dir.to_owned())).into());
        }
        if generation.terms() != terms {
            let message = format_args!("in {} a key of other terms was begun", dir.display());
            return Err(Failure::new(Code::Refused, message).hint(
                "give the scheme, --first and --slots that it was begun with, or choose another directory",
            ));
        }
        if making.encryption.encrypt && !Store::is_encrypted(dir)? {
            let message = format_args!("the key that was begun in {} is not encrypted", dir.display());
            return Err(Failure::new(Code::Refused, message)
                .hint("remove the directory and begin again, or leave out --encrypt"));
        }
        if making.subtree.is_some_and(|subtree| subtree != generation.subtree()) {
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
}

fn run(generation: Generation, ui: &Ui) -> Result<PublicKey, Failure> {
    interrupt::catch()?;
    let (start, began) = (generation.progress(), Instant::now());
    let bar = ui.bar_from(start.done, start.total, "leaves");
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
