//! The suite of the lanes for AVX-IFMA on a CPU without it, with fewer numbers. On a CPU that has it, the
//! kernel goes through the whole suite.

use super::*;

/// Lengths of which the blocks have four, eight and ten columns, and squarings others than products.
#[test]
fn products_and_squarings() {
    if let Some(engine) = Engine::emulated() {
        for bits in [17, 207, 1024, 1246, 1500, 2048, 3072] {
            compare_with_ring(engine, bits, 1);
        }
    }
}

/// Three, five and ten limbs.
#[test]
fn tests_of_primality() {
    let Some(engine) = Engine::emulated() else { return };
    let mut random = Random::new(3);
    for bits in [128, 200, 309] {
        let mut numbers = candidates(bits, 7, &mut random);
        numbers.extend(primes(bits, 1, &mut random));
        let passed = strong_base_2_on(engine, &numbers.iter().collect::<Vec<_>>());
        let expected: Vec<bool> = numbers.iter().map(|n| is_strong_probable_prime(n, 2)).collect();
        assert_eq!(passed, expected, "{bits} bits");
        if bits <= 128 {
            let sequences: Vec<LucasCandidate> = numbers.iter().filter_map(lucas_candidate).collect();
            let expected: Vec<bool> =
                sequences.iter().map(|candidate| is_strong_lucas_probable_prime(candidate.n)).collect();
            assert_eq!(strong_lucas_on(engine, &sequences), expected, "{bits} bits");
        }
    }
}
