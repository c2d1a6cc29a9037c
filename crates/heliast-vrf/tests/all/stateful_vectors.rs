//! `vectors/xvrf.json` and `vectors/ivrf.json`: keys, proofs and refusals of the reference.

use crate::book::{Refusal, cases, edit, text};
use heliast_symmetric::sha256::Sha256;
use heliast_vrf::{
    Invalid, Malformed, Output,
    stateful::{Claim, Durable, Guard, Proof, PublicKey, Scheme, Signer, Terms, Turn, verify_many},
};
use std::collections::BTreeMap;
use testkit::{Value, array, bytes, number};

const FILES: [(&str, Scheme); 2] = [("xvrf", Scheme::XVrf), ("ivrf", Scheme::IVrf)];

/// A case of kind verify, with the values that it takes from its base.
struct Case {
    name: String,
    scheme: Scheme,
    key: Vec<u8>,
    turn: Turn,
    x: Vec<u8>,
    proof: Vec<u8>,
    expected: Result<Output<32>, String>,
}

impl Case {
    fn all(file: &str, scheme: Scheme) -> Vec<Case> {
        let cases: Vec<_> = cases(file).into_iter().filter(|case| case["kind"] == "verify").collect();
        let by_name: BTreeMap<_, _> = cases.iter().map(|case| (text(case, "name"), case)).collect();
        cases
            .iter()
            .map(|case| Case::new(scheme, case, case["base"].as_str().map(|base| by_name[base])))
            .collect()
    }

    fn new(scheme: Scheme, case: &Value, base: Option<&Value>) -> Case {
        let of = |field| {
            if case[field].is_null() { base.map_or(&Value::Null, |base| &base[field]) } else { &case[field] }
        };
        let bytes = |field| hex::decode(of(field).as_str().unwrap()).unwrap();
        let number = |field| of(field).as_u64().unwrap();
        let mut proof = bytes("proof");
        case["edits"].as_array().into_iter().flatten().for_each(|step| edit(&mut proof, step));
        Case {
            name: text(case, "name").to_owned(),
            scheme,
            key: bytes("public_key"),
            turn: Turn { round: number("round"), slot: number("slot").try_into().unwrap() },
            x: bytes("x").repeat(of("x_times").as_u64().unwrap_or(1) as usize),
            proof,
            expected: match case["error"].as_str() {
                Some(error) => Err(error.to_owned()),
                None => Ok(Output(array(case, "output"))),
            },
        }
    }

    /// The checks in the order of the specification.
    fn verify(&self) -> Result<Output<32>, Refusal> {
        let key = self.key()?;
        key.terms.position(self.turn).map_err(Invalid::from)?;
        let proof = Proof::from_bytes(&key.terms, &self.proof)?;
        Ok(key.verify(self.turn, &self.x, proof.as_bytes())?)
    }

    fn key(&self) -> Result<PublicKey, Malformed> {
        key_of(self.scheme, &self.key)
    }
}

fn key_of(scheme: Scheme, bytes: &[u8]) -> Result<PublicKey, Malformed> {
    let key = PublicKey::from_bytes(bytes)?;
    if key.terms.scheme() == scheme { Ok(key) } else { Err(Malformed::Scheme { found: bytes[0] }) }
}

#[test]
fn every_case_gives_its_output_or_its_class_of_error() {
    for (file, scheme) in FILES {
        let cases = Case::all(file, scheme);
        for case in &cases {
            assert_eq!(
                case.verify().map_err(|refusal| refusal.to_string()),
                case.expected,
                "{file}: {}",
                case.name
            );
        }
        for class in [None, Some("malformed"), Some("invalid")] {
            let of_class =
                cases.iter().filter(|case| case.expected.as_ref().err().map(String::as_str) == class);
            assert!(of_class.count() > 10, "{file}: {class:?}");
        }
    }
}

#[test]
fn all_cases_at_once() {
    let cases: Vec<_> = FILES.into_iter().flat_map(|(file, scheme)| Case::all(file, scheme)).collect();
    let (cases, keys): (Vec<_>, Vec<_>) =
        cases.iter().filter_map(|case| Some((case, case.key().ok()?))).unzip();
    let claims = cases.iter().zip(&keys);
    let claims = claims.map(|(case, key)| Claim { key, turn: case.turn, x: &case.x, proof: &case.proof });
    let verdicts = verify_many(&claims.collect::<Vec<_>>());
    assert_eq!(verdicts.len(), cases.len());
    for (case, verdict) in cases.iter().zip(verdicts) {
        assert_eq!(verdict.ok(), case.expected.clone().ok(), "{}", case.name);
    }
}

#[test]
fn keys_have_one_encoding() {
    for (file, scheme) in FILES {
        let cases = cases(file);
        let mut seen = [0; 2];
        for case in cases.iter().filter(|case| case["kind"] == "key") {
            let bytes = bytes(case, "public_key");
            let key = key_of(scheme, &bytes);
            seen[usize::from(key.is_ok())] += 1;
            if !case["error"].is_null() {
                assert!(key.is_err() && case["error"] == "malformed", "{}", case["name"]);
                continue;
            }
            let node = |field| array(case, field);
            let first = u64::from_str_radix(text(case, "first"), 16).unwrap();
            let terms = Terms::new(scheme, number(case, "height") as u8, number(case, "slots") as u16, first)
                .unwrap();
            let key = key.unwrap();
            assert_eq!(key, PublicKey { terms, root: node("root"), pub_seed: node("pub_seed") });
            assert_eq!(key.to_bytes()[..], bytes);
        }
        assert!(seen.iter().all(|count| *count > 0), "{file}: {seen:?}");
    }
}

/// The proof follows from the seed and the siblings in the proof. The trees of height 10 are real: their
/// roots follow from the seed alone.
#[test]
fn seeds_give_the_proofs_and_the_roots() {
    for (file, scheme) in FILES {
        let (mut proofs, mut roots) = (0, BTreeMap::new());
        for raw in cases(file).iter().filter(|case| !case["sk_seed"].is_null()) {
            let case = Case::new(scheme, raw, None);
            let key = case.key().unwrap();
            let sk_seed = array(raw, "sk_seed");
            let signer = Signer::new(Sha256::new(), key.terms, &sk_seed, &key.pub_seed);
            let siblings = &case.proof[case.proof.len() - 32 * usize::from(key.terms.height())..];
            let mut guard = Guard::new(key, None).unwrap();
            let reservation = guard.reserve(case.turn, &case.x).unwrap();
            let place = reservation.place();
            assert_eq!(Some(u64::from(place.leaf)), raw["leaf"].as_u64(), "{}", case.name);
            assert_eq!(u64::from(place.step), raw["step"].as_u64().unwrap_or(0), "{}", case.name);
            let sealed = signer.seal(reservation, siblings.as_chunks().0);
            let durable = Durable::vouch(key, sealed.mark());
            let (output, proof) = sealed.open(&durable).unwrap();
            assert_eq!(proof.as_bytes(), case.proof, "{}", case.name);
            assert_eq!(Ok(output), case.expected, "{}", case.name);
            proofs += 1;
            if key.terms.height() == 10 && raw["grafted"] != true {
                roots
                    .entry((key.terms.slots(), key.root))
                    .or_insert_with(|| assert_eq!(signer.root(), key.root));
            }
        }
        assert!(proofs > 10 && !roots.is_empty(), "{file}: {proofs} proofs, {} roots", roots.len());
    }
}
