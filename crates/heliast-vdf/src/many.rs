//! Verification of many proofs at once, `spec/wesolowski.md`.
//!
//! | function | multiplications per proof, 256-bit challenge |
//! |---|---|
//! | [`verify`](crate::verify) | 370, and a gcd |
//! | [`verify_many`] | 370 and three products; 407, but eight proofs at a time, where the group has lanes |
//! | [`verify_combined`] | 243 at 10 proofs, 197 at 100, 128 at 1,000, and three products |
//!
//! If the group has lanes, the last one takes 132 at 1,000, eight at a time. In class groups, where inverses
//! are free, it is some 360 alone, and 111 combined at 1,000.
//!
//! All of these functions refuse the same claims for the same reasons; the last one needs the low-order
//! assumption. A false proof never changes the verdict on others. One gcd over the product of all elements
//! replaces one per proof.

mod combined;
#[cfg(test)]
mod tests;

pub use combined::verify_combined;

use crate::{
    claim::{Claim, CompactClaim},
    hash_to_prime::{BadHint, hinted_candidate},
    parallel::{in_parallel, joined},
    statement::{Statement, transcript},
    suite::Suite,
    wesolowski::{Invalid, challenge, check_compact, check_input, power_of_two},
};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_arith::{LANES, Natural, prime::are_primes};
use heliast_group::{BulkGroup, Group};

/// The claims of a list that are not accepted: at least one. They are in ascending order, each with its place
/// in the list and with the reason that [`verify`](crate::verify) returns, or
/// [`verify_hinted`](crate::verify_hinted) if the claim has a hint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} of the delay proofs are not valid", .0.len())]
pub struct FalseClaims(pub Vec<(usize, Invalid)>);

/// Checks proofs, and returns which of them are invalid and why. The equations are checked several at a time
/// if the group can do that ([`BulkGroup::multiexp_many`]), on `threads` threads (one if the feature `std` is
/// off).
///
/// Cost per proof: as [`verify`](crate::verify), with three products in place of a gcd; in lanes, which share
/// fixed windows, it is 407 multiplications, eight at a time (266 squarings and 141 products). Memory: linear
/// in the list.
pub fn verify_many<G: BulkGroup>(
    group: &G,
    claims: &[Claim<G::Elem>],
    suite: Suite,
    threads: usize,
) -> Result<(), FalseClaims> {
    let verdicts = in_parts(claims, (threads, least(claims)), |claims| {
        let exponents = exponents(group, claims, suite);
        let posed = claims.iter().zip(&exponents);
        let mut sides = products(group, posed.filter_map(|(claim, e)| Some(e.as_ref().ok()?.powers(claim))));
        let judge = |(claim, exponents): (&Claim<G::Elem>, &Result<Exponents, Invalid>)| match exponents {
            Ok(_) => compare(group, sides.next(), &claim.statement.y),
            Err(reason) => Err(reason.clone()),
        };
        claims.iter().zip(&exponents).map(judge).collect()
    });
    refuse(verdicts)
}

/// The outputs y of claims in compact form, with the results of [`recover`](crate::recover), but several at a
/// time and on several threads as in [`verify_many`].
///
/// Cost per claim: as [`recover`](crate::recover), with two products in place of a gcd. Memory: linear in the
/// list.
pub fn recover_many<G: BulkGroup>(
    group: &G,
    claims: &[CompactClaim<G::Elem>],
    suite: Suite,
    threads: usize,
) -> Vec<Result<G::Elem, Invalid>> {
    in_parts(claims, (threads, least(claims)), |claims| {
        let check = |claim: &CompactClaim<G::Elem>| {
            check_compact(group, &claim.x, claim.t, &claim.prime, suite)?;
            Ok(power_of_two(claim.t, &claim.prime))
        };
        let mut remainders: Vec<Result<Natural, Invalid>> = claims.iter().map(check).collect();
        demand_units(group, &mut remainders, |index| [&claims[index].x, &claims[index].proof]);
        let posed = claims.iter().zip(&remainders);
        let mut sides = products(
            group,
            posed.filter_map(|(claim, remainder)| {
                Some([(&claim.proof, &claim.prime), (&claim.x, remainder.as_ref().ok()?)])
            }),
        );
        let recover = |(claim, remainder): (&CompactClaim<G::Elem>, &Result<Natural, Invalid>)| {
            remainder.as_ref().map_err(Clone::clone)?;
            let y = sides.next().ok_or(Invalid::Equation)?;
            Ok(Statement { x: claim.x.clone(), y, t: claim.t })
        };
        let statements: Vec<Result<_, Invalid>> = claims.iter().zip(&remainders).map(recover).collect();
        let posed = claims.iter().zip(&statements);
        let posed =
            posed.map(|(claim, statement)| Ok((statement.as_ref().map_err(Clone::clone)?, claim.hint)));
        let drawn = draw_primes(group, posed, suite);
        let judge = |((claim, statement), drawn): ((&CompactClaim<G::Elem>, Result<Statement<_>, _>), _)| {
            if drawn? == claim.prime { Ok(statement?.y) } else { Err(Invalid::WrongPrime) }
        };
        claims.iter().zip(statements).zip(drawn).map(judge).collect()
    })
}

/// The verdict on one claim.
type Verdict = Result<(), Invalid>;

/// l and r = 2^t mod l of a claim.
struct Exponents {
    prime: Natural,
    remainder: Natural,
}

