//! Groups of unknown order, in which a delay is a chain of squarings.
//!
//! ```
//! use heliast_arith::Natural;
//! use heliast_group::{Group, RsaGroup, multiexp};
//!
//! let group = RsaGroup::rsa_2048();
//! let [x, y] = ["x", "y"].map(|name| group.hash("an example", name.as_bytes()));
//! // x^(2^10) by ten squarings, then x^1024 · y^3 with shared squarings.
//! let mut power = x.clone();
//! group.square_n(&mut power, 10);
//! let product = multiexp(&group, &[(&x, &Natural::from(1024u64)), (&y, &Natural::from(3u64))]);
//! let cube = group.mul(&y, &group.mul(&y, &y));
//! assert!(group.equal(&product, &group.mul(&power, &cube)));
//! // Every element has one encoding.
//! let bytes = group.encode(&product);
//! assert!(group.equal(&group.decode(&bytes)?, &product));
//! # Ok::<(), heliast_group::Malformed>(())
//! ```
//!
//! A [`Group`] is a context object; its elements are bare data. An element of another group gives a
//! meaningless result, never undefined behaviour. There are two: [`RsaGroup`], (Z/N)* modulo ±1
//! (`spec/group.md`), and [`ClassGroup`], of binary quadratic forms (`spec/class-group.md`), which
//! has no factors that anybody might know. [`AnyGroup`] is either of them, and [`Counting`] wraps
//! any group and counts its operations, so that the cost tables of the papers can be tests.
//! [`BulkGroup`] has the operations on many elements, which a group may do faster than one by one.
//!
//! Everything here runs in variable time and is meant for public values, [`Trapdoor`] included: use it on a
//! machine of your own.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod any;
mod assumption;
mod buckets;
mod bulk;
mod class;
mod counting;
mod encoded;
mod expand;
mod gather;
mod multiexp;
mod rsa;
mod trapdoor;

use alloc::vec::Vec;
use core::fmt::Debug;

pub use any::{AnyElem, AnyGroup};
pub use assumption::{Assumption, LowOrder, Unsound};
pub use buckets::{Digits, MAX_DIGIT_BITS};
pub use bulk::BulkGroup;
pub use class::{BadDiscriminant, ClassForm, ClassGroup};
pub use counting::{Counting, Counts};
pub use encoded::{BadElement, Encoded};
pub use gather::Members;
pub use multiexp::{
    Cost, Mean, MeanCost, MultiexpError, OpCost, Shape, Strategy, Table, multiexp, multiexp_with, plan, tune,
};
pub use rsa::{BadModulus, RSA_2048_DECIMAL, RsaGroup};
pub use trapdoor::{BadTrapdoor, Trapdoor};

/// A finite abelian group whose order is meant to be unknown: ten methods define it. Proofs and batches ask
/// for [`BulkGroup`], which these ten are enough for.
pub trait Group: Clone + Send + Sync {
    /// An element, in the representation with the fastest products. Compare with [`Group::equal`].
    type Elem: Clone + Debug + Send + Sync;

    /// A digest that names this group; every transcript absorbs it.
    fn id(&self) -> [u8; 32];

    /// The neutral element.
    fn identity(&self) -> Self::Elem;

    /// Whether two elements are the same element of the group.
    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> bool;

    /// a := a·b.
    fn mul_assign(&self, a: &mut Self::Elem, b: &Self::Elem);

    /// a := a^(2^n): the whole hot loop of a delay.
    fn square_n(&self, a: &mut Self::Elem, n: u64);

    /// A group element that depends on `msg` and whose discrete logarithms are unknown. `dst` (1 to
    /// 200 bytes) separates uses.
    fn hash(&self, dst: &str, msg: &[u8]) -> Self::Elem;

    /// The length of every encoded element, in bytes.
    fn encoded_len(&self) -> usize;

    /// The canonical encoding: equal elements have equal bytes.
    fn encode(&self, a: &Self::Elem) -> Vec<u8>;

    /// The element that `bytes` is the canonical encoding of. Whether it is a unit is not checked here: see
    /// [`Group::check_units`].
    fn decode(&self, bytes: &[u8]) -> Result<Self::Elem, Malformed>;

    /// That every one of `elems` is invertible, which decoding alone does not show. One gcd serves them all.
    fn check_units(&self, elems: &[&Self::Elem]) -> Result<(), Malformed>;

    /// The knowledge about elements of low order, on which the proofs of delays rest: see [`Assumption`].
    fn low_order(&self) -> LowOrder {
        LowOrder::Assumed
    }

    /// a·b.
    fn mul(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem {
        let mut product = a.clone();
        self.mul_assign(&mut product, b);
        product
    }
}

/// The reason why bytes are not an element of a group.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// Not the one length that encodings of this group have.
    #[error("an element of this group has {expected} bytes, not {found}")]
    Length {
        /// The length that the group demands.
        expected: usize,
        /// The length that was given.
        found: usize,
    },
    /// Zero, above (N−1)/2, or otherwise not the one encoding of its element.
    #[error("the element is not canonical: it must lie between 1 and (N-1)/2")]
    NotCanonical,
    /// No form of this discriminant has these coefficients.
    #[error("the bytes are no form of this discriminant")]
    NoForm,
    /// A form that is not reduced, or other bytes than the one encoding of a reduced form.
    #[error("the bytes are not the encoding of a reduced form of this discriminant")]
    NotReduced,
    /// It shares a factor with the modulus.
    #[error("the element is not a unit: it shares a factor with the modulus")]
    NotAUnit,
}
