//! Signals to verbs that save nothing, the second signal, and outputs whose name was taken
//! meanwhile.

use crate::{
    chain::stored_chain,
    interrupt::{ended_by, in_time, interrupted, interrupted_in_time, wait_until_caught},
    run::{Outcome, PATIENCE, Place},
};
use std::{
    process::Command,
    thread::sleep,
    time::{Duration, Instant},
};

const IN_SMALL: &str = "--group modulus --min-bits 256";

fn small() -> Place {
    let place = Place::new();
    place.small_modulus();
    place
}

/// An export to a pipe without a reader cannot end before the signal.
#[test]
fn an_interrupted_export_keeps_nothing() {
    // The bundle is longer than the buffer of a pipe.
    let place = Place::new();
    stored_chain(&place.path("data"), 120);
    let bundle = place.ok("export --data data --out -").stdout;
    assert!(bundle.len() > (64 << 10) + (16 << 10), "{} bytes", bundle.len());
    let mut attempts = (0..100).map(|_| interrupted(&place, "export --data data --out -", "INT"));
    let outcome = attempts.find(|outcome| outcome.code != 0).expect("a signal in time");
    assert_eq!(outcome.failed(4), "interrupted");
    assert!(outcome.stderr.contains("the same command begins again"), "{outcome:?}");
    assert!(outcome.stdout.len() < bundle.len() && bundle.starts_with(&outcome.stdout));
    // An export to a file leaves no part of it.
    let child = place.command("export --data data --out bundle").spawn().unwrap();
    wait_until_caught(&child);
    let outcome = ended_by("TERM", child);
    assert_eq!(
        place.names(),
        if outcome.code == 0 { vec!["bundle", "data"] } else { vec!["data"] },
        "{outcome:?}"
    );
}

#[test]
fn an_interrupted_sample_keeps_nothing() {
    let place = small();
    for line in [
        // These squarings would never end.
        format!("batch sample --count 3 -t 281474976710655 {IN_SMALL} --out list"),
        // This does no squarings, but writes a terabyte of statements.
        format!("batch sample --count 9999999999 -t 9 --trapdoor factors {IN_SMALL} --out list"),
    ] {
        let outcome = interrupted(&place, &line, "INT");
        assert_eq!(outcome.failed(4), "interrupted", "{line}");
        assert_eq!(place.names(), ["factors", "modulus"]);
    }
}

#[test]
fn squarings_that_have_no_place_are_not_saved() {
    let place = small();
    for (line, hint) in [
        ("vdf eval --message m -t", "next time give --checkpoint FILE"),
        ("vdf eval --message m --system segmented -t", "next time give --checkpoint FILE"),
    ] {
        let line = format!("{line} 281474976710655 {IN_SMALL} --out -");
        let outcome = (0..100).find_map(|_| interrupted_in_time(&place, &line, "INT")).expect(hint);
        assert!(outcome.failed(4).contains(" of 281474976710655 squarings"), "{outcome:?}");
        assert!(outcome.stderr.contains(&format!("hint: nothing was saved: {hint}")), "{outcome:?}");
        assert_eq!((outcome.stdout.len(), place.names()), (0, vec!["factors".into(), "modulus".into()]));
    }
    place.ok(&format!("batch sample --count 3 -t 281474976710655 --trapdoor factors {IN_SMALL} --out list"));
    for (options, hint) in [
        ("--out -", "next time give --checkpoint FILE"),
        (
            "--out proof --protocol random-subsets",
            "only a protocol that leaves one statement has a checkpoint",
        ),
    ] {
        let line = format!("batch prove list {IN_SMALL} {options}");
        let outcome = (0..100).find_map(|_| interrupted_in_time(&place, &line, "TERM")).expect(hint);
        assert!(outcome.failed(4).ends_with(" squarings"), "{outcome:?}");
        assert!(outcome.stderr.contains(&format!("hint: nothing was saved: {hint}")), "{outcome:?}");
        assert_eq!((outcome.stdout.len(), place.names().len()), (0, 3));
    }
}

/// A race in a measurement checks for signals only after its time, which is a day. The first signal
/// may come before the race and end the program normally; then the test tries again.
#[test]
fn the_second_signal_ends_it_at_once() {
    let place = Place::new();
    let (outcome, signals) = (0..100)
        .map(|_| signalled_until_it_ends(&place))
        .find(|(outcome, _)| outcome.code != 4)
        .expect("a signal in the race");
    assert!(outcome.code == 130 && signals > 1, "{signals} signals: {outcome:?}");
    assert!(!place.path("heliast-data/tune.json").exists());
}

/// Sends signals to a measurement until it ends; returns its outcome and the number of signals.
fn signalled_until_it_ends(place: &Place) -> (Outcome, u32) {
    let mut child = place.command("tune --up-to 4 --budget 86400").spawn().unwrap();
    wait_until_caught(&child);
    let deadline = Instant::now() + PATIENCE;
    let mut signals = 0;
    // Two signals in quick succession arrive as one.
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            child.kill().unwrap();
            panic!("{signals} signals did not end it");
        }
        let kill = format!("kill -INT {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        signals += 1;
        sleep(Duration::from_millis(20));
    }
    (Outcome::of(child.wait_with_output().unwrap()), signals)
}

/// The squarings are kept if the proof cannot be written, and the same command then only proves.
#[test]
fn a_product_whose_name_was_taken_meanwhile_costs_no_squarings() {
    for system in ["", "--system segmented --threads 2"] {
        in_time(|t| {
            let place = small();
            let line = format!("vdf eval --message m -t {t} {system} {IN_SMALL} --out proof");
            let mut child = place.command(&line).spawn().unwrap();
            wait_until_caught(&child);
            if child.try_wait().unwrap().is_some() {
                return None;
            }
            place.write("proof", "mine");
            let outcome = Outcome::of(child.wait_with_output().unwrap());
            if outcome.code == 0 {
                return None; // the program ended first
            }
            assert_eq!(outcome.failed(6), "proof exists");
            assert_eq!(place.names(), ["factors", "modulus", "proof", "proof.checkpoint"]);
            assert_eq!(place.read("proof"), b"mine");
            let again = place.ok(&format!("{line} --force"));
            assert!(
                again.stderr.starts_with(&format!("going on from proof.checkpoint, {t} of {t} ")),
                "{again:?}"
            );
            place.ok(&format!("vdf verify proof --message m -t {t} {IN_SMALL}"));
            assert_eq!(place.names(), ["factors", "modulus", "proof"]);
            Some(())
        });
    }
}

#[test]
fn a_hangup_saves_too() {
    in_time(|t| {
        let place = small();
        let line = format!("vdf eval --message m -t {} {IN_SMALL} --out proof", 4 * t);
        let child = place.command(&line).spawn().unwrap();
        wait_until_caught(&child);
        let outcome = ended_by("HUP", child);
        if outcome.code == 0 || outcome.stderr.contains("after 0 of") {
            return None;
        }
        outcome.failed(4);
        assert_eq!(place.names(), ["factors", "modulus", "proof.checkpoint"]);
        Some(())
    });
}