impl Exponents {
    /// The left side of the claim's equation π^l · x^r = y.
    fn powers<'a, E>(&'a self, claim: &'a Claim<E>) -> [(&'a E, &'a Natural); 2] {
        [(&claim.proof, &self.prime), (&claim.statement.x, &self.remainder)]
    }
}

/// The exponents of every claim that has an equation: t is in range, x is not the identity, and each element
/// is a unit.
fn exponents<G: BulkGroup>(
    group: &G,
    claims: &[Claim<G::Elem>],
    suite: Suite,
) -> Vec<Result<Exponents, Invalid>> {
    let check = |Claim { statement, .. }: &Claim<G::Elem>| check_input(group, &statement.x, statement.t);
    let mut checked: Vec<_> = claims.iter().map(check).collect();
    demand_units(group, &mut checked, |index| {
        let Claim { statement, proof, .. } = &claims[index];
        [&statement.x, &statement.y, proof]
    });
    let posed = claims.iter().zip(checked);
    let drawn = draw_primes(
        group,
        posed.map(|(claim, checked)| checked.map(|()| (&claim.statement, claim.hint))),
        suite,
    );
    let reduce = |(claim, drawn): (&Claim<G::Elem>, Result<Natural, Invalid>)| {
        let prime = drawn?;
        let remainder = power_of_two(claim.statement.t, &prime);
        Ok(Exponents { prime, remainder })
    };
    claims.iter().zip(drawn).map(reduce).collect()
}

/// The challenge of each statement: the prime that its hint names, or the first prime. Challenges that hints
/// name are tested for primality together.
fn draw_primes<'a, G: BulkGroup>(
    group: &G,
    statements: impl Iterator<Item = Result<(&'a Statement<G::Elem>, Option<u16>), Invalid>>,
    suite: Suite,
) -> Vec<Result<Natural, Invalid>>
where
    G::Elem: 'a,
{
    let (mut drawn, mut named) = (Vec::<Result<Natural, Invalid>>::new(), Vec::new());
    for (index, statement) in statements.enumerate() {
        drawn.push(statement.and_then(|(statement, hint)| {
            let Some(hint) = hint else {
                return Ok(challenge(group, statement, suite)?.prime);
            };
            let candidate = hinted_candidate(suite, &transcript(group, statement, suite.into()), hint)?;
            named.push((index, hint));
            Ok(candidate)
        }));
    }
    let candidates: Vec<Natural> = named.iter().filter_map(|(index, _)| drawn[*index].clone().ok()).collect();
    for ((index, hint), is_prime) in named.into_iter().zip(are_primes(&candidates)) {
        if !is_prime {
            drawn[index] = Err(BadHint::Composite(hint).into());
        }
    }
    drawn
}

/// Refuses every claim that has passed so far and has an element that is not a unit. This takes one gcd for
/// all claims. If that finds something, it takes one for each claim; a non-unit of a real modulus reveals a
/// factor of it.
fn demand_units<'a, G: Group + 'a, T, const K: usize>(
    group: &G,
    checked: &mut [Result<T, Invalid>],
    elements: impl Fn(usize) -> [&'a G::Elem; K],
) {
    let passed: Vec<usize> = (0..checked.len()).filter(|&index| checked[index].is_ok()).collect();
    let all: Vec<_> = passed.iter().flat_map(|&index| elements(index)).collect();
    if group.check_units(&all).is_ok() {
        return;
    }
    for index in passed {
        if let Err(reason) = group.check_units(&elements(index)) {
            checked[index] = Err(reason.into());
        }
    }
}

/// The products of these pairs of powers, one for each.
fn products<'a, G: BulkGroup + 'a>(
    group: &G,
    pairs: impl Iterator<Item = [(&'a G::Elem, &'a Natural); 2]>,
) -> impl Iterator<Item = G::Elem> {
    let pairs: Vec<_> = pairs.collect();
    let problems: Vec<_> = pairs.iter().map(|pair| &pair[..]).collect();
    group.multiexp_many(&problems).into_iter()
}

/// Checks that π^l · x^r is y.
fn compare<G: Group>(group: &G, left_side: Option<G::Elem>, y: &G::Elem) -> Verdict {
    left_side.filter(|side| group.equal(side, y)).map(drop).ok_or(Invalid::Equation)
}

/// The least number of claims of a part: as many as fill the lanes, or one if the list is too short to fill
/// them.
fn least<C>(claims: &[C]) -> usize {
    if claims.len() < LANES { 1 } else { LANES }
}

/// The results of `work` for the parts of a list, in the list's order. There is one part for each of
/// `threads` threads, but at most one for every `least` claims. If `least` fills the lanes, each part but the
/// last fills them.
fn in_parts<C: Sync, T: Send>(
    claims: &[C],
    (threads, least): (usize, usize),
    work: impl Fn(&[C]) -> Vec<T> + Sync,
) -> Vec<T> {
    let (len, grain) = (claims.len(), least.min(LANES));
    let parts = threads.min(len.div_ceil(least));
    let part = |Range { start, end }: Range<usize>| work(&claims[start * grain..len.min(end * grain)]);
    joined(in_parallel(len.div_ceil(grain), parts, &part))
}

/// Accepts if every claim is accepted.
fn refuse(verdicts: Vec<Verdict>) -> Result<(), FalseClaims> {
    let refused =
        verdicts.into_iter().enumerate().filter_map(|(index, verdict)| Some((index, verdict.err()?)));
    let refused: Vec<_> = refused.collect();
    if refused.is_empty() { Ok(()) } else { Err(FalseClaims(refused)) }
}
