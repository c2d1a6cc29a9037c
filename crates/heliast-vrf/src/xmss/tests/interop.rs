//! XMSS-SHA2_10_256 in two libraries that must agree with this crate: equal seeds give equal keys, and each
//! accepts the others' signatures.

use super::{
    Tree,
    rfc::{sign, verify},
};
use crate::stateful::{Scheme, Signer, Terms};
use heliast_symmetric::sha256::Sha256;
use purecrypto::xmss::{XmssParamSet, XmssPrivateKey, XmssPublicKey};
use std::{sync::LazyLock, vec::Vec};
use xmss::{DetachedSignature, KeyPair, VerifyingKey, XmssSha2_10_256};

/// SK_SEED ‖ SK_PRF ‖ PUB_SEED.
const SEEDS: [[u8; 32]; 3] = [[0xa1; 32], [0xb2; 32], [0xc3; 32]];

static TREE: LazyLock<Tree> = LazyLock::new(|| Tree::new(Sha256::new(), 10, &SEEDS[0], &SEEDS[2]));

/// OID ‖ root ‖ PUB_SEED.
fn public_key() -> Vec<u8> {
    [&[0, 0, 0, 1][..], &TREE.key().root, &SEEDS[2]].concat()
}

fn damaged(signature: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..signature.len()).step_by(97).map(|byte| {
        let mut other = signature.to_vec();
        other[byte] ^= 0x10;
        other
    })
}

#[test]
fn purecrypto_has_the_same_key_and_signatures() {
    let mut theirs = XmssPrivateKey::from_seed(XmssParamSet::Sha2_10_256, SEEDS.as_flattened());
    assert_eq!(theirs.public_key().to_bytes(), &public_key()[4..]);
    let key = XmssPublicKey::from_bytes(XmssParamSet::Sha2_10_256, &public_key()[4..]).unwrap();
    for index in 0..4 {
        let message = std::vec![index as u8; 40 * index as usize];
        let signature = sign(&TREE, &SEEDS[1], index, &message);
        assert_eq!(theirs.sign(&message).unwrap(), signature);
        assert!(verify(&TREE.key(), &message, &signature));
    }
    for index in [4, 77, 512, 1022, 1023] {
        assert!(key.verify(b"ours", &sign(&TREE, &SEEDS[1], index, b"ours")), "leaf {index}");
    }
    for signature in damaged(&sign(&TREE, &SEEDS[1], 600, b"ours")) {
        assert!(!key.verify(b"ours", &signature) && !verify(&TREE.key(), b"ours", &signature));
    }
}

#[test]
#[ignore = "half an hour in a debug build: `./test long`"]
fn large_trees_have_the_same_roots() {
    for (set, height) in [(XmssParamSet::Sha2_16_256, 16), (XmssParamSet::Sha2_20_256, 20)] {
        let terms = Terms::new(Scheme::XVrf, height, 1, 0).unwrap();
        let theirs = XmssPrivateKey::from_seed(set, SEEDS.as_flattened());
        for sha in Sha256::all().filter(|sha| height < 20 || sha.name() == Sha256::new().name()) {
            let signer = Signer::new(sha, terms, &SEEDS[0], &SEEDS[2]);
            assert_eq!(theirs.public_key().to_bytes()[..32], signer.root(), "h = {height}, {}", sha.name());
        }
    }
}

#[test]
fn rustcrypto_has_the_same_key_and_signatures() {
    let mut theirs = KeyPair::<XmssSha2_10_256>::from_seed(SEEDS.as_flattened()).unwrap();
    assert_eq!(theirs.verifying_key().as_ref(), public_key());
    let key = VerifyingKey::<XmssSha2_10_256>::try_from(&public_key()[..]).unwrap();
    for index in 0..4 {
        let message = std::vec![index as u8; 40 * index as usize];
        let signature = sign(&TREE, &SEEDS[1], index, &message);
        assert_eq!(theirs.signing_key().sign_detached(&message).unwrap().as_ref(), signature);
        assert!(verify(&TREE.key(), &message, &signature));
    }
    for index in [4, 77, 512, 1022, 1023] {
        let signature = DetachedSignature::try_from(sign(&TREE, &SEEDS[1], index, b"ours")).unwrap();
        assert!(key.verify_detached(&signature, b"ours").is_ok(), "leaf {index}");
    }
    for signature in damaged(&sign(&TREE, &SEEDS[1], 600, b"ours")) {
        let signature = DetachedSignature::try_from(signature).unwrap();
        assert!(key.verify_detached(&signature, b"ours").is_err());
    }
}

/// X-VRF's digest is H_msg with r = 0, so a standard verifier accepts its proofs if 32 zero bytes are
/// inserted.
#[test]
fn stock_verifiers_accept_lots() {
    let purecrypto = XmssPublicKey::from_bytes(XmssParamSet::Sha2_10_256, &public_key()[4..]).unwrap();
    let rustcrypto = VerifyingKey::<XmssSha2_10_256>::try_from(&public_key()[..]).unwrap();
    for leaf in [0, 1, 500, 1023] {
        let (_, proof) =
            crate::xvrf::evaluate(&TREE.hash, &TREE.secret, &TREE.key(), leaf, b"x", &TREE.path(leaf));
        let signature = [&proof[..4], &[0; 32][..], &proof[4..]].concat();
        assert!(purecrypto.verify(b"x", &signature) && verify(&TREE.key(), b"x", &signature), "leaf {leaf}");
        let signature = DetachedSignature::try_from(signature).unwrap();
        assert!(rustcrypto.verify_detached(&signature, b"x").is_ok(), "leaf {leaf}");
    }
}
