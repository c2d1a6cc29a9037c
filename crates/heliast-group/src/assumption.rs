//! The assumptions of proofs about powers, and whether a group may carry such proofs.
//!
//! A delay is slow because the order of the group is unknown. A *proof* of a delay needs more: a prover who
//! knows an element g ≠ 1 of low order d can claim y·g in place of y. Pietrzak's rounds and products of
//! random powers then hold for one challenge in d, Wesolowski's proof for all challenges that d does not
//! divide, since g has a root of such a degree.
//!
//! - [`Assumption::LowOrder`]: it is infeasible to find g ≠ 1 and d < 2^λ with g^d = 1. Pietrzak's proof,
//!   random exponents, buckets, and combined verification need it.
//! - [`Assumption::AdaptiveRoot`]: it is infeasible to find w ≠ 1 and, for a random prime l that is drawn
//!   afterwards, its l-th root. Wesolowski's proof, segments, and batches of different delays need it.
//!
//! The second implies the first: an element of order d is its own power with the exponent l·(1/l mod d).
//! Products over random subsets need neither assumption, in any group: a random bit decides whether an error
//! is in a product. The proofs of the statements that are left need one.
//!
//! Neither assumption follows from the hardness of factoring or of computing class numbers. Modulo N = pq
//! with safe primes p and q, low order is not an assumption, since an element of low order other than ±1
//! gives the factors. In a class group it is one: by the heuristics of Cohen and Lenstra, elements of order
//! three, five and so on exist in a large part of all groups, but no way to find them is known.
//!
//! Sources: Ivanova, *Practical Batch Proofs of Exponentiation*, Definition 4 and the remark after it;
//! Wesolowski, *Efficient verifiable delay functions*; Boneh, Bünz, Fisch, *A survey of two verifiable delay
//! functions*, section 3; Seres, Burcsi, *A note on low order assumptions in RSA groups*; Belabas, Kleinjung,
//! Sanso, Wesolowski, *A note on the low order assumption in class groups of imaginary quadratic number
//! fields*.

use crate::Group;
use core::fmt;

/// The assumption of a proof, in addition to the unknown order of the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    /// It is infeasible to find an element other than the identity whose order is below 2^λ.
    LowOrder,
    /// It is infeasible to find an element w ≠ 1 and afterwards, for a prime l that is drawn then,
    /// its l-th root. It implies [`Assumption::LowOrder`].
    AdaptiveRoot,
}

/// The knowledge about elements of low order in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LowOrder {
    /// No way to find one is known; this is an assumption. It does not prove strength: a group of a few
    /// thousand elements gets this answer, too, if it has no special structure.
    Assumed,
    /// Some are known, or can be computed. The text is a clause with the reason.
    Known(&'static str),
}

/// The reason why a proof is not sound in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the proof rests on the {assumption} assumption, which does not hold in this group: {reason}")]
pub struct Unsound {
    /// The assumption of the proof.
    pub assumption: Assumption,
    /// The reason why the assumption is false in the group.
    pub reason: &'static str,
}

impl Assumption {
    /// The name in messages and plans.
    pub fn name(self) -> &'static str {
        match self {
            Assumption::LowOrder => "low-order",
            Assumption::AdaptiveRoot => "adaptive-root",
        }
    }

    /// Checks that nothing is known against this assumption in a group.
    ///
    /// # Errors
    /// [`Unsound`] if elements of low order are known. That breaks both assumptions.
    pub fn check<G: Group>(self, group: &G) -> Result<(), Unsound> {
        match group.low_order() {
            LowOrder::Assumed => Ok(()),
            LowOrder::Known(reason) => Err(Unsound { assumption: self, reason }),
        }
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
