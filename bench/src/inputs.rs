//! Inputs that are the same in every run.

pub mod batch;
pub mod delays;

use heliast_arith::{Natural, prime};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex},
};

/// Pseudorandom bytes: SHA-256 of a label and a counter.
pub struct Stream {
    state: Sha256,
    counter: u64,
}

impl Stream {
    /// Returns the stream with this name.
    pub fn new(name: &str) -> Stream {
        Stream { state: Sha256::new_with_prefix(name).chain_update([0]), counter: 0 }
    }

    /// Fills `buffer`.
    pub fn fill(&mut self, buffer: &mut [u8]) {
        for chunk in buffer.chunks_mut(32) {
            let digest = self.state.clone().chain_update(self.counter.to_be_bytes()).finalize();
            chunk.copy_from_slice(&digest[..chunk.len()]);
            self.counter += 1;
        }
    }

    /// Returns the next `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.fill(&mut bytes);
        bytes
    }

    /// Returns a number below 2^`bits`.
    pub fn bits(&mut self, bits: usize) -> Natural {
        Natural::from_be_bytes(&self.bytes(bits.div_ceil(8))).low_bits(bits)
    }

    /// Returns a number of exactly `bits` bits: the top bit is set.
    pub fn exact_bits(&mut self, bits: usize) -> Natural {
        self.bits(bits - 1).add(&Natural::one().shl(bits - 1))
    }

    /// Returns an almost uniform number below `bound`, which is not zero.
    pub fn below(&mut self, bound: &Natural) -> Natural {
        self.bits(bound.bits() + 64).div_rem(bound).1
    }
}

/// Returns a modulus of exactly `bits` bits: RSA-2048, or a product of two primes that anyone can recompute,
/// which is suitable only for measurements.
pub fn modulus(bits: usize) -> Natural {
    static KNOWN: LazyLock<Mutex<HashMap<usize, Natural>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().expect("no thread panicked here");
    known.entry(bits).or_insert_with(|| make_modulus(bits)).clone()
}

fn make_modulus(bits: usize) -> Natural {
    if bits == 2048 {
        return heliast_group::RsaGroup::rsa_2048().modulus().clone();
    }
    let mut stream = Stream::new(&format!("heliast/bench/modulus/{bits}"));
    let mut factor = || prime::generate_prime(bits / 2, |buffer| stream.fill(buffer), |_| true);
    factor().mul(&factor())
}

/// Returns an odd number of exactly `bits` bits, at least 3, which can be used as a modulus if its factors do
/// not matter.
pub fn odd(bits: usize) -> Natural {
    let number = Stream::new(&format!("heliast/bench/odd/{bits}")).exact_bits(bits);
    if number.is_even() { number.add(&Natural::one()) } else { number }
}

/// Returns the big-endian bytes without leading zero bytes, as the peers read numbers.
pub fn bytes(number: &Natural) -> Vec<u8> {
    number.to_be_bytes(number.bits().div_ceil(8)).expect("the length fits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_exact() {
        assert_eq!(modulus(1024).bits(), 1024);
        for bits in [4, 5, 64, 100] {
            let number = odd(bits);
            assert!(!number.is_even() && number.bits() == bits);
        }
    }

    #[test]
    fn streams_repeat_and_differ_by_name() {
        let first = |name| Stream::new(name).bytes(40);
        assert_eq!(first("a"), first("a"));
        assert_ne!(first("a"), first("b"));
        assert_eq!(Stream::new("a").below(&Natural::one()), Natural::zero());
    }
}
