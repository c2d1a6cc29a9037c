//! Keys that expire, of X-VRF and iVRF: answers, turns, refusals and false proofs.

use crate::run::Place;
use serde_json::Value;

/// A place with a key of this scheme in `key`, its public key in `public`.
pub fn with_key(scheme: &str, more: &str) -> Place {
    let place = Place::new();
    place.ok(&format!("vrf keygen --scheme {scheme} --out key --public public {more}"));
    place
}

/// Proves `words` at a turn and requires success.
pub fn prove(place: &Place, turn: &str) -> Value {
    let (code, made) =
        place.json(&format!("vrf prove --key key --input words --round {turn} --out proof --force"));
    assert_eq!(code, 0, "{made}");
    made
}

#[test]
fn both_schemes_round_trip() {
    // 1024 leaves last for 341 rounds of 3 slots, with one left over; 1024 chains of 3 steps last for 1024
    // rounds.
    for (scheme, bytes, leaf, rounds) in [("x-vrf-10", 2468, 5, 341), ("ivrf-10", 356, 1, 1024)] {
        let place = Place::new();
        let line = "vrf keygen --out key --public public --first 100 --slots 3 --threads 2 --subtree 4";
        let (_, key) = place.json(&format!("{line} --scheme {scheme}"));
        let last = 99 + rounds;
        let terms = |report: &Value| {
            let fields = ["scheme", "first_round", "last_round", "slots", "public_key"];
            fields.map(|field| report[field].clone())
        };
        let public = key["public_key"].as_str().unwrap();
        assert_eq!(terms(&key), [scheme.into(), 100.into(), last.into(), 3.into(), Value::from(public)]);
        assert_eq!((&key["out"], &key["rounds"], public.len()), (&"key".into(), &rounds.into(), 152));

        let made = prove(&place, "101 --slot 2");
        assert_eq!(terms(&made), terms(&key));
        let rest = ["next_round", "next_slot", "rounds_left"].map(|field| made[field].clone());
        assert_eq!(rest, [102, 0, rounds - 2]);
        let bare = made["proof"].as_str().unwrap();
        assert_eq!(hex::encode(&place.read("proof")[6..]), bare);

        let file = hex::encode(place.read("proof"));
        let turn = "--round 101 --slot 2";
        for line in [
            format!("--key public --proof proof {turn} --input words"),
            format!("--key key/public.json --proof proof {turn} --input-hex 776f726473"),
            format!("--key public --proof {bare} {turn} --input words"),
            format!("--public {public} --proof proof {turn} --input words"),
            format!("--public {public} --proof {file} {turn} --input words"),
            format!("--public {public} --proof {bare} {turn} --input words"),
            format!("--public {public} --proof {bare} {turn} --input words --scheme {scheme}"),
        ] {
            let (code, seen) = place.json(&format!("vrf verify {line}"));
            assert_eq!((code, &seen["valid"], &seen["scheme"]), (0, &true.into(), &scheme.into()), "{line}");
            assert_eq!((&seen["output"], &seen["public_key"]), (&made["output"], &made["public_key"]));
        }

        let (_, store) = place.json("vrf inspect key");
        assert_eq!(
            (&store["kind"], terms(&store), &store["next_round"]),
            (&"store".into(), terms(&key), &102.into())
        );
        for file in ["public", "key/public.json"] {
            let (_, seen) = place.json(&format!("vrf inspect {file}"));
            assert_eq!((&seen["kind"], terms(&seen)), (&"public".into(), terms(&key)));
        }
        let (_, seen) = place.json("vrf inspect proof");
        let fields = ["kind", "scheme", "leaf", "proof_bytes"].map(|field| seen[field].clone());
        assert_eq!(fields, ["proof".into(), Value::from(scheme), leaf.into(), bytes.into()]);
    }
}

#[test]
fn a_turn_answers_one_input_and_the_next_only_later_turns() {
    for scheme in ["x-vrf-10", "ivrf-10"] {
        let place = with_key(scheme, "");
        let first = prove(&place, "5");
        let (bytes, again) = (place.read("proof"), prove(&place, "5"));
        assert_eq!((&first, &bytes), (&again, &place.read("proof")));

        let refused = |line: &str, words: &str| {
            let outcome = place.run(&format!("vrf prove --key key --out other {line}"));
            assert!(outcome.failed(6).contains(words), "{outcome:?}");
        };
        refused("--round 5 --input word", "another input");
        refused("--round 4 --input words", "5");
        assert_eq!(place.names(), ["key", "proof", "public", "state"]);
        assert_eq!(place.json("vrf inspect key").1["next_round"], 6);

        let later = prove(&place, "1000");
        assert_ne!(later["output"], first["output"]);
        refused("--round 5 --input words", "1000");
        refused("--round 999 --input words", "1000");
    }
}

