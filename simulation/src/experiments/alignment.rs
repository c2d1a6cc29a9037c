//! Alignment of the windows that follow each other.
//!
//! Without empty blocks a round takes w + 5 blocks: two for ticks, the second of which opens it, w for the
//! window, one for the delay, and one more after each of the window's last block and the delay's block,
//! because the application hash has changed. As long as no other transactions arrive, the windows of
//! successive rounds begin w + 5 places further in the rotation. With n validators of equal power they begin
//! at n / g places only, g = gcd(w + 5, n): a participant whose tickets are left out there is left out
//! repeatedly. With F consecutive hostile validators the worst of the g starting places has ⌈(F − w + 1) / g⌉
//! hostile windows of n / g, where the mean is (F − w + 1) / n.

use super::{
    Verdict,
    exclusion::{adjacent, most_hostile},
};
use crate::{
    blocks::{Network, Play, Timeouts},
    rotation::Rotation,
};

/// The number of blocks of a round in addition to those of its window.
pub const BESIDE: usize = 5;
/// The number of validators, and w.
pub const CASES: [(usize, usize); 8] =
    [(4, 2), (7, 2), (14, 2), (28, 2), (16, 3), (24, 3), (31, 3), (100, 3)];
const TIMEOUTS: Timeouts =
    Timeouts { interval_ms: 0, propose_ms: [0; 2], prevote_ms: [0; 2], precommit_ms: [0; 2] };

/// The counts for n validators and windows of w blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Alignment {
    /// n.
    pub validators: usize,
    /// w.
    pub window: usize,
    /// The share of hostile windows among the rounds of a chain, for each starting place of the first window.
    pub shares: Vec<f64>,
}

/// Runs all chains of `validators` validators with windows of `window` blocks, one for each starting place of
/// the first window.
pub fn run(validators: usize, window: usize) -> Alignment {
    let hostile: Vec<_> = (0..validators).map(|place| place < most_hostile(validators)).collect();
    let mut start = Network::new(Rotation::of_powers(&vec![1; validators]), hostile, TIMEOUTS);
    let mut shares = Vec::new();
    for _ in 0..validators {
        shares.push(share(start.clone(), validators, window));
        start.skip(1);
    }
    Alignment { validators, window, shares }
}

/// As many rounds as there are validators: after these the sequence of windows repeats.
fn share(mut network: Network, rounds: usize, window: usize) -> f64 {
    let mut hostile = 0;
    for _ in 0..rounds {
        hostile += usize::from(network.window(window, Play::Prompt).is_hostile());
        network.skip(BESIDE as u64);
    }
    hostile as f64 / rounds as f64
}

impl Alignment {
    /// The share for the worst starting place.
    pub fn worst(&self) -> f64 {
        self.shares.iter().copied().fold(0.0, f64::max)
    }

    /// The mean over all starting places.
    pub fn mean(&self) -> f64 {
        self.shares.iter().sum::<f64>() / self.validators as f64
    }

    /// Both shares in theory: the worst and the mean.
    pub fn theory(&self) -> (f64, f64) {
        let (n, w, hostile) = (self.validators, self.window, most_hostile(self.validators));
        let step = gcd(w + BESIDE, n);
        let windows = (hostile + 1).saturating_sub(w);
        ((windows.div_ceil(step) * step) as f64 / n as f64, adjacent(n, hostile, w))
    }

    /// Compares both with theory, exactly.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let name = |what| {
            format!("{} validators, w = {}, rounds of w + 5 blocks: {what}", self.validators, self.window)
        };
        let (worst, mean) = self.theory();
        vec![
            Verdict::near(name("hostile windows, where most are"), self.worst(), worst, 1e-9),
            Verdict::near(name("hostile windows in the mean"), self.mean(), mean, 1e-9),
        ]
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With seven validators and rounds of seven blocks, a participant that is left out once is left out
    /// forever.
    #[test]
    fn windows_may_fall_on_the_same_proposers_for_ever() {
        let found = run(7, 2);
        assert_eq!(found.shares.iter().filter(|share| **share == 1.0).count(), 1);
        assert_eq!(found.shares.iter().filter(|share| **share == 0.0).count(), 6);
    }

    #[test]
    fn every_claim_holds() {
        for (validators, window) in CASES {
            let found = run(validators, window);
            assert!(found.verdicts().iter().all(Verdict::holds), "{:?}", found.verdicts());
        }
    }
}
