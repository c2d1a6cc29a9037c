//! The reverse: exponents of statements from those of rows.
//!
//! ∏ row_j^(ρ_j) = ∏ y_i^(r_i), where r_i is the sum of ρ_j over the rows that statement i is in.
//! So the product is taken from the rows, and r_i itself, where it is needed, costs a few
//! additions.

use super::{Incidence, draw, rows::Sorts};
use crate::batch::{seed::Seed, strings::Strings};
use alloc::vec::Vec;
use core::ops::Range;

/// An exponent, the least limb first. Rows have at most [`MAX_LEVEL`](super::MAX_LEVEL) bits, and every
/// reduction adds ten at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::batch) struct Sum([u64; 3]);

impl Sum {
    fn add(&mut self, other: &Sum) {
        let mut carry = false;
        for (limb, other) in self.0.iter_mut().zip(other.0) {
            let (sum, first) = limb.overflowing_add(other);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*limb, carry) = (sum, first | second);
        }
    }

    fn bits(&self) -> usize {
        let top = (0..3).rfind(|limb| self.0[*limb] != 0);
        top.map_or(0, |limb| 64 * (limb + 1) - self.0[limb].leading_zeros() as usize)
    }
}

/// Strings of at most 192 bits as exponents.
pub(in crate::batch) fn of_strings(strings: &Strings) -> Vec<Sum> {
    let limbs = |place| {
        let number = strings.natural(place);
        let mut sum = Sum::default();
        sum.0.iter_mut().zip(number.limbs()).for_each(|(limb, from)| *limb = *from);
        sum
    };
    (0..strings.len()).map(limbs).collect()
}

/// Exponents as strings that are as long as the longest.
pub(in crate::batch) fn to_strings(sums: &[Sum]) -> Strings {
    let bits = sums.iter().map(Sum::bits).max().unwrap_or(0).max(1);
    let width = bits.div_ceil(8);
    let bytes = |sum: &Sum| sum.0.into_iter().flat_map(u64::to_le_bytes).take(width).collect::<Vec<_>>();
    Strings::new(sums.iter().flat_map(bytes).collect(), bits)
}

/// Of the statements that `level` reduces, the exponents of those at `places`, from the exponents of the
/// rows.
pub(in crate::batch) fn back(
    level: Incidence,
    rows: &[Sum],
    (seed, stage): (&Seed, usize),
    places: Range<u64>,
) -> Vec<Sum> {
    let mut sums = alloc::vec![Sum::default(); (places.end - places.start) as usize];
    let mut first = 0;
    Sorts::new(seed, stage, level, places.clone()).each(|numbers, count| {
        let rows = &rows[first..first + count as usize];
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| sum.add(&rows[*number as usize]));
        first += count as usize;
    });
    for (place, row) in draw::places(seed, stage, level).into_iter().zip(&rows[first..]) {
        if places.contains(&place) {
            sums[(place - places.start) as usize].add(row);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_arith::Natural;

    fn seed() -> Seed {
        Seed::from_bytes([9; 32])
    }

    /// By the definition, as numbers, in one piece and in two, with the greatest possible ones among them.
    #[test]
    fn a_statement_has_the_sum_of_its_rows() {
        let level = Incidence::with(11, 3, 500).unwrap();
        let mut rows = of_strings(&seed().strings(
            3,
            crate::batch::seed::Purpose::Statement,
            128,
            0..level.rows() as u64,
        ));
        rows[7] = Sum([u64::MAX, u64::MAX, (1 << 30) - 1]);
        let number = |sum: &Sum| {
            let bytes: Vec<u8> = sum.0.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect();
            Natural::from_be_bytes(&bytes)
        };
        let mut expected = alloc::vec![Natural::default(); 500];
        let mut first = 0;
        Sorts::new(&seed(), 1, level, 0..500).each(|numbers, count| {
            for (sum, bucket) in expected.iter_mut().zip(numbers) {
                *sum = sum.add(&number(&rows[first + *bucket as usize]));
            }
            first += count as usize;
        });
        for (place, row) in draw::places(&seed(), 1, level).iter().zip(&rows[first..]) {
            expected[*place as usize] = expected[*place as usize].add(&number(row));
        }
        let found = back(level, &rows, (&seed(), 1), 0..500);
        assert_eq!(found.iter().map(number).collect::<Vec<_>>(), expected);
        let parts =
            [back(level, &rows, (&seed(), 1), 0..123), back(level, &rows, (&seed(), 1), 123..500)].concat();
        assert_eq!(parts, found);
        let strings = to_strings(&found);
        assert_eq!(strings.naturals(), expected);
        assert_eq!(strings.bits(), expected.iter().map(Natural::bits).max().unwrap());
        assert_eq!(to_strings(&[Sum::default()]).naturals(), [Natural::default()]);
    }

    #[test]
    fn carries_go_all_the_way() {
        let mut sum = Sum([u64::MAX, u64::MAX, 1]);
        sum.add(&Sum([1, 0, 0]));
        assert_eq!(sum, Sum([0, 0, 2]));
        sum.add(&Sum([u64::MAX, u64::MAX, 0]));
        sum.add(&Sum([u64::MAX, u64::MAX, 0]));
        assert_eq!(sum, Sum([u64::MAX - 1, u64::MAX, 3]));
        assert_eq!(sum.bits(), 130);
    }
}
