//! Checks discriminants, and makes one from a seed.

use crate::expand::expand_message_xmd;
use alloc::vec::Vec;
use heliast_arith::{Natural, prime};
use sha2::{Digest, Sha256};

const SEED_TAG: &[u8] = b"heliast/class-discriminant/v1";
pub(super) const MIN_BITS: usize = 256;
pub(super) const MAX_BITS: usize = 4096;
/// The least length of a seed in bytes: an attacker may have tried all shorter ones.
const MIN_SEED: usize = 32;
/// The least length of Chia's seeds in bytes. The seed itself is the counter, and 2^64 values are enough.
const MIN_CHIA_SEED: usize = 8;

/// The reason why a discriminant is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadDiscriminant {
    /// It has fewer bits than the format or the caller allows.
    #[error("the discriminant has {bits} bits; at least {minimum} are needed")]
    TooShort {
        /// Bits of the discriminant.
        bits: usize,
        /// The least number of bits that was demanded.
        minimum: usize,
    },
    /// It has more than 4096 bits.
    #[error("the discriminant has {0} bits; at most 4096 are supported")]
    TooLong(usize),
    /// −D modulo 8 is not 7.
    #[error("the discriminant is -{0} modulo 8, not -7")]
    Residue(u64),
    /// The factors of a composite discriminant give elements of order two.
    #[error("the discriminant is not the negative of a prime")]
    Composite,
    /// The seed has too few bytes.
    #[error("the seed has {found} bytes; at least {minimum} are needed")]
    Seed {
        /// Bytes of the seed.
        found: usize,
        /// The least number of bytes.
        minimum: usize,
    },
    /// The number of bits is not allowed.
    #[error("a discriminant has a multiple of {step} bits from 256 to 4096, not {bits}")]
    Size {
        /// The requested number of bits.
        bits: usize,
        /// A number that must divide it.
        step: usize,
    },
}

/// Checks size, residue and primality, in this order.
pub(super) fn check(magnitude: &Natural, minimum_bits: usize) -> Result<(), BadDiscriminant> {
    let (bits, minimum) = (magnitude.bits(), minimum_bits.max(MIN_BITS));
    if bits < minimum {
        return Err(BadDiscriminant::TooShort { bits, minimum });
    }
    if bits > MAX_BITS {
        return Err(BadDiscriminant::TooLong(bits));
    }
    match magnitude.rem_u64(8) {
        7 if prime::is_prime(magnitude) => Ok(()),
        7 => Err(BadDiscriminant::Composite),
        residue => Err(BadDiscriminant::Residue(residue)),
    }
}

/// The first prime among hashed numbers of exactly `bits` bits that are 7 modulo 8.
pub(super) fn from_seed(seed: &[u8], bits: usize) -> Result<Natural, BadDiscriminant> {
    check_request(seed, MIN_SEED, bits, 32)?;
    let mut counter = 0u32;
    loop {
        let message = [&(bits as u32).to_be_bytes()[..], &counter.to_be_bytes(), seed];
        let mut bytes = expand_message_xmd(&message, &[SEED_TAG], bits / 8);
        if let Some(magnitude) = prime_of_form(&mut bytes) {
            return Ok(magnitude);
        }
        counter = counter.wrapping_add(1);
    }
}

/// chiavdf's `HashPrime(seed, bits, {0, 1, 2, bits − 1})`: the seed is a counter, which is incremented before
/// every hash and not reset between candidates.
pub(super) fn from_chia_seed(seed: &[u8], bits: usize) -> Result<Natural, BadDiscriminant> {
    check_request(seed, MIN_CHIA_SEED, bits, 8)?;
    let mut counter = seed.to_vec();
    loop {
        let mut bytes = Vec::with_capacity(bits / 8 + 32);
        while bytes.len() < bits / 8 {
            increment(&mut counter);
            bytes.extend_from_slice(&Sha256::digest(&counter));
        }
        bytes.truncate(bits / 8);
        if let Some(magnitude) = prime_of_form(&mut bytes) {
            return Ok(magnitude);
        }
    }
}

fn check_request(seed: &[u8], minimum: usize, bits: usize, step: usize) -> Result<(), BadDiscriminant> {
    if seed.len() < minimum {
        return Err(BadDiscriminant::Seed { found: seed.len(), minimum });
    }
    if !(MIN_BITS..=MAX_BITS).contains(&bits) || !bits.is_multiple_of(step) {
        return Err(BadDiscriminant::Size { bits, step });
    }
    Ok(())
}

/// The big-endian number with its highest and its three lowest bits set, if that is a prime.
fn prime_of_form(bytes: &mut [u8]) -> Option<Natural> {
    *bytes.first_mut()? |= 0x80;
    *bytes.last_mut()? |= 7;
    Some(Natural::from_be_bytes(bytes)).filter(prime::is_prime)
}

/// Adds 1 to a big-endian number, modulo its length.
fn increment(counter: &mut [u8]) {
    for byte in counter.iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            return;
        }
    }
}
