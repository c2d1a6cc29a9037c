//! Delays: evaluation, proofs, checkpoints.

use crate::run::Place;

const IN_SMALL: &str = "--group modulus --min-bits 256";

#[test]
fn both_forms_and_modes_round_trip() {
    let place = Place::new();
    for form in ["", "--compact"] {
        for (suite, mode, hash, bits) in [
            ("--mode plain --bits 128", "plain", "sha-256", 128),
            ("--mode plain --hash sha-512 --bits 312", "plain", "sha-512", 312),
            ("--mode sieved-full --hash sha3-512 --bits 256", "sieved-full", "sha3-512", 256),
            ("--bits 512 --hash blake2b-512", "sieved-full", "blake2b-512", 512),
            ("--mode hinted --hash blake3", "hinted", "blake3", 264),
            ("--mode hinted --bits 520", "hinted", "sha-256", 520),
        ] {
            place.ok(&format!("vdf eval --message m -t 1000 {form} {suite} --out proof --force"));
            let (code, report) = place.json("vdf verify proof --message m -t 1000 --min-level 64");
            let proof = &report["proofs"][0];
            assert_eq!((code, &proof["t"], &report["valid"]), (0, &1000.into(), &true.into()));
            assert_eq!(proof["form"], if form.is_empty() { "output" } else { "compact" });
            assert_eq!(report["input_checked"], true);
            assert_eq!((&proof["mode"], &proof["hash"]), (&mode.into(), &hash.into()));
            assert_eq!(proof["prime_bits"], bits);
            assert_eq!(proof["prime_hint"].is_number(), mode == "hinted", "{proof}");
        }
    }
    assert_eq!(place.names(), ["proof"]);
}

#[test]
fn suites_that_do_not_exist_are_refused_before_the_work() {
    let place = Place::new();
    // These squarings would never end.
    let line = "vdf eval --message m -t 281474976710655 --out proof";
    for (suite, mentioned) in [
        ("--mode hinted --bits 256", "264"),
        ("--mode hinted --bits 272", "264"),
        ("--bits 264 --mode hinted --hash md5", "blake3"),
        ("--bits 520", "512"),
        ("--mode plain --bits 250", "512"),
        ("--bits 65536", "65535"),
        ("--mode half", "half"),
    ] {
        let outcome = place.run(&format!("{line} {suite}"));
        outcome.failed(2);
        assert!(outcome.stderr.contains(mentioned), "{suite}: {outcome:?}");
    }
    assert!(place.names().is_empty());
}

#[test]
fn a_proof_has_the_specified_size() {
    let place = Place::new();
    let header = 5 + 2 + 4 + 8 + 32 + 4 + 256;
    place.ok("vdf eval --message m -t 10 --out output");
    place.ok("vdf eval --message m -t 10 --out compact --compact");
    assert_eq!(place.read("output").len(), header + 512);
    assert_eq!(place.read("compact").len(), header + 288);
    place.ok("vdf eval --message m -t 10 --mode hinted --out hinted");
    place.ok("vdf eval --message m -t 10 --mode hinted --out hinted-compact --compact");
    assert_eq!(place.read("hinted").len(), header + 514);
    assert_eq!(place.read("hinted-compact").len(), header + 291);
    let y = |file: &str| place.json(&format!("vdf verify {file}")).1["proofs"][0]["y"].clone();
    assert_eq!(y("output"), y("compact"));
}

#[test]
fn the_trapdoor_gives_the_same_bytes() {
    let place = Place::new();
    place.small_modulus();
    for (t, form) in [(1, ""), (77, "--compact"), (50_000, ""), (50_000, "--compact")] {
        let line = format!("vdf eval --message m -t {t} {form} --min-bits 256 --force");
        place.ok(&format!("{line} --group modulus --out plain"));
        place.ok(&format!("{line} --trapdoor factors --out quick"));
        assert_eq!(place.read("plain"), place.read("quick"), "t = {t} {form}");
    }
}

