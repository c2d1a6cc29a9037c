//! Candidates tested together and candidates tested one after the other: both ways find the same first prime.

#![no_main]

use heliast_arith::{
    Natural,
    prime::{first_prime, is_prime},
};
use heliast_fuzz::fields::Fields;
use libfuzzer_sys::fuzz_target;

/// Two batches and a rest.
const MOST: usize = 40;

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let mut candidates = Vec::new();
    while !fields.is_empty() && candidates.len() < MOST {
        let kind = fields.u8();
        let len = usize::from(kind >> 2) + 1;
        let number = Natural::from_be_bytes(fields.bytes(len));
        candidates.push(match kind % 4 {
            0 => number,
            1 => &(&number + &number) + &Natural::one(),
            // A product of two numbers that are close, which a test may mistake for a prime.
            2 => &number * &(&number + &Natural::from(u64::from(fields.u8()))),
            // The next prime, so that the list contains primes.
            _ => next_prime(number.low_bits(160)),
        });
    }
    assert_eq!(first_prime(&candidates), candidates.iter().position(is_prime));
    // The search can start anywhere: the start changes how the candidates are split into batches.
    for start in 1..candidates.len().min(4) {
        let rest = &candidates[start..];
        assert_eq!(first_prime(rest), rest.iter().position(is_prime));
    }
});

fn next_prime(from: Natural) -> Natural {
    let mut number = from;
    while !is_prime(&number) {
        number = &number + &Natural::one();
    }
    number
}
