//! The frames of a network's chain on disk.

use crate::store::{Frames, StoreError};
use tempfile::TempDir;

#[test]
fn frames_are_kept_and_found_again() {
    let dir = TempDir::new().unwrap();
    assert!(Frames::open(dir.path()).unwrap().is_none());
    assert!(Frames::open_read_only(dir.path()).unwrap().is_none());
    {
        let finality = Frames::begin(dir.path(), b"a network").unwrap();
        assert_eq!(finality.last(), 0);
        finality.keep(2, b"two").unwrap();
        finality.keep(1, b"one").unwrap();
        finality.keep(1, b"one again").unwrap();
        assert_eq!(finality.last(), 2);
        assert!(matches!(Frames::open(dir.path()), Err(StoreError::InUse(_))));
        assert!(matches!(Frames::open_read_only(dir.path()), Err(StoreError::InUse(_))));
    }
    let read = |finality: Frames| {
        assert_eq!((finality.network(), finality.last()), (&b"a network"[..], 2));
        assert_eq!(finality.frame(1).unwrap().unwrap(), b"one again");
        assert_eq!(finality.frame(2).unwrap().unwrap(), b"two");
        assert_eq!(finality.frame(3).unwrap(), None);
        finality.keep(3, b"three")
    };
    assert!(matches!(read(Frames::open_read_only(dir.path()).unwrap().unwrap()), Err(StoreError::ReadOnly)));
    read(Frames::begin(dir.path(), b"a network").unwrap()).unwrap();
    assert_eq!(Frames::open(dir.path()).unwrap().unwrap().last(), 3);
}

#[test]
fn the_first_frame_of_a_range_is_found_and_the_place_of_the_nodes_own_is_remembered() {
    let dir = TempDir::new().unwrap();
    {
        let finality = Frames::begin(dir.path(), b"a network").unwrap();
        for round in [3, 9, 20] {
            finality.keep(round, &[round as u8]).unwrap();
        }
        for (range, expected) in [
            (1..3, None),
            (1..4, Some(3)),
            (3..4, Some(3)),
            (4..9, None),
            (4..99, Some(9)),
            (21..u64::MAX, None),
        ] {
            let found = finality.first_in(range.clone()).unwrap();
            assert_eq!(found, expected.map(|round| (round, vec![round as u8])), "{range:?}");
        }
        assert_eq!(finality.own_since().unwrap(), None);
        finality.set_own_since(9).unwrap();
    }
    let read_only = Frames::open_read_only(dir.path()).unwrap().unwrap();
    assert_eq!(read_only.own_since().unwrap(), Some(9));
    assert!(matches!(read_only.set_own_since(3), Err(StoreError::ReadOnly)));
}

#[test]
fn the_frames_of_another_network_are_not_gone_on_with() {
    let dir = TempDir::new().unwrap();
    Frames::begin(dir.path(), b"a network").unwrap().keep(1, b"one").unwrap();
    assert!(matches!(Frames::begin(dir.path(), b"another"), Err(StoreError::OtherNetwork(_))));
    assert_eq!(Frames::open(dir.path()).unwrap().unwrap().frame(1).unwrap().unwrap(), b"one");
}

#[test]
fn a_file_that_a_crash_left_empty_is_begun_anew() {
    let dir = TempDir::new().unwrap();
    std::fs::write(dir.path().join("finality.redb"), b"").unwrap();
    assert!(Frames::open_read_only(dir.path()).unwrap().is_none());
    let finality = Frames::begin(dir.path(), b"a network").unwrap();
    finality.keep(1, b"one").unwrap();
    assert_eq!(finality.frame(1).unwrap().unwrap(), b"one");
}

#[cfg(unix)]
#[test]
fn the_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let dir = TempDir::new().unwrap();
    Frames::begin(dir.path(), b"a network").unwrap();
    let mode = std::fs::metadata(dir.path().join("finality.redb")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

/// Power fails at every sync while the file is created: it can be created again, and stored frames are still
/// there.
#[cfg(unix)]
#[test]
fn power_may_fail_while_the_file_is_begun() {
    use super::crashes::{Case, at_each, syncs};
    let begin = |case: &Case| {
        std::fs::create_dir_all(case.site().dir).unwrap();
        let frames = Frames::begin_at(&case.site(), b"a network")?;
        frames.keep(1, b"one")
    };
    let calls = {
        let case = Case::new();
        case.calls(|| begin(&case).unwrap())
    };
    let ends = [syncs(&calls), vec![calls.len() as u64]].concat();
    at_each(&ends, |case, end, loss| {
        case.ends_after(end);
        let done = begin(case).is_ok();
        case.recorder.crash(loss).unwrap();
        let frames = Frames::begin_at(&case.site(), b"a network").unwrap();
        assert!(frames.last() == 1 || !done, "call {end}, {loss:?}");
        frames.keep(2, b"two").unwrap();
    });
}
