//! `heliast vrf adopt`: uses a key that was moved or restored, or skips rounds of a key.

use crate::{
    failure::Failure,
    numbers::count,
    report::Report,
    reports::Adopted,
    stores::{self, StoreArgs},
};
use std::path::PathBuf;

/// Use a key that was moved, copied or restored, from a later round on
///
/// A key must never answer twice, so a key that may have answered elsewhere is refused. With this command you
/// say from which round on it has certainly not answered: every round before it is given up. Make sure that
/// no other copy of the key is in use, and look up on the chain what it has answered.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The key's directory
    #[arg(long, value_name = "DIR")]
    key: PathBuf,
    /// The first round that it may answer from now on
    #[arg(long, value_name = "ROUND", value_parser = count::<u64>(..))]
    next: u64,
    #[command(flatten)]
    store: StoreArgs,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let store = self.store.adopt(&self.key, self.next)?;
        let said = Adopted { tree: stores::tree(&store.public_key(), store.next_turn()) };
        let headline = "adopted: the key is this machine's now, and no other copy of it may be used";
        Ok(stores::show_tree(Report::of(headline, &said), &said.tree))
    }
}
