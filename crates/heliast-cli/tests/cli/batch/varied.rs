//! Lists in which each statement has its own number of squarings, and their proofs.

use super::{IN_SMALL, place, proves_at_level, sample};
use crate::run::Place;

/// Bytes of a record.
const RECORD: usize = 8 + 2 * 64;
/// More statements than fit into one part of the smallest memory.
const COUNT: usize = 9000;

/// A file of true statements about `delays` different delays from 1500 on: `name`.hlbs.
pub(super) fn sample_varied(place: &Place, name: &str, count: usize, delays: u64) {
    let how = format!("--count {count} -t 1500 --delays {delays} --trapdoor factors");
    place.ok(&format!("batch sample {how} {IN_SMALL} --out {name}.hlbs"));
}

fn at(index: usize) -> usize {
    64 + RECORD * index
}

/// Gives statement `index` of a file the y of another statement.
pub(super) fn falsify(bytes: &mut [u8], index: usize) {
    let other = at(if index == 0 { 1 } else { 0 });
    bytes.copy_within(other + 72..other + RECORD, at(index) + 72);
}

#[test]
fn different_delays_round_trip() {
    let place = place();
    for (count, delays, protocol) in [
        (1000, 1000, "varied"),
        (COUNT, 7, "varied-linear"),
        (COUNT, 5000, "varied-linear"),
        (3 * COUNT, 2, "varied-linear"),
    ] {
        sample_varied(&place, "list", count, delays);
        let bytes = place.read("list.hlbs");
        assert_eq!((bytes.len(), &bytes[48..56]), (at(count), &[0; 8][..]));
        let (least, greatest) = (1500, 1499 + delays);
        let mut proofs = Vec::new();
        for threads in [1, 3] {
            let line = format!("batch prove list.hlbs {IN_SMALL} --threads {threads} --out proof --force");
            let (code, made) = place.json(&line);
            assert_eq!(
                (code, &made["statements"], &made["file_bytes"]),
                (0, &count.into(), &128.into()),
                "{made}"
            );
            assert_eq!((&made["least_t"], &made["greatest_t"]), (&least.into(), &greatest.into()));
            proofs.push(place.read("proof"));
        }
        assert_eq!(proofs[0], proofs[1]);
        for (work, parts) in [("--threads 1", 1), ("--memory 1KiB --threads 2", count.div_ceil(4096))] {
            let (code, report) = place.json(&format!("batch verify list.hlbs proof {IN_SMALL} {work}"));
            assert_eq!(
                (code, &report["valid"], &report["parts"]),
                (0, &true.into(), &parts.into()),
                "{report}"
            );
            assert_eq!((&report["least_t"], &report["greatest_t"]), (&least.into(), &greatest.into()));
        }
        let (code, inspected) = place.json("batch inspect proof");
        assert_eq!((code, &inspected["protocol"], &inspected["level"]), (0, &protocol.into(), &128.into()));
        assert_eq!((&inspected["statements"], &inspected["file_bytes"]), (&count.into(), &128.into()));
        let (code, inspected) = place.json("batch inspect list.hlbs");
        assert_eq!((code, &inspected["kind"]), (0, &"varied-statements".into()));
        assert_eq!((&inspected["least_t"], &inspected["greatest_t"]), (&least.into(), &greatest.into()));
        place.ok("batch inspect list.hlbs");
        std::fs::remove_file(place.path("list.hlbs")).unwrap();
    }
}

