//! The state of a chain between two rounds.

use super::params::Chain;
use crate::{
    invalid::Invalid,
    keys::{Announced, Keys},
    round::Round,
    verified::Verified,
    wire::tagged,
};
use sha2::{Digest, Sha256};

/// The state of a chain after its latest round: everything that the next round builds on. Copies are cheap.
///
/// A round is verified *after a tip*, so a verified round can be trusted only as far as the tip can.
/// [`Chain::start`] is known to everybody, and [`Chain::tip_after`] takes a verified round; every
/// other function that makes a tip says in its name whom it trusts or that it verifies nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tip {
    round: u64,
    time_ms: u64,
    seed: [u8; 32],
    keys: Keys,
}

/// The parts of a [`Tip`], for callers that have one from a trusted source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TipParts {
    /// The latest round, 0 before the first.
    pub round: u64,
    /// The opening time of the latest round; 0 before the first.
    pub time_ms: u64,
    /// The seed of the next round.
    pub seed: [u8; 32],
    /// The participants' keys.
    pub keys: Keys,
}

impl Tip {
    /// The latest round, 0 before the first.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// The opening time of the latest round; 0 before the first.
    pub fn time_ms(&self) -> u64 {
        self.time_ms
    }

    /// The seed of the next round.
    pub fn seed(&self) -> &[u8; 32] {
        &self.seed
    }

    /// The participants' keys, as announced up to the latest round.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The number of the next round. A decoded round may claim any number, so the greatest number has itself
    /// as successor.
    pub fn next_round(&self) -> u64 {
        self.round.saturating_add(1)
    }

    /// All parts of the tip, to be stored in a trusted place, or to be changed in tests and simulations.
    pub fn to_parts(&self) -> TipParts {
        let Tip { round, time_ms, seed, keys } = self.clone();
        TipParts { round, time_ms, seed, keys }
    }

    /// The tip with these parts. Nothing is checked: they must come from a source that the caller trusts.
    pub fn from_trusted_parts(parts: TipParts) -> Tip {
        let TipParts { round, time_ms, seed, keys } = parts;
        Tip { round, time_ms, seed, keys }
    }

    /// A hash of everything that the next round builds on.
    pub(crate) fn digest(&self) -> [u8; 32] {
        let hash = tagged("heliast/tip/v1").chain_update(self.round.to_be_bytes());
        let hash = hash.chain_update(self.time_ms.to_be_bytes()).chain_update(self.seed);
        hash.chain_update(self.keys.digest()).finalize().into()
    }
}

impl Chain {
    /// The tip before round 1.
    pub fn start(&self) -> Tip {
        let keys = Keys::new(self.id(), self.genesis(), self.first_members().clone());
        Tip { round: 0, time_ms: 0, seed: Sha256::digest(self.seed_preimage()).into(), keys }
    }

    /// Checks that `tip` is of this chain.
    pub(super) fn check_tip(&self, tip: &Tip) -> Result<(), Invalid> {
        if tip.keys.are_of(self.id()) { Ok(()) } else { Err(Invalid::OtherTip) }
    }

    /// Whether a verified round was checked after `tip`, and so may be the next one. Tips are compared, and
    /// not chains: the caller must know that the round was verified by this chain.
    pub fn follows(&self, tip: &Tip, round: &Verified<Round>) -> bool {
        round.facts().tip == tip.digest()
    }

    /// The tip after a verified round. The chain is not compared with the one that verified the round.
    pub fn tip_after(&self, round: &Verified<Round>) -> Tip {
        let facts = round.facts();
        Tip { round: round.number, time_ms: round.time_ms, seed: facts.beacon, keys: facts.keys.clone() }
    }

    /// The tip after a round that nobody has verified, for callers that read ahead and verify the round
    /// later. Only the round's announcements are checked, by the rules of the schedule.
    ///
    /// # Errors
    /// [`Invalid::Refused`] if they break one.
    pub fn follow_unverified(&self, tip: &Tip, round: &Round) -> Result<Tip, Invalid> {
        Ok(self.claimed_tip(round, tip.keys.after(&round.announcements)?))
    }

    /// The tip after `round`, with all announcements up to that round. Both are taken on trust: they come
    /// from a store whose rounds were verified, or from a source that the caller believes.
    ///
    /// # Errors
    /// [`Invalid::Refused`] if the announcements break a rule of the schedule.
    pub fn trusted_tip(&self, round: &Round, announced: &[Announced]) -> Result<Tip, Invalid> {
        Ok(self.claimed_tip(round, self.start().keys.after_all(announced, round.number)?))
    }

    fn claimed_tip(&self, round: &Round, keys: Keys) -> Tip {
        let (_, seed) = self.beacon(round.number, &round.y);
        Tip { round: round.number, time_ms: round.time_ms, seed, keys }
    }
}
