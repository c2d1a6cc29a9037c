//! Batches: statements files, one proof for all statements, and refusals.

mod lists;
#[cfg(unix)]
mod resuming;
mod varied;

use crate::run::Place;

const IN_SMALL: &str = "--group modulus --min-bits 256";
/// More statements than fit into one part of the smallest memory.
const COUNT: u64 = 9000;

/// A file of true statements in a small group: `name`.hlbs.
fn sample(place: &Place, name: &str, count: u64) {
    place.ok(&format!("batch sample --count {count} -t 1500 {IN_SMALL} --out {name}.hlbs"));
}

fn place() -> Place {
    let place = Place::new();
    place.small_modulus();
    place
}

/// Gives statement `index` of a file the y of another statement.
fn falsify(bytes: &mut [u8], index: usize) {
    let (record, width) = (64 + 128 * index, 64);
    let other = if index == 0 { 64 + 128 } else { 64 };
    bytes.copy_within(other + width..other + 2 * width, record + width);
}

#[test]
fn every_protocol_and_proof_round_trips() {
    let place = place();
    sample(&place, "list", 300);
    let families =
        ["auto", "random-subsets", "random-exponents", "hybrid", "bucket", "ascending-bucket", "linear"];
    for family in families {
        for system in ["wesolowski", "pietrzak"] {
            let line = format!("batch prove list.hlbs --protocol {family} --system {system} {IN_SMALL}");
            let (code, made) = place.json(&format!("{line} --out proof --force"));
            assert_eq!((code, &made["statements"]), (0, &300.into()), "{made}");
            assert_eq!(made["file_bytes"], place.read("proof").len());
            let (code, report) = place.json(&format!("batch verify list.hlbs proof {IN_SMALL} -t 1500"));
            assert_eq!((code, &report["valid"], &report["t"]), (0, &true.into(), &1500.into()), "{report}");
            let name = if family == "auto" { "random-exponents" } else { family };
            assert_eq!((&report["protocol"], &report["proof_system"]), (&name.into(), &system.into()));
            assert_eq!(report["rows"], if family == "random-subsets" { 128 } else { 1 });
            let (code, inspected) = place.json("batch inspect proof");
            assert_eq!(code, 0);
            for key in
                ["statements", "t", "protocol", "level", "reductions", "proof", "proofs", "group", "bytes"]
            {
                assert_eq!(inspected[key], made[key], "{key}");
            }
        }
    }
    assert_eq!(place.names(), ["factors", "list.hlbs", "modulus", "proof"]);
}

/// A proof does not show the memory, the threads or the number of passes.
#[test]
fn proofs_do_not_depend_on_memory_or_threads() {
    let place = place();
    sample(&place, "list", COUNT);
    for protocol in ["random-exponents", "bucket", "hybrid"] {
        let mut proofs = Vec::new();
        for (memory, threads, parts) in [("2GiB", 1, 1), ("1KiB", 2, 3), ("1KiB", 1, 3), ("900KiB", 3, 0)] {
            let line = format!("batch prove list.hlbs --protocol {protocol} {IN_SMALL} --out proof --force");
            let (code, report) = place.json(&format!("{line} --memory {memory} --threads {threads}"));
            assert_eq!(code, 0, "{report}");
            if parts > 0 {
                assert_eq!(report["parts"], parts, "{report}");
            }
            proofs.push(place.read("proof"));
        }
        assert!(proofs.iter().all(|proof| *proof == proofs[0]), "{protocol}");
        for work in ["--memory 1KiB --threads 2", "--memory 4GiB --threads 1"] {
            place.ok(&format!("batch verify list.hlbs proof {IN_SMALL} {work}"));
        }
    }
}

