//! Withholding: is there a gain from withholding won tickets, so that the next seed differs?
//!
//! An adversary that does not know the next seed loses votes and then draws again like any participant. One
//! that knew it, if there were no delay, could take the better of two draws: that is the contrast.

use super::{DEVIATIONS, Effort, Verdict};
use crate::{
    lots::{Lots, Won},
    random::Random,
    stakes::coalition,
    theory::Distribution,
};
use heliast::Malformed;

const TOTAL: u64 = 10_000_000_000;
const EXPECTED: u32 = 30;
/// The number of accounts of the adversary, and of others.
const OWN: u32 = 4;
const OTHERS: usize = 16;
const ROUNDS: u64 = 20_000;

/// The use that an adversary makes of its won tickets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Sends them.
    Honest,
    /// Withholds each with probability 1/2.
    AtRandom,
    /// Withholds all if they have fewer votes than expected.
    IfFew,
    /// Withholds all.
    Always,
    /// Knows the beacon with and without its tickets, and takes the one that gives it more votes in
    /// the next round: the delay prevents this.
    Foreseeing,
}

/// All plays.
pub const PLAYS: [Play; 5] = [Play::Honest, Play::AtRandom, Play::IfFew, Play::Always, Play::Foreseeing];

impl Play {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Play::Honest => "sends all",
            Play::AtRandom => "withholds half at random",
            Play::IfFew => "withholds when it won little",
            Play::Always => "withholds all",
            Play::Foreseeing => "without a delay: takes the better seed",
        }
    }
}

/// The counts of one play.
#[derive(Clone, Debug, PartialEq)]
pub struct Withholding {
    /// Thousandths of the stake.
    pub share: u64,
    /// The adversary's play.
    pub play: Play,
    /// The number of rounds.
    pub rounds: u64,
    /// The votes that the adversary drew.
    pub drawn: u64,
    /// The adversary's votes that it sent.
    pub sent: u64,
    /// The votes that the others sent.
    pub others: u64,
}

/// Runs an adversary with `share` thousandths of the stake.
///
/// # Errors
/// [`Malformed`] if there is no such chain.
pub fn run(share: u64, play: Play, effort: Effort) -> Result<Withholding, Malformed> {
    let mut random = Random::new(effort.seed, &format!("withholding {share} {}", play.name()));
    let stakes = coalition(OWN as usize, share, OTHERS, TOTAL);
    let mut lots = Lots::new(&stakes, &[EXPECTED], &mut random)?;
    let rounds = (ROUNDS / effort.divisor).max(50);
    let mut result = Withholding { share, play, rounds, drawn: 0, sent: 0, others: 0 };
    let usual = f64::from(EXPECTED) * share as f64 / 1_000.0;
    for _ in 0..rounds {
        let won = lots.draw(0, 0..stakes.len() as u32);
        let (own, others): (Vec<_>, Vec<_>) = won.iter().partition(|won| won.participant < OWN);
        let votes = |of: &[&Won]| of.iter().map(|won| won.votes).sum::<u64>();
        let mut sent = match play {
            Play::Honest => own.clone(),
            Play::AtRandom => own.iter().copied().filter(|_| random.one_in(2)).collect(),
            Play::IfFew if (votes(&own) as f64) < usual => Vec::new(),
            Play::IfFew => own.clone(),
            Play::Always => Vec::new(),
            Play::Foreseeing => foresee(&mut lots, &own, &others),
        };
        result.drawn += votes(&own);
        result.sent += votes(&sent);
        result.others += votes(&others);
        sent.extend(others);
        let beacon = lots.beacon(&sent);
        lots.advance(beacon);
    }
    Ok(result)
}

/// All own tickets or none, whichever gives more votes in the next round.
fn foresee<'a>(lots: &mut Lots, own: &[&'a Won], others: &[&'a Won]) -> Vec<&'a Won> {
    if own.is_empty() {
        return Vec::new();
    }
    let with: Vec<_> = own.iter().chain(others).copied().collect();
    let mut next = |sent: &[&Won]| {
        let beacon = lots.beacon(sent);
        lots.draw_after(beacon, 0, 0..OWN).iter().map(|won| won.votes).sum::<u64>()
    };
    if next(&with) >= next(others) { own.to_vec() } else { Vec::new() }
}

impl Withholding {
    /// The adversary's share of all votes that count.
    pub fn share_of_votes(&self) -> f64 {
        self.sent as f64 / (self.sent + self.others) as f64
    }

    /// The votes that it draws in a round, as a fraction of those expected.
    pub fn share_drawn(&self) -> f64 {
        self.drawn as f64 / self.rounds as f64 / f64::from(EXPECTED)
    }

    fn stake(&self) -> f64 {
        self.share as f64 / 1_000.0
    }

    /// The greatest share that can be drawn by chance, with five deviations.
    pub fn bound(&self) -> f64 {
        let (stake, votes) = (self.stake(), f64::from(EXPECTED) * self.rounds as f64);
        stake + DEVIATIONS * (stake / votes).sqrt()
    }

    /// The mean of the better of two draws.
    pub fn better_of_two(&self) -> f64 {
        let own = (TOTAL as f64 * self.stake()) as u64;
        let draws = Distribution::binomial(own, f64::from(EXPECTED) / TOTAL as f64);
        draws.mean_of_greatest(2) / f64::from(EXPECTED)
    }

    /// Checks that there is no gain with the delay, and without it a gain of at most the better of two draws.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let name =
            |what| format!("{} % of the stake, {}: {what}", self.share as f64 / 10.0, self.play.name());
        let slack = self.bound() - self.stake();
        match self.play {
            Play::Foreseeing => vec![Verdict {
                claim: name("share drawn, more than the stake and at most the better of two draws"),
                measured: self.share_drawn(),
                low: self.bound(),
                high: self.better_of_two() + 2.0 * slack,
            }],
            _ => vec![
                Verdict::near(name("share drawn"), self.share_drawn(), self.stake(), slack),
                Verdict::at_most(name("share of the votes that count"), self.share_of_votes(), self.bound()),
            ],
        }
    }
}
