//! Every VRF scheme without turns, recommended or not, from bytes to bytes.

use heliast::{StatelessScheme, VrfError};
use heliast_study::{
    any::{AnyScheme, AnySecretKey, AnyStateless},
    slvrf::Suite,
};

fn key(scheme: AnyStateless) -> AnySecretKey {
    AnySecretKey::from_seed(scheme, [scheme.id(); 32])
}

#[test]
fn numbers_and_names_stand_for_one_scheme() {
    let numbers: Vec<_> = AnyStateless::all().map(|scheme| (scheme.id(), scheme.name())).collect();
    let expected = [
        (0x03, "ecvrf-edwards25519-sha512-tai"),
        (0x04, "ecvrf-edwards25519-sha512-ell2"),
        (0x41, "a-vrf-small"),
        (0x42, "a-vrf-fast"),
        (0x31, "sl-vrf-paper"),
        (0x32, "sl-vrf-13"),
    ];
    assert_eq!(numbers, expected);
    for scheme in AnyStateless::all() {
        assert_eq!(AnyStateless::from_id(scheme.id()), Some(scheme));
        assert_eq!(AnyStateless::from_name(scheme.name()), Some(scheme));
    }
    assert_eq!((AnyStateless::from_id(0x33), AnyStateless::from_name("sl-vrf")), (None, None));
}

#[test]
fn every_scheme_proves_what_it_verifies() {
    for scheme in AnyStateless::all() {
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

/// They have no place for randomness, and their public keys no name.
const ECVRF: [AnyStateless; 2] =
    [AnyStateless::OfChains(StatelessScheme::EcvrfTai), AnyStateless::OfChains(StatelessScheme::EcvrfEll2)];

#[test]
fn randomness_changes_proofs_and_never_outputs() {
    for scheme in AnyStateless::all() {
        let mut secret = key(scheme);
        let public = secret.public_key();
        let (output, plain) = secret.prove(b"words").unwrap();
        let proofs = [[1; AnySecretKey::RANDOM], [2; AnySecretKey::RANDOM]].map(|random| {
            let (hedged, proof) = secret.prove_hedged(b"words", &random).unwrap();
            assert_eq!((&hedged, scheme.verify(&public, b"words", &proof)), (&output, Ok(output.clone())));
            proof
        });
        let takes_none = ECVRF.contains(&scheme);
        assert_eq!(proofs[0] == proofs[1], takes_none, "{scheme:?}");
        assert_eq!(proofs[0] == plain, takes_none, "{scheme:?}");
    }
}

/// Key, input and proof of one scheme with something changed, and in the hands of every other.
#[test]
fn nothing_else_verifies() {
    for scheme in AnyStateless::all() {
        let mut secret = key(scheme);
        let public = secret.public_key();
        let (output, proof) = secret.prove(b"words").unwrap();
        let (other_output, other_proof) = secret.prove(b"word").unwrap();
        assert_ne!(output, other_output);
        assert!(scheme.verify(&public, b"word", &proof).is_err());
        assert!(scheme.verify(&public, b"words", &other_proof).is_err());
        let stranger = AnySecretKey::from_seed(scheme, [9; 32]).public_key();
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
        for other in AnyStateless::all().filter(|other| *other != scheme) {
            assert!(other.verify(&public, b"words", &proof).is_err(), "{scheme:?} as {other:?}");
        }
    }
}

#[test]
fn public_keys_name_their_scheme() {
    for scheme in AnyStateless::all() {
        let public = key(scheme).public_key();
        let named = AnyScheme::of_public_key(&public);
        match ECVRF.contains(&scheme) {
            true => assert_eq!(named, None),
            false => assert_eq!(named, Some(AnyScheme::Stateless(scheme))),
        }
        assert_eq!(AnyScheme::of_public_key(&public[..public.len() - 1]), None);
    }
    let fast = key(StatelessScheme::AVrfFast.into()).public_key();
    assert!(AnyStateless::SlVrf(Suite::Thirteen).check_public_key(&fast).is_err());
    let paper = key(AnyStateless::SlVrf(Suite::Paper)).public_key();
    let thirteen = AnyStateless::SlVrf(Suite::Thirteen);
    assert_eq!(thirteen.check_public_key(&paper), Err(VrfError::OtherScheme));
}

/// `spec/vrf.md`: seven, of the research scheme alone.
#[test]
fn the_keys_of_one_scheme_count() {
    let limits: Vec<_> = AnyStateless::all().map(|scheme| scheme.output_limit()).collect();
    assert_eq!(limits, [None, None, None, None, Some(7), None]);
}

/// Trees among them; no two have a name in common.
#[test]
fn names_are_read_as_they_are_written() {
    let all: Vec<_> = AnyScheme::all().collect();
    for scheme in &all {
        assert_eq!(AnyScheme::from_name(&scheme.to_string()), Some(*scheme));
    }
    assert_eq!(all.len(), heliast::VrfScheme::all().count() + Suite::ALL.len());
}

/// A turn belongs to trees, and only to them.
#[test]
fn turns_are_for_trees() {
    use heliast::stateful::Turn;
    let turn = Turn { round: 1, slot: 0 };
    for scheme in AnyScheme::all() {
        match scheme {
            AnyScheme::Stateless(_) => {
                assert_eq!(scheme.verify(&[], Some(turn), b"", &[]), Err(VrfError::NeedlessTurn), "{scheme}");
                assert_ne!(scheme.verify(&[], None, b"", &[]), Err(VrfError::NoTurn), "{scheme}");
            }
            AnyScheme::Stateful(_) => {
                assert_eq!(scheme.verify(&[], None, b"", &[]), Err(VrfError::NoTurn), "{scheme}");
                assert!(scheme.verify(&[], Some(turn), b"", &[]).is_err(), "{scheme}");
            }
        }
    }
}

/// The two faces of a scheme say the same, and lengths of trees are exact.
#[test]
fn numbers_and_lengths_are_those_of_the_scheme() {
    for scheme in AnyScheme::all() {
        let (least, most) = scheme.proof_len().into_inner();
        match scheme {
            AnyScheme::Stateless(stateless) => {
                assert_eq!((scheme.id(), scheme.proof_len()), (stateless.id(), stateless.proof_len()));
                assert_eq!(scheme.to_string(), stateless.name());
                assert!(least <= most);
            }
            AnyScheme::Stateful(tree) => assert_eq!((scheme.id(), least), (tree.scheme.id(), most)),
        }
    }
    for scheme in StatelessScheme::ALL {
        assert_eq!(AnyScheme::from(scheme), AnyScheme::Stateless(AnyStateless::from(scheme)));
    }
}

#[test]
fn outputs_need_no_proof() {
    for scheme in AnyStateless::all() {
        let mut secret = key(scheme);
        let (output, _) = secret.prove(b"words").unwrap();
        assert_eq!(secret.evaluate(b"words"), Ok(output), "{scheme:?}");
    }
}
