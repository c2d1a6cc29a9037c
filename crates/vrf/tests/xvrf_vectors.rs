//! The answers of the reference in `vectors/xvrf.json`: this crate gives the same, refuses the same, one by one
//! and many at once, and makes the same proofs.

use lanes::sha256::Sha256;
use serde_json::Value;
use vrf::stateful::{Claim, Guard, Proof, PublicKey, Scheme, Signer, Turn, verify_many};
use vrf::{Malformed, Output};

/// The error class.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Refusal {
    Malformed,
    Invalid,
}

impl From<Malformed> for Refusal {
    fn from(_: Malformed) -> Refusal {
        Refusal::Malformed
    }
}

struct Case {
    name: String,
    fields: Value,
    key: Vec<u8>,
    turn: Turn,
    x: Vec<u8>,
    proof: Vec<u8>,
    wanted: Result<Output<32>, Refusal>,
}

fn all() -> Vec<Value> {
    let path = format!("{}/../../vectors/xvrf.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    file["cases"].as_array().unwrap().clone()
}

fn hex_of(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().expect("hexadecimal")).unwrap()
}

fn verification(cases: &[Value], case: &Value) -> Case {
    let name = case["name"].as_str().unwrap().to_string();
    let base = case.get("base").map(|base| cases.iter().find(|case| case["name"] == *base).expect("the base"));
    let field = |field: &str| case.get(field).or_else(|| base.and_then(|base| base.get(field)));
    let need = |name: &str| field(name).unwrap_or_else(|| panic!("{name} of {}", case["name"]));
    let mut proof = hex_of(need("proof"));
    for edit in case.get("edits").and_then(Value::as_array).into_iter().flatten() {
        apply(&mut proof, edit);
    }
    let times = field("x_times").map_or(1, |times| times.as_u64().unwrap() as usize);
    let turn = Turn { round: need("round").as_u64().unwrap(), slot: need("slot").as_u64().unwrap() as u16 };
    let wanted = match case.get("error").map(|error| error.as_str().unwrap()) {
        None => Ok(Output(hex_of(need("output")).try_into().unwrap())),
        Some("malformed") => Err(Refusal::Malformed),
        Some("invalid") => Err(Refusal::Invalid),
        Some(other) => panic!("{other}"),
    };
    let (key, x) = (hex_of(need("public_key")), hex_of(need("x")).repeat(times));
    Case { name, fields: case.clone(), key, turn, x, proof, wanted }
}

fn apply(proof: &mut Vec<u8>, edit: &Value) {
    let at = || edit["at"].as_u64().unwrap() as usize;
    let length = |value: &Value| value.as_u64().unwrap() as usize;
    if let Some(bytes) = edit.get("set").map(hex_of) {
        proof[at()..][..bytes.len()].copy_from_slice(&bytes);
    } else if let Some(bytes) = edit.get("xor").map(hex_of) {
        proof[at()..].iter_mut().zip(bytes).for_each(|(byte, mask)| *byte ^= mask);
    } else if let Some(keep) = edit.get("keep") {
        proof.truncate(length(keep));
    } else if let Some(bytes) = edit.get("append").map(hex_of) {
        proof.extend(bytes);
    } else if let Some(zeros) = edit.get("zeros") {
        proof.resize(proof.len() + length(zeros), 0);
    } else {
        panic!("{edit}");
    }
}

fn cases(kind: &str) -> Vec<Value> {
    let cases: Vec<_> = all().into_iter().filter(|case| case["kind"] == kind).collect();
    assert!(!cases.is_empty(), "cases of kind {kind}");
    cases
}

fn verifications() -> Vec<Case> {
    let all = all();
    cases("verify").iter().map(|case| verification(&all, case)).collect()
}

fn verify(case: &Case) -> Result<Output<32>, Refusal> {
    let key = PublicKey::from_bytes(&case.key)?;
    let proof = Proof::from_bytes(&key.terms, &case.proof)?;
    key.verify(case.turn, &case.x, proof.as_bytes()).map_err(|_| Refusal::Invalid)
}

#[test]
fn one_by_one() {
    for case in verifications() {
        assert_eq!(verify(&case), case.wanted, "{}", case.name);
    }
}

#[test]
fn many_at_once() {
    let cases = verifications();
    let keys: Vec<_> = cases.iter().map(|case| PublicKey::from_bytes(&case.key).ok()).collect();
    let formed: Vec<_> = cases.iter().zip(&keys).filter_map(|(case, key)| Some((case, key.as_ref()?))).collect();
    let claim = |(case, key): &(&'_ Case, &'_ PublicKey)| (case.turn, **key, case.x.clone(), case.proof.clone());
    let owned: Vec<_> = formed.iter().map(claim).collect();
    let claims: Vec<_> =
        owned.iter().map(|(turn, key, x, proof)| Claim { key, turn: *turn, x, proof }).collect();
    for ((case, _), found) in formed.iter().zip(verify_many(&claims)) {
        assert_eq!(found.ok(), case.wanted.ok(), "{}", case.name);
    }
}

#[test]
fn proofs_are_made_of_the_seeds() {
    let mut made = 0;
    for case in verifications().iter().filter(|case| case.fields.get("sk_seed").is_some()) {
        let key = PublicKey::from_bytes(&case.key).unwrap();
        let sk_seed = hex_of(&case.fields["sk_seed"]).try_into().unwrap();
        let path: Vec<[u8; 32]> = case.proof[4 + 32 * 67..].as_chunks().0.to_vec();
        for sha in Sha256::all() {
            let signer = Signer::new(sha, key.terms, &sk_seed, &key.pub_seed);
            let reservation = Guard::new(key, None).unwrap().reserve(case.turn, &case.x).unwrap();
            let (output, proof) = signer.release(reservation, &path);
            assert_eq!((Ok(output), proof.as_bytes()), (case.wanted, &case.proof[..]), "{}", case.name);
        }
        made += 1;
    }
    assert!(made >= 20, "{made}");
}

#[test]
fn keys() {
    for case in cases("key") {
        let bytes = hex_of(&case["public_key"]);
        // Keys of iVRF are keys too, but none of this file.
        let found = PublicKey::from_bytes(&bytes).ok().filter(|key| key.terms.scheme() == Scheme::XVrf);
        assert_eq!(found.is_none(), case.get("error").is_some(), "{}", case["name"]);
        let Some(key) = found else { continue };
        assert_eq!(key.to_bytes()[..], bytes, "{}", case["name"]);
        assert_eq!(u64::from(key.terms.height()), case["height"].as_u64().unwrap());
        assert_eq!(u64::from(key.terms.slots()), case["slots"].as_u64().unwrap());
        assert_eq!(key.terms.first().to_be_bytes()[..], hex_of(&case["first"]));
        assert_eq!(key.root[..], hex_of(&case["root"]));
        assert_eq!(key.pub_seed[..], hex_of(&case["pub_seed"]));
    }
}
