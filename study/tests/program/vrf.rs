//! Tests of keys and proofs, and of keys that count their answers.

use crate::run::{Outcome, Place};
use serde_json::Value;
use std::{fs, process::Stdio, thread, time::Instant};

const SCHEMES: [(&str, usize, [usize; 2]); 3] = [
    ("sl-vrf-paper", 41, [30_000, 40_112]),
    ("sl-vrf-13", 41, [70_000, 85_040]),
    ("lb-vrf", 3_403, [5_144, 5_144]),
];

fn with_key(scheme: &str) -> Place {
    let place = Place::new();
    place.ok(&format!("vrf keygen --scheme {scheme} --out key --public public"));
    place
}

fn prove(place: &Place, input: &str) -> Value {
    let (code, made) = place.json(&format!("vrf prove --key key --input {input} --out proof --force"));
    assert_eq!(code, 0, "{made}");
    made
}

fn answered(place: &Place) -> Vec<Value> {
    let file: Value = serde_json::from_slice(&place.read("key")).unwrap();
    file["answered"].as_array().unwrap().clone()
}

#[test]
fn every_scheme_round_trips() {
    for (scheme, key_len, [least, most]) in SCHEMES {
        let place = with_key(scheme);
        let made = prove(&place, "words");
        let (public, proof) = (made["public_key"].as_str().unwrap(), made["proof"].as_str().unwrap());
        let bytes = place.read("proof");
        assert_eq!((public.len(), hex::encode(&bytes[6..])), (2 * key_len, proof.to_owned()), "{scheme}");
        assert!((least..=most).contains(&(bytes.len() - 6)), "{scheme}: {} bytes", bytes.len());

        place.write("bare", &bytes[6..]);
        let bare = place.run("vrf verify --key public --proof bare --input words");
        assert!(bare.failed(3).contains("does not begin with HLVR"), "{bare:?}");
        // Longer digits do not fit into a command line.
        let bare = if proof.len() < 100_000 { proof } else { "proof" };
        for line in [
            "--key public --proof proof --input words".to_owned(),
            format!("--key public --proof {bare} --input-hex 776f726473"),
            format!("--public {public} --proof proof --input words"),
            format!("--public {public} --proof {bare} --input words --scheme {scheme}"),
        ] {
            let (code, seen) = place.json(&format!("vrf verify {line}"));
            let fields = ["valid", "scheme", "output", "public_key"].map(|field| seen[field].clone());
            let expected = [true.into(), scheme.into(), made["output"].clone(), public.into()];
            assert_eq!((code, fields), (0, expected), "{line}");
        }

        // Neither public keys of LB-VRF nor bare digits name their scheme.
        let named = scheme != "lb-vrf";
        let unnamed = place.run(&format!("vrf verify --public {public} --proof {bare} --input words"));
        assert_eq!(unnamed.code, if named { 0 } else { 2 }, "{unnamed:?}");

        let (_, seen) = place.json("vrf inspect public");
        let fields = ["kind", "scheme", "public_key", "nonce"].map(|field| seen[field].clone());
        let nonce = if named { public[2..34].into() } else { Value::Null };
        assert_eq!(fields, ["public".into(), scheme.into(), public.into(), nonce]);
        let (_, seen) = place.json("vrf inspect proof");
        let fields = ["kind", "scheme"].map(|field| seen[field].clone());
        assert_eq!(
            (fields, &seen["proof_bytes"]),
            (["proof", scheme].map(Value::from), &(bytes.len() - 6).into())
        );
    }
}

#[test]
fn proofs_differ_unless_they_shall_not_and_outputs_never_do() {
    for (scheme, ..) in SCHEMES {
        let place = with_key(scheme);
        let [first, second] = [(); 2].map(|()| prove(&place, "words"));
        let [third, fourth] = [(); 2].map(|()| prove(&place, "words --deterministic"));
        for made in [&second, &third, &fourth] {
            assert_eq!(made["output"], first["output"], "{scheme}");
        }
        let has_one = scheme == "lb-vrf";
        assert_eq!(first["proof"] == second["proof"], has_one, "{scheme}");
        assert_eq!(first["proof"] == third["proof"], has_one, "{scheme}");
        assert_eq!(third["proof"], fourth["proof"], "{scheme}");
    }
}

