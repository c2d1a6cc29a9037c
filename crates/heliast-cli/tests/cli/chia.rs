//! Proofs of Chia's timelords: all known verdicts, and proofs that are made here.

use crate::{
    interrupt::{in_time, interrupted_in_time},
    run::Place,
};
use serde_json::{Value, json};
use std::{fs, path::Path};

/// A delay in a group for quick computations.
const SMALL: &str = "--seed 000102030405060708090a0b0c0d0e0f --bits 256";

fn vectors() -> (String, Vec<Value>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/chia.json");
    let value: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    (path.display().to_string(), value["cases"].as_array().unwrap().clone())
}

fn text<'a>(case: &'a Value, name: &str) -> &'a str {
    case[name].as_str().unwrap()
}

#[test]
fn verdicts_are_those_of_consensus() {
    let (path, cases) = vectors();
    let place = Place::new();
    let (code, report) = place.json(&format!("chia verify --compare {path} --verdicts verdicts"));
    assert_eq!((code, &report["as_expected"]), (0, &true.into()), "{report}");
    let verdicts = report["verdicts"].as_array().unwrap();
    assert_eq!(verdicts.len(), cases.len());
    for (verdict, case) in verdicts.iter().zip(&cases) {
        assert_eq!((&verdict["name"], &verdict["accepted"]), (&case["name"], &case["accepted"]));
        if verdict["accepted"] == true {
            assert_eq!(text(verdict, "y").len(), 200);
        }
    }
    let written: Value = serde_json::from_slice(&place.read("verdicts")).unwrap();
    assert_eq!(written["verdicts"], report["verdicts"]);
    // Without --compare invalid proofs are a failure, which names some of them.
    let outcome = place.run(&format!("chia verify {path} --verdicts again"));
    assert!([1, 3].contains(&outcome.code), "{outcome:?}");
    let said = outcome.failed(outcome.code);
    assert!(said.starts_with("300 of 355 are not valid: ") && said.ends_with("and 290 more"), "{said}");
    assert_eq!(place.read("again"), place.read("verdicts"));
    place.run(&format!("chia verify {path} --verdicts again")).failed(6);
    // Strict verification refuses some that consensus accepts, so that they differ from the file.
    let said = place.run(&format!("chia verify --strict --compare {path}"));
    assert!(said.failed(said.code).contains("are not as expected"), "{said:?}");
}

/// One proof by flags: with y in the proof, with a separate y, and with its challenge instead of y.
#[test]
fn one_proof_is_verified_in_each_form() {
    let (_, cases) = vectors();
    let place = Place::new();
    for case in cases.iter().filter(|case| case["kind"] == "valid") {
        let [discriminant, x, t] = ["discriminant", "x", "iterations"].map(|name| text(case, name));
        let witness_type = &case["witness_type"];
        let about = format!(
            "chia verify --discriminant -0x{discriminant} --x {x} -t {t} --witness-type {witness_type} --strict"
        );
        let (y, rest) = text(case, "proof").split_at(200);
        for form in [format!("--proof {y}{rest}"), format!("--proof {rest} --y {y}")] {
            let (code, report) = place.json(&format!("{about} {form}"));
            assert_eq!((code, &report["valid"]), (0, &true.into()), "{}: {report}", case["name"]);
            assert_eq!(text(&report["verdicts"][0], "y"), y);
        }
        place.run(&format!("{about} --proof {y}{}", &rest[2..])).failed(3);
        place.run(&format!("{about} --proof {rest} --challenge 11")).failed(1);
        place.run(&format!("{about} --proof {rest} --challenge 0")).failed(1);
    }
}

#[test]
fn what_is_proved_is_verified() {
    let place = Place::new();
    for depth in [0, 1, 5] {
        let line = format!("chia prove {SMALL} -t 3000 --depth {depth} --force");
        let (code, report) = place.json(&format!("{line} --out proof.json"));
        assert_eq!((code, &report["witness_type"]), (0, &depth.into()), "{report}");
        let (code, verified) = place.json("chia verify proof.json --strict");
        assert_eq!((code, &verified["verdicts"][0]["y"]), (0, &report["y"]), "{verified}");
        place.ok(&format!("{line} --format hex --out hex"));
        place.ok(&format!("{line} --format bytes --out bytes"));
        assert_eq!(String::from_utf8(place.read("hex")).unwrap().trim(), hex::encode(place.read("bytes")));
        let about = format!("chia verify {SMALL} -t 3000 --witness-type {depth}");
        for file in ["hex", "bytes"] {
            place.ok(&format!("{about} --proof-file {file}"));
        }
        let false_line = format!("chia verify {SMALL} -t 3001 --witness-type {depth} --proof-file bytes");
        let said = place.run(&false_line).failed(1).to_owned();
        assert_eq!(said, "the delay proof is false: pi^B * x^r is not y");
    }
    let stdout = place.ok(&format!("chia prove {SMALL} -t 3000 --out -"));
    assert_eq!(place.run_with_stdin("chia verify -", &stdout.stdout).code, 0);
    // The output of a delay is the input of the next.
    let y = text(&place.json("chia verify proof.json").1["verdicts"][0], "y").to_owned();
    place.ok(&format!("chia prove {SMALL} -t 10 --x {y} --out next"));
    assert!(text(&place.json("chia verify next").1["verdicts"][0], "y") != y);
}

