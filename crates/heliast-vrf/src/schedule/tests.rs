use std::string::ToString;
use std::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::stateful::{Scheme, Terms};

const LEAD: u64 = 3;
const SLOTS: u16 = 2;

/// A key of four rounds where it has two slots, eight where it has one.
fn key(number: u8, slots: u16, first: u64) -> PublicKey {
    let terms = Terms::new(Scheme::XVrf, 3, slots, first).unwrap();
    PublicKey { terms, root: [number; 32], pub_seed: [7; 32] }
}

fn announce(serial: u32, change: Change) -> (usize, Announcement) {
    (0, Announcement { serial, change })
}

/// A schedule of one participant with these announcements, by their rounds.
fn schedule(height: u64, announcements: &[(u64, Change)]) -> Schedule {
    let mut schedule = Schedule::new(1, SLOTS, LEAD);
    for round in 1..=height {
        let serial = schedule.next_serial(0).unwrap();
        let now: Vec<_> = announcements.iter().filter(|(at, _)| *at == round).collect();
        let now: Vec<_> =
            now.iter().zip(serial..).map(|((_, change), serial)| announce(serial, *change)).collect();
        schedule.record(&now).unwrap();
    }
    schedule
}

fn due(schedule: &Schedule, round: u64) -> (Option<u8>, Option<u64>) {
    let due = schedule.due(0, round).unwrap().unwrap();
    let number = match due.key {
        Key::Stateful(key) => Some(key.root[0]),
        Key::Stateless => None,
    };
    (number, due.until)
}

#[test]
fn a_key_is_due_from_its_first_round_until_it_expires() {
    let schedule = schedule(7, &[(2, Change::Key(key(1, SLOTS, 6)))]);
    let rounds: Vec<_> = (1..=10).map(|round| due(&schedule, round)).collect();
    let (before, key, after) = ((None, Some(6)), (Some(1), Some(10)), (None, None));
    assert_eq!(rounds, [before, before, before, before, before, key, key, key, key, after]);
}

#[test]
fn a_late_announcement_takes_effect_after_the_lead() {
    let schedule = schedule(8, &[(4, Change::Key(key(1, SLOTS, 5)))]);
    assert_eq!(due(&schedule, 6), (None, Some(7)));
    assert_eq!(due(&schedule, 7), (Some(1), Some(9)));
    assert_eq!(due(&schedule, 9), (None, None));
}

#[test]
fn the_next_key_follows_without_a_gap() {
    let schedule = schedule(9, &[(1, Change::Key(key(1, SLOTS, 4))), (2, Change::Key(key(2, SLOTS, 8)))]);
    assert_eq!(due(&schedule, 7), (Some(1), Some(8)));
    assert_eq!(due(&schedule, 8), (Some(2), Some(12)));
}

#[test]
fn a_key_that_was_followed_never_comes_back() {
    let long = key(1, SLOTS, 4);
    let terms = Terms::new(Scheme::XVrf, 10, SLOTS, 4).unwrap();
    let schedule =
        schedule(20, &[(1, Change::Key(PublicKey { terms, ..long })), (3, Change::Key(key(2, SLOTS, 8)))]);
    assert_eq!(due(&schedule, 7), (Some(1), Some(8)));
    assert_eq!(due(&schedule, 11), (Some(2), Some(12)));
    assert_eq!(due(&schedule, 12), (None, None));
    assert_eq!(due(&schedule, 23), (None, None));
}

#[test]
fn a_lost_key_is_withdrawn_after_the_lead_and_a_new_one_announced() {
    let announcements =
        [(1, Change::Key(key(1, SLOTS, 4))), (3, Change::Withdrawal), (4, Change::Key(key(2, SLOTS, 4)))];
    let schedule = schedule(6, &announcements);
    assert_eq!(due(&schedule, 5), (Some(1), Some(6)));
    assert_eq!(due(&schedule, 6), (None, Some(7)));
    assert_eq!(due(&schedule, 7), (Some(2), Some(8)));
}

#[test]
fn a_withdrawal_takes_back_keys_that_are_still_to_come() {
    let schedule = schedule(9, &[(1, Change::Key(key(1, SLOTS, 9))), (2, Change::Withdrawal)]);
    assert_eq!(due(&schedule, 4), (None, None));
    assert_eq!(due(&schedule, 9), (None, None));
}

#[test]
fn what_breaks_a_rule_is_refused_and_changes_nothing() {
    let mut schedule = schedule(5, &[(2, Change::Key(key(1, SLOTS, 6)))]);
    let other = announce(1, Change::Key(key(2, SLOTS, 12)));
    let before = schedule.clone();
    let mut refused = |announcement| {
        let refused = schedule.record(&[announcement]).unwrap_err();
        assert_eq!(schedule, before);
        refused
    };
    let of = |participant, announcement: (usize, Announcement)| (participant, announcement.1);
    assert_eq!(refused(of(1, other)), Refused::Participant { participant: 1 });
    assert_eq!(refused(announce(0, Change::Withdrawal)), Refused::Serial { expected: 1, found: 0 });
    assert_eq!(refused(announce(2, Change::Withdrawal)), Refused::Serial { expected: 1, found: 2 });
    assert_eq!(refused(announce(1, Change::Key(key(2, 1, 6)))), Refused::Slots { needed: 2, found: 1 });
    // Round 6 and the lead: 9; the key's last round is 8.
    assert_eq!(refused(announce(1, Change::Key(key(2, SLOTS, 5)))), Refused::Expired { effective: 9 });
    assert_eq!(refused(announce(1, Change::Key(key(1, SLOTS, 30)))), Refused::Known);

    // The first of the two is taken back.
    let second = announce(2, Change::Withdrawal);
    assert_eq!(schedule.record(&[other, second]), Err(Refused::Second { participant: 0 }));
    assert_eq!(schedule, before);
    assert_eq!(schedule.record(&[other]), Ok(()));
}

