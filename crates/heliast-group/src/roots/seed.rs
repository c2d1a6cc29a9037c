//! Primes from seeds.

use super::BadRootField;
use crate::expand::expand_message_xmd;
use heliast_arith::{
    Natural,
    prime::{SafePrimeSearch, first_safe_prime, is_prime},
};

const TAG: &[u8] = b"heliast/roots-prime/v1";
/// The lengths of p, in bits.
const LENGTHS: [usize; 3] = [1024, 2048, 3072];
/// The least length of a seed in bytes: an attacker may have tried all shorter ones.
const MIN_SEED: usize = 32;
/// The greatest length of a seed in bytes: a file has one byte for the length.
const MAX_SEED: usize = 255;
/// Counters are below this.
const COUNTERS: u32 = 1 << 24;

/// p for a seed, a length and a counter, untested.
pub(super) fn prime(seed: &[u8], bits: usize, counter: u32) -> Result<Natural, BadRootField> {
    let base = base(seed, bits)?;
    if counter >= COUNTERS {
        return Err(BadRootField::Counter(counter));
    }
    let p = &base + &Natural::from(12 * u64::from(counter));
    if p.bits() == bits { Ok(p) } else { Err(BadRootField::Longer(bits)) }
}

/// Checks that p and (p − 1)/2 are prime.
pub(super) fn check(p: &Natural) -> Result<(), BadRootField> {
    if !is_prime(p) {
        return Err(BadRootField::Composite);
    }
    if is_prime(&p.shr(1)) { Ok(()) } else { Err(BadRootField::NotSafe) }
}

/// The least counter that gives a safe prime.
pub(super) fn search(
    seed: &[u8],
    bits: usize,
    go_on: impl FnMut(u32) -> bool,
) -> Result<SafePrimeSearch, BadRootField> {
    let found = first_safe_prime(&base(seed, bits)?, COUNTERS, go_on);
    // A longer number is not a candidate by the definition.
    match found {
        SafePrimeSearch::Found(counter) if prime(seed, bits, counter).is_err() => {
            Ok(SafePrimeSearch::Exhausted)
        }
        other => Ok(other),
    }
}

/// The number for the counter 0: the hash with its highest bit set, made 11 modulo 12.
fn base(seed: &[u8], bits: usize) -> Result<Natural, BadRootField> {
    if !LENGTHS.contains(&bits) {
        return Err(BadRootField::Bits(bits));
    }
    if !(MIN_SEED..=MAX_SEED).contains(&seed.len()) {
        return Err(BadRootField::Seed(seed.len()));
    }
    let mut bytes = expand_message_xmd(&[&(bits as u32).to_be_bytes(), seed], &[TAG], bits / 8);
    bytes[0] |= 0x80;
    let b = Natural::from_be_bytes(&bytes);
    let rest = b.rem_u64(12);
    Ok(b.sub(&Natural::from(rest)).unwrap_or_default().add(&Natural::from(11u64)))
}
