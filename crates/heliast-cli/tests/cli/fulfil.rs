//! `heliast fulfil` and `heliast request` run the program heliast-fulfil. Here a script with its name prints
//! its arguments; the effects of each `[OPTION]` are tested with the real program.

use crate::run::{Outcome, Place};
use std::{env, os::unix::fs::PermissionsExt};

/// The outcome of a line where PATH is the place's folder `bin`.
fn said(place: &Place, line: &str) -> Outcome {
    let path = env::join_paths([place.path("bin")]).unwrap();
    Outcome::of(place.command(line).env("PATH", path).output().unwrap())
}

#[test]
fn the_options_go_to_the_program() {
    let place = Place::new();
    std::fs::create_dir(place.path("bin")).unwrap();
    let missing = said(&place, "fulfil --rpc http://127.0.0.1:1");
    missing.failed(2);
    assert!(missing.stderr.contains("cargo install heliast-fulfil"), "{missing:?}");
    let error = said(&place, "request --json").failed_json(2);
    assert_eq!(error, "the program heliast-fulfil is not installed");

    place.write("bin/heliast-fulfil", "#!/bin/sh\nprintf '%s,' \"$@\"\nexit 4\n");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(place.path("bin/heliast-fulfil"), mode).unwrap();
    for (line, given) in [
        ("fulfil", ""),
        ("fulfil --rpc http://127.0.0.1:1 --no-draw", "--rpc,http://127.0.0.1:1,--no-draw,"),
        ("fulfil --metrics 9100 --json", "--metrics,9100,--json,"),
        ("--json fulfil --metrics 9100", "--metrics,9100,--json,"),
        ("fulfil --json --metrics 9100", "--metrics,9100,--json,"),
        ("fulfil -- --help", "--help,"),
        ("request --tip 5", "request,--tip,5,"),
        ("--json request --tip 5", "request,--tip,5,--json,"),
    ] {
        let outcome = said(&place, line);
        outcome.code_is(4);
        // The shell prints only a comma if there are no arguments.
        let text = if outcome.text() == "," { "" } else { outcome.text() };
        assert_eq!(text, given, "{line}");
    }
}
