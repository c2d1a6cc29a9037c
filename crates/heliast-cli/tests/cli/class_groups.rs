//! Class groups: every verb in a group without a modulus.

use crate::run::Place;
use heliast::{ClassGroup, Evaluation, Group, Natural, delay_input};
use serde_json::{Value, json};

const SEED: &str = "thirty-two-bytes-of-text-or-more";
/// A group for quick computations.
const SMALL: &str = "--group class-256 --seed thirty-two-bytes-of-text-or-more --min-bits 256";

fn group(bits: usize) -> ClassGroup {
    ClassGroup::from_seed(SEED.as_bytes(), bits).unwrap()
}

#[test]
fn every_proof_round_trips_in_discriminants_of_all_lengths() {
    let place = Place::new();
    for bits in [256, 320, 512] {
        let group = group(bits);
        let x = hex::encode(group.encode(&delay_input(&group, b"m")));
        let line = format!("--group class-{bits} --seed {SEED} --min-bits 256");
        for options in [
            "",
            "--compact",
            "--mode hinted",
            "--mode plain --bits 128",
            "--system pietrzak",
            "--system segmented --threads 2",
        ] {
            let (code, made) =
                place.json(&format!("vdf eval --message m -t 3000 {options} {line} --out proof --force"));
            assert_eq!(
                (code, &made["discriminant_bits"], &made["x"]),
                (0, &bits.into(), &json!(x)),
                "{made}"
            );
            assert_eq!(made["group"], hex::encode(group.id()));
            let (code, report) =
                place.json(&format!("vdf verify proof --message m -t 3000 --min-level 64 {line}"));
            let proof = &report["proofs"][0];
            assert_eq!((code, &proof["discriminant_bits"]), (0, &bits.into()), "{report}");
            assert_eq!((&proof["y"], proof.get("modulus_bits")), (&made["y"], None));
            place.run(&format!("vdf verify proof --message n --min-level 64 {line}")).failed(1);
        }
    }
    let shown =
        place.ok(&format!("vdf verify proof --min-level 64 --group class-512 --seed {SEED} --min-bits 256"));
    assert!(shown.text().contains("\n  discriminant bits  512\n"), "{shown:?}");
}

/// A regression: it asked for a modulus file.
#[test]
fn the_hint_names_the_group_and_its_seed() {
    let place = Place::new();
    place.ok(&format!("vdf eval --message m -t 500 {SMALL} --out proof"));
    let refused = place.run("vdf verify proof --message m --min-level 64");
    assert!(refused.failed(1).contains("another group"), "{refused:?}");
    assert!(refused.stderr.contains("or class-N with the same --seed"), "{refused:?}");
}

/// The default groups, with elements and proofs of real sizes.
#[test]
fn a_thousand_bits_need_no_flag_but_the_seed() {
    let place = Place::new();
    let in_group = format!("--group class-1024 --seed {SEED}");
    let header = 5 + 2 + 4 + 8 + 32 + 4;
    for (options, name, elements) in [("", "output", 3), ("--compact", "compact", 2)] {
        place.ok(&format!("vdf eval --message m -t 20000 {options} {in_group} --out {name}"));
        let prime = if elements == 2 { 32 } else { 0 };
        assert_eq!(place.read(name).len(), header + elements * 100 + prime);
    }
    let report = place.json(&format!("vdf verify output compact --message m {in_group}")).1;
    let proofs = report["proofs"].as_array().unwrap();
    assert_eq!((proofs.len(), &proofs[0]["y"]), (2, &proofs[1]["y"]));
    assert_eq!(proofs[0]["discriminant_bits"], 1024);

    place.ok(&format!("batch collect output compact {in_group} --out list"));
    place.ok(&format!("batch prove list {in_group} --out batch"));
    let (code, report) = place.json(&format!("batch verify list batch {in_group} -t 20000"));
    assert_eq!((code, &report["discriminant_bits"]), (0, &1024.into()), "{report}");
}

