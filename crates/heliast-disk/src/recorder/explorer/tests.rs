//! The explorer visits all states, finds planted faults, and reports where they are.

use super::*;
use crate::{Calls, Deed, Disk, Error, Secrecy, draft_path, error::At, recorder::Omission};
use std::{collections::BTreeSet, fs, io, path::Path};

const WHOLE: Explorer = Explorer { most: 1_000_000, samples: 100, seed: 1, losses: 4 };

/// The content of the file `f` after the crash, and whether the operation had returned.
fn found(trial: &mut Trial, before: &[u8], act: &Act<'_>) -> (Option<Vec<u8>>, bool) {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("f");
    fs::write(&path, before).unwrap();
    trial.begin();
    let done = act(&trial.disk(), &path).is_ok();
    trial.crash().unwrap();
    (fs::read(&path).ok(), done)
}

type Act<'a> = dyn Fn(&Disk, &Path) -> Result<(), Error> + 'a;

fn replaced(act: &Act<'_>, explorer: Explorer) -> Result<Figures, Violation> {
    let (old, new) = (b"old".to_vec(), vec![b'n'; 1500]);
    explorer.explore(|trial| {
        let (found, done) = found(trial, &old, act);
        assert!(found.as_ref() == Some(&new) || !done && found.as_ref() == Some(&old), "half a file");
    })
}

/// The calls are create, write, sync, rename, and sync of the directory. Before the first sync the draft's
/// name and each of its three sectors may stay; after it the two names.
#[test]
fn a_replaced_file_is_whole_in_all_states_and_they_are_counted() {
    let act = |disk: &Disk, path: &Path| disk.replace(path, Secrecy::Public, &[b'n'; 1500]);
    let figures = replaced(&act, WHOLE).unwrap();
    // A lost name is not renamed, so that the two names have three states.
    let states = 2 * 8 + 3 + 1;
    let expected = Figures {
        operations: 5,
        crashes: 3,
        whole: 3,
        states,
        drawn: 0,
        faults: 15,
        recoveries: states + 15 * 4,
    };
    assert_eq!(figures, expected);
    assert!(figures.to_string().starts_with("5 operations, 3 crashes (3 with all states), 20 states"));
}

#[test]
fn planted_faults_are_found_and_named() {
    type Careless = fn(&dyn Calls, &Path) -> io::Result<()>;
    let no_sync: Careless = |calls, path| {
        let file = calls.create(&draft_path(path), Secrecy::Public)?;
        calls.write(&file, 0, &[b'n'; 1500])?;
        calls.rename(&draft_path(path), path)?;
        calls.sync_dir(path.parent().unwrap())
    };
    let no_directory: Careless = |calls, path| {
        let file = calls.create(&draft_path(path), Secrecy::Public)?;
        calls.write(&file, 0, &[b'n'; 1500])?;
        calls.sync_all(&file)?;
        calls.rename(&draft_path(path), path)
    };
    let renamed_first: Careless = |calls, path| {
        let file = calls.create(&draft_path(path), Secrecy::Public)?;
        calls.rename(&draft_path(path), path)?;
        calls.write(&file, 0, &[b'n'; 1500])?;
        calls.sync_all(&file)?;
        calls.sync_dir(path.parent().unwrap())
    };
    for (name, careless) in
        [("no sync", no_sync), ("no directory", no_directory), ("renamed first", renamed_first)]
    {
        let act = move |disk: &Disk, path: &Path| careless(disk.calls(), path).at(path, Deed::Write);
        for explorer in [WHOLE, Explorer::default()] {
            let violation = replaced(&act, explorer).unwrap_err();
            assert_eq!(violation.said, "half a file", "{name}");
            assert!(
                violation.place.contains("EndAfter(") && violation.place.contains("Rename("),
                "{violation}"
            );
        }
    }
}

/// Complete operations on a disk that leaves syncs out.
#[test]
fn syncs_that_are_left_out_are_found() {
    for (omitted, holds) in [(None, true), (Some(Omission::Files), false), (Some(Omission::Names), false)] {
        let explored = Explorer::default().crashes(|trial| {
            trial.recorder().omit(omitted);
            let act = |disk: &Disk, path: &Path| disk.replace(path, Secrecy::Public, b"new");
            let (found, done) = found(trial, b"old", &act);
            assert!(found.as_deref() == Some(b"new") || !done && found.as_deref() == Some(b"old"));
        });
        assert_eq!(explored.is_ok(), holds, "{omitted:?}");
    }
}

