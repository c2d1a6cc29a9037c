//! Homes whose halves do not fit: every case, compared with a table.

use super::*;

/// An engine's half with this record, with or without blocks.
fn engine_half(record: Option<&str>, has_blocks: bool) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join(ENGINE).join("data");
    fs::create_dir_all(&data).unwrap();
    if let Some(record) = record {
        fs::write(data.join(halves::SIGNED), record).unwrap();
    }
    if has_blocks {
        fs::create_dir(data.join("blockstore.db")).unwrap();
    }
    dir
}

fn name(found: Result<(), Halves>) -> &'static str {
    match found {
        Ok(()) => "fits",
        Err(Halves::NoApplication) => "no application",
        Err(Halves::NoEngine) => "no engine",
        Err(Halves::NoRecord) => "no record",
        Err(Halves::Io(_)) => "io",
    }
}

#[test]
fn halves_fit_as_the_table_says() {
    for (application, has_blocks, signed, expected) in [
        (0, false, 0, "fits"),
        // A validator's record may be older than its engine's blocks, since the vote came before them.
        (0, false, 7, "fits"),
        (0, true, 0, "fits"),
        (0, true, 1, "fits"),
        (0, true, 2, "no application"),
        (0, true, u64::MAX, "no application"),
        (1, false, 0, "no engine"),
        (1, false, 7, "no engine"),
        (1, true, 0, "fits"),
        (7, true, 7, "fits"),
        (u64::MAX, true, 1, "fits"),
    ] {
        let record = format!("{{\"height\": \"{signed}\", \"round\": 0, \"step\": 3}}");
        let dir = engine_half(Some(&record), has_blocks);
        let found = name(Halves::check(dir.path(), application, false));
        assert_eq!(found, expected, "application {application}, blocks {has_blocks}, signed {signed}");
    }
}

/// A record that can't be read counts as missing: a validator that takes it for an empty one might sign
/// twice.
#[test]
fn a_record_that_says_nothing_is_invalid() {
    for record in [
        None,
        Some(""),
        Some("null"),
        Some("[]"),
        Some("{}"),
        Some("{\"round\": 0}"),
        Some("{\"height\": 7}"),
        Some("{\"height\": null}"),
        Some("{\"height\": \"\"}"),
        Some("{\"height\": \"-1\"}"),
        Some("{\"height\": \"1.0\"}"),
        Some("{\"height\": \"18446744073709551616\"}"),
        Some("{\"height\": \"7\""),
        Some("{\"height\": \"7\"}\0"),
    ] {
        for (height, has_blocks) in [(0, false), (0, true), (5, false), (5, true)] {
            let dir = engine_half(record, has_blocks);
            assert_eq!(name(Halves::check(dir.path(), height, false)), "no record", "{record:?}");
            assert_eq!(name(Halves::check_record(dir.path())), "no record", "{record:?}");
        }
    }
    assert!(Halves::check_record(engine_half(Some(secrets::NEVER_SIGNED), false).path()).is_ok());
}

#[test]
fn each_fault_says_how_the_home_is_mended() {
    let both = "restore the whole home from one backup: both halves belong together";
    for (fault, words, hint) in [
        (Halves::NoApplication, "the application's, data, is missing", both),
        (Halves::NoEngine, "the engine's, comet/data, is missing", both),
        (Halves::NoRecord, "comet/data/priv_validator_state.json is missing or damaged", "signs twice"),
        (Halves::Io(io::ErrorKind::PermissionDenied.into()), "permission denied", "permissions"),
    ] {
        assert!(fault.to_string().contains(words), "{fault}");
        assert!(fault.hint().contains(hint), "{}", fault.hint());
    }
}
