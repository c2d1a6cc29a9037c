//! Different delays in one batch: y_i = x_i^(2^(t_i)) for every i, by one proof of one element and one chain of max t_i squarings.
//!
//! 1. r_i of λ bits from a seed that depends on all (t_i, x_i, y_i); ỹ = ∏ y_i^(r_i). The claim is ∏ x_i^(r_i·2^(t_i)) = ỹ.
//! 2. It is brought to a product of bases with exponents: statements that share their t become one base X_t = ∏ x_i^(r_i) with exponent 2^t where
//!    there are so many that this is cheaper ([`groups`]), the others stay x_i with r_i·2^(t_i).
//! 3. l = HashToPrime(seed, ỹ), of 2λ bits. The proof is Q = ∏ base^floor(exponent / l); it holds when Q^l · ∏ base^(exponent mod l) = ỹ.
//!
//! **Soundness.** Let δ_i = y_i / x_i^(2^(t_i)). If some δ_i is not 1, Δ = ∏ δ_i^(r_i) is not but with probability 2^−λ, or somebody knows an element of low
//! order. Δ is fixed before l, and an accepted Q is the true one times an l-th root of Δ: whoever finds those breaks the adaptive root
//! assumption, on which Wesolowski's proof rests too. It is the proof of Boneh, Bünz and Fisch for a homomorphism, applied to a random
//! combination of statements. Exponents modulo a prime of 2λ bits are as short as those of one statement, so that m statements with m different
//! delays cost a product of m powers of 2λ bits beside that of λ bits of all y_i.
//!
//! **Prover.** floor(2^t / l) is the first t binary digits b_1 b_2 ... of 1/l, whatever t is. So one chain serves all: with
//! A_j = ∏_(t >= j) X_t^(2^(t−j)), which is A_(j+1)² times X_j, ∏ X_t^floor(2^t / l) = ∏_j A_j^(b_j), and A_0 must be ỹ (`chain.rs`).
//! It can be interrupted and resumed ([`VariedEvaluation`]).
//!
//! Multiplications per statement to verify at λ = 128, all t_i different: 62 at 10^3, 43 at 10^4, 32 at 10^5, 26 at 10^6, 22 at 10^7; with few different
//! t_i those of one delay.
//!
//! Sources: Ivanova, *Practical Batch Proofs of Exponentiation*, open problem 2; Boneh, Bünz, Fisch, *Batching Techniques for Accumulators with
//! Applications to IOPs and Stateless Blockchains*, section 3.

mod chain;
mod evaluation;
mod groups;
mod product;
mod prove;
mod records;
#[cfg(test)]
mod tests;
mod verify;

use super::{
    challenge::{Digest, Leaves, MAX_STATEMENTS, Purpose, Seed, Strings},
    exponents,
    proof::Invalid,
    protocol::{TooWeak, check_level},
};
use crate::{
    hash_to_prime::{PrimeMode, hash_to_prime},
    statement::Suite,
    wesolowski,
};
use alloc::vec::Vec;
use core::ops::Range;
pub use evaluation::{VariedEvaluation, VariedResumeError};
pub use groups::DelayCounts;
use groups::{Delay, Delays, Rule};
use heliast_arith::Natural;
use heliast_group::Group;
use product::{multiply_powers, select, strings_of};
pub use prove::{VariedProver, prove_varied};
pub use records::{BadVariedRecords, VariedRecords};
pub use verify::{VariedPowers, VariedProducts, verify_varied};

const SEED_TAG: &[u8] = b"\x1cheliast/batch/varied-seed/v1";
const PRIME_TAG: &[u8] = b"\x1dheliast/batch/varied-prime/v1";

/// What a batch of different delays is about, apart from its statements: its level λ, from which everything else follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariedTerms {
    level: u16,
    /// Of the challenge l: `sieved-full`, SHA-256, 2λ bits.
    suite: Suite,
}

impl VariedTerms {
    /// Those of a level, a multiple of 8 from 64 to 256.
    pub fn new(level: u16) -> Result<VariedTerms, TooWeak> {
        check_level(level)?;
        let suite = Suite::of_level(PrimeMode::SievedFull, level).ok_or(TooWeak::Level(level))?;
        Ok(VariedTerms { level, suite })
    }

    /// λ.
    pub fn level(self) -> u16 {
        self.level
    }

