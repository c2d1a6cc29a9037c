//! Beacons whose keys and trees are encrypted: from the start, later, after kills, from backups.

use crate::run::{Outcome, Place};
use heliast_keystore::Passphrase;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs::{self, Permissions},
    io::{BufRead, BufReader},
    os::unix::fs::PermissionsExt,
    path::PathBuf,
};

const NEW: &str = "--participants 3 --period 0.1 --vrf x-vrf-6 --stateless ell2 --lead 2 --delay 1e4";
const WORDS: &str = "--passphrase-file words";
/// The most rounds that a machine may need until all trees are due.
const PATIENCE: usize = 600;

/// A place with two passphrases.
fn place() -> Place {
    let place = Place::new();
    for (name, words) in [("words", "open sesame\n"), ("others", "open barley\n")] {
        place.write(name, words);
        fs::set_permissions(place.path(name), Permissions::from_mode(0o600)).unwrap();
    }
    place
}

/// A stopped beacon in `data` whose participants all draw by trees; these flags are for its first
/// start and all later ones.
fn beacon(first: &str, all: &str) -> Place {
    let place = place();
    place.ok(&format!("up --data data {NEW} --rounds 4 --listen 127.0.0.1:0 {first} {all}"));
    for _ in 0..PATIENCE {
        if by_trees(&place, "data") {
            return place;
        }
        place.ok(&up("data", &format!("--rounds 2 {all}")));
    }
    panic!("the trees were never due");
}

fn by_trees(place: &Place, data: &str) -> bool {
    let (_, status) = place.json(&format!("key status {data}"));
    status["keys"].as_array().unwrap().iter().all(|key| key["scheme"] == "x-vrf-6")
}

fn up(data: &str, words: &str) -> String {
    format!("up --data {data} --listen 127.0.0.1:0 {words}")
}