/// A proof that was made in shards records them, and is verified from one file, in parts of any
/// size.
#[test]
fn proofs_in_shards_are_verified() {
    use heliast_vdf::batch::{
        BatchProofFile, Contents, Digest, Family, Method, Placed, Protocol, ProveError, Proving, Records,
        Terms, Work, finish, partial, prove_left,
    };
    let place = place();
    sample(&place, "list", COUNT);
    let file: serde_json::Value = serde_json::from_slice(&place.read("modulus")).unwrap();
    let modulus = heliast::Natural::from_hex(file["modulus"].as_str().unwrap()).unwrap();
    let group = heliast::RsaGroup::new(&modulus, 256).unwrap();
    let bytes = place.read("list.hlbs");
    let records = Records::new(&group, &bytes[64..]).unwrap();
    let protocol = Protocol::of_family(Family::Hybrid, 128, COUNT).unwrap();
    let terms = Terms { t: 1500, protocol };
    let square = |_: usize, x: &_| -> Result<_, ProveError> {
        let mut evaluation = heliast::Evaluation::start(&group, Clone::clone(x), 1500).unwrap();
        evaluation.advance(1500);
        Ok(evaluation)
    };
    for shards in [vec![4000, 1, 4999], vec![1; COUNT as usize], vec![4096, 4904]] {
        let mut start = 0;
        let digest = |count: &u64| {
            start += *count as usize;
            Digest::of(&records.range(start - *count as usize..start), 1)
        };
        let digests: Vec<Digest> = shards.iter().map(digest).collect();
        let seed = terms.seed(&group, &digests).unwrap();
        let rows =
            partial(&group, &terms, &seed, Placed { start: 0, records: &records }, Method::Best, 1).unwrap();
        let left = finish(&group, &terms, &seed, rows, Method::Best, 1).unwrap();
        let proving = Proving::Wesolowski(heliast::Suite::default());
        let work = Work { threads: 1, progress: |_, _| true };
        let proof = prove_left(&group, &left, proving, square, work).unwrap().unwrap();
        let contents = Contents { family: Family::Hybrid, level: 128, t: Some(1500), shards: &shards };
        let file = BatchProofFile::new(&group, contents, &proof).unwrap();
        place.write("proof", file.to_bytes());
        for memory in ["2GiB", "1KiB"] {
            let (code, report) =
                place.json(&format!("batch verify list.hlbs proof {IN_SMALL} --memory {memory}"));
            assert_eq!((code, &report["shards"]), (0, &serde_json::json!(shards)), "{memory}");
        }
        // In other shards the list is a different one.
        let mut other = file.to_bytes();
        other[64..80].rotate_left(8);
        place.write("proof", &other);
        let rotated = place.run(&format!("batch verify list.hlbs proof {IN_SMALL}"));
        assert_eq!(rotated.code, i32::from(shards[0] != shards[1]), "{rotated:?}");
    }
}

#[test]
fn false_statements_are_named() {
    let place = place();
    sample(&place, "list", COUNT);
    place.ok(&format!("batch prove list.hlbs {IN_SMALL} --out proof"));
    let mut bytes = place.read("list.hlbs");
    for index in [0, 4097, 8999] {
        falsify(&mut bytes, index);
    }
    place.write("false.hlbs", &bytes);
    for memory in ["2GiB", "1KiB"] {
        let line = format!("batch prove false.hlbs {IN_SMALL} --memory {memory} --out other");
        let said = place.run(&line).failed(1).to_owned();
        assert_eq!(said, "false.hlbs: statements 0, 4097, 8999 are false");
        let said = place.run(&format!("batch verify false.hlbs proof {IN_SMALL} --memory {memory}"));
        assert!(said.failed(1).contains("proof 0 of the batch"), "{said:?}");
        assert!(said.stderr.contains("heliast batch prove"), "{said:?}");
    }
    // The other parts are true, which takes little time to see.
    let mut bytes = place.read("list.hlbs");
    falsify(&mut bytes, 8998);
    place.write("false.hlbs", &bytes);
    let outcome = place.run(&format!("batch prove false.hlbs {IN_SMALL} --memory 1KiB --out other"));
    assert_eq!(outcome.failed(1), "false.hlbs: statement 8998 is false");
    assert!(!place.path("other").exists() && !place.path("other.checkpoint").exists());
}

#[test]
fn malformed_statements_are_named() {
    let place = place();
    sample(&place, "list", COUNT);
    place.ok(&format!("batch prove list.hlbs {IN_SMALL} --out proof"));
    let good = place.read("list.hlbs");
    let at = |index: usize| 64 + 128 * index;
    let file: serde_json::Value = serde_json::from_slice(&place.read("factors")).unwrap();
    let factor = format!("{:0>128}", file["p"].as_str().unwrap());
    let one = format!("{}01", "00".repeat(63));
    for (what, place_of, element, said) in [
        ("zero", at(5000), "00".repeat(64), "the input of statement 5000"),
        ("too large", at(8999) + 64, "ff".repeat(64), "the output of statement 8999"),
        ("identity", at(4096), one, "the input of statement 4096 is the identity"),
        ("no unit", at(7000) + 64, factor, "the output of statement 7000 is not a unit"),
    ] {
        let mut bytes = good.clone();
        bytes[place_of..place_of + 64].copy_from_slice(&hex::decode(element).unwrap());
        place.write("bad.hlbs", &bytes);
        for memory in ["2GiB", "1KiB"] {
            for line in ["batch verify bad.hlbs proof", "batch prove bad.hlbs --out other"] {
                let outcome = place.run(&format!("{line} {IN_SMALL} --memory {memory}"));
                assert!(outcome.failed(3).contains(said), "{what}: {outcome:?}");
                assert!(outcome.stderr.contains("bad.hlbs"), "{outcome:?}");
            }
        }
    }
}

