//! Turns: how often each validator proposes in the engine's rotation.
//!
//! In as many heights as there are units of power, every validator proposes exactly once per unit of its
//! power, and then the rotation begins again. In between, no validator is far from its share, but the turns
//! are not evenly spaced: a validator with less than half of the power may have two turns in a row.

use super::Verdict;
use crate::{random::Random, rotation::Rotation, stakes::zipf};

/// The counts for one number of validators in one period.
#[derive(Clone, Debug, PartialEq)]
pub struct Turns {
    /// n.
    pub validators: usize,
    /// The heights of a period: the units of power.
    pub period: u64,
    /// The greatest share of the power.
    pub greatest_share: f64,
    /// The greatest difference between a validator's turns in a period and its power.
    pub difference: u64,
    /// The greatest difference between a validator's turns up to any height and its share of the heights.
    pub deviation: f64,
    /// The most consecutive turns of one validator.
    pub in_a_row: u64,
}

/// Runs validators with powers by Zipf's law, at random addresses.
pub fn run(validators: usize, seed: u64) -> Turns {
    let mut random = Random::new(seed, &format!("turns {validators}"));
    let mut powers: Vec<_> =
        zipf(validators, 100 * validators as u64).into_iter().map(|power| power as u32).collect();
    random.shuffle(&mut powers);
    let mut rotation = Rotation::of_powers(&powers);
    let period = rotation.total() as u64;
    let share = |power: &u32| f64::from(*power) / period as f64;
    let (mut counts, mut deviation, mut in_a_row, mut row) = (vec![0u64; validators], 0.0f64, 0, (None, 0));
    for height in 1..=period {
        let proposer = rotation.proposer();
        counts[proposer] += 1;
        row = if row.0 == Some(proposer) { (row.0, row.1 + 1) } else { (Some(proposer), 1) };
        in_a_row = in_a_row.max(row.1);
        for (count, power) in counts.iter().zip(&powers) {
            deviation = deviation.max((*count as f64 - height as f64 * share(power)).abs());
        }
        rotation.advance();
    }
    let differences = counts.iter().zip(&powers).map(|(count, power)| count.abs_diff(u64::from(*power)));
    let (difference, greatest_share) =
        (differences.max().unwrap_or(0), powers.iter().map(share).fold(0.0, f64::max));
    Turns { validators, period, greatest_share, difference, deviation, in_a_row }
}

impl Turns {
    /// Checks that the turns of every validator equal its power.
    pub fn verdict(&self) -> Verdict {
        let claim = format!(
            "{} validators with powers by Zipf's law: greatest difference of turns in a period from power",
            self.validators
        );
        Verdict::near(claim, self.difference as f64, 0.0, 0.0)
    }
}
