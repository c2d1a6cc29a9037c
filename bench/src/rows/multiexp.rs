//! x^a · y^b modulo RSA-2048 with random exponents of one length: the algebra of a verification.

use crate::{
    inputs::{self, Stream, bytes},
    peers::openssl::{self, Bignum, Montgomery, Scratch},
    row::{Entry, Row, Side, Unit},
};
use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup, multiexp};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "multiexp2-2048-256/openssl", prepare: || openssl(2048, 256) },
    Entry { name: "multiexp2-2048-512/openssl", prepare: || openssl(2048, 512) },
];

/// The number of pairs of exponents; a single pair may suit one side's windows by chance.
const CASES: usize = 8;

fn openssl(bits: usize, exponent_bits: usize) -> Row {
    let group = RsaGroup::unchecked(&inputs::modulus(bits));
    let mut stream = Stream::new("heliast/bench/multiexp2");
    let bases = [b"x", b"y"].map(|name| group.hash("heliast/bench/multiexp2", name));
    let exponents: Vec<[Natural; 2]> =
        (0..CASES).map(|_| [stream.exact_bits(exponent_bits), stream.exact_bits(exponent_bits)]).collect();

    let mut scratch = Scratch::new();
    let bignum = |number| Bignum::from_be_bytes(&bytes(number));
    let montgomery = Montgomery::new(bignum(group.modulus()), &mut scratch);
    let their_bases = bases.each_ref().map(|base| Bignum::from_be_bytes(&group.encode(base)));
    let their_exponents: Vec<_> = exponents.iter().map(|pair| pair.each_ref().map(bignum)).collect();

    let ours = {
        let (group, exponents) = (group.clone(), exponents.clone());
        move |case: usize| {
            let [a, b] = &exponents[case];
            multiexp(&group, &[(&bases[0], a), (&bases[1], b)])
        }
    };
    let mut theirs = move |case: usize| {
        let [a, b] = &their_exponents[case];
        montgomery.double_power((&their_bases[0], a), (&their_bases[1], b), &mut scratch)
    };
    for case in 0..CASES {
        let found = Natural::from_be_bytes(&theirs(case).to_be_bytes());
        let canonical = group.modulus().sub(&found).expect("a residue").min(found);
        let found = group.decode(&canonical.to_be_bytes(group.encoded_len()).expect("the length fits"));
        assert!(group.equal(&ours(case), &found.expect("an element")), "OpenSSL's power differs");
    }

    let ours = Side::new(1, move |case| drop(ours(case)));
    let theirs = Side::new(1, move |case| drop(theirs(case)));
    let peer = format!("{} BN_mod_exp2_mont", openssl::version());
    Row { peer, unit: Unit::Microseconds, cases: CASES, ours, theirs }
}