/// A proof does not hold for a reordered, shortened, extended or doubled list, in another group, or
/// for another t.
#[test]
fn another_list_is_not_proved() {
    let place = place();
    sample(&place, "list", 20);
    place.ok(&format!("batch prove list.hlbs {IN_SMALL} --out proof"));
    let good = place.read("list.hlbs");
    let verify = |bytes: &[u8], code: i32| {
        place.write("other.hlbs", bytes);
        place.run(&format!("batch verify other.hlbs proof {IN_SMALL}")).failed(code);
    };
    let mut swapped = good.clone();
    swapped[64..64 + 256].rotate_left(128);
    verify(&swapped, 1);
    let mut doubled = good.clone();
    doubled.copy_within(64..64 + 128, 64 + 128);
    verify(&doubled, 1);
    verify(&good[..good.len() - 1], 3);
    verify(&good[..good.len() - 128], 3);
    verify(&[&good[..], &[0; 128]].concat(), 3);
    verify(&good[..40], 3);
    verify(b"", 3);
    let with = |at: usize, value: u64| {
        let mut bytes = good.clone();
        bytes[at..at + 8].copy_from_slice(&value.to_be_bytes());
        bytes
    };
    verify(&with(56, 19)[..good.len() - 128], 1);
    verify(&with(48, 1501), 1);
    verify(&with(48, 0), 3);
    verify(&with(56, 0)[..64], 3);
    let mut elsewhere = good.clone();
    elsewhere[8] ^= 1;
    verify(&elsewhere, 1);
    place.run("batch verify list.hlbs proof").failed(1);
    place.run(&format!("batch verify list.hlbs proof {IN_SMALL} -t 1499")).failed(1);
    place.ok(&format!("batch verify list.hlbs proof {IN_SMALL} -t 1500"));
}

#[test]
fn no_changed_batch_proof_is_accepted() {
    let place = place();
    sample(&place, "list", 3);
    for options in ["", "--system pietrzak --protocol hybrid", "--protocol bucket"] {
        place.ok(&format!("batch prove list.hlbs {IN_SMALL} {options} --out proof --force"));
        let line = format!("batch verify list.hlbs - {IN_SMALL} --min-level 64");
        place.refuses_changes(&line, &place.read("proof"), 9);
    }
}

/// Checks that a proof of `list` with these options is accepted up to `level`, and refused above it.
fn proves_at_level(place: &Place, options: &str, level: u16) {
    place.ok(&format!("batch prove list.hlbs {IN_SMALL} {options} --out proof --force"));
    let verify = format!("batch verify list.hlbs proof {IN_SMALL}");
    place.ok(&format!("{verify} --min-level {level}"));
    let outcome = place.run(&format!("{verify} --min-level {}", level + 1));
    assert!(outcome.failed(1).contains(&format!("{level} bits")), "{outcome:?}");
    assert_eq!(place.run(&verify).code, i32::from(level < 128));
}

/// The prover chooses the level, and so the verifier sets the least one.
#[test]
fn weak_proofs_are_refused() {
    let place = place();
    sample(&place, "list", 10);
    for (options, level) in [("--level 64", 64), ("--level 120", 120), ("--level 192 --system pietrzak", 128)]
    {
        proves_at_level(&place, options, level);
    }
    for level in ["63", "0", "130", "264"] {
        place.run(&format!("batch prove list.hlbs {IN_SMALL} --level {level} --out other")).failed(2);
        place.run(&format!("batch plan --count 10 --level {level}")).failed(2);
    }
}

#[test]
fn delay_proofs_are_collected() {
    let place = place();
    let names = ["a", "b", "c", "d"];
    for (name, options) in names.iter().zip(["", "--compact", "--system pietrzak", "--mode hinted"]) {
        place.ok(&format!("vdf eval --message {name} -t 1500 {options} {IN_SMALL} --out {name}"));
    }
    let (code, report) = place.json(&format!("batch collect a b c d {IN_SMALL} --out list.hlbs"));
    assert_eq!((code, &report["statements"], &report["t"]), (0, &4.into(), &1500.into()), "{report}");
    let bytes = place.read("list.hlbs");
    assert_eq!((bytes.len(), report["file_bytes"].as_u64().unwrap()), (64 + 4 * 128, 64 + 4 * 128));
    for (index, name) in names.iter().enumerate() {
        let shown =
            place.json(&format!("vdf verify {name} {IN_SMALL} --min-level 64")).1["proofs"][0].clone();
        let record = hex::encode(&bytes[64 + 128 * index..][..128]);
        assert_eq!(record, [shown["x"].as_str().unwrap(), shown["y"].as_str().unwrap()].concat());
    }
    place.ok(&format!("batch prove list.hlbs {IN_SMALL} --out proof"));
    place.ok(&format!("batch verify list.hlbs proof {IN_SMALL}"));
    let (code, report) = place.json("batch inspect list.hlbs");
    assert_eq!((code, &report["kind"], &report["statements"]), (0, &"statements".into(), &4.into()));

    let mut damaged = place.read("b");
    let last = damaged.len() - 40;
    damaged[last] ^= 1;
    place.write("damaged", damaged);
    let said = place.run(&format!("batch collect a damaged {IN_SMALL} --out other")).failed(1).to_owned();
    assert!(said.starts_with("damaged: "), "{said}");
    place.run("batch collect a b --out other").failed(1);
    place.run(&format!("batch collect a proof {IN_SMALL} --out other")).failed(3);
    place.run(&format!("batch collect a a {IN_SMALL} --out a --force")).failed(2);
    assert!(!place.path("other").exists());
}

