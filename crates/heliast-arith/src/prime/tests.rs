use super::{
    TRIAL_LIMIT, candidate, generate_prime, is_prime, is_strong_lucas_probable_prime,
    is_strong_probable_prime, odd_part, predecessor, selfridge_discriminant, trial_division,
};
use crate::{
    int::Natural,
    testing::{RSA_2048, Random, decimal, power_of_two_less},
};
use std::{vec, vec::Vec};

const LIMIT: usize = 100_000;

/// Whether each number below `LIMIT` is prime, by the sieve of Eratosthenes.
fn sieve() -> Vec<bool> {
    let mut prime = vec![true; LIMIT];
    prime[..2].fill(false);
    for n in 2..LIMIT {
        if prime[n] {
            prime.iter_mut().skip(2 * n).step_by(n).for_each(|multiple| *multiple = false);
        }
    }
    prime
}

/// The numbers below `LIMIT` that pass a test, composite ones; every prime must pass.
fn pseudoprimes(test: impl Fn(&Natural) -> bool) -> Vec<usize> {
    let prime = sieve();
    (0..LIMIT)
        .filter(|&n| {
            let passes = test(&Natural::from(n as u64));
            assert!(passes || !prime[n], "the prime {n} fails");
            passes && !prime[n]
        })
        .collect()
}

#[test]
fn small_numbers_are_decided_exactly() {
    assert_eq!(pseudoprimes(is_prime), []);
}

#[test]
fn strong_pseudoprimes_to_base_2_are_the_known_ones() {
    // OEIS A001262.
    let known = [
        2047, 3277, 4033, 4681, 8321, 15841, 29341, 42799, 49141, 52633, 65281, 74665, 80581, 85489, 88357,
        90751,
    ];
    assert_eq!(pseudoprimes(|n| is_strong_probable_prime(n, 2)), known);
}

#[test]
fn strong_lucas_pseudoprimes_are_the_known_ones() {
    // OEIS A217255.
    let known = [5459, 5777, 10877, 16109, 18971, 22499, 24569, 25199, 40309, 58519, 75077, 97439];
    assert_eq!(pseudoprimes(is_strong_lucas_probable_prime), known);
}

#[test]
fn each_half_of_the_test_rejects_what_the_other_accepts() {
    // Pseudoprimes without a factor that trial division would find.
    for strong in [1_373_653u64, 25_326_001] {
        let n = Natural::from(strong);
        assert!(is_strong_probable_prime(&n, 2) && !is_strong_lucas_probable_prime(&n) && !is_prime(&n));
    }
    for lucas in [161_027u64, 176_399, 189_419, 192_509, 231_703, 288_919] {
        let n = Natural::from(lucas);
        assert!(is_strong_lucas_probable_prime(&n) && !is_strong_probable_prime(&n, 2) && !is_prime(&n));
    }
}

#[test]
fn strong_pseudoprimes_to_base_3_are_the_known_ones() {
    // OEIS A020229, those below 20000; 3 itself divides the base.
    let known = [121, 703, 1891, 3281, 8401, 8911, 10585, 12403, 16531, 18721, 19345];
    let found = pseudoprimes(|n| n.limbs() != [0] && is_strong_probable_prime(n, 3));
    assert_eq!(found[..known.len()], known);
}

#[test]
fn strong_pseudoprimes_to_many_bases_are_composite() {
    // The least strong pseudoprimes to the first 4, 9, 12 and 13 primes (OEIS A014233).
    let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
    for (number, count) in [
        ("3215031751", 4),
        ("3825123056546413051", 9),
        ("318665857834031151167461", 12),
        ("3317044064679887385961981", 13),
    ] {
        let n = decimal(number);
        assert!(primes[..count].iter().all(|&base| is_strong_probable_prime(&n, base)), "{number}");
        assert!(!is_strong_lucas_probable_prime(&n), "{number}");
        assert!(!is_prime(&n), "{number}");
    }
}

