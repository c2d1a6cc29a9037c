//! One test suite for every kernel: `rings` lists the constructors that this machine supports.

use super::{MAX_MODULUS_BITS, Residue, Ring, RingError, check, window_width};
use crate::{
    backend::Backend,
    int::Natural,
    testing::{RSA_2048, Random, decimal, natural, odd_modulus, power_of_two_less},
};
use proptest::prelude::*;
use std::{format, string::ToString, vec, vec::Vec};
use zeroize::Zeroize;

/// The ring modulo `n` on each kernel.
fn rings(n: &Natural) -> Vec<Ring> {
    Ring::on_each_backend(n).unwrap()
}

/// Bit lengths near limb boundaries, with odd and even numbers of limbs, and the usual lengths of moduli.
const BIT_LENGTHS: [usize; 31] = [
    2, 3, 8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 191, 192, 255, 256, 257, 320, 511, 512, 513, 521, 576,
    1000, 1024, 1536, 2048, 2049, 3072, 4096, 8192,
];

/// Moduli of exactly `bits` bits: the smallest, the largest, one with ones only in the end limbs, and a
/// random one.
fn moduli(bits: usize) -> Vec<Natural> {
    let one = Natural::one();
    let smallest = &one.shl(bits - 1) + &one;
    let largest = power_of_two_less(bits, 1);
    let random = Random::new(bits as u64).natural(bits);
    let random = &random.low_bits(bits - 1).shr(1).shl(1) + &smallest;
    vec![smallest, largest, random.low_bits(bits)]
}

/// Numbers with extreme carries, borrows and final subtractions, modulo n and also for a Montgomery factor R.
fn operands(n: &Natural) -> Vec<Natural> {
    let one = Natural::one();
    let minus_one = n.sub(&one).unwrap();
    let r = Natural::one().shl(64 * n.limbs().len());
    let inverse_of_r = r.invert_mod(n).unwrap();
    vec![
        Natural::zero(),
        one.clone(),
        minus_one.clone(),
        n.shr(1),
        &r % n,
        &(&minus_one * &inverse_of_r) % n,
        &power_of_two_less(n.bits(), 1) % n,
        &Random::new(n.limbs()[0]).natural(n.bits()) % n,
    ]
}

#[test]
fn every_operation_matches_the_integers() {
    for n in BIT_LENGTHS.into_iter().flat_map(moduli) {
        for ring in rings(&n) {
            for a in operands(&n) {
                check_unary(&ring, &n, &a);
                for b in operands(&n) {
                    check_binary(&ring, &n, &a, &b);
                }
            }
        }
    }
}

fn check_unary(ring: &Ring, n: &Natural, a: &Natural) {
    let x = ring.residue(a);
    assert_eq!(ring.natural(&x), *a, "{a:?} modulo {n:?}");
    assert_eq!(ring.is_zero(&x), a.is_zero());
    assert_eq!(ring.natural(&ring.neg(&x)), &n.sub(a).unwrap() % n);
    let half = ring.natural(&ring.half(&x));
    assert!(half < *n);
    assert_eq!(&half.shl(1) % n, *a);
    let mut double = x.clone();
    ring.double_assign(&mut double);
    assert_eq!(ring.natural(&double), &a.shl(1) % n);
    let mut expected = a.clone();
    for count in 0..4 {
        let mut square = x.clone();
        ring.square_n(&mut square, count);
        assert_eq!(ring.natural(&square), expected, "{count} squarings of {a:?} modulo {n:?}");
        expected = &(&expected * &expected) % n;
    }
}

fn check_binary(ring: &Ring, n: &Natural, a: &Natural, b: &Natural) {
    let (x, y) = (ring.residue(a), ring.residue(b));
    assert_eq!(ring.natural(&ring.mul(&x, &y)), &(a * b) % n, "{a:?} times {b:?} modulo {n:?}");
    assert_eq!(ring.natural(&ring.add(&x, &y)), &(a + b) % n, "{a:?} plus {b:?} modulo {n:?}");
    let difference = &(a + n).sub(b).unwrap() % n;
    assert_eq!(ring.natural(&ring.sub(&x, &y)), difference, "{a:?} minus {b:?} modulo {n:?}");
    assert_eq!(ring.equal(&x, &y), a == b);
}

