//! Proofs of Chia's timelords: `spec/chia.md`.
//!
//! ```
//! use heliast_group::ClassGroup;
//! use heliast_vdf::chia;
//!
//! let group = ClassGroup::from_chia_seed(b"a challenge of a block", 512).unwrap();
//! let proof = chia::prove(&group, &chia::GENERATOR, 1_000)?;
//! chia::verify(&group, &chia::GENERATOR, &proof, 1_000, 0)?;
//! # Ok::<(), chia::Invalid>(())
//! ```
//!
//! [`verify`] accepts exactly what consensus does, weaknesses included: a challenge binds neither the
//! discriminant nor the number of squarings, and a few bytes can be changed in proofs that stay valid. For
//! delays of one's own there are [`crate::verify`] and a transcript that binds everything.

mod challenge;
mod form;

use crate::wesolowski::prove_naive;
use alloc::vec::Vec;
use challenge::challenge;
use form::ClassForm;
pub use form::{FORM_LEN, GENERATOR};
use heliast_arith::Natural;
use heliast_group::{ClassGroup, Group};

/// Bytes of the count of squarings, of the challenge, and of a segment: both and π.
const ITERATIONS_LEN: usize = 8;
const PRIME_LEN: usize = 33;
const SEGMENT_LEN: usize = ITERATIONS_LEN + PRIME_LEN + FORM_LEN;

/// Why a proof of Chia's is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// Encodings have 100 bytes, which hold no more.
    #[error("the discriminant has {0} bits; Chia's forms have at most 1024")]
    Discriminant(usize),
    /// Not the length that this witness type has.
    #[error("a proof of witness type {witness_type} does not have {found} bytes")]
    Length {
        /// What the caller asked for.
        witness_type: u64,
        /// Bytes that were given.
        found: usize,
    },
    /// Bytes that are no form.
    #[error("the {0} is no form of this discriminant")]
    Form(&'static str),
    /// The challenge of a segment is 0.
    #[error("the challenge of a segment is 0")]
    ZeroChallenge,
    /// The challenge is not the hash of input and output.
    #[error("a challenge is not the prime of its input and output")]
    Challenge,
    /// The segments together are longer than the whole delay.
    #[error("the segments have more squarings than the delay")]
    Iterations,
    /// π^B · x^r is not y.
    #[error("the delay proof is false: pi^B * x^r is not y")]
    Equation,
}

/// That y, at the beginning of `proof`, is x^(2^`iterations`): what `verify_n_wesolowski` of chiavdf says.
///
/// `proof` is y ‖ π ‖ segments, of which there are `witness_type`, the first in time at the end.
///
/// # Errors
/// The first reason for which chiavdf would refuse it, too.
pub fn verify(
    group: &ClassGroup,
    x: &[u8],
    proof: &[u8],
    iterations: u64,
    witness_type: u64,
) -> Result<(), Invalid> {
    let (head, segments) = split(group, proof, 2 * FORM_LEN, witness_type)?;
    let start = ClassForm::decode(group, x).ok_or(Invalid::Form("input"))?;
    let (x, remaining) = follow(group, start, segments, iterations)?;
    let (y, pi) = head.split_at(FORM_LEN);
    let y = ClassForm::decode(group, y).ok_or(Invalid::Form("output"))?;
    let pi = ClassForm::decode(group, pi).ok_or(Invalid::Form("proof"))?;
    let prime = challenge(&x.encoded, &y.encoded);
    let reached = step(group, &x, &pi, &prime, remaining);
    if reached == y.form { Ok(()) } else { Err(Invalid::Equation) }
}

