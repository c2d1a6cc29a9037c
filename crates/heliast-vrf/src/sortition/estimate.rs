//! The votes by numbers of 64 significant bits, wherever these suffice to tell: in committees of 6,000 votes
//! all but one draw in 2^34, in smaller ones more.
//!
//! The rule's C(j), in units of 2^-64, is bracketed: with terms p(j) that round down,
//!
//! ```text
//! sum(j) <= C(j)·2^64 + 1 <= sum(j) + margin(j),     margin(j) = 32·(j + 1)
//! ```
//!
//! 1. p(0) is P(0) cut to 64 bits, and each step multiplies by (stake − j) · odds · 1/(j + 1) for odds =
//!    expected / (total − expected). Cut are odds, the reciprocal (2^-63 of them each, at the most) and three
//!    products (2^-62): together less than 2^-60 of a term for each step, where the rule's own terms lose
//!    less than 2^-126.
//! 2. All terms sum to 1 at the most, so that sum(j) loses 2^-60·j + 2^-63 by that, and 2^-64 for each term
//!    that it adds: less than 17·j + 4 units, about half of the margin.
//!
//! The rule also ends where a term vanishes past the mean. There all later terms sum to less than 2^-202 and
//! all terms to more than 1 − 2^-71, so that sum + margin is beyond every draw: nothing is decided past such
//! a place.

use super::number::{Fraction, Number};

/// m · 2^e with 2^63 <= m < 2^64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Estimate {
    m: u64,
    e: i64,
}

/// The smallest j with draw <= C(j), or the stake, if 64 bits tell: for P(0) and odds = expected / (total −
/// expected).
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
