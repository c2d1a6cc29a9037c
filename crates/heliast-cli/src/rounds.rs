//! Rounds from files, stores and nodes, verified by the library; this module adds the bar, the
//! clock and the check of outputs that a store keeps.

mod archived;
mod finality;
mod frames;
mod outputs;
mod remote;
mod stored;

use crate::failure::{Code, Failure};
use heliast::{
    Chain, Invalid, RoundFacts, Tip,
    verify::{Delays, Entry, Error, Options, Step, Tally, Verifier},
};
use indicatif::ProgressBar;
use std::time::{Duration, Instant};

pub use archived::Archived;
pub use finality::{Agreed, Agreement, Frames, is_network_file, solo};
pub use frames::Bundle;
pub use remote::{Remote, remote_keys, remote_members};
pub use stored::{Stored, is_within};

/// A round from its source.
pub struct Item {
    /// The round to verify.
    pub entry: Entry,
    /// The outputs of its tickets, as a store keeps them.
    pub outputs: Option<Vec<Vec<u8>>>,
    /// The frames before it in a bundle, except for an epoch proof.
    pub frames: Vec<Vec<u8>>,
}

impl AsRef<Entry> for Item {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
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
    /// Time for tickets, times and links.
    pub tickets: Duration,
    /// Time for delays.
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

/// The same for a sink that also takes the facts of a round.
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
        match step.map_err(failure)? {
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

/// The failure for an error of the library, with its exit code and hint.
pub fn failure(error: Error<Failure>) -> Failure {
    match error {
        Error::Source(failure) => failure,
        Error::Gap { .. } => Failure::new(Code::Malformed, error).hint("take the chain from another source"),
        Error::Missing(_) => Failure::new(Code::Malformed, error),
        Error::Malformed { round, reason } => of_round(round, reason.into()),
        Error::Invalid { round, reason: Invalid::Number { expected, found } } => {
            let message = format_args!("what is kept as round {expected} says that it is round {found}");
            of_round(round, Failure::new(Code::Invalid, message))
        }
        Error::Invalid { round, reason } => of_round(round, reason.into()),
        other => Failure::new(Code::Pending, other),
    }
}

fn of_round(number: u64, failure: Failure) -> Failure {
    failure
        .about(format_args!("round {number}"))
        .hint("take this round from another source, or don't rely on it")
}

/// The error for a chain or range without a round.
pub fn nothing() -> Failure {
    Failure::new(Code::Pending, "there is no finished round yet")
        .hint("the first takes about a period; try again then")
}

/// The error for another chain than the pinned one.
pub fn require_chain(chain: &Chain, pinned: Option<&[u8; 32]>) -> Result<(), Failure> {
    match pinned {
        Some(pinned) if pinned != chain.id() => {
            let message =
                format_args!("this is chain {}, not {}", hex::encode(chain.id()), hex::encode(pinned));
            Err(Failure::new(Code::Invalid, message)
                .hint("it comes from another beacon, or somebody passes one off as the other"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast::Malformed;

    /// The message, the code, and a part of the hint.
    #[test]
    fn what_the_library_says_has_a_code_and_a_hint() {
        let number = Invalid::Number { expected: 2, found: 3 };
        for (error, message, code, hint) in [
            (
                Error::Gap { expected: 2, found: 4 },
                "round 2 is missing: what follows is kept as round 4",
                Code::Malformed,
                "take the chain from another source",
            ),
            (Error::Missing(9), "round 9 is missing", Code::Malformed, "check that the path"),
            (
                Error::Invalid { round: 2, reason: number },
                "round 2: what is kept as round 2 says that it is round 3",
                Code::Invalid,
                "take this round from another source",
            ),
            (
                Error::Invalid { round: 5, reason: Invalid::Time(7) },
                "round 5: its time 7 ms is not on the chain's grid",
                Code::Invalid,
                "take this round from another source",
            ),
            (
                Error::Malformed { round: 5, reason: Malformed::Trailing("round") },
                "round 5: ",
                Code::Malformed,
                "take this round from another source",
            ),
            (Error::Source(Failure::new(Code::Network, "gone").hint("call")), "gone", Code::Network, "call"),
        ] {
            let failure = failure(error);
            assert!(failure.to_string().starts_with(message), "{failure}");
            assert!(failure.hint_text().starts_with(hint), "{}", failure.hint_text());
            assert_eq!(failure.code(), code, "{failure}");
        }
    }
}
