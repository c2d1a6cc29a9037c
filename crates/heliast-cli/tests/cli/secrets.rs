//! Files with secrets: private when written, and refused when they are not private.

use crate::run::Place;
use std::{
    fs::{self, Permissions},
    os::unix::fs::{PermissionsExt, symlink},
    process::Command,
};

fn mode(place: &Place, name: &str) -> u32 {
    fs::metadata(place.path(name)).unwrap().permissions().mode() & 0o7777
}

fn set_mode(place: &Place, name: &str, mode: u32) {
    fs::set_permissions(place.path(name), Permissions::from_mode(mode)).unwrap();
}

#[test]
fn secrets_are_made_private_whatever_the_umask() {
    let place = Place::new();
    let heliast = env!("CARGO_BIN_EXE_heliast");
    let script = format!(
        "umask 0; {heliast} vrf keygen --out key --public public && {heliast} group new --bits 256 --out modulus --trapdoor factors"
    );
    assert!(
        Command::new("sh").args(["-c", &script]).current_dir(place.root()).output().unwrap().status.success()
    );
    assert_eq!((mode(&place, "key"), mode(&place, "factors")), (0o600, 0o600));
    assert_eq!((mode(&place, "public"), mode(&place, "modulus")), (0o666, 0o666));
    // Overwriting a file that others can read leaves a private one.
    set_mode(&place, "key", 0o644);
    place.ok("vrf keygen --out key --force");
    assert_eq!(mode(&place, "key"), 0o600);
}

#[test]
fn loose_modes_links_and_pipes_are_refused() {
    let place = Place::new();
    place.ok("vrf keygen --out key");
    let prove = "vrf prove --key key --input a --out proof --force";
    for mode in [0o644, 0o640, 0o604, 0o620, 0o666, 0o610] {
        set_mode(&place, "key", mode);
        let message = place.run(prove).failed(6).to_owned();
        assert!(message.contains(&format!("{mode:04o}")), "{message}");
    }
    for mode in [0o600, 0o400] {
        set_mode(&place, "key", mode);
        place.ok(prove);
    }
    symlink("key", place.path("link")).unwrap();
    place.run("vrf prove --key link --input a --out p").failed(6);
    fs::create_dir(place.path("directory")).unwrap();
    place.run("vrf prove --key directory --round 0 --input a --out p").failed(3);
    assert!(Command::new("mkfifo").arg(place.path("pipe")).status().unwrap().success());
    place.run("vrf prove --key pipe --input a --out p").failed(6);
    place.run("vrf prove --key none --input a --out p").failed(3);
}

#[test]
fn trapdoors_too() {
    let place = Place::new();
    place.small_modulus();
    let eval = "vdf eval --message m -t 10 --min-bits 256 --trapdoor factors --out proof";
    set_mode(&place, "factors", 0o644);
    place.run(eval).failed(6);
    set_mode(&place, "factors", 0o600);
    place.ok(eval);
}

/// Every secret that a verb writes can be encrypted: then no file has it unencrypted, and all verbs that need
/// it take the passphrase from a file or from an open file.
#[test]
fn every_secret_can_be_encrypted() {
    let place = Place::new();
    place.write("words", "open sesame\n");
    place.write("others", "open barley\n");
    set_mode(&place, "words", 0o600);
    set_mode(&place, "others", 0o600);
    let encrypted = |line: &str, file: &str| {
        let (code, report) = place.json(&format!("{line} --encrypt --passphrase-file words"));
        assert_eq!(code, 0, "{line}: {report}");
        assert!(place.read(file).starts_with(b"age-encryption.org/v1\n-> scrypt "), "{line}");
        assert_eq!(mode(&place, file), 0o600);
        report
    };
    for scheme in ["ell2", "a-vrf-fast"] {
        let made = encrypted(
            &format!("vrf keygen --scheme {scheme} --out {scheme} --public public --force"),
            scheme,
        );
        assert_eq!(made["encrypted"], true);
        let prove = format!("vrf prove --key {scheme} --input a --out proof --force");
        assert!(place.run(&prove).failed(6).contains("passphrase"));
        assert!(place.run(&format!("{prove} --passphrase-file others")).failed(6).contains("wrong"));
        place.ok(&format!("{prove} --passphrase-file words"));
        place.ok("vrf verify --key public --input a --proof proof");
        assert!(place.read(scheme).starts_with(b"age-encryption.org/v1\n"), "{scheme}");
        assert_eq!(
            place.ok(&format!("vrf public {scheme} --passphrase-file words")).stdout,
            place.read("public")
        );
    }

    let made = encrypted("group new --bits 512 --out modulus --trapdoor factors", "factors");
    assert_eq!(made["factors"], "encrypted");
    let eval = "vdf eval --message m -t 10 --min-bits 256 --trapdoor factors --out delay --force";
    assert!(place.run(eval).failed(6).contains("passphrase"));
    place.ok(&format!("{eval} --passphrase-file words"));
    place.ok("vdf verify delay --group modulus --min-bits 256 -t 10");
    let sample = "batch sample --count 4 -t 10 --min-bits 256 --trapdoor factors --out list";
    place.ok(&format!("{sample} --passphrase-file words"));

    // The passphrase comes from the shell, without a file.
    let heliast = env!("CARGO_BIN_EXE_heliast");
    let script = format!("{heliast} vrf public ell2 --passphrase-file /dev/fd/3 3<<< 'open sesame'");
    let output = Command::new("bash").args(["-c", &script]).current_dir(place.root()).output().unwrap();
    assert_eq!(crate::run::Outcome::of(output).code, 0);
}