#[test]
fn inputs_come_from_text_files_stdin_and_digits() {
    let place = Place::new();
    place.write("message", "words");
    place.ok("vdf eval --message words -t 10 --out proof");
    let report = place.json("vdf verify proof --message-file message").1;
    let x = report["proofs"][0]["x"].as_str().unwrap();
    place.ok(&format!("vdf verify proof --x {x}"));
    place.ok(&format!("vdf eval --x {x} -t 10 --out again"));
    assert_eq!(place.read("proof"), place.read("again"));
    assert_eq!(place.run_with_stdin("vdf verify proof --message-file -", b"words").code, 0);
    assert_eq!(place.run_with_stdin("vdf verify -", &place.read("proof")).code, 0);
    let piped = place.ok("vdf eval --message words -t 10 --out -");
    assert_eq!(piped.stdout, place.read("proof"));

    let one = format!("{}01", "00".repeat(255));
    for bad in ["zz", "02", &one, &"ff".repeat(256)] {
        place.run(&format!("vdf eval --x {bad} -t 10 --out x")).failed(3);
    }
    place.run("vdf verify proof --message other").failed(1);
    place.run("vdf verify proof -t 11").failed(1);
}

#[test]
fn no_changed_proof_is_accepted() {
    let place = Place::new();
    place.small_modulus();
    for (t, form) in [
        (500, ""),
        (500, "--compact"),
        (500, "--mode hinted"),
        (500, "--mode hinted --compact"),
        (1500, "--system pietrzak"),
        (60_000, "--system segmented --threads 2"),
    ] {
        place.ok(&format!("vdf eval --message m -t {t} {form} {IN_SMALL} --out proof --force"));
        place.refuses_changed_proofs(&format!("vdf verify - {IN_SMALL}"), &place.read("proof"), 5);
    }
}

#[test]
fn every_proof_system_round_trips() {
    let place = Place::new();
    let (t, header) = (100_000, 5 + 2 + 4 + 8 + 32 + 4 + 256);
    let line = format!("vdf eval --message m -t {t} --threads 2");
    for system in ["wesolowski", "pietrzak", "segmented"] {
        place.ok(&format!("{line} --system {system} --out {system}"));
        let (code, report) = place.json(&format!("vdf verify {system} --message m -t {t}"));
        let proof = &report["proofs"][0];
        assert_eq!((code, &report["valid"], &proof["proof_system"]), (0, &true.into(), &system.into()));
        assert_eq!(proof["y"], place.json("vdf verify wesolowski").1["proofs"][0]["y"]);
        assert_eq!(proof["mode"].is_string(), system != "pietrzak", "{report}");
        if system == "pietrzak" {
            assert_eq!(proof["halvings"], 7);
            assert_eq!(place.read(system).len(), header + 8 * 256);
        }
        if system == "segmented" {
            let segments = proof["segments"].as_u64().unwrap() as usize;
            assert!(segments > 1);
            assert_eq!(place.read(system).len(), header + 256 + 2 + (2 * segments - 1) * 256);
        }
    }
    let (code, report) = place.json("vdf verify wesolowski pietrzak segmented --message m");
    assert_eq!((code, report["proofs"].as_array().unwrap().len()), (0, 3), "{report}");
    for system in ["pietrzak", "segmented"] {
        place.run(&format!("vdf verify {system} --message n")).failed(1);
        let mut bytes = place.read(system);
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        place.write("false", bytes);
        place.run("vdf verify false").failed(1);
        let said = place.run("vdf verify wesolowski false").failed(1).to_owned();
        assert!(said.contains("1 of 2") && said.contains("false: "), "{said}");
    }
    place
        .ok("vdf eval --message m -t 9 --system segmented --mode plain --hash blake3 --bits 128 --out short");
    assert_eq!(place.json("vdf verify short --min-level 64").1["proofs"][0]["segments"], 1);
    place.ok("vdf eval --message m -t 9 --system pietrzak --out shorter");
    assert_eq!(place.json("vdf verify shorter").1["proofs"][0]["halvings"], 0);
}

/// The prover chooses the suite, and so the verifier sets the least strength.
#[test]
fn weak_proofs_are_refused() {
    let place = Place::new();
    for (suite, name, level) in [
        ("--bits 192", "short", 96),
        ("--bits 128", "shortest", 64),
        ("--mode hinted --bits 200", "hinted", 96),
        ("--bits 200", "longer", 100),
        ("--system pietrzak", "pietrzak", 128),
    ] {
        place.ok(&format!("vdf eval --message m -t 9 {suite} --out {name}"));
        place.ok(&format!("vdf verify {name} --min-level {level}"));
        let outcome = place.run(&format!("vdf verify {name} --min-level {}", level + 1));
        assert!(outcome.failed(1).contains(&format!("{level} bits")), "{outcome:?}");
        assert!(outcome.stderr.contains("--min-level"), "{outcome:?}");
        assert_eq!(outcome.stderr.contains("more prime bits"), name != "pietrzak", "{outcome:?}");
        let default = place.run(&format!("vdf verify {name}"));
        assert_eq!(default.code, i32::from(level < 100), "{name}: {default:?}");
    }
    let said = place.run("vdf verify short longer").failed(1).to_owned();
    assert!(said.contains("1 of 2") && said.contains("short: "), "{said}");
    place.ok("vdf verify short longer --min-level 96");
}

