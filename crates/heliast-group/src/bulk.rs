//! The operations of a group on many elements at once.

use crate::{Digits, Encoded, Group, Malformed, Members, buckets, gather, multiexp};
use alloc::vec::Vec;
use heliast_arith::Natural;

/// The operations that proofs and batches ask for, each with a default in terms of [`Group`]. A group that
/// has a faster way overrides a method, with the same answer; any other writes `impl BulkGroup for MyGroup
/// {}`.
pub trait BulkGroup: Group {
    /// That `bytes` is the canonical encoding of an element: what [`Group::decode`] says, but quicker where
    /// the group knows how.
    fn check_encoding(&self, bytes: &[u8]) -> Result<(), Malformed> {
        self.decode(bytes).map(drop)
    }

    /// The inverse, where it costs no operation of the group: then products of powers may have signs.
    fn free_inverse(&self, a: &Self::Elem) -> Option<Self::Elem> {
        let _ = a;
        None
    }

    /// ∏ base^exponent, 1 for no bases, by the fastest method in this group: without signs by the
    /// strategy that [`plan`](crate::plan) expects to be the cheapest.
    fn multiexp(&self, powers: &[(&Self::Elem, &Natural)]) -> Self::Elem {
        multiexp::planned(self, powers)
    }

    /// ∏ base^exponent for each of several independent problems: [`BulkGroup::multiexp`] on each, or faster
    /// where the group computes several at once. Exactly one answer for each problem, in their order.
    fn multiexp_many(&self, problems: &[&[(&Self::Elem, &Natural)]]) -> Vec<Self::Elem> {
        problems.iter().map(|powers| self.multiexp(powers)).collect()
    }

    /// Whether decoding an element takes longer than several products, so that a long list is better decoded
    /// once than read from its encodings by every call of [`BulkGroup::digit_products`].
    fn decodes_slowly(&self) -> bool {
        false
    }

    /// [`BulkGroup::digit_products`] of elements that are decoded already.
    ///
    /// # Panics
    /// As [`BulkGroup::digit_products`].
    fn digit_products_of(
        &self,
        elements: &[Self::Elem],
        digits: &[u32],
        bits: u32,
        asked: Digits,
    ) -> Vec<Self::Elem> {
        buckets::digit_products_of(self, elements, digits, bits, asked)
    }

    /// The products that `digits`, one for each element of a long list and each below 2^bits, ask for:
    /// several buckets at once where the group can. `bits` is from 1 to
    /// [`MAX_DIGIT_BITS`](crate::MAX_DIGIT_BITS).
    ///
    /// # Panics
    /// If `bits` is out of range, if there are not as many digits as elements, if there are 2^32 or more, or
    /// if a digit is too large.
    fn digit_products(&self, list: Encoded<'_>, digits: &[u32], bits: u32, asked: Digits) -> Vec<Self::Elem> {
        buckets::digit_products(self, list, digits, bits, asked)
    }

    /// For every bucket the product of its members in each list, as records of as many encodings as there are
    /// lists, one or two; those of no members are the identity. Several buckets at once where the group can.
    ///
    /// # Panics
    /// If there are more lists or none, or a bucket has a member that a list does not have.
    fn bucket_products(&self, lists: &[Encoded<'_>], members: Members<'_>) -> Vec<u8> {
        gather::bucket_products(self, lists, members)
    }
}
