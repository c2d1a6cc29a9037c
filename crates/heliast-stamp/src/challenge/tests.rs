//! Challenges: each field of their bytes, and bytes that are refused or encode the same challenge again.

use super::*;
use crate::{Expected, Nonce, Price, PrivateIssuer, PublicIssuer, Secret};
use proptest::{collection::vec, prelude::*, sample::Index};
use std::sync::LazyLock;

/// The places where the fields after the terms begin, in the private and in the public form.
const LENGTHS: [usize; 2] = [TERMS + SEAL, TERMS + SIGNATURE];

/// A modulus of 1024 bits whose factors do not matter here.
fn modulus() -> Natural {
    Natural::one().shl(1_023).add(&Natural::from(0x1_2345u64))
}

/// A challenge of each form.
static BOTH: LazyLock<[Challenge; 2]> = LazyLock::new(|| {
    let group = RsaGroup::unchecked(&modulus());
    let price = Price { t: 10, now_ms: 1_000, life_ms: 500 };
    let terms = Expected::new(b"a site", b"a client", 1).terms(price, Nonce([3; 16]));
    let mut issuer = PrivateIssuer::new(Secret::new([7; 32]), &group);
    issuer.add_delay(10);
    [issuer.challenge(&terms).unwrap(), PublicIssuer::new(&[9; 32], &group).challenge(&terms)]
});

fn said(bytes: &[u8]) -> Option<String> {
    Challenge::from_bytes(bytes).err().map(|error| error.to_string())
}

#[track_caller]
fn assert_refused(bytes: &[u8], why: &str) {
    assert_eq!(said(bytes), Some(format!("these are not bytes of a challenge: {why}")));
}

/// A challenge whose bytes are replaced from one place on.
fn from(challenge: &Challenge, at: usize, rest: &[&[u8]]) -> Vec<u8> {
    [&challenge.to_bytes()[..at], &rest.concat()].concat()
}

#[test]
fn a_challenge_is_written_field_by_field() {
    for (challenge, at) in BOTH.iter().zip(LENGTHS) {
        let bytes = challenge.to_bytes();
        assert_eq!(bytes[at..at + 4], 128u32.to_be_bytes());
        assert_eq!(Natural::from_be_bytes(&bytes[at + 4..at + 132]), modulus());
        let read = Challenge::from_bytes(&bytes).unwrap();
        assert_eq!(
            (read.form, read.terms(), &read.head),
            (challenge.form, challenge.terms(), &challenge.head)
        );
        assert_eq!(read.group().modulus(), &modulus());
        assert!(read.group.equal(&read.x, &challenge.x));
        assert_eq!(read.to_bytes(), bytes);
    }
    let [private, public] = BOTH.each_ref().map(|challenge| challenge.to_bytes().len());
    assert_eq!([private, public], [TERMS + 16 + 4 + 2 * 128, TERMS + 64 + 4 + 128]);
}

#[test]
fn each_field_has_its_refusal() {
    for (challenge, at) in BOTH.iter().zip(LENGTHS) {
        let bytes = challenge.to_bytes();
        for (place, other) in [(0, &b"hLST"[..]), (4, &[2]), (5, &[2]), (5, &[0xff])] {
            let mut changed = bytes.clone();
            changed[place..place + other.len()].copy_from_slice(other);
            assert_refused(&changed, "magic, version or form");
        }
        // t, then the two times.
        for (place, number) in
            [(22, 0), (22, 1 << 48), (22, u64::MAX), (30, 1_501), (38, 999), (38, 1 << 53), (38, u64::MAX)]
        {
            let mut changed = bytes.clone();
            changed[place..place + 8].copy_from_slice(&u64::to_be_bytes(number));
            assert_refused(&changed, "its terms are out of range");
        }
        for len in 0..bytes.len() {
            let why = match len {
                0..6 => "magic, version or form",
                6..22 => "too short",
                22..TERMS => "its terms are out of range",
                _ if len < at => "too short",
                _ if len < at + 132 => "its modulus",
                _ => "too short",
            };
            assert_refused(&bytes[..len], why);
        }
        assert_refused(&[&bytes[..], &[0]].concat(), "too long");
        assert_refused(&[&bytes[..], &bytes].concat(), "too long");
    }
}

