//! The last revealer: a coalition sees all other tickets, decides which of its own to send, and
//! wants one bit of the beacon to be 1.
//!
//! With w tickets it has 2^w beacons to choose from, in the order of its preference. What it needs
//! to know is their delays. If it completes m of them before the deadline it sends the tickets of
//! the first that pleases it, or else those of an option that it has not looked at: the bit is 1
//! with probability 1 − 2^−min(m + 1, 2^w). The delay is long enough for m = 0.

use super::{DEVIATIONS, Effort, Verdict};
use crate::{
    lots::{Lots, Won},
    random::Random,
    stakes::coalition,
    theory::Distribution,
};
use heliast::Malformed;

const TOTAL: u64 = 10_000_000_000;
const EXPECTED: u32 = 20;
/// Accounts of the coalition, and others.
const OWN: u32 = 10;
const OTHERS: usize = 20;
const ROUNDS: u64 = 5_000;

/// Thousandths of the stake.
pub const SHARES: [u64; 10] = [10, 25, 50, 75, 100, 150, 200, 330, 400, 500];
/// m: delays that the coalition completes before the deadline; the last stands for all of them, as
/// without a delay.
pub const COMPLETED: [u64; 4] = [0, 1, 3, u64::MAX];

/// What was counted for one share of the stake.
#[derive(Clone, Debug, PartialEq)]
pub struct LastRevealer {
    /// Thousandths of the stake.
    pub share: u64,
    /// Rounds.
    pub rounds: u64,
    /// Rounds with the bit that it wants, for each of [`COMPLETED`].
    pub pleased: [u64; COMPLETED.len()],
    /// Its tickets in all rounds.
    pub tickets: u64,
    /// The chance by theory, for each of [`COMPLETED`].
    pub theory: [f64; COMPLETED.len()],
}

/// A coalition with `share` thousandths of the stake.
///
/// # Errors
/// [`Malformed`] if there is no such chain.
pub fn run(share: u64, effort: Effort) -> Result<LastRevealer, Malformed> {
    let mut random = Random::new(effort.seed, &format!("last revealer {share}"));
    let stakes = coalition(OWN as usize, share, OTHERS, TOTAL);
    let mut lots = Lots::new(&stakes, &[EXPECTED], &mut random)?;
    let rounds = (ROUNDS / effort.divisor).max(50);
    let (mut pleased, mut tickets) = ([0; COMPLETED.len()], 0);
    for _ in 0..rounds {
        let won = lots.draw(0, 0..stakes.len() as u32);
        let (own, others): (Vec<_>, Vec<_>) = won.iter().partition(|won| won.participant < OWN);
        tickets += own.len() as u64;
        let options = 1u64 << own.len();
        let first = (0..options).find(|option| is_pleasing(&lots.beacon(&with(&own, &others, *option))));
        for (completed, pleased) in COMPLETED.iter().zip(&mut pleased) {
            // Those that it has looked at, then one that it has not.
            let reached = first.is_some_and(|first| first <= *completed);
            *pleased += u64::from(reached);
        }
        let beacon = lots.beacon(&with(&own, &others, 0));
        lots.advance(beacon);
    }
    Ok(LastRevealer { share, rounds, pleased, tickets, theory: theory(stakes[0]) })
}

/// Its tickets but for those in `withheld`, a bit for each, and all others', in order.
fn with<'a>(own: &[&'a Won], others: &[&'a Won], withheld: u64) -> Vec<&'a Won> {
    let kept = (0..).zip(own).filter(|(index, _)| withheld >> index & 1 == 0).map(|(_, won)| *won);
    kept.chain(others.iter().copied()).collect()
}

fn is_pleasing(beacon: &[u8; 32]) -> bool {
    beacon[31] & 1 == 1
}

/// Over the number of tickets of accounts with `stake` each.
fn theory(stake: u64) -> [f64; COMPLETED.len()] {
    let p = f64::from(EXPECTED) / TOTAL as f64;
    let wins = -(stake as f64 * (-p).ln_1p()).exp_m1();
    let tickets = Distribution::of_coins(vec![wins; OWN as usize]);
    COMPLETED.map(|completed| {
        tickets.mean_of(|w| {
            let tries = completed.saturating_add(1).min(1 << w);
            1.0 - 0.5f64.powi(tries.min(1_024) as i32)
        })
    })
}

impl LastRevealer {
    /// The chance of the bit, as counted.
    pub fn chances(&self) -> [f64; COMPLETED.len()] {
        self.pleased.map(|pleased| pleased as f64 / self.rounds as f64)
    }

    /// Each chance against theory: one half with the delay.
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
