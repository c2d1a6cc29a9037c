//! Every stateless VRF scheme of chains, from bytes to bytes.

use crate::common;
use heliast::{Chain, Genesis, SecretKey, StatelessScheme, VrfError, VrfScheme};

fn key(scheme: StatelessScheme) -> SecretKey {
    SecretKey::from_seed(scheme, [scheme as u8; 32])
}

#[test]
fn numbers_and_names_stand_for_one_scheme() {
    let numbers = StatelessScheme::ALL.map(|scheme| (scheme as u8, scheme.name()));
    let expected = [
        (0x03, "ecvrf-edwards25519-sha512-tai"),
        (0x04, "ecvrf-edwards25519-sha512-ell2"),
        (0x41, "a-vrf-small"),
        (0x42, "a-vrf-fast"),
    ];
    assert_eq!(numbers, expected);
    for scheme in StatelessScheme::ALL {
        assert_eq!(StatelessScheme::from_id(scheme as u8), Some(scheme));
        assert_eq!(StatelessScheme::from_name(scheme.name()), Some(scheme));
    }
    assert_eq!((StatelessScheme::from_id(0x33), StatelessScheme::from_name("sl-vrf")), (None, None));
}

#[test]
fn every_scheme_proves_what_it_verifies() {
    for scheme in StatelessScheme::ALL {
        let mut secret = key(scheme);
        let public = secret.public_key();
        assert_eq!((secret.scheme(), public.len()), (scheme, scheme.public_key_len()));
        assert_eq!(scheme.check_public_key(&public), Ok(()));
        for input in [&b""[..], b"words", &[7; 300]] {
            let (output, proof) = secret.prove(input).unwrap();
            assert!(scheme.proof_len().contains(&proof.len()), "{scheme:?}: {} bytes", proof.len());
            assert_eq!(scheme.verify(&public, input, &proof), Ok(output.clone()));
            assert_eq!(secret.prove(input), Ok((output, proof)), "the same each time");
        }
    }
}

/// These schemes do not use randomness, and their public keys do not name the scheme.
const ECVRF: [StatelessScheme; 2] = [StatelessScheme::EcvrfTai, StatelessScheme::EcvrfEll2];

#[test]
fn randomness_changes_proofs_and_never_outputs() {
    for scheme in StatelessScheme::ALL {
        let mut secret = key(scheme);
        let public = secret.public_key();
        let (output, plain) = secret.prove(b"words").unwrap();
        let proofs = [[1; SecretKey::RANDOM], [2; SecretKey::RANDOM]].map(|random| {
            let (hedged, proof) = secret.prove_hedged(b"words", &random).unwrap();
            assert_eq!((&hedged, scheme.verify(&public, b"words", &proof)), (&output, Ok(output.clone())));
            proof
        });
        let takes_none = ECVRF.contains(&scheme);
        assert_eq!(proofs[0] == proofs[1], takes_none, "{scheme:?}");
        assert_eq!(proofs[0] == plain, takes_none, "{scheme:?}");
    }
}

/// Changes key, input and proof of one scheme, and passes them to every other scheme.
#[test]
fn nothing_else_verifies() {
    for scheme in StatelessScheme::ALL {
        let mut secret = key(scheme);
        let public = secret.public_key();
        let (output, proof) = secret.prove(b"words").unwrap();
        let (other_output, other_proof) = secret.prove(b"word").unwrap();
        assert_ne!(output, other_output);
        assert!(scheme.verify(&public, b"word", &proof).is_err());
        assert!(scheme.verify(&public, b"words", &other_proof).is_err());
        let stranger = SecretKey::from_seed(scheme, [9; 32]).public_key();
        assert!(scheme.verify(&stranger, b"words", &proof).is_err());
        for at in (0..public.len()).chain([public.len() - 1]) {
            let mut changed = public.clone();
            changed[at] ^= 1;
            assert!(scheme.verify(&changed, b"words", &proof).is_err(), "{scheme:?}: key, byte {at}");
        }
        for at in (0..proof.len()).step_by(proof.len() / 41).chain([proof.len() - 1]) {
            let mut changed = proof.clone();
            changed[at] ^= 0x40;
            assert!(scheme.verify(&public, b"words", &changed).is_err(), "{scheme:?}: proof, byte {at}");
        }
        for bytes in [&proof[1..], &proof[..proof.len() - 1], &[&proof[..], &[0]].concat(), &[]] {
            assert!(scheme.verify(&public, b"words", bytes).is_err(), "{scheme:?}: {} bytes", bytes.len());
        }
        for other in StatelessScheme::ALL.into_iter().filter(|other| *other != scheme) {
            assert!(other.verify(&public, b"words", &proof).is_err(), "{scheme:?} as {other:?}");
        }
    }
}

#[test]
fn public_keys_name_their_scheme() {
    for scheme in StatelessScheme::ALL {
        let public = key(scheme).public_key();
        let named = VrfScheme::of_public_key(&public);
        match ECVRF.contains(&scheme) {
            true => assert_eq!(named, None),
            false => assert_eq!(named, Some(VrfScheme::Stateless(scheme))),
        }
        assert_eq!(VrfScheme::of_public_key(&public[..public.len() - 1]), None);
    }
    let fast = key(StatelessScheme::AVrfFast).public_key();
    assert_eq!(StatelessScheme::AVrfSmall.check_public_key(&fast), Err(VrfError::OtherScheme));
}

/// By `spec/round.md` the scheme is 0x03, 0x04, 0x41 or 0x42.
#[test]
fn stateless_keys_of_chains_are_of_no_other_scheme() {
    let of = |scheme: StatelessScheme| {
        let mut genesis = common::genesis(StatelessScheme::EcvrfTai, 1);
        genesis.vrf = scheme;
        for (number, participant) in genesis.participants.iter_mut().enumerate() {
            participant.public_key = SecretKey::from_seed(scheme, [number as u8; 32]).public_key();
        }
        genesis
    };
    for scheme in StatelessScheme::ALL {
        let genesis = of(scheme);
        assert_eq!(Genesis::from_bytes(&genesis.to_bytes()), Ok(genesis.clone()));
        Chain::new(genesis).unwrap();
    }
    let bytes = of(StatelessScheme::AVrfFast).to_bytes();
    let place = bytes.iter().position(|byte| *byte == StatelessScheme::AVrfFast as u8).unwrap();
    for number in (0..=255).filter(|number| StatelessScheme::from_id(*number).is_none()) {
        let mut foreign = bytes.clone();
        foreign[place] = number;
        let message = Genesis::from_bytes(&foreign).unwrap_err().to_string();
        assert!(message.starts_with("VRF: ") && message.ends_with("those of ECVRF or A-VRF"), "{message}");
    }
}
