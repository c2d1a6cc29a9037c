//! Many proofs of different discriminants, eight at once.
//!
//! Each proof is a list of steps: its segments in the order of time, and its output. A step ends with a
//! product of powers in the proof's group. What comes before the product is done for one proof after the
//! other, and then all products are computed side by side.

use super::{
    FORM_LEN, SEGMENT_LEN, challenge::challenge, exponent_of_x, form::Written, invalid::Invalid, read_end,
    read_segment, require_canonical, split,
};
use alloc::vec::Vec;
use heliast_arith::Natural;
use heliast_group::{ClassForm, ClassGroup, side_by_side};

/// The arguments of [`verify`](super::verify).
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The group.
    pub group: &'a ClassGroup,
    /// The input.
    pub x: &'a [u8],
    /// The output with its proof.
    pub proof: &'a [u8],
    /// The number of squarings.
    pub iterations: u64,
    /// The witness type.
    pub witness_type: u64,
}

/// Verifies each claim, with the result of [`verify`](super::verify).
///
/// Discriminants may differ: nothing is combined. But the squarings and products of eight claims are computed
/// at once on CPUs that have vectors for this.
pub fn verify_many(claims: &[Claim<'_>]) -> Vec<Result<(), Invalid>> {
    let mut checks: Vec<Check<'_>> = claims.iter().map(Check::new).collect();
    loop {
        let steps: Vec<(usize, Step)> =
            checks.iter_mut().enumerate().filter_map(|(index, check)| Some((index, check.next()?))).collect();
        if steps.is_empty() {
            return checks.into_iter().map(Check::verdict).collect();
        }
        let powers: Vec<_> = steps.iter().map(|(index, step)| step.powers(&checks[*index])).collect();
        let product = |((index, _), powers): (&(usize, Step), _)| side_by_side::Product {
            group: claims[*index].group,
            powers,
        };
        let products: Vec<_> =
            steps.iter().zip(powers.iter().map(|powers| &powers[..])).map(product).collect();
        let reached = side_by_side::products_of_powers(&products);
        for ((index, step), form) in steps.into_iter().zip(reached) {
            checks[index].finish(step, form);
        }
    }
}

/// Verifies each claim, with the result of [`verify_strict`](super::verify_strict).
pub fn verify_many_strict(claims: &[Claim<'_>]) -> Vec<Result<(), Invalid>> {
    let canonical = |claim: &Claim<'_>| {
        let parts = split(claim.group, claim.proof, 2 * FORM_LEN, claim.witness_type)?;
        require_canonical(claim.group, claim.x, parts)
    };
    let mut verdicts: Vec<_> = claims.iter().map(canonical).collect();
    let places: Vec<usize> = (0..claims.len()).filter(|&index| verdicts[index].is_ok()).collect();
    let some: Vec<_> = places.iter().map(|&index| claims[index]).collect();
    for (index, verdict) in places.into_iter().zip(verify_many(&some)) {
        verdicts[index] = verdict;
    }
    verdicts
}

/// A claim that is being verified.
struct Check<'a> {
    claim: &'a Claim<'a>,
    state: State<'a>,
}

enum State<'a> {
    Running {
        /// The form that the verified segments have reached.
        x: Written,
        /// The squarings that are left.
        remaining: u64,
        /// The segments that are left; the next is at the end.
        segments: &'a [u8],
        /// The output and its proof.
        head: &'a [u8],
    },
    Done(Result<(), Invalid>),
}

/// The product π^B · x^r, and what it is compared with.
struct Step {
    pi: Written,
    prime: Natural,
    r: Natural,
    end: End,
}

enum End {
    /// The form after this many squarings, of which B is the challenge.
    Segment(u64),
    /// This form.
    Output(ClassForm),
}

impl<'a> Check<'a> {
    fn new(claim: &'a Claim<'a>) -> Check<'a> {
        let start = || {
            let (head, segments) = split(claim.group, claim.proof, 2 * FORM_LEN, claim.witness_type)?;
            let x = Written::decode(claim.group, claim.x).ok_or(Invalid::Form("input"))?;
            Ok(State::Running { x, remaining: claim.iterations, segments, head })
        };
        Check { claim, state: start().unwrap_or_else(|invalid| State::Done(Err(invalid))) }
    }

    /// The next step, unless the check is done or becomes so because bytes are invalid.
    fn next(&mut self) -> Option<Step> {
        let State::Running { x, remaining, segments, head } = &mut self.state else { return None };
        let step = match segments.split_last_chunk::<SEGMENT_LEN>() {
            Some((rest, segment)) => {
                *segments = rest;
                read_segment(self.claim.group, segment).map(|(count, prime, pi)| {
                    let r = exponent_of_x(&prime, count);
                    Step { pi, prime, r, end: End::Segment(count) }
                })
            }
            None => read_end(self.claim.group, x, head).map(|(y, prime, pi)| {
                let r = exponent_of_x(&prime, *remaining);
                Step { pi, prime, r, end: End::Output(y.form) }
            }),
        };
        step.map_err(|invalid| self.state = State::Done(Err(invalid))).ok()
    }

    /// Compares the product of a step.
    fn finish(&mut self, step: Step, reached: ClassForm) {
        let State::Running { x, remaining, .. } = &mut self.state else { return };
        let verdict = match step.end {
            End::Output(y) => Some(if reached == y { Ok(()) } else { Err(Invalid::Equation) }),
            End::Segment(count) => {
                let next = Written::of(self.claim.group, reached);
                let is_challenge = challenge(&x.encoded, &next.encoded) == step.prime;
                *x = next;
                match remaining.checked_sub(count) {
                    _ if !is_challenge => Some(Err(Invalid::Challenge)),
                    None => Some(Err(Invalid::Iterations)),
                    Some(rest) => {
                        *remaining = rest;
                        None
                    }
                }
            }
        };
        if let Some(verdict) = verdict {
            self.state = State::Done(verdict);
        }
    }

    fn verdict(self) -> Result<(), Invalid> {
        match self.state {
            State::Done(verdict) => verdict,
            State::Running { .. } => unreachable!("a check without a next step is done"),
        }
    }
}

impl Step {
    fn powers<'a>(&'a self, check: &'a Check<'_>) -> Vec<(&'a ClassForm, &'a Natural)> {
        let x = match &check.state {
            State::Running { x, .. } => Some((&x.form, &self.r)),
            State::Done(_) => None,
        };
        [(&self.pi.form, &self.prime)].into_iter().chain(x).collect()
    }
}
