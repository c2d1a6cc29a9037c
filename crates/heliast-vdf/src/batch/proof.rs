//! Proofs of the statements that a protocol leaves: ordinary delay proofs.

use super::{
    combine::{Terms, combine},
    protocol::{Family, Protocol},
    records::{BadRecords, Records, Side},
    reduction::Evaluation,
    search::false_ones,
};
use crate::{
    eval::Evaluation as Delay,
    hash_to_prime::NoPrime,
    pietrzak,
    statement::{Statement, Suite},
    wesolowski,
};
use alloc::vec::Vec;
use heliast_group::{Group, Malformed};

/// One proof for every statement that the protocol leaves.
#[derive(Clone, Debug)]
pub enum Proof<E> {
    /// Wesolowski's, with challenges of this suite.
    Wesolowski(Suite, Vec<E>),
    /// Pietrzak's.
    Pietrzak(Vec<pietrzak::Proof<E>>),
}

/// With which proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proving {
    /// Wesolowski's, with challenges of this suite.
    Wesolowski(Suite),
    /// Pietrzak's.
    Pietrzak,
}

/// Why a batch is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// A batch of no statements says nothing.
    #[error("the batch has no statements")]
    Empty,
    /// More than [`super::MAX_STATEMENTS`].
    #[error("a batch has at most 2^40 statements, not {0}")]
    TooMany(u64),
    /// t is 0, or 2^48 and more.
    #[error("a delay takes from 1 to 2^48 - 1 squarings, not {0}")]
    Delay(u64),
    /// No list of statements.
    #[error(transparent)]
    Records(#[from] BadRecords),
    /// An element of the list is no unit.
    #[error("the {} of statement {index} is not a unit: it shares a factor with the modulus",
        match .side { Side::Input => "input", Side::Output => "output" })]
    NotAUnit {
        /// The place of the statement, from 0.
        index: u64,
        /// Which of its elements.
        side: Side,
    },
    /// Some element of the list or of a proof is none.
    #[error(transparent)]
    Element(#[from] Malformed),
    /// Rows of fewer or more statements than the seed was made from.
    #[error("the rows are of {found} statements, and the seed of {}: a shard is missing or was taken twice",
        .expected.map_or("an unknown number".into(), |count| alloc::format!("{count}")))]
    Count {
        /// The statements of the seed, where it was made here.
        expected: Option<u64>,
        /// Those of the rows.
        found: u64,
    },
    /// Rows of another protocol.
    #[error("this protocol leaves {expected} rows, not {found}")]
    Rows {
        /// What the protocol leaves.
        expected: usize,
        /// What was given.
        found: usize,
    },
    /// Another number of proofs than the protocol leaves statements.
    #[error("this protocol leaves {expected} statements to be proved, not {found}")]
    Proofs {
        /// What the protocol leaves.
        expected: usize,
        /// What the proof has.
        found: usize,
    },
    /// A proof of a combined statement is false, so that some statement of the list is, or the proof was not made for this list.
    #[error("proof {index} of the batch: {reason}; a statement is false, or the proof is of another list")]
    Wesolowski {
        /// The place of the proof, from 0.
        index: usize,
        /// What is wrong.
        reason: wesolowski::Invalid,
    },
    /// The same for Pietrzak's proofs.
    #[error("proof {index} of the batch: {reason}; a statement is false, or the proof is of another list")]
    Pietrzak {
        /// The place of the proof, from 0.
        index: usize,
        /// What is wrong.
        reason: pietrzak::Invalid,
    },
}

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProveError {
    /// The list is no batch.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// These statements are false: at least one, each by its place in the list, and all if there are up to sixteen.
    #[error("{} of the statements are false, the first being number {}", .0.len(), .0.first().unwrap_or(&0))]
    False(Vec<u64>),
    /// The caller asked to stop.
    #[error("proving was interrupted")]
    Interrupted,
    /// There is no challenge for the combined statement.
    #[error(transparent)]
    NoPrime(#[from] NoPrime),
}

/// Accepts a proof of all statements of a list, or says why not, on `threads` threads.
///
/// Cost: the reductions ([`super::Protocol::best_cost`]: 40 multiplications a statement at 10^3, 17 at 10^6), a hash of the list, and the verification of
/// each proof.
pub fn verify<G: Group>(
    group: &G,
    terms: &Terms,
    records: &Records<'_>,
    proof: &Proof<G::Elem>,
    threads: usize,
) -> Result<(), Invalid> {
    check_count(terms, proof)?;
    let left = combine(group, terms, records, (Evaluation::Best, threads))?;
    proof.check(group, &left)
}

fn check_count<E: Clone>(terms: &Terms, proof: &Proof<E>) -> Result<(), Invalid> {
    let (expected, found) = (terms.protocol.proofs(), proof.len());
    if expected == found { Ok(()) } else { Err(Invalid::Proofs { expected, found }) }
}

impl<E: Clone> Proof<E> {
    /// How many proofs there are.
    pub fn len(&self) -> usize {
        match self {
            Proof::Wesolowski(_, proofs) => proofs.len(),
            Proof::Pietrzak(proofs) => proofs.len(),
        }
    }

    /// Whether there is none, which no protocol wants.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Checks the proofs against the statements that the protocol leaves ([`super::finish`]).
    pub fn check<G: Group<Elem = E>>(&self, group: &G, left: &[Statement<E>]) -> Result<(), Invalid> {
        if self.len() != left.len() {
            return Err(Invalid::Proofs { expected: left.len(), found: self.len() });
        }
        match self {
            Proof::Wesolowski(suite, proofs) => {
                for (index, (statement, proof)) in left.iter().zip(proofs).enumerate() {
                    let checked = match trivial(group, statement) {
                        Some(true) if group.equal(proof, &group.identity()) => Ok(()),
                        Some(_) => Err(wesolowski::Invalid::Equation),
                        None => wesolowski::verify(group, statement, proof, *suite),
                    };
                    checked.map_err(|reason| Invalid::Wesolowski { index, reason })?;
                }
            }
            Proof::Pietrzak(proofs) => {
                for (index, (statement, proof)) in left.iter().zip(proofs).enumerate() {
                    let checked = match trivial(group, statement) {
                        Some(true) if proof.is_trivial(group, statement.t) => Ok(()),
                        Some(_) => Err(pietrzak::Invalid::Equation),
                        None => pietrzak::verify(group, statement, proof),
                    };
                    checked.map_err(|reason| Invalid::Pietrzak { index, reason })?;
                }
            }
        }
        Ok(())
    }
}

/// Where x is the identity, whether y is, too. The product of an empty subset is such a statement; its proof is the identity.
fn trivial<G: Group>(group: &G, statement: &Statement<G::Elem>) -> Option<bool> {
    let one = group.identity();
    group.equal(&statement.x, &one).then(|| group.equal(&statement.y, &one))
}

/// A proof of all statements of a list: t squarings for every statement that the protocol leaves, and their proofs, on `threads` threads.
/// `progress` is told the done part, from 0 to 1, now and then and from any thread; it returns false to stop.
///
/// # Errors
/// If statements are false it says which, at the cost of t squarings for every halving.
pub fn prove<G: Group>(
    group: &G,
    terms: &Terms,
    records: &Records<'_>,
    (proving, threads): (Proving, usize),
    progress: impl Fn(f64) -> bool + Sync,
) -> Result<Proof<G::Elem>, ProveError> {
    let left = combine(group, terms, records, (Evaluation::Best, threads))?;
    let told = |index: usize, done: f64| progress((index as f64 + done) / left.len() as f64);
    let square = |index: usize, x: &G::Elem| {
        let told = |done: f64| told(index, 0.9 * done);
        evaluate(group, (x, terms.t), &told)
    };
    let tell = |index: usize, done: f64| told(index, 0.9 + 0.1 * done);
    match prove_left(group, &left, (proving, threads), square, tell)? {
        Some(proof) => Ok(proof),
        None => Err(ProveError::False(name_false(group, terms.t, records, progress)?)),
    }
}

/// The proofs of the statements that a protocol leaves ([`super::finish`]), on `threads` threads; none if one of them is false, and so one of the
/// list ([`name_false`]).
///
/// `evaluate` is given the place and the input of every statement but the trivial ones, and does its t squarings: here is the place for
/// checkpoints. `progress` is told the place of a statement and the done part of its proof; it returns false to stop.
pub fn prove_left<G: Group, E: From<ProveError>>(
    group: &G,
    left: &[Statement<G::Elem>],
    (proving, threads): (Proving, usize),
    mut evaluate: impl FnMut(usize, &G::Elem) -> Result<Delay<G>, E>,
    progress: impl Fn(usize, f64) -> bool + Sync,
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
                    made.push(&evaluation, threads, |done| progress(index, done))?;
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

    /// Adds the proof that the identity stays what it is.
    fn push_trivial<G: Group<Elem = E>>(&mut self, group: &G, t: u64) {
        match &mut self.0 {
            Proof::Wesolowski(_, proofs) => proofs.push(group.identity()),
            Proof::Pietrzak(proofs) => proofs.push(pietrzak::Proof::trivial(group, t)),
        }
    }

    /// Adds the proof of this evaluation.
    fn push<G: Group<Elem = E>>(
        &mut self,
        evaluation: &Delay<G>,
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

/// The delay of x, all of it.
fn evaluate<G: Group>(
    group: &G,
    (x, t): (&G::Elem, u64),
    progress: &impl Fn(f64) -> bool,
) -> Result<Delay<G>, ProveError> {
    const STEP: u64 = 1 << 16;
    let started = Delay::start(group, x.clone(), t);
    let mut evaluation = started.map_err(|_| ProveError::Invalid(Invalid::Delay(t)))?;
    while evaluation.output().is_none() {
        evaluation.advance(STEP);
        if !progress(evaluation.done() as f64 / t as f64) {
            return Err(ProveError::Interrupted);
        }
    }
    Ok(evaluation)
}

/// The false statements of a list of which nothing is known, each by its place, up to sixteen of them: none, after t squarings, if its combination by
/// Random Exponents is true; else as [`name_false`].
///
/// # Errors
/// As [`prove`].
pub fn find_false<G: Group>(
    group: &G,
    t: u64,
    records: &Records<'_>,
    progress: impl Fn(f64) -> bool,
) -> Result<Vec<u64>, ProveError> {
    if records.is_empty() {
        return Err(Invalid::Empty.into());
    }
    if holds(group, t, records, &progress)? {
        Ok(Vec::new())
    } else {
        name_false(group, t, records, progress)
    }
}

/// The false statements of a list of which some are, each by its place, up to sixteen of them: by halving, a half being true if its own combination
/// by Random Exponents is, at the cost of t squarings each. `progress` is told 0 now and then; it returns false to stop.
///
/// # Errors
/// As [`prove`].
pub fn name_false<G: Group>(
    group: &G,
    t: u64,
    records: &Records<'_>,
    progress: impl Fn(f64) -> bool,
) -> Result<Vec<u64>, ProveError> {
    false_ones(records.len(), |places| holds(group, t, &records.range(places), &progress))
}

/// Whether all of these statements are true, by t squarings.
fn holds<G: Group>(
    group: &G,
    t: u64,
    records: &Records<'_>,
    progress: &impl Fn(f64) -> bool,
) -> Result<bool, ProveError> {
    let left = if records.len() == 1 {
        let [x, y] = records.sides().map(|side| side.element(group, 0));
        alloc::vec![Statement { x, y, t }]
    } else {
        let exponents = Protocol::of_family(Family::RandomExponents, 128, records.len() as u64);
        let Ok(protocol) = exponents else { return Ok(false) };
        combine(group, &Terms { t, protocol }, records, (Evaluation::Best, 1))?
    };
    for statement in left {
        // The bar stays where it is: how long the search takes depends on what it finds.
        let evaluation = evaluate(group, (&statement.x, t), &|_| progress(0.0))?;
        if !evaluation.output().is_some_and(|y| group.equal(y, &statement.y)) {
            return Ok(false);
        }
    }
    Ok(true)
}
