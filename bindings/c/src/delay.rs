//! Delays that others have waited for.

use crate::{
    border::{Border, enter},
    error::{Error, Failure, Status},
    evaluation::threads,
    group::Group,
    suite::Suite,
};
use heliast::{AnyElem, Statement};

/// That y is x^(2^t), with its proof: what a prover sends.
#[repr(C)]
pub struct DelayClaim {
    /// The input.
    pub x: *const u8,
    /// Its bytes.
    pub x_len: usize,
    /// The output.
    pub y: *const u8,
    /// Its bytes.
    pub y_len: usize,
    /// Wesolowski's proof.
    pub proof: *const u8,
    /// Its bytes.
    pub proof_len: usize,
    /// Squarings.
    pub t: u64,
}

/// Verifies a delay. `HELIAST_MALFORMED`: bytes are not an element of the group. `HELIAST_INVALID`:
/// y is not x^(2^t), or the proof does not show it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_delay_verify(
    group: *const Group,
    suite: Suite,
    claim: *const DelayClaim,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (group, suite) = (border.handle(group)?, suite.known()?);
            let heliast_vdf::Claim { statement, proof, .. } = border.handle(claim)?.read(border, group)?;
            Ok(heliast::verify_delay(&group.0, &statement, &proof, suite)?)
        })
    }
}

/// Verifies many delays of one group together, on so many threads (0: all cores), and writes for each of them
/// its own code to `verdicts`, which has room for `count` bytes; null where only the first mistake counts.
///
/// The answer is `HELIAST_OK` if all of them hold, and otherwise that of the first one that does not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_delay_verify_many(
    group: *const Group,
    suite: Suite,
    claims: *const DelayClaim,
    count: usize,
    threads: usize,
    verdicts: *mut u8,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let verdicts = if verdicts.is_null() { None } else { Some(border.list_out(verdicts, count)?) };
            let (group, suite) = (border.handle(group)?, suite.known()?);
            let claims = border.list(claims, count)?;
            let failures = false_claims(border, group, (suite, claims), self::threads(threads));
            if let Some(verdicts) = verdicts {
                for (index, failure) in &failures {
                    verdicts[*index] = failure.status as u8;
                }
            }
            let Some((index, first)) = failures.into_iter().next() else { return Ok(()) };
            Err(Failure { message: format!("claim {index}: {}", first.message), ..first })
        })
    }
}

/// The claims that do not hold, in their order, each with the reason.
fn false_claims(
    border: &Border,
    group: &Group,
    (suite, claims): (heliast::Suite, &[DelayClaim]),
    threads: usize,
) -> Vec<(usize, Failure)> {
    let (mut places, mut read, mut failures) = (Vec::new(), Vec::new(), Vec::new());
    for (index, claim) in claims.iter().enumerate() {
        match claim.read(border, group) {
            Ok(claim) => {
                places.push(index);
                read.push(claim);
            }
            Err(failure) => failures.push((index, failure)),
        }
    }
    if let Err(heliast_vdf::FalseClaims(refused)) = heliast_vdf::verify_many(&group.0, &read, suite, threads)
    {
        failures.extend(refused.into_iter().map(|(at, reason)| (places[at], Failure::from(reason))));
    }
    failures.sort_by_key(|(index, _)| *index);
    failures
}

impl DelayClaim {
    pub(crate) fn read(
        &self,
        border: &Border,
        group: &Group,
    ) -> Result<heliast_vdf::Claim<AnyElem>, Failure> {
        let x = group.element("x", border.bytes(self.x, self.x_len)?)?;
        let y = group.element("y", border.bytes(self.y, self.y_len)?)?;
        let proof = group.element("proof", border.bytes(self.proof, self.proof_len)?)?;
        Ok(heliast_vdf::Claim { statement: Statement { x, y, t: self.t }, proof, hint: None })
    }
}
