//! Lists and batch proofs in reports for people: their rows, the errors of false ones, and the
//! output on stdout.

use super::{IN_SMALL, falsify, place, sample, varied::sample_varied};
use crate::run::{Outcome, Place};

/// The rows of a report for people.
fn rows(outcome: &Outcome) -> Vec<(String, String)> {
    let row = |line: &str| {
        line.trim().split_once("  ").map(|(label, value)| (label.to_owned(), value.trim().to_owned()))
    };
    outcome.text().lines().skip(1).filter_map(row).collect()
}

fn value<'a>(rows: &'a [(String, String)], label: &str) -> &'a str {
    let found = rows.iter().find(|row| row.0 == label);
    &found.unwrap_or_else(|| panic!("{label}: {rows:?}")).1
}

/// Proofs are verified in groups of hundreds, but their statements keep their order.
#[test]
fn more_proofs_than_are_verified_together_are_collected() {
    let place = place();
    for name in ["a", "b"] {
        place.ok(&format!("vdf eval --message {name} -t 500 {IN_SMALL} --out {name}"));
    }
    let proofs = [vec!["a"; 256], vec!["b"; 3], vec!["a"]].concat().join(" ");
    place.ok(&format!("batch collect {proofs} {IN_SMALL} --out list"));
    let bytes = place.read("list");
    let records: Vec<_> = bytes[64..].chunks(128).collect();
    assert_eq!(records.len(), 260);
    for (index, record) in records.iter().enumerate() {
        let expected = if (256..259).contains(&index) { records[256] } else { records[0] };
        assert!(*record == expected, "{index}");
    }
    assert_ne!(records[0], records[256]);

    let mut damaged = place.read("b");
    let last = damaged.len() - 40;
    damaged[last] ^= 1;
    place.write("damaged", damaged);
    let outcome = place.run(&format!("batch collect {} damaged {IN_SMALL} --out other", proofs));
    assert!(outcome.failed(1).starts_with("damaged: "), "{outcome:?}");
    assert!(!place.path("other").exists());
}

#[test]
fn of_many_false_statements_sixteen_are_named() {
    let place = place();
    sample(&place, "list", 100);
    let good = place.read("list.hlbs");
    let prove = |count: usize| {
        let mut bytes = good.clone();
        (0..count).for_each(|i| falsify(&mut bytes, 5 * i));
        place.write("list.hlbs", &bytes);
        place.run(&format!("batch prove list.hlbs {IN_SMALL} --out proof"))
    };
    for (count, said, hint) in [
        (15, "35, 40, 45, 50, 55, 60, 65, 70 are false", "hint: statements count from 0"),
        (20, " are false", "hint: there may be more; statements count from 0"),
    ] {
        let outcome = prove(count);
        let message = outcome.failed(1);
        assert!(message.starts_with("list.hlbs: statements 0, 5, ") && message.ends_with(said), "{message}");
        assert_eq!(message.matches(", ").count() + 1, count.min(16), "{message}");
        assert!(outcome.stderr.contains(hint), "{outcome:?}");
    }
    assert_eq!(place.names(), ["factors", "list.hlbs", "modulus"]);
}

#[test]
fn a_list_is_shown() {
    let place = place();
    sample(&place, "one", 3);
    sample_varied(&place, "varied", 7, 3);
    let group = place.ok("group show modulus");
    let group = value(&rows(&group), "group").to_owned();

    let shown = place.ok("batch inspect one.hlbs");
    assert!(shown.text().starts_with("a list of statements\n"), "{shown:?}");
    let rows_of_one = rows(&shown);
    for (label, expected) in [("statements", "3"), ("t", "1500"), ("group", &group), ("file bytes", "448")] {
        assert_eq!(value(&rows_of_one, label), expected, "{label}");
    }
    assert_eq!(value(&rows_of_one, "element bytes"), "64 (two elements a statement)");

    let shown = place.ok("batch inspect varied.hlbs");
    assert!(shown.text().starts_with("a list of statements, each with its own t\n"), "{shown:?}");
    let rows_of_varied = rows(&shown);
    for (label, expected) in [
        ("statements", "7"),
        ("least t", "1500"),
        ("greatest t", "1502"),
        ("group", &group),
        ("file bytes", "1016"),
    ] {
        assert_eq!(value(&rows_of_varied, label), expected, "{label}");
    }
    assert!(!rows_of_varied.iter().any(|row| row.0 == "t"), "{rows_of_varied:?}");
}

