//! The numbers that can be a modulus or its factors, and the computations that need the factors.

use heliast_arith::{Natural, prime::is_prime};
use heliast_group::{BadModulus, BadTrapdoor, Group, RsaGroup, Trapdoor, multiexp};

/// 2^bits − offset.
fn less(bits: usize, offset: u64) -> Natural {
    Natural::one().shl(bits).sub(&Natural::from(offset)).unwrap()
}

/// Two primes of 160 and 168 bits.
fn factors() -> (Natural, Natural) {
    let (p, q) = (less(160, 47), less(168, 257));
    assert!(is_prime(&p) && is_prime(&q));
    (p, q)
}

fn trapdoor() -> Trapdoor {
    let (p, q) = factors();
    Trapdoor::new(p, q, 256).unwrap()
}

/// Bytes of a counter: enough for primes that are not kept.
fn bytes(seed: u64) -> impl FnMut(&mut [u8]) {
    let mut state = seed;
    move |bytes| {
        for byte in bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (state >> 56) as u8;
        }
    }
}

#[test]
fn lengths_are_bounded_on_both_sides() {
    let (p, q) = factors();
    let n = p.mul(&q);
    assert_eq!(n.bits(), 328);
    for minimum in [0, 256, 327, 328] {
        assert!(RsaGroup::new(&n, minimum).is_ok());
    }
    for minimum in [329, 1024, usize::MAX] {
        assert_eq!(RsaGroup::new(&n, minimum).err(), Some(BadModulus::TooShort { bits: 328, minimum }));
    }
    // At least 256 bits are always demanded.
    let short = less(255, 19);
    for minimum in [0, 1, 255, 256] {
        assert_eq!(
            RsaGroup::new(&short, minimum).err(),
            Some(BadModulus::TooShort { bits: 255, minimum: 256 })
        );
    }
    assert_eq!(RsaGroup::new(&less(8193, 1), 256).err(), Some(BadModulus::TooLong(8193)));
    assert_eq!(
        RsaGroup::new(&Natural::zero(), 0).err(),
        Some(BadModulus::TooShort { bits: 0, minimum: 256 })
    );
}

#[test]
fn even_numbers_and_small_factors_are_named() {
    let (p, q) = factors();
    let n = p.mul(&q);
    assert_eq!(RsaGroup::new(&n.shl(1), 256).err(), Some(BadModulus::Even));
    assert_eq!(RsaGroup::new(&n.add(&Natural::one()), 256).err(), Some(BadModulus::Even));
    // The smallest prime, some, and the largest below 2^16. Of several factors the smallest is named.
    for prime in [3, 5, 7, 251, 257, 32749, 65519, 65521] {
        let divisible = n.mul(&Natural::from(prime));
        assert_eq!(RsaGroup::new(&divisible, 256).err(), Some(BadModulus::SmallFactor(prime)));
        let twice = divisible.mul(&Natural::from(65521_u64));
        assert_eq!(RsaGroup::new(&twice, 256).err(), Some(BadModulus::SmallFactor(prime)));
    }
    // The first prime above is not searched for.
    assert!(RsaGroup::new(&n.mul(&Natural::from(65537_u64)), 256).is_ok());
}

#[test]
fn primes_and_squares_are_refused() {
    let (p, q) = factors();
    let n = p.mul(&q);
    assert_eq!(RsaGroup::new(&n.mul(&n), 256).err(), Some(BadModulus::Square));
    assert_eq!(RsaGroup::new(&p.mul(&p), 256).err(), Some(BadModulus::Square));
    for prime in [less(521, 1), less(607, 1), less(1279, 1)] {
        assert_eq!(RsaGroup::new(&prime, 256).err(), Some(BadModulus::Prime));
    }
}

#[test]
fn refusals_say_what_is_wrong() {
    let texts = [
        (BadModulus::Even, "even"),
        (BadModulus::TooShort { bits: 5, minimum: 256 }, "5 bits; at least 256"),
        (BadModulus::TooLong(9000), "9000 bits; at most 8192"),
        (BadModulus::SmallFactor(7), "divisible by 7"),
        (BadModulus::Square, "square"),
        (BadModulus::Power(3), "degree 3"),
        (BadModulus::Prime, "prime"),
    ];
    for (reason, part) in texts {
        assert!(reason.to_string().contains(part), "{reason}");
        assert_eq!(BadTrapdoor::from(reason.clone()).to_string(), reason.to_string());
    }
    assert!(BadTrapdoor::Factors.to_string().contains("two different primes"));
}