#[test]
fn only_settled_rounds_are_answered() {
    let schedule = schedule(5, &[]);
    assert!(schedule.due(0, 8).is_ok());
    assert_eq!(schedule.due(0, 9), Err(Unsettled { round: 9, lead: LEAD }));
    assert_eq!(schedule.due(1, 8), Ok(None));
    assert_eq!(
        Unsettled { round: 9, lead: LEAD }.to_string(),
        "which key is due in round 9 is known once round 6 is recorded"
    );
}

#[test]
fn the_last_rounds_of_all_do_not_overflow() {
    let mut schedule = Schedule::new(1, SLOTS, u64::MAX);
    schedule.height = u64::MAX - 9;
    let last = Change::Key(key(1, SLOTS, u64::MAX));
    assert_eq!(schedule.record(&[announce(0, last)]), Err(Refused::Expired { effective: u64::MAX }));
    (schedule.height, schedule.lead) = (u64::MAX - 3, 1);
    assert_eq!(schedule.record(&[announce(0, Change::Key(key(1, SLOTS, u64::MAX - 2)))]), Ok(()));
    assert_eq!(due(&schedule, u64::MAX - 1), (Some(1), Some(u64::MAX)));
}

/// What a participant does in a round: nothing, or an announcement.
fn history() -> impl Strategy<Value = Vec<Option<Change>>> {
    let key = (0_u64..40, 0_u8..9).prop_map(|(first, number)| Change::Key(key(number, SLOTS, first)));
    let change = prop_oneof![3 => key, 1 => Just(Change::Withdrawal)];
    proptest::collection::vec(proptest::option::weighted(0.4, change), 40)
}

/// Records rounds; what the rules refuse is left out. The announcements that count.
fn play(schedule: &mut Schedule, history: &[Option<Change>]) -> Vec<Option<Change>> {
    let mut said = Vec::new();
    for change in history {
        let serial = schedule.next_serial(0).unwrap();
        let taken = change.filter(|change| schedule.record(&[announce(serial, *change)]).is_ok());
        if taken.is_none() {
            schedule.record(&[]).unwrap();
        }
        said.push(taken);
    }
    said
}

/// The schedule as a machine that goes from round to round and knows the present only.
#[derive(Default)]
struct Model {
    /// Announced in, effective in, what.
    waiting: Vec<(u64, u64, Change)>,
    current: Option<(u64, Change)>,
}

impl Model {
    fn step(&mut self, round: u64, announced: Option<Change>) -> Key {
        if let Some(change) = announced {
            let first = match change {
                Change::Key(key) => key.terms.first(),
                Change::Withdrawal => 0,
            };
            self.waiting.push((round, first.max(round + LEAD), change));
        }
        for (announced, _, change) in self.waiting.extract_if(.., |(_, effective, _)| *effective == round) {
            if self.current.is_none_or(|(current, _)| current < announced) {
                self.current = Some((announced, change));
            }
        }
        match self.current {
            Some((_, Change::Key(key))) if round - key.terms.first() < key.terms.rounds() => {
                Key::Stateful(key)
            }
            _ => Key::Stateless,
        }
    }
}

proptest! {
    #[test]
    fn one_key_is_due_and_a_model_agrees(history in history()) {
        let mut schedule = Schedule::new(1, SLOTS, LEAD);
        let said = play(&mut schedule, &history);
        let mut model = Model::default();
        let keys: Vec<Key> = (1..).zip(said).map(|(round, change)| model.step(round, change)).collect();
        for (round, key) in (1..).zip(&keys) {
            let due = schedule.due(0, round).unwrap().unwrap();
            prop_assert_eq!(&due.key, key);
            let until = (round + 1..).zip(&keys[round as usize..]).find(|(_, other)| *other != key);
            match until {
                Some((until, _)) => prop_assert_eq!(due.until, Some(until)),
                None => prop_assert!(due.until.is_none_or(|until| until > keys.len() as u64)),
            }
        }
    }

    /// Branches that agree up to round K − k have the same key in round K, and going over to another branch leaves nothing of the first.
    #[test]
    fn branches_agree_for_as_long_as_the_lead(common in history(), left in history(), right in history(), fork in 1_usize..40) {
        let mut first = Schedule::new(1, SLOTS, LEAD);
        play(&mut first, &common[..fork]);
        let mut second = first.clone();
        play(&mut first, &left);
        play(&mut second, &right);
        for round in 1..=fork as u64 + LEAD {
            let keys = [&first, &second].map(|branch| branch.due(0, round).unwrap().unwrap().key);
            prop_assert_eq!(keys[0], keys[1]);
        }
        first.rewind(fork as u64);
        play(&mut first, &right);
        prop_assert_eq!(first, second);
    }
}
