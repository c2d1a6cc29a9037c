//! Products of powers with signed digits, because inverses are free.
//!
//! **Windows**, for few bases. Digits are odd and below 2^(w − 1) in absolute value, so at most one of every
//! w columns is not 0, and a table of 2^(w − 2) odd powers suffices for both signs (Solinas, "Efficient
//! arithmetic on Koblitz curves", 2000, section 3). All bases share their squarings (Straus). For n bits: n
//! squarings for all bases together, and n/(w + 1) products for each, in addition to its table of 2^(w − 2).
//! For two exponents of 264 bits: 266 squarings and, on average, 102 products.
//!
//! **Buckets**, for many bases (`buckets.rs`), and of eight windows at once on a CPU that has lanes for forms
//! (`abreast.rs`).

mod abreast;
mod buckets;

use super::{ClassGroup, Composer, Form};
use crate::Group;
use alloc::{vec, vec::Vec};
use heliast_arith::Natural;

/// The greatest number of columns of a window.
const WIDEST: u32 = 10;

/// ∏ base^exponent; 1 for no bases.
pub(super) fn multiexp(group: &ClassGroup, powers: &[(&Form, &Natural)]) -> Form {
    let powers: Vec<_> = powers.iter().filter(|(_, exponent)| !exponent.is_zero()).copied().collect();
    match cheapest(group, &powers) {
        (Way::Windows, _) => by_windows(group, &powers),
        (Way::Buckets(c), _) => buckets::multiexp(group, &powers, c),
        (Way::BucketsAbreast(c), _) => abreast::multiexp(group, &powers, c),
    }
}

/// A way to compute a product of powers; buckets have digits of so many bits.
enum Way {
    Windows,
    Buckets(usize),
    BucketsAbreast(usize),
}

/// The way that takes the least time, and that time, without squarings, in products that are computed alone;
/// no exponent is 0.
fn cheapest(group: &ClassGroup, powers: &[(&Form, &Natural)]) -> (Way, usize) {
    let c = buckets::width(powers);
    let windows = powers.iter().map(|(_, exponent)| window_cost(exponent.bits())).sum();
    let ways = [
        Some((Way::Windows, windows)),
        Some((Way::Buckets(c), buckets::cost(powers, c))),
        abreast::width(group, powers).map(|(c, cost)| (Way::BucketsAbreast(c), cost)),
    ];
    ways.into_iter().flatten().min_by_key(|(_, cost)| *cost).unwrap_or((Way::Windows, windows))
}

/// The approximate time of [`multiexp`] without its squarings, in products that are computed alone; no
/// exponent is 0.
pub(super) fn cost(group: &ClassGroup, powers: &[(&Form, &Natural)]) -> usize {
    cheapest(group, powers).1
}

/// ∏ base^exponent by windows; no exponent is 0.
fn by_windows(group: &ClassGroup, powers: &[(&Form, &Natural)]) -> Form {
    let mut composer = group.composer();
    let tables: Vec<_> = powers.iter().map(|power| Table::new(&mut composer, *power)).collect();
    let columns = tables.iter().map(Table::columns).max().unwrap_or(0);
    composer.take(&group.identity());
    // 1 is neither squared nor multiplied.
    let mut begun = false;
    for column in (0..columns).rev() {
        composer.square(u64::from(begun));
        for (factor, inverse) in tables.iter().filter_map(|table| table.factor(column)) {
            match begun {
                true => composer.multiply(factor, inverse),
                false => composer.take(&if inverse { factor.inverse() } else { factor.clone() }),
            };
            begun = true;
        }
    }
    composer.form()
}

/// The odd powers of a base, and the digits of its exponent.
pub(super) struct Table {
    powers: Vec<Form>,
    digits: Vec<i16>,
}

impl Table {
    pub(super) fn new(composer: &mut Composer, (base, exponent): (&Form, &Natural)) -> Table {
        let width = width(exponent.bits());
        Table { powers: odd_powers(composer, base, width), digits: signed_digits(exponent, width) }
    }

    /// The number of digits.
    pub(super) fn columns(&self) -> usize {
        self.digits.len()
    }

    /// The power for the digit of a column, if the digit is not 0, and whether its inverse is meant.
    pub(super) fn factor(&self, column: usize) -> Option<(&Form, bool)> {
        let digit = *self.digits.get(column).filter(|digit| **digit != 0)?;
        Some((&self.powers[usize::from(digit.unsigned_abs() / 2)], digit < 0))
    }
}

/// product := product·factor, or product/factor; `None` is 1.
fn multiply(composer: &mut Composer, product: &mut Option<Form>, factor: &Form, inverse: bool) {
    *product = Some(match product {
        Some(product) => composer.take(product).multiply(factor, inverse).form(),
        None if inverse => factor.inverse(),
        None => factor.clone(),
    });
}

/// The approximate number of products for an exponent of this length in windows of this width, including its
/// table.
fn products(bits: usize, width: u32) -> usize {
    (1 << (width - 2)) + bits / (width as usize + 1)
}

/// The width with the fewest products.
fn width(bits: usize) -> u32 {
    (2..=WIDEST).min_by_key(|width| products(bits, *width)).unwrap_or(2)
}

fn window_cost(bits: usize) -> usize {
    products(bits, width(bits))
}

/// base, base³, base⁵, ..., base^(2^(width − 1) − 1).
fn odd_powers(composer: &mut Composer, base: &Form, width: u32) -> Vec<Form> {
    let mut table = vec![base.clone()];
    if width > 2 {
        let square = composer.take(base).square(1).form();
        composer.take(base);
        table.extend((1..1 << (width - 2)).map(|_| composer.multiply(&square, false).form()));
    }
    table
}

