//! The challenge B of Chia's proofs: `HashPrime(x ‖ y, 264, {263})`.
//!
//! The seed of 200 bytes is a counter that is incremented before every hash. A candidate is one hash and a
//! byte of the next. Only the last eight bytes change, so three of four compressions are done once.

use super::form::FORM_LEN;
use heliast_arith::{Natural, prime};
use sha2::{Digest, Sha256};

/// Bytes of a challenge.
pub(super) const PRIME_LEN: usize = 33;

/// B for an input and an output, a prime of 264 bits.
pub(super) fn challenge(x: &[u8; FORM_LEN], y: &[u8; FORM_LEN]) -> Natural {
    let mut hashes = Hashes::new(x, y);
    let candidates = core::iter::repeat_with(|| hashes.candidate());
    prime::first_prime_of(candidates).map(|(_, prime)| prime).expect("candidates do not end")
}

/// SHA-256 of a counter of 200 bytes.
struct Hashes {
    /// All but the last eight bytes.
    upper: [u8; 2 * FORM_LEN - 8],
    /// The state after these.
    midstate: Sha256,
    lower: u64,
}

impl Hashes {
    fn new(x: &[u8; FORM_LEN], y: &[u8; FORM_LEN]) -> Hashes {
        let mut upper = [0; 2 * FORM_LEN - 8];
        upper[..FORM_LEN].copy_from_slice(x);
        upper[FORM_LEN..].copy_from_slice(&y[..FORM_LEN - 8]);
        let lower = y[FORM_LEN - 8..].iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        Hashes { upper, midstate: Sha256::new_with_prefix(upper), lower }
    }

    /// Increments the counter and hashes it.
    fn next(&mut self) -> [u8; 32] {
        self.lower = self.lower.wrapping_add(1);
        if self.lower == 0 {
            self.carry();
        }
        self.midstate.clone().chain_update(self.lower.to_be_bytes()).finalize().into()
    }

    fn carry(&mut self) {
        for byte in self.upper.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
        self.midstate = Sha256::new_with_prefix(self.upper);
    }

    /// 33 bytes of two hashes, with the highest bit and the lowest set.
    fn candidate(&mut self) -> Natural {
        let mut bytes = [0; PRIME_LEN];
        bytes[..32].copy_from_slice(&self.next());
        bytes[32] = self.next()[0] | 1;
        bytes[0] |= 0x80;
        Natural::from_be_bytes(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Compares with hashes of the whole seed, across a carry out of the last eight bytes and out of all
    /// bytes.
    #[test]
    fn counters_carry() {
        for fill in [0xff, 0] {
            let (x, mut y) = ([fill; FORM_LEN], [fill; FORM_LEN]);
            y[FORM_LEN - 8..].copy_from_slice(&(u64::MAX - 3).to_be_bytes());
            let mut hashes = Hashes::new(&x, &y);
            let mut seed: Vec<u8> = [x, y].concat();
            for _ in 0..10 {
                for byte in seed.iter_mut().rev() {
                    *byte = byte.wrapping_add(1);
                    if *byte != 0 {
                        break;
                    }
                }
                let expected: [u8; 32] = Sha256::digest(&seed).into();
                assert_eq!(hashes.next(), expected);
            }
        }
    }
}
