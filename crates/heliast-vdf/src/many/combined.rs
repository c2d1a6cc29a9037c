//! Many existing proofs in one equation, without their prover.
//!
//! With random weights ρ_i the equations π_i^(l_i) · x_i^(r_i) = y_i become one,
//!
//! ```text
//! ∏ π_i^(l_i·ρ_i) · x_i^(r_i·ρ_i) = ∏ y_i^(ρ_i),
//! ```
//!
//! two products of many powers, which take far fewer multiplications than as many pairs of powers. An element
//! that occurs more than once (in a chain of delays y_i is x_(i+1)) is raised once, to the sum of its
//! exponents, on the side where they are larger. If inverses cost nothing, the right side moves to the left:
//! one product of more powers takes fewer multiplications than two.
//!
//! **Soundness.** Let δ_i = π_i^(l_i) · x_i^(r_i) / y_i. If δ_1 ≠ 1, then for any other weights, the weights
//! ρ_1 that hide it lie in one residue class modulo the order of δ_1. Weights are uniform among 2^128 values,
//! drawn by a hash of t, x, y, π and l, when every δ_i is fixed: a false list passes with probability 2^-128,
//! unless its prover has found an element of an order below 2^128. The low-order assumption says that this is
//! infeasible. The adaptive root assumption of the proofs themselves implies it. The element −1 is not an
//! exception, since elements are classes modulo ±1. Groups in which such elements are known are refused. The
//! weight 0 is not used, so that every claim takes part. Even weights are used, because with only odd weights
//! two errors of order two would always cancel.
//!
//! The search for a false claim checks parts of the list with the same weights. Each part adds one event of
//! probability 2^-128.
//!
//! Source: Bellare, Garay, Rabin, *Fast batch verification for modular exponentiation and digital
//! signatures*, section 3.

use super::{Exponents, FalseClaims, Verdict, compare, exponents, in_parts, products, refuse};
use crate::{claim::Claim, suite::Suite, wesolowski::Invalid};
use alloc::{collections::BTreeMap, vec::Vec};
use heliast_arith::Natural;
use heliast_group::{BulkGroup, multiexp};
use sha2::{Digest, Sha256};

const TAG: &[u8] = b"\x1eheliast/wesolowski/combined/v1";
/// The sides of the equation.
const LEFT: usize = 0;
const RIGHT: usize = 1;
/// Bytes of a weight: 128 bits.
const WEIGHT_LEN: usize = 16;
/// This many claims or fewer are cheaper one by one.
const FEW: usize = 8;
/// The least number of claims of a part if threads share a list: shorter parts save much less by combination.
const MIN_PART: usize = 64;

/// As [`verify_many`](super::verify_many), but by one equation for all claims (one per thread, each for about
/// 64 claims or more). If it is false, the false claims are found by halving. The module's documentation
/// shows that this accepts the same claims as verification one by one.
///
/// The weights follow from a hash of all claims, and so does the result. `coins` go into the hash, too: with
/// random bytes that no prover knows, an attacker cannot test lists against the weights. Without any (`&[]`),
/// attackers can test lists offline, with a chance of 2^-128 each time.
///
/// Cost per proof with a 256-bit challenge: a hash to prime, three products in place of a gcd, and 243
/// multiplications at 10 proofs, 197 at 100, and 128 at 1,000; one by one it is 370. At 100 delays of a chain
/// it is 165. If the group has lanes, multiplications of 256 elements or more are done eight at a time: 132
/// at 1,000 proofs. A false claim costs as much as the list again. Any number of false claims costs no more
/// than that and the list one by one. Memory: linear in the list.
pub fn verify_combined<G: BulkGroup>(
    group: &G,
    claims: &[Claim<G::Elem>],
    suite: Suite,
    coins: &[u8],
    threads: usize,
) -> Result<(), FalseClaims> {
    refuse(in_parts(claims, (threads, MIN_PART), |claims| {
        let (mut verdicts, weighted) = weigh(group, claims, suite, coins);
        let mut search = Search { group, patience: weighted.len(), found: Vec::new() };
        search.start(&weighted);
        search.found.into_iter().for_each(|index| verdicts[index] = Err(Invalid::Equation));
        verdicts
    }))
}

/// A claim that has an equation, with its weight.
pub(super) struct Weighted<'a, E> {
    index: usize,
    claim: &'a Claim<E>,
    exponents: Exponents,
    /// ρ, from 1 to 2^128.
    pub(super) weight: Natural,
    /// The canonical encodings of x, y and π, which are compared to find equal elements.
    encodings: [Vec<u8>; 3],
}