#[test]
fn no_changed_proof_is_accepted() {
    let place = Place::new();
    for (t, form) in [
        (500, ""),
        (500, "--compact"),
        (1500, "--system pietrzak"),
        (60_000, "--system segmented --threads 2"),
    ] {
        place.ok(&format!("vdf eval --message m -t {t} {form} {SMALL} --out proof --force"));
        place.refuses_changed_proofs(&format!("vdf verify - {SMALL}"), &place.read("proof"), 5);
    }
    place.ok(&format!(
        "batch sample --count 3 -t 500 --group-seed {SEED} --group class-256 --min-bits 256 --out list"
    ));
    for options in ["", "--system pietrzak --protocol random-subsets"] {
        place.ok(&format!("batch prove list {options} --level 64 {SMALL} --out proof --force"));
        let (line, step) = (format!("batch verify list - --min-level 64 {SMALL}"), 29);
        match options {
            "" => place.refuses_changes(&line, &place.read("proof"), step),
            // The proof has hundreds of elements: one byte in a few of them.
            _ => {
                let bytes = place.read("proof");
                for at in (0..bytes.len()).step_by(bytes.len() / 40) {
                    let mut changed = bytes.clone();
                    changed[at] ^= 1;
                    let outcome = place.run_with_stdin(&line, &changed);
                    assert!([1, 3].contains(&outcome.code), "byte {at}: {outcome:?}");
                }
            }
        }
    }
}

#[test]
fn a_finished_checkpoint_is_proved_and_a_begun_one_goes_on() {
    let place = Place::new();
    let group = group(256);
    let mut evaluation = Evaluation::start(&group, delay_input(&group, b"m"), 2000).unwrap();
    assert!(!evaluation.advance(700));
    place.write("begun", evaluation.to_bytes());
    let going_on = place.ok(&format!("vdf eval --message m -t 2000 --checkpoint begun {SMALL} --out proof"));
    assert!(going_on.stderr.contains("going on from begun, "), "{going_on:?}");
    evaluation.advance(2000);
    place.write("finished", evaluation.to_bytes());
    place.ok(&format!("vdf prove finished {SMALL} --out again"));
    assert_eq!(place.read("proof"), place.read("again"));
    let y = hex::encode(group.encode(evaluation.output().unwrap()));
    assert_eq!(place.json(&format!("vdf verify again {SMALL}")).1["proofs"][0]["y"], y);
    // In another group the checkpoint is unusable.
    let elsewhere = format!("--group class-256 --seed another-{SEED} --min-bits 256");
    place.run(&format!("vdf prove finished {elsewhere} --out other")).failed(6);
    place.run("vdf prove finished --out other").failed(6);
}

#[test]
fn batches_round_trip_by_every_protocol() {
    let place = Place::new();
    let sample = format!("batch sample --group class-256 --group-seed {SEED} --min-bits 256");
    place.ok(&format!("{sample} --count 300 -t 1500 --out list"));
    let families =
        ["auto", "random-subsets", "random-exponents", "hybrid", "bucket", "ascending-bucket", "linear"];
    for family in families {
        place.ok(&format!("batch prove list --protocol {family} {SMALL} --out proof --force"));
        let (code, report) = place.json(&format!("batch verify list proof {SMALL} -t 1500"));
        assert_eq!((code, &report["valid"]), (0, &true.into()), "{report}");
        assert_eq!((&report["discriminant_bits"], report.get("modulus_bits")), (&256.into(), None));
    }
    let width = group(256).encoded_len();
    assert_eq!((width, place.read("list").len()), (28, 64 + 300 * 2 * width));
    place.run(&format!("batch verify list proof {SMALL} -t 1499")).failed(1);
    place.run("batch verify list proof").failed(1);
    assert_eq!(place.json("batch inspect list").1["element_bytes"], width);

    // A list in parts, and one with a delay for each statement.
    place.ok(&format!("batch prove list {SMALL} --memory 1KiB --threads 2 --out parts"));
    place.ok(&format!("batch prove list {SMALL} --out whole"));
    assert_eq!(place.read("parts"), place.read("whole"));
    place.ok(&format!("{sample} --count 40 -t 900 --delays 7 --out varied"));
    place.ok(&format!("batch prove varied {SMALL} --out varied-proof"));
    let (code, report) = place.json(&format!("batch verify varied varied-proof {SMALL}"));
    assert_eq!((code, &report["least_t"], &report["greatest_t"]), (0, &900.into(), &906.into()), "{report}");
}

