//! Rounds that are checked except for their delays, so that many delays can be checked together.

use super::{
    delay::Claims,
    params::Chain,
    tip::{Tip, TipParts},
};
use crate::{
    delay_rules::Squarings,
    invalid::Invalid,
    round::{Round, RoundFacts},
    verified::Verified,
};
use heliast_group::AnyElem;
use heliast_vdf::{Work, roots};
use std::hash::{BuildHasher, Hasher, RandomState};

/// A round whose number, time and tickets are valid, and whose delay has not been checked yet.
#[derive(Clone, Debug)]
pub struct Pending {
    pub(crate) chain: Chain,
    pub(crate) round: Round,
    pub(crate) facts: RoundFacts,
    pub(crate) claims: Claims,
}

/// The rounds of a list that are not valid: at least one, each with its number and the reason, in
/// the list's order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} of the rounds are not valid, the first being round {}", .0.len(), .0.first().map_or(0, |(round, _)| *round))]
pub struct FalseRounds(pub Vec<(u64, Invalid)>);

impl Pending {
    /// The round.
    pub fn round(&self) -> &Round {
        &self.round
    }

    /// The facts about the round, true if its delay holds.
    pub fn facts(&self) -> &RoundFacts {
        &self.facts
    }

    /// The tip after the round if its delay holds.
    pub(crate) fn tip_after(&self) -> Tip {
        let (RoundFacts { beacon, keys, .. }, Round { number, time_ms, .. }) = (&self.facts, &self.round);
        let (round, time_ms) = (*number, *time_ms);
        Tip::from_trusted_parts(TipParts { round, time_ms, seed: *beacon, keys: keys.clone() })
    }

    /// Checks the delay by the round's own proof.
    pub fn verify(self) -> Result<Verified<Round>, Invalid> {
        let Pending { chain, round, facts, claims } = self;
        if let Some((squarings, claim)) = chain.squarings().zip(claims.squarings) {
            let Squarings { group, suite, .. } = squarings;
            heliast_vdf::verify(group, &claim.statement, &claim.proof, *suite).map_err(Invalid::Delay)?;
        }
        let roots: Vec<_> = claims.roots.into_iter().collect();
        if let Some((_, reason)) = false_roots(&roots, 1).into_iter().next() {
            return Err(reason);
        }
        Ok(Verified::new(round, facts))
    }
}

/// The rounds of a list whose delays are invalid, each with its index and the reason, in the list's order.
pub(crate) type Refused = Vec<(usize, Invalid)>;

impl Chain {
    /// Checks the delays of many rounds by their own proofs, combined into one equation per thread, and says
    /// which are false. The rounds need not follow each other. The result is that of [`Pending::verify`] for
    /// each round, with an error of 2^-128 ([`heliast_vdf::verify_combined`]).
    ///
    /// Cost per round with a 256-bit challenge, at 1,000 rounds: a hash to prime and 128 multiplications. One
    /// by one it is 370 multiplications. Roots take one squaring per step either way.
    pub fn verify_all(
        &self,
        rounds: Vec<Pending>,
        threads: usize,
    ) -> Result<Vec<Verified<Round>>, FalseRounds> {
        let foreign: Vec<_> = rounds
            .iter()
            .filter(|round| round.chain.id() != self.id())
            .map(|round| (round.round.number, Invalid::OtherChain))
            .collect();
        if !foreign.is_empty() {
            return Err(FalseRounds(foreign));
        }
        let combined = |claims: &[_], squarings: &Squarings| {
            heliast_vdf::verify_combined(&squarings.group, claims, squarings.suite, &[], threads)
        };
        let (rounds, refused) = self.settle(rounds, combined, threads);
        if refused.is_empty() {
            return Ok(rounds.into_iter().map(|(round, facts)| Verified::new(round, facts)).collect());
        }
        let named = |(index, reason): (usize, _)| Some((rounds.get(index)?.0.number, reason));
        Err(FalseRounds(refused.into_iter().filter_map(named).collect()))
    }

    /// Checks the delays of rounds of this chain by their own proofs, as [`Pending::verify`] does and with
    /// its reasons, several at a time where the group has lanes. Returns the rounds before the first one
    /// whose delay is invalid, and that round's number and defect.
    pub(crate) fn verify_each(&self, rounds: Vec<Pending>) -> (Vec<Verified<Round>>, Option<(u64, Invalid)>) {
        let each = |claims: &[_], squarings: &Squarings| {
            heliast_vdf::verify_many(&squarings.group, claims, squarings.suite, 1)
        };
        let (rounds, refused) = self.settle(rounds, each, 1);
        let (sound, failure) = match refused.into_iter().next() {
            None => (rounds.len(), None),
            Some((index, reason)) => (index, Some((rounds[index].0.number, reason))),
        };
        let verified = |(round, facts)| Verified::new(round, facts);
        (rounds.into_iter().take(sound).map(verified).collect(), failure)
    }

    /// Checks the squarings of rounds by `by`, and their roots in lanes.
    fn settle(
        &self,
        rounds: Vec<Pending>,
        by: impl FnOnce(&[heliast_vdf::Claim<AnyElem>], &Squarings) -> Result<(), heliast_vdf::FalseClaims>,
        threads: usize,
    ) -> (Vec<(Round, RoundFacts)>, Refused) {
        let (mut rest, mut squarings, mut roots) = (vec![], vec![], vec![]);
        for Pending { round, facts, claims, .. } in rounds {
            squarings.extend(claims.squarings);
            roots.extend(claims.roots);
            rest.push((round, facts));
        }
        let mut refused = Refused::new();
        if let Some(Err(heliast_vdf::FalseClaims(found))) = self.squarings().map(|of| by(&squarings, of)) {
            refused.extend(found.into_iter().map(|(index, reason)| (index, Invalid::Delay(reason))));
        }
        refused.extend(false_roots(&roots, threads));
        // For a round with two false delays, the defect of its squarings is reported.
        refused.sort_by_key(|(index, _)| *index);
        refused.dedup_by_key(|(index, _)| *index);
        (rest, refused)
    }
}

/// The rounds among these whose roots are invalid.
pub(crate) fn false_roots(claims: &[roots::Claim], threads: usize) -> Refused {
    if claims.is_empty() {
        return vec![];
    }
    match roots::verify_many(claims, &coins(), Work { threads, progress: |_| true }) {
        Err(roots::ManyError::False(found)) => {
            found.into_iter().map(|(index, reason)| (index, Invalid::Roots(reason))).collect()
        }
        _ => vec![],
    }
}

/// Unpredictable bytes that decide the order in which segments are checked. They come from the keys that the
/// standard library draws for its maps. No verdict depends on them.
fn coins() -> [u8; 32] {
    let mut coins = [0; 32];
    for part in coins.chunks_exact_mut(8) {
        part.copy_from_slice(&RandomState::new().build_hasher().finish().to_be_bytes());
    }
    coins
}
