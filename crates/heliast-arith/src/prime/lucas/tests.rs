use super::{Chain, is_probable_prime, parameter};
use crate::{
    int::Natural,
    prime::selfridge_discriminant,
    ring::{Residue, Ring},
    testing::{decimal, odd_modulus},
};
use proptest::prelude::*;

/// The definition, term by term in integers modulo n: U_d = 0, or V_(d·2^r) = 0 for some r < s.
fn is_probable_prime_by_recurrence(n: u64, discriminant: i64) -> bool {
    let modulus = i128::from(n);
    let q = i128::from((1 - discriminant) / 4);
    let s = (n + 1).trailing_zeros();
    let d = (n + 1) >> s;
    let next = |(a, b): (i128, i128)| (b, (b - q * a).rem_euclid(modulus));
    let term = |start: (i128, i128), k: u64| (0..k).fold(start, |pair, _| next(pair)).0;
    term((0, 1), d) == 0 || (0..s).any(|r| term((2 % modulus, 1), d << r) == 0)
}

/// The test by V and Q^k together with Q ≠ 1, at three and a half products per bit.
fn is_probable_prime_by_doubling(ring: &Ring, discriminant: i64) -> bool {
    let small = |value: i64| {
        let magnitude = ring.residue(&Natural::from(value.unsigned_abs()));
        if value < 0 { ring.neg(&magnitude) } else { magnitude }
    };
    let q = small((1 - discriminant) / 4);
    let n_plus_one = ring.modulus() + &Natural::one();
    let s = n_plus_one.trailing_zeros();
    let (mut v, mut v_next, mut q_power) = (small(2), small(1), small(1));
    let square_less = |x: &Residue, y: &Residue| ring.sub(&ring.sub(&ring.mul(x, x), y), y);
    for index in (s..n_plus_one.bits()).rev() {
        let mixed = ring.sub(&ring.mul(&v, &v_next), &q_power);
        let q_power_next = ring.mul(&q_power, &q);
        (v, v_next, q_power) = if n_plus_one.bit(index) {
            (mixed, square_less(&v_next, &q_power_next), ring.mul(&q_power, &q_power_next))
        } else {
            (square_less(&v, &q_power), mixed, ring.mul(&q_power, &q_power))
        };
    }
    if ring.equal(&ring.add(&v_next, &v_next), &v) {
        return true;
    }
    (0..s).any(|_| {
        let zero = ring.is_zero(&v);
        v = square_less(&v, &q_power);
        q_power = ring.mul(&q_power, &q_power);
        zero
    })
}

#[test]
fn it_is_the_definition_for_small_numbers() {
    let mut factor_in_q = 0;
    for n in (3..3000u64).step_by(2) {
        let n_natural = Natural::from(n);
        let ring = Ring::new(&n_natural).unwrap();
        // Every discriminant with (D/n) = −1, not only the first.
        for discriminant in (-59i64..60).filter(|d| d.rem_euclid(4) == 1 && *d != 1) {
            let magnitude = Natural::from(discriminant.unsigned_abs());
            let sign = if discriminant < 0 && n % 4 == 3 { -1 } else { 1 };
            if sign * magnitude.jacobi(&n_natural) != -1 {
                continue;
            }
            let expected = is_probable_prime_by_recurrence(n, discriminant);
            assert_eq!(is_probable_prime(&ring, discriminant), expected, "{n}, D = {discriminant}");
            let q = Natural::from(((1 - discriminant) / 4).unsigned_abs());
            factor_in_q += u32::from(!q.gcd(&n_natural).is_one());
        }
    }
    assert!(factor_in_q > 1000, "numbers that share a factor with Q must be among them");
}

#[test]
fn pseudoprimes_pass_as_they_do_by_doubling() {
    for n in ["5459", "5777", "10877", "58519", "97439", "318665857834031151167461", "3825123056546413051"] {
        let ring = Ring::new(&decimal(n)).unwrap();
        let discriminant = selfridge_discriminant(ring.modulus()).unwrap();
        assert_eq!(
            is_probable_prime(&ring, discriminant),
            is_probable_prime_by_doubling(&ring, discriminant)
        );
    }
}

proptest! {
    #[test]
    fn it_agrees_with_doubling(n in odd_modulus(5)) {
        // Squares and numbers with small factors included.
        for n in [&n * &n, n] {
            let ring = Ring::new(&n).unwrap();
            for discriminant in [5i64, -7, 13, -11, 17, -15] {
                let sign = if discriminant < 0 && n.limbs()[0] % 4 == 3 { -1 } else { 1 };
                if sign * Natural::from(discriminant.unsigned_abs()).jacobi(&n) == -1 {
                    prop_assert_eq!(
                        is_probable_prime(&ring, discriminant),
                        is_probable_prime_by_doubling(&ring, discriminant)
                    );
                }
            }
        }
    }
}

/// P' = 1/Q − 2, for every discriminant that Selfridge's search can reach, of either sign.
#[test]
fn the_parameter_belongs_to_its_discriminant() {
    for n in (3..800u64).step_by(2) {
        let modulus = Natural::from(n);
        for discriminant in (-99i64..100).filter(|d| d.rem_euclid(4) == 1 && *d != 1) {
            let q = (1 - discriminant) / 4;
            let residue = |value: i64| value.rem_euclid(n as i64);
            match parameter(&modulus, discriminant) {
                Some(p) => {
                    assert!(p < modulus, "{n}, D = {discriminant}");
                    let p = p.limbs().first().map_or(0, |limb| *limb as i64);
                    assert_eq!(residue(residue(q) * (p + 2)), 1 % n as i64, "{n}, D = {discriminant}");
                }
                None => {
                    assert!(!Natural::from(q.unsigned_abs()).gcd(&modulus).is_one(), "{n}, {discriminant}")
                }
            }
        }
    }
}

/// W_0 = 2, W_1 = P', W_(k+1) = P'·W_k − W_(k−1): steps and doublings reach the same values as the
/// recurrence.
#[test]
fn chains_reach_the_terms_of_their_recurrence() {
    for n in [5u64, 77, 1_000_003, (1 << 31) - 1] {
        let ring = Ring::new(&Natural::from(n)).unwrap();
        for p in [0, 1, 2, 3, n / 2, n - 1].map(|p| p % n) {
            let mut terms = std::vec![2 % n, p];
            for k in 1..140 {
                let (last, before) = (u128::from(terms[k]), u128::from(terms[k - 1]));
                terms.push(((u128::from(p) * last + u128::from(n) - before) % u128::from(n)) as u64);
            }
            let residue = |value: u64| ring.residue(&Natural::from(value));
            for index in 1..64usize {
                let mut chain = Chain::new(&ring, residue(p), residue(2));
                for bit in (0..index.ilog2()).rev() {
                    chain.step(index >> bit & 1 == 1);
                }
                let found = [&chain.w, &chain.w_next].map(|w| ring.natural(w));
                assert_eq!(
                    found,
                    [index, index + 1].map(|k| Natural::from(terms[k])),
                    "W_{index} modulo {n}"
                );
                let plus = [2 % n, p];
                let minus = plus.map(|value| (n - value) % n);
                let pair = [terms[index], terms[index + 1]];
                assert_eq!(chain.is_one_or_minus_one(), pair == plus || pair == minus, "{index} {p} {n}");
                chain.double();
                assert_eq!(ring.natural(&chain.w), Natural::from(terms[2 * index]), "W_{}", 2 * index);
            }
        }
    }
}
