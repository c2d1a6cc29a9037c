//! The votes of a committee, compared with the binomial distribution.
//!
//! Every unit of stake is a coin that shows a vote with probability p = expected / total, with any owner. So
//! the votes of all accounts together are binomial over the total, for every distribution of the stake.

use super::{DEVIATIONS, Effort, Verdict};
use crate::{
    lots::Lots,
    random::Random,
    stakes::zipf,
    theory::{Distribution, Histogram, greatest_distance},
};
use heliast::Malformed;

/// Units of stake, as on Algorand.
const TOTAL: u64 = 10_000_000_000;
/// Expected votes: those of Algorand's proposers and soft votes.
const COMMITTEES: [u32; 2] = [20, 2_990];
/// The number of draws of each slot.
const DRAWS: u64 = 4_000_000;

/// One committee of one population.
#[derive(Clone, Debug)]
pub struct Committee {
    /// The number of accounts.
    pub participants: usize,
    /// The expected votes.
    pub expected: u32,
    /// The counted votes.
    pub votes: Histogram,
    /// The counted accounts with votes.
    pub seats: Histogram,
    /// The theoretical distribution of the votes.
    pub theory: Distribution,
    /// The theoretical mean of the accounts.
    pub seats_theory: f64,
}

/// Runs both committees of a population.
///
/// # Errors
/// [`Malformed`] if no chain has that many participants.
pub fn run(participants: usize, effort: Effort) -> Result<Vec<Committee>, Malformed> {
    let mut random = Random::new(effort.seed, &format!("committees of {participants}"));
    let stakes = zipf(participants, TOTAL);
    let total: u64 = stakes.iter().sum();
    let mut lots = Lots::new(&stakes, &COMMITTEES, &mut random)?;
    let rounds = (DRAWS / participants as u64).min(100_000) / effort.divisor;
    let mut committees: Vec<_> = COMMITTEES.iter().map(|expected| of(&stakes, total, *expected)).collect();
    for _ in 0..rounds.max(20) {
        let mut sent = Vec::new();
        for (slot, committee) in (0..).zip(&mut committees) {
            let won = lots.draw(slot, 0..participants as u32);
            committee.votes.add(won.iter().map(|won| won.votes).sum());
            committee.seats.add(won.len() as u64);
            sent.extend(won);
        }
        let beacon = lots.beacon(&sent.iter().collect::<Vec<_>>());
        lots.advance(beacon);
    }
    Ok(committees)
}

fn of(stakes: &[u64], total: u64, expected: u32) -> Committee {
    let p = f64::from(expected) / total as f64;
    let wins = |stake: &u64| -(*stake as f64 * (-p).ln_1p()).exp_m1();
    Committee {
        participants: stakes.len(),
        expected,
        votes: Histogram::default(),
        seats: Histogram::default(),
        theory: Distribution::binomial(total, p),
        seats_theory: stakes.iter().map(wins).sum(),
    }
}

impl Committee {
    /// The number of rounds.
    pub fn rounds(&self) -> u64 {
        self.votes.total()
    }

    /// The votes that are k standard deviations below and above the mean.
    pub fn limits(&self, k: f64) -> (u64, u64) {
        let (mean, deviation) = (self.theory.mean(), self.theory.variance().sqrt());
        ((mean - k * deviation).ceil().max(0.0) as u64, (mean + k * deviation).floor() as u64)
    }

    /// The shares beyond two standard deviations, counted and computed.
    pub fn tails(&self) -> (f64, f64) {
        let (low, high) = self.limits(2.0);
        let inside: f64 = (low..=high).map(|votes| self.theory.mass(votes)).sum();
        (1.0 - self.votes.share(low, high), 1.0 - inside)
    }

    /// Checks the mean, the variance, the tails and the whole distribution.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let Committee { participants, expected, votes, theory, .. } = self;
        let name = |what| format!("committee of {expected} among {participants}: {what}");
        let (rounds, variance) = (self.rounds() as f64, theory.variance());
        let mean = Verdict::near(
            name("mean of the votes"),
            votes.mean(),
            theory.mean(),
            DEVIATIONS * (variance / rounds).sqrt(),
        );
        // The variance of a sample's variance: (fourth moment − variance²) / rounds; for a binomial this is
        // less than (2 + 1/variance)·variance².
        let spread = variance * ((2.0 + 1.0 / variance) / rounds).sqrt();
        let spread =
            Verdict::near(name("variance of the votes"), votes.variance(), variance, DEVIATIONS * spread);
        let (counted, computed) = self.tails();
        let tolerance = DEVIATIONS * (computed * (1.0 - computed) / rounds).sqrt() + 1.0 / rounds;
        let tails = Verdict::near(name("share beyond two deviations"), counted, computed, tolerance);
        let distance = votes.distance(theory);
        let whole = Verdict::at_most(
            name("distance of the distributions"),
            distance,
            greatest_distance(self.rounds()),
        );
        vec![mean, spread, tails, whole]
    }
}
