//! Key grinding: the adversary tries many keys, and announces the one that would win most with the known
//! seed.
//!
//! The grinder knows as much as is possible when round A closes: Q_A, and the beacon of round A, Q_(A+1),
//! computed faster than by the others. A key announced in round A draws in round A + k. With k = 1 that is
//! the round whose seed it knows; chains have k = 2 or more.

use super::{DEVIATIONS, Effort, Verdict};
use crate::{
    lots::Lots,
    model::{announced_digest, ticket_input},
    random::Random,
    theory::Distribution,
    tree::Tree,
};
use heliast::{
    Malformed,
    keys::Change,
    stateful::{Scheme, Terms},
};

const TOTAL: u64 = 10_000_000_000;
const EXPECTED: u32 = 30;
/// The grinder's stake: a tenth of the total.
const STAKE: u64 = TOTAL / 10;
const TRIALS: u64 = 2_000;

/// The numbers of keys tried.
pub const TRIED: [usize; 5] = [1, 4, 16, 64, 256];
/// Values of k; chains refuse 1, which represents a known seed.
pub const LEADS: [u64; 3] = [1, 2, 10];

/// The counts with one lead.
#[derive(Clone, Debug, PartialEq)]
pub struct Grinding {
    /// k.
    pub lead: u64,
    /// The number of announcements.
    pub trials: u64,
    /// The votes that the best key drew in all trials, for each number of keys in [`TRIED`].
    pub votes: [u64; TRIED.len()],
}

/// Runs all trials with one lead.
///
/// # Errors
/// [`Malformed`] if there is no such chain.
pub fn run(lead: u64, effort: Effort) -> Result<Grinding, Malformed> {
    let mut random = Random::new(effort.seed, &format!("grinding {lead}"));
    let mut lots = Lots::new(&[STAKE, TOTAL / 2, TOTAL - TOTAL / 2 - STAKE], &[EXPECTED], &mut random)?;
    let trials = (TRIALS / effort.divisor).max(10);
    let seeds = seeds(&mut lots, trials + lead + 2);
    let chain = *lots.chain().id();
    let (mut digest, mut votes) = ([0; 32], [0; TRIED.len()]);
    for round in 1..=trials {
        let due = round + lead;
        let known = seeds[round as usize + 1];
        let terms = Terms::new(Scheme::IVrf, 1, 1, due).expect("in range");
        let mut tried = Vec::new();
        for _ in 0..TRIED[TRIED.len() - 1] {
            let tree = Tree::new(terms, &random.bytes(), &random.bytes());
            let change = Change::Key(*tree.public_key());
            let after = announced_digest(&digest, round, 0, round as u32 - 1, &change);
            let score = draw(&lots, &tree, due, &ticket_input(&chain, due, 0, &known, &after));
            tried.push((score, tree, after));
        }
        for (count, votes) in TRIED.iter().zip(&mut votes) {
            let best = tried[..*count].iter().max_by_key(|(score, ..)| *score);
            let Some((_, tree, after)) = best else { continue };
            *votes += draw(&lots, tree, due, &ticket_input(&chain, due, 0, &seeds[due as usize], after));
            digest = *after;
        }
    }
    Ok(Grinding { lead, trials, votes })
}

/// The seeds of rounds 1 to `count`, at their index.
pub(super) fn seeds(lots: &mut Lots, count: u64) -> Vec<[u8; 32]> {
    let mut seeds = vec![[0; 32]];
    for _ in 0..count {
        let seed = lots.seed();
        seeds.push(seed);
        let won = lots.draw(0, 0..3);
        let beacon = lots.beacon(&won.iter().collect::<Vec<_>>());
        lots.advance(beacon);
    }
    seeds
}

fn draw(lots: &Lots, tree: &Tree, round: u64, input: &[u8]) -> u64 {
    let answer = tree.answer_again(round, 0, input);
    answer.map_or(0, |answer| lots.chain().first_votes(0, 0, &answer.output))
}

impl Grinding {
    /// The distribution of the votes of one draw.
    fn theory() -> Distribution {
        Distribution::binomial(STAKE, f64::from(EXPECTED) / TOTAL as f64)
    }

    /// The mean votes by the number of keys, with the theoretical values: the greatest of that many draws if
    /// the seed is known, otherwise one draw.
    pub fn means(&self) -> impl Iterator<Item = (usize, f64, f64)> {
        let theory = Grinding::theory();
        TRIED.into_iter().zip(self.votes).map(move |(tried, votes)| {
            let draws = if self.lead == 1 { tried as i32 } else { 1 };
            (tried, votes as f64 / self.trials as f64, theory.mean_of_greatest(draws))
        })
    }

    /// Checks that the best of many keys draws what one key draws, with k >= 2.
    pub fn verdicts(&self) -> Vec<Verdict> {
        // The greatest of several draws varies less than one draw.
        let tolerance = DEVIATIONS * (Grinding::theory().variance() / self.trials as f64).sqrt();
        let verdict = |(tried, mean, theory): (usize, f64, f64)| {
            let claim = match self.lead {
                1 => format!("seed known, best of {tried} keys: votes (the greatest of {tried} draws)"),
                lead => format!("lead {lead}, best of {tried} keys: votes (of one draw)"),
            };
            Verdict::near(claim, mean, theory, tolerance)
        };
        self.means().map(verdict).collect()
    }
}
