//! Tests of private items: H itself, canonical encodings, and a Γ with a component of small order.

use super::{
    Ell2, SecretKey, Tai,
    encode_to_curve::Suite,
    point::Encoded,
    proof::Proof,
    scheme::{challenge, scalar},
};
use crate::{Malformed, Vrf};
use curve25519_dalek::{
    constants::EIGHT_TORSION,
    edwards::{CompressedEdwardsY, EdwardsPoint},
};
use num_bigint::BigUint;
use proptest::prelude::*;
use sha2::{Digest, Sha512};
use std::{string::String, vec::Vec};

#[test]
fn encode_to_curve_gives_the_points_of_the_vectors() {
    let mut checked = 0;
    for case in testkit::of_kind(&testkit::cases("ecvrf.json"), "prove") {
        let (salt, input) = (testkit::array(case, "public_key"), testkit::bytes(case, "alpha"));
        let h = match testkit::text(case, "scheme") {
            "ecvrf-edwards25519-sha512-tai" => Tai::encode_to_curve(&salt, &input),
            _ => Ell2::encode_to_curve(&salt, &input),
        };
        assert_eq!(
            h.unwrap().compress().as_bytes()[..],
            testkit::bytes(case, "h"),
            "{}",
            testkit::place(case)
        );
        checked += 1;
    }
    assert!(checked >= 6, "the six examples of RFC 9381 at least");
}

/// Encodings near the limits of canonical ones: y and 2^255 − 1 − y for small y, and y near p, with both
/// signs.
fn edge_encodings() -> Vec<[u8; 32]> {
    let mut all = Vec::new();
    for low in 0..=255u8 {
        for sign in [0, 0x80] {
            let (mut small, mut large) = ([0; 32], [0xff; 32]);
            (small[0], small[31]) = (low, sign);
            (large[0], large[31]) = (low, 0x7f | sign);
            all.extend([small, large]);
        }
    }
    all
}

/// The slow rule: an encoding is canonical if the decoded point is encoded as the same bytes.
fn decode_by_encoding_again(bytes: &[u8; 32]) -> Option<[u8; 32]> {
    let point = CompressedEdwardsY(*bytes).decompress()?;
    let again = point.compress().to_bytes();
    (again == *bytes).then_some(again)
}

#[test]
fn decoding_accepts_exactly_what_encodes_to_itself() {
    let mut refused = 0;
    for bytes in edge_encodings() {
        let decoded = Encoded::decode(&bytes);
        assert_eq!(decoded.map(|it| it.bytes).ok(), decode_by_encoding_again(&bytes), "{bytes:02x?}");
        refused += usize::from(matches!(decoded, Err(Malformed::PointNotCanonical)));
    }
    // y = p, ..., 2^255 − 1 with both signs, and the negative zero of y = 1 and y = −1.
    assert_eq!(refused, 2 * 19 + 2);
}

proptest! {
    #[test]
    fn random_encodings_decode_as_by_encoding_again(bytes: [u8; 32]) {
        prop_assert_eq!(Encoded::decode(&bytes).map(|it| it.bytes).ok(), decode_by_encoding_again(&bytes));
    }

    #[test]
    fn elligator_agrees_with_big_integers(salt: [u8; 32], input in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut message = salt.to_vec();
        message.extend(&input);
        let expected = CompressedEdwardsY(elligator_oracle(&message)).decompress().unwrap().mul_by_cofactor();
        prop_assert_eq!(Ell2::encode_to_curve(&salt, &input).unwrap(), expected);
    }
}

