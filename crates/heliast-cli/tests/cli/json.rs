//! `--json`: one object on stdout, nothing on stderr, for every verb and every failure.

use crate::{chain::stored_chain, run::Place};

#[test]
fn every_verb_prints_one_object() {
    let place = Place::new();
    stored_chain(&place.path("data"), 2);
    let lines = [
        "group new --bits 512 --out modulus --trapdoor factors",
        "group show modulus",
        "group new --kind class --bits 256 --out class",
        "group show class",
        "vdf eval --message m -t 100 --group class --min-bits 256 --out class-proof",
        "vdf verify class-proof --group class --min-bits 256",
        "group new --kind roots --bits 1024 --out field",
        "group show field",
        "vdf eval --message m -t 10 --group field --min-bits 1024 --out roots-proof",
        "vdf verify roots-proof --group field --min-bits 1024",
        "vdf eval --message m -t 100 --group modulus --min-bits 512 --out proof",
        "vdf verify proof --group modulus --min-bits 512",
        "vrf keygen --out key --public public",
        "vrf public key",
        "vrf prove --key key --input a --out vrf-proof",
        "vrf verify --key public --input a --proof vrf-proof",
        "verify data",
        "export --data data --out bundle",
        "verify bundle",
        "key status data",
        "vrf keygen --scheme ivrf-10 --out tree",
        "vrf inspect tree",
        "key status tree",
        "vrf adopt --key tree --next 7",
        "vrf inspect vrf-proof",
        "tune --up-to 8 --budget 0.1",
        "completions zsh",
        "man pages",
        "--help",
        "vdf eval --help",
        "--version",
    ];
    for line in lines {
        let (code, report) = place.json(line);
        assert_eq!(code, 0, "{line}: {report}");
        assert!(report.get("error").is_none() && !report.as_object().unwrap().is_empty(), "{line}: {report}");
    }
}

#[test]
fn failures_are_objects_with_their_exit_code() {
    let place = Place::new();
    place.write("noise", b"noise");
    let lines = [
        ("", 2),
        ("vdf", 2),
        ("fly", 2),
        ("vdf eval", 2),
        ("vdf eval --message m -t 10 --out -", 2),
        ("export --out -", 2),
        ("vdf verify noise", 3),
        ("vdf prove noise --out p", 3),
        ("group show noise", 3),
        ("group show class-1024", 2),
        ("verify none", 3),
        ("export --data none --out p", 3),
        ("verify http://127.0.0.1:1", 5),
        ("vrf keygen --out noise", 6),
        ("vrf keygen", 2),
        ("vrf public noise", 6),
        ("man noise", 6),
    ];
    for (line, code) in lines {
        let (found, failure) = place.json(line);
        assert_eq!((found, &failure["code"]), (code, &code.into()), "{line}");
        assert!(failure["error"].as_str().is_some_and(|text| !text.is_empty()), "{line}");
        assert!(failure["hint"].as_str().is_some_and(|text| !text.is_empty()), "{line}");
    }
}