/// y is recovered from π and the challenge alone.
#[test]
fn an_output_is_recovered() {
    let (_, cases) = vectors();
    let case = cases.iter().find(|case| case["kind"] == "valid" && case["witness_type"] == 1).unwrap();
    // A segment is a proof of this form, with its own squarings, challenge and π.
    let segment = &text(case, "proof")[400..];
    let t = u64::from_str_radix(&segment[..16], 16).unwrap();
    let record = json!({
        "discriminant": case["discriminant"], "x": case["x"], "iterations": t,
        "challenge": &segment[16..82], "proof": &segment[82..],
    });
    let place = Place::new();
    place.write("one.json", record.to_string());
    let (code, report) = place.json("chia verify one.json --strict");
    assert_eq!(code, 0, "{report}");
    let y = text(&report["verdicts"][0], "y").to_owned();
    // The rest of the delay begins after the segment.
    let rest = text(case, "iterations").parse::<u64>().unwrap() - t;
    let next = json!([{
        "discriminant": case["discriminant"], "x": y, "iterations": rest.to_string(),
        "proof": &text(case, "proof")[..400],
    }]);
    place.write("two.json", next.to_string());
    place.ok("chia verify one.json two.json");
    place.ok("chia verify .");
    let mut other = record.clone();
    other["y"] = case["x"].clone();
    place.write("two.json", json!({ "cases": [record, other] }).to_string());
    let said = place.run("chia verify .").failed(1).to_owned();
    assert!(said.starts_with("1 of 3 are not valid: ./two.json: proof 2: "), "{said}");
}

#[test]
fn an_invalid_proof_is_named() {
    let place = Place::new();
    let cases: [(Value, &str); 9] = [
        (json!({}), "missing field"),
        (json!([]), "no proofs"),
        (json!([1]), "proof 1 of 1"),
        (json!({ "iterations": -1, "proof": "" }), "a whole number below 2^64"),
        (json!({ "iterations": 1, "proof": "" }), "neither a discriminant nor the seed"),
        (json!({ "iterations": 1, "proof": "0", "discriminant": "ff" }), "proof: Odd number of digits"),
        (json!({ "iterations": 1, "proof": "", "discriminant": "ff" }), "does not have 0 bytes"),
        (json!({ "iterations": 1, "proof": "", "discriminant": "fe" }), "-2 modulo 4"),
        (json!({ "iterations": 1, "proof": "", "seed": "00" }), "at least 8 are needed"),
    ];
    for (record, said) in cases {
        place.write("p.json", record.to_string());
        let outcome = place.run("chia verify p.json");
        assert!(outcome.failed(3).contains(said), "{said}: {outcome:?}");
    }
    place.write("p.json", "{");
    assert!(place.run("chia verify p.json").failed(3).contains("no JSON"));
    fs::create_dir(place.path("empty")).unwrap();
    assert!(place.run("chia verify empty").failed(3).contains("no file whose name ends in .json"));
    place.run("chia verify").failed(2);
    place.run(&format!("chia verify {SMALL} -t 1")).failed(2);
    place.run("chia verify p.json -t 1").failed(2);
    place.run("chia prove -t 1 --out p").failed(2);
    place.run(&format!("chia prove {SMALL} -t 3 --depth 5 --out p")).failed(2);
    place.run("chia prove --discriminant ff -t 3 --out p").failed(3);
    place.run(&format!("chia prove {SMALL} -t 3 --x 00 --out p")).failed(3);
    assert!(!place.path("p").exists());
    // The discriminant of another seed.
    place.ok(&format!("chia prove {SMALL} -t 3 --out good.json"));
    let mut record: Value = serde_json::from_slice(&place.read("good.json")).unwrap();
    record["seed"] = "ff0102030405060708090a0b0c0d0e0f".into();
    place.write("p.json", record.to_string());
    assert!(place.run("chia verify p.json").failed(1).contains("not that of the seed"));
}

#[test]
fn an_interrupted_delay_goes_on_to_the_same_proof() {
    in_time(|t| {
        let place = Place::new();
        // Squarings are slower in a class group than with a modulus of as many bits.
        let t = t / 8;
        let line = format!("chia prove {SMALL} -t {t} --format bytes --depth 2");
        let stopped = interrupted_in_time(&place, &format!("{line} --out proof"), "INT")?;
        let said = stopped.failed(4).to_owned();
        assert!(said.ends_with("saved in proof.checkpoint"), "{said}");
        let other = place.run(&format!("chia prove {SMALL} -t {} --out proof", t + 1));
        assert!(other.failed(6).contains("is the checkpoint of"), "{other:?}");
        let (code, report) = place.json(&format!("{line} --out proof"));
        assert!(code == 0 && report["resumed_from"].as_u64().is_some_and(|from| from > 0), "{report}");
        assert_eq!(place.names(), ["proof"]);
        place.ok(&format!("{line} --out again"));
        assert_eq!(place.read("proof"), place.read("again"));
        Some(())
    });
}