/// y of a proof without it, whose challenge is given: what `verify_n_wesolowski_with_b` of chiavdf says.
///
/// # Errors
/// The first reason for which chiavdf would refuse it, too.
pub fn recover(
    group: &ClassGroup,
    prime: &Natural,
    x: &[u8],
    proof: &[u8],
    iterations: u64,
    witness_type: u64,
) -> Result<[u8; FORM_LEN], Invalid> {
    let (pi, segments) = split(group, proof, FORM_LEN, witness_type)?;
    let start = ClassForm::decode(group, x).ok_or(Invalid::Form("input"))?;
    let (x, remaining) = follow(group, start, segments, iterations)?;
    let pi = ClassForm::decode(group, pi).ok_or(Invalid::Form("proof"))?;
    if prime.is_zero() {
        return Err(Invalid::ZeroChallenge);
    }
    // No hash is longer: that is known without a power.
    if prime.bits() > 8 * PRIME_LEN {
        return Err(Invalid::Challenge);
    }
    let y = ClassForm::of(group, step(group, &x, &pi, prime, remaining));
    if challenge(&x.encoded, &y.encoded) == *prime { Ok(y.encoded) } else { Err(Invalid::Challenge) }
}

/// y ‖ π for a delay of `iterations` squarings: witness type 0. It squares twice as often, because it keeps
/// nothing: for tests, and for delays that are short.
///
/// # Errors
/// If x is no form, or the discriminant is too long.
pub fn prove(group: &ClassGroup, x: &[u8], iterations: u64) -> Result<Vec<u8>, Invalid> {
    check_size(group)?;
    let x = ClassForm::decode(group, x).ok_or(Invalid::Form("input"))?;
    let mut y = x.form.clone();
    group.square_n(&mut y, iterations);
    let y = ClassForm::of(group, y);
    let prime = challenge(&x.encoded, &y.encoded);
    let pi = ClassForm::of(group, prove_naive(group, &x.form, iterations, &prime));
    Ok([y.encoded, pi.encoded].concat())
}

/// The part before the segments, of `head_len` bytes, and the segments.
fn split<'a>(
    group: &ClassGroup,
    proof: &'a [u8],
    head_len: usize,
    witness_type: u64,
) -> Result<(&'a [u8], &'a [u8]), Invalid> {
    check_size(group)?;
    let refused = Invalid::Length { witness_type, found: proof.len() };
    let segments_len = usize::try_from(witness_type).ok().and_then(|n| n.checked_mul(SEGMENT_LEN));
    match proof.split_at_checked(head_len) {
        Some((head, segments)) if Some(segments.len()) == segments_len => Ok((head, segments)),
        _ => Err(refused),
    }
}

fn check_size(group: &ClassGroup) -> Result<(), Invalid> {
    if group.bits() > form::MAX_BITS { Err(Invalid::Discriminant(group.bits())) } else { Ok(()) }
}

/// What the segments lead to, and how many squarings are left.
fn follow(
    group: &ClassGroup,
    mut x: ClassForm,
    segments: &[u8],
    iterations: u64,
) -> Result<(ClassForm, u64), Invalid> {
    let mut remaining = iterations;
    for segment in segments.rchunks(SEGMENT_LEN) {
        let (count, rest) = segment.split_at(ITERATIONS_LEN);
        let (prime, pi) = rest.split_at(PRIME_LEN);
        let count = count.iter().fold(0, |count, byte| count << 8 | u64::from(*byte));
        let prime = Natural::from_be_bytes(prime);
        if prime.is_zero() {
            return Err(Invalid::ZeroChallenge);
        }
        let pi = ClassForm::decode(group, pi).ok_or(Invalid::Form("proof of a segment"))?;
        let next = ClassForm::of(group, step(group, &x, &pi, &prime, count));
        // That the challenge is a prime follows from its being this one.
        if challenge(&x.encoded, &next.encoded) != prime {
            return Err(Invalid::Challenge);
        }
        remaining = remaining.checked_sub(count).ok_or(Invalid::Iterations)?;
        x = next;
    }
    Ok((x, remaining))
}

/// π^B · x^r with r = 2^`iterations` mod B, for B > 0.
fn step(
    group: &ClassGroup,
    x: &ClassForm,
    pi: &ClassForm,
    prime: &Natural,
    iterations: u64,
) -> heliast_group::Form {
    let r = Natural::from(2u64).pow_mod(&Natural::from(iterations), prime);
    group.product_of_powers(&[(&pi.form, prime), (&x.form, &r)])
}
