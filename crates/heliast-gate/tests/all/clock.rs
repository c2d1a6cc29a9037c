//! Clocks that are set back, with every kind of list of spent stamps: no list takes a stamp twice.

use heliast_gate::Durable;
use heliast_group::RsaGroup;
use heliast_stamp::{
    Expected, Memory, Nonce, Paid, Price, PrivateIssuer, Secret, Spending, Spent, SpentError, solve,
};
use redb::{Database, TableDefinition};
use std::path::Path;

const NOW: u64 = 1_800_000_000_000;
const LIFE: u64 = 60_000;
const HOUR: u64 = 3_600_000;

/// Stamps of a site whose clock a test sets.
struct Site(PrivateIssuer);

impl Site {
    fn new() -> Site {
        let mut issuer = PrivateIssuer::new(Secret::new([7; 32]), &RsaGroup::rsa_2048());
        issuer.add_delay(10);
        Site(issuer)
    }

    fn expected() -> Expected {
        Expected::new(b"a site", b"", 10)
    }

    fn stamp(&self, issued_ms: u64, nonce: u8) -> Vec<u8> {
        let price = Price { t: 10, now_ms: issued_ms, life_ms: LIFE };
        let terms = Site::expected().terms(price, Nonce([nonce; 16]));
        solve(&self.0.challenge(&terms).unwrap().to_bytes(), |_| true).unwrap()
    }

    fn paid(&self, stamp: &[u8], now_ms: u64) -> Paid {
        self.0.check(stamp, &Site::expected().at(now_ms)).unwrap()
    }
}

#[track_caller]
fn assert_forgotten(said: Result<Spending, SpentError>) {
    assert!(matches!(said, Err(SpentError::Forgotten { .. })), "{said:?}");
}

/// Takes a stamp, and lets the list remove it by setting the clock an hour ahead; then the clock is set back.
fn ahead_and_back(site: &Site, list: &dyn Spent) -> Vec<u8> {
    let (early, late) = (site.stamp(NOW, 1), site.stamp(NOW + HOUR, 2));
    assert_eq!(list.spend(&site.paid(&early, NOW)).unwrap(), Spending::First);
    assert_eq!(list.spend(&site.paid(&early, NOW)).unwrap(), Spending::Again);
    assert_eq!(list.spend(&site.paid(&late, NOW + HOUR)).unwrap(), Spending::First);
    assert_forgotten(list.spend(&site.paid(&early, NOW)));
    // The list still knows the others, and takes a new stamp.
    assert_eq!(list.spend(&site.paid(&late, NOW + HOUR)).unwrap(), Spending::Again);
    let next = site.stamp(list.forgotten_ms(), 3);
    assert_eq!(list.spend(&site.paid(&next, list.forgotten_ms())).unwrap(), Spending::First);
    early
}

#[test]
fn a_list_in_memory_takes_no_stamp_twice() {
    ahead_and_back(&Site::new(), &Memory::new(10));
}

/// The worker of a dropped list ends a moment later.
fn open(path: &Path) -> Durable {
    loop {
        if let Ok(list) = Durable::open(path, 10) {
            return list;
        }
        std::thread::yield_now();
    }
}

#[test]
fn a_list_in_a_file_takes_no_stamp_twice_also_after_a_restart() {
    let (site, dir) = (Site::new(), tempfile::tempdir().unwrap());
    let path = dir.path().join("spent.redb");
    let list = open(&path);
    let early = ahead_and_back(&site, &list);
    let forgotten_ms = list.forgotten_ms();
    assert!((NOW + LIFE..NOW + HOUR).contains(&forgotten_ms), "{forgotten_ms}");
    drop(list);
    let list = open(&path);
    assert_eq!(list.forgotten_ms(), forgotten_ms);
    assert_forgotten(list.spend(&site.paid(&early, NOW)));
}

/// Files from earlier versions of the program.
#[test]
fn a_file_without_the_time_up_to_which_it_has_forgotten_is_read() {
    let (site, dir) = (Site::new(), tempfile::tempdir().unwrap());
    let path = dir.path().join("spent.redb");
    let (stamp, other) = (site.stamp(NOW, 1), site.stamp(NOW, 2));
    let paid = site.paid(&stamp, NOW);
    let begun = Database::create(&path).unwrap().begin_write().unwrap();
    begun
        .open_table(TableDefinition::<[u8; 16], u64>::new("spent"))
        .unwrap()
        .insert(paid.id(), paid.until_ms())
        .unwrap();
    begun
        .open_table(TableDefinition::<(u64, [u8; 16]), ()>::new("ends"))
        .unwrap()
        .insert((paid.until_ms(), *paid.id()), ())
        .unwrap();
    begun.commit().unwrap();
    let list = open(&path);
    assert_eq!(list.forgotten_ms(), 0);
    assert_eq!(list.spend(&paid).unwrap(), Spending::Again);
    assert_eq!(list.spend(&site.paid(&other, NOW)).unwrap(), Spending::First);
    let late = site.stamp(NOW + HOUR, 3);
    assert_eq!(list.spend(&site.paid(&late, NOW + HOUR)).unwrap(), Spending::First);
    assert_forgotten(list.spend(&paid));
}
