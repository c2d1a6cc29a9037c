//! Consecutive rounds, fetched in bundles.

use crate::{
    basis,
    client::Client,
    error::{Cause, Error, Misuse, NodeError},
    node::Node,
};
use heliast::{
    Chain, Round, Tip, Verified,
    bundle::{BundleError, Reader},
    verify::{self, Options, Step, Verifier},
};
use std::{
    collections::VecDeque,
    io::BufReader,
    ops::{Bound, RangeBounds, RangeInclusive},
};

/// The most rounds in one request. They are kept in memory until all of them are verified.
const PAGE: u64 = 100;

impl Client {
    /// Consecutive rounds, each verified against the one before. A range without an end means up to the last
    /// finished round. They are fetched in bundles. If a node fails in the middle, another one goes on.
    pub fn rounds(&self, range: impl RangeBounds<u64>) -> Rounds {
        Rounds::new(self.clone(), &range)
    }

    /// The round with this number.
    ///
    /// # Errors
    /// [`Error::NotYet`] if no node has it yet; [`Error::Misuse`] for round 0; [`Error::Nodes`], and
    /// [`Error::Contradiction`] with [`Builder::trusting_start`](crate::Builder::trusting_start).
    pub fn round(&self, number: u64) -> Result<Verified<Round>, Error> {
        let mut rounds = self.rounds(number..=number);
        rounds.next().unwrap_or_else(|| Err(Error::NotYet(format!("round {number}"))))
    }
}

/// Verified rounds in their order: [`Client::rounds`]. It ends after an error.
#[must_use = "nothing is asked before the first round is taken"]
pub struct Rounds {
    client: Client,
    next: u64,
    /// The last round; `None` to end with the last finished one.
    last: Option<u64>,
    /// The state before the next page.
    tip: Option<Tip>,
    ready: VecDeque<Verified<Round>>,
    is_over: bool,
}

impl Rounds {
    fn new(client: Client, range: &impl RangeBounds<u64>) -> Rounds {
        let next = match range.start_bound() {
            Bound::Included(first) => *first,
            Bound::Excluded(before) => before.saturating_add(1),
            Bound::Unbounded => 1,
        };
        let last = match range.end_bound() {
            Bound::Included(last) => Some(*last),
            Bound::Excluded(end) => Some(end.saturating_sub(1)),
            Bound::Unbounded => None,
        };
        Rounds { client, next, last, tip: None, ready: VecDeque::new(), is_over: false }
    }

    fn round(&mut self) -> Result<Option<Verified<Round>>, Error> {
        if self.last.is_some_and(|last| last < self.next) {
            return Ok(None);
        }
        if self.next == 0 {
            return Err(Misuse::RoundZero.into());
        }
        loop {
            if let Some(round) = self.ready.pop_front() {
                self.next = round.number.saturating_add(1);
                return Ok(Some(round));
            }
            match self.page() {
                Ok(()) => {}
                Err(Error::NotYet(_)) if self.last.is_none() => return Ok(None),
                Err(Error::NotYet(_)) => return Err(Error::NotYet(format!("round {}", self.next))),
                Err(error) => return Err(error),
            }
        }
    }

    /// Fetches the next rounds, including those before the first wanted one.
    fn page(&mut self) -> Result<(), Error> {
        let tip = match self.tip.take() {
            Some(tip) => tip,
            None => basis::before(&self.client, self.next)?,
        };
        let rounds = after(&self.client, &tip, self.last.unwrap_or(u64::MAX))?;
        let tips = rounds.iter().map(|round| self.client.chain().tip_after(round));
        let tips: Vec<_> = tips.collect();
        let mut known = self.client.tips();
        tips.iter().for_each(|tip| known.note(tip));
        self.tip = tips.into_iter().next_back().or(Some(tip));
        self.ready.extend(rounds.into_iter().filter(|round| round.number >= self.next));
        Ok(())
    }
}

impl Iterator for Rounds {
    type Item = Result<Verified<Round>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let round = self.round().transpose();
        self.is_over = !matches!(round, Some(Ok(_)));
        round
    }
}

/// One or more rounds after `tip`, up to `last`, from one node. If the node fails in the middle, the rounds
/// before the failure are taken.
fn after(client: &Client, tip: &Tip, last: u64) -> Result<Vec<Verified<Round>>, Error> {
    let from = tip.next_round();
    let range = from..=last.min(from.saturating_add(PAGE - 1));
    let nodes = client.asked();
    let (node, rounds, failure) = nodes.ask(&|| format!("round {from}"), |node| {
        let mut rounds = Vec::new();
        match read(client.chain(), node, tip, &range, &mut rounds) {
            Ok(()) => Ok((node.clone(), rounds, None)),
            Err(error) if rounds.is_empty() => Err(error),
            Err(error) => Ok((node.clone(), rounds, Some(error))),
        }
    })?;
    if let (Some(error), Some(place)) = (failure, nodes.place_of(&node)) {
        nodes.failed(place, &error);
    }
    Ok(rounds)
}

/// Verifies a bundle on all cores. Rounds before a failure are kept.
fn read(
    chain: &Chain,
    node: &Node,
    tip: &Tip,
    range: &RangeInclusive<u64>,
    rounds: &mut Vec<Verified<Round>>,
) -> Result<(), NodeError> {
    let failed = |cause| node.bundle_error(range, cause);
    let body = node.bundle(chain, range.clone())?;
    let reader = Reader::after(BufReader::new(body), chain, tip);
    let reader = reader.map_err(|error| failed(Cause::Rounds(error)))?;
    if reader.count() > range.end() - range.start() + 1 {
        return Err(failed(Cause::Claim(format!("it has {} rounds, more than asked for", reader.count()))));
    }
    for step in Verifier::of_bundle(reader, Options::default()) {
        match step {
            Ok(Step::Rounds(found)) => rounds.extend(found.into_iter().map(|(_, round)| round)),
            Ok(_) => {}
            Err(error) => return Err(failed(cause(error))),
        }
    }
    Ok(())
}

fn cause(error: verify::Error<BundleError>) -> Cause {
    match error {
        verify::Error::Source(error) => Cause::Rounds(error),
        verify::Error::Malformed { round, reason } => Cause::Rounds(BundleError::Malformed { round, reason }),
        verify::Error::Invalid { round, reason } => Cause::Rounds(BundleError::Invalid { round, reason }),
        other => Cause::Claim(other.to_string()),
    }
}
