//! Restore drills: what is lost or copied ends in a clear refusal or in a recovery that is documented in the
//! guide. No leaf of a tree answers twice, and no round is empty without a warning.

use crate::run::{Outcome, Place};
use heliast::keys::Key;
use heliast_node::Store;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

const NEW: &str = "--participants 3 --period 0.1 --vrf x-vrf-6 --stateless ell2 --lead 2";
/// Rounds that a machine may need until all trees are due.
const PATIENCE: usize = 60;

/// A beacon in `data` whose participants all draw by trees, stopped.
fn beacon() -> Place {
    let place = Place::new();
    place.ok(&format!("up --data data {NEW} --rounds 6 --listen 127.0.0.1:0"));
    for _ in 0..PATIENCE {
        if due(&place, "data") == ["x-vrf"; 3] {
            return place;
        }
        up(&place, "data", "--rounds 2");
    }
    panic!("the trees were never due");
}

/// The schemes of the keys that are due, without their heights.
fn due(place: &Place, data: &str) -> Vec<String> {
    let (code, status) = place.json(&format!("key status {data}"));
    assert_eq!(code, 0, "{status}");
    let scheme = |key: &Value| key["scheme"].as_str().unwrap().rsplit_once('-').unwrap().0.to_owned();
    status["keys"].as_array().unwrap().iter().map(scheme).collect()
}

fn run(place: &Place, data: &str, words: &str) -> Outcome {
    place.run(&format!("up --data {data} --listen 127.0.0.1:0 --json {words}"))
}

/// What `up` says when it goes well.
fn up(place: &Place, data: &str, words: &str) -> Vec<Value> {
    let outcome = run(place, data, words);
    assert_eq!(outcome.code, 0, "{words}: {outcome:?}");
    outcome.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Demands that `up` stops with code 6 before it makes a round; what it says is wrong, and what to do.
fn refused(place: &Place, data: &str, words: &str) -> (String, String) {
    let before = last(place, data);
    let outcome = run(place, data, &format!("--rounds 2 {words}"));
    assert_eq!(outcome.code, 6, "{words}: {outcome:?}");
    let lines: Vec<Value> = outcome.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!lines.iter().any(|line| line["event"] == "round"), "{outcome:?}");
    assert_eq!(last(place, data), before, "{words}: no round was made");
    let said = lines.last().unwrap();
    (said["error"].as_str().unwrap().to_owned(), said["hint"].as_str().unwrap().to_owned())
}

fn last(place: &Place, data: &str) -> Option<u64> {
    Store::open_read_only(place.path(data)).ok().map(|store| store.last())
}

/// The votes of each round that was made.
fn votes(events: &[Value]) -> Vec<u64> {
    let rounds = events.iter().filter(|event| event["event"] == "round");
    rounds.map(|round| round["votes"].as_u64().unwrap()).collect()
}

/// Goes on with --recover until all draw by trees again. The rounds that go without are those that were
/// announced, and all of them are.
fn recovered(place: &Place, data: &str, words: &str) {
    let next = last(place, data).unwrap() + 1;
    let events = up(place, data, &format!("--recover --rounds 6 {words}"));
    let recovering = &events[1];
    assert_eq!(
        (&recovering["event"], &recovering["from"], &recovering["well_from"]),
        (&"recovering".into(), &next.into(), &(next + 2).into()),
        "{recovering}"
    );
    let votes = votes(&events);
    let lost = recovering["withdrawn"].as_array().unwrap().len();
    if lost == 3 {
        assert_eq!(votes[..2], [0, 0], "{votes:?}");
    }
    assert!(votes[2..].iter().all(|votes| *votes > 0), "{votes:?}");
    for _ in 0..PATIENCE {
        if due(place, data) == ["x-vrf"; 3] {
            let healthy = place.run(&format!("up --data {data} --listen 127.0.0.1:0 --recover --rounds 1"));
            assert_eq!(healthy.code, 0, "{healthy:?}");
            assert!(healthy.stderr.contains("no key is lost"), "{healthy:?}");
            return;
        }
        up(place, data, "--rounds 2");
    }
    panic!("new trees were never due");
}

/// What each leaf answered in the chains of these directories, each verified from its genesis.
fn answers(place: &Place, directories: &[&str]) -> BTreeMap<(String, u64, u8), BTreeSet<Vec<u8>>> {
    let mut answers: BTreeMap<_, BTreeSet<Vec<u8>>> = BTreeMap::new();
    for directory in directories {
        let store = Store::open_read_only(place.path(directory)).unwrap();
        let (chain, mut tip) = (store.chain().clone(), store.chain().start());
        for number in 1..=store.last() {
            let verified = chain.verify(&tip, store.decoded(number).unwrap().unwrap()).unwrap();
            for (ticket, lot) in verified.tickets.iter().zip(&verified.facts().lots) {
                assert_eq!((ticket.slot, ticket.participant), (lot.slot, lot.participant));
                if let Key::Stateful(key) = lot.key {
                    let leaf = (hex::encode(key.pub_seed), number, lot.slot);
                    answers.entry(leaf).or_default().insert(ticket.proof.clone());
                }
            }
            tip = chain.tip_after(&verified);
        }
    }
    answers
}

fn no_leaf_answers_twice(place: &Place, directories: &[&str]) {
    let answers = answers(place, directories);
    assert!(!answers.is_empty());
    for (leaf, proofs) in answers {
        assert_eq!(proofs.len(), 1, "{leaf:?}");
    }
}

