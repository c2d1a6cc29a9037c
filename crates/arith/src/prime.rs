//! Probable primes.
//!
//! [`is_prime`] is the Baillie-PSW test of `spec/hash-to-prime.md`: a strong probable prime to base 2 and a
//! strong Lucas probable prime with Selfridge's parameters (Baillie, Wagstaff, "Lucas pseudoprimes", 1980,
//! section 6). No composite that passes is known, and none exists below 2^64.

mod many;

use alloc::vec;

use zeroize::{Zeroize, Zeroizing};

use crate::int::Natural;
use crate::ring::{MAX_MODULUS_BITS, Residue, Ring};

pub use many::first_prime;

/// Numbers below this are decided by trial division.
const TRIAL_LIMIT: u64 = 1 << 16;

/// The number of primes below 256.
const SMALL_PRIME_COUNT: usize = 54;

/// The primes below 256: enough to decide every number below [`TRIAL_LIMIT`].
const SMALL_PRIMES: [u8; SMALL_PRIME_COUNT] = small_primes();

/// Whether n is prime, by the Baillie-PSW test; exact below 2^64.
///
/// Numbers longer than [`MAX_MODULUS_BITS`] are not tested and count as composite.
pub fn is_prime(n: &Natural) -> bool {
    if let [] | [0..TRIAL_LIMIT] = n.limbs() {
        return is_prime_by_trial(n.low_limb());
    }
    // A number above 2^16 with a factor below 256 is composite; this decides no number otherwise, and saves
    // most powers.
    !has_small_factor(n) && is_strong_probable_prime(n, 2) && is_strong_lucas_probable_prime(n)
}

/// Whether n is a strong probable prime to this base: for n − 1 = d·2^s with odd d, base^d = 1 or
/// base^(d·2^r) = −1 modulo n for some 0 ≤ r < s. 2 counts as prime, other even numbers, 0 and 1 as
/// composite; a base that n divides decides nothing, so that n passes.
///
/// Cost: as many squarings as n has bits.
pub fn is_strong_probable_prime(n: &Natural, base: u64) -> bool {
    let Ok(ring) = Ring::new(n) else {
        return is_two(n);
    };
    let base_residue = ring.residue(&Natural::from(base));
    if ring.is_zero(&base_residue) {
        return true;
    }
    let (d, s) = odd_part(&predecessor(n));
    let mut power = if base == 2 { power_of_two(&ring, &d) } else { ring.pow(&base_residue, &d) };
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
/// some 0 ≤ r < s. 2 counts as prime, other even numbers, 0, 1 and squares as composite.
///
/// Cost: about 3.5 products per bit of n.
pub fn is_strong_lucas_probable_prime(n: &Natural) -> bool {
    let Ok(ring) = Ring::new(n) else {
        return is_two(n);
    };
    let Some(discriminant) = selfridge_discriminant(n) else {
        return false;
    };
    let (d, s) = odd_part(&(n + &Natural::one()));
    let mut chain = LucasChain::new(&ring, (1 - discriminant) / 4);
    for index in (0..d.bits()).rev() {
        chain.step(d.bit(index));
    }
    chain.u_is_zero()
        || (0..s).any(|r| {
            if r > 0 {
                chain.double();
            }
            ring.is_zero(&chain.v)
        })
}

/// A random prime of exactly `bits` bits whose two top bits are set, so that the product of two of them has
/// exactly 2·`bits` bits. `random` fills a buffer with random bytes; `accept` sees each odd candidate before
/// it is tested and may refuse it, for instance to demand p ≡ 3 (mod 4). Uniform among the accepted primes.
///
/// Does not return if `random` repeats itself or if `accept` refuses every prime. The error probability is
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

/// V_k, V_(k+1) and Q^k of a Lucas sequence with P = 1, in the ring modulo n.
struct LucasChain<'a> {
    ring: &'a Ring,
    q: Residue,
    v: Residue,
    v_next: Residue,
    q_power: Residue,
}

