//! Verification of many proofs, on all cores.

use super::{Record, bytes, group, magnitude, number, of_seed, prime_group};
use crate::{
    failure::{Code, Failure},
    interrupt,
};
use heliast::{ClassGroup, chia};
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// The bits of the longest challenge; a longer one is never valid.
const CHALLENGE_BITS: usize = 1024;

/// y of a valid proof, or the reason why it is invalid.
pub type Verdict = Result<Vec<u8>, Failure>;

/// The verdicts on proofs in their order, on `threads` threads; fewer verdicts after a signal.
/// `told` is called after each verdict.
pub fn check_all(
    records: &[Record],
    strict: bool,
    threads: usize,
    told: &(impl Fn() + Sync),
) -> Vec<Verdict> {
    let next = AtomicUsize::new(0);
    let work = || {
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !interrupt::requested());
        let mut done = Vec::new();
        while let Some((index, record)) = take().and_then(|index| Some((index, records.get(index)?))) {
            done.push((index, check(record, strict)));
            told();
        }
        done
    };
    let threads = threads.clamp(1, records.len().max(1));
    let mut done: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
        joined.flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, verdict)| verdict).collect()
}

fn check(record: &Record, strict: bool) -> Verdict {
    let group = group_of(record, strict)?;
    let (x, mut proof) = (bytes("x", &record.x)?, bytes("proof", &record.proof)?);
    let (t, witness_type) = (record.iterations, record.witness_type);
    if let Some(digits) = &record.challenge {
        let prime = number("challenge", digits, CHALLENGE_BITS)?;
        let recover = if strict { chia::recover_strict } else { chia::recover };
        let y = recover(&group, &prime, &x, &proof, t, witness_type).map_err(refused)?;
        return match &record.y {
            Some(claimed) if bytes("y", claimed)? != y => {
                Err(Failure::new(Code::Invalid, "the output that was recovered is another than is claimed"))
            }
            _ => Ok(y.to_vec()),
        };
    }
    if let Some(y) = &record.y {
        proof = [bytes("y", y)?, proof].concat();
    }
    let verify = if strict { chia::verify_strict } else { chia::verify };
    verify(&group, &x, &proof, t, witness_type).map_err(refused)?;
    proof.truncate(chia::FORM_LEN);
    Ok(proof)
}

fn group_of(record: &Record, strict: bool) -> Result<ClassGroup, Failure> {
    let seeded = record.seed.as_ref().map(|seed| of_seed(seed, record.bits.unwrap_or(super::CHIA_BITS)));
    let Some(digits) = &record.discriminant else {
        let missing = || Failure::new(Code::Malformed, "neither a discriminant nor the seed of one is given");
        return seeded.unwrap_or_else(|| Err(missing()));
    };
    let magnitude = magnitude(digits)?;
    if let Some(made) = seeded.transpose()? {
        if *made.discriminant_magnitude() != magnitude {
            return Err(Failure::new(Code::Invalid, "the discriminant is not that of the seed"));
        }
        return Ok(made);
    }
    if strict { prime_group(&magnitude) } else { group(&magnitude) }
}

/// Undecodable proofs are malformed; other invalid ones are false claims.
fn refused(reason: chia::Invalid) -> Failure {
    use chia::Invalid as Reason;
    let code = match &reason {
        Reason::Discriminant(_) | Reason::Length { .. } | Reason::Form(_) | Reason::NotCanonical(_) => {
            Code::Malformed
        }
        _ => Code::Invalid,
    };
    let hint = match &reason {
        Reason::NotCanonical(_) => Some("consensus accepts it if it verifies without --strict"),
        Reason::Length { .. } => Some(
            "a proof has 200 bytes, 100 if its y or its challenge is given beside it, and 141 more for each of the segments that its witness type counts",
        ),
        _ => None,
    };
    let failure = Failure::new(code, reason);
    match hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}