#[test]
fn a_modulus_has_128_to_1024_bytes_none_of_which_is_left_out() {
    let number = |len: usize, first: u8, last: u8| {
        let mut bytes = vec![0x11; len];
        (bytes[0], bytes[len - 1]) = (first, last);
        bytes
    };
    for (challenge, at) in BOTH.iter().zip(LENGTHS) {
        let with = |len: u32, modulus: &[u8]| {
            // The number 4 is a canonical element of each group.
            let four = [vec![0; modulus.len().saturating_sub(1)], vec![4]].concat();
            let x = if challenge.form == Form::Private { &four[..] } else { &[] };
            from(challenge, at, &[&len.to_be_bytes(), modulus, x])
        };
        for len in [128, 129, 200, 256, 1_024] {
            let bytes = with(len, &number(len as usize, 1, 1));
            assert_eq!(Challenge::from_bytes(&bytes).unwrap().to_bytes(), bytes, "{len} bytes");
            assert!(bytes.len() <= MAX_CHALLENGE);
            assert_refused(&with(len, &number(len as usize, 0, 1)), "its modulus");
            assert_refused(&with(len, &number(len as usize, 0xff, 0xfe)), "its modulus");
            assert_refused(
                &with(len + 1, &number(len as usize, 1, 1))[..at + 4 + len as usize],
                "its modulus",
            );
        }
        for len in [0, 1, 2, 127, 1_025, 2_000] {
            assert_refused(&with(len, &vec![0xff; len as usize]), "its modulus");
        }
        assert_refused(&with(u32::MAX, &number(128, 1, 1)), "its modulus");
    }
}

/// A sender need not read longer challenges.
#[test]
fn the_longest_challenge_has_a_modulus_of_8192_bits() {
    let modulus = vec![0xff; 1_024];
    let longest = [BOTH[0].head.len(), BOTH[1].head.len()].map(|head| head + 4 + modulus.len());
    assert!(longest[0] + 1_024 <= MAX_CHALLENGE && longest[1] <= MAX_CHALLENGE);
}

/// Only one of x and −x is a valid encoding, and it has no factor in common with the modulus.
#[test]
fn the_number_to_square_is_canonical() {
    let (challenge, at) = (&BOTH[0], LENGTHS[0]);
    let (bytes, modulus) = (challenge.to_bytes(), modulus());
    let with = |x: &Natural| from(challenge, at + 132, &[&x.to_be_bytes(128).unwrap()]);
    let less = |x: &Natural| modulus.sub(x).unwrap();
    let x = Natural::from_be_bytes(&bytes[at + 132..]);
    assert_eq!(with(&x), bytes);
    for other in [&Natural::from(0u64), &less(&Natural::one()), &less(&x), &modulus] {
        assert_refused(&with(other), "the number to square");
    }
    assert_refused(&from(challenge, at + 132, &[&[0xff; 128]]), "the number to square");
    for other in [1u64, 4] {
        assert_eq!(said(&with(&Natural::from(other))), None, "{other}");
    }
}

#[test]
fn a_form_is_not_taken_for_the_other() {
    for (challenge, at) in BOTH.iter().zip(LENGTHS) {
        let mut bytes = challenge.to_bytes();
        bytes[5] ^= 1;
        assert!(said(&bytes).is_some());
        // It is also refused with the right length.
        bytes.resize(TERMS + SEAL + SIGNATURE + 132 + 128 - (at - TERMS), 0);
        assert!(said(&bytes).is_some());
    }
}

/// x of the public form is a hash of all terms, so nobody can square before the issuer has chosen the nonce.
#[test]
fn the_input_of_a_public_challenge_is_bound_to_every_byte_of_its_terms() {
    let challenge = &BOTH[1];
    let terms = &challenge.head[..TERMS];
    assert!(challenge.group.equal(&challenge.x, &input(&challenge.group, terms)));
    for place in 0..TERMS {
        let mut changed = terms.to_vec();
        changed[place] ^= 1;
        assert!(!challenge.group.equal(&challenge.x, &input(&challenge.group, &changed)), "byte {place}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// A hostile server may send any bytes.
    #[test]
    fn edited_bytes_are_refused_or_a_challenge_of_these_bytes(
        form in 0usize..2,
        edits in vec((any::<Index>(), any::<u8>()), 1..4),
        (cut, more) in (prop_oneof![3 => Just(0usize), 1 => 0usize..300], vec(any::<u8>(), 0..2)),
    ) {
        let mut bytes = BOTH[form].to_bytes();
        for (place, byte) in edits {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        bytes.truncate(bytes.len() - cut);
        bytes.extend(more);
        if let Ok(read) = Challenge::from_bytes(&bytes) {
            prop_assert_eq!(read.to_bytes(), bytes);
        }
    }
}
