//! Products over a long list whose elements carry short digits: the inner loop of every batch proof.
//!
//! 1. Bucket d, for d = 1, ..., 2^c − 1, is the product of the elements whose digit is d; elements with digit
//!    0 take no part.
//! 2. The result is a product of buckets. [`Digits::Weighted`] is ∏ bucket_d^d, by running products
//!    (Pippenger): for d from the largest down, running *= bucket_d, product *= running. [`Digits::Bitwise`]
//!    is for every bit j the product of the buckets whose d has bit j, by folding (four Russians): the upper
//!    half of the buckets is multiplied together for the highest bit, and into the lower half for the others.
//!
//! Cost for n elements with digits other than 0, in K buckets that are not empty, where the largest digit is
//! D: n − K products for the buckets. Then weighted products take K − 1 + D − 1 (`multiexp/pippenger.rs`
//! counts the same), and bitwise ones at most 2·(2^c − 1 − c). The first factor of any product is a copy.
//!
//! This is the plain form for any group, and the oracle; `rsa/buckets.rs` does the same eight buckets at a
//! time.

use crate::{Counts, Encoded, Group, multiexp::power};
use alloc::{vec, vec::Vec};

/// The longest digit, in bits. It has fewer buckets than the elements of any list for which it would be used.
pub const MAX_DIGIT_BITS: u32 = 24;

/// The products that the digits of a list of elements select.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// One product, ∏ x_i^(d_i).
    Weighted,
    /// A product for each bit of the digits: for bit j it is ∏ x_i over the i whose d_i has bit j.
    Bitwise,
}

impl Digits {
    /// The number of products with digits of `bits` bits.
    pub fn products(self, bits: u32) -> usize {
        match self {
            Digits::Weighted => 1,
            Digits::Bitwise => bits as usize,
        }
    }
}

/// [`BulkGroup::digit_products`](crate::BulkGroup::digit_products) for any group.
pub(crate) fn digit_products<G: Group>(
    group: &G,
    list: Encoded<'_>,
    digits: &[u32],
    bits: u32,
    asked: Digits,
) -> Vec<G::Elem> {
    check(list.len(), digits, bits);
    let mut buckets: Vec<Option<G::Elem>> = vec![None; 1 << bits];
    for (index, digit) in (0..list.len()).zip(digits).filter(|(_, digit)| **digit > 0) {
        join(group, &mut buckets[*digit as usize], Some(&list.element(group, index)));
    }
    finish(group, buckets, bits, asked)
}

/// [`BulkGroup::digit_products_of`](crate::BulkGroup::digit_products_of) for any group.
pub(crate) fn digit_products_of<G: Group>(
    group: &G,
    elements: &[&G::Elem],
    digits: &[u32],
    bits: u32,
    asked: Digits,
) -> Vec<G::Elem> {
    check(elements.len(), digits, bits);
    let mut buckets: Vec<Option<G::Elem>> = vec![None; 1 << bits];
    for (element, digit) in elements.iter().copied().zip(digits).filter(|(_, digit)| **digit > 0) {
        join(group, &mut buckets[*digit as usize], Some(element));
    }
    finish(group, buckets, bits, asked)
}

/// The number of products for `elements` elements in all buckets of digits of `bits` bits.
pub(crate) fn cost_alone(elements: usize, bits: u32) -> usize {
    elements.saturating_add(2usize.saturating_mul(1usize.checked_shl(bits).unwrap_or(usize::MAX)))
}

/// The products of full buckets that `asked` names.
fn finish<G: Group>(group: &G, buckets: Vec<Option<G::Elem>>, bits: u32, asked: Digits) -> Vec<G::Elem> {
    let products = match asked {
        Digits::Weighted => vec![weighted(group, &buckets)],
        Digits::Bitwise => bitwise(group, buckets, bits),
    };
    products.into_iter().map(|product| product.unwrap_or_else(|| group.identity())).collect()
}

/// Checks the arguments of [`BulkGroup::digit_products`](crate::BulkGroup::digit_products), except the size
/// of each digit: a digit that is too large has no bucket.
pub(crate) fn check(elements: usize, digits: &[u32], bits: u32) {
    assert_eq!(elements, digits.len(), "a digit for every element");
    assert!((1..=MAX_DIGIT_BITS).contains(&bits), "digits of 1 to {MAX_DIGIT_BITS} bits, not {bits}");
}

fn weighted<G: Group>(group: &G, buckets: &[Option<G::Elem>]) -> Option<G::Elem> {
    let (mut running, mut product) = (None, None);
    for bucket in buckets[1..].iter().rev() {
        join(group, &mut running, bucket.as_ref());
        join(group, &mut product, running.as_ref());
    }
    product
}

