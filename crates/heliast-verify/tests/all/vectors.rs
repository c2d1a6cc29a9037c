//! Bundles of `vectors/`: the exit code is the class of error that each bundle names.

use crate::heliast_verify;
use std::{fs, path::Path, process::Output};
use testkit::{Value, bytes, cases, load, of_kind, text};

fn verify(dir: &Path, bundle: &[u8], options: &[&str]) -> Output {
    let path = dir.join("bundle");
    fs::write(&path, bundle).unwrap();
    heliast_verify(options, path)
}

fn expected(case: &Value) -> i32 {
    match case["error"].as_str() {
        None => 0,
        Some("invalid") => 1,
        Some("malformed") => 3,
        Some(other) => panic!("{other}"),
    }
}

#[test]
fn every_bundle_has_the_exit_code_of_its_class() {
    let dir = tempfile::tempdir().unwrap();
    let mut seen = [0; 2];
    let files = [
        "round",
        "round_trees",
        "round_avrf",
        "round_roots",
        "class_round",
        "members",
        "bundle",
        "epoch",
        "class_epoch",
    ];
    for file in files.map(|name| format!("{name}.json")) {
        let cases = cases(&file);
        for case in of_kind(&cases, "bundle") {
            let output = verify(dir.path(), &bytes(case, "bytes"), &[]);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(expected(case)), "{file}: {}: {said}", case["name"]);
            if case["error"].is_null() {
                assert!(output.stdout.starts_with(b"valid: "), "{}", case["name"]);
            } else {
                assert!(said.starts_with("error: ") && said.contains("\nhint: "), "{said}");
            }
            seen[usize::from(case["error"].is_null())] += 1;
        }
    }
    assert!(seen[0] > 90 && seen[1] > 30, "{seen:?}");
}

#[test]
fn a_pinned_chain_is_demanded() {
    let (dir, cases) = (tempfile::tempdir().unwrap(), cases("round.json"));
    let chain = of_kind(&cases, "chain")[0];
    let (bundle, id) = (bytes(chain, "bundle"), text(chain, "chain_id"));
    for (id, code) in [(id.to_owned(), 0), ("00".repeat(32), 1), (id[1..].to_owned(), 2)] {
        assert_eq!(verify(dir.path(), &bundle, &["--chain", &id]).status.code(), Some(code), "{id}");
    }
}

/// A bundle with frames is final, one without is not, and a frame that was changed is refused.
#[test]
fn agreement_is_demanded_with_final() {
    let dir = tempfile::tempdir().unwrap();
    let file = load("finality.json");
    let cases = file["cases"].as_array().unwrap();
    let networks = of_kind(cases, "network");
    let (mut last, mut accepted) = (None, 0);
    for case in of_kind(cases, "bundle") {
        let network = networks.iter().find(|network| network["name"] == case["network"]).unwrap();
        let options = ["--final", "--chain", text(network, "chain_id")];
        let bundle = bytes(case, "bytes");
        let output = verify(dir.path(), &bundle, &options);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        if case["error"].is_null() && output.status.success() {
            assert!(said.contains("; final up to round "), "{}: {said}", case["name"]);
            accepted += 1;
            last = Some((bundle, options.map(str::to_owned)));
        } else {
            assert!(!output.status.success() && said.is_empty(), "{}: {said}", case["name"]);
        }
    }
    assert!(accepted > 0);
    let (mut bundle, options) = last.unwrap();
    let frame = bundle.windows(4).rposition(|bytes| bytes == b"HLFN").unwrap();
    bundle[frame + 40] ^= 1;
    let output = verify(dir.path(), &bundle, &options.each_ref().map(String::as_str));
    assert!([Some(1), Some(3)].contains(&output.status.code()), "{output:?}");
}
