//! One squaring in a chain modulo N: the whole work of a delay.

use crate::{
    inputs::{self, bytes},
    peers::{
        gmp::{self, Integer},
        openssl::{self, Bignum, Montgomery, Scratch},
    },
    row::{Entry, Row, Side, Unit},
};
use heliast_arith::{Natural, Residue, Ring};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "square-1024/openssl", prepare: || openssl(1024) },
    Entry { name: "square-1024/gmp", prepare: || gmp(1024) },
    Entry { name: "square-2048/openssl", prepare: || openssl(2048) },
    Entry { name: "square-2048/gmp", prepare: || gmp(2048) },
    Entry { name: "square-4096/openssl", prepare: || openssl(4096) },
    Entry { name: "square-4096/gmp", prepare: || gmp(4096) },
];

/// The number of squarings per call, for Heliast and for OpenSSL.
const CHAIN: u32 = 1024;
/// The number of squarings per call of `mpz_powm`: the longest chain for which its window of 8 bits needs
/// only 128 further products, 1.1 % of its work. GMP has no function that squares a number that stays in
/// Montgomery form.
const POWER: u32 = 11_520;

/// Compares ours with a chain of `BN_mod_mul_montgomery(x, x)`.
fn openssl(bits: usize) -> Row {
    let ring = ring(bits);
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

/// Compares ours with `mpz_powm` with the exponent 2^k, which makes k squarings.
fn gmp(bits: usize) -> Row {
    let ring = ring(bits);
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

fn ring(bits: usize) -> Ring {
    Ring::new(&inputs::modulus(bits)).expect("a modulus")
}

/// Returns a number of full length: floor(N/3).
fn start(ring: &Ring) -> Natural {
    ring.modulus().div_rem(&Natural::from(3_u64)).0
}

fn residue(ring: &Ring) -> Residue {
    ring.residue(&start(ring))
}

/// Returns the result of `squarings` squarings, by our arithmetic.
fn after(ring: &Ring, squarings: u32) -> Vec<u8> {
    let mut x = residue(ring);
    ring.square_n(&mut x, squarings.into());
    bytes(&ring.natural(&x))
}