fn bitwise<G: Group>(group: &G, mut buckets: Vec<Option<G::Elem>>, bits: u32) -> Vec<Option<G::Elem>> {
    let mut products = vec![None; bits as usize];
    for bit in (0..bits).rev() {
        let upper = buckets.split_off(1 << bit);
        for bucket in &upper {
            join(group, &mut products[bit as usize], bucket.as_ref());
        }
        // Bucket 0 is not needed for any lower bit.
        for (lower, upper) in buckets.iter_mut().zip(&upper).skip(1) {
            join(group, lower, upper.as_ref());
        }
    }
    products
}

/// product *= factor, where nothing is 1.
fn join<G: Group>(group: &G, product: &mut Option<G::Elem>, factor: Option<&G::Elem>) {
    match (product, factor) {
        (Some(product), Some(factor)) => group.mul_assign(product, factor),
        (product @ None, Some(factor)) => *product = Some(factor.clone()),
        (_, None) => {}
    }
}

impl Digits {
    /// The operations of [`BulkGroup::digit_products`](crate::BulkGroup::digit_products) for these digits,
    /// in a group without faster methods. The counts are exact, and nothing is computed in a group.
    ///
    /// # Panics
    /// If a digit has more bits.
    pub fn cost(self, digits: &[u32], bits: u32) -> Counts {
        let mut full = vec![false; 1 << bits];
        let mut products = 0;
        for digit in digits.iter().filter(|digit| **digit > 0) {
            products += u64::from(core::mem::replace(&mut full[*digit as usize], true));
        }
        products += match self {
            Digits::Weighted => {
                let filled = full.iter().filter(|full| **full).count() as u64;
                let largest = full.iter().rposition(|full| *full).unwrap_or(0) as u64;
                (filled + largest).saturating_sub(2)
            }
            Digits::Bitwise => folding(full, bits),
        };
        Counts { products, squarings: 0 }
    }

    /// The approximate mean number of products for n elements whose digits are uniform, including 0.
    pub fn expected(self, n: u64, bits: u32) -> f64 {
        let (elements, buckets) = (n as f64, (1u64 << bits) as f64);
        // No element has this digit: (1 − 1/2^c)^n.
        let empty = power(1.0 - 1.0 / buckets, usize::try_from(n).unwrap_or(usize::MAX));
        let filled = (buckets - 1.0) * (1.0 - empty);
        let gathered = elements * (1.0 - 1.0 / buckets) - filled;
        let finishing = match self {
            // The mean of the largest of n digits, by Euler and Maclaurin.
            Digits::Weighted => filled + buckets * elements / (elements + 1.0) - 0.5 - 2.0,
            Digits::Bitwise => 2.0 * (buckets - 1.0 - f64::from(bits)) * (1.0 - empty),
        };
        gathered + finishing.max(0.0)
    }
}

