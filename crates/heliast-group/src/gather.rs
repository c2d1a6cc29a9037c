//! Products of the members of many buckets, for one list or two: the inner loop of incidence buckets
//! (`spec/linear-batch.md`).
//!
//! This is the plain form for any group, and the oracle; `rsa/gather.rs` does the same for eight products at
//! a time. Cost for each list: a product for every member of a bucket except the first.

use crate::{Encoded, Group};
use alloc::vec::Vec;
use core::ops::Range;

/// The places of a list that belong to each of some buckets.
#[derive(Clone, Copy, Debug)]
pub struct Members<'a> {
    order: &'a [u32],
    starts: &'a [u32],
}

impl<'a> Members<'a> {
    /// Bucket b has the places `order[starts[b]..starts[b + 1]]`.
    ///
    /// # Panics
    /// If `starts` is empty, decreases, or exceeds `order`.
    pub fn new(order: &'a [u32], starts: &'a [u32]) -> Members<'a> {
        assert!(starts.is_sorted(), "buckets one after the other");
        assert!(starts.last().is_some_and(|end| *end as usize <= order.len()), "an end of every bucket");
        Members { order, starts }
    }

    /// The number of buckets.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no buckets.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The places in one bucket.
    ///
    /// # Panics
    /// If there are fewer buckets.
    pub fn of(&self, bucket: usize) -> &'a [u32] {
        &self.order[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    /// Some of the buckets.
    ///
    /// # Panics
    /// If there are fewer buckets.
    pub fn range(&self, buckets: Range<usize>) -> Members<'a> {
        Members { starts: &self.starts[buckets.start..=buckets.end], ..*self }
    }
}

/// [`BulkGroup::bucket_products`](crate::BulkGroup::bucket_products) for any group.
pub(crate) fn bucket_products<G: Group>(group: &G, lists: &[Encoded<'_>], members: Members<'_>) -> Vec<u8> {
    assert!(matches!(lists.len(), 1 | 2), "one list, or two");
    let mut records = Vec::with_capacity(lists.len() * members.len() * group.encoded_len());
    for bucket in 0..members.len() {
        for list in lists {
            let elements = members.of(bucket).iter().map(|place| list.element(group, *place as usize));
            let product = elements.reduce(|mut product, element| {
                group.mul_assign(&mut product, &element);
                product
            });
            records.extend(group.encode(&product.unwrap_or_else(|| group.identity())));
        }
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BulkGroup, ClassGroup, Counting, RsaGroup};
    use alloc::{vec, vec::Vec};
    use heliast_arith::{Backend, Natural};

    /// Records of two elements each, and their lists.
    fn records<G: Group>(group: &G, count: usize) -> Vec<u8> {
        (0..2 * count as u32).flat_map(|i| group.encode(&group.hash("test", &i.to_be_bytes()))).collect()
    }

    fn lists<'a, G: BulkGroup>(group: &G, records: &'a [u8]) -> [Encoded<'a>; 2] {
        let width = group.encoded_len();
        [0, width].map(|offset| Encoded::new(group, records, 2 * width, offset).unwrap())
    }

    /// Buckets of these lengths, of places that a generator names.
    fn buckets(lengths: &[usize], count: usize) -> (Vec<u32>, Vec<u32>) {
        let mut state = 7u64;
        let mut place = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32 % count as u32
        };
        let order: Vec<u32> = (0..lengths.iter().sum()).map(|_| place()).collect();
        let starts =
            (0..=lengths.len()).map(|bucket| lengths[..bucket].iter().sum::<usize>() as u32).collect();
        (order, starts)
    }

    const LENGTHS: [&[usize]; 6] = [
        &[],
        &[0],
        &[1],
        &[3, 0, 1, 17, 2, 2, 5],
        &[300],
        &[0, 40, 0, 1, 2, 3, 4, 5, 6, 7, 8, 100, 9, 33, 3, 0],
    ];

    #[test]
    fn products_of_buckets_are_the_same_on_every_kernel() {
        for modulus in
            [Natural::one().shl(600).sub(&Natural::from(95u64)).unwrap(), Natural::from(1009u64 * 2003)]
        {
            let group = RsaGroup::unchecked(&modulus);
            let bytes = records(&group, 50);
            let lists = lists(&group, &bytes);
            for lengths in LENGTHS {
                let (order, starts) = buckets(lengths, 50);
                let members = Members::new(&order, &starts);
                assert_eq!((members.len(), members.is_empty()), (lengths.len(), lengths.is_empty()));
                let counting = Counting::new(group.clone());
                let expected = counting.bucket_products(&lists, members);
                assert_eq!(expected.len(), 2 * lengths.len() * group.encoded_len());
                let gathered: usize = lengths.iter().map(|len| len.saturating_sub(1)).sum();
                assert_eq!(counting.take().products, 2 * gathered as u64);
                for group in Backend::ALL.into_iter().filter_map(|backend| group.on(backend).ok()) {
                    assert!(group.bucket_products(&lists, members) == expected, "{group:?} {lengths:?}");
                    for (side, list) in lists.into_iter().enumerate() {
                        let records = expected.chunks_exact(group.encoded_len()).skip(side).step_by(2);
                        let alone = group.bucket_products(&[list], members);
                        assert!(
                            alone == records.flatten().copied().collect::<Vec<_>>(),
                            "{group:?} {lengths:?}"
                        );
                    }
                    let middle = lengths.len() / 2;
                    let halves = [members.range(0..middle), members.range(middle..lengths.len())];
                    let halves = halves.map(|half| group.bucket_products(&lists, half)).concat();
                    assert!(halves == expected, "{group:?} {lengths:?} in halves");
                }
            }
        }
    }

    /// Compares with the definition, also for the extreme elements.
    #[test]
    fn a_product_is_the_product() {
        let group = RsaGroup::rsa_2048();
        let last = group.modulus().shr(1);
        let one = group.encode(&group.identity());
        let elements =
            [&last, &last.sub(&Natural::one()).unwrap()].map(|number| group.ring().residue(number));
        let bytes =
            [elements.each_ref().map(|element| group.encode(element)).concat(), [one.clone(), one].concat()]
                .concat();
        let lists = lists(&group, &bytes);
        for (order, power) in [(vec![0; 9], 9), (vec![1, 0, 0], 2), (vec![1, 1], 0)] {
            let starts = [0, order.len() as u32];
            let found = group.bucket_products(&lists, Members::new(&order, &starts));
            let expected = elements.each_ref().map(|element| {
                let factors = (0..power).map(|_| element.clone());
                group.encode(&factors.fold(group.identity(), |product, factor| group.mul(&product, &factor)))
            });
            assert!(found == expected.concat(), "{order:?}");
        }
    }

    #[test]
    fn forms_have_buckets_too() {
        let group =
            ClassGroup::from_seed(b"the seed of the tests of buckets that forms fall into", 256).unwrap();
        let bytes = records(&group, 20);
        let (order, starts) = buckets(LENGTHS[3], 20);
        let found = group.bucket_products(&lists(&group, &bytes), Members::new(&order, &starts));
        let third = &found[2 * 2 * group.encoded_len()..][..group.encoded_len()];
        assert_eq!(third, lists(&group, &bytes)[0].get(order[3] as usize));
    }

    #[test]
    #[should_panic(expected = "an end of every bucket")]
    fn buckets_end_where_the_places_do() {
        Members::new(&[1, 2], &[0, 3]);
    }
}
