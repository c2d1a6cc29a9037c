//! Epochs: one batch proof over the delays of consecutive rounds (`spec/round.md`).
//!
//! x_K follows from the tickets and y_(K−1), so that the rounds give the statements. The proof is about their
//! delays only: tickets, times and links are checked as without it.

use crate::{
    chain::{Chain, Pending, false_roots},
    delay_rules::Squarings,
    round::{Round, RoundFacts},
    verified::{Verifiable, Verified},
    wire::{Malformed, Reader, require},
};
use heliast_group::{AnyElem, AnyGroup, Group};
use heliast_vdf::batch::{self, BadRecords, Family, Proof, Protocol, Proving, Records, Terms, Work};
use std::{num::NonZeroU32, ops::RangeInclusive};

const MAGIC: &[u8] = b"HLEP\x01";
/// The soundness error of the reduction is 2^-128 for every level of the rounds' own proofs.
const LEVEL: u16 = 128;

/// The default number of rounds in an epoch.
pub const EPOCH_ROUNDS: NonZeroU32 = NonZeroU32::new(1_000).expect("not zero");
/// The greatest number of rounds in an epoch: a verifier keeps all of them in memory.
pub const MAX_EPOCH_ROUNDS: u32 = 1 << 16;

/// A proof of the delays of consecutive rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpochProof {
    /// The chain id.
    pub chain: [u8; 32],
    /// The first of the rounds, from 1.
    pub first: u64,
    /// The number of rounds, from 1 to [`MAX_EPOCH_ROUNDS`].
    pub count: u32,
    /// Wesolowski's proof of the combined statement, encoded.
    pub proof: Vec<u8>,
}

impl EpochProof {
    /// The bytes of `spec/round.md`.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.chain);
        bytes.extend(self.first.to_be_bytes());
        bytes.extend(self.count.to_be_bytes());
        bytes.extend(&self.proof);
        bytes
    }

    /// The numbers of its rounds.
    pub fn rounds(&self) -> RangeInclusive<u64> {
        self.first..=self.first.saturating_add(u64::from(self.count).saturating_sub(1))
    }

    /// Whether bytes begin as an epoch proof and not as a round.
    pub(crate) fn is_meant(bytes: &[u8]) -> bool {
        MAGIC.get(..4).is_some_and(|kind| bytes.starts_with(kind))
    }
}

/// Rounds whose delays hold by one proof. Their own proofs have not been checked, so this is not a list of
/// `Verified<Round>`: a store that took them could hand out rounds that others refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epoch {
    /// The proof.
    pub proof: EpochProof,
    /// The rounds, in their order.
    pub rounds: Vec<Round>,
}

impl Verifiable for Epoch {
    /// The facts about each round.
    type Facts = Vec<RoundFacts>;
}

