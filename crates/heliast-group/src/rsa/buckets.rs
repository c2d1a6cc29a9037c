//! [`BulkGroup::digit_products`](crate::BulkGroup::digit_products) in lanes: eight buckets are filled at a
//! time, and eight are multiplied together at a time, each lane with those of its own remainder modulo 8.
//!
//! The elements are read from their encodings as they are needed, and multiplied without a conversion: each
//! lacks the factor R of Montgomery's form. Each result lacks R to the sum of its exponents, which one power
//! at the end corrects. Elements are read in the order of their buckets, and so from different places of the
//! list; the kernel's arithmetic takes longer than these reads.
//!
//! Lane products in addition to the n − K of the elements: those of lanes that wait for a longer bucket in
//! another lane (few, since buckets are processed in the order of their lengths), and 2·2^c for weighting or
//! folding, including empty buckets. In the ring: some 70 products.

use super::RsaGroup;
use crate::{Digits, Encoded, Group};
use alloc::{vec, vec::Vec};
use core::array::from_fn;
use heliast_arith::{Columns, LANES, Lanes, Natural, Packed, Residue};

/// A bucket is filled in parts of about 1/`PARTS` of the list, so that the lanes are in use even if there is
/// only one bucket.
const PARTS: usize = 64;
/// Shorter parts would not be worth joining.
const MIN_PART: usize = 16;

pub(super) fn digit_products(
    group: &RsaGroup,
    lanes: &Lanes,
    list: Encoded<'_>,
    (digits, bits): (&[u32], u32),
    asked: Digits,
) -> Vec<Residue> {
    crate::buckets::check(list.len(), digits, bits);
    let buckets =
        Buckets { group, lanes, bits, products: fill(lanes, |index| list.get(index), digits, bits) };
    let scale = Scale::new(group, lanes);
    match asked {
        Digits::Weighted => {
            let exponents: u64 = digits.iter().map(|digit| u64::from(*digit)).sum();
            vec![scale.complete(buckets.weighted(), &Natural::from(exponents))]
        }
        Digits::Bitwise => {
            let exponents =
                |bit: usize| -> u64 { digits.iter().map(|digit| u64::from(digit >> bit & 1)).sum() };
            let products = buckets.bitwise().into_iter().enumerate();
            products.map(|(bit, product)| scale.complete(product, &Natural::from(exponents(bit)))).collect()
        }
    }
}

/// Corrects the missing factors R of unscaled elements.
pub(super) struct Scale<'a> {
    group: &'a RsaGroup,
    radix: Residue,
}

impl<'a> Scale<'a> {
    pub(super) fn new(group: &'a RsaGroup, lanes: &Lanes) -> Self {
        let [radix, ..] = lanes.unpack(&lanes.radix());
        Scale { group, radix: group.ring().residue(&radix) }
    }

    /// product·R^exponents.
    pub(super) fn complete(&self, mut product: Residue, exponents: &Natural) -> Residue {
        let power = self.group.ring().pow(&self.radix, exponents);
        self.group.mul_assign(&mut product, &power);
        product
    }
}

/// A part of a bucket: a run of `order`, see [`sort`].
#[derive(Clone, Copy)]
struct Part {
    bucket: u32,
    start: u32,
    len: u32,
}

/// The product of every bucket, of unscaled elements; 1 for buckets without elements, and for bucket 0.
pub(super) fn fill<'a>(
    lanes: &Lanes,
    encoded: impl Fn(usize) -> &'a [u8],
    digits: &[u32],
    bits: u32,
) -> Columns {
    let (order, parts) = sort(digits.len(), digits, bits);
    let mut products = lanes.columns(&lanes.one(), 1 << bits);
    let mut seen = vec![false; 1 << bits];
    let (mut product, mut factor) = (lanes.one(), lanes.one());
    for parts in parts.chunks(LANES) {
        let element = |lane: usize, index: u32| {
            let part = parts.get(lane).filter(|part| index < part.len)?;
            Some(encoded(order[(part.start + index) as usize] as usize))
        };
        lanes.load_unscaled(&mut product, from_fn(|lane| element(lane, 0)));
        let longest = parts.last().map_or(0, |part| part.len);
        for index in 1..longest {
            // Elements come from different places of the list: those of the next product are fetched during
            // this one.
            let next = from_fn(|lane| element(lane, index + 1));
            lanes.load_unscaled(&mut factor, from_fn(|lane| element(lane, index)));
            lanes.mul_assign_ahead(&mut product, &factor, next);
        }
        let places = from_fn(|lane| parts.get(lane).map(|part| part.bucket as usize));
        join(lanes, &mut products, &mut seen, places, &mut product, &mut factor);
    }
    products
}

/// Multiplies the lanes into their buckets. Two lanes may be parts of the same bucket, so they are joined one
/// after another.
fn join(
    lanes: &Lanes,
    products: &mut Columns,
    seen: &mut [bool],
    mut places: [Option<usize>; LANES],
    product: &mut Packed,
    room: &mut Packed,
) {
    while places.iter().any(Option::is_some) {
        let turn: [Option<usize>; LANES] =
            from_fn(|lane| places[lane].filter(|place| !places[..lane].contains(&Some(*place))));
        if turn.iter().flatten().any(|bucket| seen[*bucket]) {
            lanes.take(room, products, turn.map(Option::unwrap_or_default));
            lanes.mul_assign(room, product);
            lanes.put(products, turn, room);
        } else {
            lanes.put(products, turn, product);
        }
        turn.iter().flatten().for_each(|bucket| seen[*bucket] = true);
        (0..LANES).filter(|lane| turn[*lane].is_some()).for_each(|lane| places[lane] = None);
    }
}

