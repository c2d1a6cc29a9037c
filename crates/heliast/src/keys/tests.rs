//! The rules of the schedule: each by itself, and all of them against a model.

mod history;
mod vectors;

use super::*;
use heliast_vrf::stateful::{PublicKey, Scheme, Terms};
use proptest::prelude::*;

const LEAD: u64 = 3;
const SLOTS: u16 = 2;

/// A key of four rounds if it has two slots, and of eight if it has one.
fn key(number: u8, slots: u16, first: u64) -> PublicKey {
    let terms = Terms::new(Scheme::XVrf, 3, slots, first).unwrap();
    PublicKey { terms, root: [number; 32], pub_seed: [7; 32] }
}

/// The keys before round 1 of a chain whose id is one byte 32 times, with members that do not change.
fn of(participants: u32, slots: u16, lead: u64, id: u8) -> Keys {
    Keys::of(Rules { slots, lead }, Members::fixed(participants), &[id; 32])
}

fn keys(lead: u64) -> Keys {
    of(1, SLOTS, lead, 7)
}

/// The keys after the next round, in which participant 0 announces these changes.
fn next(keys: &Keys, changes: &[Change]) -> Result<Keys, Refusal> {
    let serials = keys.next_serial(0).unwrap()..;
    let said = changes.iter().zip(serials).map(|(change, serial)| announce(serial, change.clone()));
    keys.after(&said.collect::<Vec<_>>())
}

fn announce(serial: u32, change: Change) -> Announcement {
    Announcement { participant: 0, serial, change, proof: vec![] }
}

/// The keys of one participant with these announcements, by their rounds.
fn announced(height: u64, announcements: &[(u64, Change)]) -> Keys {
    (1..=height).fold(keys(LEAD), |keys, round| {
        let now = announcements.iter().filter(|(at, _)| *at == round);
        next(&keys, &now.map(|(_, change)| change.clone()).collect::<Vec<_>>()).unwrap()
    })
}

fn due(keys: &Keys, round: u64) -> (Option<u8>, Option<u64>) {
    let due = keys.due(0, round).unwrap().unwrap();
    let number = match due.key {
        Key::Stateful(key) => Some(key.root[0]),
        Key::Stateless => None,
    };
    (number, due.until)
}

#[test]
fn a_key_is_due_from_its_first_round_until_it_expires() {
    let keys = announced(7, &[(2, Change::Key(key(1, SLOTS, 6)))]);
    let rounds: Vec<_> = (1..=10).map(|round| due(&keys, round)).collect();
    let (before, key, after) = ((None, Some(6)), (Some(1), Some(10)), (None, None));
    assert_eq!(rounds, [before, before, before, before, before, key, key, key, key, after]);
}

/// Each of many keys that begin far ahead is looked at once. Quadratic time would be minutes here.
#[test]
fn many_announcements_to_come_are_looked_at_in_one_pass() {
    const COUNT: u64 = 100_000;
    let far = |at: u64| {
        let mut key = key(1, SLOTS, 3 * COUNT - at);
        key.pub_seed[..8].copy_from_slice(&at.to_be_bytes());
        Announced { round: at, participant: 0, serial: at as u32 - 1, change: Change::Key(key) }
    };
    let announced: Vec<_> = (1..=COUNT).map(far).collect();
    let keys = keys(LEAD).after_all(&announced, 2 * COUNT).unwrap();
    // The last key begins first, and so it is the only one that ever takes effect.
    let due = keys.due(0, 1).unwrap().unwrap();
    let Change::Key(last) = announced[COUNT as usize - 1].change else { panic!("a key") };
    assert_eq!((due.key, due.until, due.next), (Key::Stateless, Some(2 * COUNT), Key::Stateful(last)));
    assert_eq!(keys.key_due(0, 2 * COUNT - 1), Ok(Some(Key::Stateless)));
    assert_eq!(keys.key_due(0, 2 * COUNT), Ok(Some(Key::Stateful(last))));
    assert_eq!(keys.key_due(1, 1), Ok(None));
}

#[test]
fn a_late_announcement_takes_effect_after_the_lead() {
    let keys = announced(8, &[(4, Change::Key(key(1, SLOTS, 5)))]);
    assert_eq!(due(&keys, 6), (None, Some(7)));
    assert_eq!(due(&keys, 7), (Some(1), Some(9)));
    assert_eq!(due(&keys, 9), (None, None));
}

#[test]
fn the_next_key_follows_without_a_gap() {
    let keys = announced(9, &[(1, Change::Key(key(1, SLOTS, 4))), (2, Change::Key(key(2, SLOTS, 8)))]);
    assert_eq!(due(&keys, 7), (Some(1), Some(8)));
    assert_eq!(due(&keys, 8), (Some(2), Some(12)));
}

