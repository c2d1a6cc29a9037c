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
mod invalid;
mod prove;

pub use form::{FORM_LEN, GENERATOR};
pub use invalid::Invalid;
pub use prove::{ProveError, evaluate, greatest_depth, prove, prove_evaluation};

use challenge::{PRIME_LEN, challenge};
use form::{Written, check_size};
use heliast_arith::Natural;
use heliast_group::{ClassForm, ClassGroup};

/// Bytes of the count of squarings, and of a segment: that, the challenge and π.
const ITERATIONS_LEN: usize = 8;
const SEGMENT_LEN: usize = ITERATIONS_LEN + PRIME_LEN + FORM_LEN;
/// The greatest witness type that Chia's nodes look at. [`verify`] takes any, as chiavdf does: its cost grows
/// with the proof's length, which is for the caller to bound.
pub const MAX_WITNESS_TYPE: u64 = 63;

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
    let start = Written::decode(group, x).ok_or(Invalid::Form("input"))?;
    let (x, remaining) = follow(group, start, segments, iterations)?;
    let (y, pi) = head.split_at(FORM_LEN);
    let y = Written::decode(group, y).ok_or(Invalid::Form("output"))?;
    let pi = Written::decode(group, pi).ok_or(Invalid::Form("proof"))?;
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
    let start = Written::decode(group, x).ok_or(Invalid::Form("input"))?;
    let (x, remaining) = follow(group, start, segments, iterations)?;
    let pi = Written::decode(group, pi).ok_or(Invalid::Form("proof"))?;
    if prime.is_zero() {
        return Err(Invalid::ZeroChallenge);
    }
    // No hash is longer: that is known without a power.
    if prime.bits() > 8 * PRIME_LEN {
        return Err(Invalid::Challenge);
    }
    let y = Written::of(group, step(group, &x, &pi, prime, remaining));
    if challenge(&x.encoded, &y.encoded) == *prime { Ok(y.encoded) } else { Err(Invalid::Challenge) }
}

/// [`verify`] of a proof whose forms, x among them, are written as the encoder writes reduced forms.
///
/// Consensus accepts a few more bytes for some forms (`spec/chia.md`), so that anybody who passes a
/// proof on can change it. Here there is one encoding for each form.
///
/// # Errors [`Invalid::NotCanonical`], and the errors of [`verify`].
pub fn verify_strict(
    group: &ClassGroup,
    x: &[u8],
    proof: &[u8],
    iterations: u64,
    witness_type: u64,
) -> Result<(), Invalid> {
    require_canonical(group, x, split(group, proof, 2 * FORM_LEN, witness_type)?)?;
    verify(group, x, proof, iterations, witness_type)
}

/// [`recover`] of a proof whose forms are written as [`verify_strict`] demands.
///
/// # Errors
/// [`Invalid::NotCanonical`], and what [`recover`] says.
pub fn recover_strict(
    group: &ClassGroup,
    prime: &Natural,
    x: &[u8],
    proof: &[u8],
    iterations: u64,
    witness_type: u64,
) -> Result<[u8; FORM_LEN], Invalid> {
    require_canonical(group, x, split(group, proof, FORM_LEN, witness_type)?)?;
    recover(group, prime, x, proof, iterations, witness_type)
}

/// The challenge of a proof's last part, by which [`recover`] finds y again without it: the result
/// of `get_b_from_n_wesolowski` of chiavdf. Only lengths are verified.
///
/// # Errors
/// If the bytes of a form are invalid, a challenge is 0, the segments are longer than the delay, or
/// the proof does not have the length of this witness type.
pub fn last_challenge(
    group: &ClassGroup,
    x: &[u8],
    proof: &[u8],
    iterations: u64,
    witness_type: u64,
) -> Result<Natural, Invalid> {
    let (head, segments) = split(group, proof, 2 * FORM_LEN, witness_type)?;
    let mut x = Written::decode(group, x).ok_or(Invalid::Form("input"))?;
    let mut remaining = iterations;
    for segment in segments.rchunks(SEGMENT_LEN) {
        let (count, _, next) = end_of(group, &x, segment)?;
        remaining = remaining.checked_sub(count).ok_or(Invalid::Iterations)?;
        x = next;
    }
    let y = Written::decode(group, &head[..FORM_LEN]).ok_or(Invalid::Form("output"))?;
    Ok(challenge(&x.encoded, &y.encoded))
}

