//! The answers of the reference in `vectors/schedule.json`: the same key is due, and the same rule is broken.

use heliast_vrf::{
    schedule::{Announcement, Change, Key, Refused, Schedule},
    stateful::PublicKey,
};
use std::collections::BTreeMap;
use testkit::{Value, bytes, cases, list, number, optional_number, place, text};

fn announcement(case: &Value) -> (usize, Announcement) {
    let change = match &bytes(case, "change")[..] {
        [0] => Change::Withdrawal,
        [1, key @ ..] => Change::Key(PublicKey::from_bytes(key).unwrap()),
        other => panic!("{other:?}"),
    };
    (number(case, "participant") as usize, Announcement { serial: number(case, "serial") as u32, change })
}

/// The schedule of a case, whose every due key is as the case says.
fn schedule(case: &Value) -> Schedule {
    let (participants, slots) = (number(case, "participants") as usize, number(case, "slots") as u16);
    let mut schedule = Schedule::new(participants, slots, number(case, "lead"));
    let all = list(case, "announcements");
    for round in 1..=number(case, "height") {
        let now: Vec<_> = all.iter().filter(|one| number(one, "round") == round).map(announcement).collect();
        schedule.record(&now).unwrap();
    }
    for (round, keys) in (1..).zip(list(case, "due")) {
        for (participant, key) in keys.as_array().unwrap().iter().enumerate() {
            let expected = key.as_u64().map(|at| announcement(&all[at as usize]).1.change);
            let found = match schedule.due(participant, round).unwrap().unwrap().key {
                Key::Stateless => None,
                Key::Stateful(key) => Some(Change::Key(key)),
            };
            assert_eq!(found, expected, "{}: round {round}, participant {participant}", place(case));
        }
    }
    schedule
}

/// The number of the rule in `spec/schedule.md`.
fn rule(refused: Refused) -> u64 {
    match refused {
        Refused::Participant { .. } | Refused::Second { .. } => 1,
        Refused::Serial { .. } => 2,
        Refused::Slots { .. } => 3,
        Refused::Expired { .. } => 4,
        Refused::Known => 5,
        other => panic!("{other}"),
    }
}

#[test]
fn every_case_ends_as_the_reference_says() {
    let cases = cases("schedule.json");
    let (mut schedules, mut rules) = (BTreeMap::new(), BTreeMap::new());
    for case in &cases {
        if text(case, "kind") == "schedule" {
            schedules.insert(text(case, "name"), schedule(case));
            continue;
        }
        let mut schedule: Schedule = schedules[text(case, "schedule")].clone();
        let now: Vec<_> = list(case, "announcements").iter().map(announcement).collect();
        let broken = schedule.record(&now).err().map(rule);
        assert_eq!(broken, optional_number(case, "rule"), "{}", place(case));
        *rules.entry(broken).or_insert(0) += 1;
    }
    let all = [None, Some(1), Some(2), Some(3), Some(4), Some(5)];
    assert!(all.iter().all(|rule| rules.contains_key(rule)), "{rules:?}");
}
