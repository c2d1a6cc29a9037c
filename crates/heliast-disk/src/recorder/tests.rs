use super::*;
use std::{collections::BTreeSet, io::ErrorKind, os::unix::fs::MetadataExt};
use tempfile::TempDir;

/// A disk with a directory.
struct World {
    place: TempDir,
    recorder: Recorder,
}

impl World {
    fn new() -> World {
        World { place: tempfile::tempdir().unwrap(), recorder: Recorder::default() }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    /// Durably writes a file.
    fn with(&self, name: &str, bytes: &[u8]) -> PathBuf {
        fs::write(self.at(name), bytes).unwrap();
        self.at(name)
    }

    fn open(&self, name: &str) -> File {
        self.recorder.disk().open(&self.at(name)).unwrap()
    }

    fn read(&self, name: &str) -> Option<String> {
        fs::read(self.at(name)).ok().map(|bytes| String::from_utf8(bytes).unwrap())
    }
}

/// Everything that `look` finds after crashes with all possible answers.
fn states<T: Ord>(scenario: impl Fn(&World), look: impl Fn(&World) -> T) -> (BTreeSet<T>, u64) {
    let mut found = BTreeSet::new();
    let count = every_answer(|answer| {
        let world = World::new();
        scenario(&world);
        world.recorder.crash_by(answer).unwrap();
        assert_eq!(world.recorder.undurable(), 0);
        found.insert(look(&world));
    });
    (found, count)
}

fn texts<const N: usize>(texts: [&str; N]) -> BTreeSet<Option<String>> {
    texts.into_iter().map(|text| Some(text.to_owned())).collect()
}

#[test]
fn writes_stay_from_the_first_on_and_the_next_in_parts() {
    let scenario = |world: &World| {
        world.with("f", b"----");
        let file = world.open("f");
        world.recorder.write(&file, 0, b"ab").unwrap();
        world.recorder.write(&file, 2, b"cd").unwrap();
        assert_eq!(world.recorder.undurable(), 2);
        assert_eq!(world.read("f").unwrap(), "abcd", "a process sees all");
    };
    let (found, count) = states(scenario, |world| world.read("f"));
    assert_eq!(found, texts(["----", "a---", "-b--", "ab--", "abc-", "ab-d", "abcd"]));
    assert_eq!(count, 7, "each comes once");
}

#[test]
fn a_long_write_is_torn_between_sectors() {
    let scenario = |world: &World| {
        world.with("f", &[b'-'; 1200]);
        world.recorder.write(&world.open("f"), 100, &[b'x'; 1000]).unwrap();
    };
    // Bytes 100 to 512, 512 to 1024, 1024 to 1100.
    let parts =
        |world: &World| [100, 511, 512, 1023, 1024, 1099].map(|at| fs::read(world.at("f")).unwrap()[at]);
    let (found, _) = states(scenario, parts);
    let expected = (0..8).map(|bits| {
        let byte = |bit: u8| if bits >> bit & 1 == 1 { b'x' } else { b'-' };
        [byte(0), byte(0), byte(1), byte(1), byte(2), byte(2)]
    });
    assert_eq!(found, expected.collect());
}

#[test]
fn what_was_synced_stays_and_a_failed_sync_makes_nothing_durable_ever() {
    let scenario = |fails: bool| {
        move |world: &World| {
            world.with("f", b"--");
            let file = world.open("f");
            world.recorder.write(&file, 0, b"a").unwrap();
            if fails {
                world.recorder.set_fault(Some(Fault::Once(0, ErrorKind::Other)));
                world.recorder.sync_data(&file).unwrap_err();
            }
            world.recorder.write(&file, 1, b"b").unwrap();
            world.recorder.sync_all(&file).unwrap();
        }
    };
    let look = |world: &World| world.read("f");
    assert_eq!(states(scenario(false), look).0, texts(["ab"]));
    assert_eq!(states(scenario(true), look).0, texts(["-b", "ab"]));
    // Writing it again repairs it.
    let again = |world: &World| {
        scenario(true)(world);
        let file = world.open("f");
        world.recorder.write(&file, 0, b"a").unwrap();
        world.recorder.sync_data(&file).unwrap();
    };
    assert_eq!(states(again, look).0, texts(["ab"]));
}

#[test]
fn a_length_that_was_not_synced_may_be_the_old_one() {
    let scenario = |world: &World| {
        world.with("f", b"long");
        world.recorder.set_len(&world.open("f"), 2).unwrap();
    };
    assert_eq!(states(scenario, |world| world.read("f")).0, texts(["long", "lo"]));
}

#[test]
fn a_new_file_may_be_missing_or_empty() {
    let scenario = |world: &World| {
        let file = world.recorder.create(&world.at("f"), Secrecy::Public).unwrap();
        world.recorder.write(&file, 0, b"ab").unwrap();
    };
    let (found, _) = states(scenario, |world| world.read("f"));
    let mut expected = texts(["", "a", "\0b", "ab"]);
    expected.insert(None);
    assert_eq!(found, expected);
    // A synced file without a synced name is missing or complete.
    let synced = |world: &World| {
        let file = world.recorder.create(&world.at("f"), Secrecy::Public).unwrap();
        world.recorder.write(&file, 0, b"ab").unwrap();
        world.recorder.sync_all(&file).unwrap();
    };
    let mut expected = texts(["ab"]);
    expected.insert(None);
    assert_eq!(states(synced, |world| world.read("f")).0, expected);
}

#[test]
fn changes_of_one_name_stay_in_order_and_those_of_different_names_in_any() {
    let scenario = |world: &World| {
        world.with("a", b"1");
        world.with("b", b"2");
        world.recorder.rename(&world.at("a"), &world.at("c")).unwrap();
        world.recorder.rename(&world.at("c"), &world.at("d")).unwrap();
        world.recorder.remove(&world.at("b")).unwrap();
    };
    let look = |world: &World| ["a", "b", "c", "d"].map(|name| world.at(name).exists());
    let firsts = [[true, false, false], [false, true, false], [false, false, true]];
    let expected = firsts.into_iter().flat_map(|[a, c, d]| [[a, true, c, d], [a, false, c, d]]);
    assert_eq!(states(scenario, look).0, expected.collect());
}

#[test]
fn a_replaced_or_removed_file_that_comes_back_is_the_same_file() {
    let world = World::new();
    let paths = ["replaced", "removed"].map(|name| world.with(name, name.as_bytes()));
    let id = |path: &PathBuf| {
        let metadata = fs::metadata(path).unwrap();
        (metadata.ino(), metadata.created().ok(), metadata.nlink(), metadata.mode())
    };
    let before = paths.each_ref().map(id);
    let new = world.with("new", b"new");
    world.recorder.rename(&new, &paths[0]).unwrap();
    world.recorder.remove(&paths[1]).unwrap();
    assert_eq!(world.read("replaced").unwrap(), "new");
    assert_eq!(fs::metadata(&paths[0]).unwrap().nlink(), 1);
    world.recorder.crash(Loss::Lost).unwrap();
    assert_eq!(paths.each_ref().map(id), before);
    assert_eq!(world.read("new").unwrap(), "new", "the file has its old name again");
}

#[test]
fn hard_links_are_names_of_one_file() {
    let scenario = |world: &World| {
        let from = world.with("a", b"1");
        world.recorder.link(&from, &world.at("b")).unwrap();
        assert_eq!(world.recorder.link(&from, &world.at("b")).unwrap_err().kind(), ErrorKind::AlreadyExists);
        world.recorder.remove(&from).unwrap();
    };
    let look = |world: &World| {
        let links = |name| fs::metadata(world.at(name)).map_or(0, |metadata| metadata.nlink());
        (links("a"), links("b"))
    };
    // In the second state the file is lost: the removal reached the disk, and the link before it did not.
    assert_eq!(states(scenario, look).0, BTreeSet::from([(1, 0), (0, 0), (2, 2), (0, 1)]));
}

#[test]
fn directories_move_with_what_is_in_them() {
    let scenario = |world: &World| {
        let (draft, home) = (world.at("draft"), world.at("home"));
        world.recorder.create_dir(&draft, Secrecy::Secret).unwrap();
        world.recorder.sync_dir(world.place.path()).unwrap();
        drop(world.recorder.create(&draft.join("f"), Secrecy::Secret).unwrap());
        world.recorder.rename(&draft, &home).unwrap();
        assert!(home.join("f").exists());
    };
    let look = |world: &World| ["draft", "draft/f", "home", "home/f"].map(|name| world.at(name).exists());
    let expected = [
        [true, false, false, false],
        [true, true, false, false],
        [false, false, true, false],
        [false, false, true, true],
    ];
    assert_eq!(states(scenario, look).0, expected.into());
    // If its names were synced before, it is complete in either place.
    let synced = |world: &World| {
        let draft = world.at("draft");
        world.recorder.create_dir(&draft, Secrecy::Secret).unwrap();
        drop(world.recorder.create(&draft.join("f"), Secrecy::Secret).unwrap());
        world.recorder.sync_dir(&draft).unwrap();
        world.recorder.sync_dir(world.place.path()).unwrap();
        world.recorder.rename(&draft, &world.at("home")).unwrap();
    };
    assert_eq!(states(synced, look).0, [expected[1], expected[3]].into());
}

#[test]
fn calls_fail_as_the_systems_do() {
    let world = World::new();
    let (recorder, file) = (&world.recorder, world.with("f", b""));
    fs::create_dir(world.at("d")).unwrap();
    fs::write(world.at("d/f"), "").unwrap();
    let kind = |result: io::Result<()>| result.unwrap_err().kind();
    assert_eq!(kind(recorder.remove(&world.at("none"))), ErrorKind::NotFound);
    assert_eq!(kind(recorder.remove(&world.at("d"))), fs::remove_file(world.at("d")).unwrap_err().kind());
    assert_eq!(kind(recorder.remove_dir(&world.at("d"))), ErrorKind::DirectoryNotEmpty);
    assert_eq!(kind(recorder.remove_dir(&file)), ErrorKind::NotADirectory);
    assert_eq!(kind(recorder.create_dir(&file, Secrecy::Secret)), ErrorKind::AlreadyExists);
    assert_eq!(recorder.create(&file, Secrecy::Public).unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(kind(recorder.rename(&file, &world.at("d"))), ErrorKind::IsADirectory);
    assert_eq!(kind(recorder.rename(&world.at("none"), &file)), ErrorKind::NotFound);
    assert_eq!(kind(recorder.rename(&file, &world.at("d/g"))), ErrorKind::Unsupported);
    assert_eq!(kind(recorder.sync_dir(&world.at("none"))), ErrorKind::NotFound);
    recorder.rename(&file, &file).unwrap();
    assert_eq!(recorder.undurable(), 0, "nothing has changed");
    recorder.crash(Loss::Lost).unwrap();
    assert!(file.exists() && world.at("d/f").exists());
}

#[test]
fn a_fault_hits_the_call_that_it_is_for() {
    let world = World::new();
    let file = world.with("f", b"------");
    let open = world.open("f");
    world.recorder.set_fault(Some(Fault::Once(1, ErrorKind::StorageFull)));
    world.recorder.write(&open, 0, b"a").unwrap();
    assert_eq!(world.recorder.write(&open, 0, b"bbbbbb").unwrap_err().kind(), ErrorKind::StorageFull);
    assert_eq!(world.read("f").unwrap(), "bb----", "a third of it");
    world.recorder.write(&open, 0, b"cc").unwrap();
    world.recorder.set_fault(Some(Fault::EndAfter(1)));
    world.recorder.sync_data(&open).unwrap();
    for _ in 0..2 {
        assert!(world.recorder.remove(&file).is_err());
    }
    assert!(file.exists());
    // After a crash the next process runs normally.
    world.recorder.crash(Loss::Kept).unwrap();
    world.recorder.remove(&file).unwrap();
    assert_eq!(world.recorder.calls().len(), 7);
}

#[test]
fn losses_answer_within_the_question() {
    let doubts = [Doubt::Writes(3), Doubt::Writes(1), Doubt::Part(0, 3), Doubt::Part(2, 3), Doubt::Name];
    let answers = |loss: Loss| {
        let mut answer = loss.answers();
        doubts.map(&mut answer)
    };
    assert_eq!(answers(Loss::Kept), [3, 1, 1, 1, 1]);
    assert_eq!(answers(Loss::Lost), [0; 5]);
    assert_eq!(answers(Loss::Torn), [2, 0, 1, 0, 1]);
    let mut drawn = BTreeSet::new();
    for seed in 0..200 {
        let answers = answers(Loss::Drawn(seed));
        assert!(answers.iter().zip(doubts).all(|(answer, doubt)| *answer < doubt.answers()));
        drawn.insert(answers);
    }
    assert!(drawn.len() > 50, "{}", drawn.len());
    assert_eq!(answers(Loss::Drawn(7)), answers(Loss::Drawn(7)));
}

#[test]
fn every_sequence_of_answers_comes_once() {
    let mut found = vec![];
    // The second question depends on the first answer.
    let count = every_answer(|answer| {
        let first = answer(Doubt::Writes(2));
        found.push((first, if first == 1 { answer(Doubt::Name) } else { 9 }));
    });
    assert_eq!(found, [(0, 9), (1, 0), (1, 1), (2, 9)]);
    assert_eq!(count, 4);
    assert_eq!(every_answer(|_| ()), 1, "without doubts there is one state");
}

#[test]
fn a_scenario_that_never_ends_is_given_up() {
    assert_eq!(every_end(|_| false), None);
    assert_eq!(every_end(|_| true), Some(0));
}

#[test]
fn a_torn_write_of_each_file_and_all_names_stay_in_a_torn_crash() {
    let world = World::new();
    let disk = world.recorder.disk();
    let (one, path) = (disk.open_or_create(&world.at("f"), Secrecy::Public).unwrap(), world.at("f"));
    disk.overwrite(&path, &one, 0, b"aaaa").unwrap();
    disk.sync(&path, &one).unwrap();
    disk.overwrite(&path, &one, 0, b"bbbb").unwrap();
    drop(disk.open_or_create(&world.at("g"), Secrecy::Public).unwrap());
    world.recorder.crash(Loss::Torn).unwrap();
    assert_eq!((world.read("f"), world.read("g")), (Some("bbaa".to_owned()), Some(String::new())));
}

#[test]
fn a_full_disk_takes_what_fits_and_lets_no_file_become_longer() {
    let world = World::new();
    let (disk, path) = (world.recorder.disk(), world.at("f"));
    let file = disk.open_or_create(&path, Secrecy::Public).unwrap();
    world.recorder.set_fault(Some(Fault::FullAfter(5)));
    let full = |done: Result<(), crate::Error>| done.unwrap_err().kind() == io::ErrorKind::StorageFull;
    disk.overwrite(&path, &file, 0, b"abc").unwrap();
    disk.set_len(&path, &file, 9).unwrap();
    assert!(full(disk.overwrite(&path, &file, 3, b"defg")), "two of them fit");
    assert_eq!(world.read("f").unwrap(), "abcde\0\0\0\0");
    assert!(full(disk.overwrite(&path, &file, 0, b"x")) && full(disk.set_len(&path, &file, 10)));
    disk.set_len(&path, &file, 4).unwrap();
    disk.sync(&path, &file).unwrap();
    world.recorder.set_fault(None);
    disk.overwrite(&path, &file, 4, b"!").unwrap();
    world.recorder.crash(Loss::Lost).unwrap();
    assert_eq!(world.read("f").unwrap(), "abcd");
}
