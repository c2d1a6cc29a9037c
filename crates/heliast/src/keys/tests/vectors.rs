//! The reference's answers in `vectors/schedule.json`: the same key must be due, and the same rule broken.

use super::{
    super::{Announcement, Change, Key, Keys, Refusal},
    of,
};
use heliast_vrf::stateful::PublicKey;
use std::collections::BTreeMap;
use testkit::{Value, bytes, cases, list, number, optional_number, place, text};

fn announcement(case: &Value) -> Announcement {
    let change = match &bytes(case, "change")[..] {
        [0] => Change::Withdrawal,
        [1, key @ ..] => Change::Key(PublicKey::from_bytes(key).unwrap()),
        other => panic!("{other:?}"),
    };
    let (participant, serial) = (number(case, "participant") as u32, number(case, "serial") as u32);
    Announcement { participant, serial, change, proof: vec![] }
}

/// Puts the announcements of a round in the order of participants, and those of one participant in the order
/// of the file.
fn of_round<'a>(cases: impl Iterator<Item = &'a Value>) -> Vec<Announcement> {
    let mut announcements: Vec<_> = cases.map(announcement).collect();
    announcements.sort_by_key(|one| one.participant);
    announcements
}

/// The keys of a case, with a check that each due key is the one of the case.
fn keys(case: &Value) -> Keys {
    let (participants, slots) = (number(case, "participants") as u32, number(case, "slots") as u16);
    let mut keys = of(participants, slots, number(case, "lead"), 0);
    let all = list(case, "announcements");
    for round in 1..=number(case, "height") {
        let now = of_round(all.iter().filter(|one| number(one, "round") == round));
        keys = keys.after(&now).unwrap();
    }
    for (round, due) in (1..).zip(list(case, "due")) {
        for (participant, key) in (0..).zip(due.as_array().unwrap()) {
            let expected = key.as_u64().map(|at| announcement(&all[at as usize]).change);
            let found = match keys.due(participant, round).unwrap().unwrap().key {
                Key::Stateless => None,
                Key::Stateful(key) => Some(Change::Key(key)),
            };
            assert_eq!(found, expected, "{}: round {round}, participant {participant}", place(case));
        }
    }
    keys
}

/// The number of the rule in `spec/schedule.md`.
fn rule(refusal: Refusal) -> u64 {
    match refusal {
        Refusal::Participant { .. } | Refusal::Second { .. } => 1,
        Refusal::Serial { .. } => 2,
        Refusal::Slots { .. } => 3,
        Refusal::Expired { .. } => 4,
        Refusal::Known { .. } => 5,
        other => panic!("{other}"),
    }
}

#[test]
fn every_case_ends_as_the_reference_says() {
    let cases = cases("schedule.json");
    let (mut schedules, mut rules) = (BTreeMap::new(), BTreeMap::new());
    for case in &cases {
        if text(case, "kind") == "schedule" {
            schedules.insert(text(case, "name"), keys(case));
            continue;
        }
        let now = of_round(list(case, "announcements").iter());
        let broken = schedules[text(case, "schedule")].after(&now).err().map(rule);
        assert_eq!(broken, optional_number(case, "rule"), "{}", place(case));
        *rules.entry(broken).or_insert(0) += 1;
    }
    let all = [None, Some(1), Some(2), Some(3), Some(4), Some(5)];
    assert!(all.iter().all(|rule| rules.contains_key(rule)), "{rules:?}");
}