#[test]
fn what_is_false_and_what_is_malformed() {
    for (scheme, ..) in SCHEMES {
        let (place, stranger) = (with_key(scheme), with_key(scheme));
        prove(&place, "words");
        place.write("stranger", stranger.read("public"));
        place.run("vrf verify --key public --input word --proof proof").failed(1);
        place.run("vrf verify --key stranger --input words --proof proof").failed(1);
        let line = "vrf verify --key public --input words --proof -";
        let proof = place.read("proof");
        for at in (0..proof.len()).step_by(proof.len() / 29).chain([6, 29, 30, 37, 38, proof.len() - 1]) {
            let mut changed = proof.clone();
            changed[at] ^= 1 << (at % 8);
            let outcome = place.run_with_stdin(line, &changed);
            assert!([1, 3].contains(&outcome.code), "{scheme}, byte {at}: {outcome:?}");
        }
        for bytes in [&proof[..proof.len() - 1], &[&proof[..], b"\0"].concat(), &proof[..6], b""] {
            let outcome = place.run_with_stdin(line, bytes);
            assert!([1, 3].contains(&outcome.code), "{scheme}, {} bytes: {outcome:?}", bytes.len());
        }
        place.run_with_stdin(line, &vec![0; 200_000]).failed(3);

        let (other, ..) = SCHEMES.into_iter().find(|(other, ..)| *other != scheme).unwrap();
        let message =
            place.run(&format!("vrf verify --key public --input words --proof proof --scheme {other}"));
        assert!(message.failed(1).contains("two schemes"));
        place.run("vrf verify --key public --input words --proof proof --round 0").failed(2);
        place.run("vrf prove --key key --input words --out p --round 0").failed(2);
        place.run(&format!("vrf keygen --scheme {scheme} --out k --first 3")).failed(2);
    }
}

#[test]
fn a_public_key_of_another_scheme_than_its_file_says_is_refused() {
    let (place, other) = (with_key("sl-vrf-13"), with_key("sl-vrf-paper"));
    let text = String::from_utf8(other.read("public")).unwrap();
    place.write("public", text.replace("sl-vrf-paper", "sl-vrf-13"));
    place.run("vrf inspect public").failed(3);
    prove(&place, "words");
    place.run("vrf verify --key public --input words --proof proof").failed(1);
}

#[test]
fn research_keys_say_so_wherever_they_appear() {
    let place = Place::new();
    let made = place.ok("vrf keygen --scheme sl-vrf-paper --out key --public public");
    assert!(made.stderr.contains("research only"), "{made:?}");
    let proved = place.ok("vrf prove --key key --input a --out proof");
    assert!(proved.stderr.contains("research only") && proved.text().contains("inputs left"), "{proved:?}");
    let file: Value = serde_json::from_slice(&place.read("key")).unwrap();
    assert!(file["warning"].as_str().unwrap().contains("research only"));
    for line in [
        "vrf keygen --scheme sl-vrf-paper --out key2",
        "vrf prove --key key --input b --out p",
        "vrf inspect public",
    ] {
        assert!(place.json(line).1["warning"].as_str().unwrap().contains("research only"), "{line}");
    }
    for verb in ["keygen", "prove"] {
        assert!(place.ok(&format!("vrf {verb} --help")).text().contains("RESEARCH ONLY"));
    }
    let other = place.ok("vrf keygen --scheme sl-vrf-13 --out lasting");
    assert_eq!(other.stderr, "");
    assert!(!String::from_utf8(place.read("lasting")).unwrap().contains("warning"));
}

