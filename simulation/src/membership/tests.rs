use super::*;
use std::collections::BTreeMap;

const TERMS: Terms = Terms { lead: 2, life: 3, most: 5 };

fn stake(participant: u32, stake: u64) -> Change {
    Change::Stake { participant, stake }
}

/// The chain of the reference: the same stakes in every round, the same proposals open after it, and the same
/// id for the first member that joins.
#[test]
fn members_are_those_of_the_vectors() {
    let cases = testkit::cases("members.json");
    let chain = testkit::of_kind(&cases, "chain")[0];
    let genesis = &chain["genesis"];
    let number = |field| testkit::number(genesis, field);
    let terms = Terms { lead: number("lead"), life: number("life"), most: number("most") as usize };
    let first = testkit::list(genesis, "participants").iter();
    let first = first.map(|one| (testkit::bytes(one, "public_key"), testkit::number(one, "stake")));
    let mut members = Membership::new(terms, first.collect());
    let mut places = BTreeMap::new();
    let (mut before, mut joined) = (testkit::array::<32>(chain, "first_hash"), false);
    for round in testkit::list(chain, "rounds") {
        let expected: Vec<_> = testkit::list(round, "stakes").iter().filter_map(|one| one.as_u64()).collect();
        assert_eq!(members.stakes(members.round() + 1), expected);
        let announced = testkit::optional_list(round, "announcements");
        let mut changes = Vec::new();
        for made in announced {
            let (participant, bytes) =
                (testkit::number(made, "participant") as u32, testkit::bytes(made, "change"));
            let Some(change) = read(&bytes, &places) else { continue };
            assert_eq!(members.allows(participant, &change), Ok(()));
            if let (Change::Join { key, stake }, false) = (&change, joined) {
                let digest = joined_digest(&before, members.round() + 1, 0, bytes[1], key, *stake);
                assert_eq!(digest, testkit::array(round, "hash"));
                joined = true;
            }
            changes.push((participant, change));
        }
        members.close(changes);
        let open = testkit::list(round, "open");
        assert_eq!(members.open().len(), open.len(), "round {}", members.round());
        for (place, expected) in members.open().into_iter().zip(open) {
            let said = &members.said()[place];
            let names = [said.round, said.participant.into()];
            assert_eq!(names, ["round", "participant"].map(|field| testkit::number(expected, field)));
            let voices = testkit::list(expected, "approved").iter().filter_map(|one| one.as_u64());
            assert!(members.voices(place).into_iter().map(u64::from).eq(voices));
            places.insert(testkit::bytes(expected, "id"), place);
        }
        before = testkit::array(round, "hash");
    }
    assert!(joined && members.counted().iter().filter(|one| one.is_adopted).count() >= 5);
}

/// A change of members from the vectors, if it is one.
fn read(bytes: &[u8], places: &BTreeMap<Vec<u8>, usize>) -> Option<Change> {
    let eight = |at: usize| u64::from_be_bytes(bytes[at..at + 8].try_into().unwrap());
    Some(match bytes[0] {
        2 => Change::Join { key: bytes[4..bytes.len() - 8].to_vec(), stake: eight(bytes.len() - 8) },
        3 => stake(u32::from_be_bytes(bytes[1..5].try_into().unwrap()), eight(5)),
        4 => Change::Approval(places[&bytes[1..]]),
        _ => return None,
    })
}

#[test]
fn more_than_two_thirds_adopt_and_two_thirds_do_not() {
    for (stakes, is_adopted) in [([2, 1], false), ([3, 1], true), ([200, 101], false), ([201, 100], true)] {
        let mut members = Membership::of_stakes(TERMS, &stakes);
        members.close([(0, stake(1, 0))]);
        let expected = if is_adopted { [stakes[0], 0] } else { stakes };
        assert_eq!(
            (members.decided(), members.stakes(2)),
            (expected.to_vec(), stakes.to_vec()),
            "{stakes:?}"
        );
        assert_eq!(members.stakes(3), expected);
    }
}

#[test]
fn each_rule_refuses() {
    let mut members = Membership::of_stakes(TERMS, &[4, 1, 1, 3]);
    let join = |key: u8, stake| Change::Join { key: vec![key], stake };
    let known = Change::Join { key: 2u32.to_be_bytes().to_vec(), stake: 1 };
    for impossible in
        [stake(1, 1), stake(4, 1), stake(0, u64::MAX), join(9, 0), join(9, (1 << 54) - 9), known]
    {
        assert_eq!(members.allows(0, &impossible), Err(Refusal::Impossible), "{impossible:?}");
    }
    assert_eq!(members.allows(0, &join(9, (1 << 54) - 10)), Ok(()));
    members.close([(0, stake(1, 0)), (1, join(9, 5))]);
    assert_eq!(members.allows(0, &Change::Approval(0)), Err(Refusal::Repeated));
    assert_eq!(members.allows(3, &Change::Approval(2)), Err(Refusal::Closed));
    members.close([(1, stake(0, 5)), (3, Change::Approval(0))]);
    assert_eq!(members.decided(), [4, 0, 1, 3]);
    assert_eq!(
        members.allows(0, &Change::Approval(1)),
        Err(Refusal::Closed),
        "its proposer has made another"
    );
    assert_eq!(members.allows(1, &join(8, 1)), Ok(()), "until its leaving has effect");
    members.close([]);
    assert_eq!(members.allows(1, &join(8, 1)), Err(Refusal::Stakeless));
    assert_eq!(members.open(), [2]);
    (0..2).for_each(|_| members.close([]));
    assert!(members.open().is_empty(), "it is too old");
}