#[test]
fn false_statements_of_different_delays_are_named() {
    let place = place();
    sample_varied(&place, "list", COUNT, 40);
    place.ok(&format!("batch prove list.hlbs {IN_SMALL} --out proof"));
    let good = place.read("list.hlbs");
    for (which, named) in
        [(vec![8999], "statement 8999 is false"), (vec![0, 4097, 4098], "statements 0, 4097, 4098")]
    {
        let mut bytes = good.clone();
        which.iter().for_each(|index| falsify(&mut bytes, *index));
        place.write("false.hlbs", &bytes);
        let outcome = place.run(&format!("batch prove false.hlbs {IN_SMALL} --out other"));
        assert!(outcome.failed(1).starts_with(&format!("false.hlbs: {named}")), "{outcome:?}");
        for memory in ["2GiB", "1KiB"] {
            let outcome = place.run(&format!("batch verify false.hlbs proof {IN_SMALL} --memory {memory}"));
            assert!(outcome.failed(1).contains("a statement is false"), "{outcome:?}");
            assert!(outcome.stderr.contains("heliast batch prove"), "{outcome:?}");
        }
    }
    assert!(!place.path("other").exists());
}

#[test]
fn malformed_statements_of_different_delays_are_named() {
    let place = place();
    sample_varied(&place, "list", COUNT, 40);
    place.ok(&format!("batch prove list.hlbs {IN_SMALL} --out proof"));
    let good = place.read("list.hlbs");
    let file: serde_json::Value = serde_json::from_slice(&place.read("factors")).unwrap();
    let factor = format!("{:0>128}", file["p"].as_str().unwrap());
    let one = format!("{}01", "00".repeat(63));
    for (place_of, field, said) in [
        (at(5000) + 8, "00".repeat(64), "the input of statement 5000"),
        (at(8999) + 72, "ff".repeat(64), "the output of statement 8999"),
        (at(4096) + 8, one, "the input of statement 4096 is the identity"),
        (at(7000) + 72, factor.clone(), "the output of statement 7000 is not a unit"),
        (at(0) + 8, factor, "the input of statement 0 is not a unit"),
        (at(6000), "00".repeat(8), "statement 6000: a delay takes"),
        (at(8998), "0001000000000000".to_owned(), "statement 8998: a delay takes"),
    ] {
        let mut bytes = good.clone();
        let field = hex::decode(field).unwrap();
        bytes[place_of..place_of + field.len()].copy_from_slice(&field);
        place.write("bad.hlbs", &bytes);
        for line in [
            "batch verify bad.hlbs proof",
            "batch verify bad.hlbs proof --memory 1KiB",
            "batch prove bad.hlbs --out other",
        ] {
            let outcome = place.run(&format!("{line} {IN_SMALL}"));
            assert!(outcome.failed(3).contains(said), "{said}: {outcome:?}");
            assert!(outcome.stderr.contains("bad.hlbs"), "{outcome:?}");
        }
        if said.contains("a delay takes") {
            assert!(place.run("batch inspect bad.hlbs").failed(3).contains(said));
            assert!(place.run("batch plan bad.hlbs").failed(3).contains(said));
        }
    }
}

/// A proof does not hold for a reordered, shortened, extended or doubled list, in another group, or
/// for other delays.
#[test]
fn another_list_of_different_delays_is_not_proved() {
    let place = place();
    sample_varied(&place, "list", 20, 20);
    place.ok(&format!("batch prove list.hlbs {IN_SMALL} --out proof"));
    let good = place.read("list.hlbs");
    let verify = |bytes: &[u8], code: i32| {
        place.write("other.hlbs", bytes);
        place.run(&format!("batch verify other.hlbs proof {IN_SMALL}")).failed(code);
    };
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        bytes
    };
    verify(&with(&|bytes| bytes[64..at(2)].rotate_left(RECORD)), 1);
    verify(&with(&|bytes| bytes.copy_within(at(0)..at(1), at(1))), 1);
    verify(&with(&|bytes| bytes[at(3) + 7] ^= 1), 1);
    verify(&with(&|bytes| bytes.copy_within(at(3)..at(3) + 8, at(4))), 1);
    verify(&with(&|bytes| bytes[8] ^= 1), 1);
    verify(&with(&|bytes| bytes[63] -= 1)[..at(19)], 1);
    verify(&with(&|bytes| bytes[63] -= 1), 3);
    verify(&with(&|bytes| bytes[63] = 0)[..64], 3);
    verify(&good[..at(19)], 3);
    verify(&good[..good.len() - 1], 3);
    verify(&[&good[..], &good[64..at(1)]].concat(), 3);
    verify(&good[..63], 3);
    for flipped in [5, 6, 7, 44, 47] {
        verify(&with(&|bytes| bytes[flipped] ^= 1), 3);
    }
    place.run("batch verify list.hlbs proof").failed(1);
    let said = place.run(&format!("batch verify list.hlbs proof {IN_SMALL} -t 1500")).failed(1).to_owned();
    assert_eq!(said, "the statements are about 1500 to 1519 squarings, not 1500");
}

