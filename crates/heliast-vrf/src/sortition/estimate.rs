//! The votes by numbers of 64 significant bits, if these suffice. They suffice for all but one draw in 2^34
//! in committees of 6,000 votes, and for more draws in smaller ones.
//!
//! The rule's C(j), in units of 2^-64, has bounds. With terms p(j) that are rounded down,
//!
//! ```text
//! sum(j) <= C(j)·2^64 + 1 <= sum(j) + margin(j),     margin(j) = 32·(j + 1)
//! ```
//!
//! 1. p(0) is P(0) cut to 64 bits, and each step multiplies by (stake − j) · odds · 1/(j + 1) for odds =
//!    expected / (total − expected). The odds and the reciprocal are cut (by a relative error of at most
//!    2^-63 each), and so are three products (2^-62). Together this is less than 2^-60 of a term for each
//!    step, and the rule's own terms lose less than 2^-126.
//! 2. All terms sum to at most 1, so sum(j) loses 2^-60·j + 2^-63 by this, and 2^-64 for each added term:
//!    less than 17·j + 4 units, about half of the margin.
//!
//! The rule also ends if a term becomes 0 past the mean. There all later terms sum to less than 2^-202 and
//! all terms to more than 1 − 2^-71, so sum + margin is beyond every draw: nothing is decided after that
//! point.

use super::number::{Fraction, Number};

/// m · 2^e with 2^63 <= m < 2^64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Estimate {
    m: u64,
    e: i64,
}

/// The smallest j with draw <= C(j), or the stake, for P(0) and odds = expected / (total − expected). `None`
/// if 64 bits do not suffice.
///
/// Cost: four products, and a division that nothing waits for, for each vote.
pub(super) fn votes(first_term: Number, odds: Estimate, draw: Fraction, stake: u64) -> Option<u64> {
    let draw = draw.leading();
    let mut term = Estimate::from(first_term);
    let mut sum = term.to_fraction();
    let mut j = 0;
    loop {
        let margin = 32 * (j + 1);
        if draw < sum.saturating_sub(margin) || j == stake {
            return Some(j);
        }
        if draw <= sum.saturating_add(margin) {
            return None;
        }
        let ratio = Estimate::integer(stake - j).mul(odds).mul(Estimate::reciprocal(j + 1));
        term = term.mul(ratio);
        j += 1;
        // Only the last term, j = stake, can reach 1; the loop ends with it either way.
        sum = sum.saturating_add(term.to_fraction());
    }
}

impl Estimate {
    /// n, for n >= 1.
    fn integer(n: u64) -> Estimate {
        let shift = n.leading_zeros();
        Estimate { m: n << shift, e: -i64::from(shift) }
    }

    /// 1/n for n >= 1, rounded down.
    fn reciprocal(n: u64) -> Estimate {
        let Estimate { m, e } = Estimate::integer(n);
        // 2^127 itself would not fit for m = 2^63.
        Estimate { m: (((1 << 127) - 1) / u128::from(m)) as u64, e: -127 - e }
    }

    /// The product, rounded down to 64 bits or 63.
    fn mul(self, other: Estimate) -> Estimate {
        let high = ((u128::from(self.m) * u128::from(other.m)) >> 64) as u64;
        // The product of two numbers of 64 bits has 128 bits or 127.
        let missing = high >> 63 ^ 1;
        Estimate { m: high << missing, e: self.e + other.e + 64 - missing as i64 }
    }

    /// floor(self · 2^64) for a number below 1.
    fn to_fraction(self) -> u64 {
        debug_assert!(self.e <= -64);
        u32::try_from(-64 - self.e).ok().and_then(|shift| self.m.checked_shr(shift)).unwrap_or(0)
    }
}

impl From<Number> for Estimate {
    fn from(number: Number) -> Estimate {
        let (m, e) = number.leading();
        Estimate { m, e }
    }
}
