//! Stored chains and bundles: made here with the library, verified and exported by the program.

use crate::run::Place;
use heliast::{
    Chain, DelayGroup, DelayRules, Draft, Genesis, Group, Participant, Round, SecretKey, StatelessScheme,
    Tip, Verified,
};
use heliast_store::Store;
use std::path::Path;

/// More squarings than a challenge has bits: the proofs of shorter delays are all the identity.
const SQUARINGS: u64 = 400;
const PARTICIPANTS: u8 = 3;
const GENESIS_TIME_MS: u64 = 1_700_000_000_000;

/// The secret keys and the genesis of a chain that depends only on `nonce`.
pub fn genesis(nonce: u8) -> (Vec<SecretKey>, Chain) {
    let keys: Vec<_> =
        (1..=PARTICIPANTS).map(|i| SecretKey::from_seed(StatelessScheme::EcvrfEll2, [i; 32])).collect();
    let participants =
        keys.iter().map(|key| Participant { public_key: key.public_key(), stake: 10 }).collect();
    let genesis = Genesis {
        vrf: StatelessScheme::EcvrfEll2,
        delays: DelayRules::squarings(DelayGroup::rsa_2048(), SQUARINGS),
        genesis_time_ms: GENESIS_TIME_MS,
        period_ms: 1000,
        lead: 0,
        committees: vec![20],
        members: None,
        participants,
        nonce: [nonce; 32],
    };
    (keys, Chain::new(genesis).unwrap())
}

/// The round after `tip`, made like a beacon's.
pub fn next_round(keys: &mut [SecretKey], chain: &Chain, tip: &Tip) -> Verified<Round> {
    let input = chain.ticket_input(tip, 0);
    let tickets: Vec<_> = (0..)
        .zip(keys)
        .filter_map(|(participant, key)| {
            let (_, proof) = key.prove(&input).unwrap();
            chain.verify_ticket(tip, heliast::Ticket { slot: 0, participant, proof }).ok()
        })
        .collect();
    let time_ms = GENESIS_TIME_MS + 1000 * tip.round();
    let (_, x) = chain.delay_input(tip, time_ms, tickets.iter().map(|ticket| ticket.facts()));
    let delay = chain.evaluate(&x).unwrap();
    chain.seal(tip, Draft { time_ms, tickets, announcements: vec![], delay }).unwrap()
}

/// A data directory with `rounds` rounds, which is locked until the store is dropped.
pub fn stored_chain(dir: &Path, rounds: u64) -> Store {
    let (mut keys, chain) = genesis(7);
    let store = Store::create(dir, &chain).unwrap();
    for _ in 0..rounds {
        store.append(&next_round(&mut keys, &chain, &store.tip())).unwrap();
    }
    store
}

fn place_with_chain(rounds: u64) -> Place {
    let place = Place::new();
    stored_chain(&place.path("data"), rounds);
    place
}

#[test]
fn a_directory_its_bundle_and_stdin_agree() {
    let place = place_with_chain(5);
    let (code, exported) = place.json("export --data data --out bundle");
    assert_eq!(code, 0);
    assert_eq!(exported["file_bytes"], place.read("bundle").len());
    assert_eq!((&exported["from"], &exported["to"]), (&1.into(), &5.into()));

    let (code, stored) = place.json("verify data");
    let (other, bundle) = place.json("verify bundle");
    assert_eq!((code, other), (0, 0));
    for key in ["chain", "from", "to", "beacon", "from_genesis"] {
        assert_eq!(stored[key], bundle[key], "{key}");
    }
    assert_eq!((&stored["to"], &stored["from_genesis"]), (&5.into(), &true.into()));
    assert_eq!(stored["chain"], exported["chain"]);
    assert!(stored["rounds_per_second"].as_f64().unwrap() > 0.0);
    let piped = place.run_with_stdin("verify -", &place.read("bundle"));
    assert_eq!(piped.code, 0, "{piped:?}");
    assert!(piped.text().starts_with("valid: 5 rounds, from genesis\n"), "{piped:?}");
    // Verifying changes nothing.
    assert_eq!(place.json("verify data").0, 0);
}

#[test]
fn the_last_beacon_is_the_chains() {
    let place = Place::new();
    let store = stored_chain(&place.path("data"), 3);
    let seed = hex::encode(store.tip().seed());
    drop(store);
    assert_eq!(place.json("verify data").1["beacon"], seed);
}

#[test]
fn ranges_are_taken_on_trust_and_say_so() {
    let place = place_with_chain(4);
    place.ok("export --data data --from 2 --to 3 --out middle");
    let (code, report) = place.json("verify middle");
    assert_eq!((code, &report["from"], &report["to"]), (0, &2.into(), &3.into()));
    assert_eq!(report["from_genesis"], false);
    assert!(place.ok("verify middle").text().contains("on trust"));

    assert_eq!(place.json("verify data --from 4").1["from"], 4);
    assert_eq!(place.json("verify middle --from 3").1["from"], 3);
    place.run("verify middle --from 1").failed(2);
    place.run("verify middle --from 4").failed(2);
    place.run("export --data data --from 3 --to 2 --out x").failed(2);
    assert_eq!(place.names(), ["data", "middle"]);
}

#[test]
fn a_pinned_chain_is_demanded() {
    let place = place_with_chain(1);
    let id = place.json("verify data").1["chain"].as_str().unwrap().to_owned();
    assert_eq!(place.json(&format!("verify data --chain {id}")).1["chain_pinned"], true);
    let other = hex::encode(genesis(8).1.id());
    let message = place.run(&format!("verify data --chain {other}")).failed(1).to_owned();
    assert_eq!(message, format!("this is chain {id}, not {other}"));
}

#[test]
fn a_bundle_goes_to_stdout_and_the_report_beside_it() {
    let place = place_with_chain(2);
    place.ok("export --data data --out bundle");
    let piped = place.ok("export --data data --out -");
    assert_eq!(piped.stdout, place.read("bundle"));
    assert!(piped.stderr.starts_with("rounds 1 to 2 verified and written to -\n"));
    place.run("export --data data --out bundle").failed(6);
    place.ok("export --data data --out bundle --force");
}
