//! Permissions: the users who may read each file.

use super::*;
use crate::{Passphrase, Refusal, is_under_passphrase};
use heliast_disk::recorder::{Fault, Recorder};
use std::time::Duration;

fn passphrase(words: &str) -> Passphrase {
    // The cheapest cost: tests have no secrets to protect.
    Passphrase::new(words.to_owned()).with_work(1).unwrap()
}

#[test]
fn a_passphrase_is_needed_and_must_be_right() {
    let world = World::new();
    let (dir, right) = (world.dir("store"), passphrase("open sesame"));
    let generation = Generation::create(&dir, request(terms(4)), Some(right.clone()), world.settings.clone());
    drop(generation.unwrap());
    assert!(Store::is_encrypted(&dir).unwrap());
    let resume = |passphrase| Generation::resume(&dir, passphrase, world.settings.clone());
    assert_eq!(refused(resume(None)), Refusal::PassphraseMissing);
    assert_eq!(refused(resume(Some(passphrase("open barley")))), Refusal::PassphraseWrong);
    let public = resume(Some(right.clone())).unwrap().run(&AtomicBool::new(false), |_| {}).unwrap();
    assert_eq!(public, *oracle(terms(4)).public_key());

    assert!(Store::is_encrypted(&dir).unwrap());
    assert_eq!(world.refused("store"), Refusal::PassphraseMissing);
    let open = |passphrase: &Passphrase| Store::open(&dir, Some(passphrase), &world.settings);
    assert_eq!(refused(open(&passphrase(""))), Refusal::PassphraseWrong);
    open(&right).unwrap().prove(turn(0), b"x").unwrap();
    for entry in fs::read_dir(&dir).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(32).any(|window| window == seeds().secret), "the seed lies open");
    }
}

#[test]
fn a_damaged_secret_under_a_passphrase_is_refused() {
    let world = World::new();
    let (dir, right) = (world.dir("store"), passphrase("x"));
    let generation = Generation::create(&dir, request(terms(4)), Some(right.clone()), world.settings.clone());
    generation.unwrap().run(&AtomicBool::new(false), |_| {}).unwrap();
    let good = fs::read(dir.join("secret")).unwrap();
    let open = |bytes: &[u8]| {
        fs::write(dir.join("secret"), bytes).unwrap();
        Store::open(&dir, Some(&right), &world.settings)
    };
    for at in (0..good.len()).step_by(7) {
        assert!(open(&good[..at]).is_err(), "cut to {at}");
        let mut bad = good.clone();
        bad[at] ^= 4;
        assert!(open(&bad).is_err(), "byte {at}");
    }
    open(&good).unwrap();
}

/// The program may end anywhere: one passphrase opens the key, and its answers stay recorded.
#[test]
fn another_passphrase_takes_its_place_in_one_step() {
    let world = World::with_key();
    let dir = world.dir("store");
    let (old, new) = (passphrase("open sesame"), passphrase("open barley"));
    world.open("store").unwrap().prove(turn(3), b"x").unwrap();
    let opens = |words: Option<&Passphrase>| Store::open(&dir, words, &world.settings).is_ok();
    let clear = Refusal::NotEncrypted { path: dir.join("secret") };
    assert_eq!(refused(Store::open(&dir, Some(&old), &world.settings)), clear);
    assert_eq!(refused(Store::adopt(&dir, Some(&old), &world.settings, 9)), clear);
    assert_eq!(refused(Store::protect(&dir, Some(&old), Some(&new))), clear);
    let marks = fs::read(dir.join("marks")).unwrap();
    Store::protect(&dir, None, Some(&old)).unwrap();
    assert!(Store::is_encrypted(&dir).unwrap() && opens(Some(&old)) && !opens(None));
    assert_eq!(refused(Store::protect(&dir, None, Some(&new))), Refusal::PassphraseMissing);
    assert_eq!(refused(Store::protect(&dir, Some(&new), None)), Refusal::PassphraseWrong);

    let mut breaks = 0;
    for step in 0.. {
        let recorder = Recorder::default();
        recorder.set_fault(Some(Fault::EndAfter(step)));
        let done = Store::protect_on(&recorder.disk(), &dir, Some(&old), Some(&new)).is_ok();
        assert!(opens(Some(&old)) != opens(Some(&new)), "after step {step}");
        if done {
            break;
        }
        breaks += 1;
        let _ = Store::protect(&dir, Some(&new), Some(&old));
    }
    assert!(breaks > 3 && opens(Some(&new)));
    assert_eq!(fs::read(dir.join("marks")).unwrap(), marks);
    let mut store = Store::open(&dir, Some(&new), &world.settings).unwrap();
    assert!(store.prove(turn(3), b"another").is_err());
    assert_eq!(refused(Store::protect(&dir, Some(&new), None)), Refusal::InUse(dir.clone()));
    drop(store);
    Store::protect(&dir, Some(&new), None).unwrap();
    world.open("store").unwrap().prove(turn(4), b"y").unwrap();
    assert!(matches!(Store::protect(&world.dir("none"), None, None), Err(Error::NoKey(_))));
}

