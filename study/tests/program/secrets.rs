//! Files with secrets: their modes, and keys under a passphrase.

use crate::run::Place;
use std::{fs, os::unix::fs::PermissionsExt};

fn set_mode(place: &Place, name: &str, mode: u32) {
    fs::set_permissions(place.path(name), fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_key_is_its_owners_alone() {
    let place = Place::new();
    place.ok("vrf keygen --scheme sl-vrf-13 --out key");
    assert_eq!(fs::metadata(place.path("key")).unwrap().permissions().mode() & 0o777, 0o600);
    set_mode(&place, "key", 0o640);
    place.run("vrf prove --key key --input a --out proof").failed(6);
    place.run("vrf prove --key none --input a --out proof").failed(3);
    place.run("vrf prove --key . --input a --out proof").failed(6);
    assert_eq!(place.names(), ["key"]);
}

#[test]
fn every_key_can_be_encrypted() {
    let place = Place::new();
    for (file, words) in [("words", "open sesame\n"), ("others", "open barley\n")] {
        place.write(file, words);
        set_mode(&place, file, 0o600);
    }
    for scheme in ["sl-vrf-13", "sl-vrf-paper", "lb-vrf"] {
        let (code, made) = place.json(&format!(
            "vrf keygen --scheme {scheme} --out {scheme} --public public --force --encrypt --passphrase-file words"
        ));
        assert_eq!((code, &made["encrypted"]), (0, &true.into()), "{made}");
        let prove = format!("vrf prove --key {scheme} --input a --out proof --force");
        assert!(place.run(&prove).failed(6).contains("passphrase"));
        assert!(place.run(&format!("{prove} --passphrase-file others")).failed(6).contains("wrong"));
        place.ok(&format!("{prove} --passphrase-file words"));
        place.ok("vrf verify --key public --input a --proof proof");
        assert!(place.read(scheme).starts_with(b"age-encryption.org/v1\n-> scrypt "), "{scheme}");
        let public = place.ok(&format!("vrf public {scheme} --passphrase-file words"));
        assert_eq!(public.stdout, place.read("public"));
    }
    // The answers of a counted key are in its encrypted file.
    let (_, again) =
        place.json("vrf prove --key sl-vrf-paper --input b --out p --force --passphrase-file words");
    assert_eq!(again["inputs_left"], 5);
}

#[test]
fn a_passphrase_without_a_secret_is_refused_and_so_is_a_secret_without_one() {
    let place = Place::new();
    place.write("words", "\n");
    set_mode(&place, "words", 0o600);
    for line in [
        "vrf keygen --scheme sl-vrf-13 --out key --encrypt",
        "vrf keygen --scheme sl-vrf-13 --out key --passphrase-file words",
        "vrf public - --passphrase-file -",
    ] {
        place.run(line).failed(2);
    }
    place.run("vrf keygen --scheme sl-vrf-13 --out key --encrypt --passphrase-file words").failed(3);
    assert_eq!(place.names(), ["words"]);
}
