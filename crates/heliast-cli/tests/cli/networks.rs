//! Making networks, and what is said where a network can't run. `tests/network` runs them.

use crate::run::Place;
use serde_json::Value;
use std::fs;

/// A new network in `net`, by a fast scheme and with a delay for tries.
fn new(place: &Place, more: &str) -> Value {
    let line = format!("network new --out net --vrf ell2 --delay 1000 --unsafe-margin {more}");
    place.json(&line).1
}

#[test]
fn a_network_has_a_home_for_each_node_with_its_own_keys_only() {
    let place = Place::new();
    let made = new(&place, "--nodes 4 --participants 6 --period 2 --ports 9000");
    assert_eq!((&made["nodes"], &made["may_fail"], &made["participants"]), (&4.into(), &1.into(), &6.into()));
    assert_eq!(made["urls"][3], "http://127.0.0.1:9009");
    let keys = |node: u32| -> Value {
        serde_json::from_slice(&place.read(&format!("net/node{node}/keys.json"))).unwrap()
    };
    let held: Vec<_> = (0..4).map(|node| keys(node)["secrets"].as_array().unwrap().len()).collect();
    assert_eq!(held, [2, 2, 1, 1]);
    for node in 0..4 {
        assert_eq!(place.read(&format!("net/node{node}/genesis")), place.read("net/genesis"));
        let engine: Value =
            serde_json::from_slice(&place.read(&format!("net/node{node}/comet/config/genesis.json")))
                .unwrap();
        let chain = made["chain"].as_str().unwrap();
        assert_eq!(engine["chain_id"], format!("heliast-{}", &chain[..40]));
        let secret = place.path(&format!("net/node{node}/comet/config/priv_validator_key.json"));
        let secret = fs::read_to_string(secret).unwrap();
        let others = (0..4).filter(|other| *other != node);
        let is_shared = |other| {
            place.read(&format!("net/node{other}/comet/config/priv_validator_key.json")) == secret.as_bytes()
        };
        assert!(!others.into_iter().any(is_shared));
    }
    assert_eq!(place.names(), ["net"], "nothing is left of its making");
}

#[test]
fn a_network_that_is_there_is_never_replaced() {
    let place = Place::new();
    new(&place, "--nodes 1 --period 1");
    let before = place.read("net/genesis");
    let again = place.run("network new --out net --vrf ell2 --delay 1000 --period 1 --unsafe-margin");
    assert_eq!(again.code, 6);
    assert!(again.stderr.contains("is there already"), "{}", again.stderr);
    assert_eq!(place.read("net/genesis"), before);
}

/// Without a period and a delay both are chosen so that the margin holds; less is refused, with what would
/// do.
#[test]
fn a_delay_that_is_too_short_for_the_window_is_refused() {
    let place = Place::new();
    let refused = place.run("network new --out net --vrf ell2 --delay 1000 --period 1");
    assert_eq!(refused.code, 6);
    assert!(
        refused.stderr.contains("--unsafe-margin") && refused.stderr.contains("--delay "),
        "{}",
        refused.stderr
    );
    assert!(place.names().is_empty(), "nothing was made");
    let made = place.json("network new --out net --vrf ell2").1;
    assert_eq!(made["margin_is_safe"], true);
    assert!(made["fastest_delay_seconds"].as_f64() >= made["collecting_seconds"].as_f64());
    let longer = place.json("network new --out longer --vrf ell2 --window 12").1;
    assert!(longer["t"].as_u64() > made["t"].as_u64(), "a longer window needs a longer delay");
}

#[test]
fn what_is_wrong_with_the_command_line_is_said() {
    let place = Place::new();
    for (flags, said) in [
        ("--nodes 2 --hosts a", "1 hosts are named for 2 nodes"),
        ("--nodes 1 --hosts a..b", "is neither a host name nor an address"),
        ("--nodes 100 --ports 65500", "would go beyond 65535"),
        ("--consensus-keys rsa", "give ed25519 or ml-dsa-65"),
        ("--nodes 0", "give a whole number from 1 to 200"),
        ("--window 0", "give a whole number from 1 to 100"),
        ("--lead 5", "--lead and --stateless are for chains of hash trees"),
    ] {
        let outcome =
            place.run(&format!("network new --out net --vrf ell2 --delay 1000 --unsafe-margin {flags}"));
        assert_eq!(outcome.code, 2, "{flags}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(said), "{flags}: {}", outcome.stderr);
    }
    assert!(place.names().is_empty(), "nothing was made");
}

#[test]
fn an_engine_that_is_missing_is_named_with_the_command_that_installs_it() {
    let place = Place::new();
    new(&place, "--nodes 1 --period 1");
    for line in ["node --home net/node0", "network up net"] {
        let outcome = place.run(&format!("{line} --cometbft-program ./none"));
        assert_eq!(outcome.code, 6, "{line}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("go install github.com/cometbft"), "{line}: {}", outcome.stderr);
    }
}

#[test]
fn a_home_of_two_networks_is_refused() {
    let place = Place::new();
    new(&place, "--nodes 1 --period 1");
    fs::rename(place.path("net"), place.path("other")).unwrap();
    new(&place, "--nodes 1 --period 1");
    fs::copy(place.path("other/network"), place.path("net/node0/network")).unwrap();
    let outcome =
        place.run("node --home net/node0 --cometbft tcp://127.0.0.1:0 --listen 127.0.0.1:0 --witnesses w");
    assert_eq!(outcome.code, 6);
    assert!(outcome.stderr.contains("are of two networks"), "{}", outcome.stderr);
}

#[test]
fn nodes_that_do_not_answer_are_named() {
    let place = Place::new();
    let outcome = place.run("network status http://127.0.0.1:1 127.0.0.1:2");
    assert_eq!(outcome.code, 5);
    assert!(outcome.stderr.contains("http://127.0.0.1:1 does not answer"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("127.0.0.1:2 does not answer"), "{}", outcome.stderr);
    let nothing = place.run("network status .");
    assert_eq!(nothing.code, 3, "{}", nothing.stderr);
    assert!(nothing.stderr.contains("has no nodes"), "{}", nothing.stderr);
}

#[test]
fn a_node_begins_with_no_snapshot_of_nodes_that_do_not_answer() {
    let place = Place::new();
    new(&place, "--nodes 1 --period 1");
    let line =
        "node --home net/node0 --cometbft tcp://127.0.0.1:0 --listen 127.0.0.1:0 --witnesses w --state-sync";
    let config = place.read("net/node0/comet/config/config.toml");
    let outcome = place.run(&format!("{line} http://127.0.0.1:1,http://127.0.0.1:2"));
    assert_eq!(outcome.code, 5, "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("http://127.0.0.1:2") && outcome.stderr.contains("hint"),
        "{}",
        outcome.stderr
    );
    let outcome = place.run(&format!("{line} nonsense"));
    assert_eq!(outcome.code, 2, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("no address of a node"), "{}", outcome.stderr);
    assert_eq!(place.read("net/node0/comet/config/config.toml"), config, "nothing is changed");
}
