//! Trial division without divisions.
//!
//! The odd primes below [`LIMIT`] are taken in groups whose product m fits in a limb. For each group the
//! number is reduced limb by limb from below (Jebelean, "An algorithm for exact division", 1993): q = (limb −
//! c)/m modulo 2^64 and c = ⌊q·m/2^64⌋ + borrow leave n ≡ −c·2^(64·L) (mod m). So a prime of the group
//! divides n if and only if it divides c, which takes one multiplication to test ([`crate::divisor`]).
//!
//! In lanes eight numbers are reduced at once, modulo groups whose product is below 2^50. The primes are the
//! same, so no result depends on the CPU, not even for a pseudoprime that is still unknown.

use crate::{
    backend::Backend,
    divisor::Divisor,
    int::Natural,
    lanes::{LANES, Lanes, Primes, have_factors},
    limbs,
};

/// Trial division uses the primes below this.
const LIMIT: usize = 2048;

/// The number of odd primes below [`LIMIT`].
const COUNT: usize = count_primes();

/// The odd primes below [`LIMIT`].
const PRIMES: [Divisor; COUNT] = primes();

/// The number of groups.
const GROUPS: usize = count_groups(u64::MAX);

/// The primes in groups, in order.
static GROUPED: [Group; GROUPS] = groups(u64::MAX);

/// The largest product of a group for lanes.
const SHORT: u64 = 1 << 50;

/// The number of groups for lanes.
const SHORT_GROUPS: usize = count_groups(SHORT);

/// The primes in groups for lanes, in order.
static SHORT_GROUPED: [Primes; SHORT_GROUPS] = short_groups();

static DIVISORS: [Divisor; COUNT] = PRIMES;

/// The primes from index `first` up to but not including `end`, whose product fits in a limb.
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
    GROUPED.iter().any(|group| group.divides(group.rest(n.limbs())))
}

/// [`has_small_factor`] of each of up to [`LANES`] numbers, in lanes of eight. With vectors of four this
/// takes longer than one number after another, each up to its first factor.
pub(super) fn have_small_factors(numbers: &[&Natural]) -> [bool; LANES] {
    if matches!(Lanes::fastest(), Backend::Fma | Backend::AvxIfma) {
        let mut found = [false; LANES];
        found.iter_mut().zip(numbers).for_each(|(found, n)| *found = has_small_factor(n));
        return found;
    }
    have_factors(numbers, &SHORT_GROUPED)
}

/// Whether an odd n below [`LIMIT`]² is prime, by trial division.
pub(super) fn is_prime(n: u64) -> bool {
    n > 1
        && DIVISORS.iter().take_while(|divisor| divisor.p * divisor.p <= n).all(|divisor| !divisor.divides(n))
}

impl Group {
    /// Whether a prime of the group divides n.
    #[inline(always)]
    fn divides(&self, n: u64) -> bool {
        DIVISORS[self.first..self.end].iter().any(|divisor| divisor.divides(n))
    }

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

/// The longest group that begins at this prime and has at most this product.
const fn group_from(first: usize, largest: u64) -> Group {
    let (mut product, mut end) = (1u64, first);
    while end < COUNT {
        match product.checked_mul(PRIMES[end].p) {
            Some(longer) if longer <= largest => product = longer,
            _ => break,
        }
        end += 1;
    }
    Group { product, inverse: limbs::inverse_of_odd(product), first, end }
}

const fn count_groups(largest: u64) -> usize {
    let (mut first, mut groups) = (0, 0);
    while first < COUNT {
        first = group_from(first, largest).end;
        groups += 1;
    }
    groups
}

const fn groups<const N: usize>(largest: u64) -> [Group; N] {
    let mut groups = [group_from(0, largest); N];
    let mut index = 1;
    while index < N {
        groups[index] = group_from(groups[index - 1].end, largest);
        index += 1;
    }
    groups
}

const fn short_groups() -> [Primes<'static>; SHORT_GROUPS] {
    let grouped: [Group; SHORT_GROUPS] = groups(SHORT);
    let mut primes = [Primes::new(1, &[]); SHORT_GROUPS];
    let mut index = 0;
    while index < primes.len() {
        let Group { product, first, end, .. } = grouped[index];
        primes[index] = Primes::new(product, DIVISORS.split_at(end).0.split_at(first).1);
        index += 1;
    }
    primes
}

#[cfg(test)]
mod tests;
