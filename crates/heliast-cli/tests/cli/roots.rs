//! Chains of square roots: the verbs of delays in fields of roots, and beacons whose delay they are.

#[cfg(unix)]
use crate::interrupt::{in_time_from, interrupted_in_time};
use crate::run::Place;
use heliast::RootField;
use heliast_vdf::roots::{Evaluation, ProofFile};
use serde_json::{Value, json};

const SEED: &str = "thirty-two-bytes-of-text-or-more";
/// A field for quick computations, which is too short for use.
const SMALL: &str = "--group roots-1024 --min-bits 1024";
/// The bytes of a proof file before x: its seed is that of the built-in fields.
const HEADER: usize = 5 + 2 + 4 + 1 + 47 + 8;

/// A finished chain of m in the small field.
fn chain(t: u64, segments: u16) -> Evaluation {
    let field = RootField::built_in(1024).unwrap();
    let mut chain = Evaluation::start(&field, field.hash(b"m"), t, segments).unwrap();
    assert!(chain.advance(t, 1));
    chain
}

#[test]
fn a_chain_round_trips_in_fields_of_all_lengths() {
    let place = Place::new();
    for (bits, t) in [(1024, 40), (2048, 20), (3072, 10)] {
        let group = format!("--group roots-{bits} --min-bits 1024");
        let (code, made) = place.json(&format!("vdf eval --message m -t {t} {group} --out proof --force"));
        let field = RootField::built_in(bits).unwrap();
        let x = field.hash(b"m");
        let y = (0..t).fold(x.clone(), |x, _| field.step(&x));
        let fields = ["x", "y", "group"].map(|name| made[name].clone());
        let expected =
            [field.encode(&x), field.encode(&y), field.id().to_vec()].map(|bytes| json!(hex::encode(bytes)));
        assert_eq!((code, fields), (0, expected), "{made}");
        let segments = t.min(16);
        assert_eq!((&made["t"], &made["segments"]), (&t.into(), &segments.into()));
        assert_eq!((&made["proof_system"], &made["field_bits"]), (&"roots".into(), &bits.into()));
        assert_eq!((&made["counter"], &made["mode"]), (&field.counter().into(), &Value::Null));
        for speed in ["steps_seconds", "steps_per_second"] {
            assert!(made[speed].as_f64().unwrap() > 0.0, "{made}");
        }
        let len = HEADER + (2 + segments as usize - 1) * bits / 8 + 2;
        assert_eq!((place.read("proof").len(), &made["file_bytes"]), (len, &len.into()));

        let (code, report) = place.json(&format!("vdf verify proof --message m -t {t} {group}"));
        let proof = &report["proofs"][0];
        assert_eq!((code, &report["valid"], &proof["y"]), (0, &true.into(), &made["y"]), "{report}");
        for checked in ["input_checked", "squarings_checked", "counter_checked"] {
            assert_eq!(report[checked], true, "{checked}");
        }
    }
    assert_eq!(place.names(), ["proof"]);
}

#[test]
fn segments_and_threads_do_not_change_the_output() {
    let place = Place::new();
    let field = RootField::built_in(1024).unwrap();
    for (segments, threads) in [(1, 1), (1, 2), (7, 2), (300, 2), (256, 8)] {
        let line = format!("vdf eval --message m -t 300 {SMALL} --threads {threads} --out proof --force");
        let outcome = place.run(&format!("{line} --segments {segments}"));
        if segments > 256 {
            outcome.failed(2);
            continue;
        }
        let (statement, proof) = chain(300, segments).finish().unwrap();
        assert_eq!(place.read("proof"), ProofFile::new(&field, &statement, &proof).to_bytes(), "{segments}");
        let report = place.json(&format!("vdf verify proof {SMALL}")).1;
        assert_eq!(report["proofs"][0]["segments"], segments);
    }
}