#[test]
fn carmichael_numbers_are_composite() {
    for n in [561u64, 1105, 1729, 2465, 2821, 6601, 8911, 294_409, 56_052_361, 118_901_521, 172_947_529] {
        assert!(!is_prime(&Natural::from(n)), "{n}");
    }
    // Chernick: (6k + 1)(12k + 1)(18k + 1) with three prime factors.
    let factor = |k: u128, step: u128| Natural::from(step * k + 1);
    let carmichael: Vec<Natural> = ((1u128 << 90)..)
        .filter(|&k| [6, 12, 18].iter().all(|&step| is_prime(&factor(k, step))))
        .map(|k| &(&factor(k, 6) * &factor(k, 12)) * &factor(k, 18))
        .take(2)
        .collect();
    for n in carmichael {
        let n_minus_one = n.sub(&Natural::one()).unwrap();
        assert!(Natural::from(2u64).pow_mod(&n_minus_one, &n).is_one());
        assert!(!is_prime(&n));
    }
}

/// 2^255 − 19, Mersenne primes, and the primes of the NIST curves.
fn known_primes() -> Vec<Natural> {
    let mut primes = vec![power_of_two_less(255, 19), power_of_two_less(64, 59), power_of_two_less(256, 189)];
    primes.extend([61, 89, 107, 127, 521, 607, 1279, 2203].map(|exponent| power_of_two_less(exponent, 1)));
    primes.extend(
        [
            "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
            "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
            "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff",
        ]
        .map(|digits| Natural::from_hex(digits).unwrap()),
    );
    primes
}

#[test]
fn known_primes_are_prime() {
    for p in known_primes() {
        assert!(is_prime(&p), "{p:?}");
        assert!(is_strong_probable_prime(&p, 2) && is_strong_probable_prime(&p, 7), "{p:?}");
        assert!(is_strong_lucas_probable_prime(&p), "{p:?}");
    }
}

#[test]
fn products_and_squares_of_primes_are_composite() {
    let primes = known_primes();
    for pair in primes[..9].windows(2) {
        let product = &pair[0] * &pair[1];
        assert!(!is_prime(&product));
        assert!(!is_strong_probable_prime(&product, 2) && !is_strong_lucas_probable_prime(&product));
        assert!(!is_strong_lucas_probable_prime(&(&pair[0] * &pair[0])));
        assert!(!is_prime(&(&pair[0] * &pair[0])));
    }
    // The squares of the Wieferich primes are strong pseudoprimes to base 2.
    for wieferich in [1093u64, 3511] {
        let square = Natural::from(wieferich * wieferich);
        assert!(is_strong_probable_prime(&square, 2));
        assert!(!is_strong_lucas_probable_prime(&square) && !is_prime(&square));
    }
}

#[test]
fn the_rsa_2048_number_is_composite() {
    let n = decimal(RSA_2048);
    assert!(!is_strong_probable_prime(&n, 2));
    assert!(!is_strong_lucas_probable_prime(&n));
    assert!(!is_prime(&n));
}

#[test]
fn mersenne_numbers_are_strong_pseudoprimes_to_base_2() {
    // 2^p − 1 is a strong probable prime to base 2 for every prime p; only the Lucas test finds these
    // composite.
    for exponent in [67, 101, 257, 523] {
        let n = power_of_two_less(exponent, 1);
        assert!(is_strong_probable_prime(&n, 2));
        assert!(!is_strong_lucas_probable_prime(&n) && !is_prime(&n), "2^{exponent} − 1");
    }
}

#[test]
fn even_numbers_are_composite_except_two() {
    for test in [is_prime, |n: &Natural| is_strong_probable_prime(n, 2), is_strong_lucas_probable_prime] {
        assert!(test(&Natural::from(2u64)));
        for n in [Natural::zero(), Natural::one(), Natural::from(4u64), Natural::one().shl(300)] {
            assert!(!test(&n), "{n:?}");
        }
    }
}

#[test]
fn numbers_longer_than_a_ring_are_not_called_prime() {
    assert!(!is_prime(&power_of_two_less(9689, 1)));
}

#[test]
fn generated_primes_have_the_asked_shape() {
    let mut random = Random::new(42);
    for bits in [2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 64, 65, 100, 128, 255, 256] {
        let p = generate_prime(bits, |bytes| random.fill(bytes), |_| true);
        assert!(is_prime(&p));
        assert_eq!(p.bits(), bits);
        assert!(p.bit(bits - 2), "{p:?}");
    }
}