/// The indices of the elements in the order of their buckets, without those in bucket 0, and the parts of all
/// buckets, the shortest first.
fn sort(len: usize, digits: &[u32], bits: u32) -> (Vec<u32>, Vec<Part>) {
    assert!(u32::try_from(len).is_ok(), "at most 2^32 - 1 elements at once, not {len}");
    let mut ends = vec![0u32; 1 << bits];
    digits.iter().for_each(|digit| ends[*digit as usize] += 1);
    ends[0] = 0;
    let longest = (len / PARTS).max(MIN_PART) as u32;
    let mut parts = Vec::with_capacity(ends.len() + PARTS);
    let mut start = 0;
    for (bucket, end) in (0..).zip(&mut ends) {
        let count = *end;
        *end = start;
        while start < *end + count {
            let len = longest.min(*end + count - start);
            parts.push(Part { bucket, start, len });
            start += len;
        }
    }
    let mut order = vec![0; start as usize];
    for (index, digit) in (0..).zip(digits).filter(|(_, digit)| **digit > 0) {
        let end = &mut ends[*digit as usize];
        order[*end as usize] = index;
        *end += 1;
    }
    parts.sort_by_key(|part| part.len);
    (order, parts)
}

/// The products of all buckets.
struct Buckets<'a> {
    group: &'a RsaGroup,
    lanes: &'a Lanes,
    bits: u32,
    products: Columns,
}

impl Buckets<'_> {
    /// ∏ bucket_d^d. Lane i has the buckets 8j + i: with S_i = ∏ bucket_(8j+i)^j and T_i = ∏ bucket_(8j+i)
    /// over all j, the product is (∏ S_i)^8 · ∏ T_i^i.
    fn weighted(mut self) -> Residue {
        self.at_least_one_each();
        let lanes = self.lanes;
        let (mut running, mut product, mut factor) = (lanes.one(), lanes.one(), lanes.one());
        for start in (0..self.products.len()).step_by(LANES).rev() {
            lanes.take(&mut factor, &self.products, from_fn(|lane| start + lane));
            lanes.mul_assign(&mut running, &factor);
            if start > 0 {
                lanes.mul_assign(&mut product, &running);
            }
        }
        let (tops, sums) = (self.residues(&running), self.residues(&product));
        let mut weighted = self.product(sums.iter());
        self.group.square_n(&mut weighted, u64::from(LANES.trailing_zeros()));
        let mut running = self.group.identity();
        for top in tops[1..].iter().rev() {
            self.group.mul_assign(&mut running, top);
            self.group.mul_assign(&mut weighted, &running);
        }
        weighted
    }

    /// For every bit j the product of the buckets whose number has bit j.
    fn bitwise(mut self) -> Vec<Residue> {
        let asked = self.bits;
        self.at_least_one_each();
        let lanes = self.lanes;
        let (mut product, mut lower, mut upper) = (lanes.one(), lanes.one(), lanes.one());
        let mut products = vec![self.group.identity(); self.bits as usize];
        for bit in (LANES.trailing_zeros()..self.bits).rev() {
            let half = 1usize << bit;
            product = lanes.one();
            for start in (0..half).step_by(LANES) {
                lanes.take(&mut upper, &self.products, from_fn(|lane| half + start + lane));
                lanes.take(&mut lower, &self.products, from_fn(|lane| start + lane));
                lanes.mul_assign(&mut product, &upper);
                lanes.mul_assign(&mut lower, &upper);
                lanes.put(&mut self.products, from_fn(|lane| Some(start + lane)), &lower);
            }
            products[bit as usize] = self.product(self.residues(&product).iter());
        }
        // Eight buckets remain, one in each lane.
        lanes.take(&mut product, &self.products, from_fn(|lane| lane));
        let left = self.residues(&product);
        for (bit, product) in products.iter_mut().enumerate().take(LANES.trailing_zeros() as usize) {
            let chosen = left.iter().enumerate().filter(|(bucket, _)| bucket >> bit & 1 == 1);
            *product = self.product(chosen.map(|(_, bucket)| bucket));
        }
        products.truncate(asked as usize);
        products
    }

    /// Adds empty buckets until there are at least eight.
    fn at_least_one_each(&mut self) {
        if self.products.len() >= LANES {
            return;
        }
        let mut packed = self.lanes.one();
        let filled = self.products.len();
        self.lanes.take(&mut packed, &self.products, from_fn(|lane| lane % filled));
        let mut products = self.lanes.columns(&self.lanes.one(), LANES);
        self.lanes.put(&mut products, from_fn(|lane| (lane < filled).then_some(lane)), &packed);
        self.products = products;
        self.bits = LANES.trailing_zeros();
    }

    fn residues(&self, packed: &Packed) -> [Residue; LANES] {
        self.lanes.unpack(packed).map(|value| self.group.ring().residue(&value))
    }

    fn product<'a>(&self, factors: impl Iterator<Item = &'a Residue>) -> Residue {
        factors.fold(self.group.identity(), |mut product, factor| {
            self.group.mul_assign(&mut product, factor);
            product
        })
    }
}