impl<'a> LucasChain<'a> {
    /// The chain at k = 0: V_0 = 2, V_1 = P = 1.
    fn new(ring: &'a Ring, q: i64) -> LucasChain<'a> {
        let magnitude = ring.residue(&Natural::from(q.unsigned_abs()));
        let q = if q < 0 { ring.neg(&magnitude) } else { magnitude };
        let v = ring.residue(&Natural::from(2u64));
        LucasChain { ring, q, v, v_next: ring.one(), q_power: ring.one() }
    }

    /// From k to 2k, or to 2k + 1 if `odd`:
    /// V_2k = V_k² − 2Q^k, V_(2k+1) = V_k·V_(k+1) − Q^k, V_(2k+2) = V_(k+1)² − 2Q^(k+1).
    fn step(&mut self, odd: bool) {
        let ring = self.ring;
        if odd {
            ring.mul_assign(&mut self.v, &self.v_next);
            ring.sub_assign(&mut self.v, &self.q_power);
            let q_power_next = ring.mul(&self.q_power, &self.q);
            square_minus_twice(ring, &mut self.v_next, &q_power_next);
            ring.mul_assign(&mut self.q_power, &q_power_next);
        } else {
            ring.mul_assign(&mut self.v_next, &self.v);
            ring.sub_assign(&mut self.v_next, &self.q_power);
            self.double();
        }
    }

    /// From k to 2k, V_(k+1) not being carried along.
    fn double(&mut self) {
        square_minus_twice(self.ring, &mut self.v, &self.q_power);
        self.ring.square_n(&mut self.q_power, 1);
    }

    /// Whether U_k = 0: D·U_k = 2V_(k+1) − V_k, and D is a unit.
    fn u_is_zero(&self) -> bool {
        self.ring.equal(&self.ring.add(&self.v_next, &self.v_next), &self.v)
    }
}

/// `x = x² − 2y`.
fn square_minus_twice(ring: &Ring, x: &mut Residue, y: &Residue) {
    ring.square_n(x, 1);
    ring.sub_assign(x, y);
    ring.sub_assign(x, y);
}

/// Selfridge's D for an odd n; `None` if n is a square (it has none) or a factor of n shows first.
fn selfridge_discriminant(n: &Natural) -> Option<i64> {
    // Half of all D serve unless n is a square, so that the square root is taken for one n in 64.
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

/// 2^exponent: squarings and doublings from the power that the top six bits give.
fn power_of_two(ring: &Ring, exponent: &Natural) -> Residue {
    let rest = exponent.bits().saturating_sub(6);
    let mut power = ring.residue(&Natural::from(1u64 << exponent.shr(rest).low_limb()));
    let mut squarings = 0;
    for index in (0..rest).rev() {
        squarings += 1;
        if exponent.bit(index) {
            ring.square_n(&mut power, squarings);
            ring.double_assign(&mut power);
            squarings = 0;
        }
    }
    ring.square_n(&mut power, squarings);
    power
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

fn is_prime_by_trial(n: u64) -> bool {
    n > 1
        && SMALL_PRIMES.iter().map(|&p| u64::from(p)).take_while(|p| p * p <= n).all(|p| !n.is_multiple_of(p))
}

/// Whether a prime below 256 divides n.
fn has_small_factor(n: &Natural) -> bool {
    let mut product = 1u64;
    let mut first = 0;
    for index in 0..=SMALL_PRIMES.len() {
        let next = SMALL_PRIMES.get(index).and_then(|&p| product.checked_mul(u64::from(p)));
        if let Some(next) = next {
            product = next;
            continue;
        }
        // `product` is the longest product of primes from `first` on that fits in a limb.
        let remainder = n.rem_u64(product);
        if SMALL_PRIMES[first..index].iter().any(|&p| remainder.is_multiple_of(u64::from(p))) {
            return true;
        }
        (product, first) = (SMALL_PRIMES.get(index).map_or(1, |&p| u64::from(p)), index);
    }
    false
}

const fn small_primes() -> [u8; SMALL_PRIME_COUNT] {
    let mut primes = [0; SMALL_PRIME_COUNT];
    let mut count = 0;
    let mut n = 2;
    while n < 256 {
        let mut divisor = 2;
        while divisor * divisor <= n && n % divisor != 0 {
            divisor += 1;
        }
        if divisor * divisor > n {
            primes[count] = n as u8;
            count += 1;
        }
        n += 1;
    }
    primes
}

#[cfg(test)]
mod tests;
