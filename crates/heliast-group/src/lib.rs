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
//! A [`Group`] is a context object; its elements are plain data. An element of another group gives a result
//! without meaning, never undefined behaviour. There are two: [`RsaGroup`], (Z/N)* modulo ±1
//! (`spec/group.md`), and [`ClassGroup`], of binary quadratic forms (`spec/class-group.md`), which has no
//! factors that anybody could know. [`AnyGroup`] is either of them. [`Counting`] wraps any group and counts
//! its operations, so that tests can check the cost tables of the papers. [`BulkGroup`] has the operations on
//! many elements, which a group may do faster than one by one.
//!
//! A [`RootField`] is not a group of unknown order: everybody knows the order. It is for delays whose steps
//! are square roots (`spec/roots.md`).
//!
//! Everything here, including [`Trapdoor`], runs in variable time. It is meant for public values: use a
//! trapdoor only on a machine of your own.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

/// Compiles the example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod any;
mod assumption;
mod buckets;
mod class;
mod counting;
mod encoded;
mod expand;
mod gather;
mod multiexp;
mod roots;
mod rsa;
mod trapdoor;

use alloc::vec::Vec;
use core::fmt::Debug;
use heliast_arith::Natural;

pub use any::{AnyElem, AnyGroup};
pub use assumption::{Assumption, LowOrder, Unsound};
pub use buckets::{Digits, MAX_DIGIT_BITS};
pub use class::{BadDiscriminant, ClassForm, ClassGroup, side_by_side};
pub use counting::{Counting, Counts};
pub use encoded::{BadElement, Encoded};
pub use gather::Members;
pub use multiexp::{
    Cost, Mean, MeanCost, MultiexpError, OpCost, Shape, Strategy, Table, multiexp, multiexp_with, plan, tune,
};
pub use roots::{BadRootField, RootElement, RootField, RootProducts, RootStepper, Squared};
pub use rsa::{BadModulus, RSA_2048_DECIMAL, RsaGroup};
pub use trapdoor::{BadTrapdoor, Trapdoor};

/// A finite abelian group whose order is meant to be unknown: ten methods define it. Proofs and batches need
/// [`BulkGroup`], which has defaults in terms of these ten.
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

    /// Decodes a canonical encoding. Whether the element is a unit is not checked here: see
    /// [`Group::check_units`].
    fn decode(&self, bytes: &[u8]) -> Result<Self::Elem, Malformed>;

    /// Checks that each of `elems` is invertible, which decoding does not check. One gcd suffices for all.
    fn check_units(&self, elems: &[&Self::Elem]) -> Result<(), Malformed>;

    /// The knowledge about elements of low order, on which the soundness of proofs depends: see
    /// [`Assumption`].
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

/// The operations that proofs and batches need, each with a default in terms of [`Group`]. A group with a
/// faster method overrides it, with the same result; any other group writes `impl BulkGroup for MyGroup {}`.
pub trait BulkGroup: Group {
    /// Checks that `bytes` is the canonical encoding of an element, with the result of [`Group::decode`], but
    /// faster in some groups.
    fn check_encoding(&self, bytes: &[u8]) -> Result<(), Malformed> {
        self.decode(bytes).map(drop)
    }

    /// The inverse, if it costs no operation of the group; products of powers may then use signed digits.
    fn free_inverse(&self, a: &Self::Elem) -> Option<Self::Elem> {
        let _ = a;
        None
    }

    /// ∏ base^exponent, 1 for no bases, by the fastest method in this group. Without signed digits it is the
    /// strategy that [`plan`] expects to be the cheapest.
    fn multiexp(&self, powers: &[(&Self::Elem, &Natural)]) -> Self::Elem {
        multiexp::planned(self, powers)
    }

    /// ∏ base^exponent for each of several independent problems: [`BulkGroup::multiexp`] on each, or faster
    /// if the group computes several at once. There is exactly one result for each problem, in their order.
    fn multiexp_many(&self, problems: &[&[(&Self::Elem, &Natural)]]) -> Vec<Self::Elem> {
        problems.iter().map(|powers| self.multiexp(powers)).collect()
    }

    /// Whether decoding an element takes longer than several products. A long list is then better decoded
    /// once than in every call of [`BulkGroup::digit_products`].
    fn decodes_slowly(&self) -> bool {
        false
    }

    /// The approximate time of [`BulkGroup::digit_products_of`] for the weighted product of so many elements,
    /// in products that are computed alone, with digits of 1 to [`MAX_DIGIT_BITS`] bits. A proof of a delay
    /// is computed by that method only if this is less than the number of elements and 2^(bits + 1).
    fn digits_cost(&self, elements: usize, bits: u32) -> usize {
        buckets::cost_alone(elements, bits)
    }

    /// [`BulkGroup::digit_products`] for elements that are already decoded.
    ///
    /// # Panics
    /// As [`BulkGroup::digit_products`].
    fn digit_products_of(
        &self,
        elements: &[&Self::Elem],
        digits: &[u32],
        bits: u32,
        asked: Digits,
    ) -> Vec<Self::Elem> {
        buckets::digit_products_of(self, elements, digits, bits, asked)
    }

    /// The products that `digits` select, one digit below 2^bits for each element of a long list. Several
    /// buckets are computed at once if the group can do that. `bits` is from 1 to [`MAX_DIGIT_BITS`].
    ///
    /// # Panics
    /// If `bits` is out of range, if the numbers of digits and elements differ, if there are 2^32 or more, or
    /// if a digit is too large.
    fn digit_products(&self, list: Encoded<'_>, digits: &[u32], bits: u32, asked: Digits) -> Vec<Self::Elem> {
        buckets::digit_products(self, list, digits, bits, asked)
    }

    /// For every bucket the product of its members in each list, as a record with an encoding for each of the
    /// one or two lists. The product of no members is the identity. Several buckets are computed at once if
    /// the group can do that.
    ///
    /// # Panics
    /// If there are no lists or more than two, or if a bucket has a member that a list does not have.
    fn bucket_products(&self, lists: &[Encoded<'_>], members: Members<'_>) -> Vec<u8> {
        gather::bucket_products(self, lists, members)
    }
}

/// The reason why bytes are not an element of a group.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// The length is not that of encodings of this group.
    #[error("an element of this group has {expected} bytes, not {found}")]
    Length {
        /// The length that the group demands.
        expected: usize,
        /// The length that was given.
        found: usize,
    },
    /// The number is 0, above (N−1)/2, or otherwise not the canonical encoding of its element.
    #[error("the element is not canonical: it must lie between 1 and (N-1)/2")]
    NotCanonical,
    /// The number is 0, or p or greater, in a field of roots.
    #[error("the element is out of range: it must lie between 1 and p-1")]
    OutOfField,
    /// No form of this discriminant has these coefficients.
    #[error("the bytes are not a form of this discriminant")]
    NoForm,
    /// The form is not reduced, or the bytes are not the canonical encoding of a reduced form.
    #[error("the bytes are not the encoding of a reduced form of this discriminant")]
    NotReduced,
    /// The number shares a factor with the modulus.
    #[error("the element is not a unit: it shares a factor with the modulus")]
    NotAUnit,
}