/// Compares the power with the order, without it, and by repeated squaring.
#[test]
fn the_trapdoor_squares() {
    let trapdoor = trapdoor();
    let group = trapdoor.group();
    let x = group.hash("trapdoor", b"x");
    let mut expected = x.clone();
    for t in 0..400 {
        assert!(group.equal(&trapdoor.evaluate(&x, t), &expected), "{t}");
        group.square_n(&mut expected, 1);
    }
    let mut long = x.clone();
    group.square_n(&mut long, 100_003);
    assert!(group.equal(&trapdoor.evaluate(&x, 100_003), &long));
    let one = group.identity();
    assert!(group.equal(&trapdoor.evaluate(&one, u64::MAX), &one));
}

/// x^floor(2^t/l), compared with the division.
#[test]
fn the_trapdoor_divides_the_exponent() {
    let trapdoor = trapdoor();
    let group = trapdoor.group();
    let x = group.hash("trapdoor", b"x");
    let divisors = [
        Natural::one(),
        Natural::from(2_u64),
        Natural::from(3_u64),
        Natural::from(65537_u64),
        less(127, 1),
        less(160, 47),
    ];
    for divisor in divisors {
        for t in [0, 1, 2, 16, 17, 64, 127, 128, 161, 500] {
            let quotient = Natural::one().shl(t as usize).div_rem(&divisor).0;
            let expected = multiexp(group, &[(&x, &quotient)]);
            assert!(group.equal(&trapdoor.quotient_power(&x, t, &divisor), &expected), "{t}, {divisor}");
        }
    }
}

/// Both parts of a proof together: π^l · x^r = y.
#[test]
fn quotient_and_remainder_give_the_delay() {
    let trapdoor = trapdoor();
    let group = trapdoor.group();
    let x = group.hash("trapdoor", b"y");
    let l = less(127, 1);
    for t in [1_u64, 1000, 1 << 40] {
        let quotient = trapdoor.quotient_power(&x, t, &l);
        let rest = Natural::from(2_u64).pow_mod(&Natural::from(t), &l);
        let product = multiexp(group, &[(&quotient, &l), (&x, &rest)]);
        assert!(group.equal(&product, &trapdoor.evaluate(&x, t)), "{t}");
    }
}

#[test]
fn generated_factors_are_as_asked() {
    for (seed, bits) in [(1, 256), (2, 258), (3, 320), (4, 512)] {
        let trapdoor = Trapdoor::generate(bits, bytes(seed)).unwrap();
        let (p, q) = trapdoor.factors_hex();
        let (p, q) = (Natural::from_hex(&p).unwrap(), Natural::from_hex(&q).unwrap());
        assert!(is_prime(&p) && is_prime(&q) && p != q, "{bits}");
        assert_eq!((p.bits(), q.bits()), (bits / 2, bits / 2));
        assert_eq!((p.limbs()[0] & 3, q.limbs()[0] & 3), (3, 3));
        assert_eq!(&p.mul(&q), trapdoor.group().modulus());
        assert_eq!(trapdoor.group().bits(), bits);
        assert!(RsaGroup::new(trapdoor.group().modulus(), bits).is_ok());
        assert!(!format!("{trapdoor:?}").contains(&trapdoor.factors_hex().0[..8]));
    }
}

#[test]
fn numbers_that_are_not_factors() {
    let (p, q) = factors();
    let refused = |p: &Natural, q: &Natural| Trapdoor::new(p.clone(), q.clone(), 256).err();
    let composite = p.add(&Natural::from(2_u64));
    assert!(!is_prime(&composite));
    for (p, q) in
        [(&composite, &q), (&q, &composite), (&p, &p), (&Natural::one(), &q), (&p, &Natural::zero())]
    {
        assert_eq!(refused(p, q), Some(BadTrapdoor::Factors));
    }
    // Primes whose product is not a modulus.
    assert_eq!(
        refused(&p, &Natural::from(3_u64)),
        Some(BadTrapdoor::Modulus(BadModulus::TooShort { bits: 162, minimum: 256 }))
    );
    let seven = refused(&less(521, 1), &Natural::from(7_u64));
    assert_eq!(seven, Some(BadTrapdoor::Modulus(BadModulus::SmallFactor(7))));
}