/// The number of products for folding buckets of which these are full.
fn folding(mut full: Vec<bool>, bits: u32) -> u64 {
    let mut products = 0;
    for bit in (0..bits).rev() {
        let upper = full.split_off(1 << bit);
        products += (upper.iter().filter(|full| **full).count() as u64).saturating_sub(1);
        for (lower, upper) in full.iter_mut().zip(&upper).skip(1) {
            products += u64::from(*lower && *upper);
            *lower |= *upper;
        }
    }
    products
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BulkGroup, Counting, RsaGroup, multiexp};
    use heliast_arith::Natural;
    use proptest::prelude::*;

    /// The elements and their encodings.
    fn list(
        group: &impl Group<Elem = heliast_arith::Residue>,
        len: usize,
    ) -> (Vec<heliast_arith::Residue>, Vec<u8>) {
        let elements: Vec<_> =
            (0..len as u32).map(|index| group.hash("test", &index.to_be_bytes())).collect();
        let bytes = elements.iter().flat_map(|element| group.encode(element)).collect();
        (elements, bytes)
    }

    /// Computes the products by their definition.
    fn expected(
        group: &RsaGroup,
        elements: &[heliast_arith::Residue],
        digits: &[u32],
        bits: u32,
        asked: Digits,
    ) -> Vec<Vec<u8>> {
        let product = |exponent: &dyn Fn(u32) -> u32| {
            let exponents: Vec<Natural> =
                digits.iter().map(|digit| Natural::from(u64::from(exponent(*digit)))).collect();
            let powers: Vec<_> = elements.iter().zip(&exponents).collect();
            group.encode(&multiexp(group, &powers))
        };
        match asked {
            Digits::Weighted => vec![product(&|digit| digit)],
            Digits::Bitwise => (0..bits).map(|bit| product(&|digit| digit >> bit & 1)).collect(),
        }
    }

    fn assert_agree(group: &RsaGroup, digits: &[u32], bits: u32) {
        let width = group.encoded_len();
        let (elements, bytes) = list(group, digits.len());
        let list = Encoded::new(group, &bytes, width, 0).unwrap();
        let counting = Counting::new(group.clone());
        for asked in [Digits::Weighted, Digits::Bitwise] {
            let expected = expected(group, &elements, digits, bits, asked);
            let products = |group: &RsaGroup| -> Vec<Vec<u8>> {
                let products = group.digit_products(list, digits, bits, asked);
                products.iter().map(|product| group.encode(product)).collect()
            };
            for decoded in [false, true] {
                counting.take();
                let plain = if decoded {
                    counting.digit_products_of(&elements.iter().collect::<Vec<_>>(), digits, bits, asked)
                } else {
                    counting.digit_products(list, digits, bits, asked)
                };
                let plain: Vec<_> = plain.iter().map(|product| group.encode(product)).collect();
                assert_eq!(plain, expected, "{asked:?}");
                assert_eq!(counting.take(), asked.cost(digits, bits), "{asked:?} {bits} {digits:?}");
            }
            for group in heliast_arith::Backend::ALL.into_iter().filter_map(|backend| group.on(backend).ok())
            {
                assert_eq!(products(&group), expected, "{asked:?} {group:?}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn any_digits(bits in 1u32..9, seeds in proptest::collection::vec(any::<u32>(), 0..400)) {
            let digits: Vec<u32> = seeds.iter().map(|seed| seed % (1 << bits)).collect();
            assert_agree(&RsaGroup::unchecked(&Natural::one().shl(600).sub(&Natural::from(95u64)).unwrap()), &digits, bits);
        }
    }

    #[test]
    fn the_extreme_digits() {
        let group = RsaGroup::rsa_2048();
        for bits in [1, 2, 3, 4, 10] {
            let largest = (1 << bits) - 1;
            for digits in [
                vec![],
                vec![0; 300],
                vec![largest; 300],
                vec![1; 1],
                (0..300).map(|index| index % (largest + 1)).collect(),
                (0..300).map(|index| if index == 299 { largest } else { 0 }).collect(),
                (0..300).map(|index| if index < 290 { largest } else { 1 }).collect(),
            ] {
                assert_agree(&group, &digits, bits);
            }
        }
    }

    #[test]
    fn expected_costs_are_close_to_the_mean() {
        for asked in [Digits::Weighted, Digits::Bitwise] {
            for (n, bits) in [(1, 4), (10, 3), (100, 5), (1000, 8), (1000, 4), (20_000, 11)] {
                let rounds = 30;
                let mut state = 1u64;
                let digits: Vec<u32> = (0..n * rounds)
                    .map(|_| {
                        state = state
                            .wrapping_mul(6_364_136_223_846_793_005)
                            .wrapping_add(1_442_695_040_888_963_407);
                        (state >> 40) as u32 % (1 << bits)
                    })
                    .collect();
                let total: u64 = digits.chunks(n).map(|digits| asked.cost(digits, bits).products).sum();
                let mean = total as f64 / rounds as f64;
                let expected = asked.expected(n as u64, bits);
                assert!(
                    (mean - expected).abs() < 0.06 * mean + 4.0,
                    "{asked:?} {n} {bits}: {mean} {expected}"
                );
            }
        }
    }

    #[test]
    fn lists_are_checked_where_they_are_made() {
        let group = RsaGroup::rsa_2048();
        let (_, mut bytes) = list(&group, 6);
        let whole = Encoded::new(&group, &bytes, 512, 256).unwrap();
        assert_eq!((whole.len(), whole.is_empty()), (3, false));
        assert_eq!(whole.get(1), &bytes[768..1024]);
        assert_eq!(whole.range(1..3).get(1), &bytes[1280..]);
        assert!(whole.range(3..3).is_empty());
        assert_eq!(Encoded::new(&group, &bytes, 256, 1).unwrap().len(), 0, "no room for an element");
        assert_eq!(Encoded::new(&group, &bytes[..1000], 256, 0).unwrap().len(), 3);
        bytes[512..768].fill(0xff);
        let refused = Encoded::new(&group, &bytes, 256, 0).unwrap_err();
        assert_eq!(refused, crate::BadElement { index: 2, reason: crate::Malformed::NotCanonical });
    }

    /// A check that is shorter than decoding has the same result.
    #[test]
    fn an_encoding_passes_if_it_decodes() {
        let group = RsaGroup::unchecked(&Natural::from(1009u64 * 4_294_967_291));
        let half = group.modulus().shr(1);
        let near = |offset: u64| half.add(&Natural::from(offset)).sub(&Natural::from(5u64)).unwrap();
        for value in (0..10).map(near).chain((0..3).map(|small: u64| Natural::from(small))) {
            let bytes = value.to_be_bytes(group.encoded_len()).unwrap();
            assert_eq!(group.check_encoding(&bytes), group.decode(&bytes).map(drop), "{value:?}");
        }
        assert_eq!(group.check_encoding(&[1]), group.decode(&[1]).map(drop));
    }
}