#[test]
fn all_residues_of_small_moduli() {
    for n in (3..40u64).step_by(2) {
        let n = Natural::from(n);
        for ring in rings(&n) {
            for a in 0..n.limbs()[0] {
                check_unary(&ring, &n, &Natural::from(a));
                for b in 0..n.limbs()[0] {
                    check_binary(&ring, &n, &Natural::from(a), &Natural::from(b));
                }
            }
        }
    }
}

#[test]
fn long_chains_of_squarings_match_the_integers() {
    for bits in [256, 1024, 1088, 2048] {
        let n = Natural::from_limbs(Random::new(7).natural(bits).limbs());
        let n = &n.shr(1).shl(1) + &Natural::one();
        let start = &Random::new(8).natural(bits) % &n;
        let expected = (0..500).fold(start.clone(), |x, _| &(&x * &x) % &n);
        for ring in rings(&n) {
            let mut x = ring.residue(&start);
            ring.square_n(&mut x, 200);
            ring.square_n(&mut x, 300);
            assert_eq!(ring.natural(&x), expected);
        }
    }
}

#[test]
fn small_powers_are_repeated_products() {
    for n in [Natural::from(3u64), Natural::from(1_000_003u64), power_of_two_less(521, 1)] {
        for ring in rings(&n) {
            for base in operands(&n) {
                let base = ring.residue(&base);
                let mut expected = ring.one();
                for exponent in 0..200u64 {
                    assert!(ring.equal(&ring.pow(&base, &Natural::from(exponent)), &expected));
                    ring.mul_assign(&mut expected, &base);
                }
            }
        }
    }
}

#[test]
fn powers_of_every_window_width_are_right() {
    let n = power_of_two_less(127, 1);
    for bits in [1, 7, 8, 23, 24, 79, 80, 239, 240, 671, 672, 1791, 1792, 3000] {
        for exponent in
            [power_of_two_less(bits, 1), Natural::one().shl(bits - 1), Random::new(3).natural(bits)]
        {
            let base = Natural::from(0x1234_5678_9abc_def0_1122_3344_5566_7788u128);
            let mut expected = Natural::one();
            for index in (0..exponent.bits()).rev() {
                expected = &(&expected * &expected) % &n;
                if exponent.bit(index) {
                    expected = &(&expected * &base) % &n;
                }
            }
            for ring in rings(&n) {
                assert_eq!(
                    ring.natural(&ring.pow(&ring.residue(&base), &exponent)),
                    expected,
                    "{exponent:?}"
                );
            }
        }
    }
}

#[test]
fn unsuitable_moduli_are_refused() {
    for constructor in [Ring::new, |n: &Natural| Ring::on(Backend::Portable, n)] {
        let refusal = |n: Natural| constructor(&n).map(|ring| ring.backend()).unwrap_err();
        assert_eq!(refusal(Natural::zero()), RingError::Even);
        assert_eq!(refusal(Natural::from(10u64)), RingError::Even);
        assert_eq!(refusal(Natural::one()), RingError::TooSmall);
        assert_eq!(refusal(&Natural::one().shl(MAX_MODULUS_BITS) + &Natural::one()), RingError::TooLarge);
        assert!(constructor(&power_of_two_less(MAX_MODULUS_BITS, 1)).is_ok());
    }
}

#[test]
fn residues_of_other_rings_do_not_panic() {
    let moduli =
        [Natural::from(3u64), power_of_two_less(255, 19), decimal(RSA_2048), power_of_two_less(8192, 1)];
    let all: Vec<Ring> = moduli.iter().flat_map(rings).collect();
    for home in &all {
        for away in &all {
            let foreign = away.residue(&away.modulus().sub(&Natural::one()).unwrap());
            use_foreign(home, &foreign, &home.one());
            use_foreign(home, &home.one(), &foreign);
            use_foreign(home, &foreign, &foreign);
            let mut wiped = foreign.clone();
            wiped.zeroize();
            use_foreign(home, &wiped, &foreign);
        }
    }
}

