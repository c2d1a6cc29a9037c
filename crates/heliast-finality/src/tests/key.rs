//! Keys and signatures: names and numbers, points that are refused as keys, and the signatures that count.

use crate::{BadSignature, ConsensusKey, KeyType, Malformed};
use curve25519_dalek::{
    EdwardsPoint, Scalar,
    constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION},
    edwards::CompressedEdwardsY,
};
use ml_dsa::{B32, Keypair, MlDsa65};
use proptest::{prelude::*, sample::Index};
use sha2::{Digest, Sha256, Sha512};

/// L, little-endian.
const ORDER: [u8; 32] = {
    let mut order = [0; 32];
    let low = 27_742_317_777_372_353_535_851_937_790_883_648_493u128.to_le_bytes();
    let mut place = 0;
    while place < 16 {
        order[place] = low[place];
        place += 1;
    }
    order[31] = 0x10;
    order
};

#[test]
fn each_scheme_has_its_numbers_and_names() {
    let schemes = [
        (KeyType::Ed25519, 1, "ed25519", "tendermint/PubKeyEd25519", "Ed25519", 32, 64),
        (KeyType::MlDsa65, 2, "ml_dsa_65", "cometbft/PubKeyMlDsa65", "ML-DSA-65", 1952, 3309),
    ];
    for (scheme, id, engine, json, name, key, signature) in schemes {
        assert_eq!((KeyType::from_id(id), scheme as u8), (Some(scheme), id));
        assert_eq!((KeyType::from_engine_name(engine), scheme.engine_name()), (Some(scheme), engine));
        assert_eq!((KeyType::from_engine_json_name(json), scheme.engine_json_name()), (Some(scheme), json));
        assert_eq!((scheme.name(), scheme.public_key_len(), scheme.signature_len()), (name, key, signature));
        for other in ["", "Ed25519", "ED25519", "ml-dsa-65", "tendermint/PubKeySecp256k1", name] {
            assert_eq!(KeyType::from_engine_name(other), None, "{other}");
            assert_eq!(KeyType::from_engine_json_name(other), None, "{other}");
        }
    }
    assert!((0..=255).filter(|id| ![1, 2].contains(id)).all(|id| KeyType::from_id(id).is_none()));
}

#[test]
fn a_key_has_the_length_of_its_scheme_and_an_address_of_twenty_bytes() {
    let basepoint = ED25519_BASEPOINT_POINT.compress().to_bytes();
    for (scheme, bytes) in [(KeyType::Ed25519, &basepoint[..]), (KeyType::MlDsa65, &[3; 1952])] {
        let key = ConsensusKey::new(scheme, bytes).unwrap();
        assert_eq!((key.key_type(), key.as_bytes()), (scheme, bytes));
        assert_eq!(key.address()[..], Sha256::digest(bytes)[..20]);
        let longer = [bytes, &[0]].concat();
        let rule = Malformed::Field { field: "validator", rule: "wrong public key length" };
        for wrong in [&[], &bytes[1..], &longer] {
            assert_eq!(ConsensusKey::new(scheme, wrong), Err(rule.clone()), "{} bytes", wrong.len());
        }
    }
}

/// Every encoding of a y with little order: y and, where that is below 2^255, y + p, with both signs.
fn small_order_encodings() -> Vec<[u8; 32]> {
    let mut all = Vec::new();
    for point in EIGHT_TORSION {
        let mut bytes = point.compress().to_bytes();
        bytes[31] &= 0x7f;
        all.push(bytes);
        if bytes[1..].iter().all(|byte| *byte == 0) && bytes[0] < 19 {
            // p is 2^255 − 19.
            let mut more = [0xff; 32];
            (more[0], more[31]) = (bytes[0] + 0xed, 0x7f);
            all.push(more);
        }
    }
    let negative = |mut bytes: [u8; 32]| {
        bytes[31] |= 0x80;
        bytes
    };
    all.iter().copied().chain(all.iter().copied().map(negative)).collect()
}

