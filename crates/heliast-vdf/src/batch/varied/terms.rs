//! The terms of a batch of different delays, and the values that are drawn for it.

use crate::{
    batch::{
        digest::Digest,
        error::Invalid,
        incidence::MAX_LEVEL,
        proof::{Proof, Proving},
        protocol::{Family, TooWeak, check_level},
        seed::{self, Seed},
    },
    hash_to_prime::hash_to_prime,
    prime_mode::PrimeMode,
    suite::Suite,
    wesolowski,
};
use alloc::vec::Vec;
use heliast_arith::Natural;
use heliast_group::Group;

const SEED_TAG: &[u8] = b"\x1cheliast/batch/varied-seed/v1";
const LINEAR_SEED_TAG: &[u8] = b"\x23heliast/batch/varied-linear-seed/v1";
const PRIME_TAG: &[u8] = b"\x1dheliast/batch/varied-prime/v1";

/// The terms of a batch of different delays, apart from its statements: its level λ, and whether it uses
/// incidence buckets. Everything else follows from these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub(super) level: u16,
    linear: bool,
    /// The suite of the challenge l: `sieved-full`, SHA-256, 2λ bits.
    pub(super) suite: Suite,
}

impl Terms {
    /// The terms of a level, a multiple of 8 from 64 to 256, by random exponents alone.
    pub fn new(level: u16) -> Result<Terms, TooWeak> {
        check_level(level)?;
        let suite = Suite::of_level(PrimeMode::SievedFull, level).ok_or(TooWeak::Level(level))?;
        Ok(Terms { level, linear: false, suite })
    }

    /// The terms of a level of at most 128, with incidence buckets for every delay that many statements
    /// share, and for the outputs of all others: `spec/linear-batch.md`, which nobody outside this project
    /// has reviewed.
    pub fn linear(level: u16) -> Result<Terms, TooWeak> {
        let terms = Terms::new(level)?;
        if level > MAX_LEVEL { Err(TooWeak::Linear(level)) } else { Ok(Terms { linear: true, ..terms }) }
    }

    /// The terms of a family, which is [`Family::RandomExponents`] or [`Family::Linear`].
    pub fn of_family(family: Family, level: u16) -> Result<Terms, TooWeak> {
        match family {
            Family::RandomExponents => Terms::new(level),
            Family::Linear => Terms::linear(level),
            _ => Err(TooWeak::Delays(family)),
        }
    }

    /// The proof that consists of this element.
    pub fn proof<E>(self, element: E) -> Proof<E> {
        Proof::Wesolowski(self.suite, alloc::vec![element])
    }

    /// The element of which such a proof consists.
    pub(in crate::batch) fn element<E: Clone>(self, proof: &Proof<E>) -> Result<&E, Invalid> {
        match proof {
            Proof::Wesolowski(suite, proofs) if *suite == self.suite => match &proofs[..] {
                [element] => Ok(element),
                _ => Err(Invalid::Proofs { expected: 1, found: proofs.len() }),
            },
            _ => Err(Invalid::OtherKind),
        }
    }

    /// The kind of the proof.
    pub fn proving(self) -> Proving {
        Proving::Wesolowski(self.suite)
    }

    /// Whether there are incidence buckets.
    pub(in crate::batch) fn is_linear(self) -> bool {
        self.linear
    }

    /// The family: [`Family::Linear`], if there are incidence buckets.
    pub fn family(self) -> Family {
        if self.linear { Family::Linear } else { Family::RandomExponents }
    }

    /// λ.
    pub fn level(self) -> u16 {
        self.level
    }

    /// The seed of a list in these shards, in their order.
    ///
    /// # Errors
    /// [`Invalid::Empty`] if the shards have no statements, [`Invalid::TooMany`].
    pub fn seed<G: Group>(self, group: &G, shards: &[Digest]) -> Result<Seed, Invalid> {
        let tag = if self.linear { LINEAR_SEED_TAG } else { SEED_TAG };
        seed::draw(tag, group, &[&self.level.to_be_bytes(), &self.suite.encode()], shards)
    }

    /// The challenge l.
    pub(super) fn prime<G: Group>(
        self,
        group: &G,
        seed: &Seed,
        output: &G::Elem,
    ) -> Result<Natural, Invalid> {
        let mut prefix = Vec::with_capacity(128 + group.encoded_len());
        prefix.extend_from_slice(PRIME_TAG);
        prefix.extend_from_slice(&self.suite.encode());
        prefix.extend_from_slice(&group.id());
        prefix.extend_from_slice(&seed.to_bytes());
        prefix.extend_from_slice(&(group.encoded_len() as u32).to_be_bytes());
        prefix.extend_from_slice(&group.encode(output));
        let drawn = hash_to_prime(self.suite, &prefix);
        drawn.map(|challenge| challenge.prime).map_err(|reason| invalid(reason.into()))
    }
}

/// The error for the single proof of a list.
pub(super) fn invalid(reason: wesolowski::Invalid) -> Invalid {
    Invalid::Wesolowski { index: 0, reason }
}