#[test]
fn a_key_that_was_followed_never_comes_back() {
    let long = key(1, SLOTS, 4);
    let terms = Terms::new(Scheme::XVrf, 10, SLOTS, 4).unwrap();
    let keys =
        announced(20, &[(1, Change::Key(PublicKey { terms, ..long })), (3, Change::Key(key(2, SLOTS, 8)))]);
    assert_eq!(due(&keys, 7), (Some(1), Some(8)));
    assert_eq!(due(&keys, 11), (Some(2), Some(12)));
    assert_eq!(due(&keys, 12), (None, None));
    assert_eq!(due(&keys, 23), (None, None));
}

#[test]
fn a_lost_key_is_withdrawn_after_the_lead_and_a_new_one_announced() {
    let announcements =
        [(1, Change::Key(key(1, SLOTS, 4))), (3, Change::Withdrawal), (4, Change::Key(key(2, SLOTS, 4)))];
    let keys = announced(6, &announcements);
    assert_eq!(due(&keys, 5), (Some(1), Some(6)));
    assert_eq!(due(&keys, 6), (None, Some(7)));
    assert_eq!(due(&keys, 7), (Some(2), Some(8)));
}

#[test]
fn a_withdrawal_takes_back_keys_that_are_still_to_come() {
    let keys = announced(9, &[(1, Change::Key(key(1, SLOTS, 9))), (2, Change::Withdrawal)]);
    assert_eq!(due(&keys, 4), (None, None));
    assert_eq!(due(&keys, 9), (None, None));
}

#[test]
fn what_breaks_a_rule_is_refused_and_its_participant_named() {
    let keys = announced(5, &[(2, Change::Key(key(1, SLOTS, 6)))]);
    let other = announce(1, Change::Key(key(2, SLOTS, 12)));
    let before = keys.clone();
    let refused = |announcement: &Announcement| {
        let refused = keys.after(std::slice::from_ref(announcement)).unwrap_err();
        assert_eq!(keys.check(announcement), Err(refused));
        assert_eq!(keys, before);
        refused
    };
    let of = |participant, announcement: &Announcement| Announcement { participant, ..announcement.clone() };
    let participant = 0;
    assert_eq!(refused(&of(1, &other)), Refusal::Participant { participant: 1 });
    let serial = |found| Refusal::Serial { participant, expected: 1, found };
    assert_eq!(refused(&announce(0, Change::Withdrawal)), serial(0));
    assert_eq!(refused(&announce(2, Change::Withdrawal)), serial(2));
    let slots = Refusal::Slots { participant, needed: 2, found: 1 };
    assert_eq!(refused(&announce(1, Change::Key(key(2, 1, 6)))), slots);
    // Announced in round 6, it would take effect in round 9; the key's last round is 8.
    let expired = Refusal::Expired { participant, effective: 9 };
    assert_eq!(refused(&announce(1, Change::Key(key(2, SLOTS, 5)))), expired);
    assert_eq!(refused(&announce(1, Change::Key(key(1, SLOTS, 30)))), Refusal::Known { participant });

    let second = announce(2, Change::Withdrawal);
    assert_eq!(keys.after(&[other.clone(), second]), Err(Refusal::Second { participant }));
    assert_eq!(keys, before);
    assert_eq!(keys.check(&other), Ok(12));
    assert_eq!(keys.after(&[other]).unwrap().next_serial(0), Some(2));
}

#[test]
fn a_chain_without_a_lead_takes_nothing_and_everybody_draws_with_the_stateless_key() {
    let keys = keys(0);
    let withdrawal = announce(0, Change::Withdrawal);
    assert_eq!(keys.check(&withdrawal), Err(Refusal::NoAnnouncements));
    assert_eq!(keys.after(&[withdrawal]), Err(Refusal::NoAnnouncements));
    assert_eq!(due(&keys, u64::MAX), (None, None));
    assert_eq!(keys.due(1, 1), Ok(None));
    assert_eq!(keys.settled_digest(), keys.digest());
}

#[test]
fn participants_ascend_within_a_round() {
    let keys = of(2, SLOTS, LEAD, 7);
    let of = |participant| Announcement { participant, ..announce(0, Change::Withdrawal) };
    assert_eq!(keys.after(&[of(1), of(0)]), Err(Refusal::Order));
    assert_eq!(keys.after(&[of(0), of(1)]).unwrap().announced_count(), 2);
}

