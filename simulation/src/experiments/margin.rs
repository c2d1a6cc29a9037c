//! The margin: what a coalition with a third of stake and power gains from hostile proposers, for
//! delays that are longer or shorter than the window that these proposers make.
//!
//! Until the window closes it may complete m = ⌊window / (t · 25 ns)⌋ delays on one machine, or, if m is
//! not 0, as many as it has machines. Then it acts as the [last revealer](super::last_revealer), with its own
//! tickets as options, and with all tickets where the whole window is hostile. Its proposers fail as slowly
//! as they can and the last one is late, so it has both time and choice. The model grants it more than it
//! has: all tickets when the window opens, and its own until the last moment. Where validators insist on
//! tickets, the single block of the window has all tickets of the others, whichever validator proposes it.
//!
//! If the delay outlasts the window, the coalition can only leave out others, whose votes then do not count:
//! with hostile windows in a share p of the rounds, its share s of the stake becomes s / (s + (1 − s)(1 − p))
//! of the votes that count. Its share of the draws stays s: a ticket's input contains no block, proposer or
//! height, so nothing else can be ground.

use super::{
    DEVIATIONS, Effort, Verdict,
    coalition::{Choice, Coalition, EXPECTED, chance},
    exclusion::most_hostile,
    window::{Distance, SQUARING_NS, VALIDATORS, Version},
};
use crate::{
    blocks::{Network, Play, Window},
    random::Random,
    rotation::Rotation,
};
use heliast::Malformed;

const ROUNDS: u64 = 2_000;
/// The coalition's stake, in thousandths; 33 of 100 validators belong to it.
const SHARE: u64 = 330;

/// Values of t, the squarings of the delay.
pub const SQUARINGS: [u64; 9] = [
    10_000_000,
    30_000_000,
    100_000_000,
    300_000_000,
    1_000_000_000,
    3_000_000_000,
    10_000_000_000,
    30_000_000_000,
    100_000_000_000,
];

/// The number of the coalition's machines that are as fast as the fastest evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machines {
    /// One.
    One,
    /// As many as there are options.
    Many,
}

/// Both.
pub const MACHINES: [Machines; 2] = [Machines::One, Machines::Many];

/// The places of the coalition's validators among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Anywhere.
    Scattered,
    /// In a row.
    Adjacent,
}

/// Both.
pub const ORDERS: [Order; 2] = [Order::Scattered, Order::Adjacent];

/// The counts for one order of validators.
#[derive(Clone, Debug, PartialEq)]
pub struct Margin {
    /// The version of the network file.
    pub version: Version,
    /// The places of its validators.
    pub order: Order,
    /// The number of rounds, each with a window; the windows begin everywhere in the rotation.
    pub rounds: u64,
    /// The longest window in milliseconds.
    pub longest_ms: u64,
    /// The rounds with a hostile window.
    pub excluded: u64,
    /// The rounds with the wanted bit, for each of [`SQUARINGS`] and [`MACHINES`].
    pub pleased: [[u64; MACHINES.len()]; SQUARINGS.len()],
    /// The theoretical chance.
    pub theory: [[f64; MACHINES.len()]; SQUARINGS.len()],
    /// The votes that the coalition drew.
    pub drawn: u64,
    /// The votes that the others drew.
    pub others: u64,
    /// The votes of the others that were left out.
    pub left_out: u64,
}

/// Runs one order, in networks of one version.
///
/// # Errors
/// [`Malformed`] if there is no such chain.
pub fn run(version: Version, order: Order, effort: Effort) -> Result<Margin, Malformed> {
    let mut random = Random::new(effort.seed, &format!("margin {order:?}"));
    let windows = windows(version, order, &mut random);
    let mut coalition = Coalition::new(SHARE, &mut random)?;
    let rounds = (ROUNDS / effort.divisor).next_multiple_of(VALIDATORS as u64);
    let mut result = Margin {
        version,
        order,
        rounds,
        longest_ms: windows.iter().map(Window::took_ms).max().unwrap_or(0),
        excluded: 0,
        pleased: Default::default(),
        theory: theory(version, &coalition, &windows),
        drawn: 0,
        others: 0,
        left_out: 0,
    };
    for window in windows.iter().cycle().take(rounds as usize) {
        result.add(window, &mut coalition);
    }
    Ok(result)
}

/// One window from every place in the rotation.
fn windows(version: Version, order: Order, random: &mut Random) -> Vec<Window> {
    let mut hostile: Vec<_> = (0..VALIDATORS).map(|place| place < most_hostile(VALIDATORS)).collect();
    if order == Order::Scattered {
        random.shuffle(&mut hostile);
    }
    let rotation = Rotation::of_powers(&[1; VALIDATORS]);
    let mut network = Network::new(rotation, hostile, Distance::Near.timeouts(version));
    let mut windows = Vec::new();
    for _ in 0..VALIDATORS {
        windows.push(network.clone().window(version.blocks(), Play::FailThenLate));
        network.skip(1);
    }
    windows
}

fn choice(version: Version, window: &Window) -> Choice {
    if version.leaves_out() && window.is_hostile() { Choice::All } else { Choice::Own }
}

/// m: the number of delays that are known before the window closes.
fn completed(window: &Window, squarings: u64, machines: Machines) -> u64 {
    match (window.took_ms() * 1_000_000 / (squarings * SQUARING_NS), machines) {
        (0, _) => 0,
        (some, Machines::One) => some,
        (_, Machines::Many) => u64::MAX,
    }
}

