//! Options that would have no effect in a combination are refused there; `tests/options` checks
//! that each of them has an effect in another.

use crate::run::Place;

#[test]
fn options_that_would_do_nothing_are_refused() {
    let place = Place::new();
    place.write("words", b"open sesame");
    place.ok("vrf keygen --out key --public public");
    place.ok("vrf keygen --scheme x-vrf-4 --out tree");
    for line in [
        "up --data data --proxy-header forwarded",
        "gate --upstream http://127.0.0.1:1 --proxy-header forwarded",
        "key status tree --subtree 2",
        "key status tree --threads 2",
        "key status tree --encrypt",
        "key status http://127.0.0.1:9 --lead 5",
        "vdf eval -t 10 --message m --out proof --passphrase-file words",
        "vdf eval -t 10 --message m --out proof --trapdoor factors --threads 2",
        "vdf eval -t 10 --message m --out - --force",
        "vdf eval -t 10 --message m --out - --save-every 5",
        "batch sample --count 3 -t 10 --out list --passphrase-file words",
        "group new --kind class --out group --passphrase-file words",
        "vrf keygen --force",
        "vrf public key --force",
        "vrf inspect public --witnesses marks",
        "vrf inspect public --passphrase-file words",
        "backup --data data --out saved --archive old --node http://127.0.0.1:9",
        "tune --min-bits 512",
        "tune --force",
    ] {
        let outcome = place.run(line);
        assert_eq!(outcome.code, 2, "{line}: {outcome:?}");
    }
    // Neither the slots nor the first round of the next key can be chosen.
    for line in ["key status tree --next next --first 7", "key status tree --next next --slots 2"] {
        place.run(line).failed(2);
    }
}

/// --encrypt does not encrypt existing keys, and encrypted ones keep their passphrase.
#[cfg(unix)]
#[test]
fn what_is_asked_of_keys_that_are_there_is_not_passed_over() {
    use std::{fs, os::unix::fs::PermissionsExt};
    let place = Place::new();
    place.write("words", b"open sesame");
    fs::set_permissions(place.path("words"), fs::Permissions::from_mode(0o600)).unwrap();
    let new = "--vrf ell2 --participants 1 --delay 1000 --period 0.1 --rounds 1 --listen 127.0.0.1:0";
    place.ok(&format!("up --data sealed {new} --encrypt --passphrase-file words"));
    let said = place.run("backup --data sealed --out saved --passphrase-file words").failed(2).to_owned();
    assert!(said.contains("keep their own passphrase"), "{said}");
    place.ok("backup --data sealed --out saved --encrypt");

    let net =
        "network new --vrf ell2 --nodes 1 --period 1 --delay 1000 --unsafe-margin --most-participants 9";
    place.ok(&format!("{net} --guests 1 --participants 1 --out net"));
    let line = "participate --keys net/guest0 --node http://127.0.0.1:9 --encrypt --passphrase-file words";
    let said = place.run(line).failed(2).to_owned();
    assert!(said.contains("are not encrypted"), "{said}");
    // The first key of a home is encrypted under the given passphrase.
    fs::remove_file(place.path("net/node0/keys.json")).unwrap();
    place.ok("member key --home net/node0 --passphrase-file words");
    assert!(place.read("net/node0/keys.json").starts_with(b"age-encryption"), "it lies in the clear");
}
