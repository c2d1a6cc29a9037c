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

/// The number of proofs that a thread verifies at once.
const BLOCK: usize = 8;

/// The verdicts on proofs in their order, on `threads` threads; fewer verdicts after a signal.
/// `told` is called after each verdict.
pub fn check_all(
    records: &[Record],
    strict: bool,
    threads: usize,
    told: &(impl Fn() + Sync),
) -> Vec<Verdict> {
    let threads = threads.clamp(1, records.len().max(1));
    // Every thread gets a block, if there are enough proofs.
    let blocks = records.chunks(records.len().div_ceil(threads).clamp(1, BLOCK)).collect::<Vec<_>>();
    let next = AtomicUsize::new(0);
    let work = || {
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !interrupt::requested());
        let mut done = Vec::new();
        while let Some((index, block)) = take().and_then(|index| Some((index, *blocks.get(index)?))) {
            done.push((index, check_block(block, strict)));
            block.iter().for_each(|_| told());
        }
        done
    };
    let mut done: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
        joined.flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().flat_map(|(_, verdicts)| verdicts).collect()
}

/// Verifies some proofs at once, except for those whose output is recovered.
fn check_block(records: &[Record], strict: bool) -> Vec<Verdict> {
    let ready: Vec<Result<Ready, Failure>> =
        records.iter().map(|record| Ready::new(record, strict)).collect();
    let claims: Vec<chia::Claim<'_>> = ready.iter().filter_map(|one| one.as_ref().ok()?.claim()).collect();
    let verify = if strict { chia::verify_many_strict } else { chia::verify_many };
    let mut found = verify(&claims).into_iter();
    ready
        .into_iter()
        .map(|one| match one? {
            Ready::Recovered(y) => Ok(y),
            Ready::Claimed { mut proof, .. } => {
                let verdict = found.next().expect("a verdict for each claim");
                verdict.map_err(refused)?;
                proof.truncate(chia::FORM_LEN);
                Ok(proof)
            }
        })
        .collect()
}

/// A record whose fields were read.
enum Ready {
    /// The output, which is verified.
    Recovered(Vec<u8>),
    /// The arguments of a verification.
    Claimed { group: ClassGroup, x: Vec<u8>, proof: Vec<u8>, iterations: u64, witness_type: u64 },
}

impl Ready {
    fn new(record: &Record, strict: bool) -> Result<Ready, Failure> {
        let group = group_of(record, strict)?;
        let (x, mut proof) = (bytes("x", &record.x)?, bytes("proof", &record.proof)?);
        let (iterations, witness_type) = (record.iterations, record.witness_type);
        if let Some(digits) = &record.challenge {
            let prime = number("challenge", digits, CHALLENGE_BITS)?;
            let recover = if strict { chia::recover_strict } else { chia::recover };
            let y = recover(&group, &prime, &x, &proof, iterations, witness_type).map_err(refused)?;
            return match &record.y {
                Some(claimed) if bytes("y", claimed)? != y => Err(Failure::new(
                    Code::Invalid,
                    "the output that was recovered is another than is claimed",
                )),
                _ => Ok(Ready::Recovered(y.to_vec())),
            };
        }
        if let Some(y) = &record.y {
            proof = [bytes("y", y)?, proof].concat();
        }
        Ok(Ready::Claimed { group, x, proof, iterations, witness_type })
    }

    fn claim(&self) -> Option<chia::Claim<'_>> {
        match self {
            Ready::Recovered(_) => None,
            Ready::Claimed { group, x, proof, iterations, witness_type } => {
                Some(chia::Claim { group, x, proof, iterations: *iterations, witness_type: *witness_type })
            }
        }
    }
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
