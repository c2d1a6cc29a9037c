//! The exponent (p + 1)/4 cut into windows, once for a whole delay.
//!
//! A window is an odd digit d of at most w bits at a position i; the exponent is Σ d·2^i. There are two ways
//! to compute the power:
//!
//! - [`Windows`], on one core, from the left: square down to the end of a window, then multiply by x^d from a
//!   table. The exponent does not change, so the table has only the digits that are worth it: a digit for a
//!   single window costs as much as it saves.
//! - [`Ladder`], on two cores, from the right (Yao, *On the evaluation of powers*, 1976): one core only
//!   squares x, and the other multiplies x^(2^i) into the bucket of d. Only digits of a few bits have
//!   buckets, and the last positions have only the digit 1. So the buckets are combined while the first core
//!   still squares, and one product is left when it ends.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    vec,
    vec::Vec,
};
use heliast_arith::Natural;

/// A digit of the windows of an exponent.
type Digit = u16;

/// The plan of one core.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    /// The digits of the table in ascending order, 1 first.
    pub(super) digits: Vec<Digit>,
    /// The place in the table of the highest window.
    pub(super) first: usize,
    /// The other windows, from the left: the squarings up to the end of a window, and its place in the table.
    pub(super) rest: Vec<(u64, usize)>,
    /// The number of squarings after the last window.
    pub(super) tail: u64,
}

impl Windows {
    /// The plan with the fewest products, found by leaving out digits one by one.
    pub(super) fn new(exponent: &Natural) -> Windows {
        let width = match exponent.bits() {
            0..24 => 3,
            24..240 => 5,
            _ => 7,
        };
        let bits: Vec<bool> = (0..exponent.bits()).map(|index| exponent.bit(index)).collect();
        let mut best = Cut::new(&bits, width, &(1..1 << width).step_by(2).collect());
        loop {
            let before = best.products();
            let mut candidates: Vec<Digit> = best.digits().filter(|digit| *digit > 1).collect();
            candidates.sort_by_key(|digit| best.uses.get(digit).copied());
            for digit in candidates {
                let without = best.digits().filter(|other| *other != digit).collect();
                let cut = Cut::new(&bits, width, &without);
                if cut.rank() < best.rank() {
                    best = cut;
                }
            }
            if best.products() == before {
                return best.plan(exponent.bits());
            }
        }
    }

    /// The number of products of a power, including the squarings for the table.
    #[cfg(test)]
    pub(super) fn products(&self) -> usize {
        self.rest.len() + table_cost(self.digits.iter().copied())
    }
}

/// An exponent cut into windows whose digits are in a set.
struct Cut {
    /// The position and the digit of each window, from the right.
    windows: Vec<(usize, Digit)>,
    /// The number of windows with each digit.
    uses: BTreeMap<Digit, usize>,
}

impl Cut {
    /// The cut with the fewest windows, found for the lowest i bits from those for fewer bits.
    fn new(bits: &[bool], width: usize, digits: &BTreeSet<Digit>) -> Cut {
        let mut allowed = vec![false; 1 << width];
        digits.iter().for_each(|digit| allowed[usize::from(*digit)] = true);
        // For the lowest i bits: the number of windows, and the length of the highest, 0 for a zero bit.
        let mut fewest = vec![(0usize, 0usize)];
        for top in 0..bits.len() {
            let mut best = (fewest[top].0, 0);
            if bits[top] {
                best.0 = usize::MAX;
                let mut digit = 0usize;
                for length in 1..=width.min(top + 1) {
                    let bottom = top + 1 - length;
                    digit = digit << 1 | usize::from(bits[bottom]);
                    let count = fewest[bottom].0 + 1;
                    if allowed[digit] && count <= best.0 {
                        best = (count, length);
                    }
                }
            }
            fewest.push(best);
        }
        let mut windows = Vec::new();
        let mut uses = BTreeMap::new();
        let mut left = bits.len();
        while left > 0 {
            let length = fewest[left].1;
            if length > 0 {
                let digit = (left - length..left).rev().fold(0, |digit, i| digit << 1 | Digit::from(bits[i]));
                windows.push((left - length, digit));
                *uses.entry(digit).or_insert(0) += 1;
            }
            left -= length.max(1);
        }
        windows.reverse();
        Cut { windows, uses }
    }

    /// The digits that occur, and 1.
    fn digits(&self) -> impl Iterator<Item = Digit> {
        [1].into_iter().chain(self.uses.keys().copied().filter(|digit| *digit > 1))
    }

    fn products(&self) -> usize {
        self.windows.len().saturating_sub(1) + table_cost(self.digits())
    }

