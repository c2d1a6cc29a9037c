//! Chains whose first rounds are in an archive: with `up`, `verify` and `export`.

use crate::run::Place;
use serde_json::Value;

const UP: &str = "up --json --data data --period 0.1 --delay 1e4 --participants 2 --vrf ell2 --epoch 3 --listen 127.0.0.1:0 --archive old";

/// A chain of ten rounds in epochs of three: its store has the last four, and its archive the first nine.
fn place() -> Place {
    let place = Place::new();
    place.ok(&format!("{UP} --rounds 10 --keep 2"));
    assert_eq!(
        std::fs::read_dir(place.path("old")).unwrap().count(),
        3,
        "{:?}",
        std::fs::read_dir(place.path("old")).unwrap().collect::<Vec<_>>()
    );
    assert_eq!(std::fs::read_dir(place.path("data/rounds")).unwrap().count(), 2);
    place
}

fn verified(place: &Place, line: &str) -> (u64, u64, Value) {
    let (code, report) = place.json(line);
    assert_eq!((code, &report["valid"]), (0, &Value::Bool(true)), "{line}: {report}");
    (report["from"].as_u64().unwrap(), report["to"].as_u64().unwrap(), report["beacon"].clone())
}

#[test]
fn a_pruned_chain_and_its_archive_are_verified_together_and_alone() {
    let place = place();
    let (from, to, beacon) = verified(&place, "verify data --archive old");
    assert_eq!((from, to), (1, 10));
    assert_eq!(verified(&place, "verify data --archive old --fast"), (1, 10, beacon.clone()));
    assert_eq!(verified(&place, "verify data --from 7"), (7, 10, beacon.clone()));
    let message = place.run("verify data").failed(6).to_owned();
    assert!(message.contains("begins with round 7"), "{message}");

    let (from, to, _) = verified(&place, "verify old");
    assert_eq!((from, to), (1, 9));
    let (_, fast) = place.json("verify old --fast");
    assert_eq!((&fast["epoch_proofs"], &fast["from_genesis"]), (&3.into(), &Value::Bool(true)));
    assert_eq!(verified(&place, "verify old --from 5").0, 5);
    assert_eq!(place.run("verify old --from 10").code, 2);
    let file = "old/rounds-0000000001-0000000003.heliast";
    assert_eq!(verified(&place, &format!("verify {file}")).1, 3);

    place.ok("export --data data --archive old --out bundle");
    assert_eq!(verified(&place, "verify bundle --fast"), (1, 10, beacon));
    place.ok("export --data data --from 8 --out late");
    assert_eq!(place.run("export --data data --out bundle2").code, 6);

    // A chain that goes on is verified as before.
    place.ok(&format!("{UP} --rounds 3 --keep 2"));
    assert_eq!(verified(&place, "verify data --archive old").1, 13);
    // Without the archive nothing is archived and nothing is removed.
    place.ok(&UP.replace(" --archive old", " --rounds 1"));
    assert_eq!(verified(&place, "verify data --archive old").1, 14);
}

/// An archive is only useful with a data directory, and is refused with anything else.
#[test]
fn an_archive_needs_a_data_directory_beside_it() {
    let place = place();
    for source in ["old", "old/rounds-0000000001-0000000003.heliast", "http://127.0.0.1:9", "none"] {
        let message = place.run(&format!("verify {source} --archive old")).failed(2).to_owned();
        assert!(message.contains("--archive goes with a data directory"), "{source}: {message}");
    }
}

/// An old data directory with a newer archive would make rounds again that are already published.
#[test]
fn a_data_directory_that_is_older_than_its_archive_makes_no_round() {
    let place = place();
    let later = "old/rounds-0000000010-0000000012.heliast";
    place.ok(&format!("{UP} --rounds 4"));
    // A file name with later rounds is enough.
    std::fs::copy(place.path(later), place.path("old/rounds-0000000013-0000000021.heliast")).unwrap();
    let message = place.run(&format!("{UP} --rounds 1")).failed_json(6);
    assert!(
        message.contains("the archive goes on to round 21, and the store ends with round 14"),
        "{message}"
    );
    std::fs::remove_file(place.path("old/rounds-0000000013-0000000021.heliast")).unwrap();
    place.ok(&format!("{UP} --rounds 1"));
}

#[test]
fn files_of_an_archive_that_are_not_what_they_were() {
    let place = place();
    let name = "old/rounds-0000000004-0000000006.heliast";
    let whole = place.read(name);
    for at in (whole.len() - 300..whole.len()).step_by(37) {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        place.write(name, &changed);
        let message = place.run("verify old").failed(1).to_owned();
        assert!(message.starts_with("round 6: "), "{at}: {message}");
        assert!(place.run("verify data --archive old").code > 0, "{at}");
    }
    for len in [0, 36, 500, whole.len() - 1] {
        place.write(name, &whole[..len]);
        let outcome = place.run("verify old");
        assert_eq!(outcome.code, 3, "{len}: {outcome:?}");
    }
    // A header whose seed differs from the state after the rounds before it.
    let seed = whole.windows(16).position(|bytes| bytes == [0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 3]);
    let mut changed = whole.clone();
    changed[seed.unwrap() + 16] ^= 1;
    place.write(name, &changed);
    let message = place.run("verify old").failed(1).to_owned();
    assert!(message.contains(name.strip_prefix("old/").unwrap()), "{message}");

    // The file has more rounds than in its name, all of them valid.
    place.write(name, &whole);
    place.ok("export --data data --archive old --to 6 --out whole");
    std::fs::rename(place.path("whole"), place.path(name)).unwrap();
    for line in ["verify old", "verify old --from 5"] {
        assert!(place.run(line).failed(3).contains("other rounds than its name"), "{line}");
    }

    std::fs::remove_file(place.path(name)).unwrap();
    for line in ["verify old", "verify data --archive old"] {
        let outcome = place.run(line);
        assert!(outcome.failed(3).contains("round 4 should follow"), "{line}: {outcome:?}");
    }
    assert_eq!(place.run(&format!("{UP} --rounds 1")).code, 3, "it is not gone on with");
}