#[test]
fn options_that_a_proof_system_has_no_use_for_are_refused_before_the_work() {
    let place = Place::new();
    // These squarings would never end.
    let line = "vdf eval --message m -t 281474976710655 --out proof";
    for (options, mentioned) in [
        ("--system pietrzak --mode plain", "--mode"),
        ("--system pietrzak --hash blake3", "--hash"),
        ("--system pietrzak --bits 256", "--bits"),
        ("--system pietrzak --compact", "--compact"),
        ("--system segmented --compact", "--compact"),
        ("--system segmented --bits 257", "--bits"),
        ("--system segmented --trapdoor none", "--trapdoor"),
        ("--system pietrzak --trapdoor none", "--trapdoor"),
        ("--system half", "segmented"),
        ("--trapdoor none --save-every 5", "--save-every"),
        ("--save-every soon", "--save-every"),
    ] {
        let outcome = place.run(&format!("{line} {options}"));
        outcome.failed(2);
        assert!(outcome.stderr.contains(mentioned), "{options}: {outcome:?}");
    }
    place.run("vdf prove state --system segmented --out proof").failed(2);
    assert!(place.names().is_empty());
}

#[test]
fn checkpoints_of_the_two_kinds_are_told_apart() {
    let place = Place::new();
    let group = heliast::RsaGroup::rsa_2048();
    let x = || heliast_vdf::delay_input(&group, b"m");
    let whole = heliast::Evaluation::start(&group, x(), 50).unwrap().to_bytes();
    let cut = heliast_vdf::segments::Cut::new(2, 1).unwrap();
    let start =
        |suite| heliast_vdf::segments::SegmentedEvaluation::start(&group, x(), 50, cut, suite).unwrap();
    let segmented = start(heliast::Suite::default()).to_bytes();
    place.write("whole", &whole);
    place.write("segmented", &segmented);

    let line = "vdf eval --message m -t 50 --out proof --checkpoint";
    let said = place.run(&format!("{line} whole --system segmented")).failed(6).to_owned();
    assert!(said.starts_with("whole: ") && said.contains("not in segments"), "{said}");
    for line in [&format!("{line} segmented"), "vdf prove segmented --out proof"] {
        let outcome = place.run(line);
        assert!(outcome.failed(6).contains("in segments"), "{outcome:?}");
        assert!(outcome.stderr.contains("hint: `heliast vdf eval --system segmented`"), "{outcome:?}");
    }
    let other = place.run(&format!("{line} segmented --system segmented --mode plain"));
    assert!(other.failed(6).contains("another --mode"), "{other:?}");
    place
        .run(&format!("{line} segmented --system segmented --message n -t 51").replacen(
            "--message m -t 50",
            "",
            1,
        ))
        .failed(6);
    assert_eq!((place.read("whole"), place.read("segmented")), (whole, segmented));

    let (code, report) = place.json(&format!("{line} segmented --system segmented"));
    assert_eq!((code, &report["segments"], &report["resumed_from"]), (0, &2.into(), &0.into()), "{report}");
    assert_eq!(place.names(), ["proof", "whole"]);
}