#[test]
fn a_research_key_answers_seven_inputs() {
    let place = with_key("sl-vrf-paper");
    assert!(answered(&place).is_empty());
    let outputs: Vec<_> = (0..7)
        .map(|i| {
            let made = prove(&place, &format!("input-{i}"));
            assert_eq!(made["inputs_left"], 6 - i);
            made["output"].clone()
        })
        .collect();
    assert_eq!(answered(&place), outputs);

    let before = place.read("key");
    let message = place.run("vrf prove --key key --input input-7 --out other").failed(6).to_owned();
    assert!(message.contains("7 different inputs"), "{message}");
    assert_eq!((prove(&place, "input-3")["output"].clone(), place.read("key")), (outputs[3].clone(), before));
    assert_eq!(place.names(), ["key", "proof", "public", "state"]);
}

#[test]
fn a_key_of_one_answer_answers_one_input() {
    let place = with_key("lb-vrf");
    let made = prove(&place, "words");
    assert_eq!((&made["inputs_left"], answered(&place)), (&0.into(), vec![made["output"].clone()]));
    let message = place.run("vrf prove --key key --input other --out p").failed(6).to_owned();
    assert!(message.contains("has answered an input"), "{message}");
    // Proving the same input again does not count as another answer.
    assert_eq!(prove(&place, "words")["proof"], made["proof"]);
}

/// The program recognises keys and proofs of the program `heliast`, and names that program.
#[test]
fn what_is_not_studied_here_is_sent_to_its_program() {
    let place = Place::new();
    place.write("public", format!("{{\"scheme\": \"a-vrf-fast\", \"public\": \"{}\"}}\n", "42".repeat(49)));
    place.write("proof", [&b"HLVR\x01\x42"[..], &[7; 10_948]].concat());
    for line in ["vrf inspect public", "vrf inspect proof"] {
        let outcome = place.run(line);
        outcome.failed(3);
        assert!(outcome.stderr.contains("`heliast vrf"), "{line}: {outcome:?}");
    }
    place.run("vrf keygen --scheme a-vrf-fast --out key").failed(2);
}

#[test]
fn an_answer_is_not_wasted() {
    let place = with_key("sl-vrf-paper");
    place.write("proof", "precious");
    for line in [
        "vrf prove --key key --input a --out proof",
        "vrf prove --key key --input-file none --out p",
        "vrf prove --key key --input-hex 7 --out p",
        "vrf prove --key key --input a --round 1 --out p",
    ] {
        assert_ne!(place.run(line).code, 0, "{line}");
    }
    assert!(answered(&place).is_empty());
}

#[test]
fn processes_at_once_count_together() {
    let place = with_key("sl-vrf-paper");
    let children: Vec<_> = (0..12)
        .map(|i| place.command(&format!("vrf prove --key key --input {i} --out proof-{i}")).spawn().unwrap())
        .collect();
    let outcomes: Vec<_> =
        children.into_iter().map(|child| Outcome::of(child.wait_with_output().unwrap())).collect();
    let codes = |code| outcomes.iter().filter(|outcome| outcome.code == code).count();
    assert_eq!((codes(0), codes(6)), (7, 5), "{outcomes:?}");
    let proofs = place.names().into_iter().filter(|name| name.starts_with("proof-")).count();
    assert_eq!((proofs, answered(&place).len()), (7, 7));
}