#[test]
fn inputs_come_from_text_files_and_digits() {
    let place = Place::new();
    place.write("message", "words");
    place.ok(&format!("vdf eval --message words -t 10 {SMALL} --out proof"));
    let report = place.json(&format!("vdf verify proof --message-file message {SMALL}")).1;
    let x = report["proofs"][0]["x"].as_str().unwrap();
    place.ok(&format!("vdf verify proof --x {x} {SMALL}"));
    place.ok(&format!("vdf eval --x {x} -t 10 {SMALL} --out again"));
    assert_eq!(place.read("proof"), place.read("again"));
    assert_eq!(place.run_with_stdin(&format!("vdf verify - {SMALL}"), &place.read("proof")).code, 0);
    let piped = place.ok(&format!("vdf eval --message words -t 10 {SMALL} --out -"));
    assert_eq!(piped.stdout, place.read("proof"));
    // One takes time here, zero is not an element.
    let one = format!("{}01", "00".repeat(127));
    place.ok(&format!("vdf eval --x {one} -t 10 {SMALL} --out one"));
    for bad in ["zz", "02", &"00".repeat(128), &"ff".repeat(128)] {
        place.run(&format!("vdf eval --x {bad} -t 10 {SMALL} --out x")).failed(3);
    }
}

#[test]
fn false_proofs_are_invalid_and_other_bytes_malformed() {
    let place = Place::new();
    place.ok(&format!("vdf eval --message m -t 40 {SMALL} --segments 2 --out proof"));
    let other = place.run(&format!("vdf verify proof --message n {SMALL}"));
    assert_eq!(other.failed(1), "the proof is about another input");
    let longer = place.run(&format!("vdf verify proof -t 41 {SMALL}"));
    assert_eq!(longer.failed(1), "the proof is about 40 roots, not 41");
    // Verifying a changed number of roots would take the work for that number.
    place.refuses_changed_proofs(&format!("vdf verify - -t 40 {SMALL}"), &place.read("proof"), 41);

    let proof = place.read("proof");
    let with_y = |y: &[u8]| {
        let mut bytes = proof.clone();
        bytes[HEADER + 128..HEADER + 256].copy_from_slice(y);
        bytes
    };
    let field = RootField::built_in(1024).unwrap();
    let y = &proof[HEADER + 128..HEADER + 256];
    let number = |bytes: &[u8]| heliast::Natural::from_be_bytes(bytes);
    let negated = field.prime().sub(&number(y)).unwrap().to_be_bytes(128).unwrap();
    let prime = field.prime().to_be_bytes(128).unwrap();
    for (y, code) in [(&negated[..], 1), (&prime[..], 3), (&[0; 128], 3), (&[0xff; 128], 3)] {
        place.write("false", with_y(y));
        place.run(&format!("vdf verify false {SMALL}")).failed(code);
    }
    place.write("false", with_y(&negated));
    place.ok(&format!("vdf eval --message n -t 40 {SMALL} --out n"));
    let (code, report) = place.json(&format!("vdf verify proof n {SMALL} -t 40"));
    assert_eq!((code, report["proofs"].as_array().unwrap().len()), (0, 2), "{report}");
    let said = place.run(&format!("vdf verify proof n false {SMALL} --message m")).failed(1).to_owned();
    assert!(said.contains("2 of 3") && said.contains("n: the proof is about another input"), "{said}");
    assert!(said.contains("false: the output does not come from the input"), "{said}");
}

