//! Checks whether the last rounds drew as many votes as the stakes let expect.
//!
//! In a slot with τ expected votes each of the W units of stake shows a vote with probability τ/W,
//! whichever key is due for its participant: an account whose tree has expired or was withdrawn draws with
//! its stateless key. So the votes of a healthy slot are Binomial(W, min(τ, W)/W), and those of m rounds are
//! a sum X of independent coins with mean μ = m · Σ min(τ, W) over the slots. For such a sum and x < μ
//! Chernoff's bound says
//!
//! ```text
//! P(X <= x) <= exp(−d),     d = μ − x + x · ln(x/μ)     (μ where x = 0)
//! ```
//!
//! (Mitzenmacher and Upfal, "Probability and Computing", theorem 4.5). After each round the windows of the
//! last 1, 2, ..., n rounds are looked at, and the alarm is raised if d > (40 + log2 n) · ln 2 for one of
//! them: a healthy chain crosses the bounds of a round with probability below n · 2^−40/n = 2^−40. The
//! longest window has n rounds: at least 16, and enough that n rounds without a vote exceed the bound. So a
//! loss of all keys is always seen; with 20 expected votes, after two empty rounds.

use heliast::Chain;
use heliast_store::Store;
use std::collections::VecDeque;

/// A healthy chain raises the alarm in a round with a probability below 2 to minus this.
const BITS: f64 = 40.0;
const ROUNDS: usize = 16;
/// Expected votes of the rounds that are read again at a start: enough to notice if all are missing.
const READ_AGAIN: f64 = 64.0;
/// Below this many expected votes a round may be empty by chance (e^−14, less than one in a million).
const RARELY_EMPTY: f64 = 14.0;

/// The votes of the last rounds.
#[derive(Debug)]
pub(crate) struct Votes {
    /// The expected number of votes in a round.
    expected: f64,
    /// The number of rounds of the longest window.
    window: usize,
    /// The votes of each round, the latest last.
    rounds: VecDeque<u64>,
}

impl Votes {
    pub(crate) fn new(chain: &Chain) -> Votes {
        let total = chain.total_stake();
        let slots = chain.genesis().committees.iter();
        Votes::expecting(slots.map(|expected| u64::from(*expected).min(total)).sum::<u64>() as f64)
    }

    fn expecting(expected: f64) -> Votes {
        let enough =
            (1..1_000).find(|rounds| is_low(*rounds as f64 * expected, 0, *rounds)).unwrap_or(ROUNDS);
        Votes { expected, window: enough.max(ROUNDS), rounds: VecDeque::new() }
    }

    /// The votes of the last rounds of a store, as far as they can be read. Delays are not verified.
    pub(crate) fn of(store: &Store) -> Votes {
        let (chain, last) = (store.chain(), store.last());
        let mut votes = Votes::new(chain);
        let count = ((READ_AGAIN / votes.expected).ceil() as u64).clamp(1, votes.window as u64).min(last);
        let Ok(Some(mut tip)) = store.tip_before(last - count + 1) else { return votes };
        for number in last - count + 1..=last {
            let Ok(Some(round)) = store.decoded(number) else { return votes };
            let Ok(after) = chain.follow_unverified(&tip, &round) else { return votes };
            let Ok(checked) = chain.check(&tip, round) else { return votes };
            votes.add(checked.facts().lots.iter().map(|lot| lot.votes).sum());
            tip = after;
        }
        votes
    }

    /// Adds the votes of the next round.
    pub(crate) fn add(&mut self, votes: u64) {
        self.rounds.push_back(votes);
        if self.rounds.len() > self.window {
            self.rounds.pop_front();
        }
    }

    /// A complaint if the last rounds drew far fewer votes than they should have.
    pub(crate) fn complaint(&self) -> Option<String> {
        let mut sum = 0;
        let mut windows = self.rounds.iter().rev().zip(1..).map(|(votes, rounds)| {
            sum += votes;
            (sum, rounds)
        });
        let (sum, rounds) =
            windows.find(|(sum, rounds)| is_low(*rounds as f64 * self.expected, *sum, self.window))?;
        let expected = rounds as f64 * self.expected;
        Some(format!(
            "the last {rounds} rounds drew {sum} votes where {expected} are expected: keys are lost or not in use; \
             see which are due and whether they answer"
        ))
    }

    /// Whether a round without a vote is very improbable.
    pub(crate) fn is_rarely_empty(&self) -> bool {
        self.expected >= RARELY_EMPTY
    }
}

/// Whether a healthy chain has `votes` or fewer votes, where `expected` are expected, in one of `windows`
/// windows with a probability below 2^−40.
fn is_low(expected: f64, votes: u64, windows: usize) -> bool {
    let votes = votes as f64;
    if votes >= expected {
        return false;
    }
    let fewer = if votes > 0.0 { votes * (votes / expected).ln() } else { 0.0 };
    expected - votes + fewer > (BITS + (windows as f64).log2()) * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests;
