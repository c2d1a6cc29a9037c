//! Proving the statements that a protocol leaves.

use super::{
    any::AnyTerms,
    combine::combine,
    delay::evaluate,
    error::{Invalid, ProveError},
    find::name_false,
    proof::{Proof, Proving, trivial},
    records::Records,
    reduction::Method,
    terms::Terms,
    varied,
};
use crate::{eval::Evaluation, pietrzak, statement::Statement, wesolowski, work::Work};
use alloc::vec::Vec;
use heliast_group::BulkGroup;

/// Proves all statements of a list, by t squarings for every statement that the protocol leaves, and their
/// proofs. For different delays it takes as many squarings as the longest delay. The progress is the done
/// part, from 0 to 1.
///
/// `terms` are [`Terms`] or [`varied::Terms`]. The latter have one kind of proof,
/// [`varied::Terms::proving`].
///
/// # Errors
/// If statements are false, the error names them, at the cost of such squarings for every halving.
pub fn prove<G: BulkGroup>(
    group: &G,
    terms: impl Into<AnyTerms>,
    records: &Records<'_>,
    proving: Proving,
    work: Work<impl Fn(f64) -> bool + Sync>,
) -> Result<Proof<G::Elem>, ProveError> {
    match terms.into() {
        AnyTerms::One(terms) => prove_one(group, &terms, records, proving, work),
        AnyTerms::Varied(terms) if proving != terms.proving() => Err(Invalid::OtherKind.into()),
        AnyTerms::Varied(terms) => varied::prove(group, terms, records, work).map(|proof| terms.proof(proof)),
    }
}

fn prove_one<G: BulkGroup>(
    group: &G,
    terms: &Terms,
    records: &Records<'_>,
    proving: Proving,
    work: Work<impl Fn(f64) -> bool + Sync>,
) -> Result<Proof<G::Elem>, ProveError> {
    let Work { threads, progress } = work;
    let left = combine(group, terms, records, Method::Best, threads)?;
    let told = |index: usize, done: f64| progress((index as f64 + done) / left.len() as f64);
    let square = |index: usize, x: &G::Elem| {
        let told = |done: f64| told(index, 0.9 * done);
        evaluate(group, (x, terms.t), &told)
    };
    let tell = |index: usize, done: f64| told(index, 0.9 + 0.1 * done);
    match prove_left(group, &left, proving, square, Work { threads, progress: tell })? {
        Some(proof) => Ok(proof),
        None => Err(ProveError::False(name_false(group, terms.t, records, progress)?)),
    }
}

/// The proofs of the statements that a protocol leaves ([`super::finish`]). `None` if one of them is false;
/// then a statement of the list is false, too ([`name_false`]).
///
/// `evaluate` receives the place and the input of every statement that is not trivial, and does its t
/// squarings. It can save checkpoints. The progress is the place of a statement and the done part of its
/// proof.
pub fn prove_left<G: BulkGroup, E: From<ProveError>>(
    group: &G,
    left: &[Statement<G::Elem>],
    proving: Proving,
    mut evaluate: impl FnMut(usize, &G::Elem) -> Result<Evaluation<G>, E>,
    work: Work<impl Fn(usize, f64) -> bool + Sync>,
) -> Result<Option<Proof<G::Elem>>, E> {
    let mut made = Made::new(proving);
    for (index, statement) in left.iter().enumerate() {
        let holds = match trivial(group, statement) {
            Some(holds) => {
                made.push_trivial(group, statement.t);
                holds
            }
            None => {
                let evaluation = evaluate(index, &statement.x)?;
                let holds = evaluation.output().is_some_and(|y| group.equal(y, &statement.y));
                if holds {
                    made.push(&evaluation, work.threads, |done| (work.progress)(index, done))?;
                }
                holds
            }
        };
        if !holds {
            return Ok(None);
        }
    }
    Ok(Some(made.0))
}

/// Proofs that are made one by one.
struct Made<E>(Proof<E>);

impl<E: Clone> Made<E> {
    fn new(proving: Proving) -> Made<E> {
        Made(match proving {
            Proving::Wesolowski(suite) => Proof::Wesolowski(suite, Vec::new()),
            Proving::Pietrzak => Proof::Pietrzak(Vec::new()),
        })
    }

    /// Adds the proof that the identity is its own power.
    fn push_trivial<G: BulkGroup<Elem = E>>(&mut self, group: &G, t: u64) {
        match &mut self.0 {
            Proof::Wesolowski(_, proofs) => proofs.push(group.identity()),
            Proof::Pietrzak(proofs) => proofs.push(pietrzak::Proof::trivial(group, t)),
        }
    }

    /// Adds the proof of this evaluation.
    fn push<G: BulkGroup<Elem = E>>(
        &mut self,
        evaluation: &Evaluation<G>,
        threads: usize,
        progress: impl Fn(f64) -> bool + Sync,
    ) -> Result<(), ProveError> {
        match &mut self.0 {
            Proof::Wesolowski(suite, proofs) => {
                proofs.push(wesolowski::prove(evaluation, *suite, threads, progress).map_err(failed)?.1);
            }
            Proof::Pietrzak(proofs) => {
                proofs.push(pietrzak::prove(evaluation, threads, progress).map_err(failed)?.1);
            }
        }
        Ok(())
    }
}

fn failed(error: wesolowski::ProveError) -> ProveError {
    match error {
        wesolowski::ProveError::NoPrime(reason) => ProveError::NoPrime(reason),
        // The evaluation was finished.
        wesolowski::ProveError::Interrupted | wesolowski::ProveError::Unfinished { .. } => {
            ProveError::Interrupted
        }
    }
}
