//! One product in a chain modulo RSA-2048: x := x·b with a fixed b, so each product waits for the previous
//! one.

use crate::{
    inputs::{self, Stream, bytes},
    peers::openssl::{self, Bignum, Montgomery, Scratch},
    row::{Entry, Row, Side, Unit},
};
use heliast_arith::Ring;

pub(super) const ENTRIES: &[Entry] = &[Entry { name: "mul-2048/openssl", prepare: || openssl(2048) }];

/// The number of products per call.
const CHAIN: u32 = 1024;

fn openssl(bits: usize) -> Row {
    let ring = Ring::new(&inputs::modulus(bits)).expect("a modulus");
    let mut stream = Stream::new("heliast/bench/mul");
    let (start, factor) = (stream.below(ring.modulus()), stream.below(ring.modulus()));

    let mut scratch = Scratch::new();
    let montgomery = Montgomery::new(Bignum::from_be_bytes(&bytes(ring.modulus())), &mut scratch);
    let mut inside = |number| montgomery.enter(&Bignum::from_be_bytes(&bytes(number)), &mut scratch);
    let (mut a, b) = (inside(&start), inside(&factor));
    let (mut x, y) = (ring.residue(&start), ring.residue(&factor));
    for _ in 0..CHAIN {
        montgomery.mul(&mut a, &b, &mut scratch);
        ring.mul_assign(&mut x, &y);
    }
    let theirs = montgomery.leave(&a, &mut scratch).to_be_bytes();
    assert_eq!(theirs, bytes(&ring.natural(&x)), "OpenSSL multiplies differently");

    let ours = Side::new(CHAIN.into(), move |_| {
        for _ in 0..CHAIN {
            ring.mul_assign(&mut x, &y);
        }
    });
    let theirs = Side::new(CHAIN.into(), move |_| {
        for _ in 0..CHAIN {
            montgomery.mul(&mut a, &b, &mut scratch);
        }
    });
    let peer = format!("{} BN_mod_mul_montgomery", openssl::version());
    Row { peer, unit: Unit::Nanoseconds, cases: 1, ours, theirs }
}
