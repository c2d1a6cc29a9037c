//! The answers of the reference in `vectors/`: this crate gives the same, and refuses for the same reason.

use heliast_vrf::ecvrf::{Ell2, Proof, PublicKey, SecretKey, Tai};
use heliast_vrf::sortition::{Lottery, digest, votes, votes_of_digest};
use heliast_vrf::{Exhausted, Invalid, Malformed, Output, Vrf};
use serde_json::Value;

fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/../../vectors/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    file["cases"].as_array().unwrap().clone()
}

fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_else(|| panic!("{field} of {}", case["name"]))
}

fn bytes(case: &Value, field: &str) -> Vec<u8> {
    hex::decode(text(case, field)).unwrap()
}

fn int(case: &Value, field: &str) -> u64 {
    case[field].as_u64().unwrap_or_else(|| panic!("{field} of {}", case["name"]))
}

/// Error class and the middle of the reason, as the vectors write them.
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
    let mut secret = SecretKey::from_seed(bytes(case, "secret").try_into().unwrap());
    assert_eq!(secret.public_key().to_bytes()[..], bytes(case, "public_key"), "{}", case["name"]);
    match text(case, "scheme") {
        "ecvrf-edwards25519-sha512-tai" => Tai::prove(&mut secret, (), &bytes(case, "alpha")),
        _ => Ell2::prove(&mut secret, (), &bytes(case, "alpha")),
    }
}

fn assert_refused<T: std::fmt::Debug>(case: &Value, result: Result<T, Refusal>) {
    let Refusal(class, reason) = result.expect_err(text(case, "name"));
    assert_eq!(class, text(case, "error"), "{}", case["name"]);
    assert!(text(case, "reason").contains(reason), "{}: {reason}", case["name"]);
}

#[test]
fn ecvrf() {
    let mut seen = [0; 4];
    for case in cases("ecvrf") {
        match (text(&case, "kind"), case["error"].is_null()) {
            ("prove", _) => {
                let (output, proof) = prove(&case).unwrap();
                assert_eq!(proof.to_bytes()[..], bytes(&case, "proof"), "{}", case["name"]);
                assert_eq!(output.as_ref(), bytes(&case, "output"), "{}", case["name"]);
                assert_eq!(verify(&case), Ok(output), "{}", case["name"]);
                seen[0] += 1;
            }
            ("verify", true) => {
                assert_eq!(verify(&case).unwrap().as_ref(), bytes(&case, "output"), "{}", case["name"]);
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
    for case in cases("sortition").iter().filter(|case| case["kind"] != "power") {
        let lottery = Lottery::new(int(case, "total"), int(case, "expected")).unwrap();
        let (stake, expected_votes) = (int(case, "stake"), Ok(int(case, "votes")));
        let draw = bytes(case, "digest").try_into().unwrap();
        assert_eq!(votes_of_digest(&draw, stake, &lottery), expected_votes, "{}", case["name"]);
        if case["kind"] == "votes" {
            let (output, public) = (bytes(case, "output"), bytes(case, "public_key"));
            assert_eq!(digest(&output, &public), Ok(draw), "{}", case["name"]);
            assert_eq!(votes(&output, &public, stake, &lottery), expected_votes, "{}", case["name"]);
            seen[0] += 1;
        }
        seen[1] += 1;
    }
    assert!(seen[0] > 0 && seen[1] > seen[0], "{seen:?}");
}
