//! Joining: is there a gain from choosing the key of a new member, or the round in which its joining is
//! adopted?
//!
//! A participant that can adopt a proposal in a round A, by its own stake or by the last approval,
//! knows as much as is possible when round A closes: the beacon of round A, Q_(A+1). The new member draws
//! from round A + k on, with an input that contains Q_(A+k) and D_A. With k = 1 that seed is the known one.
//! Chains whose members change therefore have k = 2 or more.

use super::{DEVIATIONS, Effort, Verdict, grinding::seeds};
use crate::{
    lots::Lots, membership::joined_digest, model::ticket_input, random::Random, theory::Distribution,
};
use heliast::{Malformed, SecretKey, StatelessScheme};
use heliast_vrf::sortition::{Lottery, votes};

const TOTAL: u64 = 10_000_000_000;
const EXPECTED: u32 = 30;
/// The stake of the new member: a tenth of all stake including its own.
const STAKE: u64 = TOTAL / 10;
const TRIALS: u64 = 2_000;
/// The number of keys tried.
const KEYS: usize = 64;
/// The number of rounds that the last approval can wait, and the votes that it waits for.
const ROUNDS: u64 = 16;
const WANTED: u64 = 6;
const VRF: StatelessScheme = StatelessScheme::AVrfFast;
/// A-VRF with the fast suite (`spec/vrf.md`).
const SCHEME_ID: u8 = 0x42;

/// Values of k; chains refuse 1, which represents a known seed.
pub const LEADS: [u64; 3] = [1, 2, 10];

/// The object of the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Nothing.
    Nothing,
    /// The best of many keys.
    Key,
    /// The first round that would give the wanted votes, or the last round in which the proposal is open.
    Moment,
}

/// All choices.
pub const CHOICES: [Choice; 3] = [Choice::Nothing, Choice::Key, Choice::Moment];

/// The counts with one lead.
#[derive(Clone, Debug, PartialEq)]
pub struct Joining {
    /// k.
    pub lead: u64,
    /// The choice of the participant that adopts.
    pub choice: Choice,
    /// The number of joinings.
    pub trials: u64,
    /// The votes in the first round in which the stake had effect, in all trials.
    pub votes: u64,
}

/// Runs all trials of one choice with one lead.
///
/// # Errors
/// [`Malformed`] if there is no such chain.
pub fn run(lead: u64, choice: Choice, effort: Effort) -> Result<Joining, Malformed> {
    let mut random = Random::new(effort.seed, &format!("joining {lead} {}", choice.name()));
    let mut lots = Lots::new(&[TOTAL / 2, TOTAL / 4, TOTAL / 4], &[EXPECTED], &mut random)?;
    let trials = (TRIALS / effort.divisor).max(10);
    let seeds = seeds(&mut lots, trials + ROUNDS + lead + 2);
    let chain = Inputs { chain: *lots.chain().id(), seeds, lead };
    let mut votes = 0;
    for round in 1..=trials {
        let keys = if choice == Choice::Key { KEYS } else { 1 };
        let rounds = if choice == Choice::Moment { ROUNDS } else { 1 };
        let mut options = Vec::new();
        for _ in 0..keys {
            let mut secret = SecretKey::from_seed(VRF, random.bytes());
            options.extend((round..round + rounds).map(|adopted| chain.draw(&mut secret, adopted)));
        }
        votes += chosen(&options, choice).map_or(0, |draw| draw.votes);
    }
    Ok(Joining { lead, choice, trials, votes })
}

/// Chooses a draw by the known seed.
fn chosen(options: &[Draw], choice: Choice) -> Option<&Draw> {
    match choice {
        Choice::Moment => options.iter().find(|draw| draw.foreseen >= WANTED).or(options.last()),
        _ => options.iter().max_by_key(|draw| draw.foreseen),
    }
}

/// A chain's seeds, at the index of their rounds.
struct Inputs {
    chain: [u8; 32],
    seeds: Vec<[u8; 32]>,
    lead: u64,
}

/// The votes of the first round in which a stake has effect.
struct Draw {
    /// The votes if its seed were the one known when the proposal is adopted.
    foreseen: u64,
    /// The actual votes.
    votes: u64,
}

impl Inputs {
    fn draw(&self, secret: &mut SecretKey, adopted: u64) -> Draw {
        let (key, due) = (secret.public_key(), adopted + self.lead);
        let digest = joined_digest(&[0; 32], adopted, 0, SCHEME_ID, key.as_ref(), STAKE);
        let mut votes = |seed: u64| {
            let input = ticket_input(&self.chain, due, 0, &self.seeds[seed as usize], &digest);
            let output = secret.evaluate(&input).unwrap_or_default();
            let lottery = Lottery::new(TOTAL, EXPECTED.into()).expect("in range");
            votes(&output, key.as_ref(), STAKE, &lottery).expect("no more than the total")
        };
        Draw { foreseen: votes(adopted + 1), votes: votes(due) }
    }
}

impl Choice {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Choice::Nothing => "nothing",
            Choice::Key => "the best of 64 keys",
            Choice::Moment => "one of 16 rounds",
        }
    }
}

impl Joining {
    /// The mean votes.
    pub fn mean(&self) -> f64 {
        self.votes as f64 / self.trials as f64
    }

    /// The theoretical mean: of one draw, or of the choice among several where the seed is known.
    pub fn theory(&self) -> f64 {
        let draw = Distribution::binomial(STAKE, f64::from(EXPECTED) / TOTAL as f64);
        match self.choice {
            Choice::Key if self.lead == 1 => draw.mean_of_greatest(KEYS as i32),
            Choice::Moment if self.lead == 1 => {
                let enough = 1.0 - draw.cdf(WANTED - 1);
                let never = (1.0 - enough).powi(ROUNDS as i32 - 1);
                let good = draw.mean_of(|votes| if votes < WANTED { 0.0 } else { votes as f64 });
                (1.0 - never) * good / enough + never * draw.mean()
            }
            _ => draw.mean(),
        }
    }

    /// Checks that no choice gains anything, with k >= 2.
    pub fn verdict(&self) -> Verdict {
        // The best of several draws varies less than one draw.
        let variance = Distribution::binomial(STAKE, f64::from(EXPECTED) / TOTAL as f64).variance();
        let tolerance = DEVIATIONS * (variance / self.trials as f64).sqrt();
        let known = if self.lead == 1 { ", seed known" } else { "" };
        let claim = format!(
            "who joins, lead {}{known}, chosen {}: votes in the first round",
            self.lead,
            self.choice.name()
        );
        Verdict::near(claim, self.mean(), self.theory(), tolerance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_gains_with_a_known_seed_only() {
        let effort = Effort { seed: 5, divisor: 10 };
        for lead in LEADS {
            for choice in CHOICES {
                let found = run(lead, choice, effort).unwrap();
                assert!(found.verdict().holds(), "{found:?}");
                let other = Joining { lead: if lead == 1 { 2 } else { 1 }, ..found };
                assert_eq!(other.verdict().holds(), choice == Choice::Nothing, "{other:?}");
            }
        }
    }
}
