//! `vectors/prime.json`, and primality compared with a sieve.

use heliast_arith::{
    Natural,
    prime::{
        are_primes, first_prime, first_prime_of, generate_prime, is_prime, is_strong_lucas_probable_prime,
        is_strong_probable_prime,
    },
};
use num_bigint::BigUint;
use testkit::{cases, place, text};

#[test]
fn prime_vectors() {
    let (mut bases, mut lucas) = (0, 0);
    for case in cases("prime.json") {
        let n = Natural::from_decimal(text(&case, "n")).unwrap();
        assert_eq!(is_prime(&n), case["prime"].as_bool().unwrap(), "{}", place(&case));
        if let Some(expected) = case["strong_base_2"].as_bool() {
            assert_eq!(is_strong_probable_prime(&n, 2), expected, "{}", place(&case));
            bases += 1;
        }
        if let Some(expected) = case["strong_lucas"].as_bool() {
            assert_eq!(is_strong_lucas_probable_prime(&n), expected, "{}", place(&case));
            lucas += 1;
        }
    }
    assert!(bases > 60 && lucas > 60, "{bases} strong tests, {lucas} Lucas tests");
}

/// Whether each number below the limit is prime.
fn sieve(limit: usize) -> Vec<bool> {
    let mut prime = vec![true; limit];
    prime[..2].fill(false);
    for p in 2..limit {
        if prime[p] {
            (p * p..limit).step_by(p).for_each(|multiple| prime[multiple] = false);
        }
    }
    prime
}

#[test]
fn a_sieve_says_the_same() {
    const LIMIT: usize = 150_000;
    for (n, expected) in sieve(LIMIT).into_iter().enumerate() {
        assert_eq!(is_prime(&Natural::from(n as u64)), expected, "{n}");
    }
}

/// Numbers near 2^32 and 2^40, compared with trial division.
#[test]
fn trial_division_says_the_same() {
    for middle in [1_u64 << 32, 1 << 40] {
        for n in middle - 150..middle + 150 {
            let prime = n % 2 == 1 && (3..).step_by(2).take_while(|d| d * d <= n).all(|d| n % d != 0);
            assert_eq!(is_prime(&Natural::from(n)), prime, "{n}");
        }
    }
}

/// Lists get the same verdicts as their members alone.
#[test]
fn lists_of_every_length() {
    let numbers: Vec<Natural> =
        (0..40).map(|i| Natural::one().shl(127).sub(&Natural::from(2 * i + 1_u64)).unwrap()).collect();
    let firsts = numbers.iter().position(is_prime);
    assert_eq!(firsts, Some(0));
    for start in 0..numbers.len() {
        for length in [0, 1, 7, 8, 9, 16, 17] {
            let list: Vec<Natural> = numbers.iter().skip(start).take(length).cloned().collect();
            assert_eq!(first_prime(&list), list.iter().position(is_prime), "{start} {length}");
            assert_eq!(are_primes(&list), list.iter().map(is_prime).collect::<Vec<_>>(), "{start} {length}");
        }
    }
}

/// From an endless supply only a few numbers after the prime are taken, and the prime itself is returned.
#[test]
fn supplies_need_no_end() {
    for bits in [20, 64, 128, 256, 264, 320, 512, 568, 600] {
        let start = Natural::one().shl(bits - 1);
        let number = |k: u64| start.add(&Natural::from(k));
        let mut drawn = 0;
        let supply = (0..).map(|k| {
            drawn = k + 1;
            number(k)
        });
        let (index, prime) = first_prime_of(supply).unwrap();
        assert!(is_prime(&prime) && prime == number(index as u64), "{bits} bits");
        assert!((0..index as u64).all(|k| !is_prime(&number(k))), "{bits} bits");
        // Numbers after the prime are drawn until eight without small factors are left.
        assert!(drawn <= index as u64 + 300, "{bits} bits: {drawn} drawn for {index}");
    }
    assert_eq!(first_prime_of(Vec::<Natural>::new()), None);
}

/// Fermat's theorem for generated primes: a check other than that of the primality test.
#[test]
fn generated_primes_obey_fermat() {
    let mut state = 5_u64;
    let mut random = move |bytes: &mut [u8]| {
        for byte in bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (state >> 56) as u8;
        }
    };
    for bits in [17, 64, 65, 128, 200, 512] {
        let p = generate_prime(bits, &mut random, |p| p.limbs()[0] & 3 == 3);
        assert_eq!((p.bits(), p.limbs()[0] & 3), (bits, 3));
        let exponent = p.sub(&Natural::one()).unwrap();
        for base in [2_u64, 3, 5, 7, 11] {
            assert!(Natural::from(base).pow_mod(&exponent, &p).is_one(), "{base} modulo {p}");
        }
        // −1 is not a square modulo p, since p is 3 modulo 4.
        assert_eq!(exponent.jacobi(&p), -1);
    }
}

/// The Miller-Rabin test with another library, and with the bases that decide all numbers below 3.3·10^24.
fn decided_by_bases(n: u128) -> bool {
    let n = BigUint::from(n);
    let (one, minus_one) = (BigUint::from(1_u8), &n - 1_u8);
    let twos = minus_one.trailing_zeros().unwrap();
    [2_u8, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41].into_iter().all(|base| {
        let mut power = BigUint::from(base).modpow(&(&minus_one >> twos), &n);
        power == one
            || (0..twos).any(|_| {
                let found = power == minus_one;
                power = &power * &power % &n;
                found
            })
    })
}

#[test]
fn other_bases_say_the_same() {
    let mut state = 99_u64;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 16
    };
    let mut primes = 0;
    for bits in 42..80 {
        for _ in 0..60 {
            let any = u128::from(word()) << 48 | u128::from(word());
            let n = (any % (1 << (bits - 1)) + (1 << (bits - 1))) | 1;
            let expected = decided_by_bases(n);
            assert_eq!(is_prime(&Natural::from(n)), expected, "{n}");
            primes += usize::from(expected);
        }
    }
    assert!(primes > 50, "{primes} primes");
}

/// Composites that pass weak tests: products of primes p and k(p − 1) + 1.
#[test]
fn products_of_related_primes_are_composite() {
    let mut tried = 0;
    for p in (20_001_u64..21_000).step_by(2).filter(|p| is_prime(&Natural::from(*p))) {
        for k in [2_u64, 3, 4, 5, 8] {
            let q = k * (p - 1) + 1;
            if is_prime(&Natural::from(q)) {
                assert!(!is_prime(&Natural::from(p * q)), "{p}·{q}");
                assert!(!decided_by_bases(u128::from(p * q)), "{p}·{q}");
                tried += 1;
            }
        }
    }
    assert!(tried > 30, "{tried}");
}

#[test]
#[should_panic(expected = "a prime of 1 bits")]
fn primes_of_one_bit_do_not_exist() {
    generate_prime(1, |bytes| bytes.fill(0xff), |_| true);
}