/// The mean over all windows.
fn theory(
    version: Version,
    coalition: &Coalition,
    windows: &[Window],
) -> [[f64; MACHINES.len()]; SQUARINGS.len()] {
    SQUARINGS.map(|squarings| {
        MACHINES.map(|machines| {
            let of = |window: &Window| {
                chance(coalition.tickets(choice(version, window)), completed(window, squarings, machines))
            };
            windows.iter().map(of).sum::<f64>() / windows.len() as f64
        })
    })
}

impl Machines {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Machines::One => "one machine",
            Machines::Many => "many machines",
        }
    }
}

impl Order {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Order::Scattered => "scattered",
            Order::Adjacent => "in a row",
        }
    }
}

impl Margin {
    fn add(&mut self, window: &Window, coalition: &mut Coalition) {
        let (hand, choice) = (coalition.draw(), choice(self.version, window));
        let first = coalition.first_pleasing(&hand, choice);
        for (squarings, pleased) in SQUARINGS.into_iter().zip(&mut self.pleased) {
            for (machines, pleased) in MACHINES.into_iter().zip(pleased) {
                let known = completed(window, squarings, machines);
                *pleased += u64::from(first.is_some_and(|first| first <= known));
            }
        }
        let votes = |of: &[crate::lots::Won]| of.iter().map(|won| won.votes).sum::<u64>();
        self.drawn += votes(hand.own());
        self.others += votes(hand.others());
        if choice == Choice::All {
            self.excluded += 1;
            self.left_out += votes(hand.others());
        }
        coalition.advance(&hand, choice);
    }

    /// The measured chance of the bit.
    pub fn chances(&self) -> [[f64; MACHINES.len()]; SQUARINGS.len()] {
        self.pleased.map(|pleased| pleased.map(|pleased| pleased as f64 / self.rounds as f64))
    }

    /// The votes that the coalition draws in a round, as a fraction of those expected.
    pub fn share_drawn(&self) -> f64 {
        self.drawn as f64 / self.rounds as f64 / f64::from(EXPECTED)
    }

    /// Its share of the votes that count, if the delay outlasts the window.
    pub fn share_counted(&self) -> f64 {
        self.drawn as f64 / (self.drawn + self.others - self.left_out) as f64
    }

    /// The theoretical value of that share.
    pub fn share_counted_theory(&self) -> f64 {
        let (stake, excluded) = (SHARE as f64 / 1e3, self.excluded as f64 / self.rounds as f64);
        stake / (stake + (1.0 - stake) * (1.0 - excluded))
    }

    /// Compares every chance, and the coalition's shares of the votes, with theory.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        let name = |what: &str| format!("{}, validators {}: {what}", self.version.name(), self.order.name());
        for ((squarings, chances), theory) in SQUARINGS.into_iter().zip(self.chances()).zip(self.theory) {
            for ((machines, chance), theory) in MACHINES.into_iter().zip(chances).zip(theory) {
                let claim = name(&format!("{squarings} squarings, {}: chance of the bit", machines.name()));
                let tolerance = DEVIATIONS * (theory * (1.0 - theory) / self.rounds as f64).sqrt()
                    + 1.0 / self.rounds as f64;
                verdicts.push(Verdict::near(claim, chance, theory, tolerance));
            }
        }
        // Votes are approximately Poisson variables.
        let stake = SHARE as f64 / 1e3;
        let tolerance = DEVIATIONS * (stake / (f64::from(EXPECTED) * self.rounds as f64)).sqrt();
        verdicts.push(Verdict::near(name("share drawn"), self.share_drawn(), stake, tolerance));
        let counted = self.share_counted_theory();
        verdicts.push(Verdict::near(
            name("share of the votes that count"),
            self.share_counted(),
            counted,
            tolerance,
        ));
        verdicts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::window::VERSIONS;

    #[test]
    fn a_long_delay_leaves_one_half_and_a_short_one_nothing() {
        for (version, order) in VERSIONS.into_iter().flat_map(|version| ORDERS.map(|order| (version, order)))
        {
            let found = run(version, order, Effort { seed: 3, divisor: 20 }).unwrap();
            assert!(found.verdicts().iter().all(Verdict::holds), "{:?}", found.verdicts());
            let (first, last) = (found.theory[0], found.theory[SQUARINGS.len() - 1]);
            assert!(first[1] > 0.9 && (last[0] - 0.5).abs() < 1e-9 && (last[1] - 0.5).abs() < 1e-9);
            assert_eq!(found.excluded > 0, version == Version::One);
        }
    }

    /// Calculated by hand: 270 ms without hostile validators; 25 ms for a million squarings.
    #[test]
    fn delays_are_counted_that_end_before_the_window_closes() {
        let mut honest =
            Network::new(Rotation::of_powers(&[1; 4]), vec![false; 4], Distance::Near.timeouts(Version::One));
        let window = honest.window(3, Play::FailThenLate);
        assert_eq!(completed(&window, 1_000_000, Machines::One), 10);
        assert_eq!(completed(&window, 10_800_000, Machines::One), 1);
        assert_eq!(completed(&window, 10_800_001, Machines::Many), 0);
        assert_eq!(completed(&window, 10_800_000, Machines::Many), u64::MAX);
    }
}
