//! [`BulkGroup::bucket_products`](crate::BulkGroup::bucket_products) in lanes: eight buckets of a list at a
//! time, or four of two lists, the buckets taken in the order of their lengths. The two elements of
//! a record are next to each other, so that one place in memory serves two lanes.
//!
//! Elements are read from their encodings as they are needed and multiplied without a conversion:
//! of k elements the product lacks R^(k−1), which one more product at the end of every bucket makes
//! good, with a power that all buckets of a length share.

use super::RsaGroup;
use crate::{Encoded, Members};
use alloc::{vec, vec::Vec};
use core::array::from_fn;
use heliast_arith::{Columns, LANES, Lanes, Natural, Packed};

/// Up to this far, the next power of R comes from the last one step by step.
const STEPS: u32 = 24;

pub(super) fn bucket_products(
    group: &RsaGroup,
    lanes: &Lanes,
    lists: &[Encoded<'_>],
    members: Members<'_>,
) -> Vec<u8> {
    let (width, sides) = (crate::Group::encoded_len(group), lists.len());
    assert!(matches!(sides, 1 | 2), "one list, or two");
    let shift = sides - 1;
    let mut records = vec![0; sides * width * members.len()];
    let mut buckets: Vec<u32> = (0..members.len() as u32).collect();
    buckets.sort_by_key(|bucket| members.of(*bucket as usize).len());
    let powers = Powers::new(group, lanes, members, &buckets);
    let (mut product, mut factor, one) = (lanes.one(), lanes.one(), Natural::one());
    for buckets in buckets.chunks(LANES / sides) {
        let places: [&[u32]; LANES] =
            from_fn(|lane| buckets.get(lane >> shift).map_or(&[][..], |bucket| members.of(*bucket as usize)));
        let element = |lane: usize, index: usize| {
            let place = places[lane].get(index)?;
            Some(lists[lane & shift].get(*place as usize))
        };
        lanes.load_unscaled(&mut product, from_fn(|lane| element(lane, 0)));
        let longest = places.iter().map(|places| places.len()).max().unwrap_or(0);
        for index in 1..longest {
            // Elements come from all over the list: those of the next product arrive during this one.
            let next = from_fn(|lane| element(lane, index + 1));
            lanes.load_unscaled(&mut factor, from_fn(|lane| element(lane, index)));
            lanes.mul_assign_ahead(&mut product, &factor, next);
        }
        powers.take(lanes, &mut factor, places.map(|places| places.len() as u32));
        lanes.mul_assign(&mut product, &factor);
        let values = lanes.unpack_unscaled(&product);
        for (bucket, values) in buckets.iter().zip(values.chunks_exact(sides)) {
            let record = &mut records[sides * width * *bucket as usize..][..sides * width];
            let empty = members.of(*bucket as usize).is_empty();
            for (bytes, value) in record.chunks_exact_mut(width).zip(values) {
                group.write_canonical(if empty { &one } else { value }, bytes);
            }
        }
    }
    records
}

/// R^(k−1) for every length k of a bucket.
struct Powers {
    /// Ascending.
    lengths: Vec<u32>,
    columns: Columns,
}

impl Powers {
    /// Those of `buckets`, which are in the order of their lengths.
    fn new(group: &RsaGroup, lanes: &Lanes, members: Members<'_>, buckets: &[u32]) -> Powers {
        let mut lengths: Vec<u32> =
            buckets.iter().map(|bucket| members.of(*bucket as usize).len() as u32).collect();
        // Length 0 stands for the buckets that the last group lacks. Empty buckets are not computed.
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