    /// The order of cuts: the fewest products first, and among equals the shortest table.
    fn rank(&self) -> (usize, usize) {
        (self.products(), self.uses.len())
    }

    fn plan(&self, bits: usize) -> Windows {
        let digits: Vec<Digit> = self.digits().collect();
        let place = |digit| digits.iter().position(|other| *other == digit).unwrap_or_default();
        let mut from_left = self.windows.iter().rev();
        let first = from_left.next().copied().unwrap_or((bits, 1));
        let mut position = first.0;
        let rest = from_left.map(|&(end, digit)| {
            let squarings = (position - end) as u64;
            position = end;
            (squarings, place(digit))
        });
        let rest = rest.collect();
        let first = place(first.1);
        Windows { digits, first, rest, tail: position as u64 }
    }
}

/// The number of products for a table of these ascending digits: one for each digit after the first, by the
/// power for its distance from the digit before, and one for each of those powers.
fn table_cost(digits: impl Iterator<Item = Digit>) -> usize {
    let (mut cost, mut widest, mut last) = (0, 0, 1);
    for digit in digits {
        cost += usize::from(digit > 1);
        widest = widest.max(digit - last);
        last = digit;
    }
    cost + usize::from(widest / 2)
}

/// The plan of two cores.
#[derive(Clone, Debug)]
pub(super) struct Ladder {
    /// The squarings since the last position, and the digit, from the right and without the highest bit.
    pub(super) positions: Vec<(u64, Digit)>,
    /// The number of positions before those that have only the digit 1.
    pub(super) mixed: usize,
    /// The number of squarings from the last position to the highest bit.
    pub(super) tail: u64,
}

impl Ladder {
    /// The number of bits of a digit (`WIDTH`), and of the highest part, in which all digits are 1 (`PURE`):
    /// while that part is squared, the buckets are combined by about 2^`WIDTH` products.
    pub(super) const WIDTH: usize = 5;
    const PURE: usize = 48;

    pub(super) fn new(exponent: &Natural) -> Ladder {
        let top = exponent.bits().saturating_sub(1);
        let pure_from = top.saturating_sub(Ladder::PURE);
        let (mut positions, mut mixed, mut last, mut position) = (Vec::new(), 0, 0, 0);
        while position < top {
            if !exponent.bit(position) {
                position += 1;
                continue;
            }
            let width = if position + Ladder::WIDTH <= pure_from { Ladder::WIDTH } else { 1 };
            let digit = (position..position + width)
                .rev()
                .fold(0, |digit, index| digit << 1 | Digit::from(exponent.bit(index)));
            positions.push(((position - last) as u64, digit));
            if digit > 1 {
                mixed = positions.len();
            }
            last = position;
            position += width;
        }
        Ladder { positions, mixed, tail: (top - last) as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RootField;
    use proptest::prelude::*;

    /// The exponent that a plan of one core computes.
    fn of_windows(plan: &Windows) -> Natural {
        let digit = |place: usize| Natural::from(u64::from(plan.digits[place]));
        let sum = plan
            .rest
            .iter()
            .fold(digit(plan.first), |sum, &(squarings, place)| &sum.shl(squarings as usize) + &digit(place));
        sum.shl(plan.tail as usize)
    }

    /// The exponent that a plan of two cores computes.
    fn of_ladder(plan: &Ladder) -> Natural {
        let (mut sum, mut position) = (Natural::zero(), 0);
        for &(squarings, digit) in &plan.positions {
            position += squarings as usize;
            sum = &sum + &Natural::from(u64::from(digit)).shl(position);
        }
        &sum + &Natural::one().shl(position + plan.tail as usize)
    }

    fn check(exponent: &Natural) {
        let plan = Windows::new(exponent);
        assert_eq!(of_windows(&plan), *exponent);
        assert!(plan.digits.is_sorted() && plan.digits[0] == 1);
        let plan = Ladder::new(exponent);
        assert_eq!(of_ladder(&plan), *exponent);
        assert!(plan.positions[plan.mixed..].iter().all(|(_, digit)| *digit == 1));
    }

    #[test]
    fn plans_compute_every_small_exponent() {
        (1..3000u64).for_each(|exponent| check(&Natural::from(exponent)));
    }

    #[test]
    fn built_in_fields_take_few_products() {
        for (bits, most) in [(1024, 175), (2048, 306)] {
            let exponent = RootField::built_in(bits).unwrap().prime().add(&Natural::one()).shr(2);
            check(&exponent);
            let products = Windows::new(&exponent).products();
            assert!(products <= most, "{products} products for {bits} bits");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn plans_compute_any_exponent(limbs in proptest::collection::vec(any::<u64>(), 1..9)) {
            check(&(&Natural::from_limbs(limbs) + &Natural::one()));
        }
    }
}