#[test]
fn the_caller_can_refuse_primes() {
    let mut random = Random::new(43);
    for bits in [16, 128, 512] {
        let p = generate_prime(bits, |bytes| random.fill(bytes), |p| p.limbs()[0] % 4 == 3);
        let q = generate_prime(bits, |bytes| random.fill(bytes), |q| q.limbs()[0] % 4 == 3 && *q != p);
        assert_eq!((p.limbs()[0] % 4, q.limbs()[0] % 4), (3, 3));
        assert_eq!((&p * &q).bits(), 2 * bits);
    }
}

#[test]
fn generated_primes_cover_their_range() {
    // The primes of 7 bits with the two top bits set.
    let mut missing = vec![97u64, 101, 103, 107, 109, 113, 127];
    let mut random = Random::new(44);
    for _ in 0..400 {
        let p = generate_prime(7, |bytes| random.fill(bytes), |_| true);
        missing.retain(|&prime| p != Natural::from(prime));
    }
    assert_eq!(missing, []);
}

#[test]
#[should_panic(expected = "choose 2 to 8192")]
fn primes_of_one_bit_are_refused() {
    generate_prime(1, |_| (), |_| true);
}

#[test]
#[should_panic(expected = "choose 2 to 8192")]
fn primes_longer_than_a_ring_are_refused() {
    generate_prime(8193, |_| (), |_| true);
}

/// base^exponent modulo n, by machine words.
fn power(base: u64, exponent: u64, n: u64) -> u64 {
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let one = 1 % n;
    (0..64).rev().fold(one, |x, bit| {
        let square = times(x, x);
        if exponent >> bit & 1 == 1 { times(square, base % n) } else { square }
    })
}

/// The definition, for all small numbers and bases below them, equal to them and above.
#[test]
fn the_strong_test_is_its_definition_for_every_base() {
    let by_definition = |n: u64, base: u64| {
        if n < 3 || n.is_multiple_of(2) {
            return n == 2;
        }
        let s = (n - 1).trailing_zeros();
        let d = (n - 1) >> s;
        base.is_multiple_of(n) || power(base, d, n) == 1 || (0..s).any(|r| power(base, d << r, n) == n - 1)
    };
    for n in 0..400u64 {
        for base in (0..60).chain([n, n + 1, 2 * n, n.saturating_sub(1), u64::MAX]) {
            let found = is_strong_probable_prime(&Natural::from(n), base);
            assert_eq!(found, by_definition(n, base), "{n} to base {base}");
        }
    }
}

/// Korselt's criterion: composite, squarefree, and p − 1 divides n − 1 for each prime p that divides n.
/// Such numbers pass Fermat's test to every base without a common factor, but not the strong test.
#[test]
fn carmichael_numbers_pass_fermat_alone() {
    let prime = sieve();
    let mut carmichael = Vec::new();
    for n in (3..LIMIT as u64).step_by(2).filter(|n| !prime[*n as usize]) {
        let (mut rest, mut divides) = (n, true);
        for p in (3..).step_by(2).take_while(|p| p * p <= n) {
            if divides && prime[p as usize] && rest.is_multiple_of(p) {
                rest /= p;
                divides = !rest.is_multiple_of(p) && (n - 1).is_multiple_of(p - 1);
            }
        }
        if divides && (rest == 1 || (n - 1).is_multiple_of(rest - 1)) {
            carmichael.push(n);
        }
    }
    // OEIS A055553: sixteen below 10^5.
    assert_eq!((carmichael.len(), carmichael[0], carmichael[15]), (16, 561, 75_361));
    for n in carmichael {
        let number = Natural::from(n);
        let exponent = Natural::from(n - 1);
        for base in [2u64, 3, 5, 7, 11, 13, 17].map(Natural::from) {
            let fermat = base.pow_mod(&exponent, &number).is_one();
            assert_eq!(fermat, base.gcd(&number).is_one(), "{n} to base {base}");
        }
        assert!(!is_prime(&number), "{n}");
        let deceived = (2..n.min(200)).filter(|base| is_strong_probable_prime(&number, *base)).count();
        assert!(deceived < n.min(200) as usize / 4, "{n}: {deceived} bases");
    }
}

