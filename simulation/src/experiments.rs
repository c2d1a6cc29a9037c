//! Experiments: counts, next to theory, and a bound that tells whether they agree.

pub mod alignment;
pub mod approval;
pub mod arrival;
pub mod coalition;
pub mod committees;
pub mod exclusion;
pub mod grinding;
pub mod insisting;
pub mod joining;
pub mod last_revealer;
pub mod leaving;
pub mod margin;
pub mod splitting;
pub mod together;
pub mod turns;
pub mod window;
pub mod withholding;

/// The standard deviations that a mean may lie from where theory has it: beyond that lies one of 1.7 million.
pub const DEVIATIONS: f64 = 5.0;

/// A claim and whether it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// In words.
    pub claim: String,
    /// The counted value.
    pub measured: f64,
    /// The least value that the claim allows.
    pub low: f64,
    /// The greatest value that the claim allows.
    pub high: f64,
}

impl Verdict {
    /// That `measured` lies within so much of `expected`.
    pub fn near(claim: impl Into<String>, measured: f64, expected: f64, tolerance: f64) -> Verdict {
        Verdict { claim: claim.into(), measured, low: expected - tolerance, high: expected + tolerance }
    }

    /// That `measured` is at most so much.
    pub fn at_most(claim: impl Into<String>, measured: f64, high: f64) -> Verdict {
        Verdict { claim: claim.into(), measured, low: 0.0, high }
    }

    /// Whether it does.
    pub fn holds(&self) -> bool {
        (self.low..=self.high).contains(&self.measured)
    }
}

/// The amount of simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The seed of everything.
    pub seed: u64,
    /// Divides the rounds of every experiment.
    pub divisor: u64,
}