#[test]
fn samples_are_true_and_reproducible() {
    let place = place();
    sample(&place, "list", 50);
    place.ok(&format!("batch sample --count 50 -t 1500 {IN_SMALL} --trapdoor factors --out quick"));
    assert_eq!(place.read("list.hlbs"), place.read("quick"));
    let piped = place.ok(&format!("batch sample --count 50 -t 1500 {IN_SMALL} --out -"));
    assert_eq!(piped.stdout, place.read("quick"));
    place.ok(&format!("batch sample --count 50 -t 1500 {IN_SMALL} --seed other --out other"));
    assert_ne!(place.read("other"), place.read("quick"));
    let bytes = place.read("other");
    let x = hex::encode(&bytes[64 + 49 * 128..][..64]);
    place.ok(&format!("vdf eval --x {x} -t 1500 {IN_SMALL} --out proof"));
    let y = place.json(&format!("vdf verify proof {IN_SMALL}")).1["proofs"][0]["y"].clone();
    assert_eq!(y, hex::encode(&bytes[64 + 49 * 128 + 64..][..64]));
}

#[test]
fn protocols_are_compared() {
    let place = Place::new();
    for count in [1, 100, 100_000_000_000_000u64] {
        let (code, report) = place.json(&format!("batch plan --count {count}"));
        let protocols = report["protocols"].as_array().unwrap();
        assert_eq!((code, protocols.len()), (0, 5), "{report}");
        for protocol in protocols {
            for key in ["multiplications", "multiplications_naive", "verifying_seconds"] {
                assert!(protocol[key].as_f64().is_some_and(|value| value > 0.0), "{key}: {protocol}");
            }
            let subsets = protocol["protocol"] == "random-subsets";
            assert_eq!(protocol["rows"], if subsets { 128 } else { 1 });
            assert_eq!(protocol["low_order"], !subsets);
        }
    }
    let plan = place.ok("batch plan --count 1000000");
    let lines: Vec<_> = plan.text().lines().collect();
    assert!(lines[2].contains("naive") && lines[3].contains("linear"), "{lines:?}");
    place.run("batch plan --count 0").failed(2);
}

#[test]
fn what_cannot_be_done_is_refused_before_the_work() {
    let place = place();
    // These squarings would never end.
    place.ok(&format!("batch sample --count 3 -t 281474976710655 --trapdoor factors {IN_SMALL} --out list"));
    for (line, code) in [
        ("batch prove list --out list --force", 2),
        ("batch prove list --out factors", 6),
        ("batch prove list --out new --protocol half", 2),
        ("batch prove list --out new --checkpoint list", 2),
        ("batch prove list --out new --checkpoint state --protocol random-subsets", 2),
        ("batch prove list --out new --memory much", 2),
        ("batch prove list --out new --memory 99999999999TiB", 2),
        ("batch prove list --out new --threads 0", 2),
        ("batch prove - --out new", 2),
        ("batch prove . --out new", 3),
        ("batch prove none --out new", 3),
        ("batch prove modulus --out new", 3),
        ("batch verify list modulus", 3),
        ("batch verify list none", 3),
        ("batch inspect modulus", 3),
        ("batch inspect none", 3),
        ("batch sample --count 0 -t 5 --out new", 2),
    ] {
        let options = if line.contains("inspect") { "" } else { IN_SMALL };
        place.run(&format!("{line} {options}")).failed(code);
    }
    assert_eq!(place.names(), ["factors", "list", "modulus"]);
}

#[test]
fn help_says_something_about_every_option() {
    let place = Place::new();
    for verb in ["prove", "verify", "plan", "inspect", "collect", "sample"] {
        let help = place.ok(&format!("batch {verb} -h")).text().to_owned();
        for option in help.lines().filter(|line| line.trim_start().starts_with('-')) {
            assert!(option.trim().contains("  "), "{verb}: {option}");
        }
    }
    place.ok("man pages");
    for verb in ["prove", "sample"] {
        assert!(
            String::from_utf8(place.read(&format!("pages/heliast-batch-{verb}.1"))).unwrap().contains(".TH")
        );
    }
}