/// The first of 5, −7, 9, −11, ... with the symbol −1, unless a factor or a square is found before.
#[test]
fn discriminants_are_selfridges() {
    let symbol = |d: i64, n: u64| {
        let sign = if d < 0 && n % 4 == 3 { -1 } else { 1 };
        sign * Natural::from(d.unsigned_abs()).jacobi(&Natural::from(n))
    };
    for n in (3..6000u64).step_by(2) {
        let found = selfridge_discriminant(&Natural::from(n));
        let root = (1..).take_while(|x| x * x <= n).last().unwrap();
        if root * root == n {
            assert_eq!(found, None, "the square {n}");
            continue;
        }
        let all = (2i64..).map(|k| if k % 2 == 0 { 2 * k + 1 } else { -2 * k - 1 });
        let decided = |d: &i64| match symbol(*d, n) {
            -1 => true,
            // A common factor, unless n divides D.
            0 => !d.unsigned_abs().is_multiple_of(n),
            _ => false,
        };
        let first = all.into_iter().find(decided).unwrap();
        assert_eq!(found, (symbol(first, n) == -1).then_some(first), "{n}");
    }
}

/// All numbers below the limit are decided; above it, those with a small factor.
#[test]
fn trial_division_decides_small_numbers_and_multiples() {
    let prime = sieve();
    for n in (0..TRIAL_LIMIT).filter(|n| n % 7 < 3 || *n > TRIAL_LIMIT - 100) {
        assert_eq!(trial_division(&Natural::from(n)), Some(prime[n as usize]), "{n}");
    }
    for n in TRIAL_LIMIT..LIMIT as u64 {
        let has_factor = n % 2 == 0 || (3..2048u64).step_by(2).any(|p| n.is_multiple_of(p));
        assert_eq!(trial_division(&Natural::from(n)), has_factor.then_some(false), "{n}");
    }
    assert_eq!(trial_division(&power_of_two_less(127, 1)), None);
    assert_eq!(trial_division(&Natural::one().shl(64)), Some(false));
}

#[test]
fn numbers_are_odd_parts_times_powers_of_two() {
    for odd in [1u64, 3, 12345] {
        for s in [0, 1, 63, 64, 65, 200] {
            let (d, found) = odd_part(&Natural::from(odd).shl(s));
            assert_eq!((d, found), (Natural::from(odd), s));
        }
    }
    for n in [1u64, 3, 5, u64::MAX] {
        assert_eq!(predecessor(&Natural::from(n)), Natural::from(n - 1));
    }
}

/// All random bits are used except the highest two, the lowest one and those above the length.
#[test]
fn candidates_keep_the_random_bits() {
    let mut random = Random::new(45);
    for bits in 3..100 {
        let mut bytes = vec![0; usize::div_ceil(bits, 8)];
        for fill in [0, 0xff, 0x5a] {
            bytes.fill(fill);
            if fill == 0x5a {
                random.fill(&mut bytes);
            }
            let (found, value) = (candidate(&bytes, bits), Natural::from_be_bytes(&bytes));
            assert_eq!(found.bits(), bits);
            assert!(found.bit(bits - 2) && found.bit(0));
            assert!((1..bits - 2).all(|index| found.bit(index) == value.bit(index)), "{bits} bits");
        }
    }
}

/// The caller gets every candidate before it is tested, and is asked for as many random bytes as the
/// candidate has.
#[test]
fn candidates_are_shown_to_the_caller() {
    for bits in [2, 8, 9, 61, 64, 130] {
        let (mut random, mut drawn, mut seen) = (Random::new(46), 0, Vec::new());
        let fill = |bytes: &mut [u8]| {
            assert_eq!(bytes.len(), usize::div_ceil(bits, 8));
            drawn += 1;
            random.fill(bytes);
        };
        let prime = generate_prime(bits, fill, |n| {
            seen.push(n.clone());
            seen.len() > 3
        });
        assert_eq!((drawn, seen.last()), (seen.len(), Some(&prime)));
        assert!(seen.iter().all(|n| n.bits() == bits && !n.is_even()));
        // The first three were refused, prime or not; all others but the last are composite.
        assert!(seen.len() > 3 && seen[3..seen.len() - 1].iter().all(|n| !is_prime(n)));
    }
}
