//! `heliast export` and `heliast verify`: their reports, and no remains of failures.

use crate::{
    chain::{genesis, stored_chain},
    run::Place,
};
use serde_json::Value;
use std::collections::BTreeSet;

fn place_with_chain(rounds: u64) -> Place {
    let place = Place::new();
    drop(stored_chain(&place.path("data"), rounds));
    place
}

fn keys(report: &Value) -> BTreeSet<&str> {
    report.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn an_export_says_what_it_wrote() {
    let place = place_with_chain(4);
    let (_, chain) = genesis(7);
    let id = hex::encode(chain.id());
    let outcome = place.ok("export --data data --out bundle");
    let bytes = place.read("bundle").len();
    assert_eq!(
        outcome.text(),
        format!(
            "rounds 1 to 4 verified and written to bundle\n  chain       {id}\n  from        1\n  to          4\n  file bytes  {bytes}\n"
        )
    );
    assert_eq!(outcome.stderr, "");
    let (_, report) = place.json("export --data data --from 2 --to 3 --out middle");
    assert_eq!(keys(&report), BTreeSet::from(["chain", "file_bytes", "from", "out", "to", "verb"]));
    assert_eq!((&report["out"], &report["from"], &report["to"]), (&"middle".into(), &2.into(), &3.into()));
}

/// The rounds of a range are the same bytes as in the whole chain.
#[test]
fn a_range_has_the_bytes_of_the_whole() {
    let place = place_with_chain(5);
    place.ok("export --data data --out whole");
    let rounds = |name: &str| {
        let bytes = place.read(name);
        let first = bytes.windows(5).position(|bytes| bytes == b"HLRD\x02").unwrap();
        bytes[first - 4..].to_vec()
    };
    let whole = rounds("whole");
    for (from, to) in [(1, 5), (1, 2), (3, 5), (4, 4), (5, 5)] {
        place.ok(&format!("export --data data --from {from} --to {to} --out part --force"));
        let part = rounds("part");
        assert!(whole.windows(part.len()).any(|bytes| bytes == part), "{from} {to}");
        let (code, report) = place.json("verify part");
        assert_eq!((code, &report["from"], &report["to"]), (0, &from.into(), &to.into()));
    }
}

#[test]
fn what_is_not_there_cannot_be_exported() {
    let place = place_with_chain(3);
    for (words, code, message) in [
        ("--to 4", 4, "round 4 is still to come; the last is 3"),
        ("--from 4", 4, "round 4 is still to come; the last is 3"),
        ("--from 3 --to 2", 2, "--to 2 lies before --from 3"),
        ("--from 0", 2, "invalid value '0' for '--from <K>': give a whole number from 1 on"),
        ("--to x", 2, "invalid value 'x' for '--to <K>': give a whole number from 1 on"),
    ] {
        let outcome = place.run(&format!("export --data data --out bundle {words}"));
        assert!(outcome.failed(code).starts_with(message), "{words}: {outcome:?}");
    }
    place.run("export --data none --out bundle").failed(3);
    place.run("export --data data").failed(2);
    assert_eq!(place.names(), ["data"]);
    assert!(!place.path("none").exists());
}

/// An invalid round ends the export, and no part of a bundle remains under any name.
#[test]
fn nothing_is_left_of_an_export_that_failed() {
    for number in [1, 3, 4] {
        let place = place_with_chain(4);
        let mut segment = place.read("data/rounds/0000000001.rounds");
        let head = [b"HLRD\x02", &u64::to_be_bytes(number)[..]].concat();
        let at = segment.windows(head.len()).position(|bytes| bytes == head).unwrap();
        // A byte in the proof of the first ticket.
        segment[at + 60] ^= 1;
        place.write("data/rounds/0000000001.rounds", segment);
        place.write("old", "precious");
        for line in ["export --data data --out bundle", "export --data data --out old --force"] {
            let outcome = place.run(line);
            assert!([1, 3].contains(&outcome.code), "{outcome:?}");
            assert!(outcome.failed(outcome.code).starts_with(&format!("round {number}: ")), "{outcome:?}");
            assert!(outcome.stderr.contains("hint: take this round from another source"), "{outcome:?}");
        }
        assert_eq!(
            (place.names(), place.read("old")),
            (vec!["data".into(), "old".into()], b"precious".to_vec())
        );
        // The rounds before the damaged one are still good.
        if number > 1 {
            place.ok(&format!("export --data data --to {} --out good", number - 1));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_not_ok() {
    let place = place_with_chain(2);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = place.command("export --data data --out -").stdout(full).output().unwrap();
    let outcome = crate::run::Outcome::of(output);
    assert!(outcome.failed(6).contains("No space left"), "{outcome:?}");
}

#[test]
fn a_verdict_has_its_rows_and_its_fields() {
    let place = place_with_chain(3);
    let outcome = place.ok("verify data");
    let labels = |text: &str| -> Vec<String> {
        let rows = text.lines().skip(1);
        rows.map(|row| row.trim().split("  ").next().unwrap().to_owned()).collect()
    };
    let plain = ["chain", "from", "to", "beacon", "verifying seconds", "rounds per second"];
    let fast = [
        "epoch proofs",
        "rounds by epoch proofs",
        "rounds by own proofs",
        "tickets seconds",
        "delays seconds",
    ];
    assert_eq!(labels(outcome.text()), plain);
    assert_eq!(labels(place.ok("verify data --fast").text()), [&plain[..], &fast].concat());

    let fields = ["verb", "valid", "from_genesis", "chain_pinned", "delays_by", "epoch_proofs_not_used"];
    let of_rows = |rows: &[&str]| rows.iter().map(|row| row.replace(' ', "_")).collect::<BTreeSet<_>>();
    // Programs always get the same fields; people get the details of their options.
    let mut all = of_rows(&[&plain[..], &fast].concat());
    all.extend(fields.map(str::to_owned));
    let owned = |report: &Value| keys(report).into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
    let (_, report) = place.json("verify data");
    assert_eq!(owned(&report), all);
    assert_eq!((&report["valid"], &report["chain_pinned"]), (&true.into(), &false.into()));
    let (_, report) = place.json("verify data --fast");
    assert_eq!(owned(&report), all);
    let (tickets, delays) = (&report["tickets_seconds"], &report["delays_seconds"]);
    let parts = tickets.as_f64().unwrap() + delays.as_f64().unwrap();
    assert!(parts > 0.0 && parts <= report["verifying_seconds"].as_f64().unwrap(), "{report}");
}

/// A bundle from the middle brings the seed from which its rounds are drawn. The first ticket
/// reveals a false one.
#[test]
fn a_false_seed_in_the_header_is_found_out() {
    let place = place_with_chain(4);
    place.ok("export --data data --from 3 --out later");
    let mut bytes = place.read("later");
    let first = bytes.windows(5).position(|bytes| bytes == b"HLRD\x02").unwrap();
    // The number of announcements comes before the first round's length, and the seed before that.
    bytes[first - 4 - 4 - 1] ^= 1;
    place.write("later", &bytes);
    for line in ["verify later", "verify later --fast"] {
        let message = place.run(line).failed(1).to_owned();
        assert!(message.starts_with("round 3: the ticket of participant "), "{message}");
    }
    // With --from 4 the round builds on a trusted state.
    place.ok("verify later --from 4");
}

#[test]
fn invalid_sources_are_named() {
    let place = Place::new();
    place.write("noise", vec![0xa5; 3_000]);
    place.write("empty", "");
    for (source, message) in [
        ("none", "none can't be read: "),
        ("noise", "this is not a bundle"),
        ("empty", "the bundle is cut short"),
    ] {
        for words in ["", " --fast", " --from 2"] {
            let found = place.run(&format!("verify {source}{words}")).failed(3).to_owned();
            assert!(found.starts_with(message), "{source}: {found}");
        }
    }
    let id = "a chain id has 64 hexadecimal digits";
    let message = place.run("verify noise --chain 1234").failed(2).to_owned();
    assert!(message.ends_with(id), "{message}");
}