fn use_foreign(ring: &Ring, a: &Residue, b: &Residue) {
    let mut x = a.clone();
    ring.square_n(&mut x, 2);
    ring.mul_assign(&mut x, b);
    ring.double_assign(&mut x);
    let results =
        [ring.add(a, b), ring.sub(a, b), ring.neg(a), ring.half(a), ring.pow(a, &Natural::from(5u64)), x];
    for result in &results {
        assert!(ring.natural(result) < *ring.modulus());
    }
    ring.equal(a, b);
    ring.is_zero(a);
}

#[test]
fn rings_are_shared_between_threads() {
    fn assert_shareable<T: Send + Sync + Clone>() {}
    assert_shareable::<Ring>();
    assert_shareable::<Residue>();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn rings_obey_their_laws(n in odd_modulus(9), a in natural(9), b in natural(9), c in natural(9)) {
        for ring in rings(&n) {
            let [a, b, c] = [&a, &b, &c].map(|x| ring.residue(x));
            let same = |x: Residue, y: Residue| ring.equal(&x, &y) && ring.natural(&x) == ring.natural(&y);
            prop_assert!(same(ring.add(&a, &b), ring.add(&b, &a)));
            prop_assert!(same(ring.mul(&a, &b), ring.mul(&b, &a)));
            prop_assert!(same(ring.add(&ring.add(&a, &b), &c), ring.add(&a, &ring.add(&b, &c))));
            prop_assert!(same(ring.mul(&ring.mul(&a, &b), &c), ring.mul(&a, &ring.mul(&b, &c))));
            let spread = ring.add(&ring.mul(&a, &b), &ring.mul(&a, &c));
            prop_assert!(same(ring.mul(&a, &ring.add(&b, &c)), spread));
            prop_assert!(same(ring.sub(&a, &b), ring.neg(&ring.sub(&b, &a))));
            prop_assert!(same(ring.add(&a, &ring.neg(&a)), ring.zero()));
            prop_assert!(same(ring.mul(&a, &ring.one()), a.clone()));
            prop_assert!(same(ring.add(&ring.half(&a), &ring.half(&a)), a.clone()));
            // (a − b)² = a² − 2ab + b².
            let mut squares = [a.clone(), b.clone(), ring.sub(&a, &b)];
            squares.iter_mut().for_each(|x| ring.square_n(x, 1));
            let mut mixed = ring.mul(&a, &b);
            ring.double_assign(&mut mixed);
            let [a, b, difference] = squares;
            prop_assert!(same(difference, ring.add(&ring.sub(&a, &mixed), &b)));
        }
    }

    /// An equation modulo p·q holds modulo p and modulo q, on the kernels for these moduli.
    #[test]
    fn residues_modulo_a_product_are_residues_modulo_its_factors(
        p in odd_modulus(3),
        q in odd_modulus(6),
        a in natural(9),
        b in natural(9),
    ) {
        for (whole, part) in rings(&(&p * &q)).iter().zip(rings(&p).iter().cycle()) {
            let power = |ring: &Ring| {
                let mut x = ring.mul(&ring.residue(&a), &ring.residue(&b));
                ring.square_n(&mut x, 3);
                ring.natural(&ring.sub(&x, &ring.residue(&b)))
            };
            prop_assert_eq!(&power(whole) % &p, power(part));
        }
    }

    #[test]
    fn squarings_add_up(n in odd_modulus(6), a in natural(6), first in 0..6u64, second in 0..6u64) {
        for ring in rings(&n) {
            let (mut twice, mut once) = (ring.residue(&a), ring.residue(&a));
            ring.square_n(&mut twice, first);
            ring.square_n(&mut twice, second);
            ring.square_n(&mut once, first + second);
            prop_assert!(ring.equal(&twice, &once));
            let power = ring.pow(&ring.residue(&a), &Natural::one().shl((first + second) as usize));
            prop_assert!(ring.equal(&power, &once));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn random_operations_match_the_integers(n in odd_modulus(9), a in natural(12), b in natural(9)) {
        for ring in rings(&n) {
            prop_assert_eq!(ring.natural(&ring.residue(&a)), &a % &n);
            let (a, b) = (&a % &n, &b % &n);
            check_unary(&ring, &n, &a);
            check_binary(&ring, &n, &a, &b);
        }
    }

    #[test]
    fn exponents_add_up(n in odd_modulus(5), a in natural(5), e in natural(4), f in natural(4)) {
        for ring in rings(&n) {
            let a = ring.residue(&a);
            let product = ring.mul(&ring.pow(&a, &e), &ring.pow(&a, &f));
            prop_assert!(ring.equal(&ring.pow(&a, &(&e + &f)), &product));
        }
    }
}

#[test]
fn refusals_say_what_is_wrong() {
    let texts = [
        (RingError::Even, "is even"),
        (RingError::TooSmall, "below 3"),
        (RingError::TooLarge, "longer than 8192 bits"),
        (RingError::Unsupported(Backend::Ifma), "backend ifma does not serve"),
    ];
    for (error, text) in texts {
        assert!(error.to_string().contains(text), "{error}");
        let as_error: &dyn core::error::Error = &error;
        assert!(as_error.source().is_none());
    }
}

/// The first reason that applies, in this order: even, too small, too large.
#[test]
fn a_modulus_is_checked_in_order() {
    let top = Natural::one().shl(MAX_MODULUS_BITS);
    for (modulus, expected) in [
        (Natural::zero(), Err(RingError::Even)),
        (Natural::one(), Err(RingError::TooSmall)),
        (Natural::from(2u64), Err(RingError::Even)),
        (Natural::from(3u64), Ok(())),
        (top.clone(), Err(RingError::Even)),
        (top.sub(&Natural::one()).unwrap(), Ok(())),
        (&top + &Natural::one(), Err(RingError::TooLarge)),
        (top.shl(1), Err(RingError::Even)),
    ] {
        assert_eq!(check(&modulus), expected, "{} bits", modulus.bits());
        assert_eq!(Ring::on_each_backend(&modulus).map(|_| ()), expected, "{} bits", modulus.bits());
    }
}

/// An invalid number is refused as such, before the backend is checked.
#[test]
fn the_number_is_refused_before_the_backend() {
    for backend in Backend::ALL {
        assert_eq!(Ring::on(backend, &Natural::from(4u64)).err(), Some(RingError::Even));
        assert_eq!(Ring::on(backend, &Natural::one()).err(), Some(RingError::TooSmall));
    }
}

#[test]
fn a_ring_shows_its_modulus_and_its_backend() {
    for ring in rings(&Natural::from(255u64)) {
        let text = format!("{ring:?}");
        assert_eq!(text, format!("Ring {{ modulus: 0xff, backend: {:?} }}", ring.backend()));
    }
}

/// A clone is the same ring: residues of one are residues of the other, also after the first was dropped.
#[test]
fn clones_of_rings_share_their_residues() {
    let n = power_of_two_less(607, 1);
    for ring in rings(&n) {
        let clone = ring.clone();
        let x = ring.residue(&Natural::from(12345u64));
        let mut copy = x.clone();
        clone.square_n(&mut copy, 2);
        assert_eq!(ring.natural(&x), Natural::from(12345u64), "a copy is independent");
        drop(ring);
        assert_eq!(clone.natural(&copy), Natural::from(12345u128.pow(4)));
    }
}

/// For exponents in the middle of its range, the chosen width has the fewest products, n/(w+1) + 2^(w−1).
#[test]
fn the_width_of_windows_has_the_fewest_products() {
    let products = |bits: usize, width: usize| bits as f64 / (width + 1) as f64 + (1 << (width - 1)) as f64;
    for bits in [4, 16, 50, 160, 450, 1200, 3000] {
        let best = (1..10).min_by(|a, b| products(bits, *a).total_cmp(&products(bits, *b))).unwrap();
        assert_eq!(window_width(bits), best, "{bits} bits");
    }
    // At the borders two widths cost the same, up to a product.
    for border in [8, 24, 80, 240, 672, 1792] {
        let (below, above) = (window_width(border - 1), window_width(border));
        assert_eq!(below + 1, above, "{border} bits");
        assert!((products(border, below) - products(border, above)).abs() < 1.0, "{border} bits");
    }
}

#[test]
fn tables_hold_the_odd_powers() {
    let n = power_of_two_less(127, 1);
    for ring in rings(&n) {
        let base = ring.residue(&Natural::from(3u64));
        for count in [1, 2, 8, 64] {
            let table = ring.odd_powers(&base, count);
            assert_eq!(table.len(), count);
            for (index, power) in table.iter().enumerate() {
                let expected =
                    (0..2 * index + 1).fold(Natural::one(), |x, _| &(&x * &Natural::from(3u64)) % &n);
                assert_eq!(ring.natural(power), expected, "3^{}", 2 * index + 1);
            }
        }
    }
}

/// Exponents of every length near the first six bits, also on the kernels that have code for this.
#[test]
fn powers_of_two_are_powers() {
    for bits in [3, 64, 200, 256, 257, 600, 1024] {
        let n = power_of_two_less(bits, 1);
        for ring in rings(&n) {
            let two = ring.residue(&Natural::from(2u64));
            let long = [Natural::one().shl(70), power_of_two_less(129, 1), Random::new(5).natural(300)];
            for exponent in (0..140u64).map(Natural::from).chain(long) {
                let found = ring.power_of_two(&exponent);
                assert!(ring.equal(&found, &ring.pow(&two, &exponent)), "{} 2^{exponent:?}", ring.backend());
            }
        }
    }
}

/// 2 has the order m modulo 2^m − 1, with any multiple of m added to the exponent.
#[test]
fn exponents_of_full_limbs() {
    for m in [61, 127, 521, 1279] {
        let n = power_of_two_less(m, 1);
        for ring in rings(&n) {
            let two = ring.residue(&Natural::from(2u64));
            for exponent in [Natural::from(u64::MAX), power_of_two_less(128, 1), Natural::one().shl(192)] {
                let rest = exponent.rem_u64(m as u64) as usize;
                let expected = Natural::one().shl(rest);
                assert_eq!(
                    ring.natural(&ring.pow(&two, &exponent)),
                    expected,
                    "{} 2^{m} − 1",
                    ring.backend()
                );
            }
            assert!(ring.equal(&ring.pow(&ring.zero(), &Natural::zero()), &ring.one()));
            assert!(ring.is_zero(&ring.pow(&ring.zero(), &Natural::from(u64::MAX))));
        }
    }
}

#[test]
fn a_lucas_step_of_the_ring_is_its_formula() {
    for bits in [3, 65, 256, 700, 2048] {
        for n in moduli(bits) {
            for ring in rings(&n) {
                let [w, next, p, two] =
                    [n.shr(1), n.sub(&Natural::one()).unwrap(), n.shr(2), Natural::from(2u64)]
                        .map(|x| ring.residue(&x));
                let (mut doubled, mut mixed) = (w.clone(), next.clone());
                ring.lucas_step(&mut doubled, &mut mixed, &p, &two);
                assert!(ring.equal(&mixed, &ring.sub(&ring.mul(&next, &w), &p)), "{}", ring.backend());
                assert!(ring.equal(&doubled, &ring.sub(&ring.mul(&w, &w), &two)), "{}", ring.backend());
            }
        }
    }
}

#[test]
fn wiped_residues_have_no_limbs_left() {
    for ring in rings(&power_of_two_less(2048, 1)) {
        let mut secret = ring.residue(&power_of_two_less(2000, 9));
        let copy = secret.clone();
        secret.zeroize();
        assert!(secret.limbs.is_empty());
        assert_eq!(ring.natural(&copy), power_of_two_less(2000, 9));
    }
}