#[test]
fn a_proof_is_shown_with_what_it_needs() {
    let place = place();
    sample(&place, "one", 30);
    for (options, reductions, needs) in [
        ("--protocol random-exponents", "128-bit exponents", "adaptive root"),
        ("--protocol random-exponents --system pietrzak --level 64", "64-bit exponents", "low order"),
        ("--protocol random-subsets --system pietrzak", "128 subsets", "low order, by the proof only"),
    ] {
        place.ok(&format!("batch prove one.hlbs {IN_SMALL} {options} --out proof --force"));
        let shown = place.ok("batch inspect proof");
        assert!(shown.text().starts_with("a batch proof\n"), "{shown:?}");
        let rows = rows(&shown);
        assert_eq!((value(&rows, "reductions"), value(&rows, "needs")), (reductions, needs));
        assert_eq!(value(&rows, "file bytes"), place.read("proof").len().to_string());
        // Only Wesolowski proofs have challenge primes.
        assert_eq!(rows.iter().any(|row| row.0 == "prime bits"), needs == "adaptive root", "{rows:?}");
        let verified = place.ok(&format!("batch verify one.hlbs proof {IN_SMALL} --min-level 64"));
        assert!(verified.text().starts_with("valid: all 30 statements are true\n"), "{verified:?}");
    }
}

#[test]
fn what_is_neither_a_list_nor_a_proof_is_not_shown() {
    let place = place();
    place.ok(&format!("vdf eval --message m -t 9 {IN_SMALL} --out single"));
    place.write("short", "HL");
    place.write("list", "HLBS and no more");
    place.write("proof", "HLBP and no more");
    for (file, said) in [
        ("single", "single begins neither with HLBS nor with HLBP"),
        ("short", "short begins neither with HLBS nor with HLBP"),
        ("list", "list: this is not a statements file: "),
        ("proof", "proof: this is not a batch proof file: "),
        (".", ". can't be read: "),
        ("none", "none can't be read: "),
    ] {
        let outcome = place.run(&format!("batch inspect {file}"));
        assert!(outcome.failed(3).starts_with(said), "{file}: {outcome:?}");
    }
    let outcome = place.run("batch inspect single");
    assert!(outcome.stderr.contains("`heliast vdf verify`"), "{outcome:?}");
    let empty = place.run_with_stdin("batch inspect -", b"");
    assert!(empty.failed(3).starts_with("- begins neither"), "{empty:?}");
}

/// A proof goes to stdout, and the report to stderr.
#[test]
fn proofs_can_be_piped_from_one_run_to_the_next() {
    let place = place();
    sample(&place, "one", 30);
    sample_varied(&place, "varied", 30, 3);
    for list in ["one", "varied"] {
        place.ok(&format!("batch prove {list}.hlbs {IN_SMALL} --out proof --force"));
        let piped = place.ok(&format!("batch prove {list}.hlbs {IN_SMALL} --out -"));
        assert_eq!(piped.stdout, place.read("proof"), "{list}");
        let said = format!("proof of 30 statements, {} bytes, written to -\n", piped.stdout.len());
        assert!(piped.stderr.starts_with(&said), "{piped:?}");
        let verified = place.run_with_stdin(&format!("batch verify {list}.hlbs - {IN_SMALL}"), &piped.stdout);
        assert_eq!(verified.code, 0, "{verified:?}");
        let inspected = place.run_with_stdin("batch inspect -", &piped.stdout);
        assert!(inspected.code == 0 && inspected.text().starts_with("a batch proof\n"), "{inspected:?}");
    }
    // Lists are read twice, and therefore can't come from a pipe.
    let list = place.read("one.hlbs");
    for line in ["batch inspect -", "batch plan -"] {
        let outcome = place.run_with_stdin(line, &list);
        assert!(outcome.failed(2).contains("not read from stdin"), "{line}: {outcome:?}");
    }
}

