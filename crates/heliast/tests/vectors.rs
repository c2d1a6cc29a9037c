//! `vectors/round.json` and `vectors/epoch.json`: whole chains and their epochs, byte for byte, and everything that must be refused.

use heliast::{
    Chain, Genesis, Group, Invalid, Natural, Participant, Pending, PrimeMode, Refused, SecretKey, Suite, Tip,
    VrfScheme, bundle, bundle::BundleError,
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

fn parsed(name: &str) -> Value {
    let path = format!("{}/../../vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn round_vectors() {
    let file = parsed("round.json");
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

#[test]
fn epoch_vectors() {
    let file = parsed("epoch.json");
    let cases = list(&file, "cases");
    let mut chains = BTreeMap::new();
    for case in cases.iter().filter(|case| text(case, "kind") == "chain") {
        chains.insert(text(case, "name"), EpochChain::new(case));
    }
    let mut seen = BTreeMap::new();
    for case in cases {
        let found = match text(case, "kind") {
            "chain" => None,
            "epoch" => chains[text(case, "chain")].epoch(case),
            "bundle" => {
                let found = read_bundle(case);
                if found.is_none() {
                    chains[text(case, "chain")].bundle(case);
                }
                found
            }
            other => panic!("unknown kind {other}"),
        };
        assert_eq!(found, case.get("error").and_then(Value::as_str), "{}", text(case, "name"));
        *seen.entry((text(case, "kind"), found)).or_insert(0) += 1;
    }
    for kind in ["epoch", "bundle"] {
        for error in [None, Some("malformed"), Some("invalid")] {
            assert!(seen.contains_key(&(kind, error)), "{seen:?}");
        }
    }
}

/// A chain, and its rounds as far as they can be checked without their delays.
struct EpochChain {
    chain: Chain,
    rounds: Vec<Pending>,
}

impl EpochChain {
    /// Those rounds fail by their own proofs whose delays are false, and no others.
    fn new(case: &Value) -> EpochChain {
        let chain = Chain::from_bytes(&bytes(case, "genesis_bytes")).unwrap();
        assert_eq!(hex::encode(chain.id()), text(case, "chain_id"));
        let mut tip = chain.start();
        let mut check = |encoded: &Value| {
            let round = chain.decode_round(&hex::decode(encoded.as_str().unwrap()).unwrap()).unwrap();
            let pending = chain.check(&tip, round.clone()).unwrap();
            tip = chain.tip_after(&round);
            pending
        };
        let rounds: Vec<_> = list(case, "rounds").iter().map(&mut check).collect();
        let refused = match chain.verify_all(rounds.clone(), 1) {
            Ok(_) => vec![],
            Err(Refused(refused)) => refused,
        };
        assert!(refused.iter().all(|(_, reason)| matches!(reason, Invalid::Delay(_))), "{refused:?}");
        let numbers: Vec<_> = refused.into_iter().map(|(number, _)| Value::from(number)).collect();
        assert_eq!(numbers, list(case, "false"));
        EpochChain { chain, rounds }
    }

    /// A proof that is accepted is the one that is made.
    fn epoch(&self, case: &Value) -> Option<&'static str> {
        let (from, to) = (number(case, "from"), number(case, "to"));
        let rounds = &self.rounds[from as usize - 1..to as usize];
        let bytes = bytes(case, "bytes");
        let found = self.verify(rounds, &bytes);
        if found.is_none() {
            let made = self.chain.prove_epoch(rounds, 1, |_| true).unwrap();
            assert_eq!(made.proof.encode(), bytes);
            assert_eq!(made.proof.rounds(), from..=to);
        }
        found
    }

    fn verify(&self, rounds: &[Pending], bytes: &[u8]) -> Option<&'static str> {
        match self.chain.decode_epoch_proof(bytes) {
            Err(_) => Some("malformed"),
            Ok(proof) => self.chain.verify_epoch(rounds, &proof, 1).err().map(|_| "invalid"),
        }
    }

    /// An accepted bundle has the rounds and the epoch proofs of the case, and these say what the case says.
    fn bundle(&self, case: &Value) {
        let (data, to) = (bytes(case, "bytes"), number(case, "to") as usize);
        let mut reader = bundle::Reader::new(&data[..]).unwrap();
        let mut expected = list(case, "epoch_proofs").iter();
        for at in number(case, "from") as usize - 1..to {
            let entry = reader.next_entry().unwrap().unwrap();
            assert_eq!((entry.number, entry.bytes), (at as u64 + 1, self.rounds[at].round().encode()));
            let Some(found) = entry.epoch_proof else { continue };
            let expected = expected.next().unwrap();
            assert_eq!((number(expected, "before"), bytes(expected, "bytes")), (entry.number, found.clone()));
            let count = self.chain.decode_epoch_proof(&found).map_or(0, |proof| proof.count as usize);
            let rounds = &self.rounds[at..to.min(at + count)];
            let error = expected.get("error").and_then(Value::as_str);
            assert_eq!(self.verify(rounds, &found), error, "{}: before {}", text(case, "name"), entry.number);
        }
        assert_eq!((reader.next_entry().unwrap(), expected.next()), (None, None));
    }
}