/// The reason why there is no epoch, or no proof of it. It says nothing against the rounds: they
/// have proofs of their own.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EpochError {
    /// The proof, or a round, is of another chain.
    #[error("it is of another chain")]
    OtherChain,
    /// The proof is of other rounds than these.
    #[error("it is of rounds {} to {}, not {} to {}", .found.start(), .found.end(), .expected.start(), .expected.end())]
    Rounds {
        /// The rounds of the list.
        expected: RangeInclusive<u64>,
        /// The rounds of the proof.
        found: RangeInclusive<u64>,
    },
    /// The list has no rounds, or too many.
    #[error("an epoch has from 1 to {MAX_EPOCH_ROUNDS} rounds, not {0}")]
    Count(usize),
    /// A round of the list does not build on the one before it.
    #[error("round {0} does not follow the one before it in the list")]
    Gap(u64),
    /// The proof is not a group element.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The proof is false: it is of another list, or a round's delay does not hold.
    #[error(transparent)]
    Invalid(#[from] batch::Invalid),
    /// There is nothing to prove: the delays of these rounds do not hold. At least one is named,
    /// and not always all.
    #[error("the delays of {} rounds do not hold, the first being that of round {}", .0.len(), .0.first().unwrap_or(&0))]
    False(Vec<u64>),
    /// The caller asked to stop.
    #[error("proving was interrupted")]
    Interrupted,
    /// There is no challenge for the combined statement.
    #[error(transparent)]
    NoPrime(#[from] heliast_vdf::NoPrime),
}

impl From<BadRecords> for EpochError {
    fn from(error: BadRecords) -> EpochError {
        EpochError::Invalid(error.into())
    }
}

impl Chain {
    /// An epoch proof's bytes, well formed but not verified.
    pub fn decode_epoch_proof(&self, bytes: &[u8]) -> Result<EpochProof, Malformed> {
        let mut reader = Reader::new("epoch proof", MAGIC, bytes)?;
        let (chain, first, count) = (reader.array()?, reader.u64()?, reader.u32()?);
        require((1..=MAX_EPOCH_ROUNDS).contains(&count), "count", "an epoch has from 1 to 65,536 rounds")?;
        let in_range = first >= 1 && first.checked_add(u64::from(count)).is_some();
        require(in_range, "first round", "rounds are numbered from 1 to 2^64 - 1")?;
        let group = self.group().ok_or(NO_SQUARINGS)?;
        let proof = reader.bytes(group.encoded_len())?.to_vec();
        epoch_element(group, &proof)?;
        reader.end()?;
        Ok(EpochProof { chain, first, count, proof })
    }

    /// Checks the delays of consecutive rounds by one proof, on `threads` threads.
    ///
    /// Cost: 40 multiplications per round at 1,000 rounds, and one delay proof. One by one, each round takes
    /// 370 multiplications and a hash to prime.
    pub fn verify_epoch(
        &self,
        rounds: &[Pending],
        proof: &EpochProof,
        threads: usize,
    ) -> Result<Verified<Epoch>, EpochError> {
        let expected = self.consecutive(rounds)?;
        if proof.chain != *self.id() {
            return Err(EpochError::OtherChain);
        }
        if proof.rounds() != expected {
            return Err(EpochError::Rounds { expected, found: proof.rounds() });
        }
        let Squarings { group, suite, t } = self.squarings().ok_or(NO_SQUARINGS)?;
        let pi = Proof::Wesolowski(*suite, vec![epoch_element(group, &proof.proof)?]);
        let bytes = statements(group, rounds);
        let records = Records::new(group, &bytes)?;
        batch::verify(group, &terms(*t, records.len()), &records, &pi, threads)?;
        check_roots(rounds, *expected.start(), threads)?;
        let facts = rounds.iter().map(|pending| pending.facts.clone()).collect();
        let rounds = rounds.iter().map(|pending| pending.round.clone()).collect();
        Ok(Verified::new(Epoch { proof: proof.clone(), rounds }, facts))
    }

    /// Proves the delays of consecutive rounds, on `threads` threads: t squarings and a delay proof.
    /// `progress` is called now and then, from any thread, with the part that is done, from 0 to 1; it
    /// returns false to stop.
    pub fn prove_epoch(
        &self,
        rounds: &[Pending],
        threads: usize,
        progress: impl Fn(f64) -> bool + Sync,
    ) -> Result<Verified<Epoch>, EpochError> {
        let numbers = self.consecutive(rounds)?;
        let Squarings { group, suite, t } = self.squarings().ok_or(NO_SQUARINGS)?;
        let bytes = statements(group, rounds);
        let records = Records::new(group, &bytes)?;
        let proving = Proving::Wesolowski(*suite);
        let work = Work { threads, progress };
        let made = batch::prove(group, &terms(*t, records.len()), &records, proving, work);
        let pi = match made {
            Ok(Proof::Wesolowski(_, mut proofs)) => proofs.pop(),
            Ok(Proof::Pietrzak(_)) => None,
            Err(batch::ProveError::Invalid(reason)) => return Err(reason.into()),
            Err(batch::ProveError::NoPrime(reason)) => return Err(reason.into()),
            Err(batch::ProveError::False(places)) => {
                return Err(EpochError::False(places.iter().map(|place| numbers.start() + place).collect()));
            }
            // Only the caller ends a prover early.
            Err(_) => return Err(EpochError::Interrupted),
        };
        // Random Exponents leave one statement.
        let pi = pi.ok_or(EpochError::Invalid(batch::Invalid::Proofs { expected: 1, found: 0 }))?;
        let proof = group.encode(&pi);
        let proof =
            EpochProof { chain: *self.id(), first: *numbers.start(), count: rounds.len() as u32, proof };
        self.verify_epoch(rounds, &proof, threads)
    }

    /// Returns the numbers of the rounds, and checks that each builds on the one before.
    fn consecutive(&self, rounds: &[Pending]) -> Result<RangeInclusive<u64>, EpochError> {
        let (Some(first), Some(last), true) =
            (rounds.first(), rounds.last(), rounds.len() <= MAX_EPOCH_ROUNDS as usize)
        else {
            return Err(EpochError::Count(rounds.len()));
        };
        if rounds.iter().any(|pending| pending.chain.id() != self.id()) {
            return Err(EpochError::OtherChain);
        }
        let follows = |before: &Pending, next: &Pending| {
            before.round.number.checked_add(1) == Some(next.round.number)
                && before.tip_after().digest() == next.facts.tip
        };
        match rounds.iter().zip(&rounds[1..]).find(|(before, next)| !follows(before, next)) {
            Some((_, next)) => Err(EpochError::Gap(next.round.number)),
            None => Ok(first.round.number..=last.round.number),
        }
    }
}

/// Checks the roots of these rounds, the first of which is `first`.
fn check_roots(rounds: &[Pending], first: u64, threads: usize) -> Result<(), EpochError> {
    let claims: Vec<_> = rounds.iter().filter_map(|pending| pending.claims.roots.clone()).collect();
    let found = false_roots(&claims, threads);
    match found.is_empty() {
        true => Ok(()),
        false => Err(EpochError::False(found.iter().map(|(index, _)| first + *index as u64).collect())),
    }
}

const NO_SQUARINGS: Malformed =
    Malformed::Field { field: "epoch proof", rule: "the delays of this chain are roots alone" };

fn terms(t: u64, count: usize) -> Terms {
    let protocol = Protocol::of_family(Family::RandomExponents, LEVEL, count as u64)
        .expect("Random Exponents exist at level 128 for any number of statements");
    Terms { t, protocol }
}

fn epoch_element(group: &AnyGroup, bytes: &[u8]) -> Result<AnyElem, Malformed> {
    group.decode(bytes).map_err(|reason| Malformed::Element { field: "epoch proof", reason })
}

/// The squarings as records x ‖ y, in the rounds' order.
fn statements(group: &AnyGroup, rounds: &[Pending]) -> Vec<u8> {
    let len = group.encoded_len();
    let own = |bytes: &'_ Vec<u8>| bytes[..len].to_vec();
    rounds.iter().flat_map(|pending| [own(&pending.facts.x), own(&pending.round.y)]).flatten().collect()
}
