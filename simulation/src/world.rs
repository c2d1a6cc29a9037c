//! A chain from its first round to its last: honest participants, adversaries, and the referee.

mod audit;
mod fork;
mod round;

use crate::{
    adversary::Archive,
    member::Member,
    model::Rules,
    random::Random,
    referee::{Disagreement, Referee},
    setting::Setting,
    tally::Tally,
};
use heliast::{Chain, Malformed};

/// The reason why a world ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorldError {
    /// Machine and rules differ: one of them has a defect.
    #[error("{chain}: {reason}")]
    Disagreement {
        /// The name of the chain.
        chain: String,
        /// The difference.
        reason: Disagreement,
    },
    /// There is no such chain.
    #[error("no chain has these parameters: {0}")]
    Setting(#[from] Malformed),
}

/// A simulated chain.
pub struct World {
    setting: Setting,
    chain: Chain,
    /// The id of a chain that differs from this one only in its nonce.
    sibling: [u8; 32],
    referee: Referee,
    members: Vec<Member>,
    adversaries: Vec<u32>,
    random: Random,
    archive: Archive,
    tally: Tally,
    /// All rounds in their stored form.
    stored: Vec<Vec<u8>>,
}

/// The results of a world.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of rounds of chains.
    pub rounds: u64,
    /// The number of rounds of their forks.
    pub forked: u64,
    /// The attempts and their results.
    pub tally: Tally,
    /// Lots by the kind of key: stateless, X-VRF, iVRF.
    pub lots: [u64; 3],
    /// The number of announcements in the chains.
    pub announcements: u64,
    /// The number of bytes of the chains.
    pub bytes: u64,
    /// The number of draws that the model left to the machine.
    pub close_draws: u64,
}

impl Summary {
    /// Adds the results of another world.
    pub fn add(&mut self, other: &Summary) {
        self.rounds += other.rounds;
        self.forked += other.forked;
        self.tally.add(&other.tally);
        self.lots.iter_mut().zip(other.lots).for_each(|(ours, theirs)| *ours += theirs);
        self.announcements += other.announcements;
        self.bytes += other.bytes;
        self.close_draws += other.close_draws;
    }
}

impl World {
    /// The chain of `setting`, before round 1. Everything follows from `random`.
    ///
    /// # Errors
    /// [`Malformed`] if no chain has such parameters.
    pub fn new(setting: Setting, random: Random) -> Result<World, Malformed> {
        World::judged_by(setting, random, |_| ())
    }

    /// The same world, but the model has these rules instead of the chain's, to check that a difference is
    /// noticed.
    ///
    /// # Errors
    /// [`Malformed`] if no chain has such parameters.
    pub fn judged_by(
        setting: Setting,
        mut random: Random,
        bend: impl FnOnce(&mut Rules),
    ) -> Result<World, Malformed> {
        let (chain, members) = setting.build(&mut random)?;
        let mut genesis = chain.genesis().clone();
        genesis.nonce[0] ^= 1;
        let sibling = *Chain::new(genesis)?.id();
        let mut rules = Rules::of(&chain);
        bend(&mut rules);
        let mut numbers: Vec<u32> = (0..members.len() as u32).collect();
        random.shuffle(&mut numbers);
        numbers.truncate(setting.adversaries);
        Ok(World {
            referee: Referee::new(&chain, rules),
            setting,
            chain,
            sibling,
            members,
            adversaries: numbers,
            random,
            archive: Archive::default(),
            tally: Tally::default(),
            stored: Vec::new(),
        })
    }

    /// Runs all rounds, with occasional forks, and reads the whole chain again from its bytes.
    ///
    /// # Errors
    /// [`WorldError`] for the first verdict that differs from the rules.
    pub fn run(mut self) -> Result<Summary, WorldError> {
        let mut summary = Summary::default();
        self.rounds(&mut summary)
            .map_err(|reason| WorldError::Disagreement { chain: self.name(), reason })?;
        summary.rounds = self.setting.rounds;
        summary.close_draws = self.referee.close_draws();
        summary.bytes = self.stored.iter().map(|bytes| bytes.len() as u64).sum();
        summary.tally = self.tally;
        Ok(summary)
    }

    fn rounds(&mut self, summary: &mut Summary) -> Result<(), Disagreement> {
        for number in 1..=self.setting.rounds {
            if number % 50 == 25 {
                summary.forked += self.fork()?;
            }
            let round = self.round()?;
            summary.announcements += round.announcements.len() as u64;
            for lot in &round.facts().lots {
                summary.lots[kind(&lot.key)] += 1;
            }
        }
        self.audit()
    }

    fn name(&self) -> String {
        let Setting { vrf, participants, lead, committees, .. } = &self.setting;
        format!("a chain of {participants} with {}, lead {lead}, committees {committees:?}", vrf.name())
    }
}

fn kind(key: &heliast::keys::Key) -> usize {
    use heliast::{keys::Key, stateful::Scheme};
    match key {
        Key::Stateless => 0,
        Key::Stateful(key) => match key.terms.scheme() {
            Scheme::XVrf => 1,
            Scheme::IVrf => 2,
        },
    }
}
