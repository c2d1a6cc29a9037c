//! Epochs are archived and pruned in their order; a failure raises an alarm.

use super::{super::tests::House, *};
use heliast_store::Archive;
use std::{fs, num::NonZeroU32};
use tempfile::TempDir;
use testkit_chain::{GENESIS_MS, World, epoch};

/// A node of eight rounds in segments and epochs of three, which keeps the last `keep` rounds.
fn house(keep: Option<u64>) -> (House, TempDir) {
    let dir = TempDir::new().unwrap();
    let mut world = World::new(5, 1, GENESIS_MS);
    let three = NonZeroU32::new(3).unwrap();
    let store = Store::create_in_segments(dir.path().join("data"), &world.chain, three).unwrap();
    let rounds = world.rounds(8);
    rounds.iter().for_each(|round| store.append(round).unwrap());
    store.add_epoch(&epoch(&world.chain, &rounds[..3])).unwrap();
    let archive = Archive::create(dir.path().join("archive"), &world.chain).unwrap();
    (House::over(store.with_archive(archive).unwrap().keeping(keep)), dir)
}

fn state(house: &House) -> (u64, u64) {
    let store = house.node.rounds.store();
    (store.archive().unwrap().last(), store.first())
}

fn alarms(house: &House) -> Vec<(AlarmKind, String)> {
    house.node.board.alarms().into_iter().map(|alarm| (alarm.kind, alarm.text)).collect()
}

#[test]
fn closed_epochs_are_archived_and_then_pruned() {
    let (house, _dir) = house(Some(3));
    let mut archiver = Archiver::new(&house.node.rounds, &house.node.board);
    assert!(!archiver.step(0), "no epoch is closed");
    assert_eq!(state(&house), (0, 1));
    let states: Vec<_> = std::iter::from_fn(|| archiver.step(6).then(|| state(&house))).collect();
    assert_eq!(states, [(3, 1), (6, 1), (6, 4)], "three rounds and more are kept");
    assert_eq!(alarms(&house), []);
    let files = house.node.rounds.store().archive().unwrap().files();
    assert_eq!(files.iter().map(|file| (file.first, file.last)).collect::<Vec<_>>(), [(1, 3), (4, 6)]);
}

/// If a chain goes on with longer epochs, the pruned rounds may end within one.
#[test]
fn the_rounds_of_an_epoch_that_are_still_to_come_are_waited_for() {
    let (house, _dir) = house(None);
    let mut archiver = Archiver::new(&house.node.rounds, &house.node.board);
    while archiver.step(9) {}
    assert_eq!((state(&house), alarms(&house)), ((6, 1), vec![]), "round 9 is to come");
}

#[test]
fn nothing_is_pruned_unless_that_is_asked_for() {
    let (house, _dir) = house(None);
    let mut archiver = Archiver::new(&house.node.rounds, &house.node.board);
    while archiver.step(6) {}
    assert_eq!(state(&house), (6, 1));
}

#[test]
fn what_hinders_is_an_alarm_until_it_is_mended() {
    let (house, dir) = house(Some(0));
    let folder = dir.path().join("archive");
    fs::remove_dir(&folder).unwrap();
    let mut archiver = Archiver::new(&house.node.rounds, &house.node.board);
    assert!(!archiver.step(6));
    let [(AlarmKind::Archive, text)] = &alarms(&house)[..] else { panic!("{:?}", alarms(&house)) };
    assert!(text.contains("can't be archived") && text.contains("check the disk"), "{text}");
    assert_eq!(state(&house), (0, 1));
    fs::create_dir(&folder).unwrap();
    archiver.retry_at = None;
    while archiver.step(6) {}
    assert_eq!((state(&house), alarms(&house)), ((6, 7), vec![]));
}

#[test]
fn a_round_that_differs_in_the_archive_is_kept() {
    let (house, dir) = house(Some(0));
    let mut archiver = Archiver::new(&house.node.rounds, &house.node.board);
    assert!(archiver.step(6) && archiver.step(6));
    let path = dir.path().join("archive").join("rounds-0000000001-0000000003.heliast");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    assert!(!archiver.step(6));
    assert!(alarms(&house)[0].1.contains("other bytes for round 3"), "{:?}", alarms(&house));
    assert_eq!(state(&house), (6, 1));
}

#[test]
fn little_space_is_said_with_what_is_wanted() {
    let dir = TempDir::new().unwrap();
    assert_eq!(short(dir.path(), 0), None);
    let text = short(dir.path(), u64::MAX).unwrap();
    assert!(text.contains(&dir.path().display().to_string()) && text.contains("MiB left"), "{text}");
    assert_eq!(short(&dir.path().join("none"), u64::MAX), None);
    let (house, _dir) = house(None);
    // Rounds of some kilobytes, one each second for an hour.
    let wanted = wanted(house.node.rounds.store());
    assert!((SPARE_BYTES + 3_600 * 1_000..SPARE_BYTES + 3_600 * 100_000).contains(&wanted), "{wanted}");
}