/// Each published output is on the list, at any time at which the process is killed, and the key continues to
/// work.
#[cfg(unix)]
#[test]
fn a_killed_process_has_counted_what_it_gave() {
    let place = with_key("sl-vrf-paper");
    let began = Instant::now();
    prove(&place, "first");
    let whole = began.elapsed();
    for i in 0..40 {
        let line = format!("vrf prove --key key --input {i} --out proof-{i}");
        let mut child = place.command(&line).stdout(Stdio::null()).spawn().unwrap();
        thread::sleep(whole * i / 32);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let counted = answered(&place);
    assert!(counted.len() <= 7);
    for name in place.names().into_iter().filter(|name| name.starts_with("proof-")) {
        let input = name.strip_prefix("proof-").unwrap();
        let seen = place.json(&format!("vrf verify --key public --input {input} --proof {name}"));
        assert!(seen.0 == 0 && counted.contains(&seen.1["output"]), "{name}");
    }
    // More answers may be counted, by processes that were killed before they wrote the file.
    let left = prove(&place, "first")["inputs_left"].as_u64().unwrap();
    assert!(counted.len() as u64 + left <= 7, "{left} left of {counted:?}");
    for i in 0..left {
        prove(&place, &format!("after-{i}"));
    }
    place.run("vrf prove --key key --input more --out p").failed(6);
    let drafts = fs::read_dir(place.root()).unwrap().filter(|entry| {
        let name = entry.as_ref().unwrap().file_name().into_string().unwrap();
        name.starts_with(".key")
    });
    assert_eq!(drafts.count(), 0, "a draft with the secret was left");
}

#[test]
fn a_list_can_be_neither_left_out_nor_read_from_a_pipe() {
    let place = with_key("sl-vrf-paper");
    let text = String::from_utf8(place.read("key")).unwrap();
    let message =
        place.run_with_stdin("vrf prove --key - --input a --out p", text.as_bytes()).failed(6).to_owned();
    assert!(message.contains("counts its answers"), "{message}");

    let refused = |text: String, code| {
        place.write("key", text);
        place.run("vrf prove --key key --input a --out p").failed(code);
    };
    let digits = "11".repeat(32);
    refused(text.replace(", \"answered\": []", ""), 3);
    refused(text.replace("[]", "[7]"), 3);
    refused(text.replace("[]", &format!("[\"{}\"]", &digits[..62])), 3);
    refused(text.replace("[]", &format!("[{}]", vec![format!("\"{digits}\""); 8].join(", "))), 3);
    refused(text.replace("\"answered\"", "\"answers\""), 3);
    // The warning in the file is for people only.
    place.write("key", text.replace("research", "fun"));
    prove(&place, "a");

    // Keys that do not count their answers have no list.
    let other = with_key("sl-vrf-13");
    let text = String::from_utf8(other.read("key")).unwrap();
    other.write("key", text.replace("}\n", ", \"answered\": []}\n"));
    other.run("vrf prove --key key --input a --out p").failed(3);
}

/// Tests the rules of `spec/vrf.md` for copies: copies on one machine count together, and so do restored old
/// files.
#[test]
fn copies_count_together_on_a_machine_and_apart_on_two() {
    let place = with_key("sl-vrf-paper");
    let unused = place.read("key");
    prove(&place, "a");
    fs::copy(place.path("key"), place.path("copy")).unwrap();
    prove(&place, "b");
    let left = |line: &str| place.json(line).1["inputs_left"].clone();
    assert_eq!(left("vrf prove --key copy --input c --out proof-c"), 4);
    assert_eq!(left("vrf prove --key key --input c --out proof-c2"), 4);
    // A repeated input is answered, even from the file without a record of it.
    fs::write(place.path("copy"), &unused).unwrap();
    assert_eq!(left("vrf prove --key copy --input a --out proof-a"), 4);
    for (i, input) in ["d", "e", "f", "g"].into_iter().enumerate() {
        fs::write(place.path("copy"), &unused).unwrap();
        assert_eq!(left(&format!("vrf prove --key copy --input {input} --out proof-{input}")), 3 - i);
    }
    for key in ["copy", "key"] {
        let message = place.run(&format!("vrf prove --key {key} --input h --out p")).failed(6).to_owned();
        assert!(message.contains("7 different inputs"), "{message}");
    }
    fs::write(place.path("copy"), &unused).unwrap();
    place.run("vrf prove --key copy --input h --out p").failed(6);
    // Another machine has its own witnesses.
    fs::remove_dir_all(place.path("state")).unwrap();
    place.ok("vrf prove --key copy --input h --out p");
}