/// The path of the proof is checked first, so that no turn is used up if the proof can't be written.
#[test]
fn a_turn_is_not_wasted() {
    let place = with_key("ivrf-10", "");
    place.write("proof", "precious");
    for line in [
        "vrf prove --key key --input a --round 7 --out proof",
        "vrf prove --key key --input-file none --round 7 --out p",
        "vrf prove --key key --input-hex 7 --round 7 --out p",
        "vrf prove --key key --input a --round 7 --slot 1 --out p",
    ] {
        assert_ne!(place.run(line).code, 0, "{line}");
    }
    assert_eq!(place.json("vrf inspect key").1["next_round"], 0);
    assert_eq!(place.read("proof"), b"precious");
}

#[test]
fn turns_outside_of_the_terms_are_refused_and_false() {
    for (scheme, end) in [("x-vrf-10", "141 --slot 4"), ("ivrf-10", "1034 --slot 0")] {
        let place = with_key(scheme, "--first 10 --slots 5 --subtree 9");
        prove(&place, "10 --slot 4");
        let turns = [("9 --slot 4", "first"), ("10 --slot 5", "slot"), ("18446744073709551615", "expired")];
        // 1024 = 204 · 5 + 4: with x-vrf four slots are left over.
        let end = if scheme == "x-vrf-10" { "214 --slot 4" } else { end };
        for (turn, word) in turns.into_iter().chain([(end, "expired")]) {
            let outcome = place.run(&format!("vrf prove --key key --input words --out p --round {turn}"));
            assert!(outcome.failed(6).contains(word), "{turn}: {outcome:?}");
            let line = format!("vrf verify --key public --input words --proof proof --round {turn}");
            let outcome = place.run(&line);
            assert!(outcome.failed(1).contains(word), "{turn}: {outcome:?}");
        }

        let last = if scheme == "x-vrf-10" { "214 --slot 3" } else { "1033 --slot 4" };
        let made = prove(&place, last);
        assert_eq!((&made["next_round"], &made["rounds_left"]), (&Value::Null, &0.into()));
        place.ok(&format!("vrf verify --key public --input words --proof proof --round {last}"));
        assert!(place.ok("vrf inspect key").text().contains("the key has expired"));
    }
}

#[test]
fn keys_may_begin_at_the_last_of_all_rounds() {
    let place = with_key("ivrf-10", "--first 18446744073709551615");
    let made = prove(&place, "18446744073709551615");
    assert_eq!(made["last_round"], u64::MAX);
    assert_eq!(place.json("vrf inspect key").0, 0);
}

#[test]
fn what_is_false_and_what_is_malformed() {
    for (scheme, other, lens) in [("x-vrf-10", "ivrf-10", (2468, 2628)), ("ivrf-10", "x-vrf-10", (356, 516))]
    {
        let (place, stranger) = (with_key(scheme, ""), with_key(scheme, ""));
        let made = prove(&place, "3");
        let line = "vrf verify --key public --input words --round 3 --proof";
        place.ok(&format!("{line} proof"));
        let other_input = place.json("vrf verify --key public --input word --round 3 --proof proof");
        match scheme {
            "x-vrf-10" => assert_eq!(other_input.0, 1),
            // The output of iVRF at a turn is the same for all inputs; consensus defines which input counts.
            _ => assert!(other_input.0 == 0 && other_input.1["output"] != made["output"]),
        }
        place.run("vrf verify --key public --input words --round 4 --proof proof").failed(1);
        place.write("stranger", stranger.read("public"));
        place.run("vrf verify --key stranger --input words --round 3 --proof proof").failed(1);

        let proof = place.read("proof");
        let verify =
            |bytes: &[u8], code| place.run_with_stdin(&format!("{line} -"), bytes).failed(code).to_owned();
        // The four bytes of the leaf, the byte after it, the first and the last node of the path.
        for at in [6, 7, 8, 9, 10, 41, proof.len() - 320, proof.len() - 1] {
            let mut changed = proof.clone();
            changed[at] ^= 0x10;
            verify(&changed, 1);
        }
        for at in 0..6 {
            let mut changed = proof.clone();
            changed[at] ^= 0x10;
            verify(&changed, 3);
        }
        for bytes in [&proof[..proof.len() - 1], &[&proof[..], b"\0"].concat(), &proof[..6], &proof[..5], b""]
        {
            verify(bytes, 3);
        }

        // Proofs of another height and of another scheme.
        assert_eq!(proof.len(), 6 + lens.0);
        let taller = [&proof[..6], &vec![0; lens.1]].concat();
        assert!(verify(&taller, 1).contains(&scheme.replace("10", "15")));
        let elsewhere = with_key(other, "");
        prove(&elsewhere, "3");
        assert!(verify(&elsewhere.read("proof"), 1).contains(other));
        stranger.ok("vrf keygen --out simple --public simple-public");
        stranger.ok("vrf prove --key simple --input words --out proof");
        verify(&stranger.read("proof"), 1);
        place.run(&format!("{line} proof --scheme {other}")).failed(1);
        // Without a header only the length identifies the scheme.
        let bare = hex::encode(&elsewhere.read("proof")[6..]);
        let outcome = place.run(&format!("{line} {bare}"));
        assert!(outcome.failed(3).contains("length"), "{outcome:?}");
    }
}

