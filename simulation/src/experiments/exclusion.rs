//! Exclusion: hostile proposers leave a victim's tickets out of a round, for which they need all w blocks of
//! its window.
//!
//! If every proposer were drawn independently, by its power, the chance would be f^w. The engine's rotation
//! does not draw, so the order decides. For n validators of equal power, F of them hostile, the rotation is a
//! cycle, and a window w places of it:
//!
//! - *scattered*, where no validator chose its place: the chance that w places all fall on hostile ones is
//!   F/n·(F − 1)/(n − 1)···(F − w + 1)/(n − w + 1), less than f^w, and 0 for w > F;
//! - *adjacent*, where addresses were tried until all hostile ones follow each other: (F − w + 1)/n of all
//!   windows, which falls linearly with w;
//! - *joined*: no address needs to be tried, since validators that join in one block begin with one
//!   priority, and mostly stay consecutive. Some honest ones come between them; how many depends on when they
//!   join. So their share lies between those of scattered and adjacent ones.
//!
//! A ticket that is sent until it is included waits for the first honest block. With scattered hostile
//! validators it waits F/(n − F + 1) blocks beyond the next one on average.

#[cfg(test)]
mod tests;

use super::{DEVIATIONS, Effort, Verdict};
use crate::{
    blocks::{Network, Play, Timeouts},
    random::Random,
    rotation::{Rotation, Validator},
    stakes::zipf,
};

/// The longest window, in blocks.
pub const LONGEST: usize = 6;
/// The numbers of validators.
pub const VALIDATORS: [usize; 5] = [4, 7, 16, 31, 100];
const TRIALS: u64 = 20_000;
const NO_TIME: Timeouts =
    Timeouts { interval_ms: 0, propose_ms: [0; 2], prevote_ms: [0; 2], precommit_ms: [0; 2] };

/// The places of the hostile validators among the others, and the powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Equal powers; every proposer is drawn independently, unlike in the engine: the contrast.
    Drawn,
    /// Equal powers, random addresses.
    Scattered,
    /// Equal powers; the hostile validators have consecutive addresses.
    Adjacent,
    /// Equal powers, random addresses; the hostile validators joined a chain of the others in one block.
    Joined,
    /// Powers by Zipf's law; the hostile validators are a random set with less than a third of the power.
    Zipf,
}

/// All placements.
pub const PLACEMENTS: [Placement; 5] =
    [Placement::Drawn, Placement::Scattered, Placement::Adjacent, Placement::Joined, Placement::Zipf];

/// The counts for one placement and number of validators.
#[derive(Clone, Debug, PartialEq)]
pub struct Exclusion {
    /// The places of the hostile validators.
    pub placement: Placement,
    /// n.
    pub validators: usize,
    /// F, or its mean for `Zipf`.
    pub hostile: f64,
    /// The number of windows examined.
    pub trials: u64,
    /// Windows of 1, 2, ... [`LONGEST`] blocks that are hostile.
    pub excluded: [u64; LONGEST],
    /// The blocks that tickets waited beyond the next one, in all trials.
    pub waited: u64,
    /// The mean of f^w.
    pub drawn: [f64; LONGEST],
}

/// The greatest number of `validators` with less than a third of the power, if all powers are equal.
pub fn most_hostile(validators: usize) -> usize {
    (validators - 1) / 3
}

/// Scattered: the chance that `w` consecutive places of `n` all fall on the `hostile` ones.
pub fn scattered(n: usize, hostile: usize, w: usize) -> f64 {
    let chance = |place| (hostile - place) as f64 / (n - place) as f64;
    if w > hostile { 0.0 } else { (0..w).map(chance).product() }
}

/// Adjacent: the share of windows within the hostile ones.
pub fn adjacent(n: usize, hostile: usize, w: usize) -> f64 {
    (hostile + 1).saturating_sub(w) as f64 / n as f64
}

