//! The cost of testing one candidate: for the composites that are refused, and for the prime that is finally
//! accepted.

use super::candidates::primorial;
use crate::{
    inputs::{Stream, bytes},
    paper::lab::Lab,
    peers::{
        gmp::Integer,
        openssl::{Bignum, Scratch},
    },
    row::Side,
};
use heliast_arith::{Natural, prime};
use heliast_study::sieved::expected_candidates;

/// The library that tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tester {
    /// `BN_check_prime`: trial division, 64 rounds.
    Openssl,
    /// `mpz_probab_prime_p`: trial division, Baillie-PSW.
    Gmp,
    /// `heliast_arith::prime::is_prime`: trial division, Baillie-PSW.
    Ours,
}

/// The times in seconds per candidate.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The mean over composite candidates.
    pub composite: f64,
    /// The mean over prime candidates.
    pub prime: f64,
    /// The expected number of candidates per prime.
    pub expected: f64,
}

impl Trial {
    /// Returns the seconds until a prime is found.
    pub fn total(&self) -> f64 {
        (self.expected - 1.0) * self.composite + self.prime
    }

    /// Returns the seconds per candidate, including the accepted one.
    pub fn mean(&self) -> f64 {
        self.total() / self.expected
    }

    /// Returns the part of the time that is spent on the accepted prime.
    pub fn accepted_part(&self) -> f64 {
        self.prime / self.total()
    }
}

/// Returns the costs for random candidates below 2^bits that are coprime to the first `sieved` primes.
pub fn trials(lab: &Lab, testers: &[Tester], bits: u16, sieved: usize) -> Vec<Trial> {
    // Trial division refuses most random candidates, and a few need a power, so the mean needs many
    // candidates.
    let wanted = if sieved == 0 { lab.choose(2048, 16_384) } else { lab.choose(256, 2048) };
    let (composites, primes) = numbers(bits, sieved, wanted, lab.choose(6, 32));
    let of_composites = seconds(lab, testers, &composites, 64);
    let of_primes = seconds(lab, testers, &primes, 1);
    let trial = |(composite, prime)| Trial { composite, prime, expected: expected_candidates(bits, sieved) };
    of_composites.into_iter().zip(of_primes).map(trial).collect()
}

fn numbers(bits: u16, sieved: usize, composites: usize, primes: usize) -> (Vec<Natural>, Vec<Natural>) {
    let product = primorial(sieved);
    let mut stream = Stream::new(&format!("heliast/bench/primality/{bits}/{sieved}"));
    let (mut found, mut refused) = (Vec::new(), Vec::new());
    while found.len() < primes || refused.len() < composites {
        let candidate = candidate(&stream.bits(bits.into()), product);
        let list = if prime::is_prime(&candidate) { &mut found } else { &mut refused };
        list.push(candidate);
    }
    refused.truncate(composites);
    found.truncate(primes);
    (refused, found)
}

/// Returns floor(x/B)·B + 1 for the product B of the sieved primes.
fn candidate(random: &Natural, product: u64) -> Natural {
    let rest = Natural::from(random.rem_u64(product));
    random.sub(&rest).expect("the remainder is not larger").add(&Natural::one())
}

/// Returns the seconds per number for each tester, with `per_call` numbers at a time.
fn seconds(lab: &Lab, testers: &[Tester], numbers: &[Natural], per_call: usize) -> Vec<f64> {
    let cases = numbers.len() / per_call;
    let sides = testers.iter().map(|tester| side(*tester, numbers, per_call)).collect();
    lab.fastest(sides, cases)
}

fn side(tester: Tester, numbers: &[Natural], per_call: usize) -> Side {
    let group = move |case: usize| case * per_call..(case + 1) * per_call;
    match tester {
        Tester::Openssl => {
            let numbers: Vec<_> = numbers.iter().map(|n| Bignum::from_be_bytes(&bytes(n))).collect();
            let mut scratch = Scratch::new();
            Side::new(per_call as u64, move |case| {
                for number in &numbers[group(case)] {
                    std::hint::black_box(number.is_prime(&mut scratch));
                }
            })
        }
        Tester::Gmp => {
            let numbers: Vec<_> = numbers.iter().map(|n| Integer::from_be_bytes(&bytes(n))).collect();
            Side::new(per_call as u64, move |case| {
                for number in &numbers[group(case)] {
                    std::hint::black_box(number.is_prime());
                }
            })
        }
        Tester::Ours => {
            let numbers = numbers.to_vec();
            Side::new(per_call as u64, move |case| {
                for number in &numbers[group(case)] {
                    std::hint::black_box(prime::is_prime(number));
                }
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_testers_agree() {
        let (composites, primes) = numbers(96, 0, 200, 4);
        let mut scratch = Scratch::new();
        for (list, expected) in [(composites, false), (primes, true)] {
            for number in list {
                assert_eq!(Bignum::from_be_bytes(&bytes(&number)).is_prime(&mut scratch), expected);
                assert_eq!(Integer::from_be_bytes(&bytes(&number)).is_prime(), expected);
            }
        }
    }

    #[test]
    fn sieved_candidates_have_no_small_factor() {
        let mut stream = Stream::new("test");
        for sieved in 1..=15 {
            let product = primorial(sieved);
            assert_eq!(candidate(&stream.bits(256), product).rem_u64(product), 1);
        }
    }

    #[test]
    fn the_parts_make_the_whole() {
        let trial = Trial { composite: 2.0, prime: 50.0, expected: 26.0 };
        assert_eq!((trial.total(), trial.mean()), (100.0, 100.0 / 26.0));
        assert_eq!(trial.accepted_part(), 0.5);
    }
}
