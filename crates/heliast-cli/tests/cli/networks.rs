//! Making networks, and the errors of networks that cannot run. `tests/network` runs them.

use crate::{
    interrupt::ended_by,
    run::{PATIENCE, PROGRAM, Place},
};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::Command,
    thread::sleep,
    time::{Duration, Instant},
};

/// A new network in `net`, with a fast scheme and a short delay for tests.
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

/// The engine is an external one, which never starts.
#[cfg(target_os = "linux")]
#[test]
fn a_home_that_can_not_start_takes_the_keys_from_no_other() {
    let place = Place::new();
    new(&place, "--nodes 1 --participants 2 --period 1");
    let line = |home: &str, engine: &str| {
        format!("node --home {home} --cometbft {engine} --listen 127.0.0.1:0 --json")
    };
    let start = || {
        let mut child = place.command(&line("net/node0", "tcp://127.0.0.1:0")).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        assert!(said.contains("\"started\""), "{said}");
        assert_eq!(ended_by("INT", child).code, 0);
    };
    start();
    let status = Command::new("cp").arg("-a").args([place.path("net/node0"), place.path("copy")]).status();
    assert!(status.unwrap().success());
    let unchanged = |code: i32, engine: &str, words: &str| {
        // A database that was opened and closed differs in bytes, but not in contents.
        let files = || {
            let is_state = |path: &PathBuf| path.extension().is_none_or(|ending| ending != "redb");
            place.everything().into_iter().filter(|(path, _)| is_state(path)).collect::<Vec<_>>()
        };
        let before = files();
        let refused = place.run(&format!("{} --adopt", line("copy", engine))).failed_json(code);
        assert!(refused.contains(words), "{refused}");
        assert!(files() == before, "{words}");
        start();
    };
    unchanged(5, "unix:///nowhere/at/all", "can't be listened on");
    fs::remove_file(place.path("copy/comet/data/priv_validator_state.json")).unwrap();
    unchanged(6, "tcp://127.0.0.1:0", "is missing or damaged, which says what this validator has signed");
}

