//! The frames of a network's chain on disk.

use crate::store::{Finality, StoreError};
use tempfile::TempDir;

#[test]
fn frames_are_kept_and_found_again() {
    let dir = TempDir::new().unwrap();
    assert!(Finality::open(dir.path()).unwrap().is_none());
    assert!(Finality::open_read_only(dir.path()).unwrap().is_none());
    {
        let finality = Finality::begin(dir.path(), b"a network").unwrap();
        assert_eq!(finality.last(), 0);
        finality.keep(2, b"two").unwrap();
        finality.keep(1, b"one").unwrap();
        finality.keep(1, b"one again").unwrap();
        assert_eq!(finality.last(), 2);
        assert!(matches!(Finality::open(dir.path()), Err(StoreError::InUse(_))));
        assert!(matches!(Finality::open_read_only(dir.path()), Err(StoreError::InUse(_))));
    }
    let read = |finality: Finality| {
        assert_eq!((finality.network(), finality.last()), (&b"a network"[..], 2));
        assert_eq!(finality.frame(1).unwrap().unwrap(), b"one again");
        assert_eq!(finality.frame(2).unwrap().unwrap(), b"two");
        assert_eq!(finality.frame(3).unwrap(), None);
        finality.keep(3, b"three")
    };
    assert!(matches!(
        read(Finality::open_read_only(dir.path()).unwrap().unwrap()),
        Err(StoreError::ReadOnly)
    ));
    read(Finality::begin(dir.path(), b"a network").unwrap()).unwrap();
    assert_eq!(Finality::open(dir.path()).unwrap().unwrap().last(), 3);
}

#[test]
fn the_frames_of_another_network_are_not_gone_on_with() {
    let dir = TempDir::new().unwrap();
    Finality::begin(dir.path(), b"a network").unwrap().keep(1, b"one").unwrap();
    assert!(matches!(Finality::begin(dir.path(), b"another"), Err(StoreError::OtherNetwork(_))));
    assert_eq!(Finality::open(dir.path()).unwrap().unwrap().frame(1).unwrap().unwrap(), b"one");
}

#[test]
fn a_file_that_a_crash_left_empty_is_begun_anew() {
    let dir = TempDir::new().unwrap();
    std::fs::write(dir.path().join("finality.redb"), b"").unwrap();
    assert!(Finality::open_read_only(dir.path()).unwrap().is_none());
    let finality = Finality::begin(dir.path(), b"a network").unwrap();
    finality.keep(1, b"one").unwrap();
    assert_eq!(finality.frame(1).unwrap().unwrap(), b"one");
}

#[cfg(unix)]
#[test]
fn the_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let dir = TempDir::new().unwrap();
    Finality::begin(dir.path(), b"a network").unwrap();
    let mode = std::fs::metadata(dir.path().join("finality.redb")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}
