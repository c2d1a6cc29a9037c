//! The answers of the reference in `vectors/`: this crate gives the same, and refuses for the same reason.

use heliast_vrf::{
    Exhausted, Invalid, Malformed, Output, Vrf,
    ecvrf::{Ell2, Proof, PublicKey, SecretKey, Tai},
    sortition::{Lottery, digest, votes, votes_of_digest},
};
use testkit::{Value, array, bytes, cases, number, place, text};

/// Error class and the middle part of the reason, as in the vectors.
#[derive(Debug, PartialEq)]
struct Refusal(&'static str, &'static str);

impl From<Malformed> for Refusal {
    fn from(error: Malformed) -> Refusal {
        Refusal(
            "malformed",
            match error {
                Malformed::Length { .. } => "wrong length",
                Malformed::PointNotCanonical | Malformed::ScalarNotCanonical => "not canonical",
                Malformed::NotOnCurve => "not on the curve",
                Malformed::SmallOrder => "small order",
                _ => "unknown",
            },
        )
    }
}

impl From<Invalid> for Refusal {
    fn from(_: Invalid) -> Refusal {
        Refusal("invalid", "VRF proof fails")
    }
}

fn verify(case: &Value) -> Result<Output, Refusal> {
    let public = PublicKey::try_from(&bytes(case, "public_key")[..])?;
    let proof = Proof::try_from(&bytes(case, "proof")[..])?;
    let input = bytes(case, "alpha");
    Ok(match text(case, "scheme") {
        "ecvrf-edwards25519-sha512-tai" => Tai::verify(&public, (), &input, &proof)?,
        _ => Ell2::verify(&public, (), &input, &proof)?,
    })
}

fn prove(case: &Value) -> Result<(Output, Proof), Exhausted> {
    let mut secret = SecretKey::from_seed(array(case, "secret"));
    assert_eq!(secret.public_key().to_bytes()[..], bytes(case, "public_key"), "{}", place(case));
    match text(case, "scheme") {
        "ecvrf-edwards25519-sha512-tai" => Tai::prove(&mut secret, (), &bytes(case, "alpha")),
        _ => Ell2::prove(&mut secret, (), &bytes(case, "alpha")),
    }
}

fn assert_refused<T: std::fmt::Debug>(case: &Value, result: Result<T, Refusal>) {
    let Refusal(class, reason) = result.expect_err(&place(case));
    assert_eq!(class, text(case, "error"), "{}", place(case));
    assert!(text(case, "reason").contains(reason), "{}: {reason}", place(case));
}

#[test]
fn ecvrf() {
    let mut seen = [0; 4];
    for case in cases("ecvrf.json") {
        match (text(&case, "kind"), case["error"].is_null()) {
            ("prove", _) => {
                let (output, proof) = prove(&case).unwrap();
                assert_eq!(proof.to_bytes()[..], bytes(&case, "proof"), "{}", place(&case));
                assert_eq!(output.as_ref(), bytes(&case, "output"), "{}", place(&case));
                assert_eq!(verify(&case), Ok(output), "{}", place(&case));
                seen[0] += 1;
            }
            ("verify", true) => {
                assert_eq!(verify(&case).unwrap().as_ref(), bytes(&case, "output"), "{}", place(&case));
                seen[1] += 1;
            }
            ("verify", false) => {
                assert_refused(&case, verify(&case));
                seen[2] += 1;
            }
            ("key", _) => {
                let key = PublicKey::try_from(&bytes(&case, "public_key")[..]);
                assert_refused(&case, key.map_err(Refusal::from));
                seen[3] += 1;
            }
            _ => {}
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn sortition() {
    let mut seen = [0; 2];
    for case in cases("sortition.json").iter().filter(|case| case["kind"] != "power") {
        let lottery = Lottery::new(number(case, "total"), number(case, "expected")).unwrap();
        let (stake, expected_votes) = (number(case, "stake"), Ok(number(case, "votes")));
        let draw = array(case, "digest");
        assert_eq!(votes_of_digest(&draw, stake, &lottery), expected_votes, "{}", place(case));
        if case["kind"] == "votes" {
            let (output, public) = (bytes(case, "output"), bytes(case, "public_key"));
            assert_eq!(digest(&output, &public), Ok(draw), "{}", place(case));
            assert_eq!(votes(&output, &public, stake, &lottery), expected_votes, "{}", place(case));
            seen[0] += 1;
        }
        seen[1] += 1;
    }
    assert!(seen[0] > 80 && seen[1] > 400, "{seen:?}");
}