/// The verdicts on the claims before their equations are checked, and the claims that have an
/// equation. The weights depend on each of these.
pub(super) fn weigh<'a, G: BulkGroup>(
    group: &G,
    claims: &'a [Claim<G::Elem>],
    suite: Suite,
    coins: &[u8],
) -> (Vec<Verdict>, Vec<Weighted<'a, G::Elem>>) {
    let mut verdicts = Vec::with_capacity(claims.len());
    let mut weighted = Vec::with_capacity(claims.len());
    let mut transcript = Sha256::new_with_prefix(TAG);
    transcript.update(suite.encode());
    transcript.update(group.id());
    for (index, (claim, exponents)) in claims.iter().zip(exponents(group, claims, suite)).enumerate() {
        verdicts.push(exponents.map(|exponents| {
            let Claim { statement, proof, .. } = claim;
            let encodings = [&statement.x, &statement.y, proof].map(|elem| group.encode(elem));
            transcript.update(statement.t.to_be_bytes());
            encodings.iter().for_each(|encoding| transcript.update(encoding));
            // A hint chooses l among many, so δ depends on it.
            transcript.update(exponents.prime.to_be_bytes(usize::from(suite.bits()) / 8).unwrap_or_default());
            weighted.push(Weighted { index, claim, exponents, weight: Natural::zero(), encodings });
        }));
    }
    transcript.update((weighted.len() as u64).to_be_bytes());
    transcript.update(coins);
    let seed = transcript.finalize();
    for (index, claim) in weighted.iter_mut().enumerate() {
        let digest = Sha256::new_with_prefix(seed).chain_update((index as u64).to_be_bytes()).finalize();
        claim.weight = Natural::from_be_bytes(&digest[..WEIGHT_LEN]).add(&Natural::one());
    }
    (verdicts, weighted)
}

/// The two sides of a weighted product of equations. Common factors may be missing from both.
struct Sides<E>([E; 2]);

/// The search for false claims by halving.
struct Search<'g, G> {
    group: &'g G,
    /// The number of claims that may still be combined. The length of the list is enough to find one false
    /// claim. After that the rest is verified one by one.
    patience: usize,
    /// The indices of false claims.
    found: Vec<usize>,
}

impl<G: BulkGroup> Search<'_, G> {
    fn start(&mut self, claims: &[Weighted<'_, G::Elem>]) {
        if claims.len() <= FEW {
            return self.one_by_one(claims);
        }
        let sides = self.combine(claims);
        self.look_into(claims, sides);
    }

    /// Finds the false ones among claims whose combination has these sides.
    fn look_into(&mut self, claims: &[Weighted<'_, G::Elem>], Sides([left, right]): Sides<G::Elem>) {
        let group = self.group;
        if group.equal(&left, &right) {
            return;
        }
        let (first, second) = claims.split_at(claims.len() / 2);
        if claims.len() <= FEW || self.patience < first.len() {
            return self.one_by_one(claims);
        }
        self.patience -= first.len();
        let Sides([first_left, first_right]) = self.combine(first);
        // The second half is the whole divided by the first half, both as fractions, so it need not be
        // combined.
        let second_sides = Sides([group.mul(&left, &first_right), group.mul(&right, &first_left)]);
        self.look_into(first, Sides([first_left, first_right]));
        self.look_into(second, second_sides);
    }

    fn one_by_one(&mut self, claims: &[Weighted<'_, G::Elem>]) {
        let mut left_sides = products(self.group, claims.iter().map(|w| w.exponents.powers(w.claim)));
        for weighted in claims {
            if compare(self.group, left_sides.next(), &weighted.claim.statement.y).is_err() {
                self.found.push(weighted.index);
            }
        }
    }

    fn combine(&self, claims: &[Weighted<'_, G::Elem>]) -> Sides<G::Elem> {
        let [left, right] = powers::<G>(claims);
        let inverses: Vec<_> = right.iter().map_while(|(elem, _)| self.group.free_inverse(elem)).collect();
        if inverses.len() < right.len() {
            return Sides([left, right].map(|powers| self.multiply(powers.iter().map(|(e, n)| (*e, n)))));
        }
        let moved = inverses.iter().zip(&right).map(|(inverse, (_, exponent))| (inverse, exponent));
        let powers = left.iter().map(|(elem, exponent)| (*elem, exponent)).chain(moved);
        Sides([self.multiply(powers), self.group.identity()])
    }

    fn multiply<'e>(&self, powers: impl Iterator<Item = (&'e G::Elem, &'e Natural)>) -> G::Elem
    where
        G: 'e,
    {
        multiexp(self.group, &powers.collect::<Vec<_>>())
    }
}

/// The powers on the left and on the right of the weighted product, with every element once.
pub(super) fn powers<'a, G: BulkGroup>(claims: &[Weighted<'a, G::Elem>]) -> [Vec<(&'a G::Elem, Natural)>; 2] {
    let mut bases: BTreeMap<&[u8], (&'a G::Elem, [Natural; 2])> = BTreeMap::new();
    for Weighted { claim, exponents, weight, encodings, .. } in claims {
        let Claim { statement, proof, .. } = *claim;
        let [x, y, pi] = encodings.each_ref().map(Vec::as_slice);
        let mut raise = |encoding, elem, side: usize, exponent: &Natural| {
            let (_, exponents) = bases.entry(encoding).or_insert_with(|| (elem, Default::default()));
            exponents[side] = exponents[side].add(exponent);
        };
        raise(pi, proof, LEFT, &exponents.prime.mul(weight));
        raise(x, &statement.x, LEFT, &exponents.remainder.mul(weight));
        raise(y, &statement.y, RIGHT, weight);
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (elem, [left, right]) in bases.into_values() {
        match left.sub(&right) {
            Some(difference) => sides[LEFT].push((elem, difference)),
            None => sides[RIGHT].push((elem, right.sub(&left).unwrap_or_default())),
        }
    }
    sides
}
