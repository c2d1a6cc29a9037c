//! The log that branches share, against a plain list.

use super::{LEAD, SLOTS, key, of};
use crate::keys::{Announced, Announcement, Change, Keys, Refusal};
use proptest::prelude::*;
use std::collections::BTreeMap;

const PARTICIPANTS: u32 = 5;

fn none() -> Keys {
    of(PARTICIPANTS, SLOTS, LEAD, 7)
}

/// The announcements of each round by participant. There are 9 different trees, so that some are announced
/// twice.
fn rounds() -> impl Strategy<Value = Vec<BTreeMap<u32, Option<u8>>>> {
    let round = proptest::collection::btree_map(0..PARTICIPANTS, proptest::option::of(0_u8..9), 0..4);
    proptest::collection::vec(round, 0..60)
}

fn change(number: Option<u8>, round: u64) -> Change {
    number.map_or(Change::Withdrawal, |number| Change::Key(key(number, SLOTS, round + LEAD)))
}

/// A list of all announcements, with the rules as searches through it.
#[derive(Clone, Default)]
struct List(Vec<Announced>);

impl List {
    fn of(&self, participant: u32) -> impl Iterator<Item = &Announced> {
        self.0.iter().filter(move |one| one.participant == participant)
    }

    fn has_tree(&self, participant: u32, number: Option<u8>) -> bool {
        let root = |change: &Change| match change {
            Change::Key(key) => Some(key.root[0]),
            Change::Withdrawal | Change::Member(_) => None,
        };
        number.is_some() && self.of(participant).any(|one| root(&one.change) == number)
    }
}

/// Adds a round. Trees that were announced before are refused and left out.
fn go_on(keys: &mut Keys, list: &mut List, said: &BTreeMap<u32, Option<u8>>) -> Result<(), TestCaseError> {
    let round = keys.height + 1;
    let mut announcements = Vec::new();
    for (&participant, &number) in said {
        let serial = keys.next_serial(participant).unwrap();
        let new = Announcement { participant, serial, change: change(number, round), proof: vec![] };
        if list.has_tree(participant, number) {
            prop_assert_eq!(keys.check(&new), Err(Refusal::Known { participant }));
        } else {
            prop_assert!(keys.check(&new).is_ok());
            announcements.push(new);
        }
    }
    *keys = keys.after(&announcements).unwrap();
    list.0.extend(announcements.iter().map(|one| one.announced(round)));
    Ok(())
}

fn agree(keys: &Keys, list: &List) -> Result<(), TestCaseError> {
    prop_assert!(keys.announced().eq(&list.0));
    prop_assert!(keys.announced().rev().eq(list.0.iter().rev()));
    prop_assert_eq!(keys.announced_count(), list.0.len());
    for participant in 0..PARTICIPANTS {
        prop_assert!(keys.announced_by(participant).eq(list.of(participant)));
        prop_assert_eq!(keys.next_serial(participant), Some(list.of(participant).count() as u32));
    }
    Ok(())
}

proptest! {
    #[test]
    fn branches_are_lists_of_their_own(common in rounds(), left in rounds(), right in rounds()) {
        let (mut keys, mut list) = (none(), List::default());
        for said in &common {
            go_on(&mut keys, &mut list, said)?;
        }
        let mut branches = [(keys.clone(), list.clone(), left), (keys.clone(), list.clone(), right)];
        for (keys, list, rounds) in &mut branches {
            for said in rounds.iter() {
                go_on(keys, list, said)?;
            }
        }
        agree(&keys, &list)?;
        for (keys, list, _) in &branches {
            agree(keys, list)?;
            // One step gives the same keys and the same hash.
            let at_once = none().after_all(&list.0, keys.height).unwrap();
            prop_assert_eq!(&at_once, keys);
            agree(&at_once, list)?;
            // The hash of the settled rounds equals the hash of a chain that ends there.
            let settled = (keys.height + 1).saturating_sub(LEAD);
            let until: Vec<_> = list.0.iter().filter(|one| one.round <= settled).cloned().collect();
            prop_assert_eq!(keys.settled_digest(), none().after_all(&until, settled).unwrap().digest());
        }
        let differ = branches[0].1.0 != branches[1].1.0;
        prop_assert_eq!(branches[0].0.digest() != branches[1].0.digest(), differ);
    }
}

#[test]
fn a_history_has_its_rounds_in_order() {
    let at =
        |round, participant, serial| Announced { round, participant, serial, change: Change::Withdrawal };
    let after = |announced: &[Announced]| none().after_all(announced, 9);
    assert!(after(&[at(3, 1, 0), at(3, 2, 0), at(9, 1, 1)]).is_ok());
    let place = |round| Err(Refusal::Place { round });
    assert_eq!(after(&[at(0, 1, 0)]), place(0));
    assert_eq!(after(&[at(10, 1, 0)]), place(10));
    assert_eq!(after(&[at(3, 1, 0), at(2, 1, 1)]), place(2));
    assert_eq!(after(&[at(3, 1, 0), at(4, 1, 1), at(3, 2, 0)]), place(3));
    assert_eq!(after(&[at(3, 2, 0), at(3, 1, 0)]), Err(Refusal::Order));
    assert_eq!(after(&[at(3, 2, 0), at(3, 2, 1)]), Err(Refusal::Second { participant: 2 }));
}

/// An announcement does not copy all earlier ones, for any number of older logs that are still in use.
#[test]
fn a_long_chain_of_kept_tips_is_not_quadratic() {
    let mut kept = vec![none()];
    for serial in 0..10_000 {
        let new = Announcement { participant: 3, serial, change: Change::Withdrawal, proof: vec![] };
        let after = kept[kept.len() - 1].after(&[new]).unwrap();
        kept.push(after);
    }
    assert!((0_usize..).zip(&kept).step_by(997).all(|(count, keys)| keys.announced_count() == count));
}
