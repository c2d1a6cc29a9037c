//! Chains with hash trees: `up` with keys that replace each other, and `key status`.

use crate::{
    nodes::{answer, serve},
    run::{PATIENCE, Place},
};
use heliast_engine::Handles;
use heliast_http::{Limits, Server};
use heliast_store::Store;
use serde_json::Value;
use std::{net::TcpListener, time::Instant};

/// The events of `up` for a chain of trees that last eight rounds, with two committees.
fn up(place: &Place, rounds: u64) -> Vec<Value> {
    let chain = if place.path("data").exists() {
        "--data data"
    } else {
        "--data data --participants 3 --period 0.1 --delay 1e4 --vrf x-vrf-4 --stateless ell2 --lead 2 --votes 20,5"
    };
    let outcome = place.ok(&format!("up {chain} --json --rounds {rounds} --listen 127.0.0.1:0"));
    outcome.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Continues until three trees have drawn for some participant: a slow machine may need longer to
/// make them.
fn rotated(place: &Place) -> Vec<Value> {
    let (mut events, deadline) = (Vec::new(), Instant::now() + PATIENCE);
    while Instant::now() < deadline {
        events.extend(up(place, 12));
        let announced = |event: &Value| event["announcements"].as_u64().unwrap_or(0);
        let trees: u64 = events.iter().map(announced).sum();
        let drawn = events.iter().any(|event| event["by_trees"].as_u64() > Some(0));
        if trees >= 9 && drawn {
            return events;
        }
    }
    panic!("{} rounds were not enough", events.len());
}

#[test]
fn trees_take_turns_and_the_chain_verifies() {
    let place = Place::new();
    let events = rotated(&place);
    let started = &events[0];
    assert_eq!((&started["vrf"], &started["lead"]), (&"x-vrf-4".into(), &2.into()), "{started}");
    assert_eq!(started["stateless"], "ecvrf-edwards25519-sha512-ell2");
    let (code, report) = place.json("verify data");
    assert_eq!((code, &report["from_genesis"]), (0, &true.into()), "{report}");
    place.ok("export --data data --out whole");
    place.ok("export --data data --from 9 --out later");
    let beacon = |source: &str| place.json(&format!("verify {source}")).1["beacon"].clone();
    assert_eq!([beacon("whole"), beacon("later")], [report["beacon"].clone(), report["beacon"].clone()]);
    assert_eq!(place.json("verify whole --fast").1["beacon"], report["beacon"]);
    // The keys in the header of the later bundle are trusted; a truncated bundle is refused.
    let mut forged = place.read("later");
    let name = forged.windows(4).rposition(|bytes| bytes == b"HLRD").unwrap();
    forged.truncate(name);
    place.write("cut", forged);
    place.run("verify cut").failed(3);
    // A chain with trees keeps its trees.
    let refused = place.run("up --data data --vrf ell2 --rounds 1 --listen 127.0.0.1:0").failed(2).to_owned();
    assert!(refused.contains("--vrf x-vrf-4"), "{refused}");
}

#[test]
fn key_status_of_a_beacon() {
    let place = Place::new();
    rotated(&place);
    let (code, stopped) = place.json("key status data");
    assert_eq!((code, &stopped["lead"]), (0, &2.into()), "{stopped}");
    let keys = stopped["keys"].as_array().unwrap();
    assert_eq!(keys.len(), 3);
    assert!(keys.iter().all(|key| key["public_key"].is_string()), "{stopped}");

    let store = Store::open(place.path("data")).unwrap();
    let next = store.last() + 1;
    assert_eq!(stopped["round"], next);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let server = Server::start(Handles::new(store), listener, Limits::default()).unwrap();
    assert_eq!(place.json(&format!("key status {url}")), (0, stopped));
    let shown = place.ok(&format!("key status {url}"));
    assert!(shown.text().contains(&format!("round {next} is next")), "{shown:?}");
    server.stop();

    let refused = place.run("key status data --round 3").failed(2).to_owned();
    assert!(refused.contains("--round is for the directory of a key"), "{refused}");
}

#[test]
fn key_status_of_a_liar_moves_no_cursor() {
    let place = Place::new();
    let key = r#"{"participant": 0, "scheme": "\u001b[2Jx\nround 9 is next", "public_key": "", "until": 7, "next": null}"#;
    let keys = format!(r#"{{"round": 18446744073709551615, "lead": 18446744073709551615, "keys": [{key}]}}"#);
    let url = serve(move |_| answer("200 OK", keys.as_bytes()));
    let shown = place.ok(&format!("key status {url}")).text().to_owned();
    assert!(shown.lines().count() == 2 && shown.contains(" [2Jx round 9 is next"), "{shown:?}");
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
}

#[test]
fn key_status_of_a_key_makes_the_next_in_time() {
    let place = Place::new();
    place.ok("vrf keygen --scheme ivrf-10 --out key --first 101 --slots 2");
    let status = |words: &str| {
        let (code, report) = place.json(&format!("key status key {words}"));
        assert_eq!(code, 0, "{report}");
        report
    };
    // A key for rounds 101 to 1124.
    let fresh = status("");
    assert_eq!((&fresh["round"], &fresh["rounds_left"]), (&101.into(), &1024.into()));
    assert_eq!(
        (&fresh["announce_next_by_round"], &fresh["make_next_from_round"]),
        (&1115.into(), &1051.into())
    );
    assert_eq!(status("--round 1000 --next next")["next_out"], Value::Null);
    assert!(!place.path("next").exists());

    let made = status("--round 1060 --next next");
    assert_eq!((&made["rounds_left"], &made["next_first_round"]), (&65.into(), &1125.into()), "{made}");
    let (_, inspected) = place.json("vrf inspect next");
    assert_eq!((&inspected["public_key"], &inspected["slots"]), (&made["next_public_key"], &2.into()));
    assert_eq!(status("--round 1110 --next next"), {
        let mut later = made.clone();
        (later["round"], later["rounds_left"]) = (1110.into(), 15.into());
        later
    });
    let text = |round: u64| place.ok(&format!("key status key --round {round}")).text().to_owned();
    assert!(text(1060).contains("announce it by round 1115"), "{}", text(1060));
    assert!(text(1120).contains("rotate now"), "{}", text(1120));
    assert!(text(1125).contains("expired"), "{}", text(1125));
}
