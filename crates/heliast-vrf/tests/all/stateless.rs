//! Checks that the claims of a stateless scheme's vector file are true, for any such scheme.

use super::book::edit;
pub use super::book::{Refusal, text};
pub use serde_json::Value;
pub use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

pub fn of_kind<'a>(cases: &'a [Value], kind: &'a str) -> impl Iterator<Item = &'a Value> {
    cases.iter().filter(move |case| case["kind"] == kind)
}

pub fn bytes(case: &Value, field: &str) -> Vec<u8> {
    hex::decode(text(case, field)).unwrap()
}

pub fn input(case: &Value) -> Vec<u8> {
    bytes(case, "x").repeat(case["x_times"].as_u64().unwrap_or(1) as usize)
}

/// A case of kind verify, with the values that it takes from its base.
pub struct Case {
    pub name: String,
    pub key: Vec<u8>,
    pub x: Vec<u8>,
    pub proof: Vec<u8>,
    pub expected: Result<Vec<u8>, String>,
}

impl Case {
    pub fn all(cases: &[Value]) -> Vec<Case> {
        let by_name: BTreeMap<_, _> =
            of_kind(cases, "verify").map(|case| (text(case, "name"), case)).collect();
        of_kind(cases, "verify")
            .map(|case| Case::new(case, case["base"].as_str().map(|base| by_name[base])))
            .collect()
    }

    fn new(case: &Value, base: Option<&Value>) -> Case {
        let mut full = case.clone();
        for field in ["public_key", "x", "x_times", "proof"] {
            if full[field].is_null() {
                full[field] = base.map_or(Value::Null, |base| base[field].clone());
            }
        }
        let mut proof = bytes(&full, "proof");
        case["edits"].as_array().into_iter().flatten().for_each(|step| edit(&mut proof, step));
        Case {
            name: text(case, "name").to_owned(),
            key: bytes(&full, "public_key"),
            x: input(&full),
            proof,
            expected: match case["error"].as_str() {
                Some(error) => Err(error.to_owned()),
                None => Ok(bytes(case, "output")),
            },
        }
    }
}

/// The tests of one scheme, whose file has the module's name.
macro_rules! scheme {
    ($library:ident, $module:ident, $scheme:ident) => {
        mod $module {
            use crate::{book, stateless::*};
            use heliast_vrf::{Output, Vrf};
            use $library::$module::{Proof, PublicKey, SecretKey, Suite, $scheme};

            fn cases() -> Vec<Value> {
                book::cases(stringify!($module))
            }

            fn verify(case: &Case) -> Result<Output<32>, Refusal> {
                let key = PublicKey::from_bytes(&case.key)?;
                let proof = Proof::from_bytes(key.suite(), &case.proof)?;
                Ok($scheme::verify(&key, (), &case.x, &proof)?)
            }

            fn secret(case: &Value) -> SecretKey {
                let key = bytes(case, "public_key");
                let suite = Suite::from_id(key[0]).unwrap();
                let secret = SecretKey::from_seed(suite, &bytes(case, "seed").try_into().unwrap());
                assert_eq!(secret.public_key().as_bytes()[..], key, "{}", case["name"]);
                secret
            }

            #[test]
            fn every_case_gives_its_output_or_its_class_of_error() {
                let cases = cases();
                let cases = Case::all(&cases);
                for case in &cases {
                    let verdict = verify(case);
                    let verdict =
                        verdict.map(|output| output.0.to_vec()).map_err(|refusal| refusal.to_string());
                    assert_eq!(verdict, case.expected, "{}", case.name);
                }
                let of_class = |class: Option<&str>| {
                    cases
                        .iter()
                        .filter(|case| case.expected.as_ref().err().map(String::as_str) == class)
                        .count()
                };
                assert!(of_class(None) >= Suite::ALL.len());
                assert!(of_class(Some("malformed")) > 10 && of_class(Some("invalid")) > 10);
            }

            #[test]
            fn keys_have_one_encoding() {
                let cases = cases();
                let mut seen = [0; 2];
                for case in of_kind(&cases, "key") {
                    let encoding = bytes(case, "public_key");
                    let key = PublicKey::from_bytes(&encoding);
                    assert_eq!(key.is_err(), case["error"] == "malformed", "{}", case["name"]);
                    seen[usize::from(key.is_ok())] += 1;
                    if let Ok(key) = key {
                        assert_eq!(key.as_bytes()[..], encoding);
                        assert_eq!(key.suite().id(), encoding[0]);
                    }
                }
                assert!(seen.iter().all(|count| *count > 2), "{seen:?}");
            }

            #[test]
            fn seeds_give_keys_and_outputs() {
                let cases = cases();
                let mut seen = 0;
                for case in of_kind(&cases, "evaluate") {
                    let output = secret(case).evaluate(&input(case));
                    assert_eq!(output.0[..], bytes(case, "output"), "{}", case["name"]);
                    seen += 1;
                }
                assert!(seen > 10 * Suite::ALL.len());
            }

            #[test]
            fn seeds_give_proofs() {
                let cases = cases();
                let (mut plain, mut hedged) = (0, 0);
                for case in of_kind(&cases, "prove") {
                    let (mut secret, hedge, x) = (secret(case), bytes(case, "hedge"), input(case));
                    let (output, proof) = if hedge.is_empty() {
                        plain += 1;
                        assert_eq!($scheme::prove(&mut secret, (), &x).unwrap(), secret.prove(&x));
                        secret.prove(&x)
                    } else {
                        hedged += 1;
                        secret.prove_hedged(&x, &hedge.try_into().unwrap())
                    };
                    assert_eq!(output.0[..], bytes(case, "output"), "{}", case["name"]);
                    assert_eq!(
                        proof.as_bytes().len() as u64,
                        case["length"].as_u64().unwrap(),
                        "{}",
                        case["name"]
                    );
                    let digest = Sha256::digest(proof.as_bytes());
                    assert_eq!(digest[..], bytes(case, "sha256"), "{}", case["name"]);
                    assert!(secret.suite().proof_len().contains(&proof.as_bytes().len()));
                }
                assert!(plain >= Suite::ALL.len() && hedged > 0);
            }
        }
    };
}

pub(crate) use scheme;
