use super::*;
use crate::{random::Random, stakes::zipf};

fn turns(rotation: &mut Rotation, heights: usize) -> Vec<usize> {
    let mut turns = Vec::new();
    for _ in 0..heights {
        turns.push(rotation.proposer());
        rotation.advance();
    }
    turns
}

/// Calculated by hand: with powers 3 and 1 the priorities after each choice are (−1, 1), (−2, 2), (1, −1),
/// (0, 0).
#[test]
fn small_cases_go_as_they_do_by_hand() {
    assert_eq!(turns(&mut Rotation::of_powers(&[3, 1]), 8), [0, 0, 1, 0, 0, 0, 1, 0]);
    assert_eq!(turns(&mut Rotation::of_powers(&[1, 1, 1]), 6), [0, 1, 2, 0, 1, 2]);
    // (−2, 1, 1), (0, −2, 2), (2, −1, −1), (0, 0, 0).
    assert_eq!(turns(&mut Rotation::of_powers(&[2, 1, 1]), 8), [0, 1, 2, 0, 0, 1, 2, 0]);
    assert_eq!(turns(&mut Rotation::of_powers(&[7]), 3), [0, 0, 0]);
}

#[test]
fn equal_powers_go_in_the_order_of_addresses() {
    let addresses = [5, 2, 9, 1];
    let validators = addresses.map(|address| Validator { address, power: 10 });
    assert_eq!(turns(&mut Rotation::new(&validators), 8), [3, 1, 0, 2, 3, 1, 0, 2]);
}

#[test]
fn in_a_period_everybody_proposes_as_often_as_its_power() {
    let mut random = Random::new(1, "powers");
    for validators in [2, 4, 7, 30] {
        let powers: Vec<u32> = (0..validators).map(|_| random.below(50) as u32 + 1).collect();
        let mut rotation = Rotation::of_powers(&powers);
        let begin = rotation.clone();
        let total: u32 = powers.iter().sum();
        let mut counts = vec![0; validators];
        turns(&mut rotation, total as usize).into_iter().for_each(|turn| counts[turn] += 1);
        assert_eq!((counts, &rotation), (powers, &begin));
    }
}

/// Two validators of power 10 are at (−10, 10) and a third joins. The total is 30, so it begins at −33; the
/// range is 43, below 60; the mean is −11. The result is (1, 21, −22), and the second proposes.
#[test]
fn who_joins_waits_for_more_than_a_turn() {
    let mut rotation = Rotation::of_powers(&[10, 10]);
    assert_eq!(rotation.priorities, [-10, 10]);
    rotation.join(&[Validator { address: 7, power: 10 }]);
    assert_eq!((rotation.proposer(), &rotation.priorities), (1, &vec![11, 1, -12]));
    assert_eq!(turns(&mut rotation, 7), [1, 0, 1, 2, 0, 1, 2]);
}

/// At (−10, 10), a validator of power 1 joins. The total is 21, so it begins at −23; the mean is floor(−23/3)
/// = −8.
#[test]
fn means_are_rounded_down() {
    let mut rotation = Rotation::of_powers(&[10, 10]);
    rotation.join(&[Validator { address: 7, power: 1 }]);
    // (−2, 18, −15), whose mean is 0, then 10, 10 and 1 more, and 21 less for the second.
    assert_eq!((rotation.proposer(), &rotation.priorities), (1, &vec![8, 7, -14]));
}

/// The engine keeps the turns of every validator near its share of the power, but does not space them evenly:
/// where powers differ much, a validator with less than a quarter of the power sometimes proposes twice in a
/// row.
#[test]
fn one_with_a_quarter_may_propose_twice_in_a_row() {
    let powers: Vec<u32> = zipf(40, 10_000).into_iter().map(|power| power as u32).collect();
    let mut rotation = Rotation::of_powers(&powers);
    assert!(4 * i64::from(powers[0]) < rotation.total());
    let turns = turns(&mut rotation, 10_000);
    let twice = turns.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert!((1..100).contains(&twice), "{twice}");
    assert!(turns.windows(3).all(|three| three.iter().any(|turn| *turn != three[0])));
}

/// The results of `NewValidatorSet`, `IncrementProposerPriority` and `UpdateWithChangeSet` of
/// CometBFT 0.40.0. The first validators have the addresses 5, 15, 25, ...
#[test]
fn the_engine_chooses_the_same() {
    let check = |powers: &[u32], heights: u64, joining: &[(u64, u32)], expected: &[usize]| {
        let address = |index: usize| 10 * index as u64 + 5;
        let first = powers.iter().enumerate();
        let first = first.map(|(index, &power)| Validator { address: address(index), power });
        let mut rotation = Rotation::new(&first.collect::<Vec<_>>());
        rotation.skip(heights);
        let joining = joining.iter().map(|&(address, power)| Validator { address, power });
        let joining: Vec<_> = joining.collect();
        if !joining.is_empty() {
            rotation.join(&joining);
        }
        assert_eq!(turns(&mut rotation, expected.len()), expected, "{powers:?}");
    };
    check(&[7, 1, 3, 5], 0, &[], &[0, 3, 2, 0, 3, 0, 1, 0, 3, 2, 0, 3, 0, 2, 3, 0, 0, 3, 2, 0]);
    let quarter = [
        0, 3, 0, 0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 0, 4, 0, 3, 0, 0, 0, 3, 0, 0, 3, 0, 0, 5, 0, 3, 0, 0, 3, 0, 0,
        0, 3, 0, 0, 3, 0, 0, 0, 3, 0, 0, 3, 0, 0, 1, 0, 3, 0, 0, 3, 0, 0, 0, 3, 0, 0,
    ];
    check(&[100, 1, 1, 40, 3, 3], 0, &[], &quarter);
    let equal =
        [5, 0, 1, 2, 3, 4, 5, 0, 7, 1, 2, 6, 3, 4, 8, 5, 0, 7, 1, 2, 6, 3, 4, 8, 5, 0, 7, 1, 2, 6, 3, 4, 8];
    check(&[1; 6], 4, &[(33, 1), (7, 1), (52, 1)], &equal);
    let unequal = [
        0, 1, 2, 0, 2, 0, 3, 1, 2, 0, 2, 5, 0, 4, 2, 0, 1, 2, 0, 3, 2, 0, 1, 5, 4, 0, 2, 0, 2, 1, 0, 2, 5, 4,
        0, 2, 0, 3, 1, 2, 0, 2, 5, 0, 4, 2, 0, 1, 2, 0, 3, 2, 0, 1, 5, 4, 0, 2, 0, 2,
    ];
    check(&[10, 4, 9, 2], 7, &[(33, 3), (7, 3)], &unequal);
    check(&[1, 2, 3], 3, &[(8, 500)], &[1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
}
