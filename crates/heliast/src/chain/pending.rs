//! Rounds about which everything is known to hold but their delays, so that many delays can be
//! checked together.

use super::{
    params::Chain,
    tip::{Tip, TipParts},
};
use crate::{
    invalid::Invalid,
    round::{Round, RoundFacts},
    verified::Verified,
};
use heliast_group::AnyElem;

/// A round whose number, time and tickets hold, and whose delay nobody has looked at yet.
#[derive(Clone, Debug)]
pub struct Pending {
    pub(crate) chain: Chain,
    pub(crate) round: Round,
    pub(crate) facts: RoundFacts,
    pub(crate) delay: heliast_vdf::Claim<AnyElem>,
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
        let Pending { chain, round, facts, delay } = self;
        let suite = chain.genesis().delay_suite;
        heliast_vdf::verify(chain.group(), &delay.statement, &delay.proof, suite).map_err(Invalid::Delay)?;
        Ok(Verified::new(round, facts))
    }
}

impl Chain {
    /// Checks the delays of many rounds by their own proofs, combined into one equation per thread,
    /// and says which are false; they need not follow each other. Accepts what [`Pending::verify`]
    /// accepts, but for an error of 2^-128 ([`heliast_vdf::verify_combined`]).
    ///
    /// Cost per round with a 256-bit challenge: a hash to prime and 128 multiplications at 1,000
    /// rounds, where one by one it is 370.
    pub fn verify_all(
        &self,
        rounds: Vec<Pending>,
        threads: usize,
    ) -> Result<Vec<Verified<Round>>, FalseRounds> {
        let foreign: Vec<_> = rounds
            .iter()
            .filter(|round| round.chain.id() != self.id())
            .map(|round| round.round.number)
            .collect();
        if !foreign.is_empty() {
            return Err(FalseRounds(
                foreign.into_iter().map(|number| (number, Invalid::OtherChain)).collect(),
            ));
        }
        let (delays, rounds): (Vec<_>, Vec<_>) =
            rounds.into_iter().map(|pending| (pending.delay, (pending.round, pending.facts))).unzip();
        match heliast_vdf::verify_combined(self.group(), &delays, self.genesis().delay_suite, &[], threads) {
            Ok(()) => Ok(rounds.into_iter().map(|(round, facts)| Verified::new(round, facts)).collect()),
            Err(heliast_vdf::FalseClaims(refused)) => {
                let named =
                    |(index, reason): (usize, _)| Some((rounds.get(index)?.0.number, Invalid::Delay(reason)));
                Err(FalseRounds(refused.into_iter().filter_map(named).collect()))
            }
        }
    }

    /// Checks the delays of rounds of this chain by their own proofs, as [`Pending::verify`] does and with
    /// its reasons, several at a time where the group has lanes. The rounds before the first whose delay
    /// does not hold, which is the second part with its number.
    pub(crate) fn verify_each(&self, rounds: Vec<Pending>) -> (Vec<Verified<Round>>, Option<(u64, Invalid)>) {
        let (delays, rounds): (Vec<_>, Vec<_>) =
            rounds.into_iter().map(|pending| (pending.delay, (pending.round, pending.facts))).unzip();
        let checked = heliast_vdf::verify_many(self.group(), &delays, self.genesis().delay_suite, 1);
        let refused = checked.err().and_then(|heliast_vdf::FalseClaims(refused)| refused.into_iter().next());
        let (sound, failure) = match refused {
            None => (rounds.len(), None),
            Some((index, reason)) => (index, Some((rounds[index].0.number, Invalid::Delay(reason)))),
        };
        let verified = |(round, facts)| Verified::new(round, facts);
        (rounds.into_iter().take(sound).map(verified).collect(), failure)
    }
}