#[test]
fn what_is_asked_of_an_archive_must_make_sense() {
    let place = Place::new();
    assert_eq!(place.run("up --data data --keep 5").code, 2, "--keep wants --archive");
    std::fs::create_dir(place.path("empty")).unwrap();
    assert!(place.run("verify empty").code != 0);
}

/// A backup or a part of one is left, and an archive with or without later rounds.
#[test]
fn a_backup_and_an_archive_are_restored_together() {
    let place = place();
    place.ok("backup --data data --archive old --out saved");
    place.ok(&format!("{UP} --rounds 6 --keep 2"));
    let (_, _, beacon) = verified(&place, "verify old");
    let restore = |data: &str, words: &str| {
        let line = format!("restore --backup saved --data {data} --adopt {words}");
        let (code, report) = place.json(&line);
        assert_eq!(code, 0, "{line}: {report}");
        (report["to"].as_u64().unwrap(), report["next_command"].as_str().unwrap().to_owned())
    };
    // Without the archive, rounds 11 to 15 are missing, and other rounds in their place would be a
    // fork.
    assert_eq!(restore("alone", ""), (10, "heliast up --data alone".into()));
    let up = |data: &str, archive: &str| {
        place.run(&format!(
            "up --data {data} --archive {archive} --epoch 3 --keep 2 --rounds 4 --listen 127.0.0.1:0"
        ))
    };
    assert!(up("alone", "old").failed(6).contains("15"), "the archive has more");

    assert_eq!(restore("both", "--archive old"), (15, "heliast up --data both --archive old".into()));
    assert_eq!(verified(&place, "verify both"), (1, 15, beacon));
    up("both", "old").code_is(0);
    assert_eq!(verified(&place, "verify both --archive old").1, 19);

    // Only the archive and the keys are left.
    std::fs::rename(place.path("saved/chain.bundle"), place.path("bundle")).unwrap();
    place.run("restore --backup saved --data none --adopt").failed(3);
    assert_eq!(restore("archived", "--archive old").0, 18);

    // The archive is lost: all rounds are written to a new one, and the directory is pruned.
    std::fs::rename(place.path("bundle"), place.path("saved/chain.bundle")).unwrap();
    restore("anew", "");
    up("anew", "written").code_is(0);
    assert_eq!(verified(&place, "verify written").0, 1);
    assert_eq!(verified(&place, "verify anew --archive written"), {
        let (_, report) = place.json("verify anew --archive written --fast");
        (1, 14, report["beacon"].clone())
    });
}

#[test]
fn an_archive_that_does_not_fit_a_backup_restores_nothing() {
    let place = place();
    place.ok("backup --data data --archive old --out saved");
    let refused = |archive: &str, code: i32| {
        let line = format!("restore --backup saved --data new --adopt --archive {archive}");
        let message = place.run(&line).failed(code).to_owned();
        assert!(!place.path("new").exists(), "{message}");
        message
    };
    // An archive of another chain.
    place.ok(&UP
        .replace("--data data", "--data other")
        .replace("--archive old", "--archive foreign --rounds 4"));
    assert!(refused("foreign", 3).contains("another chain"), "it is named");
    // An archive with a gap after the backup.
    let (whole, first) = (place.read("saved/chain.bundle"), "rounds-0000000001-0000000003.heliast");
    place.ok("export --data data --archive old --to 2 --out saved/chain.bundle --force");
    std::fs::rename(place.path("old").join(first), place.path(first)).unwrap();
    let message = refused("old", 6);
    assert!(message.contains("rounds 3 to 3 are neither in the backup nor in the archive"), "{message}");
    std::fs::rename(place.path(first), place.path("old").join(first)).unwrap();
    place.write("saved/chain.bundle", whole);
    // An archive of the same chain, set back and continued: up to the backup's end, and beyond it.
    place.ok("restore --backup saved --data fork --adopt");
    let bundle = place.read("saved/chain.bundle");
    place.ok("export --data fork --to 7 --out saved/chain.bundle --force");
    place.ok("restore --backup saved --data short --adopt");
    let fork = |words: &str| {
        place.ok(&format!("up --data short --epoch 3 --listen 127.0.0.1:0 --archive forked {words}"));
    };
    fork("--rounds 2");
    place.write("saved/chain.bundle", bundle);
    let message = refused("forked", 6);
    assert!(message.contains("round 9 is another one in forked than in the backup"), "{message}");
    fork("--rounds 6");
    let message = refused("forked", 1);
    assert!(message.starts_with("round 11: "), "{message}");
    // A damaged file.
    let file = place.path("old/rounds-0000000007-0000000009.heliast");
    let mut bytes = std::fs::read(&file).unwrap();
    let at = bytes.len() - 40;
    bytes[at] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    refused("old", 6);
    assert_eq!(refused("none", 3), refused("none", 3));
}
