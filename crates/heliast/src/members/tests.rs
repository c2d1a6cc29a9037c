//! The state against a slow model that keeps only the announcements (`spec/members.md`).

mod model;

use super::*;
use crate::stateless::{SecretKey, StatelessKey, StatelessScheme};
use model::{Model, Said, What};
use proptest::{prelude::*, strategy::ValueTree};
use std::sync::LazyLock;

const VRF: StatelessScheme = StatelessScheme::EcvrfTai;

/// Few keys, so that they collide often.
static KEYS: LazyLock<Vec<StatelessKey>> = LazyLock::new(|| {
    let key = |seed| SecretKey::from_seed(VRF, [seed; 32]).public_key();
    (0..8).map(|seed| StatelessKey::new(VRF, &key(seed)).unwrap()).collect()
});

/// A random announcement, in numbers that make sense in any state.
#[derive(Clone, Copy, Debug)]
enum Wish {
    Join {
        key: usize,
        stake: u64,
    },
    Stake {
        participant: u32,
        stake: u64,
    },
    /// The approval of one of the latest proposals.
    Approval {
        back: usize,
    },
}

fn wish() -> impl Strategy<Value = Wish> {
    let join = (0..8_usize, 1..6_u64).prop_map(|(key, stake)| Wish::Join { key, stake });
    let stakes = prop_oneof![Just(0_u64), Just(0), Just(1), Just(2), Just(9), Just((1 << 54) - 3)];
    let stake = (0..8_u32, stakes).prop_map(|(participant, stake)| Wish::Stake { participant, stake });
    prop_oneof![2 => join, 3 => stake, 9 => (0..4_usize).prop_map(|back| Wish::Approval { back })]
}

fn rounds() -> impl Strategy<Value = Vec<Vec<Option<Wish>>>> {
    proptest::collection::vec(proptest::collection::vec(proptest::option::of(wish()), 8), 15)
}

fn rules() -> impl Strategy<Value = (Vec<u64>, u64, MemberRules)> {
    (proptest::collection::vec(1..6_u64, 1..5), 2..5_u64, 1..7_u32, 0..4_u32).prop_map(
        |(stakes, lead, life, more)| {
            let most = stakes.len() as u32 + more;
            (stakes, lead, MemberRules { life, most, validators_change: false })
        },
    )
}

fn id(place: usize) -> [u8; 32] {
    let mut id = [0; 32];
    id[..8].copy_from_slice(&(place as u64).to_be_bytes());
    id
}

fn real(what: What) -> MemberChange {
    match what {
        What::Join { key, stake } => MemberChange::Proposal(Proposal::Join { key: KEYS[key], stake }),
        What::Stake { participant, stake } => MemberChange::Proposal(Proposal::Stake { participant, stake }),
        What::Approval { place } => MemberChange::Approval(id(place)),
    }
}

fn resolve(wish: Wish, log: &[Said]) -> Option<What> {
    Some(match wish {
        Wish::Join { key, stake } => What::Join { key, stake },
        Wish::Stake { participant, stake } => What::Stake { participant, stake },
        Wish::Approval { back } => {
            let is_proposal = |(_, said): &(usize, &Said)| !matches!(said.what, What::Approval { .. });
            let place = log.iter().enumerate().filter(is_proposal).map(|(place, _)| place).rev().nth(back)?;
            What::Approval { place }
        }
    })
}

/// Returns the numbers of announcements that the state allowed and refused, and of changes that were adopted.
fn run(
    (stakes, lead, rules): (Vec<u64>, u64, MemberRules),
    rounds: Vec<Vec<Option<Wish>>>,
) -> (usize, usize, usize) {
    let first: Vec<_> = stakes.iter().enumerate().map(|(key, stake)| (key, *stake)).collect();
    let list = first.iter().map(|(key, stake)| (KEYS[*key].as_bytes().to_vec(), *stake));
    let (roll, ballot) = (Arc::new(Roll::new(list)), Arc::default());
    let mut members = Members { rules: Some(rules), lead, roll, ballot, validators: Arc::default() };
    let mut model = Model::new(first, lead, rules);
    let (mut allowed, mut refused) = (0, 0);
    for (round, wishes) in (1..).zip(rounds) {
        let mut said = Vec::new();
        for (participant, wish) in (0..members.count()).zip(wishes) {
            let Some(what) = wish.and_then(|wish| resolve(wish, &model.log)) else { continue };
            let verdict = members.check(participant, &real(what), round);
            assert_eq!(
                verdict.is_ok(),
                model.allows(round, participant, what),
                "{verdict:?}: {round}, {participant}, {what:?}, {:?}",
                model.log
            );
            match verdict {
                Ok(()) => said.push(Said { round, participant, what }),
                Err(_) => refused += 1,
            }
        }
        allowed += said.len();
        let from = model.log.len();
        let changes: Vec<_> =
            (from..).zip(&said).map(|(at, s)| (s.participant, real(s.what), id(at))).collect();
        model.log.extend(said);
        members = members.after(round, changes.iter().map(|(who, change, id)| (*who, change, *id)));
        compare(&members, &model, round);
    }
    let adopted = model.adoptions(15).iter().filter(|one| one.possible).count();
    (allowed, refused, adopted)
}

fn compare(members: &Members, model: &Model, round: u64) {
    let adopted = model.adoptions(round);
    let decided: Vec<_> = model.participants(&adopted);
    let count = members.count();
    let found = (0..count).map(|number| {
        let key = members.public_key(number).unwrap();
        assert_eq!(members.number_of(key), Some(number));
        (KEYS.iter().position(|one| one.as_bytes() == key).unwrap(), members.stake_decided(number))
    });
    assert_eq!(found.collect::<Vec<_>>(), decided);
    for later in 1..round + model.lead + 2 {
        let stakes: Vec<_> = (0..count).map(|number| members.stake_in(number, later)).collect();
        assert_eq!(stakes, model.in_effect(later, &adopted));
        assert_eq!(members.total_in(later), stakes.iter().sum::<u64>());
    }
    let open = members.open_in(round + 1).map(|open| *open.id());
    let expected = (0..model.log.len()).filter(|place| model.is_open(*place, round + 1, &adopted, false));
    assert_eq!(open.collect::<Vec<_>>(), expected.map(id).collect::<Vec<_>>());
}

proptest! {
    #[test]
    fn members_are_those_of_the_slow_model(rules in rules(), rounds in rounds()) {
        run(rules, rounds);
    }
}

/// Checks that the histories of the test above are not empty.
#[test]
fn histories_allow_refuse_and_adopt() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut allowed, mut refused, mut adopted) = (0, 0, 0);
    for _ in 0..40 {
        let history = (rules(), rounds()).new_tree(&mut runner).unwrap().current();
        let counts = run(history.0, history.1);
        (allowed, refused, adopted) = (allowed + counts.0, refused + counts.1, adopted + counts.2);
    }
    assert!(allowed > 100 && refused > 200 && adopted > 10, "{allowed}, {refused}, {adopted}");
}
