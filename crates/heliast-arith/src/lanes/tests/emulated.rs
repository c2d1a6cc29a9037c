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

/// Eight numbers of each of these lengths, of which one is a prime.
fn numbers(lengths: &[usize]) -> impl Iterator<Item = Vec<Natural>> {
    let mut random = Random::new(3);
    lengths.iter().map(move |&bits| {
        let mut numbers = candidates(bits, 7, &mut random);
        numbers.extend(primes(bits, 1, &mut random));
        numbers
    })
}

/// Three, five, six and ten limbs. Longer ones would take seconds.
#[test]
fn strong_tests() {
    let Some(engine) = Engine::emulated() else { return };
    for numbers in numbers(&[128, 160, 257, 309]) {
        let expected: Vec<bool> = numbers.iter().map(|n| is_strong_probable_prime(n, 2)).collect();
        assert_eq!(strong_base_2_on(engine, &numbers.iter().collect::<Vec<_>>()), expected, "{numbers:?}");
    }
}

/// Three, five and six limbs.
#[test]
fn lucas_tests() {
    let Some(engine) = Engine::emulated() else { return };
    for numbers in numbers(&[128, 160, 257]) {
        let sequences: Vec<LucasCandidate> = numbers.iter().filter_map(lucas_candidate).collect();
        let expected: Vec<bool> =
            sequences.iter().map(|candidate| is_strong_lucas_probable_prime(candidate.n)).collect();
        assert_eq!(strong_lucas_on(engine, &sequences), expected, "{numbers:?}");
    }
}