/// Runs one placement.
pub fn run(placement: Placement, validators: usize, effort: Effort) -> Exclusion {
    let mut random = Random::new(effort.seed, &format!("exclusion {placement:?} {validators}"));
    let trials = (TRIALS / effort.divisor).max(200);
    let (excluded, drawn) = ([0; LONGEST], [0.0; LONGEST]);
    let mut result = Exclusion { placement, validators, hostile: 0.0, trials, excluded, waited: 0, drawn };
    for _ in 0..trials {
        let (hostile, share, first_honest) = trial(placement, validators, &mut random);
        result.hostile += hostile as f64 / trials as f64;
        result.waited += first_honest as u64;
        result.excluded.iter_mut().take(first_honest).for_each(|count| *count += 1);
        for (w, drawn) in (1..).zip(&mut result.drawn) {
            *drawn += share.powi(w) / trials as f64;
        }
    }
    result
}

/// Hostile validators, their share of the power, and the hostile blocks at the beginning of a window.
fn trial(placement: Placement, n: usize, random: &mut Random) -> (usize, f64, usize) {
    let most = most_hostile(n);
    let share = most as f64 / n as f64;
    if placement == Placement::Drawn {
        let blocks = std::iter::repeat_with(|| random.index(n) < most);
        return (most, share, blocks.take_while(|is_hostile| *is_hostile).count());
    }
    let (rotation, hostile) = match placement {
        Placement::Adjacent => {
            let first = random.index(n);
            let is_hostile = |place: usize| (place + n - first) % n < most;
            (Rotation::of_powers(&vec![1; n]), (0..n).map(is_hostile).collect())
        }
        Placement::Joined => joined(n - most, most, random),
        Placement::Zipf => by_zipf(n, random),
        Placement::Drawn | Placement::Scattered => {
            let mut hostile: Vec<_> = (0..n).map(|place| place < most).collect();
            random.shuffle(&mut hostile);
            (Rotation::of_powers(&vec![1; n]), hostile)
        }
    };
    let share = rotation.share(&hostile);
    let count = hostile.iter().filter(|is_hostile| **is_hostile).count();
    let mut network = Network::new(rotation, hostile, NO_TIME);
    // With equal powers a period is n heights; with other powers it is too long to wait for.
    network.skip(random.below(if placement == Placement::Zipf { 4 * n as u64 } else { n as u64 }));
    let blocks = std::iter::repeat_with(|| network.block(Play::Prompt));
    (count, share, blocks.take_while(|block| block.is_hostile).count())
}

/// A rotation of honest validators that hostile ones join at some time, all with random addresses, some turns
/// later, when the new validators have their turns as all others do.
fn joined(honest: usize, hostile: usize, random: &mut Random) -> (Rotation, Vec<bool>) {
    let mut addresses: Vec<u64> = (0..(honest + hostile) as u64).collect();
    random.shuffle(&mut addresses);
    let validators: Vec<_> = addresses.into_iter().map(|address| Validator { address, power: 1 }).collect();
    let mut rotation = Rotation::new(&validators[..honest]);
    rotation.skip(random.below(honest as u64));
    rotation.join(&validators[honest..]);
    rotation.skip(2 * validators.len() as u64);
    (rotation, (0..validators.len()).map(|place| place >= honest).collect())
}

/// Powers by Zipf's law at random addresses; hostile ones are added in random order while their total is less
/// than a third.
fn by_zipf(n: usize, random: &mut Random) -> (Rotation, Vec<bool>) {
    let mut powers: Vec<_> = zipf(n, 100 * n as u64).into_iter().map(|power| power as u32).collect();
    random.shuffle(&mut powers);
    let total: u32 = powers.iter().sum();
    let (mut order, mut sum): (Vec<_>, u32) = ((0..n).collect(), 0);
    random.shuffle(&mut order);
    let mut hostile = vec![false; n];
    for place in order {
        if 3 * (sum + powers[place]) < total {
            sum += powers[place];
            hostile[place] = true;
        }
    }
    (Rotation::of_powers(&powers), hostile)
}

