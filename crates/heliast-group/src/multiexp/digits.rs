//! Exponents as digits: their bits in columns, and the two ways to cut columns into windows.

use super::chain::Counter;
use alloc::{borrow::Cow, vec};
use heliast_arith::Natural;

/// n exponents as one row of columns: column j holds bit j of every exponent. They are stored as one number
/// whose bit j·n + i is bit j of exponent i. So a window of columns is a range of bits, and a column that is
/// not zero is found by counting leading zeros of limbs: no exponent is read bit by bit.
pub(crate) struct Columns<'a> {
    limbs: Cow<'a, [u64]>,
    rows: usize,
}

/// A window's content, `value`·2^`position`: in `value`, bit j·n + i is bit j of the i-th exponent's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digit {
    pub(crate) position: usize,
    pub(crate) value: usize,
}

impl<'a> Columns<'a> {
    /// One exponent: its columns are its bits.
    pub(crate) fn single(exponent: &'a Natural) -> Columns<'a> {
        Columns { limbs: Cow::Borrowed(exponent.limbs()), rows: 1 }
    }

    /// Several exponents together; no more than fit into a table index.
    pub(crate) fn joint(exponents: &[&'a Natural]) -> Columns<'a> {
        let rows = exponents.len();
        if let [exponent] = exponents {
            return Columns::single(exponent);
        }
        let bits = exponents.iter().map(|exponent| exponent.bits()).max().unwrap_or(0);
        let mut limbs = vec![0; (bits * rows).div_ceil(64)];
        for (row, exponent) in exponents.iter().enumerate() {
            for (index, &limb) in exponent.limbs().iter().enumerate() {
                let mut rest = limb;
                while rest != 0 {
                    let column = index * 64 + rest.trailing_zeros() as usize;
                    let bit = column * rows + row;
                    limbs[bit / 64] |= 1 << (bit % 64);
                    rest &= rest - 1;
                }
            }
        }
        Columns { limbs: Cow::Owned(limbs), rows }
    }

    /// Windows of at most `width` columns that begin and end with a column that is not zero, from the most
    /// significant one on. Each is the longest such window below the last one.
    pub(crate) fn sliding(&self, width: usize) -> impl Iterator<Item = Digit> {
        let mut below = self.limbs.len() * 64;
        core::iter::from_fn(move || {
            let top = self.top(below)?;
            let low = (top + 1).saturating_sub(width);
            let value = self.window(low, top + 1 - low);
            below = low * self.rows;
            let zeros = value.trailing_zeros() as usize / self.rows;
            Some(Digit { position: low + zeros, value: value >> (zeros * self.rows) })
        })
    }

    /// The windows of `width` columns at multiples of `width` that are not zero, from the most significant
    /// one on.
    pub(crate) fn fixed(&self, width: usize) -> impl Iterator<Item = Digit> {
        let mut below = self.limbs.len() * 64;
        core::iter::from_fn(move || {
            let position = self.top(below)? / width * width;
            below = position * self.rows;
            Some(Digit { position, value: self.window(position, width) })
        })
    }

    /// The columns low, low + 1, ..., low + count − 1. Together they have fewer than 64 bits.
    pub(crate) fn window(&self, low: usize, count: usize) -> usize {
        let (bit, bits) = (low * self.rows, count * self.rows);
        let limb = |index: usize| self.limbs.get(index).copied().unwrap_or(0);
        let (index, shift) = (bit / 64, bit % 64);
        let mut window = limb(index) >> shift;
        if shift + bits > 64 {
            window |= limb(index + 1) << (64 - shift);
        }
        (window & ((1 << bits) - 1)) as usize
    }

    /// The highest column that is not zero, among the bits below `below`.
    fn top(&self, below: usize) -> Option<usize> {
        let (mut index, part) = (below / 64, below % 64);
        let mut limb = if part == 0 { 0 } else { self.limbs.get(index)? & ((1 << part) - 1) };
        while limb == 0 {
            index = index.checked_sub(1)?;
            limb = self.limbs[index];
        }
        Some((index * 64 + 63 - limb.leading_zeros() as usize) / self.rows)
    }
}

/// The cost of a chain over these digits.
pub(crate) fn count(digits: impl Iterator<Item = Digit>) -> Counter {
    digits.fold(Counter::default(), |counter, digit| counter.term(digit.position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// The exponents that digits represent.
    fn sum(digits: impl Iterator<Item = Digit>, rows: usize) -> Vec<Natural> {
        let mut sums = vec![Natural::zero(); rows];
        for Digit { position, value } in digits {
            for bit in (0..usize::BITS as usize).filter(|bit| value >> bit & 1 == 1) {
                let column = position + bit / rows;
                sums[bit % rows] = sums[bit % rows].add(&Natural::one().shl(column));
            }
        }
        sums
    }

    fn exponents() -> impl Strategy<Value = Vec<Natural>> {
        let sparse = any::<[u64; 3]>().prop_map(|[a, b, c]| a & b & c);
        let limb = prop_oneof![any::<u64>(), Just(0), Just(u64::MAX), sparse];
        let exponent = prop::collection::vec(limb, 0..5).prop_map(Natural::from_limbs);
        prop::collection::vec(exponent, 1..5)
    }

    proptest! {
        #[test]
        fn digits_add_up_to_the_exponents(exponents in exponents(), width in 1usize..=5) {
            let refs: Vec<_> = exponents.iter().collect();
            let (columns, rows) = (Columns::joint(&refs), exponents.len());
            prop_assert_eq!(&sum(columns.sliding(width), rows), &exponents);
            prop_assert_eq!(&sum(columns.fixed(width), rows), &exponents);
        }

        #[test]
        fn sliding_windows_end_in_columns_that_are_not_zero(exponents in exponents(), width in 1usize..=5) {
            let refs: Vec<_> = exponents.iter().collect();
            let (columns, rows) = (Columns::joint(&refs), exponents.len());
            let mut above = usize::MAX;
            for Digit { position, value } in columns.sliding(width) {
                prop_assert!(position < above && value % (1 << rows) != 0 && value >> (rows * width) == 0);
                above = position;
            }
        }
    }
}
