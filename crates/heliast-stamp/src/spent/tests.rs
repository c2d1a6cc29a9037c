//! The list in memory, compared with one that keeps everything and searches through it.

use super::*;
use crate::{Nonce, Price};
use proptest::{collection::vec, prelude::*};

const SKEW: u64 = 700;

/// A stamp with this nonce that ends at `last_ms` and is accepted at `now_ms`.
fn paid(nonce: u8, last_ms: u64, now_ms: u64) -> Paid {
    let expected = Expected::new(b"a site", b"", 1).at(now_ms).with_skew(SKEW);
    let price = Price { t: 1, now_ms: last_ms, life_ms: 0 };
    let terms = expected.terms(price, Nonce([nonce; 16]));
    Paid::new(&[&last_ms.to_be_bytes()[..], &[nonce]].concat(), terms, &expected)
}

#[test]
fn a_stamp_is_remembered_until_no_machine_takes_it() {
    let paid = paid(1, 10_000, 9_000);
    assert_eq!((paid.now_ms(), paid.until_ms(), paid.shared_until_ms()), (9_000, 10_700, 11_400));
    assert_eq!((paid.terms().last_ms, paid.terms().t), (10_000, 1));
    let always = Expected::new(b"a site", b"", 1).with_skew(u64::MAX);
    let terms = paid.terms().clone();
    let paid = Paid::new(&[], terms, &always);
    assert_eq!((paid.until_ms(), paid.shared_until_ms()), (u64::MAX, u64::MAX), "it does not wrap");
}

#[test]
fn what_is_late_is_forgotten_after_a_second_and_not_before() {
    let list = Memory::new(10);
    // With the skew it ends at 10,700, in second 10, which is over at 11,000.
    assert_eq!(list.spend(&paid(1, 10_000, 10_000)).unwrap(), Spending::First);
    for now_ms in [10_000, 10_700, 10_701, 11_000, 11_999] {
        assert_eq!(list.spend(&paid(1, 10_000, now_ms)).unwrap(), Spending::Again, "{now_ms}");
        assert_eq!((list.len(), list.forgotten_ms()), (1, 0));
    }
    assert_eq!(list.spend(&paid(2, 20_000, 12_000)).unwrap(), Spending::First);
    assert_eq!((list.len(), list.forgotten_ms()), (1, 10_999));
    // Both stamps of the same second, no matter which was in the list.
    for (nonce, last_ms) in [(1, 10_000), (3, 9_300), (3, 10_299)] {
        let said = list.spend(&paid(nonce, last_ms, 10_000));
        let expected = last_ms + SKEW;
        assert!(
            matches!(said, Err(SpentError::Forgotten { until_ms, forgotten_ms: 10_999 }) if until_ms == expected),
            "{said:?}"
        );
    }
    assert_eq!(list.spend(&paid(3, 10_300, 10_000)).unwrap(), Spending::First, "it ends later");
}

#[test]
fn a_full_list_takes_none_and_knows_its_own() {
    let list = Memory::new(3);
    assert!(list.is_empty());
    for nonce in 0..3 {
        assert!(list.spend(&paid(nonce, 10_000, 10_000)).unwrap().is_first());
    }
    for nonce in 3..100 {
        let said = list.spend(&paid(nonce, 10_000, 10_000));
        assert!(matches!(said, Err(SpentError::Full(3))), "{said:?}");
    }
    assert_eq!(list.spend(&paid(2, 10_000, 10_000)).unwrap(), Spending::Again);
    assert_eq!(list.len(), 3);
    // With time there is room again, for the same number of stamps.
    for nonce in 3..6 {
        assert!(list.spend(&paid(nonce, 40_000, 30_000)).unwrap().is_first());
    }
    assert!(matches!(list.spend(&paid(6, 40_000, 30_000)), Err(SpentError::Full(3))));
    let none = Memory::new(0);
    assert!(matches!(none.spend(&paid(1, 10_000, 10_000)), Err(SpentError::Full(0))));
}

#[test]
fn a_list_whose_user_panicked_is_used_on() {
    let list = Memory::new(3);
    assert!(list.spend(&paid(1, 10_000, 10_000)).unwrap().is_first());
    std::thread::scope(|scope| {
        let panics = || {
            let _lists = list.lists.lock().unwrap();
            std::panic::resume_unwind(Box::new("as a caller would"));
        };
        assert!(scope.spawn(panics).join().is_err());
    });
    assert!(list.lists.is_poisoned());
    assert_eq!(list.spend(&paid(1, 10_000, 10_000)).unwrap(), Spending::Again);
    assert_eq!((list.len(), list.forgotten_ms()), (1, 0));
}

#[test]
fn what_an_operator_is_told() {
    assert!(Spending::First.is_first() && Spending::Unlisted.is_first() && !Spending::Again.is_first());
    assert_eq!((Memory::new(1).trouble(), Memory::new(1).forgotten_ms()), (None, 0));
    let broken = SpentError::Unavailable("the disk is full".into());
    for (error, text) in [
        (SpentError::Full(7), "7 spent stamps are remembered"),
        (
            SpentError::Forgotten { until_ms: 5, forgotten_ms: 6 },
            "ends at 5 ms and spent stamps are forgotten up to 6 ms",
        ),
        (broken, "can't be used: the disk is full"),
    ] {
        assert!(error.to_string().contains(text), "{error}");
    }
}

proptest! {
    /// Clocks may do anything: no stamp is accepted twice, the list keeps its limit, and a stamp that is late
    /// by two seconds is removed.
    #[test]
    fn no_stamp_is_taken_twice_whatever_the_clock_says(
        limit in 1usize..8,
        calls in vec((0u8..6, 0u64..12, 0u64..15_000), 1..80),
    ) {
        let list = Memory::new(limit);
        // Each stamp with the latest time that the clock has shown since it was accepted.
        let mut taken: Vec<Paid> = Vec::new();
        let mut latest = Vec::new();
        let mut forgotten_ms = 0;
        for (nonce, second, now_ms) in calls {
            let stamp = paid(nonce, second * 1_000, now_ms);
            // A checker refuses late stamps.
            if now_ms > stamp.until_ms() {
                continue;
            }
            latest.iter_mut().for_each(|latest: &mut u64| *latest = now_ms.max(*latest));
            let known = taken.iter().any(|one| one.id() == stamp.id());
            let lates = taken.iter().zip(&latest).filter(|(one, latest)| one.until_ms() + 2_000 <= **latest);
            match list.spend(&stamp) {
                Ok(Spending::First) => {
                    prop_assert!(!known, "stamp {} of second {} is taken twice", nonce, second);
                    taken.push(stamp);
                    latest.push(now_ms);
                }
                Ok(again) => prop_assert!(known && again == Spending::Again),
                Err(SpentError::Forgotten { until_ms, forgotten_ms }) => {
                    prop_assert_eq!((until_ms, forgotten_ms), (stamp.until_ms(), list.forgotten_ms()));
                    prop_assert!(until_ms <= forgotten_ms);
                }
                Err(SpentError::Full(most)) => {
                    prop_assert!(!known && most == limit && list.len() == limit);
                    prop_assert!(taken.len() - lates.count() >= limit, "what is late takes room");
                }
                Err(other) => panic!("{other}"),
            }
            prop_assert!(list.len() <= limit && list.len() <= taken.len());
            prop_assert!(list.forgotten_ms() >= forgotten_ms, "it never goes back");
            forgotten_ms = list.forgotten_ms();
            prop_assert!(forgotten_ms == 0 || taken.len() > list.len(), "something was forgotten");
        }
    }
}