#[test]
fn the_keys_of_a_beacon_can_be_encrypted() {
    let place = Place::new();
    place.write("words", "open sesame\n");
    set_mode(&place, "words", 0o600);
    let up = "up --rounds 1 --listen 127.0.0.1:0";
    let new = format!("{up} --participants 2 --period 0.1 --delay 1e4 --vrf ell2");
    place.run(&format!("{new} --data data --passphrase-file words")).failed(2);
    place.run(&format!("{new} --data data --encrypt")).failed(2);
    assert!(!place.path("data/keys.json").exists() && !place.path("data/keys.json.new").exists());
    place.ok(&format!("{new} --data data --encrypt --passphrase-file words"));
    let keys = place.read("data/keys.json");
    assert!(keys.starts_with(b"age-encryption.org/v1\n-> scrypt "));

    assert!(place.run(&format!("{up} --data data")).failed(6).contains("passphrase"));
    place.ok(&format!("{up} --data data --passphrase-file words"));
    place.ok(&format!("{up} --data data --encrypt --passphrase-file words"));
    assert_eq!(place.read("data/keys.json"), keys);
    assert_eq!(place.json("verify data").1["to"], 3);

    place.ok(&format!("{new} --data open"));
    let refused = place.run(&format!("{up} --data open --encrypt --passphrase-file words"));
    assert!(refused.failed(2).ends_with("the keys of the chain in open are not encrypted"), "{refused:?}");
}

#[test]
fn a_passphrase_without_a_secret_is_refused_and_so_is_a_secret_without_one() {
    let place = Place::new();
    place.write("words", "open sesame\n");
    set_mode(&place, "words", 0o600);
    for line in [
        "vrf keygen --out key --encrypt",
        "vrf keygen --out key --passphrase-file words",
        "group new --bits 512 --out modulus --encrypt --passphrase-file words",
        "group new --bits 512 --out modulus --trapdoor factors --encrypt",
        "group new --bits 512 --out modulus --trapdoor factors --passphrase-file words",
        "key status --encrypt",
        "key status --passphrase-file words",
        "vrf public - --passphrase-file -",
    ] {
        place.run(line).failed(2);
    }
    assert_eq!(place.names(), ["words"]);
    place.write("words", "\n");
    place.run("vrf keygen --out key --encrypt --passphrase-file words").failed(3);
    assert_eq!(place.names(), ["words"]);
}

#[test]
fn files_that_do_not_add_up_are_refused_and_never_quoted() {
    let place = Place::new();
    place.ok("vrf keygen --out key");
    let text = String::from_utf8(place.read("key")).unwrap();
    let secret = text.split('"').nth(7).unwrap().to_owned();
    let prove = |text: String, code| {
        let outcome =
            place.run_with_stdin("vrf prove --key - --input a --out proof --force", text.as_bytes());
        let message = outcome.failed(code);
        assert!(!message.contains(&secret[..16]), "{message}");
    };
    prove(text.replace(&secret, &"11".repeat(32)), 6);
    prove(text.replace("-ell2", "-ell3"), 3);
    prove(text.replace("\"secret\"", "\"seed\""), 3);
    prove(text.replace(&secret, &secret[..62]), 3);
    prove(text.replace("{\"scheme\"", "{\"x\": 1, \"scheme\""), 3);
    prove(format!("{text}{text}"), 3);
    prove(secret.clone(), 3);
    prove(" ".repeat(70_000), 3);
}

#[test]
fn a_trapdoor_that_does_not_fit_its_modulus_is_refused() {
    let place = Place::new();
    place.small_modulus();
    let text = String::from_utf8(place.read("factors")).unwrap();
    let fields: Vec<_> = text.split('"').collect();
    let (modulus, p, q) = (fields[9], fields[13], fields[17]);
    let eval = |text: String, code| {
        let line = "vdf eval --message m -t 10 --min-bits 256 --trapdoor - --out proof --force";
        let outcome = place.run_with_stdin(line, text.as_bytes());
        let message = outcome.failed(code);
        assert!(!message.contains(&p[..16]), "{message}");
    };
    eval(text.replace(q, p), 6);
    eval(text.replace(p, "3"), 6);
    eval(text.replacen(modulus, &modulus.replace('1', "2"), 1), 6);
    eval(text.replace("512", "513"), 6);
    eval(text.replace(p, "xyz"), 3);
    eval(text.replace("rsa-trapdoor", "rsa"), 3);
}
