//! What proofs about powers rest on, and whether a group may carry them.
//!
//! That nobody knows the order of a group makes a delay slow. That a *proof* of a delay shows something needs
//! more: a prover who knows an element g ≠ 1 of low order d can claim y·g in place of y. Pietrzak's rounds
//! and products of random powers then hold for one challenge in d, Wesolowski's proof for all challenges that
//! d does not divide, since g has a root of such a degree.
//!
//! - [`Assumption::LowOrder`]: nobody can find g ≠ 1 and d < 2^λ with g^d = 1. Pietrzak's proof rests on it,
//!   random exponents, buckets, and combined verification.
//! - [`Assumption::AdaptiveRoot`]: nobody can find w ≠ 1 and, for a random prime l that is drawn afterwards,
//!   its l-th root. Wesolowski's proof rests on it, segments, and batches of different delays.
//!
//! The second contains the first: an element of order d is its own power with the exponent l·(1/l mod d).
//! Products over random subsets need neither, in any group: an error is left out or taken in by a coin. The
//! proof of what they leave does.
//!
//! Neither assumption follows from the hardness of factoring or of computing class numbers. Modulo N = pq
//! with safe primes p and q the low order is no assumption, for an element of low order other than ±1 gives
//! the factors. In a class group it is one: by the heuristics of Cohen and Lenstra elements of order three,
//! five and so on do exist in a part of all groups that is not small, and nobody knows how to find them.
//!
//! Sources: Ivanova, *Practical Batch Proofs of Exponentiation*, Definition 4 and the remark after it;
//! Wesolowski, *Efficient verifiable delay functions*; Boneh, Bünz, Fisch, *A survey of two verifiable delay
//! functions*, section 3; Seres, Burcsi, *A note on low order assumptions in RSA groups*; Belabas, Kleinjung,
//! Sanso, Wesolowski, *A note on the low order assumption in class groups of imaginary quadratic number
//! fields*.

use crate::Group;
use core::fmt;

/// What a proof rests on, beside that nobody knows the order of the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    /// Nobody can find an element other than the identity whose order is below 2^λ.
    LowOrder,
    /// Nobody can find an element w ≠ 1 and afterwards, for a prime l that is drawn then, its l-th root. It
    /// contains [`Assumption::LowOrder`].
    AdaptiveRoot,
}

/// What is known about elements of low order in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LowOrder {
    /// Nobody is known to be able to find one: an assumption. It is nobody's merit: a group of a few thousand
    /// elements gets this answer too, if nothing special is seen in it.
    Assumed,
    /// Some are known, or can be computed; the text says why, as a clause.
    Known(&'static str),
}

/// Why a proof shows nothing in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the proof rests on the {assumption} assumption, which does not hold in this group: {reason}")]
pub struct Unsound {
    /// What the proof rests on.
    pub assumption: Assumption,
    /// What is known of the group.
    pub reason: &'static str,
}

impl Assumption {
    /// As it is written in messages and plans.
    pub fn name(self) -> &'static str {
        match self {
            Assumption::LowOrder => "low-order",
            Assumption::AdaptiveRoot => "adaptive-root",
        }
    }

    /// That nothing is known against this assumption in a group.
    ///
    /// # Errors
    /// [`Unsound`] where elements of low order are known. That breaks both assumptions.
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