#[test]
fn no_key_has_a_small_order_in_any_encoding() {
    let rule = "its Ed25519 key is not a point of the curve of large order";
    let encodings = small_order_encodings();
    assert!(encodings.len() > 16, "y = 0 and y = 1 have a second encoding");
    for bytes in encodings {
        let found = ConsensusKey::new(KeyType::Ed25519, &bytes);
        assert_eq!(found, Err(Malformed::Field { field: "validator", rule }), "{}", hex::encode(bytes));
    }
}

/// y is taken modulo p: y + p is a key if y is one, though with another address.
#[test]
fn a_key_whose_y_is_not_reduced_is_a_key_if_the_reduced_one_is() {
    let mut keys = 0;
    for y in 0u8..19 {
        for sign in [0, 0x80] {
            let (mut reduced, mut other) = ([0; 32], [0xff; 32]);
            (reduced[0], reduced[31]) = (y, sign);
            (other[0], other[31]) = (y + 0xed, 0x7f | sign);
            let [reduced, other] = [reduced, other].map(|bytes| ConsensusKey::new(KeyType::Ed25519, &bytes));
            assert_eq!(reduced.is_ok(), other.is_ok(), "{y} and {sign}");
            if let (Ok(reduced), Ok(other)) = (reduced, other) {
                assert_ne!(reduced.address(), other.address());
                keys += 1;
            }
        }
    }
    assert!(keys >= 10, "{keys}");
}

/// Signs by the equation of ZIP 215 with a, the secret of A = a·B: k is computed over the encodings, and
/// torsion may be added to A and R.
struct Signer {
    secret: Scalar,
    public: EdwardsPoint,
}

impl Signer {
    fn new(torsion: &EdwardsPoint) -> Signer {
        let secret = Scalar::from(987_654_321u64);
        Signer { secret, public: ED25519_BASEPOINT_POINT * secret + torsion }
    }

    fn key(&self) -> ConsensusKey {
        ConsensusKey::new(KeyType::Ed25519, &self.public.compress().to_bytes()).unwrap()
    }

    fn sign(&self, message: &[u8], torsion: &EdwardsPoint) -> [u8; 64] {
        let nonce = Scalar::from(123_456_789u64);
        let point = (ED25519_BASEPOINT_POINT * nonce + torsion).compress();
        self.signature(message, point, nonce)
    }

    fn signature(&self, message: &[u8], point: CompressedEdwardsY, nonce: Scalar) -> [u8; 64] {
        let digest = Sha512::new_with_prefix(point.as_bytes())
            .chain_update(self.public.compress().as_bytes())
            .chain_update(message)
            .finalize();
        let s = nonce + Scalar::from_bytes_mod_order_wide(&digest.into()) * self.secret;
        let mut signature = [0; 64];
        signature[..32].copy_from_slice(point.as_bytes());
        signature[32..].copy_from_slice(s.as_bytes());
        signature
    }
}

#[test]
fn torsion_in_a_key_or_a_signature_makes_no_difference() {
    for torsion in &EIGHT_TORSION {
        let [plain, mixed] = [&EIGHT_TORSION[0], torsion].map(Signer::new);
        for (signer, in_point) in [(&plain, torsion), (&mixed, &EIGHT_TORSION[0]), (&mixed, torsion)] {
            let signature = signer.sign(b"vote", in_point);
            assert_eq!(signer.key().verify(b"vote", &signature), Ok(()));
            assert_eq!(signer.key().verify(b"veto", &signature), Err(BadSignature));
        }
        // k is computed over the encodings, so that no signature is good for another key of the same class.
        if torsion != &EIGHT_TORSION[0] {
            assert_eq!(mixed.key().verify(b"vote", &plain.sign(b"vote", torsion)), Err(BadSignature));
        }
    }
}

/// R of small order, in every encoding, is allowed: S is then k·a.
#[test]
fn a_point_of_small_order_in_a_signature_is_allowed_in_any_encoding() {
    let signer = Signer::new(&EIGHT_TORSION[0]);
    for bytes in small_order_encodings() {
        let point = CompressedEdwardsY(bytes);
        let signature = signer.signature(b"vote", point, Scalar::ZERO);
        assert_eq!(point.decompress().is_some(), signer.key().verify(b"vote", &signature).is_ok());
    }
}