/// RFC 9380: hash_to_field (5.2), map_to_curve_elligator2 (6.7.1) and the rational map (6.8.2, appendix D.1)
/// to edwards25519, by their definitions in affine coordinates, before the cofactor.
fn elligator_oracle(message: &[u8]) -> [u8; 32] {
    let p = (BigUint::from(1u8) << 255u32) - 19u8;
    let inverse = |x: &BigUint| x.modpow(&(&p - 2u8), &p);
    let minus = |x: &BigUint| (&p - x % &p) % &p;
    let is_square = |x: &BigUint| x.modpow(&((&p - 1u8) >> 1u32), &p) <= BigUint::from(1u8);
    let root = |x: &BigUint, odd: bool| {
        let i = BigUint::from(2u8).modpow(&((&p - 1u8) >> 2u32), &p);
        let y = x.modpow(&((&p + 3u8) >> 3u32), &p);
        let y = if &y * &y % &p == x % &p { y } else { y * i % &p };
        assert_eq!(&y * &y % &p, x % &p);
        if y.bit(0) == odd { y } else { minus(&y) }
    };
    let j = BigUint::from(486_662u32);
    let g = |x: &BigUint| (x * x * x + &j * x * x + x) % &p;

    let u = BigUint::from_bytes_be(&expand_message(message)) % &p;
    let x1 = minus(&(&j * inverse(&(2u8 * &u * &u + 1u8))));
    let x2 = minus(&(&x1 + &j));
    let (s, t) = if is_square(&g(&x1)) {
        (x1.clone(), root(&g(&x1), true))
    } else {
        (x2.clone(), root(&g(&x2), false))
    };
    let v = root(&minus(&BigUint::from(486_664u32)), false) * &s * inverse(&t) % &p;
    let w = (&s + minus(&BigUint::from(1u8))) * inverse(&(&s + 1u8)) % &p;

    let mut bytes = [0; 32];
    let y = w.to_bytes_le();
    bytes[..y.len()].copy_from_slice(&y);
    bytes[31] |= u8::from(v.bit(0)) << 7;
    bytes
}

/// expand_message_xmd to 48 bytes with SHA-512 (RFC 9380, 5.3.1).
fn expand_message(message: &[u8]) -> Vec<u8> {
    let mut domain = b"ECVRF_edwards25519_XMD:SHA-512_ELL2_NU_\x04".to_vec();
    domain.push(domain.len() as u8);
    let b0 = Sha512::new()
        .chain_update([0; 128])
        .chain_update(message)
        .chain_update([0, 48, 0])
        .chain_update(&domain)
        .finalize();
    let b1 = Sha512::new().chain_update(b0).chain_update([1]).chain_update(&domain).finalize();
    b1[..48].to_vec()
}

/// A key's holder can add a point T of order 2 to Γ and still make valid proofs: every second nonce gives
/// an even c, and then cT = 0. β is the same because of the factor 8. So nothing may depend on π.
#[test]
fn torsion_in_gamma_verifies_and_changes_no_output() {
    let mut secret = SecretKey::from_seed([1; 32]);
    let (output, honest) = Ell2::prove(&mut secret, (), b"input").unwrap();
    let public = *secret.public_key();
    let h = Ell2::encode_to_curve(&public.to_bytes(), b"input").unwrap();
    let gamma = honest.gamma.point + EIGHT_TORSION[4];
    let gamma = Encoded { point: gamma, bytes: gamma.compress().to_bytes() };

    let proof = (1..64u8)
        .map(|seed| {
            let k = secret.nonce(&[seed; 32]);
            let [h_bytes, u, v] = [h, EdwardsPoint::mul_base(&k), *k * h].map(|it| it.compress().to_bytes());
            let c = challenge::<Ell2>([&public.to_bytes(), &h_bytes, &gamma.bytes, &u, &v]);
            Proof { gamma, c, s: *k + scalar(&c) * secret.x }
        })
        .find(|proof| proof.c[0] & 1 == 0)
        .unwrap();
    assert_ne!(proof, honest);
    assert_eq!(Ell2::verify(&public, (), b"input", &proof), Ok(output));
}

#[test]
fn no_secret_is_printed() {
    let secret = SecretKey::from_seed([7; 32]);
    let printed = std::format!("{secret:?}");
    let secrets: [String; 3] =
        [&[7; 32], secret.x.as_bytes(), &secret.prefix].map(|bytes| hex::encode(&bytes[..8]));
    assert!(printed.contains(&hex::encode(secret.public_key().to_bytes())));
    assert!(secrets.iter().all(|secret| !printed.contains(secret)), "{printed}");
}
