//! `heliast key status`: its report on a key at each stage of its life, and its errors without a key.

use crate::{chain::stored_chain, lots::prove, run::Place};

/// A key for rounds 101 to 1124, whose successor is announced by 1115 and made from 1051 on.
fn with_key() -> Place {
    let place = Place::new();
    place.ok("vrf keygen --scheme ivrf-10 --out key --first 101 --threads 1");
    place
}

fn headline(place: &Place, words: &str) -> String {
    let shown = place.ok(&format!("key status key {words}"));
    shown.text().lines().next().unwrap().to_owned()
}

#[test]
fn every_time_of_a_keys_life_has_its_words() {
    let place = with_key();
    for (round, said) in [
        (0, "1024 rounds are left; the next key is not needed before round 1051"),
        (101, "1024 rounds are left; the next key is not needed before round 1051"),
        (1050, "75 rounds are left; the next key is not needed before round 1051"),
        (1051, "make the next key and announce it by round 1115"),
        (1114, "make the next key and announce it by round 1115"),
        (1115, "rotate now: the next key is late, and 10 rounds are left"),
        (1124, "rotate now: the next key is late, and 1 round is left"),
        (1125, "the key has expired: the stateless key is due until another is announced"),
        (u64::MAX, "the key has expired: the stateless key is due until another is announced"),
    ] {
        assert_eq!(headline(&place, &format!("--round {round}")), said, "{round}");
    }
    // Another lead gives other times; with a lead longer than the key the next key is always late.
    assert_eq!(
        headline(&place, "--round 600 --lead 600"),
        "rotate now: the next key is late, and 525 rounds are left"
    );
    assert!(headline(&place, "--round 101 --lead 18446744073709551615").starts_with("rotate now: "));
    assert_eq!(
        headline(&place, "--round 1060 --lead 0"),
        "65 rounds are left; the next key is not needed before round 1061"
    );
}

/// Without --round the first round counts in which the key has not answered.
#[test]
fn a_key_knows_how_far_it_has_come() {
    let place = with_key();
    assert!(headline(&place, "").starts_with("1024 rounds are left; "));
    prove(&place, "1049");
    assert!(headline(&place, "").starts_with("75 rounds are left; "));
    prove(&place, "1050");
    assert_eq!(headline(&place, ""), "make the next key and announce it by round 1115");
    prove(&place, "1124");
    assert!(headline(&place, "").starts_with("the key has expired: "));
    // Even if it is late, the next key is made, for the first round in which it can take effect.
    let made = place.ok("key status key --next next --threads 1");
    assert!(made.text().contains("next first round"), "{made:?}");
    let inspected = place.ok("vrf inspect next");
    assert!(inspected.text().lines().any(|line| line.trim() == "first round  1135"), "{inspected:?}");
    // The key is made only once.
    let secret = place.read("next/secret");
    place.ok("key status key --next next --threads 1");
    assert_eq!(place.read("next/secret"), secret);
}

/// The public half is enough, so that a key can be inspected while it is in use or its secret is
/// elsewhere.
#[test]
fn a_round_that_is_named_needs_no_secret() {
    let place = with_key();
    let before = headline(&place, "--round 1051");
    std::fs::write(place.path("key/secret"), "elsewhere").unwrap();
    assert_eq!(headline(&place, "--round 1051"), before);
    place.run("key status key").failed(3);
    std::fs::write(place.path("key/public.json"), "{}").unwrap();
    let outcome = place.run("key status key --round 1051");
    assert!(outcome.failed(3).contains("public.json is not a public key file"), "{outcome:?}");
}

#[test]
fn what_concerns_a_key_is_refused_of_a_beacon() {
    let place = Place::new();
    stored_chain(&place.path("data"), 2);
    for words in ["--round 3", "--next next", "--subtree 4", "--threads 1", "--encrypt"] {
        for source in ["data", "none", "http://127.0.0.1:1"] {
            let outcome = place.run(&format!("key status {source} {words}"));
            let flag = words.split(' ').next().unwrap();
            assert!(
                outcome.failed(2).starts_with(&format!("{flag} is for ")),
                "{source} {words}: {outcome:?}"
            );
        }
    }
    assert_eq!(place.names(), ["data"]);
    let shown = place.ok("key status data");
    let lines: Vec<_> = shown.text().lines().collect();
    assert_eq!(lines[0], "round 3 is next; all 3 participants have stateless keys only");
    assert!(lines.len() == 4 && lines[1..].iter().all(|line| line.ends_with(" no end")), "{shown:?}");
}

#[test]
fn where_there_is_nothing_to_ask_the_fault_is_named() {
    let place = Place::new();
    std::fs::create_dir(place.path("empty")).unwrap();
    place.write("file", "noise");
    for (source, code) in
        [("none", 3), ("empty", 3), ("file", 3), ("http://127.0.0.1:1", 5), ("https://127.0.0.1:1", 5)]
    {
        place.run(&format!("key status {source}")).failed(code);
    }
    // In a chain without rounds, the keys that are due in the first round are shown.
    stored_chain(&place.path("data"), 0);
    assert!(place.ok("key status data").text().starts_with("round 1 is next; "));
    assert_eq!(place.names(), ["data", "empty", "file"]);
}
