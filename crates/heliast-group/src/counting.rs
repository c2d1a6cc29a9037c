//! A group that counts its operations.

use crate::{BulkGroup, Group, LowOrder, Malformed};
use alloc::{sync::Arc, vec::Vec};
use core::{
    ops::Add,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// The numbers of operations of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Products of two elements.
    pub products: u64,
    /// Squarings.
    pub squarings: u64,
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts {
            products: self.products.saturating_add(other.products),
            squarings: self.squarings.saturating_add(other.squarings),
        }
    }
}

/// Any group, with its products and squarings counted; clones share the counters.
#[derive(Clone, Debug)]
pub struct Counting<G> {
    group: G,
    products: Arc<AtomicU64>,
    squarings: Arc<AtomicU64>,
}

impl<G: Group> Counting<G> {
    /// Wraps `group` with counters at zero.
    pub fn new(group: G) -> Self {
        Counting { group, products: Arc::default(), squarings: Arc::default() }
    }

    /// Returns the counts since the last call, and starts again at zero.
    pub fn take(&self) -> Counts {
        Counts { products: self.products.swap(0, Relaxed), squarings: self.squarings.swap(0, Relaxed) }
    }
}

impl<G: Group> Group for Counting<G> {
    type Elem = G::Elem;

    fn id(&self) -> [u8; 32] {
        self.group.id()
    }

    fn identity(&self) -> Self::Elem {
        self.group.identity()
    }

    fn equal(&self, a: &Self::Elem, b: &Self::Elem) -> bool {
        self.group.equal(a, b)
    }

    fn mul_assign(&self, a: &mut Self::Elem, b: &Self::Elem) {
        self.products.fetch_add(1, Relaxed);
        self.group.mul_assign(a, b);
    }

    fn square_n(&self, a: &mut Self::Elem, n: u64) {
        self.squarings.fetch_add(n, Relaxed);
        self.group.square_n(a, n);
    }

    fn hash(&self, dst: &str, msg: &[u8]) -> Self::Elem {
        self.group.hash(dst, msg)
    }

    fn encoded_len(&self) -> usize {
        self.group.encoded_len()
    }

    fn encode(&self, a: &Self::Elem) -> Vec<u8> {
        self.group.encode(a)
    }

    fn decode(&self, bytes: &[u8]) -> Result<Self::Elem, Malformed> {
        self.group.decode(bytes)
    }

    fn check_units(&self, elems: &[&Self::Elem]) -> Result<(), Malformed> {
        self.group.check_units(elems)
    }

    fn low_order(&self) -> LowOrder {
        self.group.low_order()
    }
}

impl<G: BulkGroup> BulkGroup for Counting<G> {
    fn free_inverse(&self, a: &Self::Elem) -> Option<Self::Elem> {
        self.group.free_inverse(a)
    }
}