/// The report lists the claims that were not required, and shows x and y shortened for comparison.
#[test]
fn people_see_elements_shortened_and_what_nobody_demanded() {
    let place = Place::new();
    place.ok("vdf eval --message m -t 1000 --out proof");
    let shown = |line: &str| place.ok(&format!("vdf verify proof {line}")).text().to_owned();
    let words = |text: &str, label: &str| {
        let row = text.lines().find(|line| line.trim_start().starts_with(label));
        row.map(|row| row.trim_start()[label.len()..].trim().to_owned())
    };
    let (_, report) = place.json("vdf verify proof --message m -t 1000");
    assert_eq!(report["squarings_checked"], true);
    let y = report["proofs"][0]["y"].as_str().unwrap();

    let all = shown("--message m -t 1000");
    let short = format!("{}...{} (256 bytes)", &y[..16], &y[y.len() - 8..]);
    assert_eq!(words(&all, "y "), Some(short), "{all}");
    assert!(all.lines().all(|line| line.len() <= 100) && !all.contains("not compared"), "{all}");
    assert_eq!(words(&shown("--full"), "y "), Some(y.to_owned()));

    for (line, missing) in [
        ("", &["input", "squarings"][..]),
        ("--message m", &["squarings"]),
        ("-t 1000", &["input"]),
        ("--message m -t 1000", &[]),
    ] {
        let text = shown(line);
        for label in ["input", "squarings"] {
            let said = words(&text, label).is_some_and(|said| said.starts_with("not compared: "));
            assert_eq!(said, missing.contains(&label), "{line}: {text}");
        }
    }
    let (_, report) = place.json("vdf verify proof");
    let checked = ["input_checked", "squarings_checked"].map(|field| report[field].clone());
    assert_eq!(checked, [serde_json::Value::Bool(false), serde_json::Value::Bool(false)]);
}

#[test]
fn several_proofs_are_verified_together() {
    let place = Place::new();
    for (name, options) in [("a", ""), ("b", "--compact"), ("c", "--mode hinted"), ("d", "--mode plain")] {
        place.ok(&format!("vdf eval --message m -t 1000 {options} --out {name}"));
    }
    let (code, report) = place.json("vdf verify a b c d --message m -t 1000");
    assert_eq!((code, &report["valid"], &report["input_checked"]), (0, &true.into(), &true.into()));
    let proofs = report["proofs"].as_array().unwrap();
    let names: Vec<_> = proofs.iter().map(|proof| &proof["file"]).collect();
    assert_eq!(names, ["a", "b", "c", "d"]);
    assert!(proofs.iter().all(|proof| proof["t"] == 1000 && proof["y"] == proofs[0]["y"]));

    place.run("vdf verify a b c d --message n").failed(1);
    place.run("vdf verify a b c d -t 1001").failed(1);
    place.run("vdf verify a b nowhere").failed(3);
    let mut bytes = place.read("c");
    bytes[400] ^= 1;
    place.write("false", bytes);
    place.write("broken", "no proof");
    let said = place.run("vdf verify a false b broken d").failed(3).to_owned();
    assert!(said.contains("2 of 5") && said.contains("broken: ") && said.contains("false: "), "{said}");
    let said = place.run("vdf verify a false").failed(1).to_owned();
    assert!(said.contains("1 of 2") && said.contains("false: "), "{said}");
    assert_eq!(place.run("vdf verify").code, 2);
}

#[test]
fn a_proof_in_another_group_is_refused() {
    let place = Place::new();
    place.small_modulus();
    place.ok(&format!("vdf eval --message m -t 10 {IN_SMALL} --out proof"));
    place.run("vdf verify proof").failed(1);
    let short = place.run("vdf verify proof --group modulus").failed(3).to_owned();
    assert!(short.contains("512 bits; at least 2048"), "{short}");
    place
        .run("vdf eval --message m -t 10 --group rsa-2048 --min-bits 256 --trapdoor factors --out p")
        .failed(6);
}

#[test]
fn an_output_file_is_refused_before_the_work() {
    let place = Place::new();
    place.write("proof", "old");
    // These squarings would never end.
    place.run("vdf eval --message m -t 281474976710655 --out proof").failed(6);
    place.run("vdf eval --message m -t 281474976710655 --out .").failed(6);
    place.run("vdf eval --message m -t 281474976710655 --out none/proof").failed(6);
    place.run("vdf eval --message m -t 281474976710655 --out new --trapdoor none").failed(3);
    assert_eq!(place.read("proof"), b"old");
}

#[test]
fn a_checkpoint_of_something_else_is_refused_and_kept() {
    let place = Place::new();
    place.small_modulus();
    place.write("state", "no checkpoint");
    let line = format!("vdf eval --message m -t 10 {IN_SMALL} --out proof --checkpoint state");
    place.run(&line).failed(3);
    assert_eq!(place.read("state"), b"no checkpoint");
    assert_eq!(place.names(), ["factors", "modulus", "state"]);
}