#[test]
fn only_settled_rounds_are_answered() {
    let keys = announced(5, &[]);
    assert!(keys.due(0, 8).is_ok());
    assert_eq!(keys.due(0, 9), Err(Unsettled { round: 9, lead: LEAD }));
    assert_eq!(keys.due(1, 8), Ok(None));
    assert_eq!(
        Unsettled { round: 9, lead: LEAD }.to_string(),
        "which key is due in round 9 is known once round 6 is recorded"
    );
}

#[test]
fn the_last_rounds_of_all_do_not_overflow() {
    let at = |lead, height| Keys { height, ..keys(lead) };
    let last = Change::Key(key(1, SLOTS, u64::MAX));
    let expired = Refusal::Expired { participant: 0, effective: u64::MAX };
    assert_eq!(next(&at(u64::MAX, u64::MAX - 9), &[last]), Err(expired));
    let keys = next(&at(1, u64::MAX - 3), &[Change::Key(key(1, SLOTS, u64::MAX - 2))]).unwrap();
    assert_eq!(due(&keys, u64::MAX - 1), (Some(1), Some(u64::MAX)));
}

/// The actions of a participant, one for each round: nothing, or an announcement.
fn history() -> impl Strategy<Value = Vec<Option<Change>>> {
    let key = (0_u64..40, 0_u8..9).prop_map(|(first, number)| Change::Key(key(number, SLOTS, first)));
    let change = prop_oneof![3 => key, 1 => Just(Change::Withdrawal)];
    proptest::collection::vec(proptest::option::weighted(0.4, change), 40)
}

/// Plays further rounds. Announcements that the rules refuse are left out; the others are returned.
fn play(keys: &mut Keys, history: &[Option<Change>]) -> Vec<Option<Change>> {
    let mut said = Vec::new();
    for change in history {
        let taken = change.clone().filter(|change| next(keys, std::slice::from_ref(change)).is_ok());
        *keys = next(keys, taken.as_slice()).unwrap();
        said.push(taken);
    }
    said
}

/// The schedule as a machine that goes from round to round and has only the present state.
#[derive(Default)]
struct Model {
    /// The round of the announcement, the round of its effect, and the change.
    waiting: Vec<(u64, u64, Change)>,
    current: Option<(u64, Change)>,
}

impl Model {
    fn step(&mut self, round: u64, announced: Option<Change>) -> Key {
        if let Some(change) = announced {
            let first = match change {
                Change::Key(key) => key.terms.first(),
                Change::Withdrawal | Change::Member(_) => 0,
            };
            self.waiting.push((round, first.max(round + LEAD), change));
        }
        for (announced, _, change) in self.waiting.extract_if(.., |(_, effective, _)| *effective == round) {
            if self.current.as_ref().is_none_or(|(current, _)| *current < announced) {
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
        let mut schedule = keys(LEAD);
        let said = play(&mut schedule, &history);
        let mut model = Model::default();
        let keys: Vec<Key> = (1..).zip(said).map(|(round, change)| model.step(round, change)).collect();
        for (round, key) in (1..).zip(&keys) {
            let due = schedule.due(0, round).unwrap().unwrap();
            prop_assert_eq!(&due.key, key);
            prop_assert_eq!(schedule.key_due(0, round), Ok(Some(*key)));
            let next = due.until.and_then(|until| keys.get(until as usize - 1));
            prop_assert!(next.is_none_or(|next| *next == due.next));
            let until = (round + 1..).zip(&keys[round as usize..]).find(|(_, other)| *other != key);
            match until {
                Some((until, _)) => prop_assert_eq!(due.until, Some(until)),
                None => prop_assert!(due.until.is_none_or(|until| until > keys.len() as u64)),
            }
        }
    }

    /// Branches that agree up to round K − k have the same key in round K. A switch to another branch leaves
    /// nothing of the first.
    #[test]
    fn branches_agree_for_as_long_as_the_lead(common in history(), left in history(), right in history(), fork in 1_usize..40) {
        let mut first = keys(LEAD);
        play(&mut first, &common[..fork]);
        let (mut second, at_fork) = (first.clone(), first.clone());
        play(&mut first, &left);
        play(&mut second, &right);
        for round in 1..=fork as u64 + LEAD {
            let keys = [&first, &second, &at_fork].map(|branch| branch.due(0, round).unwrap().unwrap().key);
            prop_assert!(keys.iter().all(|key| *key == keys[0]));
        }
        // The left branch's changes after the fork have not changed the part that it shares with the fork.
        let mut again = at_fork;
        play(&mut again, &right);
        prop_assert_eq!(&again, &second);
        prop_assert!(again.announced().eq(second.announced()));
        for round in 1..=again.height + LEAD {
            prop_assert_eq!(again.due(0, round), second.due(0, round));
        }
    }
}
