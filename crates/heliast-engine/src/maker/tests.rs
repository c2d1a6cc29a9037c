//! Trees that are made, found again, replaced and interrupted.

use super::{super::tests::settings, *};
use heliast::stateful::{PublicKey, Scheme};
use tempfile::TempDir;

fn terms(height: u8, first: u64) -> Terms {
    Terms::new(Scheme::XVrf, height, 1, first).unwrap()
}

/// Makes a key of eight leaves in `home` and waits for it.
fn made(home: &TempDir, first: u64, useful_at: u64) -> PublicKey {
    let mut maker = Maker::start(settings(home.path()), Protection::default());
    maker.make(Job { participant: 7, dir: home.path().join("key"), terms: terms(3, first), useful_at });
    let (participant, made) = maker.wait();
    assert_eq!(participant, 7);
    made.unwrap().public_key()
}

#[test]
fn a_key_that_was_made_before_is_taken_while_it_is_of_use() {
    let home = TempDir::new().unwrap();
    let key = made(&home, 10, 12);
    assert_eq!((key.terms.first(), key.terms.rounds()), (10, 8));
    assert_eq!(made(&home, 10, 12), key);
    assert_eq!(made(&home, 14, 17), key, "it has an answer for round 17 still");
    let next = made(&home, 14, 18);
    assert_ne!(next, key, "it would be over when it could be due");
    assert_eq!(next.terms.first(), 14);
    assert_ne!(made(&home, 13, 14), next, "it begins too late");
    // The two that were replaced have left nothing behind.
    let witnesses = std::fs::read_dir(home.path().join("witnesses")).unwrap();
    let witnesses: Vec<_> = witnesses.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(witnesses.len(), 3, "one witness and its locks: {witnesses:?}");
}

#[test]
fn a_thread_that_ended_or_never_was_is_gone() {
    let home = TempDir::new().unwrap();
    let mut maker = Maker::start(settings(home.path()), Protection::default());
    assert!(!maker.is_gone());
    let ended = thread::spawn(|| ());
    while !ended.is_finished() {
        thread::yield_now();
    }
    let working = maker.thread.replace(ended);
    assert!(maker.is_gone());
    maker.thread = None;
    assert!(maker.is_gone());
    maker.thread = working;
    assert!(!maker.is_gone());
}

#[test]
fn keys_of_other_terms_are_replaced() {
    let home = TempDir::new().unwrap();
    let key = made(&home, 10, 12);
    let mut maker = Maker::start(settings(home.path()), Protection::default());
    for other in [
        terms(4, 10),
        Terms::new(Scheme::IVrf, 3, 1, 10).unwrap(),
        Terms::new(Scheme::XVrf, 3, 2, 10).unwrap(),
    ] {
        maker.make(Job { participant: 0, dir: home.path().join("key"), terms: other, useful_at: 11 });
        let store = maker.wait().1.unwrap();
        assert_eq!(store.terms(), other);
        assert_ne!(store.public_key(), key);
    }
}

#[test]
fn jobs_are_done_in_their_order_and_a_failure_costs_only_its_own() {
    let home = TempDir::new().unwrap();
    std::fs::write(home.path().join("file"), b"").unwrap();
    let mut maker = Maker::start(settings(home.path()), Protection::default());
    for (participant, dir) in [(0, "a"), (1, "file/b"), (2, "c")] {
        maker.make(Job { participant, dir: home.path().join(dir), terms: terms(3, 0), useful_at: 0 });
    }
    let made: Vec<(u32, bool)> = (0..3)
        .map(|_| {
            let (participant, made) = maker.wait();
            (participant, made.is_ok())
        })
        .collect();
    assert_eq!(made, [(0, true), (1, false), (2, true)]);
    assert!(maker.made().is_none());
}

/// A tree of a million leaves takes minutes; a node that is stopped does not.
#[test]
fn a_large_tree_is_broken_off_and_gone_on_with() {
    let home = TempDir::new().unwrap();
    let dir = home.path().join("key");
    let job = || Job { participant: 0, dir: dir.clone(), terms: terms(20, 0), useful_at: 1 };
    let begun = |maker: &mut Maker| {
        maker.make(job());
        while !dir.join("secret").exists() {
            thread::yield_now();
        }
    };
    let mut maker = Maker::start(settings(home.path()), Protection::default());
    begun(&mut maker);
    drop(maker);
    let secret = std::fs::read(dir.join("secret")).unwrap();
    let mut maker = Maker::start(settings(home.path()), Protection::default());
    begun(&mut maker);
    drop(maker);
    assert_eq!(std::fs::read(dir.join("secret")).unwrap(), secret, "the same key");
    assert!(matches!(Store::open(&dir, None, &settings(home.path())), Err(Error::Unfinished { .. })));
}