/// A program that goes on after a failed sync, and trusts the next one.
#[test]
fn a_sync_that_is_only_tried_again_is_found() {
    let explorer = Explorer::default();
    let again = |disk: &Disk, path: &Path, rewritten: bool| {
        let file = disk.open(path)?;
        let write = || disk.overwrite(path, &file, 0, b"new");
        write()?;
        if disk.sync(path, &file).is_err() {
            if rewritten {
                write()?;
            }
            disk.sync(path, &file)?;
        }
        Ok(())
    };
    for (rewritten, holds) in [(true, true), (false, false)] {
        let figures = explorer.faults(|trial| {
            let act = move |disk: &Disk, path: &Path| again(disk, path, rewritten);
            let (found, done) = found(trial, b"old", &act);
            assert!(!done || found.as_deref() == Some(b"new"));
        });
        assert_eq!(figures.is_ok(), holds);
        assert!(
            figures
                .map_or_else(|violation| violation.place.contains("Once(1"), |figures| figures.faults == 6)
        );
    }
}

/// If there are too many states, those of the last three calls are visited, and drawn ones of all calls.
#[test]
fn of_too_many_states_the_last_ones_are_visited_and_others_are_drawn() {
    let mut found_states = BTreeSet::new();
    let explorer = Explorer { most: 100, samples: 50, seed: 7, losses: 1 };
    let mut visit = |explorer: Explorer| {
        found_states.clear();
        let figures = explorer.crashes(|trial| {
            let act = |disk: &Disk, path: &Path| {
                let file = disk.open(path)?;
                // Nine writes of one byte each, and one of 32 sectors.
                for at in 0..9 {
                    disk.overwrite(path, &file, at, b"x")?;
                }
                disk.overwrite(path, &file, 1 << 14, &[b'y'; 1 << 14])
            };
            let (bytes, _) = found(trial, &[b'-'; 1 << 15], &act);
            let bytes = bytes.unwrap();
            let short = bytes.iter().filter(|byte| **byte == b'x').count();
            let long = (1 << 14..1 << 15).step_by(512).filter(|at| bytes[*at] == b'y').count();
            found_states.insert((short, long));
        });
        (figures.unwrap(), found_states.clone())
    };
    let (figures, states) = visit(explorer);
    assert_eq!((figures.crashes, figures.whole, figures.drawn), (1, 0, 50));
    // The states have any quarters of the long write but not all, or all of it; without it, 7 or 8 of the
    // short writes.
    assert_eq!(figures.states, 2 + 15 + 1);
    for expected in [(7, 0), (8, 0), (9, 0), (9, 8), (9, 24), (9, 32)] {
        assert!(states.contains(&expected), "{expected:?}");
    }
    assert!(states.iter().any(|(short, _)| *short < 7), "some are drawn: {states:?}");
    assert!(states.iter().any(|(_, long)| long % 8 > 0), "sector by sector: {states:?}");
    assert_eq!(visit(explorer).1, states, "the seed decides");
}

#[test]
fn a_scenario_without_a_crash_or_with_other_calls_each_time_is_refused() {
    let without = Explorer::default().explore(|trial| trial.begin()).unwrap_err();
    assert_eq!(without.said, "the scenario has no crash");
    let mut count = 0;
    let other = Explorer::default().crashes(|trial| {
        count += 1;
        let act = |disk: &Disk, path: &Path| match count % 2 {
            0 => disk.replace(path, Secrecy::Public, b"new"),
            _ => disk.append(path, Secrecy::Public, 3, b"new"),
        };
        found(trial, b"old", &act);
    });
    assert_eq!(other.unwrap_err().said, "the scenario makes other calls each time");
}

/// This also holds if a first process was killed, or one of its calls failed, at any of the directories.
#[test]
fn a_directory_that_was_made_is_there_in_all_states_with_those_above_it() {
    for killed_after in 0..7 {
        let explored = Explorer::default().explore(|trial| {
            let place = tempfile::tempdir().unwrap();
            let (dir, disk) = (place.path().join("a/b/c"), trial.disk());
            trial.recorder().set_fault(Some(Fault::EndAfter(killed_after)));
            let _ = disk.create_dir(&dir);
            trial.recorder().set_fault(None);
            trial.begin();
            let make = || {
                disk.create_dir(&dir)?;
                disk.replace(&dir.join("f"), Secrecy::Public, b"kept")
            };
            let done = make().or_else(|_| make()).is_ok();
            trial.crash().unwrap();
            assert!(!done || fs::read(dir.join("f")).unwrap() == b"kept");
        });
        let violation = explored.map(|figures| assert_eq!(figures.whole, figures.crashes));
        violation.unwrap_or_else(|violation| panic!("{killed_after}: {violation}"));
    }
}

/// Calls before `begin` neither fail nor count.
#[test]
fn preparations_are_left_alone() {
    let figures = Explorer::default().explore(|trial| {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("f");
        trial.disk().replace(&path, Secrecy::Public, b"old").unwrap();
        trial.begin();
        let done = trial.disk().append(&path, Secrecy::Public, 3, b"new").is_ok();
        trial.crash().unwrap();
        let found = trial.disk().read(&path, 10).unwrap();
        assert!(found.starts_with(b"old") && (!done || found == b"oldnew"));
    });
    assert_eq!(figures.unwrap().operations, 2);
}
