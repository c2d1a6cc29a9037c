//! Announcements: the keys that are due are part of the state on which the next round builds.

use super::{
    super::database::{ANNOUNCED, begin_write},
    *,
};
use heliast::{Announced, keys::Change};

/// A chain in which keys were announced in rounds 2 and 4, and one was withdrawn in round 5; six rounds.
fn announcing() -> (TempDir, Store, Vec<Verified<Round>>) {
    let mut world = World::with_lead(2);
    let mut rounds = vec![world.next()];
    world.announce(1, 40);
    world.announce(2, 50);
    rounds.push(world.next());
    rounds.push(world.next());
    world.announce(0, 60);
    rounds.push(world.next());
    world.change(2, Change::Withdrawal);
    rounds.push(world.next());
    rounds.push(world.next());
    let dir = TempDir::new().unwrap();
    let store = Store::create(dir.path(), &world.chain).unwrap();
    rounds.iter().for_each(|round| store.append(round).unwrap());
    (dir, store, rounds)
}

#[test]
fn the_keys_survive_reopening_at_every_round() {
    let (dir, store, rounds) = announcing();
    let tips: Vec<Tip> = rounds.iter().map(|round| store.chain().tip_after(round)).collect();
    drop(store);
    for open in [Store::open, Store::open_read_only] {
        let store = open(dir.path()).unwrap();
        assert_eq!(store.tip(), tips[5]);
        assert_eq!(store.tip().keys().announced_count(), 4);
        for (number, tip) in (2..).zip(&tips) {
            assert_eq!(store.tip_before(number).unwrap().as_ref(), Some(tip), "{number}");
        }
    }
}

/// Changes the table of announcements behind the store's back.
fn tamper(dir: &TempDir, change: impl Fn(&mut redb::Table<'_, u64, &'static [u8]>)) {
    let database = redb::Database::open(dir.path().join(file::NAME)).unwrap();
    let transaction = begin_write(&database).unwrap();
    change(&mut transaction.open_table(ANNOUNCED).unwrap());
    transaction.commit().unwrap();
}

#[test]
fn announcements_that_were_changed_stop_the_node() {
    for case in ["gone", "in another place", "of another round", "no announcement"] {
        let (dir, store, rounds) = announcing();
        drop(store);
        let of = |round: &Verified<Round>| {
            let announced = round.announcements.iter().map(|one| one.announced(round.number));
            Announced::encode_all(&announced.collect::<Vec<_>>())
        };
        let (second, fourth) = (of(&rounds[1]), of(&rounds[3]));
        tamper(&dir, |table| {
            drop(match case {
                "gone" => table.remove(2).unwrap(),
                "in another place" => table.insert(3, second.as_slice()).unwrap(),
                "of another round" => table.insert(2, fourth.as_slice()).unwrap(),
                _ => table.insert(4, b"HLRD".as_slice()).unwrap(),
            });
        });
        let error = Store::open(dir.path()).err().unwrap();
        assert!(matches!(error, StoreError::Corrupt(_)), "{case}: {error:?}");
        // A reader that verifies from the beginning still gets all rounds.
        let reader = Store::open_read_only(dir.path()).unwrap();
        assert_eq!(reader.last(), 6);
        for (entry, round) in reader.entries(1, 6).zip(&rounds) {
            assert_eq!(entry.unwrap().bytes, round.encode(), "{case}");
        }
        assert_eq!(reader.tip_before(1).unwrap(), Some(reader.chain().start()), "{case}");
    }
}

#[test]
fn a_chain_goes_on_after_announcements() {
    let (dir, store, rounds) = announcing();
    drop(store);
    let store = Store::open(dir.path()).unwrap();
    let mut world = World::with_lead(2);
    // The same rounds again, from the same keys.
    world.tip = store.tip();
    world.announce(3, 70);
    let next = world.next();
    assert_eq!(next.number, rounds.len() as u64 + 1);
    store.append(&next).unwrap();
    drop(store);
    let store = Store::open(dir.path()).unwrap();
    assert_eq!((store.last(), store.tip()), (7, world.tip));
}