/// The digits of an exponent, lowest first: 0, or odd and below 2^(width − 1) in absolute value.
fn signed_digits(exponent: &Natural, width: u32) -> Vec<i16> {
    let bits = exponent.bits();
    let mut digits = vec![0; bits + 1];
    let (mut column, mut carry) = (0, 0);
    while column <= bits {
        // With the carry, the bit of this column decides whether a window begins.
        if i16::from(exponent.bit(column)) + carry != 1 {
            column += 1;
            continue;
        }
        let window = (0..width).fold(0, |sum, i| sum | i16::from(exponent.bit(column + i as usize)) << i);
        let value = window + carry;
        carry = i16::from(value >= 1 << (width - 1));
        digits[column] = value - (carry << width);
        column += width as usize;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_add_up(
            limbs in prop::collection::vec(prop_oneof![any::<u64>(), Just(u64::MAX), Just(0)], 0..5),
            width in 2..=WIDEST,
        ) {
            let exponent = Natural::from_limbs(limbs);
            let digits = signed_digits(&exponent, width);
            let (mut above, mut below) = (Natural::zero(), Natural::zero());
            for (column, digit) in digits.iter().enumerate() {
                let term = Natural::from(u64::from(digit.unsigned_abs())).shl(column);
                prop_assert!(*digit == 0 || digit % 2 != 0 && digit.unsigned_abs() < 1 << (width - 1));
                let sum = if *digit < 0 { &mut below } else { &mut above };
                *sum = sum.add(&term);
            }
            prop_assert_eq!(above.sub(&below), Some(exponent));
            for window in digits.windows(width as usize) {
                prop_assert!(window.iter().filter(|digit| **digit != 0).count() <= 1);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        /// Both methods, with any width, agree with squaring and multiplying.
        #[test]
        fn both_ways_agree_with_the_plain_one(
            exponents in prop::collection::vec(prop_oneof![any::<u128>(), Just(u128::MAX), 0u128..70], 0..8),
            c in 1..9usize,
        ) {
            let group = ClassGroup::from_seed(&[7; 32], 256).unwrap();
            let bases: Vec<_> = (0..exponents.len() as u32).map(|i| group.hash("powers", &i.to_be_bytes())).collect();
            let exponents: Vec<_> = exponents.iter().map(|n| Natural::from_be_bytes(&n.to_be_bytes())).collect();
            let all: Vec<_> = bases.iter().zip(&exponents).collect();
            let expected = crate::multiexp::planned(&group, &all);
            prop_assert_eq!(&multiexp(&group, &all), &expected);
            let powers: Vec<_> = all.iter().filter(|(_, exponent)| !exponent.is_zero()).copied().collect();
            prop_assert_eq!(&by_windows(&group, &powers), &expected);
            prop_assert_eq!(&buckets::multiexp(&group, &powers, c), &expected);
            prop_assert_eq!(&abreast::multiexp(&group, &powers, c), &expected);
        }
    }

    /// In a group that may have lanes: exponents of several lengths, and bases that are inverse, short, or
    /// occur twice.
    #[test]
    fn windows_side_by_side_give_the_same_product() {
        let group = ClassGroup::from_seed(&[7; 32], 1024).unwrap();
        let mut bases: Vec<_> = (0..9u32).map(|i| group.hash("powers", &i.to_be_bytes())).collect();
        bases.iter_mut().take(6).for_each(|base| group.square_n(base, 12));
        bases.extend([
            group.invert(&bases[0]),
            bases[1].clone(),
            group.generator().unwrap(),
            group.identity(),
        ]);
        let exponents: Vec<_> = (0..bases.len() as u64)
            .map(|i| {
                Natural::from(i.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
                    .mul(&Natural::one().shl(7 * i as usize))
            })
            .collect();
        let powers: Vec<_> = bases.iter().zip(&exponents).collect();
        let expected = crate::multiexp::planned(&group, &powers);
        for c in [1, 3, 4, 15] {
            assert_eq!(abreast::multiexp(&group, &powers, c), expected, "{c}");
        }
        assert_eq!(abreast::multiexp(&group, &[], 4), group.identity());
    }

    /// Buckets are used from the right length on, and a base may occur several times.
    #[test]
    fn long_lists_are_multiplied_by_buckets() {
        let group = ClassGroup::from_seed(&[7; 32], 256).unwrap();
        let base = group.hash("powers", b"often");
        let exponent = Natural::one().shl(128).sub(&Natural::one()).unwrap();
        for len in [1u64, 8, 60, 300] {
            let powers = vec![(&base, &exponent); len as usize];
            let c = buckets::width(&powers);
            let by_buckets = buckets::cost(&powers, c) < len as usize * window_cost(128);
            assert_eq!(by_buckets, len >= 300, "{len}");
            assert_eq!(multiexp(&group, &powers), group.pow(&base, &exponent.mul(&Natural::from(len))));
        }
    }

    /// The shapes of verification: π and x with exponents of 256 bits for a single proof; 2,000 exponents of
    /// 384 bits and 1,000 of 128 for 1,000 proofs combined.
    #[test]
    fn the_cost_of_verification() {
        let ones = |bits: usize| Natural::one().shl(bits).sub(&Natural::one()).unwrap();
        assert_eq!(256 + 2 * window_cost(256), 356);
        let group = ClassGroup::from_seed(&[7; 32], 256).unwrap();
        let (base, long, short) = (group.identity(), ones(384), ones(128));
        let powers = [vec![(&base, &long); 2000], vec![(&base, &short); 1000]].concat();
        let c = buckets::width(&powers);
        assert_eq!((c, buckets::cost(&powers, c)), (10, 110_968));
    }
}
