//! `up`'s settings from flags, environment and file; its log; and `health`.

use crate::{
    chain::stored_chain,
    nodes::{answer, serve},
    run::{Outcome, Place},
};
use heliast_engine::{AlarmKind, Handles};
use heliast_http::{Limits, Server};
use serde_json::Value;
use std::{fs, net::TcpListener};

/// Runs `line` with environment variables.
fn with(place: &Place, line: &str, variables: &[(&str, &str)]) -> Outcome {
    Outcome::of(place.command(line).envs(variables.iter().copied()).output().unwrap())
}

/// The line of a setting in the output of `--print-config`.
fn printed(outcome: &Outcome, name: &str) -> String {
    let mut lines = outcome.text().lines();
    lines.find(|line| line.starts_with(&format!("{name} = "))).unwrap_or_default().to_owned()
}

#[test]
fn a_flag_counts_before_the_environment_and_this_before_the_file() {
    let place = Place::new();
    fs::create_dir(place.path("data")).unwrap();
    place.write("data/heliast.toml", "period = 7\nepoch = 3\nlog = \"error\"\n[limits]\nstreams = 5\n");
    place.write("other.toml", "data = \"data\"\nepoch = 4\n");
    let variables = [("HELIAST_UP_EPOCH", "5"), ("HELIAST_UP_PERIOD", "8"), ("HELIAST_UP_DATA", "data")];
    let outcome = with(&place, "up --print-config --period 9", &variables);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for line in [
        "period = 9  # flag",
        "epoch = 5  # HELIAST_UP_EPOCH",
        "log = \"error\"  # data/heliast.toml",
        "limits-streams = 5  # data/heliast.toml",
        "limits-connections = 512  # default",
    ] {
        assert!(outcome.text().lines().any(|found| found == line), "{line}: {}", outcome.text());
    }
    let named = with(&place, "up --print-config", &[("HELIAST_UP_CONFIG", "other.toml")]);
    assert_eq!(printed(&named, "epoch"), "epoch = 4  # other.toml");
    assert_eq!(printed(&named, "data"), "data = \"data\"  # other.toml");
    assert_eq!(printed(&named, "log"), "log = \"warn\"  # default", "one file, not two");
    let (_, object) = place.json("up --data data --print-config");
    assert_eq!(object["settings"]["epoch"], serde_json::json!({"value": 3, "origin": "data/heliast.toml"}));
    // The command has made nothing.
    assert_eq!(fs::read_dir(place.path("data")).unwrap().count(), 1);
}

/// The same for a node of a network, whose home has some settings from the start.
#[test]
fn a_node_takes_its_settings_from_everywhere_too() {
    let place = Place::new();
    place.ok(
        "network new --out net --nodes 1 --unsafe-margin --period 1 --delay 1000 --vrf ell2 --ports 21000",
    );
    place.write(
        "net/node0/heliast.toml",
        "log-format = \"json\"\nlisten = \"127.0.0.1:0\"\n[limits]\nstreams = 5\n",
    );
    let variables =
        [("HELIAST_NODE_HOME", "net/node0"), ("HELIAST_NODE_LOG", "info"), ("HELIAST_UP_XYZ", "1")];
    let outcome = with(&place, "node --print-config --witnesses net/witnesses", &variables);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for line in [
        "home = \"net/node0\"  # HELIAST_NODE_HOME",
        "listen = \"127.0.0.1:0\"  # net/node0/heliast.toml",
        "log-format = \"json\"  # net/node0/heliast.toml",
        "log = \"info\"  # HELIAST_NODE_LOG",
        "limits-streams = 5  # net/node0/heliast.toml",
        "evaluator = true  # net/node0/node.toml",
        "witnesses = \"net/witnesses\"  # flag",
        "# passphrase-file is not set",
    ] {
        assert!(outcome.text().lines().any(|found| found == line), "{line}: {}", outcome.text());
    }
    let (code, object) = place.json("node --home net/node0 --print-config");
    assert_eq!((code, &object["settings"]["limits-streams"]["value"]), (0, &5.into()), "{object}");
    // Two engines, one of them in the file: neither runs.
    place.write("net/node0/heliast.toml", "cometbft = \"tcp://127.0.0.1:9\"\n");
    let message = place.run("node --home net/node0 --cometbft-program none").failed(2).to_owned();
    assert!(message.contains("two engines"), "{message}");
    with(&place, "node --home net/node0", &[("HELIAST_NODE_LISTN", "x")]).failed(2);
    // A new home sets only settings that exist.
    let compose = String::from_utf8(place.read("net/compose.yaml")).unwrap();
    for line in
        ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "HELIAST_NODE_LOG_FORMAT: json"]
    {
        assert!(compose.contains(line), "{line}: {compose}");
    }
}