#[test]
fn false_statements_are_found_and_no_elements_are_named() {
    let place = Place::new();
    let sample = format!("batch sample --group class-256 --group-seed {SEED} --min-bits 256");
    place.ok(&format!("{sample} --count 20 -t 500 --out list"));
    place.ok(&format!("batch prove list {SMALL} --out proof"));
    let good = place.read("list");
    let mut bytes = good.clone();
    let (record, width) = (64 + 7 * 56, 28);
    bytes.copy_within(64 + width..64 + 2 * width, record + width);
    place.write("false", &bytes);
    let outcome = place.run(&format!("batch prove false {SMALL} --out other"));
    assert_eq!(outcome.failed(1), "false: statement 7 is false");
    place.run(&format!("batch verify false proof {SMALL}")).failed(1);
    // An invalid form.
    let mut bytes = good;
    bytes[record..record + width].fill(0xff);
    place.write("noise", &bytes);
    for line in ["batch prove noise --out other", "batch verify noise proof"] {
        let outcome = place.run(&format!("{line} {SMALL}"));
        assert!(outcome.failed(3).contains("noise: "), "{outcome:?}");
    }
    assert!(!place.path("other").exists());
}

#[test]
fn a_group_file_stands_for_bits_and_seed() {
    let place = Place::new();
    let (code, made) = place.json(&format!("group new --kind class --bits 320 --seed {SEED} --out group"));
    assert_eq!(
        (code, &made["seed"], &made["discriminant_bits"]),
        (0, &json!(hex::encode(SEED)), &320.into())
    );
    let file: Value = serde_json::from_slice(&place.read("group")).unwrap();
    assert_eq!(file, json!({ "group": "class", "bits": 320, "seed": hex::encode(SEED) }));
    let shown = place.json("group show group").1;
    let named = place.json(&format!("group show class-320 --seed {SEED}")).1;
    assert_eq!((&shown, &shown["group"]), (&named, &made["group"]));
    let magnitude = Natural::from_hex(shown["discriminant"].as_str().unwrap()).unwrap();
    assert_eq!(magnitude, *group(320).discriminant_magnitude());
    assert_eq!(shown["group"], hex::encode(group(320).id()));
    assert!(place.ok("group show group").text().starts_with("a class group, but short"), "{shown}");

    place.ok("vdf eval --message m -t 700 --group group --min-bits 256 --out proof");
    place.ok(&format!("vdf verify proof --group class-320 --seed {SEED} --min-bits 256"));
    place.run("vdf verify proof").failed(1);
    let short = place.run("vdf verify proof --group group");
    assert_eq!(
        short.failed(3),
        "group is not a class group to use: the discriminant has 320 bits; at least 1024 are needed"
    );

    // Without a seed a random one is made, a different one each time.
    let drawn = ["one", "two"].map(|name| place.json(&format!("group new --kind class --out {name}")).1);
    assert_ne!(drawn[0]["seed"], drawn[1]["seed"]);
    assert_eq!(
        (&drawn[0]["discriminant_bits"], drawn[0]["seed"].as_str().unwrap().len()),
        (&1024.into(), 64)
    );
    assert!(place.ok("group show one").text().starts_with("a class group: nobody made it"));
}