/// The report lists the claims that were not required, and shows x and y shortened for comparison.
#[test]
fn people_see_what_nobody_demanded() {
    let place = Place::new();
    place.ok(&format!("vdf eval --message m -t 40 {SMALL} --out proof"));
    let rows = |line: &str| {
        let text = place.ok(&format!("vdf verify proof {line}")).text().to_owned();
        assert!(text.starts_with("valid: 40 roots were taken\n"), "{text}");
        let missing = text.lines().filter(|line| line.contains("not compared: "));
        missing.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(rows(&format!("{SMALL} --message m -t 40")), Vec::<String>::new());
    assert_eq!(rows(&format!("{SMALL} --message m")), ["roots"]);
    assert_eq!(rows(&format!("{SMALL} -t 40")), ["input"]);
    assert_eq!(rows(&format!("{SMALL} --full")), ["input", "roots"]);
}

/// A seed has several safe primes: the maker of a proof has chosen one, and a file records which.
#[test]
fn a_seed_has_a_field_and_a_file_saves_the_search() {
    let place = Place::new();
    let (code, made) = place.json(&format!("group new --kind roots --bits 1024 --seed {SEED} --out field"));
    let field = RootField::search(SEED.as_bytes(), 1024, |_| true).unwrap().unwrap();
    let counter: Value = field.counter().into();
    assert_eq!((code, &made["seed"], &made["counter"]), (0, &json!(hex::encode(SEED)), &counter));
    let file: Value = serde_json::from_slice(&place.read("field")).unwrap();
    let expected = json!({ "group": "roots", "bits": 1024, "seed": hex::encode(SEED), "counter": counter });
    assert_eq!(file, expected);
    let shown = place.json("group show field").1;
    let named = place.json(&format!("group show roots-1024 --seed {SEED}")).1;
    assert_eq!((&shown, &shown["group"]), (&named, &made["group"]));
    assert_eq!(shown["prime"], hex::encode(field.prime().to_be_bytes(128).unwrap()));
    assert!(place.ok("group show field").text().starts_with("a field of roots, but short"));
    assert!(place.ok("group show roots-2048").text().starts_with("the built-in field of roots"));

    let seeded = format!("--group roots-1024 --seed {SEED} --min-bits 1024");
    let filed = "--group field --min-bits 1024";
    place.ok(&format!("vdf eval --message m -t 20 {seeded} --out proof"));
    place.ok(&format!("vdf eval --message m -t 20 {filed} --out again"));
    assert_eq!(place.read("proof"), place.read("again"));
    for (line, checked) in [(seeded.as_str(), false), (filed, true)] {
        let (code, report) = place.json(&format!("vdf verify proof --message m -t 20 {line}"));
        assert_eq!((code, &report["counter_checked"]), (0, &checked.into()), "{report}");
        let shown = place.ok(&format!("vdf verify proof --message m -t 20 {line}"));
        assert_eq!(shown.text().contains("  prime              not compared: "), !checked, "{shown:?}");
    }
    // The built-in field differs.
    assert!(place.run(&format!("vdf verify proof {SMALL}")).failed(1).contains("another field"));
    let short = place.run("vdf verify proof --group field");
    assert!(short.failed(3).contains("the prime has 1024 bits; at least 2048 are needed"), "{short:?}");

    // Without a seed a random one is made.
    let drawn =
        ["one", "two"].map(|name| place.json(&format!("group new --kind roots --bits 1024 --out {name}")).1);
    assert_ne!(drawn[0]["seed"], drawn[1]["seed"]);
    assert_eq!(drawn[0]["seed"].as_str().unwrap().len(), 64);
}

#[test]
fn what_roots_have_no_use_for_is_refused_before_the_work() {
    let place = Place::new();
    let line = "vdf eval --message m --group roots-2048 --out proof";
    for (options, mentioned) in [
        ("-t 9e10 --system wesolowski", "--system can't be given"),
        ("-t 9e10 --mode plain --bits 256", "--mode and --bits can't be given"),
        ("-t 9e10 --hash blake3", "--hash can't be given"),
        ("-t 9e10 --compact", "--compact can't be given"),
        ("-t 9e10 --trapdoor none", "--trapdoor can't be given"),
        ("-t 2e12", "from 1 to 2^40 - 1 steps"),
        ("-t 9 --segments 10", "no more than steps, not 10"),
        ("-t 9 --segments 257", "from 1 to 256"),
        ("-t 9 --seed short", "the seed has 5 bytes"),
    ] {
        let outcome = place.run(&format!("{line} {options}"));
        assert!(outcome.failed(2).contains(mentioned), "{options}: {outcome:?}");
    }
    for (line, said) in [
        ("vdf eval --message m -t 9 --group roots-1024 --out p", "roots-1024: the prime has 1024 bits"),
        ("vdf eval --message m -t 9 --group roots-512 --out p", "roots-512: a field of roots has"),
        ("vdf eval --message m -t 9 --segments 2 --out p", "--segments is for chains of roots"),
        ("vdf prove state --group roots-2048 --threads 2 --out p", "a chain of roots has one proof"),
        ("group new --kind roots --bits 512 --out p", "a field of roots has 1024, 2048 or 3072 bits"),
        ("group new --kind roots --seed short --out p", "the seed has 5 bytes"),
        ("group new --kind roots --trapdoor t --out p", "a field of roots has no secret"),
        ("batch plan --count 9 --group roots-2048", "roots-2048 is a field of roots"),
        ("batch sample --count 9 -t 9 --group roots-2048 --out p", "roots-2048 is a field of roots"),
        ("up --group roots-2048 --rounds 1 --listen 127.0.0.1:0", "roots-2048 is a field of roots"),
    ] {
        let outcome = place.run(line);
        assert!(outcome.failed(2).starts_with(said), "{line}: {outcome:?}");
    }
    assert!(!place.path("p").exists() && !place.path("proof").exists());
}

#[test]
fn roots_and_squarings_do_not_mix() {
    let place = Place::new();
    place.ok(&format!("vdf eval --message m -t 40 {SMALL} --out roots"));
    place.ok("vdf eval --message m -t 500 --out squarings");
    let refused = place.run("vdf verify roots");
    assert!(refused.failed(1).contains("the proof of a chain of roots"), "{refused:?}");
    assert!(refused.stderr.contains("--group roots-2048"), "{refused:?}");
    assert!(place.run(&format!("vdf verify squarings {SMALL}")).failed(1).contains("a proof of squarings"));
    assert!(place.run("vdf verify roots --group roots-2048").failed(1).contains("another field"));
    assert!(place.run("vdf verify squarings roots").failed(1).contains("1 of 2"));
}

#[test]
fn checkpoints_of_roots_and_of_squarings_are_told_apart() {
    let place = Place::new();
    let group = heliast::RsaGroup::rsa_2048();
    let squarings = heliast::Evaluation::start(&group, heliast::delay_input(&group, b"m"), 50).unwrap();
    place.write("squarings", squarings.to_bytes());
    let finished = chain(50, 16);
    place.write("finished", finished.to_bytes());
    let field = finished.field();
    let mut begun = Evaluation::start(field, field.hash(b"m"), 50, 16).unwrap();
    begun.advance(20, 1);
    place.write("begun", begun.to_bytes());

    let line = format!("vdf eval --message m -t 50 {SMALL} --out proof --checkpoint");
    let said = place.run(&format!("{line} squarings")).failed(6).to_owned();
    assert_eq!(said, "squarings is the checkpoint of squarings, not of roots");
    let said = place.run("vdf eval --message m -t 50 --out proof --checkpoint begun").failed(6).to_owned();
    assert!(said.contains("a chain of roots"), "{said}");
    for other in ["--message n -t 50", "--message m -t 51", "--message m -t 50 --segments 4"] {
        place.run(&format!("vdf eval {other} {SMALL} --out proof --checkpoint begun")).failed(6);
    }
    assert_eq!(place.read("begun"), begun.to_bytes());

    let pending = place.run(&format!("vdf prove begun {SMALL} --out early"));
    assert_eq!(pending.failed(4), "20 of 50 roots are done (40.0 %), 30 are missing");
    let (code, report) = place.json(&format!("{line} begun"));
    assert_eq!((code, &report["resumed_from"]), (0, &20.into()), "{report}");
    place.ok(&format!("vdf prove finished {SMALL} --out again"));
    assert_eq!(place.read("proof"), place.read("again"));
    assert_eq!(place.names(), ["again", "finished", "proof", "squarings"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_chain_resumes_to_the_same_proof() {
    // Some seconds of roots modulo 1024 bits.
    in_time_from(10_000, |t| {
        let place = Place::new();
        let line = format!("vdf eval --message m -t {t} {SMALL} --out proof");
        let first = interrupted_in_time(&place, &line, "INT")?;
        let message = first.failed(4).to_owned();
        assert!(
            message.contains(&format!("of {t} roots ("))
                && message.ends_with(" %); saved in proof.checkpoint"),
            "{message}"
        );
        assert_eq!(place.names(), ["proof.checkpoint"]);
        let (code, report) = place.json(&format!("{line} --threads 1"));
        assert_eq!(code, 0, "{report}");
        assert!(report["resumed_from"].as_u64().unwrap() > 0, "{report}");
        let field = RootField::built_in(1024).unwrap();
        let (statement, proof) = chain(t, 16).finish().unwrap();
        assert_eq!(place.read("proof"), ProofFile::new(&field, &statement, &proof).to_bytes());
        assert_eq!(place.names(), ["proof"]);
        Some(())
    });
}

/// Makes a beacon of two rounds, and verifies its chain from its store and from a bundle.
fn beacon(by: &str) -> Place {
    let place = Place::new();
    let line = format!(
        "up --data data --period 1 --participants 2 --vrf ell2 --delay-by {by} --rounds 2 --listen 127.0.0.1:0 --json"
    );
    let outcome = place.ok(&line);
    let events: Vec<Value> = outcome.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["delay_by"], by, "{outcome:?}");
    let bits = if by == "roots" { "field_bits" } else { "modulus_bits" };
    assert_eq!(events[0][bits], 2048, "{outcome:?}");
    let rounds = events.iter().filter(|event| event["event"] == "round").count();
    assert_eq!((rounds, &events.last().unwrap()["rounds"]), (2, &2.into()), "{outcome:?}");

    place.ok("export --data data --out bundle");
    for source in ["data", "bundle"] {
        let (code, report) = place.json(&format!("verify {source}"));
        assert_eq!((code, &report["valid"], &report["to"]), (0, &true.into(), &2.into()), "{report}");
        assert_eq!(report["beacon"], events[2]["beacon"], "{report}");
    }
    let mut bundle = place.read("bundle");
    let last = bundle.len() - 300;
    bundle[last] ^= 1;
    place.write("changed", bundle);
    let changed = place.run("verify changed");
    assert!([1, 3].contains(&changed.code), "{changed:?}");
    place
}

#[test]
fn a_beacon_of_both_delays_runs_and_verifies() {
    let place = beacon("both");
    let shown = place.ok("up --data data --rounds 0 --listen 127.0.0.1:0");
    let delay = shown.text().lines().find(|line| line.contains("  delay  ")).unwrap_or_default();
    assert!(delay.contains(" squarings, ") && delay.contains(" roots modulo "), "{shown:?}");
    let refused = place.run("up --data data --delay-by squarings --rounds 0 --listen 127.0.0.1:0");
    refused.failed(2);
    place.ok("up --data data --delay-by both --rounds 0 --listen 127.0.0.1:0");
}

#[test]
fn a_beacon_of_roots_alone_runs_and_verifies() {
    let place = beacon("roots");
    place.run("up --data data --post-quantum --rounds 0 --listen 127.0.0.1:0").failed(2);
}

#[test]
fn what_does_not_withstand_quantum_computers_is_refused() {
    let place = Place::new();
    for (options, said) in [
        ("--vrf ell2", "quantum computers forge the lots of ecvrf-edwards25519-sha512-ell2"),
        ("--stateless tai", "quantum computers forge the lots of ecvrf-edwards25519-sha512-tai"),
        ("--delay-by squarings", "squarings alone fall to quantum computers"),
        ("--delay-by roots --group rsa-2048", "roots have no group to choose"),
    ] {
        let line = format!("up --data data --post-quantum {options} --rounds 1 --listen 127.0.0.1:0");
        assert_eq!(place.run(&line).failed(2), said, "{options}");
    }
    let votes = place.run("network new --out net --post-quantum --consensus-keys ed25519");
    votes.failed(2);
    assert!(!place.path("net").exists() && !place.path("data/chain.redb").exists());
}