/// A whole copy, as `cp -a` makes it.
fn copy(place: &Place, from: &str, to: &str) {
    let status = Command::new("cp").arg("-a").args([place.path(from), place.path(to)]).status().unwrap();
    assert!(status.success());
}

fn remove(path: impl AsRef<Path>) {
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn the_trees_are_lost() {
    let place = beacon();
    remove(place.path("data/trees"));
    let (error, hint) = refused(&place, "data", "");
    assert!(
        error.starts_with("the hash trees of participants 0, 1 and 2 have no answer in round "),
        "{error}"
    );
    assert!(
        error.ends_with(": its directory is gone") && hint.contains("heliast up --recover"),
        "{error}: {hint}"
    );
    recovered(&place, "data", "");
    no_leaf_answers_twice(&place, &["data"]);
}

#[test]
fn the_trees_of_one_participant_are_lost() {
    let place = beacon();
    remove(place.path("data/trees/1"));
    let (error, _) = refused(&place, "data", "");
    assert!(error.starts_with("the hash tree of participant 1 has no answer"), "{error}");
    recovered(&place, "data", "");
}

#[test]
fn the_witnesses_are_lost() {
    let place = beacon();
    remove(place.path("state"));
    let (error, hint) = refused(&place, "data", "");
    assert!(
        error.ends_with("is missing or damaged, the witness of which directory uses these keys"),
        "{error}"
    );
    assert!(hint.contains("the same state directory") && hint.contains("up --adopt"), "{hint}");
    // The directory is taken over; its trees can't be, since nobody knows what they have answered.
    let (error, hint) = refused(&place, "data", "--adopt");
    assert!(error.contains("the witness of what this key has answered"), "{error}");
    assert!(hint.contains("heliast up --recover"), "{hint}");
    recovered(&place, "data", "");
    no_leaf_answers_twice(&place, &["data"]);
}

#[test]
fn another_state_directory_is_named() {
    let place = beacon();
    refused(&place, "data", "--witnesses elsewhere");
    // The right one, by its name: nothing was lost.
    let events = up(&place, "data", "--witnesses state/heliast/keys --rounds 2");
    assert!(votes(&events).iter().all(|votes| *votes > 0), "{events:?}");
}

#[test]
fn the_directory_is_copied() {
    let place = beacon();
    copy(&place, "data", "copy");
    let (error, hint) = refused(&place, "copy", "");
    assert!(error.contains("copy/home is a copy or was restored"), "{error}");
    assert!(hint.contains("if no other will ever be used again, `heliast up --adopt`"), "{hint}");
    refused(&place, "copy", "--recover");
    up(&place, "data", "--rounds 2");
    // Taken over, without its trees; then the first is the copy.
    let (error, _) = refused(&place, "copy", "--adopt");
    assert!(error.contains("is a copy or was restored: the key may have answered since"), "{error}");
    let (error, _) = refused(&place, "data", "");
    assert!(error.contains("copy uses these keys"), "{error}");
    recovered(&place, "copy", "--adopt");
    no_leaf_answers_twice(&place, &["data", "copy"]);
}

#[test]
fn half_of_the_directory_is_copied() {
    let place = beacon();
    for (name, files, error) in [
        ("a", &["chain.redb", "keys.json"][..], "a/home is missing or damaged"),
        ("b", &["chain.redb", "keys.json", "home"], "b/home is a copy or was restored"),
        ("c", &["keys.json", "home"], "c/keys.json belongs to a chain whose chain.redb is gone"),
        ("d", &["chain.redb", "home"], "d/keys.json does not hold the participants' keys"),
    ] {
        fs::create_dir(place.path(name)).unwrap();
        for file in files {
            fs::copy(place.path("data").join(file), place.path(name).join(file)).unwrap();
        }
        let (said, hint) = refused(&place, name, "");
        assert!(said.contains(error) && !hint.is_empty(), "{name}: {said}");
    }
    recovered(&place, "a", "--adopt");
    no_leaf_answers_twice(&place, &["a", "data"]);
}

#[test]
fn the_chain_alone_comes_from_an_old_backup() {
    let place = beacon();
    let old = place.read("data/chain.redb");
    let made = last(&place, "data").unwrap();
    up(&place, "data", "--rounds 4");
    copy(&place, "data", "true");
    place.write("data/chain.redb", old);
    let (error, hint) = refused(&place, "data", "");
    let words = format!("the chain ends with round {made}, and round {} was made already", made + 4);
    assert!(error.starts_with(&words) && hint.contains("forks the chain"), "{error}: {hint}");
    // Who goes on all the same gets no second answer from the trees, which remember.
    let (error, _) = refused(&place, "data", "--adopt");
    assert!(error.contains("beyond the chain, which was set back"), "{error}");
    recovered(&place, "data", "");
    no_leaf_answers_twice(&place, &["data", "true"]);
}

#[test]
fn the_whole_directory_comes_from_an_old_backup() {
    let place = beacon();
    copy(&place, "data", "backup");
    up(&place, "data", "--rounds 4");
    fs::rename(place.path("data"), place.path("true")).unwrap();
    copy(&place, "backup", "data");
    let (error, _) = refused(&place, "data", "");
    assert!(error.contains("data/home is a copy or was restored"), "{error}");
    let (error, _) = refused(&place, "data", "--adopt");
    assert!(error.contains("is a copy or was restored: the key may have answered since"), "{error}");
    recovered(&place, "data", "");
    no_leaf_answers_twice(&place, &["data", "true"]);
}
