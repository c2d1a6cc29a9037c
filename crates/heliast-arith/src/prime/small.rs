//! Trial division without divisions.
//!
//! The odd primes below [`LIMIT`] are taken in groups whose product m fits in a limb. For each group the
//! number is reduced limb by limb from below (Jebelean, "An algorithm for exact division", 1993): q = (limb −
//! c)/m modulo 2^64 and c = ⌊q·m/2^64⌋ + borrow leave n ≡ −c·2^(64·L) (mod m), so that a prime of the group
//! divides n if and only if it divides c. That is one multiplication by its inverse modulo 2^64: the
//! multiples of p, and no other numbers, land at ⌊(2^64 − 1)/p⌋ or below (Granlund, Montgomery, "Division by
//! invariant integers using multiplication", 1994, section 9).

use crate::{int::Natural, limbs};

/// The primes below this are tried.
const LIMIT: usize = 2048;

/// The number of odd primes below [`LIMIT`].
const COUNT: usize = count_primes();

/// The odd primes below [`LIMIT`].
const PRIMES: [Divisor; COUNT] = primes();

/// The number of groups.
const GROUPS: usize = count_groups();

/// The primes in groups, in order.
static GROUPED: [Group; GROUPS] = groups();

static DIVISORS: [Divisor; COUNT] = PRIMES;

/// An odd prime p.
#[derive(Clone, Copy)]
struct Divisor {
    p: u64,
    /// p^−1 mod 2^64.
    inverse: u64,
    /// ⌊(2^64 − 1)/p⌋.
    limit: u64,
}

/// The primes from `first` to before `end`, whose product fits in a limb.
#[derive(Clone, Copy)]
struct Group {
    product: u64,
    /// product^−1 mod 2^64.
    inverse: u64,
    first: usize,
    end: usize,
}

/// Whether an odd prime below [`LIMIT`] divides n.
pub(super) fn has_small_factor(n: &Natural) -> bool {
    GROUPED.iter().any(|group| {
        let rest = group.rest(n.limbs());
        DIVISORS[group.first..group.end].iter().any(|divisor| divisor.divides(rest))
    })
}

/// Whether an odd n below [`LIMIT`]² is prime, by trial division.
pub(super) fn is_prime(n: u64) -> bool {
    n > 1
        && DIVISORS.iter().take_while(|divisor| divisor.p * divisor.p <= n).all(|divisor| !divisor.divides(n))
}

impl Divisor {
    const fn new(p: u64) -> Divisor {
        Divisor { p, inverse: limbs::inverse_of_odd(p), limit: u64::MAX / p }
    }

    #[inline(always)]
    fn divides(&self, n: u64) -> bool {
        n.wrapping_mul(self.inverse) <= self.limit
    }
}

impl Group {
    /// −n/2^(64·L) modulo the product, between 0 and the product.
    #[inline(always)]
    fn rest(&self, n: &[u64]) -> u64 {
        n.iter().fold(0, |carry, &limb| {
            let (difference, borrow) = limb.overflowing_sub(carry);
            let quotient = difference.wrapping_mul(self.inverse);
            let (_, high) = limbs::mul_add(0, quotient, self.product, 0);
            high + u64::from(borrow)
        })
    }
}

const fn is_odd_prime(n: usize) -> bool {
    let mut divisor = 2;
    while divisor * divisor <= n && !n.is_multiple_of(divisor) {
        divisor += 1;
    }
    n > 2 && divisor * divisor > n
}

const fn count_primes() -> usize {
    let (mut n, mut count) = (0, 0);
    while n < LIMIT {
        count += is_odd_prime(n) as usize;
        n += 1;
    }
    count
}

const fn primes() -> [Divisor; COUNT] {
    let mut primes = [Divisor::new(1); COUNT];
    let (mut n, mut count) = (0, 0);
    while n < LIMIT {
        if is_odd_prime(n) {
            primes[count] = Divisor::new(n as u64);
            count += 1;
        }
        n += 1;
    }
    primes
}

/// The longest group that begins at this prime.
const fn group_from(first: usize) -> Group {
    let (mut product, mut end) = (1u64, first);
    while end < COUNT {
        match product.checked_mul(PRIMES[end].p) {
            Some(longer) => product = longer,
            None => break,
        }
        end += 1;
    }
    Group { product, inverse: limbs::inverse_of_odd(product), first, end }
}

const fn count_groups() -> usize {
    let (mut first, mut count) = (0, 0);
    while first < COUNT {
        first = group_from(first).end;
        count += 1;
    }
    count
}

const fn groups() -> [Group; GROUPS] {
    let mut groups = [group_from(0); GROUPS];
    let mut index = 1;
    while index < GROUPS {
        groups[index] = group_from(groups[index - 1].end);
        index += 1;
    }
    groups
}

#[cfg(test)]
mod tests;
