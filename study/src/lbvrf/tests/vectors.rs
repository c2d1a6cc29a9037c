//! `vectors/lbvrf.json`: the results and refusals of the reference.

use super::{keccak, verify};
use crate::lbvrf::{field::Field, sample::ball, *};
use heliast_vrf::{Invalid, Malformed, Output, Vrf};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use std::{format, string::String, vec, vec::Vec};

fn cases(kind: &str) -> Vec<Json> {
    let path = format!("{}/../vectors/lbvrf.json", env!("CARGO_MANIFEST_DIR"));
    let file: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases: Vec<_> =
        file["cases"].as_array().unwrap().iter().filter(|case| case["kind"] == kind).cloned().collect();
    assert!(!cases.is_empty());
    cases
}

fn bytes(value: &Json) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}

fn bytes_of(case: &Json, field: &str) -> Vec<u8> {
    bytes(&case[field])
}

fn numbers(value: &Json) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as u32).collect()
}

/// Returns the bytes after the edits, which overwrite, flip, cut or lengthen them.
fn edited(mut bytes: Vec<u8>, edits: &Json) -> Vec<u8> {
    for edit in edits.as_array().into_iter().flatten() {
        let number = |field: &str| edit[field].as_u64().unwrap() as usize;
        if let Some(text) = edit["set"].as_str() {
            let new = hex::decode(text).unwrap();
            bytes[number("at")..][..new.len()].copy_from_slice(&new);
        } else if let Some(text) = edit["xor"].as_str() {
            let mask = hex::decode(text).unwrap();
            bytes[number("at")..].iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
        } else if edit["keep"].is_u64() {
            bytes.truncate(number("keep"));
        } else {
            bytes.resize(bytes.len() + number("zeros"), 0);
        }
    }
    bytes
}

#[test]
fn the_matrix() {
    let entries = Matrix::shared().entries().iter().flatten();
    let plain: Vec<u32> = entries.map(|it| Field::<Q>::canonical(Field::<Q>::reduce((*it).into()))).collect();
    let case = &cases("matrix")[0];
    assert_eq!(plain[..8], numbers(&case["first"]));
    let bytes: Vec<u8> = plain.iter().flat_map(|number| number.to_le_bytes()).collect();
    assert_eq!(Sha256::digest(&bytes)[..], bytes_of(case, "sha256"));
}

#[test]
fn challenges() {
    for case in cases("challenge") {
        let c = ball(keccak(), &bytes_of(&case, "c_bytes").try_into().unwrap());
        let digits: String = c.iter().map(|it| char::from((i32::from(b'1') + it) as u8)).collect();
        assert_eq!(digits, case["c"].as_str().unwrap());
    }
}

#[test]
fn codes() {
    for case in cases("code") {
        assert_eq!(case["base"], P);
        let bytes = bytes_of(&case, "bytes");
        let mut decoded = vec![0; VALUE];
        let accepted = ValueCode::decode(&bytes, |i, number| decoded[i] = number);
        if case["error"].is_null() {
            assert_eq!(decoded, numbers(&case["numbers"]));
            let mut again = [0; VALUE_LEN];
            ValueCode::encode(decoded, &mut again);
            assert_eq!(again[..], bytes);
        } else {
            assert_eq!(accepted, None, "{}", case["name"]);
        }
    }
}

#[test]
fn proofs_are_the_references() {
    for case in cases("verify").iter().filter(|case| case["seed"].is_string()) {
        let mut key = SecretKey::from_seed(bytes_of(case, "seed").try_into().unwrap());
        assert_eq!(key.public_key().to_bytes()[..], bytes_of(case, "public_key"));
        let (output, proof) = LbVrf::prove(&mut key, (), &bytes_of(case, "x")).unwrap();
        assert_eq!(output.0[..], bytes_of(case, "output"));
        assert_eq!(proof.to_bytes()[..], bytes_of(case, "proof"), "{}", case["name"]);
    }
}

#[test]
fn verdicts_are_the_references() {
    let cases = cases("verify");
    for case in &cases {
        let base = cases.iter().find(|other| other["name"] == case["base"]).unwrap_or(case);
        let field = |name: &str| bytes(if case[name].is_null() { &base[name] } else { &case[name] });
        let public = edited(field("public_key"), &case["key_edits"]);
        let proof = edited(field("proof"), &case["edits"]);
        let verdict = judge(&public, &field("x"), &proof);
        let expected = match case["error"].as_str() {
            None => Ok(Output(bytes_of(case, "output").try_into().unwrap())),
            Some(error) => Err(String::from(error)),
        };
        assert_eq!(verdict, expected, "{}", case["name"]);
    }
}

fn judge(public: &[u8], x: &[u8], proof: &[u8]) -> Result<Output<32>, String> {
    let malformed = |_: Malformed| String::from("malformed");
    let public = PublicKey::try_from(public).map_err(malformed)?;
    let proof = Proof::try_from(proof).map_err(malformed)?;
    verify(&public, x, &proof).map_err(|_: Invalid| String::from("invalid"))
}

/// The test checks that the file has every kind of refusal, because it would otherwise prove nothing.
#[test]
fn refusals_are_there() {
    for error in ["malformed", "invalid"] {
        assert!(cases("verify").iter().filter(|case| case["error"] == error).count() >= 8);
    }
}
