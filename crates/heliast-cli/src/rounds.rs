//! Rounds from files, stores and nodes, verified by the library; this module adds the progress bar, the times
//! and the check of outputs in a store.

mod archived;
mod outputs;
mod stored;

use crate::failure::Failure;
use heliast::{
    Chain, RoundFacts, Tip,
    verify::{Delays, Entry, Options, Step, Tally, Verifier},
};
use heliast_verify::of_verifier;
use heliast_view::{KeysView, MembersView};
use indicatif::ProgressBar;
use std::time::{Duration, Instant};

pub use archived::Archived;
pub use stored::{Frames, Stored, is_within};

/// A round from its source.
pub struct Item {
    /// The round to verify.
    pub entry: Entry,
    /// The outputs of its tickets, if they come from a store.
    pub outputs: Option<Vec<Vec<u8>>>,
    /// The frames before it in a bundle, without epoch proofs.
    pub frames: Vec<Vec<u8>>,
}

impl AsRef<Entry> for Item {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

/// Rounds from bundles and nodes have no outputs.
impl From<heliast_verify::Item> for Item {
    fn from(heliast_verify::Item { entry, frames }: heliast_verify::Item) -> Item {
        Item { entry, outputs: None, frames }
    }
}

/// The rounds of a bundle or a node.
pub fn of_source(
    rounds: impl Iterator<Item = Result<heliast_verify::Item, heliast_verify::Failure>>,
) -> impl Iterator<Item = Result<Item, Failure>> {
    rounds.map(|round| Ok(round?.into()))
}

/// The rounds to verify.
pub struct Range<I> {
    /// The state before the first round.
    pub before: Tip,
    /// The last round.
    pub last: u64,
    /// All rounds, in their order.
    pub items: I,
}

/// The result of verifying rounds, and its cost.
pub struct Reached {
    /// The state after the last round.
    pub tip: Tip,
    /// The number of rounds, by the way in which they were verified.
    pub tally: Tally,
    /// The reasons why epoch proofs were not used.
    pub unused: Vec<String>,
    /// The time for verifying tickets, times and links.
    pub tickets: Duration,
    /// The time for verifying delays.
    pub delays: Duration,
}

/// Verifies rounds on all cores. Each goes to `sink` when it and all before it are verified; the
/// first invalid one stops the work.
pub fn verify<I: Iterator<Item = Result<Item, Failure>>>(
    chain: &Chain,
    range: Range<I>,
    delays: Delays,
    bar: &ProgressBar,
    mut sink: impl FnMut(&Item) -> Result<(), Failure>,
) -> Result<Reached, Failure> {
    verify_with_facts(chain, range, delays, bar, |item, _| sink(item))
}

/// The same, for a sink that also takes the facts of each round.
pub fn verify_with_facts<I: Iterator<Item = Result<Item, Failure>>>(
    chain: &Chain,
    Range { before, last, items }: Range<I>,
    delays: Delays,
    bar: &ProgressBar,
    mut sink: impl FnMut(&Item, &RoundFacts) -> Result<(), Failure>,
) -> Result<Reached, Failure> {
    let options = Options { delays, last: Some(last), ..Options::default() };
    let mut verifier = Verifier::new(chain, before, items, options);
    let (mut unused, mut on_tickets, mut on_delays) = (Vec::new(), Duration::ZERO, Duration::ZERO);
    loop {
        let began = Instant::now();
        let Some(step) = verifier.next() else { break };
        let took = began.elapsed();
        match step.map_err(of_verifier)? {
            Step::Checked(count) => {
                on_tickets += took;
                bar.inc(count as u64);
            }
            Step::Rounds(rounds) => {
                on_delays += took;
                outputs::check(&rounds)?;
                rounds.iter().try_for_each(|(item, round)| sink(item, round.facts()))?;
            }
            Step::Epoch { entries, epoch } => {
                on_delays += took;
                outputs::check_epoch(&entries, &epoch)?;
                entries.iter().zip(epoch.facts()).try_for_each(|(item, facts)| sink(item, facts))?;
            }
            Step::Unused(reason) => {
                on_delays += took;
                unused.push(reason.to_string());
            }
            _ => {}
        }
    }
    let (tip, tally) = (verifier.tip().clone(), verifier.tally());
    Ok(Reached { tip, tally, unused, tickets: on_tickets, delays: on_delays })
}

/// The keys that are due at a beacon.
pub fn remote_keys(url: &str) -> Result<KeysView, Failure> {
    Ok(heliast_verify::patient(url)?.json("/v1/keys")?)
}

/// The stakes of members at a beacon, and the open proposals.
pub fn remote_members(url: &str) -> Result<MembersView, Failure> {
    Ok(heliast_verify::patient(url)?.json("/v1/members")?)
}