/// The reduced form that consensus reads in 100 bytes; `None` if they are not a form of this
/// discriminant.
pub fn decode_form(group: &ClassGroup, bytes: &[u8]) -> Option<ClassForm> {
    check_size(group).ok()?;
    Written::decode(group, bytes).map(|class| class.form)
}

/// The same of bytes whose |b| is not above a: what `bqfc_deserialize` of chiavdf says if it is strict, which
/// consensus is not.
pub fn decode_form_strict(group: &ClassGroup, bytes: &[u8]) -> Option<ClassForm> {
    check_size(group).ok()?;
    let (a, b, _) = form::parse(group, bytes.try_into().ok()?)?;
    if b > a { None } else { decode_form(group, bytes) }
}

/// Checks that x and the forms of a proof, which [`split`] has cut, have the encoder's bytes.
fn require_canonical(group: &ClassGroup, x: &[u8], (head, segments): (&[u8], &[u8])) -> Result<(), Invalid> {
    let check = |bytes: &[u8], name: &'static str| {
        let form = Written::decode(group, bytes).ok_or(Invalid::Form(name))?;
        if form.encoded == *bytes { Ok(()) } else { Err(Invalid::NotCanonical(name)) }
    };
    check(x, "input")?;
    for segment in segments.rchunks(SEGMENT_LEN) {
        check(&segment[ITERATIONS_LEN + PRIME_LEN..], "proof of a segment")?;
    }
    let (output, pi) = head.split_at(head.len() - FORM_LEN);
    if !output.is_empty() {
        check(output, "output")?;
    }
    check(pi, "proof")
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

/// Returns the form after all segments, and the number of squarings that are left.
fn follow(
    group: &ClassGroup,
    mut x: Written,
    segments: &[u8],
    iterations: u64,
) -> Result<(Written, u64), Invalid> {
    let mut remaining = iterations;
    for segment in segments.rchunks(SEGMENT_LEN) {
        let (count, prime, next) = end_of(group, &x, segment)?;
        // That the challenge is a prime follows from its being this one.
        if challenge(&x.encoded, &next.encoded) != prime {
            return Err(Invalid::Challenge);
        }
        remaining = remaining.checked_sub(count).ok_or(Invalid::Iterations)?;
        x = next;
    }
    Ok((x, remaining))
}

/// Returns the number of squarings that a segment claims, its challenge, and its output if it holds.
fn end_of(group: &ClassGroup, x: &Written, segment: &[u8]) -> Result<(u64, Natural, Written), Invalid> {
    let (count, rest) = segment.split_at(ITERATIONS_LEN);
    let (prime, pi) = rest.split_at(PRIME_LEN);
    let count = count.iter().fold(0, |count, byte| count << 8 | u64::from(*byte));
    let prime = Natural::from_be_bytes(prime);
    if prime.is_zero() {
        return Err(Invalid::ZeroChallenge);
    }
    let pi = Written::decode(group, pi).ok_or(Invalid::Form("proof of a segment"))?;
    let next = Written::of(group, step(group, x, &pi, &prime, count));
    Ok((count, prime, next))
}

/// π^B · x^r with r = 2^`iterations` mod B, for B > 0.
fn step(group: &ClassGroup, x: &Written, pi: &Written, prime: &Natural, iterations: u64) -> ClassForm {
    let r = Natural::from(2u64).pow_mod(&Natural::from(iterations), prime);
    group.product_of_powers(&[(&pi.form, prime), (&x.form, &r)])
}
