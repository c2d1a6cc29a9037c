//! [`BulkGroup::bucket_products`](crate::BulkGroup::bucket_products) in lanes: eight buckets of one list at a
//! time, or four of two lists, in the order of their lengths. The two elements of a record are next to each
//! other, so one place in memory is used for two lanes.
//!
//! Elements are read from their encodings as they are needed and multiplied without a conversion: the product
//! of k elements lacks R^(k−1). One more product at the end of every bucket corrects this, with a power that
//! all buckets of a length share.

use super::RsaGroup;
use crate::{Encoded, Group, Members};
use alloc::{vec, vec::Vec};
use core::array::from_fn;
use heliast_arith::{Columns, LANES, Lanes, Natural, Packed};

/// Up to this distance, the next power of R is computed step by step from the last one.
const STEPS: u32 = 24;

pub(super) fn bucket_products(
    group: &RsaGroup,
    lanes: &Lanes,
    lists: &[Encoded<'_>],
    members: Members<'_>,
) -> Vec<u8> {
    let (width, sides) = (group.encoded_len(), lists.len());
    assert!(matches!(sides, 1 | 2), "one list, or two");
    let shift = sides - 1;
    let mut records = vec![0; sides * width * members.len()];
    let mut buckets: Vec<u32> = (0..members.len() as u32).collect();
    buckets.sort_by_key(|bucket| members.of(*bucket as usize).len());
    let powers = Powers::new(group, lanes, members, &buckets);
    let (mut product, mut factor) = (lanes.one(), lanes.one());
    let (one, mut products) = (group.encode(&group.identity()).repeat(sides), vec![0; LANES * width]);
    for buckets in buckets.chunks(LANES / sides) {
        let places: [&[u32]; LANES] =
            from_fn(|lane| buckets.get(lane >> shift).map_or(&[][..], |bucket| members.of(*bucket as usize)));
        let element = |lane: usize, index: usize| {
            let place = places[lane].get(index)?;
            Some(lists[lane & shift].get(*place as usize))
        };
        lanes.load_unscaled(&mut product, from_fn(|lane| element(lane, 0)));
        let longest = places.iter().map(|places| places.len()).max().unwrap_or(0);
        let mut elements = from_fn(|lane| element(lane, 1));
        for index in 2..longest + 1 {
            // Elements come from all over the list: those of the next product arrive during this one.
            let next = from_fn(|lane| element(lane, index));
            lanes.load_unscaled(&mut factor, elements);
            lanes.mul_assign_ahead(&mut product, &factor, next);
            elements = next;
        }
        powers.take(lanes, &mut factor, places.map(|places| places.len() as u32));
        lanes.mul_assign(&mut product, &factor);
        lanes.write_unsigned(&mut product, &mut products);
        for (bucket, product) in buckets.iter().zip(products.chunks_exact(sides * width)) {
            let record = &mut records[sides * width * *bucket as usize..][..sides * width];
            let empty = members.of(*bucket as usize).is_empty();
            record.copy_from_slice(if empty { &one } else { product });
        }
    }
    records
}

/// R^(k−1) for every length k of a bucket.
struct Powers {
    /// The lengths, ascending.
    lengths: Vec<u32>,
    columns: Columns,
}

impl Powers {
    /// The powers for `buckets`, which are in the order of their lengths.
    fn new(group: &RsaGroup, lanes: &Lanes, members: Members<'_>, buckets: &[u32]) -> Powers {
        let mut lengths: Vec<u32> =
            buckets.iter().map(|bucket| members.of(*bucket as usize).len() as u32).collect();
        // Length 0 stands for missing buckets in the last group. Empty buckets are not computed.
        lengths.insert(0, 0);
        lengths.dedup();
        let radix = lanes.radix();
        let mut columns = lanes.columns(&lanes.one(), lengths.len());
        let (mut power, mut last) = (lanes.one(), 1);
        for (place, length) in lengths.iter().enumerate().filter(|(_, length)| **length > 1) {
            if length - last <= STEPS {
                (last..*length).for_each(|_| lanes.mul_assign(&mut power, &radix));
            } else {
                power = power_of_radix(group, lanes, *length - 1);
            }
            last = *length;
            lanes.put(&mut columns, from_fn(|lane| (lane == 0).then_some(place)), &power);
        }
        Powers { lengths, columns }
    }

    fn take(&self, lanes: &Lanes, into: &mut Packed, lengths: [u32; LANES]) {
        let place = |length: u32| self.lengths.binary_search(&length).unwrap_or(0);
        lanes.take(into, &self.columns, lengths.map(place));
    }
}

fn power_of_radix(group: &RsaGroup, lanes: &Lanes, exponent: u32) -> Packed {
    let [radix, ..] = lanes.unpack(&lanes.radix());
    let ring = group.ring();
    let power = ring.natural(&ring.pow(&ring.residue(&radix), &Natural::from(u64::from(exponent))));
    lanes.pack([&power; LANES])
}
