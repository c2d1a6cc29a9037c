//! Proofs of the statements that a protocol leaves: ordinary delay proofs.

use super::error::Invalid;
use crate::{pietrzak, statement::Statement, suite::Suite, wesolowski};
use alloc::vec::Vec;
use heliast_group::{Assumption, BulkGroup, Group};

/// One proof for every statement that the protocol leaves.
#[derive(Clone, Debug)]
pub enum Proof<E> {
    /// Wesolowski's proofs, with challenges of this suite.
    Wesolowski(Suite, Vec<E>),
    /// Pietrzak's proofs.
    Pietrzak(Vec<pietrzak::Proof<E>>),
}

/// The kind of the proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proving {
    /// Wesolowski's proofs, with challenges of this suite.
    Wesolowski(Suite),
    /// Pietrzak's proofs.
    Pietrzak,
}

impl Proving {
    /// The assumption of such a proof. It implies that of any [`super::Reduction`], so the proof of a list
    /// needs only this one.
    pub fn assumption(self) -> Assumption {
        match self {
            Proving::Wesolowski(_) => Assumption::AdaptiveRoot,
            Proving::Pietrzak => Assumption::LowOrder,
        }
    }
}

impl<E: Clone> Proof<E> {
    /// The number of proofs.
    pub fn len(&self) -> usize {
        match self {
            Proof::Wesolowski(_, proofs) => proofs.len(),
            Proof::Pietrzak(proofs) => proofs.len(),
        }
    }

    /// Whether there are no proofs, which no protocol allows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The kind of its proofs.
    pub fn proving(&self) -> Proving {
        match self {
            Proof::Wesolowski(suite, _) => Proving::Wesolowski(*suite),
            Proof::Pietrzak(_) => Proving::Pietrzak,
        }
    }

    /// Checks the proofs against the statements that the protocol leaves ([`super::finish`]).
    pub fn check<G: BulkGroup<Elem = E>>(&self, group: &G, left: &[Statement<E>]) -> Result<(), Invalid> {
        self.proving().assumption().check(group)?;
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

/// If x is the identity, whether y is, too; `None` for any other x. The product of an empty subset is such a
/// statement; its proof is the identity.
pub(super) fn trivial<G: Group>(group: &G, statement: &Statement<G::Elem>) -> Option<bool> {
    let one = group.identity();
    group.equal(&statement.x, &one).then(|| group.equal(&statement.y, &one))
}
