//! The last revealer: a coalition sees all other tickets, decides which of its own to send, and
//! wants one bit of the beacon to be 1.
//!
//! With w tickets it has 2^w beacons to choose from, in the order of its preference. To choose, it needs
//! their delays. If it completes m of them before the deadline, it sends the tickets of the first beacon that
//! has the bit, or else those of an option that it has not evaluated: the bit is 1 with probability 1 −
//! 2^−min(m + 1, 2^w). The delay is long enough for m = 0.

use super::{
    DEVIATIONS, Effort, Verdict,
    coalition::{Choice, Coalition, chance},
};
use crate::random::Random;
use heliast::Malformed;

const ROUNDS: u64 = 5_000;

/// The share of the stake, in thousandths.
pub const SHARES: [u64; 10] = [10, 25, 50, 75, 100, 150, 200, 330, 400, 500];
/// m, the number of delays that the coalition completes before the deadline; the last value means all of
/// them, as without a delay.
pub const COMPLETED: [u64; 4] = [0, 1, 3, u64::MAX];

/// The counts for one share of the stake.
#[derive(Clone, Debug, PartialEq)]
pub struct LastRevealer {
    /// The share of the stake, in thousandths.
    pub share: u64,
    /// The number of rounds.
    pub rounds: u64,
    /// The rounds with the wanted bit, for each of [`COMPLETED`].
    pub pleased: [u64; COMPLETED.len()],
    /// Its tickets in all rounds.
    pub tickets: u64,
    /// The theoretical chance, for each of [`COMPLETED`].
    pub theory: [f64; COMPLETED.len()],
}

/// Runs a coalition with `share` thousandths of the stake.
///
/// # Errors
/// [`Malformed`] if there is no such chain.
pub fn run(share: u64, effort: Effort) -> Result<LastRevealer, Malformed> {
    let mut random = Random::new(effort.seed, &format!("last revealer {share}"));
    let mut coalition = Coalition::new(share, &mut random)?;
    let rounds = (ROUNDS / effort.divisor).max(50);
    let (mut pleased, mut tickets) = ([0; COMPLETED.len()], 0);
    for _ in 0..rounds {
        let hand = coalition.draw();
        tickets += hand.own().len() as u64;
        let first = coalition.first_pleasing(&hand, Choice::Own);
        for (completed, pleased) in COMPLETED.iter().zip(&mut pleased) {
            // The options that it has evaluated, then one that it has not.
            let reached = first.is_some_and(|first| first <= *completed);
            *pleased += u64::from(reached);
        }
        coalition.advance(&hand, Choice::Own);
    }
    let theory = COMPLETED.map(|completed| chance(coalition.tickets(Choice::Own), completed));
    Ok(LastRevealer { share, rounds, pleased, tickets, theory })
}

impl LastRevealer {
    /// The measured chance of the bit.
    pub fn chances(&self) -> [f64; COMPLETED.len()] {
        self.pleased.map(|pleased| pleased as f64 / self.rounds as f64)
    }

    /// Compares each chance with theory: one half with the delay.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let verdict = |((completed, chance), theory): ((u64, f64), f64)| {
            let knows = match completed {
                0 => "no delay completed".to_owned(),
                u64::MAX => "all delays known".to_owned(),
                some => format!("{some} delays completed"),
            };
            let claim = format!("{} % of the stake, {knows}: chance of the bit", self.share as f64 / 10.0);
            let tolerance =
                DEVIATIONS * (theory * (1.0 - theory) / self.rounds as f64).sqrt() + 1.0 / self.rounds as f64;
            Verdict::near(claim, chance, theory, tolerance)
        };
        COMPLETED.into_iter().zip(self.chances()).zip(self.theory).map(verdict).collect()
    }
}
