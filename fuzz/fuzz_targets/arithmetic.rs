//! Compares integers and residues with num-bigint: the input determines a modulus and the values that are
//! used with it.

#![no_main]

use heliast_arith::{MAX_MODULUS_BITS, Natural, Residue, Ring};
use heliast_fuzz::{big, fields::Fields};
use libfuzzer_sys::fuzz_target;
use num_bigint::BigUint;

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let mut number = || match fields.u8() {
        limbs @ 0xf0.. => {
            Natural::from_limbs(fields.bytes(usize::from(limbs & 0xf)).iter().map(limb).collect::<Vec<_>>())
        }
        len => Natural::from_be_bytes(fields.bytes(usize::from(len))),
    };
    let (a, b, n) = (number(), number(), number());
    integers(&a, &b);
    if !n.is_zero() {
        division(&a, &n);
        residues(&a, &b, &n);
    }
});

/// Returns a limb near the ends or the middle of its range, where carries and estimates of quotients can go
/// wrong.
fn limb(byte: &u8) -> u64 {
    let near = [0, 1 << 32, 1 << 63, u64::MAX][usize::from(byte & 3)];
    near.wrapping_add(u64::from(byte >> 3)).wrapping_sub(8 * u64::from(byte >> 2 & 1))
}

fn integers(a: &Natural, b: &Natural) {
    let (x, y) = (big(a), big(b));
    assert_eq!(big(&(a + b)), &x + &y);
    assert_eq!(big(&(a * b)), &x * &y);
    assert_eq!(a.sub(b).map(|difference| big(&difference)), (x >= y).then(|| &x - y.clone().min(x.clone())));
    assert_eq!(big(&a.gcd(b)), gcd(x.clone(), y));
    assert_eq!(big(&a.sqrt()), x.sqrt());
    assert_eq!(a.is_square(), x.sqrt().pow(2) == x);
    if a.bits() <= 24 {
        assert_eq!(
            heliast_arith::prime::is_prime(a),
            is_prime_by_trial(a.limbs().first().copied().unwrap_or(0))
        );
    }
}

fn division(a: &Natural, n: &Natural) {
    let (quotient, remainder) = a.div_rem(n);
    assert!(remainder < *n);
    assert_eq!(&(&quotient * n) + &remainder, *a);
    let (x, m) = (big(a), big(n));
    assert_eq!((big(&quotient), big(&remainder)), (&x / &m, &x % &m));
    if let &[limb] = n.limbs() {
        assert_eq!(BigUint::from(a.rem_u64(limb)), &x % &m);
    }
    assert_eq!(a.invert_mod(n).map(|inverse| big(&inverse)), x.modinv(&m));
}

fn residues(a: &Natural, b: &Natural, n: &Natural) {
    let ring = Ring::new(n);
    let serves = !n.is_even() && !n.is_one() && n.bits() <= MAX_MODULUS_BITS;
    assert_eq!(ring.is_ok(), serves);
    let Ok(ring) = ring else { return };
    let (x, y, m) = (big(a), big(b), big(n));
    let (p, q) = (ring.residue(a), ring.residue(b));
    let value = |residue: &Residue| big(&ring.natural(residue));
    assert_eq!(value(&p), &x % &m);
    assert_eq!(value(&ring.mul(&p, &q)), &x * &y % &m);
    assert_eq!(value(&ring.add(&p, &q)), (&x + &y) % &m);
    assert_eq!(value(&ring.sub(&p, &q)), (&x % &m + &m - &y % &m) % &m);
    assert_eq!(value(&ring.half(&p)) * 2u8 % &m, &x % &m);
    assert_eq!(ring.equal(&p, &q), &x % &m == &y % &m);
    let exponent = b.low_bits(192);
    assert_eq!(value(&ring.pow(&p, &exponent)), x.modpow(&big(&exponent), &m));
    let mut square = p;
    ring.square_n(&mut square, 5);
    assert_eq!(value(&square), x.modpow(&BigUint::from(32u8), &m));
}

fn gcd(mut a: BigUint, mut b: BigUint) -> BigUint {
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

fn is_prime_by_trial(n: u64) -> bool {
    n >= 2 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}
