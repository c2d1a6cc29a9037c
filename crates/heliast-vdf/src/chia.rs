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
//! [`verify`] accepts exactly the proofs that consensus accepts, weaknesses included: a challenge binds
//! neither the discriminant nor the number of squarings, and a few bytes of a valid proof can be changed. For
//! delays outside Chia use [`crate::verify`], whose transcript binds everything.

mod challenge;
mod form;
mod invalid;
mod many;
mod prove;

pub use form::{FORM_LEN, GENERATOR};
pub use invalid::Invalid;
pub use many::{Claim, verify_many, verify_many_strict};
pub use prove::{ProveError, evaluate, greatest_depth, prove, prove_evaluation};

use challenge::{PRIME_LEN, challenge};
use form::{Written, check_size};
use heliast_arith::Natural;
use heliast_group::{ClassForm, ClassGroup};

/// The length of the count of squarings, and of a segment, which has that count, the challenge and π.
const ITERATIONS_LEN: usize = 8;
const SEGMENT_LEN: usize = ITERATIONS_LEN + PRIME_LEN + FORM_LEN;
/// The greatest witness type that Chia's nodes accept. [`verify`] accepts any, as chiavdf does. Its cost
/// grows with the proof's length, which the caller must bound.
pub const MAX_WITNESS_TYPE: u64 = 63;

/// Checks that y, at the beginning of `proof`, is x^(2^`iterations`), with the result of
/// `verify_n_wesolowski` of chiavdf.
///
/// `proof` is y ‖ π ‖ segments. There are `witness_type` segments, and the first in time is at the end.
///
/// # Errors
/// The first reason for which chiavdf would refuse the proof, too.
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
    let (y, prime, pi) = read_end(group, &x, head)?;
    let reached = step(group, &x, &pi, &prime, remaining);
    if reached == y.form { Ok(()) } else { Err(Invalid::Equation) }
}

/// Computes y for a proof without it, whose challenge is given, with the result of
/// `verify_n_wesolowski_with_b` of chiavdf.
///
/// # Errors
/// The first reason for which chiavdf would refuse the proof, too.
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
    // No hash is longer, so no power is needed to refuse this.
    if prime.bits() > 8 * PRIME_LEN {
        return Err(Invalid::Challenge);
    }
    let y = Written::of(group, step(group, &x, &pi, prime, remaining));
    if challenge(&x.encoded, &y.encoded) == *prime { Ok(y.encoded) } else { Err(Invalid::Challenge) }
}

/// [`verify`] for a proof whose forms, including x, are written as the encoder writes reduced forms.
///
/// Consensus accepts several encodings for some forms (`spec/chia.md`), so anybody who passes a proof on can
/// change it. This function accepts one encoding for each form.
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

/// [`recover`] for a proof whose forms are written as [`verify_strict`] demands.
///
/// # Errors
/// [`Invalid::NotCanonical`], and the errors of [`recover`].
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

/// The challenge of a proof's last part, with which [`recover`] computes y for a proof without it. It is the
/// result of `get_b_from_n_wesolowski` of chiavdf. Only lengths are verified.
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

/// The reduced form that consensus reads from 100 bytes; `None` if they are not a form of this discriminant.
pub fn decode_form(group: &ClassGroup, bytes: &[u8]) -> Option<ClassForm> {
    check_size(group).ok()?;
    Written::decode(group, bytes).map(|class| class.form)
}

/// [`decode_form`] for bytes whose |b| is not above a, with the result of a strict `bqfc_deserialize` of
/// chiavdf. Consensus is not strict.
pub fn decode_form_strict(group: &ClassGroup, bytes: &[u8]) -> Option<ClassForm> {
    check_size(group).ok()?;
    let (a, b, _) = form::parse(group, bytes.try_into().ok()?)?;
    if b > a { None } else { decode_form(group, bytes) }
}

/// Checks that x and the forms of a proof that [`split`] has cut are encoded as the encoder would write them.
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
        // If the challenge is this one, it is a prime.
        if challenge(&x.encoded, &next.encoded) != prime {
            return Err(Invalid::Challenge);
        }
        remaining = remaining.checked_sub(count).ok_or(Invalid::Iterations)?;
        x = next;
    }
    Ok((x, remaining))
}

/// Returns the number of squarings that a segment claims, its challenge, and its output if it is valid.
fn end_of(group: &ClassGroup, x: &Written, segment: &[u8]) -> Result<(u64, Natural, Written), Invalid> {
    let (count, prime, pi) = read_segment(group, segment)?;
    let next = Written::of(group, step(group, x, &pi, &prime, count));
    Ok((count, prime, next))
}

/// The number of squarings, the challenge and π of a segment.
fn read_segment(group: &ClassGroup, segment: &[u8]) -> Result<(u64, Natural, Written), Invalid> {
    let (count, rest) = segment.split_at(ITERATIONS_LEN);
    let (prime, pi) = rest.split_at(PRIME_LEN);
    let count = count.iter().fold(0, |count, byte| count << 8 | u64::from(*byte));
    let prime = Natural::from_be_bytes(prime);
    if prime.is_zero() {
        return Err(Invalid::ZeroChallenge);
    }
    let pi = Written::decode(group, pi).ok_or(Invalid::Form("proof of a segment"))?;
    Ok((count, prime, pi))
}

/// The output, its challenge and π of the last part, which begins at x.
fn read_end(group: &ClassGroup, x: &Written, head: &[u8]) -> Result<(Written, Natural, Written), Invalid> {
    let (y, pi) = head.split_at(FORM_LEN);
    let y = Written::decode(group, y).ok_or(Invalid::Form("output"))?;
    let pi = Written::decode(group, pi).ok_or(Invalid::Form("proof"))?;
    let prime = challenge(&x.encoded, &y.encoded);
    Ok((y, prime, pi))
}

/// π^B · x^r with r = 2^`iterations` mod B, for B > 0.
fn step(group: &ClassGroup, x: &Written, pi: &Written, prime: &Natural, iterations: u64) -> ClassForm {
    let r = exponent_of_x(prime, iterations);
    group.product_of_powers(&[(&pi.form, prime), (&x.form, &r)])
}

/// 2^`iterations` mod B, for B > 0.
fn exponent_of_x(prime: &Natural, iterations: u64) -> Natural {
    Natural::from(2u64).pow_mod(&Natural::from(iterations), prime)
}