#[test]
fn no_changed_proof_of_different_delays_is_accepted() {
    let place = place();
    sample_varied(&place, "list", 3, 2);
    place.ok(&format!("batch prove list.hlbs {IN_SMALL} --out proof"));
    place.refuses_changes(
        &format!("batch verify list.hlbs - {IN_SMALL} --min-level 64"),
        &place.read("proof"),
        9,
    );
    for level in [64, 120, 136] {
        proves_at_level(&place, &format!("--level {level}"), level);
    }
}

/// A proof of one kind shows nothing about a list of the other, and neither kind accepts the
/// options of the other.
#[test]
fn kinds_are_not_mixed() {
    let place = place();
    sample(&place, "one", 5);
    sample_varied(&place, "varied", 5, 3);
    for list in ["one", "varied"] {
        place.ok(&format!("batch prove {list}.hlbs {IN_SMALL} --out {list}"));
        place.ok(&format!("batch verify {list}.hlbs {list} {IN_SMALL}"));
    }
    for (list, proof) in [("one", "varied"), ("varied", "one")] {
        let outcome = place.run(&format!("batch verify {list}.hlbs {proof} {IN_SMALL}"));
        assert!(outcome.failed(1).starts_with("the proof is about statements"), "{outcome:?}");
        // Changing the byte for the kind does not help.
        let mut bytes = place.read(proof);
        bytes[5] = if proof == "one" { 6 } else { 2 };
        assert_eq!(bytes[4], 1);
        place.write("posing", bytes);
        place.run(&format!("batch verify {list}.hlbs posing {IN_SMALL}")).failed(3);
    }
    for options in ["--protocol hybrid", "--protocol linear --level 136", "--system pietrzak", "--level 65"] {
        place.run(&format!("batch prove varied.hlbs {IN_SMALL} {options} --out new")).failed(2);
    }
    for (protocol, name) in [("random-exponents", "varied"), ("linear", "varied-linear")] {
        place.ok(&format!("batch prove varied.hlbs {IN_SMALL} --protocol {protocol} --out named --force"));
        assert_eq!(place.json("batch inspect named").1["protocol"], name);
        place.ok(&format!("batch verify varied.hlbs named {IN_SMALL}"));
    }
    let outcome = place.run(&format!("batch prove varied.hlbs {IN_SMALL} --memory 1KiB --out new"));
    assert!(outcome.failed(6).contains("takes up to 1 MiB of memory"), "{outcome:?}");
    assert!(!place.path("new").exists() && !place.path("new.checkpoint").exists());
}

#[test]
fn proofs_of_different_delays_are_collected() {
    let place = place();
    let made = [("a", 1500, ""), ("b", 700, "--compact"), ("c", 1500, "--system pietrzak"), ("d", 2, "")];
    for (name, t, options) in made {
        place.ok(&format!("vdf eval --message {name} -t {t} {options} {IN_SMALL} --out {name}"));
    }
    let (code, report) = place.json(&format!("batch collect a b c d {IN_SMALL} --out list.hlbs"));
    assert_eq!(
        (code, &report["statements"], &report["file_bytes"]),
        (0, &4.into(), &at(4).into()),
        "{report}"
    );
    assert_eq!((&report["least_t"], &report["greatest_t"]), (&2.into(), &1500.into()));
    let bytes = place.read("list.hlbs");
    assert_eq!(bytes.len(), at(4));
    for (index, (name, t, _)) in made.into_iter().enumerate() {
        let shown =
            place.json(&format!("vdf verify {name} {IN_SMALL} --min-level 64")).1["proofs"][0].clone();
        let t = format!("{t:016x}");
        let record = [&t, shown["x"].as_str().unwrap(), shown["y"].as_str().unwrap()];
        assert_eq!(hex::encode(&bytes[at(index)..at(index + 1)]), record.concat());
    }
    place.ok(&format!("batch prove list.hlbs {IN_SMALL} --out proof"));
    place.ok(&format!("batch verify list.hlbs proof {IN_SMALL}"));
    place.run(&format!("batch collect a proof {IN_SMALL} --out other")).failed(3);
    assert!(!place.path("other").exists());
}