#[test]
fn bytes_that_are_not_a_key_are_malformed() {
    let place = with_key("ivrf-10", "");
    let made = prove(&place, "0");
    let public = made["public_key"].as_str().unwrap();
    let verify = |public: &str, code| {
        place
            .run(&format!("vrf verify --public {public} --input words --round 0 --proof proof"))
            .failed(code);
    };
    verify(&public[2..], 3);
    verify(&format!("{public}00"), 3);
    verify(&public.replacen("220a0001", "220a0000", 1), 3);
    verify(&public.replacen("220a0001", "22000001", 1), 3);
    verify(&public.replacen("220a0001", "221c0001", 1), 3);
    verify(&public.replacen("220a0001", "230a0001", 1), 3);
    // Keys of another scheme, and of other heights.
    verify(&public.replacen("220a0001", "210a0001", 1), 1);
    verify(&public.replacen("220a0001", "220f0001", 1), 1);
    verify(&public.replacen("220a0001", "220b0001", 1), 1);

    let text = String::from_utf8(place.read("public")).unwrap();
    for (text, code) in [
        (text.replace("ivrf-10", "ivrf-28"), 3),
        (text.replace("ivrf-10", "ivrf-15"), 1),
        (text.replace("220a", "220f"), 1),
        (text.replace("220a", "22"), 3),
        (text.replace('}', ""), 3),
    ] {
        place.write("bad", &text);
        place.run("vrf verify --key bad --input words --round 0 --proof proof").failed(code);
        place.run("vrf inspect bad").failed(3);
    }
    place.run("vrf inspect none").failed(3);
}

#[test]
fn the_command_line_must_fit_the_scheme() {
    let place = with_key("ivrf-10", "");
    prove(&place, "0");
    place.ok("vrf keygen --out simple --public simple-public");
    place.write("words", "secret words\n");
    for line in [
        "vrf keygen --scheme x-vrf-10",
        "vrf keygen --scheme x-vrf-10 --out -",
        "vrf keygen --scheme x-vrf-3 --out k",
        "vrf keygen --scheme x-vrf-28 --out k",
        "vrf keygen --scheme ivrf --out k",
        "vrf keygen --scheme ivrf-10 --out k --slots 0",
        "vrf keygen --scheme ivrf-10 --out k --slots 65536",
        "vrf keygen --scheme ivrf-10 --out k --first -1",
        "vrf keygen --scheme ivrf-10 --out k --threads 0",
        "vrf keygen --scheme ivrf-10 --out k --subtree 0",
        "vrf keygen --scheme ivrf-10 --out k --subtree 11",
        "vrf keygen --scheme ivrf-10 --out k --encrypt",
        "vrf keygen --scheme ivrf-10 --out k --passphrase-file words",
        "vrf keygen --out k --slots 1",
        "vrf keygen --out k --first 0",
        "vrf keygen --out k --subtree 4",
        "vrf keygen --out k --threads 1",
        "vrf keygen --out k --encrypt",
        "vrf keygen --out k --passphrase-file words",
        "vrf keygen --out k --witnesses w",
        "vrf prove --key key --input words --out p",
        "vrf prove --key key --input words --out p --slot 0",
        "vrf prove --key key --input words --out p --round -1",
        "vrf prove --key key --input words --out p --round 1 --slot 65536",
        "vrf prove --key key --out p --round 1",
        "vrf prove --key key --input words --round 1",
        "vrf prove --key simple --input words --out p --round 0",
        "vrf verify --key public --input words --proof proof",
        "vrf verify --key public --input words --proof proof --slot 0",
        "vrf adopt --key key",
        "vrf adopt --next 1",
    ] {
        place.run(line).failed(2);
    }
    assert_eq!(place.names(), ["key", "proof", "public", "simple", "simple-public", "state", "words"]);

    let simple = place.json("vrf prove --key simple --input words --out p").1;
    place.run("vrf verify --key simple-public --input words --proof p --round 0").failed(2);
    // Neither the 32 bytes of a key nor bare digits name a scheme.
    let (public, proof) = (simple["public_key"].as_str().unwrap(), simple["proof"].as_str().unwrap());
    place.run(&format!("vrf verify --public {public} --input words --proof {proof}")).failed(2);
    let message = place.run("vrf prove --key . --input words --out q --round 0").failed(3).to_owned();
    assert!(message.contains("no key in ."), "{message}");
}
