//! Tests every scheme of this crate, from bytes to bytes.

use heliast::{StatelessScheme, VrfError, VrfScheme};
use heliast_study::{Scheme, SecretKey};

const PAPER: Scheme = Scheme::ALL[0];
const THIRTEEN: Scheme = Scheme::ALL[1];

fn key(scheme: Scheme) -> SecretKey {
    SecretKey::from_seed(scheme, [scheme.id(); 32])
}

#[test]
fn numbers_and_names_stand_for_one_scheme() {
    let numbers = Scheme::ALL.map(|scheme| (scheme.id(), scheme.name()));
    assert_eq!(numbers, [(0x31, "sl-vrf-paper"), (0x32, "sl-vrf-13"), (0x51, "lb-vrf")]);
    for scheme in Scheme::ALL {
        assert_eq!(Scheme::from_id(scheme.id()), Some(scheme));
        assert_eq!(Scheme::from_name(scheme.name()), Some(scheme));
        // No scheme of a chain has the number or the name.
        assert!(VrfScheme::all().all(|other| other.id() != scheme.id()));
        assert_eq!(VrfScheme::from_name(scheme.name()), None);
    }
    assert_eq!((Scheme::from_id(0x33), Scheme::from_name("sl-vrf")), (None, None));
}

#[test]
fn every_scheme_proves_what_it_verifies() {
    for scheme in Scheme::ALL {
        for input in [&b""[..], b"words", &[7; 300]] {
            // A key of LB-VRF has one answer.
            let mut secret = key(scheme);
            let public = secret.public_key();
            assert_eq!((secret.scheme(), public.len()), (scheme, scheme.public_key_len()));
            assert_eq!(scheme.check_public_key(&public), Ok(()));
            let (output, proof) = secret.prove(input).unwrap();
            assert!(scheme.proof_len().contains(&proof.len()), "{scheme:?}: {} bytes", proof.len());
            assert_eq!(scheme.verify(&public, input, &proof), Ok(output.0.to_vec()));
            assert_eq!(secret.prove(input), Ok((output, proof)), "the same each time");
        }
    }
}

#[test]
fn randomness_changes_proofs_and_never_outputs() {
    for scheme in Scheme::ALL {
        let mut secret = key(scheme);
        let public = secret.public_key();
        let (output, plain) = secret.prove(b"words").unwrap();
        let proofs = [[1; SecretKey::RANDOM], [2; SecretKey::RANDOM]].map(|random| {
            let (hedged, proof) = secret.prove_hedged(b"words", &random).unwrap();
            let verified = scheme.verify(&public, b"words", &proof);
            assert_eq!((hedged, verified), (output, Ok(output.0.to_vec())));
            proof
        });
        // LB-VRF does not use the randomness.
        let takes_none = scheme == Scheme::LbVrf;
        assert_eq!(proofs[0] == proofs[1], takes_none, "{scheme:?}");
        assert_eq!(proofs[0] == plain, takes_none, "{scheme:?}");
    }
}

/// Tests key, input and proof of one scheme with a change, and with every other scheme.
#[test]
fn nothing_else_verifies() {
    for scheme in Scheme::ALL {
        let mut secret = key(scheme);
        let public = secret.public_key();
        let (output, proof) = secret.prove(b"words").unwrap();
        let (other_output, other_proof) = key(scheme).prove(b"word").unwrap();
        assert_ne!(output, other_output);
        assert!(scheme.verify(&public, b"word", &proof).is_err());
        assert!(scheme.verify(&public, b"words", &other_proof).is_err());
        let stranger = SecretKey::from_seed(scheme, [9; 32]).public_key();
        assert!(scheme.verify(&stranger, b"words", &proof).is_err());
        for at in (0..public.len()).step_by(public.len().div_ceil(41)).chain([public.len() - 1]) {
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
        for other in Scheme::ALL.into_iter().filter(|other| *other != scheme) {
            assert!(other.verify(&public, b"words", &proof).is_err(), "{scheme:?} as {other:?}");
        }
        for other in StatelessScheme::ALL {
            assert!(other.verify(&public, b"words", &proof).is_err(), "{scheme:?} as {other:?}");
        }
    }
}

#[test]
fn proofs_of_chains_are_of_no_scheme_here() {
    for chains in StatelessScheme::ALL {
        let mut secret = heliast::SecretKey::from_seed(chains, [7; 32]);
        let (public, (_, proof)) = (secret.public_key(), secret.prove(b"words").unwrap());
        for scheme in Scheme::ALL {
            assert!(scheme.verify(&public, b"words", &proof).is_err(), "{chains:?} as {scheme:?}");
            assert!(scheme.check_public_key(&public).is_err(), "{chains:?} as {scheme:?}");
        }
        assert_eq!(Scheme::of_public_key(&public), None);
    }
}

#[test]
fn public_keys_name_their_scheme() {
    for scheme in Scheme::ALL {
        let public = key(scheme).public_key();
        let names_itself = Some(scheme).filter(|scheme| *scheme != Scheme::LbVrf);
        assert_eq!(Scheme::of_public_key(&public), names_itself);
        assert_eq!(Scheme::of_public_key(&public[..public.len() - 1]), None);
    }
    let paper = key(PAPER).public_key();
    assert_eq!(THIRTEEN.check_public_key(&paper), Err(VrfError::OtherScheme));
}

/// The limits in `spec/vrf.md` are seven and one.
#[test]
fn the_keys_of_two_schemes_count() {
    let limits = Scheme::ALL.map(Scheme::output_limit);
    assert_eq!(limits, [Some(7), None, Some(1)]);
    let mut once = key(Scheme::LbVrf);
    once.prove(b"words").unwrap();
    assert!(once.prove(b"word").is_err() && once.prove(b"words").is_ok());
}

#[test]
fn outputs_need_no_proof() {
    for scheme in Scheme::ALL {
        let mut secret = key(scheme);
        let evaluated = secret.evaluate(b"words");
        assert_eq!(secret.prove(b"words").unwrap().0, evaluated, "{scheme:?}");
    }
}