impl Placement {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Placement::Drawn => "proposers drawn by power (not the engine)",
            Placement::Scattered => "equal powers, scattered",
            Placement::Adjacent => "equal powers, adjacent",
            Placement::Joined => "equal powers, joined in one block",
            Placement::Zipf => "powers by Zipf's law, scattered",
        }
    }

    /// Whether the rotation is a cycle of all validators.
    fn is_equal(self) -> bool {
        !matches!(self, Placement::Drawn | Placement::Zipf)
    }
}

impl Exclusion {
    /// The share of windows of `w` blocks that are hostile.
    pub fn share(&self, w: usize) -> f64 {
        self.excluded[w - 1] as f64 / self.trials as f64
    }

    /// The theoretical share, where theory is exact.
    pub fn theory(&self, w: usize) -> Option<f64> {
        let (n, hostile) = (self.validators, most_hostile(self.validators));
        match self.placement {
            Placement::Drawn => Some(self.drawn[w - 1]),
            Placement::Scattered => Some(scattered(n, hostile, w)),
            Placement::Adjacent => Some(adjacent(n, hostile, w)),
            Placement::Joined | Placement::Zipf => None,
        }
    }

    /// The mean number of blocks that a ticket waits beyond the next one.
    pub fn wait(&self) -> f64 {
        self.waited as f64 / self.trials as f64
    }

    fn tolerance(&self, theory: f64) -> f64 {
        let spread = DEVIATIONS * (theory * (1.0 - theory) / self.trials as f64).sqrt();
        // An impossible event must never occur; an improbable one may occur once.
        if theory == 0.0 { 0.0 } else { spread + 1.0 / self.trials as f64 }
    }

    /// Compares the counts with theory where it exists, and otherwise with bounds: two for joined validators,
    /// f^w for other powers.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let name =
            |what: String| format!("{} validators, {}: {what}", self.validators, self.placement.name());
        let mut verdicts = Vec::new();
        let hostile = most_hostile(self.validators);
        // With equal powers no hostile window is longer than the number of hostile validators; one longer
        // window is enough to check this.
        let longest = if self.placement.is_equal() { hostile + 1 } else { LONGEST };
        for w in 1..=longest.min(LONGEST) {
            let claim = name(format!("windows of {w} without an honest proposer"));
            let (share, drawn) = (self.share(w), self.drawn[w - 1]);
            match (self.theory(w), self.placement) {
                (Some(theory), _) => {
                    verdicts.push(Verdict::near(claim, share, theory, self.tolerance(theory)))
                }
                (None, Placement::Zipf) => {
                    verdicts.push(Verdict::at_most(claim, share, drawn + self.tolerance(drawn)))
                }
                (None, _) => {
                    let n = self.validators;
                    let (low, high) = (scattered(n, hostile, w), adjacent(n, hostile, w));
                    let [low, high] = [low - self.tolerance(low), high + self.tolerance(high)];
                    verdicts.push(Verdict { claim, measured: share, low, high });
                }
            }
        }
        verdicts.extend(self.waiting(name("blocks that a ticket waits beyond the next".to_owned())));
        verdicts
    }

    /// For scattered validators the wait is a negative hypergeometric variable: with F hostile and h honest
    /// ones the mean is F/(h + 1), the variance F·(n + 1)·h / ((h + 1)²·(h + 2)).
    fn waiting(&self, claim: String) -> Option<Verdict> {
        let (n, hostile) = (self.validators as f64, most_hostile(self.validators) as f64);
        let honest = n - hostile;
        let variance = hostile * (n + 1.0) * honest / ((honest + 1.0).powi(2) * (honest + 2.0));
        let tolerance = DEVIATIONS * (variance / self.trials as f64).sqrt();
        self.wait_theory().map(|mean| Verdict::near(claim, self.wait(), mean, tolerance))
    }

    /// The mean wait for scattered validators.
    pub fn wait_theory(&self) -> Option<f64> {
        let hostile = most_hostile(self.validators);
        let mean = hostile as f64 / (self.validators - hostile + 1) as f64;
        (self.placement == Placement::Scattered).then_some(mean)
    }
}
