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

/// The standard deviations by which a mean may differ from the theoretical one; one in 1.7 million differs by
/// more.
pub const DEVIATIONS: f64 = 5.0;

/// A claim and whether it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// A description.
    pub claim: String,
    /// The counted value.
    pub measured: f64,
    /// The least value that the claim allows.
    pub low: f64,
    /// The greatest value that the claim allows.
    pub high: f64,
}

impl Verdict {
    /// The claim that `measured` is within `tolerance` of `expected`.
    pub fn near(claim: impl Into<String>, measured: f64, expected: f64, tolerance: f64) -> Verdict {
        Verdict { claim: claim.into(), measured, low: expected - tolerance, high: expected + tolerance }
    }

    /// The claim that `measured` is at most `high`.
    pub fn at_most(claim: impl Into<String>, measured: f64, high: f64) -> Verdict {
        Verdict { claim: claim.into(), measured, low: 0.0, high }
    }

    /// Whether the claim holds.
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
