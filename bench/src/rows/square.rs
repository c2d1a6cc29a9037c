//! One squaring in a chain modulo RSA-2048: the whole work of a delay.

use crate::peers::{
    gmp::{self, Integer},
    openssl::{self, Bignum, Montgomery, Scratch},
};
use crate::row::{Entry, Row, Side, Unit};
use arith::{Natural, Residue, Ring};
use group::RsaGroup;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "square-2048/openssl", prepare: openssl_2048 },
    Entry { name: "square-2048/gmp", prepare: gmp_2048 },
];

/// Squarings per call, by us and by OpenSSL.
const CHAIN: u32 = 1024;
/// Squarings per call of `mpz_powm`: the longest chain for which its window of 8 bits needs 128 further products
/// only, 1.1 % of its work. It has no function that squares a number it keeps in Montgomery form.
const POWER: u32 = 11_520;

/// A chain of `BN_mod_mul_montgomery(x, x)`.
fn openssl_2048() -> Row {
    let ring = ring_2048();
    let mut scratch = Scratch::new();
    let modulus = Bignum::from_be_bytes(&bytes(ring.modulus()));
    let montgomery = Montgomery::new(modulus, &mut scratch);
    let mut x = montgomery.enter(&Bignum::from_be_bytes(&bytes(&start(&ring))), &mut scratch);
    for _ in 0..CHAIN {
        montgomery.square(&mut x, &mut scratch);
    }
    assert_eq!(
        montgomery.leave(&x, &mut scratch).to_be_bytes(),
        after(&ring, CHAIN),
        "OpenSSL squares differently"
    );

    let theirs = Side::new(CHAIN.into(), move |_| {
        for _ in 0..CHAIN {
            montgomery.square(&mut x, &mut scratch);
        }
    });
    let peer = format!("{} BN_mod_mul_montgomery", openssl::version());
    Row { peer, unit: Unit::Nanoseconds, cases: 1, ours: ours(ring), theirs }
}

/// `mpz_powm` with the exponent 2^k, k squarings.
fn gmp_2048() -> Row {
    let ring = ring_2048();
    let modulus = Integer::from_be_bytes(&bytes(ring.modulus()));
    let exponent = Integer::power_of_two(POWER);
    let x = Integer::from_be_bytes(&bytes(&start(&ring)));
    let mut power = Integer::zero();
    power.set_power(&x, &exponent, &modulus);
    assert_eq!(power.to_be_bytes(), after(&ring, POWER), "GMP squares differently");

    let theirs = Side::new(POWER.into(), move |_| power.set_power(&x, &exponent, &modulus));
    let peer = format!("{} mpz_powm", gmp::version());
    Row { peer, unit: Unit::Nanoseconds, cases: 1, ours: ours(ring), theirs }
}

fn ours(ring: Ring) -> Side {
    let mut x = residue(&ring);
    Side::new(CHAIN.into(), move |_| ring.square_n(&mut x, CHAIN.into()))
}

fn ring_2048() -> Ring {
    RsaGroup::rsa_2048().ring().clone()
}

/// A number of full length: floor(N/3).
fn start(ring: &Ring) -> Natural {
    ring.modulus().div_rem(&Natural::from(3_u64)).0
}

fn residue(ring: &Ring) -> Residue {
    ring.residue(&start(ring))
}

/// What `squarings` squarings lead to, by our arithmetic.
fn after(ring: &Ring, squarings: u32) -> Vec<u8> {
    let mut x = residue(ring);
    ring.square_n(&mut x, squarings.into());
    bytes(&ring.natural(&x))
}

/// Big-endian bytes without leading zero bytes.
fn bytes(number: &Natural) -> Vec<u8> {
    number.to_be_bytes(number.bits().div_ceil(8)).expect("the length fits")
}
