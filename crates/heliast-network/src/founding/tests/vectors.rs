//! `vectors/founding.json`: the results of the reference for applications, drafts and agreements.

use super::*;
use crate::home::{Foundations, NodeSecrets};
use heliast_finality::KeyType;
use serde_json::Value;
use sha2::{Digest, Sha256};
use testkit::{assert_class, cases, of_kind};

fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}

fn class(error: &FoundingError) -> &'static str {
    match error {
        FoundingError::Malformed(_) => "malformed",
        FoundingError::Invalid(_) => "invalid",
        FoundingError::Waiting(_) => "waiting",
    }
}

#[test]
fn applications_are_those_of_the_reference() {
    let cases = cases("founding.json");
    let of_kind = of_kind(&cases, "application");
    assert!(of_kind.len() > 100);
    for case in of_kind {
        let data = bytes(&case["bytes"]);
        let read = Application::from_bytes(&data);
        assert_class(case, read.as_ref().err().map(class));
        let Ok(read) = read else { continue };
        assert_eq!(read.to_bytes(), data, "{}", case["name"]);
        assert_eq!(hex::encode(read.id()), case["id"]);
        let Site { host, api, p2p, rpc } = read.site();
        assert_eq!(
            (read.name(), host.as_str()),
            (case["operator"].as_str().unwrap(), case["host"].as_str().unwrap())
        );
        assert_eq!((&case["api"], &case["p2p"], *rpc), (&Value::from(*api), &Value::from(*p2p), 0));
        assert_eq!(read.peer_id(), case["peer_id"]);
        let validator = read.validator();
        assert_eq!(hex::encode(validator.key.address()), case["address"]);
        assert_eq!(
            (validator.key.key_type() as u8, validator.power),
            (case["key_type"].as_u64().unwrap() as u8, case["power"].as_u64().unwrap())
        );
        assert_eq!(read.vrf() as u8, case["scheme"].as_u64().unwrap() as u8);
        let members: Vec<_> =
            read.participants().iter().map(|one| (hex::encode(&one.public_key), one.stake)).collect();
        let listed = case["participants"].as_array().unwrap().iter();
        let listed: Vec<_> = listed
            .map(|one| (one["key"].as_str().unwrap().to_owned(), one["stake"].as_u64().unwrap()))
            .collect();
        assert_eq!(members, listed);
    }
}

#[test]
fn drafts_are_those_of_the_reference() {
    let cases = cases("founding.json");
    let of_kind = of_kind(&cases, "draft");
    assert!(of_kind.len() > 30);
    for case in of_kind {
        let data = bytes(&case["bytes"]);
        let read = Draft::from_bytes(&data);
        assert_class(case, read.as_ref().err().map(class));
        let Ok(read) = read else { continue };
        assert_eq!(read.as_bytes(), data, "{}", case["name"]);
        assert_eq!(read.foundations().network.to_bytes(), bytes(&case["network_file"]));
        assert_eq!(read.foundations().chain.genesis_bytes(), bytes(&case["genesis"]));
        assert_eq!(hex::encode(read.chain_id()), case["chain_id"]);
        let ids: Vec<_> = read.applications().iter().map(|one| hex::encode(one.id())).collect();
        assert_eq!(Value::from(ids), case["applications"]);
        // The same terms and applications, in any order, make the same draft.
        let Foundations { chain, network } = read.foundations();
        let terms = Terms {
            genesis: chain.genesis().clone(),
            window_blocks: network.window_blocks(),
            window_ms: network.window_ms(),
            insisting: network.insisting(),
        };
        let again = Draft::new(&terms, read.applications().iter().rev().cloned().collect()).unwrap();
        assert_eq!(again.as_bytes(), data);
    }
}

#[test]
fn agreements_are_those_of_the_reference() {
    let cases = cases("founding.json");
    for case in of_kind(&cases, "agreements") {
        let draft = of_kind(&cases, "draft").into_iter().find(|one| one["name"] == case["draft"]).unwrap();
        let draft = Draft::from_bytes(&bytes(&draft["bytes"])).unwrap();
        let listed = case["agreements"].as_array().unwrap();
        let read = listed.iter().map(|one| Agreement::from_bytes(&bytes(one))).collect::<Result<Vec<_>, _>>();
        let founded = read.map_err(FoundingError::from).and_then(|listed| draft.founded(&listed).map(|_| ()));
        let waiting = match &founded {
            Ok(()) => vec![],
            Err(FoundingError::Waiting(names)) => names.clone(),
            Err(error) => {
                assert_class(case, Some(class(error)));
                continue;
            }
        };
        assert_class(case, None);
        let missing = case["missing"].as_array().unwrap().iter().map(|id| {
            let one = draft.applications().iter().find(|one| hex::encode(one.id()) == *id).unwrap();
            one.name().to_owned()
        });
        assert_eq!(waiting, missing.collect::<Vec<_>>(), "{}", case["name"]);
    }
}

/// The seeds are those of validators' keys, and nothing random is in a signature.
#[test]
fn keys_sign_as_those_of_the_reference() {
    let cases = cases("founding.json");
    for case in of_kind(&cases, "signature") {
        let key_type = KeyType::from_id(case["key_type"].as_u64().unwrap() as u8).unwrap();
        let seed = Zeroizing::new(bytes(&case["seed"]).try_into().unwrap());
        let secrets = NodeSecrets::from_seeds(key_type, seed, Zeroizing::new([1; 32])).unwrap();
        let public = Sha256::digest(secrets.consensus_key().as_bytes());
        assert_eq!(hex::encode(public), case["public_key_hash"]);
        assert_eq!(hex::encode(secrets.sign(&bytes(&case["message"]))), case["signature"]);
    }
}
