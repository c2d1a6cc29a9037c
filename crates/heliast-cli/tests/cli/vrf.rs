//! VRF keys and proofs.

use crate::run::Place;

#[test]
fn both_schemes_round_trip() {
    for scheme in ["ecvrf-edwards25519-sha512-ell2", "ecvrf-edwards25519-sha512-tai", "tai"] {
        let place = Place::new();
        place.ok(&format!("vrf keygen --scheme {scheme} --out key --public public"));
        let (_, made) = place.json("vrf prove --key key --input words --out proof");
        let (code, seen) = place.json("vrf verify --key public --input words --proof proof");
        assert_eq!((code, &seen["output"], &seen["public_key"]), (0, &made["output"], &made["public_key"]));
        assert!(seen["scheme"].as_str().unwrap().ends_with(scheme.rsplit('-').next().unwrap()));

        let public = made["public_key"].as_str().unwrap();
        let file = hex::encode(place.read("proof"));
        let bare = made["proof"].as_str().unwrap();
        place.ok(&format!("vrf verify --public {public} --input words --proof {file}"));
        place.ok(&format!("vrf verify --key public --input-hex 776f726473 --proof {bare}"));
        place.run(&format!("vrf verify --public {public} --input words --proof {bare}")).failed(2);
        place.ok(&format!("vrf verify --public {public} --scheme {scheme} --input words --proof {bare}"));
    }
}

#[test]
fn what_is_false_or_malformed_is_told_apart() {
    let place = Place::new();
    place.ok("vrf keygen --out key --public public");
    place.ok("vrf keygen --out other --public stranger");
    place.ok("vrf prove --key key --input words --out proof");
    place.run("vrf verify --key public --input word --proof proof").failed(1);
    place.run("vrf verify --key stranger --input words --proof proof").failed(1);
    place.run("vrf verify --key key --input words --proof proof").failed(3);
    place.run("vrf verify --public 01 --input words --proof proof").failed(3);
    let proof = place.read("proof");
    for at in 0..proof.len() {
        let mut changed = proof.clone();
        changed[at] ^= 1 << (at % 8);
        let outcome = place.run_with_stdin("vrf verify --key public --input words --proof -", &changed);
        assert!([1, 3].contains(&outcome.code), "byte {at}: {outcome:?}");
    }
    for bytes in [&proof[..85], &[&proof[..], b"\0"].concat(), b""] {
        let outcome = place.run_with_stdin("vrf verify --key public --input words --proof -", bytes);
        outcome.failed(3);
    }
}

#[test]
fn a_key_can_be_piped() {
    let place = Place::new();
    let key = place.ok("vrf keygen --scheme tai").stdout;
    let proved = place.run_with_stdin("vrf prove --key - --input words --out proof", &key);
    assert_eq!(proved.code, 0, "{proved:?}");
    let public = place.run_with_stdin("vrf public -", &key);
    place.write("public", &public.stdout);
    place.ok("vrf verify --key public --input words --proof proof");
    place.run("vrf keygen --json").code_is(2);
}

/// The output has the same bytes as that of keygen; the key does not change.
#[test]
fn the_public_key_of_a_secret_key_is_shown() {
    let place = Place::new();
    for scheme in ["ell2", "a-vrf-fast", "x-vrf-4"] {
        place.ok(&format!("vrf keygen --scheme {scheme} --out {scheme} --public public --force"));
        let secret = if scheme == "x-vrf-4" { format!("{scheme}/secret") } else { scheme.to_owned() };
        let (before, public) = (place.read(&secret), place.read("public"));
        assert_eq!(place.ok(&format!("vrf public {scheme}")).stdout, public, "{scheme}");
        let (code, report) = place.json(&format!("vrf public {scheme} --out again --force"));
        assert_eq!((code, &report["out"]), (0, &"again".into()), "{report}");
        assert_eq!((place.read("again"), place.read(&secret)), (public, before), "{scheme}");
        let text = String::from_utf8(place.read("again")).unwrap();
        assert!(text.contains(report["public_key"].as_str().unwrap()), "{text}");
    }
    place.run("vrf public public").failed(6);
    place.run("vrf public none").failed(3);
    place.run("vrf public ell2 --out again").failed(6);
    place.run("vrf public ell2 --out ell2 --force").failed(2);
    std::fs::create_dir(place.path("empty")).unwrap();
    place.run("vrf public empty").failed(3);
}

#[test]
fn the_rfcs_first_example_is_reproduced() {
    // RFC 9381, appendix B.3, example 16: the empty input.
    let place = Place::new();
    let key = r#"{"scheme": "ecvrf-edwards25519-sha512-tai", "secret": "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "public": "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"}"#;
    let line = "vrf prove --key - --input-file empty --out proof";
    place.write("empty", "");
    assert_eq!(place.run_with_stdin(line, key.as_bytes()).code, 0);
    assert_eq!(
        hex::encode(place.read("proof")),
        "484c56520103\
         8657106690b5526245a92b003bb079ccd1a92130477671f6fc01ad16f26f723f26f8a57ccaed74ee1b190bed1f479d97\
         27d2d0f9b005a6e456a35d4fb0daab1268a1b0db10836d9826a528ca76567805"
    );
}

/// A missing file may be the name of a key with turns.
#[test]
fn a_mistyped_key_is_said_to_be_missing_before_its_turn_is_refused() {
    let place = Place::new();
    place.ok("vrf keygen --out key");
    let missing = place.run("vrf prove --key kee --input a --round 1 --out proof");
    assert!(missing.failed(3).contains("kee"), "{missing:?}");
    assert!(!missing.stderr.contains("round"), "{missing:?}");
    let needless = place.run("vrf prove --key key --input a --round 1 --out proof");
    assert!(needless.failed(2).contains("no rounds"), "{needless:?}");
    assert!(needless.stderr.contains("leave out --round and --slot"), "{needless:?}");
}