#[test]
fn a_plan_is_a_table_with_the_prices_below() {
    let place = place();
    let plan = place.ok(&format!("batch plan --count 5000 --level 64 {IN_SMALL}"));
    let text = plan.text();
    assert!(text.starts_with("5000 statements, level 64, 512 bits\n\n  protocol "), "{text}");
    for family in ["random-subsets", "random-exponents", "hybrid", "bucket", "ascending-bucket"] {
        let row = text.lines().find(|line| line.trim_start().starts_with(&format!("{family} ")));
        assert!(row.is_some_and(|row| row.contains("2^-64")), "{family}: {text}");
    }
    for label in ["multiplication ns", "batched multiplication ns", "hashing ns"] {
        assert!(value(&rows(&plan), label).parse::<f64>().unwrap() >= 0.0, "{label}: {text}");
    }
    // The first row is the best one: auto chooses it.
    let best = text.lines().nth(3).unwrap().split_whitespace().next().unwrap().to_owned();
    sample(&place, "list", 5000);
    place.ok(&format!("batch prove list.hlbs --level 64 {IN_SMALL} --out proof"));
    assert_eq!(value(&rows(&place.ok("batch inspect proof")), "protocol"), best);
}

#[test]
fn long_lists_have_incidence_buckets() {
    let place = place();
    let plan = place.ok(&format!("batch plan --count 100000 {IN_SMALL}"));
    let lines: Vec<_> = plan.text().lines().collect();
    let (best, reductions) = (lines[3], lines[4]);
    assert!(best.trim_start().starts_with("linear ") && reductions.contains("D(3,19) + 1x4096"), "{lines:?}");
    assert!(best.contains(" 2*2^-128 ") && best.contains(" MB"), "{best}");
    sample(&place, "list", 6000);
    let line = format!("batch prove list.hlbs --protocol linear {IN_SMALL}");
    place.ok(&format!("{line} --out proof"));
    assert_eq!(place.read("proof")[4..6], [2, 7]);
    place.ok(&format!("{line} --memory 1KiB --threads 2 --out parts"));
    assert_eq!(place.read("parts"), place.read("proof"));
    place.ok(&format!("batch verify list.hlbs proof {IN_SMALL} -t 1500"));
    place.ok(&format!("batch verify list.hlbs proof --memory 1KiB {IN_SMALL} -t 1500"));
    let mut list = place.read("list.hlbs");
    falsify(&mut list, 4321);
    place.write("false.hlbs", &list);
    place.run(&format!("batch verify false.hlbs proof {IN_SMALL} -t 1500")).failed(1);
    place.run(&format!("{line} --level 136 --out other")).failed(2);
}

#[test]
fn two_lists_with_one_header_have_different_proofs() {
    let place = place();
    sample(&place, "list", 20);
    place.ok(&format!("batch sample --count 20 -t 1500 --seed other {IN_SMALL} --out other.hlbs"));
    assert_eq!(place.read("list.hlbs")[..64], place.read("other.hlbs")[..64]);
    let prove = |place: &Place, name: &str| {
        place.ok(&format!("batch prove {name}.hlbs {IN_SMALL} --out {name}"));
        place.read(name)
    };
    assert_ne!(prove(&place, "list"), prove(&place, "other"));
    for (list, proof) in [("list", "other"), ("other", "list")] {
        place.run(&format!("batch verify {list}.hlbs {proof} {IN_SMALL}")).failed(1);
        place.ok(&format!("batch verify {list}.hlbs {list} {IN_SMALL}"));
    }
}