/// A backup of a beacon could not restore a node, and the operator must not find this out too late.
#[test]
fn a_backup_of_a_nodes_home_says_what_saves_it() {
    let place = Place::new();
    new(&place, "--nodes 1 --period 1");
    fs::create_dir_all(place.path("net/node0/data")).unwrap();
    for data in ["net/node0", "net/node0/data"] {
        let refused = place.run(&format!("backup --data {data} --out saved"));
        assert_eq!(refused.code, 6, "{data}");
        let said = &refused.stderr;
        assert!(said.contains("the home of a network's node") && said.contains("`cp -a "), "{said}");
    }
    assert_eq!(place.names(), ["net"], "nothing is written");
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

/// Without a period and a delay both are chosen so that the margin holds; smaller values are refused, with a
/// hint at sufficient ones.
#[test]
fn a_delay_that_is_too_short_for_the_window_is_refused() {
    let place = Place::new();
    let refused = place.run("network new --out net --vrf ell2 --delay 1000 --period 1");
    assert_eq!(refused.code, 6);
    assert!(
        refused.stderr.contains("--unsafe-margin")
            && refused.stderr.contains("--delay ")
            && refused.stderr.contains("times shorter than it must be"),
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
    // A home that joined later knows only its own node.
    new(&place, "--nodes 2 --period 1");
    let home = place.run("network status net/node1");
    assert_eq!(home.code, 5, "{}", home.stderr);
    assert!(
        home.stderr.contains("node1 does not answer") && !home.stderr.contains("node0"),
        "{}",
        home.stderr
    );
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
    assert!(outcome.stderr.contains("not an address of a node"), "{}", outcome.stderr);
    assert_eq!(place.read("net/node0/comet/config/config.toml"), config, "nothing is changed");
}

/// Members can change if requested, and by default if there are hash trees.
#[test]
fn a_network_says_whether_its_members_change() {
    let place = Place::new();
    let made = new(&place, "--nodes 1 --period 1 --most-participants 9 --proposal-life 50");
    assert_eq!((&made["most_participants"], &made["proposal_life"]), (&9.into(), &50.into()));
    assert_eq!(place.read("net/genesis")[4], 4, "the genesis in which members and validators change");
    let line = "network new --delay 1000 --unsafe-margin --nodes 1 --period 1 --stateless ell2";
    let trees = place.json(&format!("{line} --out trees")).1;
    assert_eq!((&trees["most_participants"], &trees["proposal_life"]), (&64.into(), &604_800.into()));
    let fixed = place.json(&format!("{line} --fixed-members --out fixed")).1;
    assert_eq!((&fixed["most_participants"], &fixed["proposal_life"]), (&2.into(), &Value::Null));
    assert_eq!(place.read("fixed/genesis")[4], 2);
    assert_eq!(place.run(&format!("{line} --fixed-members --most-participants 9 --out no")).code, 2);
    let few = place.run(&format!("{line} --most-participants 1 --out no"));
    assert_eq!(few.code, 3, "{}", few.stderr);
    assert!(few.stderr.contains("most participants"), "{}", few.stderr);
}

/// Guests come after the participants at nodes, each with its own directory.
#[test]
fn a_network_has_guests_if_it_is_told_to() {
    let place = Place::new();
    let made = new(&place, "--nodes 1 --period 1 --participants 2 --guests 2");
    assert_eq!(made["participants"], 4);
    for guest in ["guest0", "guest1"] {
        let keys: Value = serde_json::from_slice(&place.read(&format!("net/{guest}/keys.json"))).unwrap();
        assert_eq!(keys["secrets"].as_array().unwrap().len(), 1);
        assert_eq!(place.read(&format!("net/{guest}/genesis")), place.read("net/genesis"));
        assert_eq!(place.read(&format!("net/{guest}/network")), place.read("net/network"));
    }
    let line = "participate --keys net/guest0 --node nonsense:x:y --witnesses w";
    assert_eq!(place.run(line).code, 2);
    let other = format!(
        "participate --keys net/guest0 --node http://127.0.0.1:1 --chain {} --witnesses w",
        "0".repeat(64)
    );
    let refused = place.run(&other);
    assert_eq!(refused.code, 6, "{}", refused.stderr);
    assert!(refused.stderr.contains("another chain"), "{}", refused.stderr);
    place.write("net/guest1/keys.json", "{}");
    assert_eq!(place.run("participate --keys net/guest1 --node http://127.0.0.1:1 --witnesses w").code, 6);
}

#[test]
fn a_key_for_who_is_to_join_is_added_to_those_of_a_home() {
    let place = Place::new();
    new(&place, "--nodes 1 --period 1 --most-participants 9");
    let keys = || serde_json::from_slice::<Value>(&place.read("net/node0/keys.json")).unwrap();
    let before = keys();
    let made = place.json("member key --home net/node0").1;
    let after = keys();
    let (before, secrets) = (before["secrets"].as_array().unwrap(), after["secrets"].as_array().unwrap());
    assert_eq!((&secrets[..2], secrets.len()), (&before[..], 3), "the old ones stay");
    assert_eq!(made["public_key"].as_str().unwrap().len(), 64);
    assert!(!made.to_string().contains(secrets[2].as_str().unwrap()));

    let line = "network new --out fixed --vrf ell2 --delay 1000 --unsafe-margin --nodes 1 --period 1";
    place.json(line);
    for line in ["key", "propose --leave 0", &format!("approve {}", "0".repeat(64))] {
        let refused = place.run(&format!("member {line} --home fixed/node0"));
        assert_eq!(refused.code, 6, "{}", refused.stderr);
        assert!(refused.stderr.contains("members of this chain do not change"), "{}", refused.stderr);
    }
}

/// Invalid arguments are reported before any node is asked; if no node runs, that is reported.
#[test]
fn a_change_of_members_that_cannot_be_sent_says_why() {
    let place = Place::new();
    new(&place, "--nodes 1 --period 1 --most-participants 9 --ports 9");
    let cases = [
        ("propose", 2),
        ("propose --join 00", 2),
        ("propose --leave 0 --stake 4", 2),
        ("propose --leave 0 --participant 1 --stake 4", 2),
        ("propose --participant 0 --stake 18014398509481984", 2),
        ("approve 00", 2),
        ("propose --leave 0", 5),
        (&format!("approve {}", "0".repeat(64)), 5),
    ];
    for (line, code) in cases {
        let said = place.run(&format!("member {line} --home net/node0"));
        assert_eq!(said.code, code, "{line}: {}", said.stderr);
    }
    let url = "--node http://127.0.0.1:9";
    let cases = [
        ("propose --leave 0".to_owned(), 2, "--home"),
        ("propose --leave 0 --keys net/node0".to_owned(), 2, "--node"),
        (format!("propose --leave 0 {url}"), 2, "--keys"),
        (format!("propose --leave 0 --home net/node0 {url}"), 2, "--home"),
        ("propose --leave 0 --keys net/node0 --node x:y:z".to_owned(), 2, "not an address of a node"),
        (format!("propose --leave 0 --keys none {url}"), 3, "none"),
        (format!("propose --leave 0 --keys net/node0 {url} --chain 00"), 2, "not a chain id"),
        (format!("propose --leave 0 --keys net/node0 {url} --chain {}", "0".repeat(64)), 6, "another chain"),
        (format!("propose --leave 0 --keys net/node0 {url}"), 5, "127.0.0.1:9"),
        (format!("approve {} --keys net/node0 {url} --own-node", "0".repeat(64)), 5, "127.0.0.1:9"),
        (format!("list --keys net/node0 {url}"), 5, "127.0.0.1:9"),
        (format!("list http://127.0.0.1:9 --keys net/node0 {url}"), 2, "cannot be used"),
    ];
    for (line, code, words) in cases {
        let said = place.run(&format!("member {line}"));
        assert_eq!(said.code, code, "{line}: {}", said.stderr);
        assert!(said.stderr.contains(words), "{line}: {}", said.stderr);
    }
    assert_eq!(place.run("member list net/node0").code, 5);
    assert_eq!(place.run("member list nowhere").code, 3);
}

/// A program that behaves like CometBFT before its first block: it prints its version, and runs.
const ENGINE: &str = r#"#!/bin/sh
if [ "$1" = version ]; then
  echo '{"cometbft": "0.39.0", "abci": "2.0.0", "block_protocol": 11, "p2p_protocol": 8}'
  exit
fi
while :; do sleep 1; done
"#;

/// The node that this process has started, unless it is `but`.
#[cfg(target_os = "linux")]
fn node_of(process: u32, but: Option<u32>) -> Option<u32> {
    let numbers = fs::read_dir("/proc").unwrap().flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_node = |number: &u32| {
        let read = |name: &str| fs::read_to_string(format!("/proc/{number}/{name}")).unwrap_or_default();
        let parent = read("stat").rsplit(')').next().and_then(|rest| rest.split(' ').nth(2)?.parse().ok());
        parent == Some(process) && read("cmdline").contains("--supervised")
    };
    numbers.filter(|number| Some(*number) != but).find(is_node)
}

/// An upgrade replaces the program's file. The nodes are then started by the original path.
#[cfg(target_os = "linux")]
#[test]
fn nodes_are_started_again_after_their_program_was_replaced() {
    let place = Place::new();
    new(&place, "--nodes 1 --participants 1 --period 1");
    let settings = String::from_utf8(place.read("net/node0/node.toml")).unwrap();
    let listen = settings.lines().find(|line| line.starts_with("listen")).unwrap();
    place.write("net/node0/node.toml", settings.replace(listen, "listen = \"127.0.0.1:0\""));
    // Another process writes the file: a file that is open for writing can't be executed.
    let script = format!("cat > engine <<'END'\n{ENGINE}END\nchmod +x engine");
    assert!(Command::new("sh").args(["-c", &script]).current_dir(place.root()).status().unwrap().success());
    let program = place.path("heliast");
    let put = || fs::hard_link(PROGRAM, &program).or_else(|_| fs::copy(PROGRAM, &program).map(drop)).unwrap();
    put();
    let line = format!("network up net --json --cometbft-program {}", place.path("engine").display());
    let mut up = place.command_of(&program, &line).spawn().unwrap();
    let process = up.id();
    let found = |but| {
        let begun = Instant::now();
        loop {
            match node_of(process, but) {
                Some(node) => return node,
                None => assert!(begun.elapsed() < PATIENCE, "no node was begun"),
            }
            sleep(Duration::from_millis(20));
        }
    };
    let first = found(None);
    fs::remove_file(&program).unwrap();
    put();
    assert!(Command::new("kill").arg(first.to_string()).status().unwrap().success());
    let mut said = BufReader::new(up.stdout.take().unwrap()).lines().map_while(Result::ok);
    let ended = said.find(|line| line.contains("\"ended\"")).expect("the end of the node");
    assert!(ended.contains("is started again"), "{ended}");
    found(Some(first));
    assert_eq!(ended_by("INT", up).code, 0);
}