/// The secret files of all trees.
fn secrets(place: &Place, data: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = |dir: PathBuf| fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let trees = entries(place.path(data).join("trees")).flat_map(entries).map(|dir| dir.join("secret"));
    trees.filter(|path| path.exists()).map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

fn is_sealed(bytes: &[u8]) -> bool {
    bytes.starts_with(b"age-encryption.org/v1\n-> scrypt ")
}

/// Requires that all secrets of a beacon are encrypted, or that none are.
fn all_are(place: &Place, data: &str, sealed: bool) {
    let secrets = secrets(place, data);
    assert!(secrets.len() >= 3 && secrets.values().all(|bytes| is_sealed(bytes) == sealed));
    assert_eq!(is_sealed(&place.read(&format!("{data}/keys.json"))), sealed);
}

/// Requires a refusal with this message and a hint, and no changed secret.
fn refused(place: &Place, line: &str, message: &str) {
    let before = secrets(place, "data");
    let outcome = place.run(line);
    let said = outcome.failed(6);
    assert!(said.contains(message), "{line}: {outcome:?}");
    assert!(outcome.stderr.lines().last().unwrap().contains("passphrase"), "{outcome:?}");
    assert_eq!(secrets(place, "data"), before, "{line}");
}

#[test]
fn one_passphrase_opens_keys_and_trees() {
    let place = beacon("--encrypt", WORDS);
    all_are(&place, "data", true);
    for name in ["data", "state"] {
        let mut grep = std::process::Command::new("grep");
        let found = grep.args(["-rlaF", "open sesame"]).arg(place.path(name)).output().unwrap();
        assert_eq!(found.stdout, b"", "the words lie nowhere");
    }
    refused(&place, &up("data", "--rounds 1"), "is protected by a passphrase");
    refused(&place, &up("data", "--rounds 1 --passphrase-file others"), "the passphrase is wrong");
    refused(&place, &up("data", "--rounds 1 --recover --passphrase-file others"), "the passphrase is wrong");

    // After kills during rounds, new trees and marks, everything on the disk is encrypted.
    for _ in 0..3 {
        let mut child = place.command(&up("data", &format!("--json {WORDS}"))).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let rounds = lines.map(|line| line.unwrap()).filter(|line| line.contains("\"round\""));
        assert_eq!(rounds.take(12).count(), 12);
        child.kill().unwrap();
        child.wait().unwrap();
        all_are(&place, "data", true);
    }
    place.ok(&up("data", &format!("--rounds 2 --encrypt {WORDS}")));
    assert!(by_trees(&place, "data"));
    place.ok("verify data");
}

#[test]
fn the_passphrase_changes_and_the_trees_go_on() {
    let place = beacon("--encrypt", WORDS);
    let trees = secrets(&place, "data");
    let change = "key passphrase data --new-passphrase-file others";
    refused(&place, change, "is protected by a passphrase");
    refused(&place, &format!("{change} --passphrase-file others"), "the passphrase is wrong");
    place.run(&format!("key passphrase data {WORDS}")).failed(2);
    place.run(&format!("{change} {WORDS} --decrypt")).failed(2);
    place.run("key passphrase data --passphrase-file - --new-passphrase-file -").failed(2);
    let (code, report) = place.json(&format!("{change} {WORDS}"));
    assert_eq!(
        (code, &report["encrypted"], &report["trees_encrypted"]),
        (0, &true.into(), &0.into()),
        "{report}"
    );
    assert_eq!(secrets(&place, "data"), trees, "they know nothing of it");
    refused(&place, &up("data", &format!("--rounds 1 {WORDS}")), "the passphrase is wrong");
    place.ok(&up("data", "--rounds 2 --passphrase-file others"));
    assert!(by_trees(&place, "data"), "no tree was lost");

    // A backup keeps the passphrase of the keys, and goes on with new trees.
    place.ok("backup --data data --out saved");
    fs::rename(place.path("data"), place.path("gone")).unwrap();
    let restore = "restore --backup saved --data data --adopt";
    assert!(place.run(&format!("{restore} {WORDS}")).failed(6).contains("the passphrase is wrong"));
    place.ok(&format!("{restore} --passphrase-file others"));
    let lost = place.run(&up("data", "--rounds 1 --passphrase-file others"));
    assert!(lost.failed(6).contains("its directory is gone"), "{lost:?}");
    place.ok(&up("data", "--recover --rounds 6 --passphrase-file others"));
    for _ in 0..PATIENCE {
        if by_trees(&place, "data") {
            all_are(&place, "data", true);
            place.ok("verify data");
            return;
        }
        place.ok(&up("data", "--rounds 2 --passphrase-file others"));
    }
    panic!("new trees were never due");
}

#[test]
fn a_beacon_is_encrypted_while_it_is_stopped() {
    let place = beacon("", "");
    all_are(&place, "data", false);
    let clear = secrets(&place, "data");
    let refused_one = place.run(&up("data", &format!("--rounds 1 --encrypt {WORDS}")));
    refused_one.code_is(2);
    assert!(refused_one.stderr.contains("heliast key passphrase data"), "{refused_one:?}");

    let mut child = place.command(&up("data", "--json")).spawn().unwrap();
    let started = BufReader::new(child.stdout.take().unwrap()).lines().next().unwrap().unwrap();
    assert!(started.contains("started"), "{started}");
    let encrypt = "key passphrase data --new-passphrase-file words";
    assert!(place.run(encrypt).failed(6).contains("another heliast is running"));
    child.kill().unwrap();
    child.wait().unwrap();
    all_are(&place, "data", false);

    let (code, report) = place.json(encrypt);
    assert_eq!((code, &report["encrypted"]), (0, &true.into()), "{report}");
    assert!(report["trees_encrypted"].as_u64().unwrap() >= 3, "{report}");
    all_are(&place, "data", true);
    refused(&place, &up("data", "--rounds 1"), "is protected by a passphrase");
    // After an interruption before all trees were encrypted, the next start encrypts the rest.
    let (path, bytes) = clear.iter().find(|(path, _)| path.exists()).unwrap();
    fs::write(path, bytes).unwrap();
    place.ok(&up("data", &format!("--rounds 2 {WORDS}")));
    all_are(&place, "data", true);
    assert!(by_trees(&place, "data"));

    // Without a passphrase again, the existing trees can still be opened.
    let (code, report) = place.json(&format!("key passphrase data --decrypt {WORDS}"));
    assert_eq!((code, &report["encrypted"]), (0, &false.into()), "{report}");
    place.ok(&up("data", "--rounds 2"));
    assert!(by_trees(&place, "data"));
    place.ok("verify data");
}

/// systemd gives a service access by an access list, which appears as a right of the file's group.
#[test]
fn a_credential_of_the_service_manager_is_a_passphrase() {
    let place = place();
    fs::create_dir(place.path("credentials")).unwrap();
    place.write("credentials/passphrase", "open sesame\n");
    fs::set_permissions(place.path("credentials/passphrase"), Permissions::from_mode(0o440)).unwrap();
    let file = place.path("credentials/passphrase");
    let run = |line: &str, dir: Option<&str>| {
        let mut command = place.command(line);
        command.env("HELIAST_UP_PASSPHRASE_FILE", &file).env("HELIAST_UP_ENCRYPT", "true");
        dir.map(|dir| command.env("CREDENTIALS_DIRECTORY", place.path(dir)));
        Outcome::of(command.output().unwrap())
    };
    let line = up("data", "--rounds 1 --participants 2 --period 0.1 --delay 1e4 --vrf ell2");
    for dir in [None, Some("other")] {
        assert!(run(&line, dir).failed(6).contains("can be read by others"), "{dir:?}");
    }
    run(&line, Some("credentials")).code_is(0);
    assert!(is_sealed(&place.read("data/keys.json")));
    run(&up("data", "--rounds 1"), Some("credentials")).code_is(0);
    place.ok(&up("data", &format!("--rounds 1 {WORDS}")));
}

#[test]
fn trees_of_ones_own_and_homes_of_nodes_change_theirs_too() {
    let place = place();
    let prove = "vrf prove --key tree --round 1 --input a --out proof --force";
    place.ok("vrf keygen --scheme x-vrf-4 --first 1 --out tree --public public");
    place.ok(prove);
    let (code, report) = place.json("key passphrase tree --new-passphrase-file words");
    assert_eq!((code, &report["trees_encrypted"]), (0, &1.into()), "{report}");
    assert!(is_sealed(&place.read("tree/secret")));
    assert!(place.run(prove).failed(6).contains("passphrase"));
    place.ok(&format!("{prove} {WORDS}"));
    place.ok(&format!("key passphrase tree {WORDS} --decrypt"));
    place.ok(prove);

    place.ok(&format!(
        "network new --out net --nodes 2 --unsafe-margin --period 1 --delay 1000 --encrypt {WORDS}"
    ));
    let node = |words: &str| {
        // An engine that never starts.
        let line =
            format!("node --home net/node0 --witnesses net/witnesses --cometbft unix:///tmp/none {words}");
        place.run(&line).failed(6).to_owned()
    };
    assert!(node("").contains("is protected by a passphrase"));
    assert!(node("--passphrase-file others").contains("the passphrase is wrong"));
    let keys = place.read("net/node1/keys.json");
    let change = "key passphrase net/node0 --new-passphrase-file others";
    place.ok(&format!("{change} {WORDS}"));
    assert!(node(WORDS).contains("the passphrase is wrong"));
    assert_eq!(place.read("net/node1/keys.json"), keys);
    for (dir, code) in [("net", 3), ("none", 3)] {
        place.run(&format!("key passphrase {dir} --new-passphrase-file words")).failed(code);
    }
    let value: Value = place.json("key passphrase net/node1 --passphrase-file words --decrypt").1;
    assert_eq!((&value["out"], &value["encrypted"]), (&"net/node1".into(), &false.into()));
}

/// Files of earlier versions, from machines that were slow at the time.
#[test]
fn a_passphrase_that_is_cheap_to_guess_is_reported_and_made_dear() {
    let place = place();
    let at_full_cost = |line: &str| {
        let output = place.command(line).env_remove("HELIAST_TEST_WORK").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {output:?}");
    };
    at_full_cost(&format!("vrf keygen --scheme ell2 --out key --encrypt {WORDS}"));
    at_full_cost(&format!("vrf keygen --scheme x-vrf-4 --out tree --encrypt {WORDS}"));
    let words = Passphrase::new("open sesame".to_owned());
    for file in ["key", "tree/secret"] {
        let written = place.read(file);
        let header = String::from_utf8_lossy(&written);
        let stanza = header.lines().nth(1).unwrap().rsplit_once(' ').unwrap();
        let cost: u8 = stanza.1.parse().unwrap();
        assert!(stanza.0.starts_with("-> scrypt ") && (17..=20).contains(&cost), "{stanza:?}");
        let plain = words.decrypt(&place.path(file), &written, 4096).unwrap();
        place.write(file, words.clone().with_work(14).unwrap().encrypt(&plain).unwrap());
    }
    let (key, tree) = (format!("vrf public key {WORDS}"), format!("key status tree {WORDS}"));
    for (line, renew) in [(&key, "`age -d key | age -p -o NEW`"), (&tree, "`heliast key passphrase tree`")] {
        let outcome = place.ok(line);
        let told = "takes 2^14 steps, and 2^17 are the least that is written now; ";
        assert!(outcome.stderr.contains(&format!("{told}{renew} writes it anew")), "{outcome:?}");
        assert_eq!(place.json(line).0, 0);
    }
    at_full_cost(&format!("key passphrase tree {WORDS} --new-passphrase-file words"));
    assert_eq!(place.ok(&tree).stderr, "");
}