#[test]
fn samples_of_different_delays_are_true_and_reproducible() {
    let place = place();
    sample_varied(&place, "quick", 50, 7);
    let line = format!("batch sample --count 50 -t 1500 --delays 7 {IN_SMALL}");
    assert_eq!(place.ok(&format!("{line} --out -")).stdout, place.read("quick.hlbs"));
    let bytes = place.read("quick.hlbs");
    for index in [0, 6, 7, 49] {
        let t = 1500 + index % 7;
        let record = &bytes[at(index)..at(index + 1)];
        assert_eq!(record[..8], (t as u64).to_be_bytes());
        let x = hex::encode(&record[8..72]);
        place.ok(&format!("vdf eval --x {x} -t {t} {IN_SMALL} --out proof --force"));
        let y = place.json(&format!("vdf verify proof {IN_SMALL}")).1["proofs"][0]["y"].clone();
        assert_eq!(y, hex::encode(&record[72..]));
    }
    for options in ["-t 5 --delays 0", "-t 281474976710655 --delays 2"] {
        place.run(&format!("batch sample --count 5 {options} {IN_SMALL} --out new")).failed(2);
    }
}

#[test]
fn different_delays_are_planned() {
    let place = place();
    sample_varied(&place, "list", 1000, 10);
    let cost = |line: &str| {
        let (code, report) = place.json(&format!("batch plan {line}"));
        let protocols = report["protocols"].as_array().unwrap();
        assert_eq!((code, protocols.len(), &report["statements"]), (0, 1, &1000.into()), "{report}");
        assert_eq!((&protocols[0]["protocol"], &protocols[0]["rows"]), (&"varied".into(), &1.into()));
        protocols[0]["multiplications"].as_f64().unwrap()
    };
    let few = cost("list.hlbs");
    assert_eq!(few, cost("--count 1000 --delays 10"));
    // This is the table in the documentation of `heliast_vdf::batch`.
    let all = cost("--count 1000 --delays 1000");
    assert!((61_000.0..64_000.0).contains(&all) && few < 0.9 * all, "{few} {all}");
    sample(&place, "one", 30);
    let (_, report) = place.json("batch plan one.hlbs");
    assert_eq!((&report["statements"], report["protocols"].as_array().unwrap().len()), (&30.into(), 5));
    assert!(place.ok("batch plan list.hlbs").text().contains("10 delays"));
    let (_, report) = place.json("batch plan --count 1000000 --delays 10");
    let protocols = report["protocols"].as_array().unwrap();
    let [first, second] = [0, 1].map(|at| protocols[at]["multiplications"].as_f64().unwrap());
    assert_eq!((&protocols[0]["protocol"], protocols.len()), (&"varied-linear".into(), 2), "{report}");
    assert!(protocols[0]["reductions"].as_str().unwrap().contains("of 10 delays"), "{report}");
    assert!(2.0 * first < second, "{report}");
    for wrong in
        ["", "list.hlbs --count 3", "list.hlbs --delays 3", "--count 3 --delays 4", "--count 3 --delays 0"]
    {
        place.run(&format!("batch plan {wrong}")).failed(2);
    }
    place.run("batch plan none").failed(3);
}