/// S + L would be a second signature of the same vote.
#[test]
fn an_s_that_is_not_below_the_order_is_refused() {
    let signer = Signer::new(&EIGHT_TORSION[0]);
    let signature = signer.sign(b"vote", &EIGHT_TORSION[0]);
    let mut greater = signature;
    let mut carry = 0;
    for (byte, order) in greater[32..].iter_mut().zip(ORDER) {
        let sum = u16::from(*byte) + u16::from(order) + carry;
        (*byte, carry) = (sum as u8, sum >> 8);
    }
    let s = Scalar::from_bytes_mod_order(greater[32..].try_into().unwrap());
    assert_eq!(s.as_bytes(), &signature[32..], "the same scalar");
    assert_eq!(signer.key().verify(b"vote", &greater), Err(BadSignature));
    for s in [ORDER, [0xff; 32]] {
        let forged = [&signature[..32], &s].concat();
        assert_eq!(signer.key().verify(b"vote", &forged), Err(BadSignature));
    }
}

#[test]
fn a_signature_of_another_length_is_refused() {
    let signer = Signer::new(&EIGHT_TORSION[0]);
    let signature = [signer.sign(b"vote", &EIGHT_TORSION[0]).to_vec(), vec![0; 40]].concat();
    for len in (0..signature.len()).filter(|len| *len != 64) {
        assert_eq!(signer.key().verify(b"vote", &signature[..len]), Err(BadSignature), "{len} bytes");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_the_usual_signer_signs_counts_and_no_other_bit(
        seed: [u8; 32],
        message: Vec<u8>,
        bit in 0usize..512,
        place: Index,
    ) {
        use ed25519_dalek::Signer;
        let signer = ed25519_dalek::SigningKey::from_bytes(&seed);
        let key = ConsensusKey::new(KeyType::Ed25519, signer.verifying_key().as_bytes()).unwrap();
        let mut signature = signer.sign(&message).to_bytes();
        prop_assert_eq!(key.verify(&message, &signature), Ok(()));
        let mut other = message.clone();
        if let Some(byte) = (!other.is_empty()).then(|| place.index(other.len())) {
            other[byte] ^= 1 << (bit % 8);
        } else {
            other.push(0);
        }
        prop_assert_eq!(key.verify(&other, &signature), Err(BadSignature));
        signature[bit / 8] ^= 1 << (bit % 8);
        prop_assert_eq!(key.verify(&message, &signature), Err(BadSignature));
    }
}

/// FIPS 204 with an empty context, and without pre-hashing.
#[test]
fn a_post_quantum_signature_is_one_without_a_context() {
    let signer = ml_dsa::SigningKey::<MlDsa65>::from_seed(&B32::from([7; 32]));
    let of = |bytes: &[u8]| ConsensusKey::new(KeyType::MlDsa65, bytes).unwrap();
    let key = of(&signer.verifying_key().encode());
    let sign = |context: &[u8]| {
        let signature = signer.expanded_key().sign_deterministic(b"vote", context).unwrap();
        signature.encode().to_vec()
    };
    let signature = sign(b"");
    assert_eq!(key.verify(b"vote", &signature), Ok(()));
    assert_eq!(key.verify(b"veto", &signature), Err(BadSignature));
    assert_eq!(key.verify(b"vote", &sign(b"heliast")), Err(BadSignature));
    for place in [0, 47, 48, 1_000, 3_247, 3_248, 3_308] {
        let mut changed = signature.clone();
        changed[place] ^= 1;
        assert_eq!(key.verify(b"vote", &changed), Err(BadSignature), "byte {place}");
    }
    for wrong in [&signature[1..], &signature[..3_308], &[], &[0; 3_309], &[0xff; 3_309], &[0; 3_310]] {
        assert_eq!(key.verify(b"vote", wrong), Err(BadSignature), "{} bytes", wrong.len());
    }
    let mut other = signer.verifying_key().encode().to_vec();
    other[0] ^= 1;
    assert_eq!(of(&other).verify(b"vote", &signature), Err(BadSignature));
    assert_eq!(of(&[0; 1952]).verify(b"vote", &signature), Err(BadSignature));
}