#[test]
fn the_passphrase_of_trees_is_that_of_the_format() {
    let words = Passphrase::of_trees(&[1; 32]);
    // printf 'heliast passphrase of trees 1' and the 32 bytes, through sha256sum.
    let hex = "31b15ab161999bc65e82e79298ea8b8e939c1289b605fa93c56ecaa5557ad83c";
    let sealed = Passphrase::new(hex.to_owned()).with_work(1).unwrap().encrypt(b"secret").unwrap();
    assert_eq!(*words.decrypt(Path::new("secret"), &sealed, 6).unwrap(), b"secret");
    let other = Passphrase::of_trees(&[2; 32]);
    assert_eq!(refused(other.decrypt(Path::new("secret"), &sealed, 6)), Refusal::PassphraseWrong);
    assert_eq!(format!("{words:?}"), "Passphrase { .. }");
}

#[test]
fn costs_beyond_reason_are_refused() {
    for log_n in [0, 21, 64, 255] {
        assert!(matches!(Passphrase::new(String::new()).with_work(log_n), Err(Error::Work { .. })));
    }
}

/// On any fast machine, a file that is written can be read again.
#[test]
fn the_cost_that_is_chosen_is_one_that_is_tried() {
    let works = [0, 1, 500_000, 30_000_000, 600_000_000, 999_999_999, 1_000_000_000, u64::MAX];
    let works = works.map(|nanos| crate::secret::work_where(Duration::from_nanos(nanos)));
    assert_eq!(works, [20, 20, 20, 20, 17, 17, 17, 17]);
    let words = Passphrase::new("open sesame".to_owned());
    let sealed = words.encrypt(b"secret").unwrap();
    assert_eq!(*words.decrypt(Path::new("key"), &sealed, 6).unwrap(), b"secret");
}

/// This holds no matter how slow the machine was when the file was written.
#[test]
fn the_cost_that_is_chosen_is_not_weak() {
    let least = crate::secret::work_where(Duration::MAX);
    assert_eq!(least, 17);
    let stanza = |log_n: &str| format!("age-encryption.org/v1\n-> scrypt c2FsdA {log_n}\nmore\n");
    for (log_n, weakness) in
        [("1", Some(1)), ("14", Some(14)), ("16", Some(16)), ("17", None), ("20", None), ("x", None)]
    {
        assert_eq!(Passphrase::weakness(stanza(log_n).as_bytes()), weakness, "{log_n}");
    }
    assert_eq!(Passphrase::weakness(&passphrase("x").encrypt(b"secret").unwrap()), Some(1));
    let written = Passphrase::new("open sesame".to_owned()).encrypt(b"secret").unwrap();
    assert_eq!(Passphrase::weakness(&written), None);
    for other in [&b""[..], b"age-encryption.org/v1\n", b"age-encryption.org/v1\n-> X25519 a 14\n", b"HLKS"] {
        assert_eq!(Passphrase::weakness(other), None);
    }
}

/// A file of another program, whose passphrase costs a hundred times as much as in this crate.
#[test]
fn a_file_that_costs_minutes_is_refused_before_they_pass() {
    let path = Path::new("key");
    let good = passphrase("x").encrypt(b"secret").unwrap();
    assert_eq!(*passphrase("x").decrypt(path, &good, 6).unwrap(), b"secret");
    let text = String::from_utf8_lossy(&good).into_owned();
    let stanza = text.lines().find(|line| line.starts_with("-> scrypt ")).unwrap();
    for log_n in ["21", "22", "30", "63"] {
        let costly = format!("{} {log_n}", stanza.strip_suffix(" 1").unwrap());
        let at = text.find(stanza).unwrap();
        let bad = [&good[..at], costly.as_bytes(), &good[at + stanza.len()..]].concat();
        let refused = passphrase("x").decrypt(path, &bad, 6).unwrap_err();
        assert!(matches!(&refused, Error::Damaged { what, .. } if what.contains("steps")), "{refused:?}");
    }
}

#[test]
fn a_secret_of_another_length_or_none_at_all_is_refused() {
    let (path, right) = (Path::new("key"), passphrase("x"));
    let good = right.encrypt(b"secret").unwrap();
    assert!(is_under_passphrase(&good) && !is_under_passphrase(b"secret"));
    assert!(matches!(right.decrypt(path, &good, 5), Err(Error::Damaged { .. })));
    assert!(matches!(right.decrypt(path, b"secret", 6), Err(Error::Damaged { .. })));
    assert!(matches!(right.decrypt(path, b"", 6), Err(Error::Damaged { .. })));
    assert_eq!(refused(passphrase("y").decrypt(path, &good, 6)), Refusal::PassphraseWrong);
}

#[cfg(unix)]
mod modes {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o7777
    }

    fn set(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn everything_is_its_owners_alone() {
        let world = World::with_key();
        let mut store = world.open("store").unwrap();
        store.prove(turn(5), b"x").unwrap();
        store.settle();
        for dir in [world.dir("store"), world.settings.witnesses.clone()] {
            assert_eq!(mode(&dir), 0o700);
            let paths: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
            assert!(paths.len() >= 2);
            paths.iter().for_each(|path| assert_eq!(mode(path), 0o600, "{}", path.display()));
        }
    }

    #[test]
    fn a_key_that_is_open_to_others_is_refused() {
        let world = World::with_key();
        for (path, good, bad) in
            [("store/secret", 0o600, [0o640, 0o604, 0o660]), ("store", 0o755, [0o775, 0o757, 0o777])]
        {
            for bad in bad {
                set(&world.dir(path), bad);
                assert_eq!(world.refused("store"), Refusal::Shared { path: world.dir(path), mode: bad });
            }
            set(&world.dir(path), good);
            world.open("store").unwrap();
        }
    }
}