#[test]
fn what_makes_no_class_group_is_refused_before_the_work() {
    let place = Place::new();
    place.small_modulus();
    let names = place.names();
    let seed = format!("--seed {SEED}");
    for (line, said) in [
        ("vdf eval --message m -t 9 --group class-1024 --out p", "class-1024 is not a group without a seed"),
        (
            "vdf eval --message m -t 9 --group class-1024 --seed short --out p",
            "class-1024: the seed has 5 bytes",
        ),
        (
            &*format!("vdf eval --message m -t 9 --group class-512 {seed} --out p"),
            "class-512: the discriminant has",
        ),
        (&*format!("batch plan --count 9 --group class-1040 {seed}"), "class-1040: a discriminant has"),
        (&*format!("vdf verify p --group rsa-2048 {seed}"), "rsa-2048 has no seed to choose"),
        (&*format!("vdf verify p --group modulus {seed}"), "modulus has no seed to choose"),
        ("group new --kind class --seed short --out p", "the seed has 5 bytes"),
        ("group new --kind class --bits 258 --out p", "a discriminant has a multiple of 32 bits"),
        ("group new --kind class --bits 5120 --out p", "a discriminant has a multiple of 32 bits"),
        ("group new --kind class --trapdoor t --out p", "a class group has no secret"),
        ("group new --kind class --encrypt --out p", "a class group has no secret"),
        (&*format!("group new {seed} --out p"), "a modulus has no seed"),
        // Factors do not shorten delays here.
        (
            &*format!("vdf eval --message m -t 9 {SMALL} --trapdoor factors --out p"),
            "a class group has no factors that could be known",
        ),
        (
            &*format!(
                "batch sample --count 2 -t 9 --group class-256 --group-seed {SEED} --min-bits 256 --trapdoor factors --out p"
            ),
            "a class group has no factors that could be known",
        ),
    ] {
        let outcome = place.run(line);
        assert!(outcome.failed(2).starts_with(said), "{line}: {outcome:?}");
    }
    // A seed alone does not name a group.
    assert!(place.run(&format!("vdf verify p {seed}")).failed(2).contains("--group <GROUP>"));
    assert_eq!(place.names(), names);
}

/// Elements of one group are invalid in another, whichever check finds it first.
#[test]
fn groups_do_not_mix() {
    let place = Place::new();
    place.ok(&format!("vdf eval --message m -t 500 {SMALL} --out class"));
    place.ok("vdf eval --message m -t 500 --out rsa");
    place.run(&format!("vdf verify rsa {SMALL}")).failed(1);
    place.run("vdf verify class").failed(1);
    place.run(&format!("batch collect rsa class {SMALL} --out list")).failed(1);
    let x = place.json("vdf verify rsa").1["proofs"][0]["x"].as_str().unwrap().to_owned();
    let outcome = place.run(&format!("vdf eval --x {x} -t 500 {SMALL} --out other"));
    assert_eq!(outcome.failed(3), "--x: an element of this group has 28 bytes, not 256");
    // The delay of the identity takes no time here either.
    let group = group(256);
    let one = hex::encode(group.encode(&group.identity()));
    let outcome = place.run(&format!("vdf eval --x {one} -t 500 {SMALL} --out other"));
    assert_eq!(outcome.failed(3), "--x: the delay of the identity takes no time");
}

#[test]
fn plans_have_the_prices_of_the_group() {
    let place = Place::new();
    let (code, report) = place.json(&format!("batch plan --count 1000 {SMALL}"));
    assert_eq!((code, &report["discriminant_bits"], report.get("modulus_bits")), (0, &256.into(), None));
    assert!(!report["protocols"].as_array().unwrap().is_empty(), "{report}");
    for price in ["multiplication_ns", "batched_multiplication_ns", "hashing_ns"] {
        assert!(report[price].as_f64().unwrap() > 0.0, "{price}: {report}");
    }
    let shown = place.ok(&format!("batch plan --count 1000 {SMALL}"));
    assert!(shown.text().starts_with("1000 statements, level 128, 256 bits of discriminant\n"), "{shown:?}");
}

#[test]
fn one_group_is_measured_by_itself() {
    let place = Place::new();
    let (code, report) = place.json(&format!("tune --up-to 8 --budget 0.1 {SMALL} --svg map.svg"));
    assert_eq!(code, 0, "{report}");
    assert!(report["square_ns"].as_f64().unwrap() > 0.0 && report["product_ns"].as_f64().unwrap() > 0.0);
    assert_eq!(
        (report["moduli"].as_array().unwrap().len(), report["cells"].as_array().unwrap().len()),
        (1, 2)
    );
    assert_eq!(report["cells"][1]["discriminant_bits"], 256);
    assert!(String::from_utf8(place.read("map.svg")).unwrap().contains("in a class group"));
    let (code, report) = place.json("tune --up-to 4 --budget 0.1 --group rsa-2048");
    assert_eq!((code, &report["moduli"][0]["modulus_bits"]), (0, &2048.into()), "{report}");
}
