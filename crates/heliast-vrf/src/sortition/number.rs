//! Positive numbers of 128 significant bits, rounded down, and fractions in units of 2^-256.
//!
//! Each operation keeps the first 128 bits of its exact result and so loses less than 2^-127 of it.

/// The number m · 2^e with 2^127 <= m < 2^128.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    m: u128,
    e: i64,
}

impl Number {
    pub(super) const ONE: Number = Number { m: 1 << 127, e: -127 };

    /// self^n for n >= 1, by square and multiply from the top bit, each product rounded.
    pub(super) fn pow(self, n: u64) -> Number {
        debug_assert!(n >= 1);
        let lower_bits = (u64::BITS - 1).saturating_sub(n.leading_zeros());
        (0..lower_bits).rev().fold(self, |acc, bit| {
            let square = acc.mul(acc);
            if n >> bit & 1 == 1 { square.mul(self) } else { square }
        })
    }

    fn mul(self, other: Number) -> Number {
        let (high, low) = wide_mul(self.m, other.m);
        let e = self.e + other.e;
        // The product of two numbers below 2^128 and not below 2^127 has 255 or 256 bits.
        if high >> 127 == 1 {
            Number { m: high, e: e + 128 }
        } else {
            Number { m: high << 1 | low >> 127, e: e + 127 }
        }
    }

    /// self · a / b for 1 <= a < 2^63 and the b in `by`, rounded once.
    ///
    /// 1. a is shifted up to 63 bits and b to 64, before m is known: m·a has 190 or 191 bits and its first
    ///    word is below b.
    /// 2. Two division steps give 126 to 128 bits of the quotient and a remainder.
    /// 3. The remainder gives the last one or two bits, if they are missing.
    pub(super) fn mul_div(self, a: u64, by: &Divisor) -> Number {
        debug_assert!(a >= 1 && a >> 63 == 0);
        let shift = a.leading_zeros().saturating_sub(1);
        let a = u128::from(a << shift);
        let low = u128::from(self.m as u64) * a;
        let high = (self.m >> 64) * a + (low >> 64);
        let (q1, rest) = by.step((high >> 64) as u64, high as u64);
        let (q0, rest) = by.step(rest, low as u64);

        let missing = q1.leading_zeros();
        let (mut m, mut rest) = (u128::from(q1) << 64 | u128::from(q0), u128::from(rest));
        for _ in 0..missing {
            rest <<= 1;
            let bit = rest >= by.d.into();
            rest -= if bit { by.d.into() } else { 0 };
            m = m << 1 | u128::from(bit);
        }
        Number { m, e: self.e + i64::from(by.shift) - i64::from(shift) - i64::from(missing) }
    }

    /// The first 64 bits: m · 2^e <= self with 2^63 <= m < 2^64.
    pub(super) fn leading(self) -> (u64, i64) {
        ((self.m >> 64) as u64, self.e + 64)
    }

    /// floor(self · 2^256) for a number below 1.
    pub(super) fn to_fraction(self) -> Fraction {
        debug_assert!(self.e <= -128);
        match self.e + 256 {
            shift @ 1..=127 => Fraction { high: self.m >> (128 - shift), low: self.m << shift },
            shift @ -127..=0 => Fraction { high: 0, low: self.m >> -shift },
            128.. => Fraction { high: self.m, low: 0 },
            _ => Fraction { high: 0, low: 0 },
        }
    }
}

/// A divisor b with its reciprocal: division by multiplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Divisor {
    /// b · 2^shift, not below 2^63.
    d: u64,
    shift: u32,
    /// floor((2^128 − 1) / d) − 2^64.
    reciprocal: u64,
}

impl Divisor {
    /// The divisor b >= 1.
    pub(super) fn new(b: u64) -> Divisor {
        debug_assert!(b >= 1);
        let b = b.max(1);
        let shift = b.leading_zeros();
        let d = b << shift;
        Divisor { d, shift, reciprocal: (u128::MAX / u128::from(d)) as u64 }
    }

    /// Quotient and remainder of `high`·2^64 + `low` by d, for high < d.
    ///
    /// Möller and Granlund, "Improved division by invariant integers", algorithm 4: the first candidate is
    /// one too large in about half of all cases, one too small in very few.
    fn step(&self, high: u64, low: u64) -> (u64, u64) {
        debug_assert!(high < self.d);
        let estimate =
            u128::from(self.reciprocal) * u128::from(high) + (u128::from(high) << 64 | u128::from(low));
        let mut q = ((estimate >> 64) as u64).wrapping_add(1);
        let mut r = low.wrapping_sub(q.wrapping_mul(self.d));
        if r > estimate as u64 {
            q = q.wrapping_sub(1);
            r = r.wrapping_add(self.d);
        }
        if r >= self.d { next_quotient(q, r, self.d) } else { (q, r) }
    }
}

/// The rare second correction of a division step. It is a separate function, so that it does not slow down
/// the usual case.
#[cold]
fn next_quotient(q: u64, r: u64, d: u64) -> (u64, u64) {
    (q.wrapping_add(1), r - d)
}

/// A number below 1 in units of 2^-256. The order of its fields makes the derived order that of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fraction {
    high: u128,
    low: u128,
}

impl Fraction {
    pub(super) fn from_be_bytes(bytes: &[u8; 32]) -> Fraction {
        let half =
            |at: usize| bytes[at..at + 16].iter().fold(0, |value, &byte| value << 8 | u128::from(byte));
        Fraction { high: half(0), low: half(16) }
    }

    /// The number in units of 2^-64, rounded down.
    pub(super) fn leading(self) -> u64 {
        (self.high >> 64) as u64
    }

    pub(super) fn is_zero(self) -> bool {
        self.high == 0 && self.low == 0
    }

    /// The sum, or the greatest fraction if the sum is 1 or more.
    pub(super) fn saturating_add(self, other: Fraction) -> Fraction {
        let (low, carry) = self.low.overflowing_add(other.low);
        let sum = self.high.checked_add(other.high).and_then(|high| high.checked_add(carry.into()));
        sum.map_or(Fraction { high: u128::MAX, low: u128::MAX }, |high| Fraction { high, low })
    }
}

/// The 256-bit product, high and low half.
fn wide_mul(a: u128, b: u128) -> (u128, u128) {
    let halves = |x: u128| (x >> 64, u128::from(x as u64));
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    let low = a0 * b0;
    // At most 2^128 − 1: (2^64 − 1)^2 + 2·(2^64 − 1).
    let (middle1, middle0) = halves(a1 * b0 + (low >> 64));
    let (cross1, cross0) = halves(a0 * b1 + middle0);
    (a1 * b1 + middle1 + cross1, cross0 << 64 | u128::from(low as u64))
}

#[cfg(test)]
impl Number {
    pub(super) fn from_parts(m: u128, e: i64) -> Number {
        assert!(m >> 127 == 1);
        Number { m, e }
    }

    pub(super) fn parts(self) -> (u128, i64) {
        (self.m, self.e)
    }
}
