//! One account, or a hundred with the same total stake: the votes have the same distribution.

use super::{DEVIATIONS, Effort, Verdict};
use crate::{
    lots::Lots,
    random::Random,
    theory::{Distribution, Histogram, greatest_distance},
};
use heliast::Malformed;

const TOTAL: u64 = 10_000_000_000;
const EXPECTED: u32 = 1_500;
/// A hundredth of all units.
const STAKE: u64 = TOTAL / 100;
const PARTS: u32 = 100;
const ROUNDS: u64 = 20_000;

/// The counts.
#[derive(Clone, Debug, Default)]
pub struct Splitting {
    /// The votes of the single account.
    pub whole: Histogram,
    /// The votes of the hundred accounts together.
    pub parts: Histogram,
    /// The theoretical distribution of both.
    pub theory: Distribution,
}

/// Runs both in the same rounds.
///
/// # Errors
/// [`Malformed`] if there is no such chain.
pub fn run(effort: Effort) -> Result<Splitting, Malformed> {
    let mut random = Random::new(effort.seed, "splitting");
    let mut stakes = vec![STAKE];
    stakes.extend([STAKE / u64::from(PARTS); PARTS as usize]);
    stakes.push(TOTAL - 2 * STAKE);
    let mut lots = Lots::new(&stakes, &[EXPECTED], &mut random)?;
    let theory = Distribution::binomial(STAKE, f64::from(EXPECTED) / TOTAL as f64);
    let mut result = Splitting { whole: Histogram::default(), parts: Histogram::default(), theory };
    for _ in 0..(ROUNDS / effort.divisor).max(50) {
        let won = lots.draw(0, 0..PARTS + 1);
        let votes = |of: std::ops::Range<u32>| {
            won.iter().filter(|won| of.contains(&won.participant)).map(|won| won.votes).sum()
        };
        result.whole.add(votes(0..1));
        result.parts.add(votes(1..PARTS + 1));
        let beacon = lots.beacon(&won.iter().collect::<Vec<_>>());
        lots.advance(beacon);
    }
    Ok(result)
}

impl Splitting {
    /// Checks both means and both distributions.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let Splitting { whole, parts, theory } = self;
        let tolerance = DEVIATIONS * (theory.variance() / whole.total() as f64).sqrt();
        let bound = greatest_distance(whole.total());
        vec![
            Verdict::near("one account of 1 %: mean of the votes", whole.mean(), theory.mean(), tolerance),
            Verdict::near("a hundred of 0.01 %: mean of the votes", parts.mean(), theory.mean(), tolerance),
            Verdict::at_most("one account: distance of the distributions", whole.distance(theory), bound),
            Verdict::at_most("a hundred: distance of the distributions", parts.distance(theory), bound),
        ]
    }
}
