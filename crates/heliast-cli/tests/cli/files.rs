//! Modulus files, and atomic writing of files.

use crate::run::{PATIENCE, Place};
use std::{
    process::Child,
    thread::sleep,
    time::{Duration, Instant},
};

#[test]
fn a_modulus_is_made_and_shown() {
    let place = Place::new();
    let (_, made) = place.json("group new --bits 512 --out modulus");
    assert_eq!(made["factors"], "destroyed");
    let (code, shown) = place.json("group show modulus");
    assert_eq!((code, &shown["modulus_bits"], &shown["group"]), (0, &512.into(), &made["group"]));
    assert_eq!(shown["modulus"].as_str().unwrap().len(), 128);
    assert!(place.ok("group show modulus").text().contains("short"));
    assert_eq!(place.names(), ["modulus"]);

    let piped = place.ok("group new --bits 512 --out -");
    let from_stdin = place.run_with_stdin("group show -", &piped.stdout);
    assert_eq!(from_stdin.code, 0, "{from_stdin:?}");
    assert!(piped.stderr.contains("destroyed"));
}

#[test]
fn the_built_in_modulus_has_its_id() {
    let (code, shown) = Place::new().json("group show");
    assert_eq!((code, &shown["modulus_bits"]), (0, &2048.into()));
    assert_eq!(shown["group"], "42bc929e24742135f88e18019270bf1daedc6d6ac56aaa723b33ef15b6ba0f54");
}

#[test]
fn bad_moduli_are_malformed() {
    let place = Place::new();
    place.small_modulus();
    let text = String::from_utf8(place.read("modulus")).unwrap();
    let modulus = text.split('"').nth(9).unwrap().to_owned();
    let even = format!("{}0", &modulus[..127]);
    let bad = [
        text.replace("512", "511"),
        text.replace("\"rsa\"", "\"class\""),
        text.replace(&modulus, &even),
        text.replace(&modulus, &modulus.to_uppercase()),
        text.replace(&modulus, &format!("00{modulus}")),
        text.replace(&modulus, &modulus[..126]),
        text.replace('}', ", \"p\": 3}"),
        text.trim_end().trim_end_matches('}').to_owned(),
        String::new(),
        "9".repeat(70_000),
    ];
    for text in bad {
        place.run_with_stdin("group show -", text.as_bytes()).failed(3);
    }
    // 2^521 − 1 is prime, so that the order of its group is known.
    let prime = format!("{{\"group\": \"rsa\", \"bits\": 521, \"modulus\": \"01{}\"}}", "ff".repeat(65));
    assert!(place.run_with_stdin("group show -", prime.as_bytes()).failed(3).contains("prime"));
}

#[test]
fn nothing_is_overwritten_and_no_draft_is_left() {
    let place = Place::new();
    place.ok("group new --bits 256 --out modulus --trapdoor factors");
    let before = (place.read("modulus"), place.read("factors"));
    place.run("group new --bits 256 --out modulus --trapdoor new").failed(6);
    place.run("group new --bits 256 --out new --trapdoor factors").failed(6);
    place.run("group new --bits 256 --out new --trapdoor -").failed(2);
    place.run("group new --bits 256 --out none/new").failed(6);
    place.run("group new --bits 256 --out . --force").failed(6);
    assert_eq!((place.read("modulus"), place.read("factors")), before);
    assert_eq!(place.names(), ["factors", "modulus"]);
    place.ok("group new --bits 256 --out modulus --trapdoor factors --force");
    assert_ne!(place.read("modulus"), before.0);
    place.run("group new --bits 257 --out odd").failed(2);
}

#[cfg(unix)]
#[test]
fn only_files_are_replaced() {
    let place = Place::new();
    std::os::unix::fs::symlink("/dev/null", place.path("link")).unwrap();
    place.run("group new --bits 256 --out link --force").failed(6);
    assert!(place.path("link").is_symlink());
}

#[test]
fn one_file_is_never_two_products() {
    let place = Place::new();
    for line in [
        "vdf eval --message x -t 10 --out p --checkpoint p",
        "group new --bits 256 --out g --trapdoor ./g --force",
        "vrf keygen --out k --public k --force",
    ] {
        assert!(place.run(line).failed(2).contains("two different files"), "{line}");
    }
    assert!(place.names().is_empty());
}

/// Starts a program that writes a long list, and returns it with the name of its draft once the draft has
/// bytes. An empty draft may be the one with which the program only tests whether it can write, or another
/// run may still remove it before it is locked.
fn writing(place: &Place) -> (Child, String) {
    let line = "batch sample --count 50000000 -t 1 --trapdoor factors --min-bits 512 --out list --force";
    let mut child = place.command(line).spawn().unwrap();
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        let name = place.names().remove(0);
        if std::fs::metadata(place.path(&name)).is_ok_and(|file| name != "factors" && file.len() > 0) {
            return (child, name);
        }
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("nothing was written")
}

const SHORT_LIST: &str = "batch sample --count 3 -t 1 --trapdoor factors --min-bits 512 --out list --force";

#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let place = Place::new();
    place.small_modulus();
    for wait in [0, 1, 10, 100] {
        let (mut child, _) = writing(&place);
        sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        let names = place.names();
        assert!(names[0].starts_with(".list.") && names[0].ends_with(".tmp"), "{names:?}");
        place.ok(SHORT_LIST);
        assert_eq!(place.names(), ["factors", "list", "modulus"], "{wait} ms");
        std::fs::remove_file(place.path("list")).unwrap();
    }
}

#[test]
fn two_runs_at_once_leave_each_other_alone() {
    let place = Place::new();
    place.small_modulus();
    let (mut child, draft) = writing(&place);
    place.ok(SHORT_LIST);
    assert_eq!(place.names(), [&draft, "factors", "list", "modulus"]);
    let short = place.read("list");
    assert!(child.try_wait().unwrap().is_none(), "it still writes");
    child.kill().unwrap();
    child.wait().unwrap();
    place.ok(SHORT_LIST);
    assert_eq!(place.names(), ["factors", "list", "modulus"]);
    assert_eq!(place.read("list"), short);
}
