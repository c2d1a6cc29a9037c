//! `vectors/round.json`: whole chains, byte for byte, and everything that must be refused.

use heliast::{
    Chain, Genesis, Group, Natural, Participant, PrimeMode, SecretKey, Suite, Tip, VrfScheme, bundle,
    bundle::BundleError,
};
use serde_json::Value;
use std::collections::BTreeMap;

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_else(|| panic!("{key} in {case}"))
}

fn bytes(case: &Value, key: &str) -> Vec<u8> {
    hex::decode(text(case, key)).unwrap()
}

fn number(case: &Value, key: &str) -> u64 {
    case[key].as_u64().unwrap_or_else(|| panic!("{key} in {case}"))
}

fn list<'a>(case: &'a Value, key: &str) -> &'a [Value] {
    case[key].as_array().unwrap()
}

#[test]
fn round_vectors() {
    let path = format!("{}/../../vectors/round.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = list(&file, "cases");
    let mut chains = BTreeMap::new();
    for case in cases.iter().filter(|case| text(case, "kind") == "chain") {
        chains.insert(text(case, "name"), chain(case));
    }
    let mut refused = BTreeMap::new();
    for case in cases {
        let found = match text(case, "kind") {
            "chain" => None,
            "derive" => {
                let beacon = bytes(case, "beacon").try_into().unwrap();
                let derived = heliast::derive(&beacon, text(case, "label").as_bytes());
                assert_eq!(hex::encode(derived), text(case, "randomness"));
                None
            }
            "genesis" => genesis(case),
            "round" => round(case, &chains[text(case, "chain")]),
            "bundle" => read_bundle(case),
            other => panic!("unknown kind {other}"),
        };
        assert_eq!(found, case.get("error").and_then(Value::as_str), "{}", text(case, "name"));
        *refused.entry((text(case, "kind"), found)).or_insert(0) += 1;
    }
    for kind in ["genesis", "round", "bundle"] {
        assert!(refused.contains_key(&(kind, Some("malformed"))), "{refused:?}");
    }
    assert!(refused[&("round", Some("invalid"))] > 20 && refused[&("bundle", None)] > 1, "{refused:?}");
}

/// Makes every round of a chain anew from its secrets and compares every byte.
fn chain(case: &Value) -> Chain {
    let fields = &case["genesis"];
    let vrf = VrfScheme::from_name(text(fields, "scheme")).unwrap();
    let modes = [PrimeMode::Plain, PrimeMode::SievedFull];
    let mode = modes.into_iter().find(|mode| mode.name() == text(fields, "prime_mode")).unwrap();
    let participant =
        |entry: &Value| Participant { public_key: bytes(entry, "public_key"), stake: number(entry, "stake") };
    let genesis = Genesis {
        vrf,
        delay: Suite::new(mode, number(fields, "prime_bits") as u16).unwrap(),
        t: number(fields, "t"),
        genesis_time_ms: number(fields, "genesis_time_ms"),
        period_ms: number(fields, "period_ms") as u32,
        expected_votes: number(fields, "expected_votes") as u32,
        modulus: Natural::from_hex(text(fields, "modulus")).unwrap(),
        participants: list(fields, "participants").iter().map(participant).collect(),
        nonce: bytes(fields, "nonce").try_into().unwrap(),
    };
    let chain = Chain::new(genesis).unwrap();
    assert_eq!(chain.genesis_bytes(), bytes(case, "genesis_bytes"));
    assert_eq!(hex::encode(chain.id()), text(case, "chain_id"));
    assert_eq!(hex::encode(chain.group().id()), text(case, "group_id"));
    assert_eq!(hex::encode(chain.start().seed), text(case, "first_seed"));

    let secret = |seed: &Value| {
        let seed = hex::decode(seed.as_str().unwrap()).unwrap().try_into().unwrap();
        SecretKey::from_seed(vrf, seed)
    };
    let mut keys: Vec<_> = list(case, "secrets").iter().map(secret).collect();
    let mut tip = chain.start();
    for expected in list(case, "rounds") {
        assert_eq!(chain.ticket_input(&tip), bytes(expected, "alpha"));
        for (i, key) in keys.iter_mut().enumerate() {
            let (output, _) = key.prove(&chain.ticket_input(&tip)).unwrap();
            assert_eq!(hex::encode(&output), expected["outputs"][i].as_str().unwrap());
            assert_eq!(chain.votes(i as u32, &output), expected["votes"][i].as_u64().unwrap());
        }
        let round = chain.decode_round(&bytes(expected, "bytes")).unwrap();
        assert_eq!(round.encode(), bytes(expected, "bytes"));
        let verified = chain.verify(&tip, round).unwrap();
        let facts = verified.facts();
        assert_eq!(hex::encode(facts.entropy), text(expected, "entropy"));
        assert_eq!(hex::encode(&facts.x), text(expected, "x"));
        assert_eq!(hex::encode(&facts.preimage), text(expected, "beacon_preimage"));
        assert_eq!(hex::encode(facts.beacon), text(expected, "beacon"));
        assert_eq!(facts.lots.len(), list(expected, "tickets").len());
        tip = chain.tip_after(&verified);
    }
    chain
}

fn genesis(case: &Value) -> Option<&'static str> {
    match Chain::from_bytes(&bytes(case, "bytes")) {
        Ok(chain) => {
            assert_eq!(hex::encode(chain.id()), text(case, "chain_id"));
            None
        }
        Err(_) => Some("malformed"),
    }
}

fn round(case: &Value, chain: &Chain) -> Option<&'static str> {
    let seed = bytes(case, "seed").try_into().unwrap();
    let time_ms = case["previous_time_ms"].as_u64().unwrap_or(0);
    let tip = Tip { round: number(case, "number") - 1, time_ms, seed };
    match chain.decode_round(&bytes(case, "bytes")) {
        Err(_) => Some("malformed"),
        Ok(round) => chain.verify(&tip, round).err().map(|_| "invalid"),
    }
}

fn read_bundle(case: &Value) -> Option<&'static str> {
    let read = || {
        let data = bytes(case, "bytes");
        let mut reader = bundle::Reader::new(&data[..])?;
        while reader.next_round()?.is_some() {}
        Ok(())
    };
    match read() {
        Ok(()) => None,
        Err(BundleError::Header(_) | BundleError::Malformed { .. }) => Some("malformed"),
        Err(_) => Some("invalid"),
    }
}
