//! Hash to prime: the first candidate that is prime, `spec/hash-to-prime.md`.
//!
//! Source: Attias, Vigneri, Dimitrov, Algorithm 3 (`plain`) and equation 9 (`sieved-full`). A k-bit number is prime with
//! probability 1/(k ln 2): 177 candidates at 256 bits; without the factors 2 ... 47 one in 25 is. The transcript before the
//! counter is hashed once and its state copied (section 5.2), so that each digest costs one block.

use crate::statement::Suite;
use alloc::vec::Vec;
use arith::Natural;
use sha2::{Digest, Sha256};

/// How candidates are made from digests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PrimeMode {
    /// The digest itself, as in the paper's Algorithm 3.
    Plain = 0,
    /// The digest moved to a residue, drawn by another digest, that no prime up to 47 divides (equation 9).
    SievedFull = 2,
}

impl PrimeMode {
    /// The mode with this number in the wire formats.
    pub fn from_id(id: u8) -> Option<PrimeMode> {
        [PrimeMode::Plain, PrimeMode::SievedFull].into_iter().find(|mode| *mode as u8 == id)
    }

    /// The name in the specification and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            PrimeMode::Plain => "plain",
            PrimeMode::SievedFull => "sieved-full",
        }
    }
}

/// A prime drawn by hash, and the counter that gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The prime, below 2^bits.
    pub prime: Natural,
    /// How many candidates came before it.
    pub counter: u32,
}

/// All 2^32 candidates are composite: this does not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no prime among 2^32 candidates")]
pub struct NoPrime;

/// Prefixes are padded to a multiple of this: the block of every hash function in use divides it.
const PREFIX_MULTIPLE: usize = 128;
/// The first 15 primes: their product B is the largest such that fits 64 bits.
const SMALL_PRIMES: [u64; 15] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];
/// B = 2·3·5···47.
const PRODUCT: u64 = product(false);
/// φ(B) = 1·2·4···46.
const TOTIENT: u64 = product(true);
/// For each small prime p the number below B that is 1 modulo p and 0 modulo the others.
const IDEMPOTENTS: [u64; 15] = idempotents();

/// The first prime among the candidates of `prefix`, which must be self-delimiting: it is padded with zeros.
pub fn hash_to_prime(suite: Suite, prefix: &[u8]) -> Result<Challenge, NoPrime> {
    let candidates = Candidates::new(suite, prefix);
    (0..=u32::MAX)
        .find_map(|counter| {
            let prime = candidates.get(counter).filter(arith::prime::is_prime)?;
            Some(Challenge { prime, counter })
        })
        .ok_or(NoPrime)
}

/// The candidates of one prefix.
pub(crate) struct Candidates {
    mode: PrimeMode,
    bits: usize,
    midstate: Sha256,
}

impl Candidates {
    pub(crate) fn new(suite: Suite, prefix: &[u8]) -> Self {
        let padding = prefix.len().next_multiple_of(PREFIX_MULTIPLE) - prefix.len();
        let midstate = Sha256::new_with_prefix(prefix).chain_update(&[0; PREFIX_MULTIPLE][..padding]);
        Candidates { mode: suite.mode(), bits: usize::from(suite.bits()), midstate }
    }

    /// Candidate `counter`, unless it does not fit into the bits.
    pub(crate) fn get(&self, counter: u32) -> Option<Natural> {
        let width = self.bits.div_ceil(256) as u8;
        let mut digests: Vec<u8> = (0..width).flat_map(|part| self.digest(counter, part)).collect();
        digests.truncate(self.bits / 8);
        let drawn = Natural::from_be_bytes(&digests);
        match self.mode {
            PrimeMode::Plain => Some(drawn),
            PrimeMode::SievedFull => {
                let offset = coprime_residue(self.digest(counter, width));
                let multiple = drawn.sub(&Natural::from(drawn.rem_u64(PRODUCT)))?;
                Some(multiple.add(&Natural::from(offset))).filter(|c| c.bits() <= self.bits)
            }
        }
    }

    fn digest(&self, counter: u32, part: u8) -> [u8; 32] {
        self.midstate.clone().chain_update(counter.to_be_bytes()).chain_update([part]).finalize().into()
    }
}

/// A residue below B and coprime to it, uniform but for 2^-70, by the Chinese remainder theorem.
fn coprime_residue(digest: [u8; 32]) -> u64 {
    let drawn = digest[..16].iter().fold(0u128, |acc, &byte| acc << 8 | u128::from(byte));
    let mut index = (drawn % u128::from(TOTIENT)) as u64;
    let mut residue = 0u128;
    for (p, idempotent) in SMALL_PRIMES.into_iter().zip(IDEMPOTENTS) {
        residue += u128::from(1 + index % (p - 1)) * u128::from(idempotent);
        index /= p - 1;
    }
    (residue % u128::from(PRODUCT)) as u64
}

const fn product(less_one: bool) -> u64 {
    let (mut result, mut i) = (1, 0);
    while i < SMALL_PRIMES.len() {
        result *= SMALL_PRIMES[i] - less_one as u64;
        i += 1;
    }
    result
}

const fn idempotents() -> [u64; 15] {
    let (mut result, mut i) = ([0; 15], 0);
    while i < SMALL_PRIMES.len() {
        let cofactor = PRODUCT / SMALL_PRIMES[i];
        let mut multiple = 1;
        while (cofactor % SMALL_PRIMES[i]) * multiple % SMALL_PRIMES[i] != 1 {
            multiple += 1;
        }
        result[i] = cofactor * multiple;
        i += 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_of_the_specification() {
        assert_eq!(PRODUCT, 614_889_782_588_491_410);
        assert_eq!(TOTIENT, 85_287_729_364_992_000);
    }

    #[test]
    fn residues_are_coprime_and_follow_the_digits() {
        for seed in 0..2_000u32 {
            let digest: [u8; 32] = Sha256::digest(seed.to_be_bytes()).into();
            let r = coprime_residue(digest);
            assert!(r < PRODUCT && SMALL_PRIMES.iter().all(|p| !r.is_multiple_of(*p)));
        }
        assert_eq!(coprime_residue([0; 32]), 1);
        let mut one = [0; 32];
        one[15] = 1; // v = 1: only the digit of 3 is 1
        let r = coprime_residue(one);
        assert!(r % 3 == 2 && SMALL_PRIMES.iter().all(|&p| p == 3 || r % p == 1));
    }

    #[test]
    fn sieving_divides_the_work_by_seven() {
        let mean = |mode| {
            let count = 60u32;
            let tried = (0..count).map(|i| {
                hash_to_prime(Suite::new(mode, 128).unwrap(), &i.to_be_bytes()).unwrap().counter + 1
            });
            tried.sum::<u32>() / count
        };
        let (plain, sieved) = (mean(PrimeMode::Plain), mean(PrimeMode::SievedFull));
        assert!(
            (50..150).contains(&plain) && (7..22).contains(&sieved),
            "{plain} and {sieved} candidates, not 89 and 12"
        );
    }

    #[test]
    fn every_candidate_has_its_own_bytes() {
        let wide = Candidates::new(Suite::new(PrimeMode::Plain, 512).unwrap(), b"prefix");
        let narrow = Candidates::new(Suite::new(PrimeMode::Plain, 256).unwrap(), b"prefix");
        let (low, all) = (narrow.get(7).unwrap(), wide.get(7).unwrap());
        assert_eq!(all.shr(256), low);
        assert_ne!(narrow.get(8).unwrap(), low);
    }
}