    /// The seed of a list in these shards, in their order.
    ///
    /// # Errors
    /// [`Invalid::Empty`] if there are no statements in them, [`Invalid::TooMany`].
    pub fn seed<G: Group>(self, group: &G, shards: &[Digest]) -> Result<Seed, Invalid> {
        let count = shards.iter().fold(0u64, |sum, shard| sum.saturating_add(shard.count));
        match count {
            0 => return Err(Invalid::Empty),
            1..=MAX_STATEMENTS => {}
            _ => return Err(Invalid::TooMany(count)),
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(SEED_TAG);
        hasher.update(&group.id());
        hasher.update(&(group.encoded_len() as u32).to_be_bytes());
        hasher.update(&self.level.to_be_bytes());
        hasher.update(&self.suite.encode());
        hasher.update(&(shards.len() as u64).to_be_bytes());
        for Digest { count, root } in shards {
            hasher.update(&count.to_be_bytes());
            hasher.update(root);
        }
        Ok(Seed::from_bytes(hasher.finalize().into()))
    }

    /// l.
    fn prime<G: Group>(self, group: &G, seed: &Seed, output: &G::Elem) -> Result<Natural, Invalid> {
        let mut prefix = Vec::with_capacity(128 + group.encoded_len());
        prefix.extend_from_slice(PRIME_TAG);
        prefix.extend_from_slice(&self.suite.encode());
        prefix.extend_from_slice(&group.id());
        prefix.extend_from_slice(&seed.bytes());
        prefix.extend_from_slice(&(group.encoded_len() as u32).to_be_bytes());
        prefix.extend_from_slice(&group.encode(output));
        let drawn = hash_to_prime(self.suite, &prefix);
        drawn.map(|challenge| challenge.prime).map_err(|reason| invalid(reason.into()))
    }

    /// About the mean number of multiplications to verify a list in which each of these numbers of statements shares its delay, the hash to a
    /// prime excepted.
    pub fn best_cost(self, counts: &[u64]) -> f64 {
        let (level, bits) = (self.level, self.suite.bits());
        let m = counts.iter().sum();
        let mut rule = Rule::new(m, self);
        let (merged, single): (Vec<u64>, Vec<u64>) = counts.iter().partition(|count| rule.merges(**count));
        let merging: f64 = merged.iter().map(|count| exponents::best_cost(*count, level)).sum();
        let single: u64 = single.iter().sum();
        let stays = if single == 0 { 0.0 } else { exponents::best_cost(single, bits) };
        exponents::best_cost(m, level) + merging + stays + exponents::best_cost(merged.len() as u64 + 1, bits)
    }
}

fn invalid(reason: wesolowski::Invalid) -> Invalid {
    Invalid::Wesolowski { index: 0, reason }
}

impl Digest {
    /// That of records with delays of their own, on `threads` threads.
    pub fn of_varied(records: &VariedRecords<'_>, threads: usize) -> Digest {
        let mut leaves = Leaves::default();
        leaves.absorb_varied(records, threads);
        leaves.finish()
    }
}

impl Leaves {
    /// As [`Leaves::absorb`], of records with delays of their own.
    pub fn absorb_varied(&mut self, records: &VariedRecords<'_>, threads: usize) {
        self.absorb_bytes(records.bytes(), records.len(), threads);
    }
}

/// Statements of a list, and what is drawn for them.
struct Piece<'a> {
    records: VariedRecords<'a>,
    /// r_i.
    strings: Strings,
    delays: Delays,
}

impl<'a> Piece<'a> {
    /// Those from the place `start` on; `merges` says of a delay and the number of statements here that have it whether they become one base.
    fn new(
        terms: VariedTerms,
        seed: &Seed,
        (start, records): (u64, VariedRecords<'a>),
        merges: impl FnMut(u64, u64) -> bool,
    ) -> Piece<'a> {
        let places = start..start + records.len() as u64;
        let strings = seed.strings(0, Purpose::Statement, terms.level.into(), places);
        let delays = Delays::new(&records, merges);
        Piece { records, strings, delays }
    }

    /// Those at these places, with what was drawn for them.
    fn range(&self, places: Range<usize>) -> Piece<'a> {
        let records = self.records.range(places.clone());
        let delays = Delays::new(&records, |_, _| true);
        Piece { records, strings: self.strings.select(&places.collect::<Vec<_>>()), delays }
    }

    /// ∏ y_i^(r_i).
    fn output<G: Group>(&self, group: &G, threads: usize) -> G::Elem {
        let [_, outputs] = self.records.sides();
        multiply_powers(group, outputs, &self.strings, threads)
    }

    /// X_t of these delays.
    fn merge<G: Group>(&self, group: &G, delays: &[&Delay], threads: usize) -> Vec<G::Elem> {
        let [inputs, _] = self.records.sides();
        product::merge(group, inputs, (&self.strings, &self.delays), delays, threads)
    }

    /// The product of the inputs that stay by themselves, to the power of floor(r_i·2^(t_i) / l) − r_i·floor(2^(t_i) / l) or of r_i·2^(t_i) mod l,
    /// which have so many bits.
    fn multiply_single<G: Group>(
        &self,
        group: &G,
        prime: &Natural,
        (part, bits): (Part, u16),
        threads: usize,
    ) -> G::Elem {
        let exponent = |index: usize, remainder: &Natural| {
            let (quotient, remainder) = self.strings.natural(index).mul(remainder).div_rem(prime);
            match part {
                Part::Quotient => quotient,
                Part::Remainder => remainder,
            }
        };
        let mut powers = self.delays.map_single(prime, exponent, threads);
        powers.sort_unstable_by_key(|(index, _)| *index);
        let (places, exponents): (Vec<usize>, Vec<Natural>) = powers.into_iter().unzip();
        let mut room = Vec::new();
        let [inputs, _] = self.records.sides();
        let list = select(group, inputs, &places, &mut room);
        multiply_powers(group, list, &strings_of(&exponents, bits), threads)
    }
}

/// Of r_i·(2^(t_i) mod l) divided by l.
#[derive(Clone, Copy)]
enum Part {
    Quotient,
    Remainder,
}
