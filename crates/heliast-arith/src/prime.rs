//! Probable primes.
//!
//! [`is_prime`] is the Baillie-PSW test of `spec/hash-to-prime.md`: a strong probable prime to base 2 and a
//! strong Lucas probable prime with Selfridge's parameters (Baillie, Wagstaff, "Lucas pseudoprimes", 1980,
//! section 6). No composite that passes is known, and none exists below 2^64.

mod lucas;
mod many;
mod safe;
mod small;

use crate::{
    int::Natural,
    ring::{MAX_MODULUS_BITS, Ring},
};
use alloc::vec;
use zeroize::{Zeroize, Zeroizing};

#[cfg(test)]
pub(crate) use many::lucas_candidate;
pub use many::{are_primes, first_prime, first_prime_of};
pub use safe::{SafePrimeSearch, first_safe_prime, is_safe_prime};

/// Numbers below this are decided by trial division.
const TRIAL_LIMIT: u64 = 1 << 16;

/// Whether n is prime, by the Baillie-PSW test; exact below 2^64.
///
/// Numbers longer than [`MAX_MODULUS_BITS`] are not tested and count as composite.
pub fn is_prime(n: &Natural) -> bool {
    trial_division(n).unwrap_or_else(|| is_baillie_psw_probable_prime(n))
}

/// The verdict of trial division: it decides all numbers below [`TRIAL_LIMIT`], and larger numbers
/// that have a small factor.
fn trial_division(n: &Natural) -> Option<bool> {
    if let [] | [0..TRIAL_LIMIT] = n.limbs() {
        return Some(n.low_limb() == 2 || !n.is_even() && small::is_prime(n.low_limb()));
    }
    // This saves most powers.
    has_small_factor(n).then_some(false)
}

fn is_baillie_psw_probable_prime(n: &Natural) -> bool {
    Ring::new(n).is_ok_and(|ring| {
        is_strong_probable_prime_in(&ring, 2)
            && selfridge_discriminant(n)
                .is_some_and(|discriminant| lucas::is_probable_prime(&ring, discriminant))
    })
}

/// Whether n is a strong probable prime to this base: for n − 1 = d·2^s with odd d, base^d = 1 or
/// base^(d·2^r) = −1 modulo n for some 0 ≤ r < s. 2 counts as prime; other even numbers, 0 and 1 count as
/// composite. If n divides the base, the test decides nothing, and n passes.
///
/// Cost: as many squarings as n has bits.
pub fn is_strong_probable_prime(n: &Natural, base: u64) -> bool {
    match Ring::new(n) {
        Ok(ring) => is_strong_probable_prime_in(&ring, base),
        Err(_) => is_two(n),
    }
}

/// [`is_strong_probable_prime`] for the modulus of a ring.
fn is_strong_probable_prime_in(ring: &Ring, base: u64) -> bool {
    let base_residue = ring.residue(&Natural::from(base));
    if ring.is_zero(&base_residue) {
        return true;
    }
    let (d, s) = odd_part(&predecessor(ring.modulus()));
    let mut power = if base == 2 { ring.power_of_two(&d) } else { ring.pow(&base_residue, &d) };
    let minus_one = ring.neg(&ring.one());
    if ring.equal(&power, &ring.one()) || ring.equal(&power, &minus_one) {
        return true;
    }
    (1..s).any(|_| {
        ring.square_n(&mut power, 1);
        ring.equal(&power, &minus_one)
    })
}

/// Whether n is a strong Lucas probable prime with Selfridge's parameters: D the first of 5, −7, 9, −11, ...
/// with (D/n) = −1, P = 1, Q = (1 − D)/4; for n + 1 = d·2^s with odd d, U_d = 0 or V_(d·2^r) = 0 modulo n for
/// some 0 ≤ r < s. 2 counts as prime; other even numbers, 0, 1 and squares count as composite.
///
/// Cost: two products per bit of n.
pub fn is_strong_lucas_probable_prime(n: &Natural) -> bool {
    match Ring::new(n) {
        Ok(ring) => selfridge_discriminant(n)
            .is_some_and(|discriminant| lucas::is_probable_prime(&ring, discriminant)),
        Err(_) => is_two(n),
    }
}

/// A random prime of exactly `bits` bits whose two top bits are set, so that the product of two of them has
/// exactly 2·`bits` bits. `random` fills a buffer with random bytes. `accept` is called with each odd
/// candidate before it is tested and may refuse it, for instance to demand p ≡ 3 (mod 4). The result is
/// uniform among the accepted primes.
///
/// It does not return if `random` repeats itself or if `accept` refuses every prime. The error probability is
/// that of [`is_prime`].
///
/// # Panics
/// If `bits` is below 2 or above [`MAX_MODULUS_BITS`].
pub fn generate_prime(
    bits: usize,
    mut random: impl FnMut(&mut [u8]),
    mut accept: impl FnMut(&Natural) -> bool,
) -> Natural {
    assert!((2..=MAX_MODULUS_BITS).contains(&bits), "a prime of {bits} bits: choose 2 to {MAX_MODULUS_BITS}");
    let mut bytes = Zeroizing::new(vec![0; bits.div_ceil(8)]);
    loop {
        random(&mut bytes);
        let mut candidate = candidate(&bytes, bits);
        if accept(&candidate) && is_prime(&candidate) {
            return candidate;
        }
        candidate.zeroize();
    }
}

/// A number of exactly `bits` bits from at least as many random bits: the top two bits and the lowest are
/// set.
fn candidate(random: &[u8], bits: usize) -> Natural {
    let mut bytes = Zeroizing::new(random.to_vec());
    let last = bytes.len() - 1;
    bytes[last] |= 1;
    let mut set_bit = |index: usize| bytes[last - index / 8] |= 1 << (index % 8);
    set_bit(bits - 1);
    set_bit(bits - 2);
    if !bits.is_multiple_of(8) {
        bytes[0] &= (1 << (bits % 8)) - 1;
    }
    Natural::from_be_bytes(&bytes)
}

/// Selfridge's D for an odd n; `None` if n is a square, which has no such D, or if a factor of n is found
/// first.
fn selfridge_discriminant(n: &Natural) -> Option<i64> {
    // Half of all D are suitable unless n is a square, so the square root is taken for one n in 64.
    const TRIES_BEFORE_SQUARE_TEST: usize = 6;
    let discriminants = (5u64..).step_by(2).zip([1, -1].into_iter().cycle());
    for (tries, (magnitude, sign)) in discriminants.enumerate() {
        if tries == TRIES_BEFORE_SQUARE_TEST && n.is_square() {
            return None;
        }
        let sign_symbol = if sign < 0 && n.low_limb() % 4 == 3 { -1 } else { 1 };
        match sign_symbol * Natural::from(magnitude).jacobi(n) {
            -1 => return Some(sign * magnitude as i64),
            0 if !(&Natural::from(magnitude) % n).is_zero() => return None,
            _ => {}
        }
    }
    None
}

/// d and s with x = d·2^s, d odd.
fn odd_part(x: &Natural) -> (Natural, usize) {
    let s = x.trailing_zeros();
    (x.shr(s), s)
}

/// n − 1 for odd n.
fn predecessor(n: &Natural) -> Natural {
    n.shr(1).shl(1)
}

fn is_two(n: &Natural) -> bool {
    n.limbs() == [2]
}

/// Whether 2 or another small prime divides n.
fn has_small_factor(n: &Natural) -> bool {
    n.is_even() || small::has_small_factor(n)
}

#[cfg(test)]
mod tests;