/// Settings that need each other may come from different sources.
#[test]
fn keep_and_archive_may_stand_in_different_places() {
    let place = Place::new();
    let (archive, keep) = ("archive = \"old\"\n", "keep = 7\n");
    place.write("both.toml", format!("{archive}{keep}"));
    place.write("archive.toml", archive);
    place.write("keep.toml", keep);
    let in_environment = [("HELIAST_UP_KEEP", "7")];
    for (line, variables) in [
        ("--config both.toml", &[][..]),
        ("--config archive.toml --keep 7", &[]),
        ("--config archive.toml", &in_environment),
        ("--config keep.toml --archive old", &[]),
        ("--archive old", &in_environment),
    ] {
        let outcome = with(&place, &format!("up --print-config {line}"), variables);
        assert_eq!(outcome.code, 0, "{line}: {outcome:?}");
        assert!(printed(&outcome, "keep").starts_with("keep = 7  # "), "{line}: {outcome:?}");
        assert!(printed(&outcome, "archive").starts_with("archive = \"old\"  # "), "{line}: {outcome:?}");
    }
    for (line, variables) in [("--config keep.toml", &[][..]), ("", &in_environment)] {
        let outcome = with(&place, &format!("up --data data {line}"), variables);
        assert!(outcome.failed(2).starts_with("keep needs archive"), "{line}: {outcome:?}");
    }
    assert_eq!(place.names(), ["archive.toml", "both.toml", "keep.toml"], "nothing was begun");
}

#[test]
fn unknown_settings_are_refused_before_anything_is_done() {
    let place = Place::new();
    place.write("bad.toml", "preiod = 1\n");
    let outcome = place.run("up --config bad.toml");
    assert_eq!(outcome.failed(2), "bad.toml: there is no setting preiod");
    assert!(outcome.stderr.contains("hint: a similar one exists: period"), "{outcome:?}");
    assert!(place.run("up --config none.toml").failed(3).starts_with("none.toml: "));
    place.write("bad.toml", "period 1\n");
    assert!(place.run("up --config bad.toml").failed(3).starts_with("bad.toml: line 1: "));
    let outcome = with(&place, "up", &[("HELIAST_UP_PREIOD", "1")]);
    assert_eq!(outcome.failed(2), "there is no setting HELIAST_UP_PREIOD");
    let outcome = with(&place, "up", &[("HELIAST_UP_PERIOD", "0")]);
    assert!(outcome.failed(2).contains("give 0.1 to 86400 seconds"), "{outcome:?}");
    assert!(place.run("up --trusted-proxies 10.0.0.1/8").failed(2).contains("its network is 10.0.0.0/8"));
    assert_eq!(place.names(), ["bad.toml"]);
}

/// A real start reads the file, and its log has one object per line, with a time.
#[test]
fn a_beacon_runs_by_its_file() {
    let place = Place::new();
    fs::create_dir(place.path("data")).unwrap();
    place.write(
        "data/heliast.toml",
        "participants = 2\nperiod = 0.1\nvrf = \"ell2\"\nrounds = 2\nlisten = \"127.0.0.1:0\"\nlog = \"info\"\n\
         log-format = \"json\"\n",
    );
    let outcome = place.ok("up --data data");
    assert!(outcome.text().contains("2 participants"), "{outcome:?}");
    let lines: Vec<Value> =
        outcome.stderr.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    for line in &lines {
        let time = line["timestamp"].as_str().unwrap();
        assert!(time.len() > 20 && time.ends_with('Z') && time.as_bytes()[10] == b'T', "{line}");
        assert!(line["level"].is_string() && line["message"].is_string(), "{line}");
    }
    let said = |message: &str| lines.iter().filter(|line| line["message"] == message).count();
    assert_eq!((said("started"), said("finished"), said("stopped")), (1, 2, 1), "{lines:?}");
    // With the level `warn` nothing is logged if there is no fault.
    let quiet = place.ok("up --data data --log warn --log-format text");
    // Periods pass between two starts, and more of them on a busy machine.
    let is_pause = |line: &str| line.contains("periods were left without a round");
    assert!(quiet.stderr.lines().all(is_pause), "{quiet:?}");
}

#[test]
fn a_node_that_is_well_is_zero_and_one_that_is_not_says_why() {
    let place = Place::new();
    let store = stored_chain(&place.path("data"), 3);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let handles = Handles::new(store);
    let server = Server::start(handles.clone(), listener, Limits::default()).unwrap();
    // The chain began long ago.
    for url in [format!("http://{address}"), format!("{address}"), format!("http://{address}/")] {
        let outcome = place.run(&format!("health {url}"));
        assert!(outcome.failed(5).ends_with("rounds behind"), "{outcome:?}");
    }
    handles.board.set_alarm(AlarmKind::Keys, Some("participant 3 has lost its tree".into()));
    let outcome = place.run(&format!("health {address}"));
    assert!(outcome.failed(5).ends_with("is not well: keys: participant 3 has lost its tree"), "{outcome:?}");
    server.stop();
    place.run(&format!("health {address}")).failed(5);
    let well = br#"{"current": 7, "expected": 8, "status": "ok", "alarms": []}"#;
    let (code, report) = place.json(&format!("health {}", serve(|_| answer("200 OK", well))));
    assert_eq!((code, &report["round"], &report["expected_round"]), (0, &7.into(), &8.into()));
    for strange in [answer("200 OK", b"<html>"), answer("500 Internal Server Error", well), vec![]] {
        place.run(&format!("health {}", serve(move |_| strange.clone()))).failed(5);
    }
}
