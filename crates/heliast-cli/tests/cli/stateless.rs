//! Keys that do not expire and withstand quantum computers.

use crate::run::Place;
use serde_json::Value;

const SCHEMES: [(&str, usize, usize); 2] = [("a-vrf-fast", 49, 10_948), ("a-vrf-small", 49, 7_970)];

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

#[test]
fn every_scheme_round_trips() {
    for (scheme, key_len, proof_len) in SCHEMES {
        let place = with_key(scheme);
        let made = prove(&place, "words");
        let (public, proof) = (made["public_key"].as_str().unwrap(), made["proof"].as_str().unwrap());
        let bytes = place.read("proof");
        assert_eq!((public.len(), hex::encode(&bytes[6..])), (2 * key_len, proof.to_owned()), "{scheme}");
        assert_eq!(bytes.len(), 6 + proof_len, "{scheme}");

        place.write("bare", &bytes[6..]);
        let bare = place.run("vrf verify --key public --proof bare --input words");
        assert!(bare.failed(3).contains("does not begin with HLVR"), "{bare:?}");
        let bare = proof;
        for line in [
            "--key public --proof proof --input words".to_owned(),
            format!("--key public --proof {bare} --input-hex 776f726473"),
            // The public keys of these files carry their scheme.
            format!("--public {public} --proof proof --input words"),
            format!("--public {public} --proof {bare} --input words"),
            format!("--public {public} --proof {bare} --input words --scheme {scheme}"),
        ] {
            let (code, seen) = place.json(&format!("vrf verify {line}"));
            let fields = ["valid", "scheme", "output", "public_key"].map(|field| seen[field].clone());
            let expected = [true.into(), scheme.into(), made["output"].clone(), public.into()];
            assert_eq!((code, fields), (0, expected), "{line}");
        }

        let (_, seen) = place.json("vrf inspect public");
        let fields = ["kind", "scheme", "public_key", "nonce"].map(|field| seen[field].clone());
        assert_eq!(fields, ["public", scheme, public, &public[2..34]].map(Value::from));
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
        assert!(first["proof"] != second["proof"] && first["proof"] != third["proof"], "{scheme}");
        assert_eq!(third["proof"], fourth["proof"], "{scheme}");
    }
    // The other schemes have only one proof for an input.
    let place = with_key("tai");
    assert_eq!(prove(&place, "words")["proof"], prove(&place, "words --deterministic")["proof"]);
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
    let (place, other) = (with_key("a-vrf-fast"), with_key("a-vrf-small"));
    let text = String::from_utf8(other.read("public")).unwrap();
    place.write("public", text.replace("a-vrf-small", "a-vrf-fast"));
    place.run("vrf inspect public").failed(3);
    prove(&place, "words");
    place.run("vrf verify --key public --input words --proof proof").failed(1);
}

/// Keys and proofs of study schemes are recognised, and the message names their program.
#[test]
fn what_is_for_study_only_is_sent_to_its_program() {
    let place = Place::new();
    let digits = "11".repeat(32);
    let key = format!("{{\"scheme\": \"sl-vrf-paper\", \"secret\": \"{digits}\", \"public\": \"31\", ");
    place.write("key", format!("{key}\"warning\": \"research only\", \"answered\": []}}\n"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(place.path("key"), std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    place.write("public", "{\"scheme\": \"lb-vrf\", \"public\": \"11\"}\n");
    place.write("proof", [&b"HLVR\x01\x32"[..], &[7; 80_000]].concat());
    place.write("delay", [&b"HLVP\x01\x00\x00\x01\x00\x01\x38"[..], &[7; 300]].concat());
    for (line, scheme) in [
        ("vrf prove --key key --input a --out p", "sl-vrf-paper"),
        ("vrf public key", "sl-vrf-paper"),
        ("vrf verify --key public --input a --proof proof", "lb-vrf"),
        ("vrf inspect public", "lb-vrf"),
        ("vrf inspect proof", "sl-vrf-13"),
        ("vdf verify delay", "sieved"),
    ] {
        let outcome = place.run(line);
        assert!(outcome.failed(3).contains(scheme), "{line}: {outcome:?}");
        assert!(outcome.stderr.contains("heliast-study"), "{line}: {outcome:?}");
    }
    place.run("vrf keygen --scheme sl-vrf-13 --out other").failed(2);
    assert_eq!(place.names(), ["delay", "key", "proof", "public"]);
}

#[test]
fn a_secret_key_file_has_no_other_members() {
    let place = with_key("a-vrf-fast");
    let text = String::from_utf8(place.read("key")).unwrap();
    assert!(!text.contains("warning"), "{text}");
    place.write("key", text.replace("}\n", ", \"answered\": []}\n"));
    place.run("vrf prove --key key --input a --out p").failed(3);
}
