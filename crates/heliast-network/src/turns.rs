//! The number of validators that may fail, and the turns to propose that hostile ones may have in a row.

/// The greatest number such that any validators of this number may fail or lie: together they always have
/// less than a third of the power.
pub fn may_fail(powers: &[u64]) -> u32 {
    let mut descending = powers.to_vec();
    descending.sort_unstable_by(|one, other| other.cmp(one));
    below_a_third(&descending)
}

/// The most turns in a row that validators with less than a third of the power may have: F of
/// `spec/network.md`, and one more if powers differ (`spec/founding.md`).
pub fn in_a_row(powers: &[u64]) -> u32 {
    let mut ascending = powers.to_vec();
    ascending.sort_unstable();
    match below_a_third(&ascending) {
        0 => 0,
        count => count + u32::from(ascending.first() != ascending.last()),
    }
}

/// The greatest number of powers, counted from the first, that are together less than a third of all.
fn below_a_third(powers: &[u64]) -> u32 {
    let total: u128 = powers.iter().copied().map(u128::from).sum();
    let sums = powers.iter().scan(0, |sum, power| {
        *sum += u128::from(*power);
        Some(*sum)
    });
    u32::try_from(sums.take_while(|sum| 3 * sum < total).count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_validators_less_than_a_third_may_fail_and_propose_in_a_row() {
        for n in 1..=200 {
            let powers = vec![7; n];
            let expected = (n as u32 - 1) / 3;
            assert_eq!((may_fail(&powers), in_a_row(&powers)), (expected, expected), "{n}");
        }
    }

    #[test]
    fn few_great_ones_are_counted_for_what_fails_and_many_small_ones_for_turns() {
        assert_eq!((may_fail(&[60, 10, 10, 10, 10]), in_a_row(&[60, 10, 10, 10, 10])), (0, 4));
        // A validator of power 10 next to 7, 8 and 8 may have two turns in a row.
        assert_eq!((may_fail(&[7, 10, 8, 8]), in_a_row(&[7, 10, 8, 8])), (1, 2));
        assert_eq!((may_fail(&[1, 1]), in_a_row(&[1, 2])), (0, 0));
        assert_eq!(may_fail(&[u64::MAX; 4]), 1);
    }

    /// The rotation of `simulation/`: in each turn every validator's priority grows by its power, and that of
    /// the proposer falls by the total power.
    #[test]
    fn a_validator_with_less_than_a_third_may_have_two_turns_in_a_row() {
        let powers = [10i64, 7, 8, 8];
        let (mut priorities, mut row, mut longest) = ([0i64; 4], 0, 0);
        for _ in 0..1_000 {
            priorities.iter_mut().zip(powers).for_each(|(priority, power)| *priority += power);
            let first = (0..4).max_by_key(|one| (priorities[*one], -(*one as i64))).unwrap();
            priorities[first] -= powers.iter().sum::<i64>();
            row = if first == 0 { row + 1 } else { 0 };
            longest = longest.max(row);
        }
        assert_eq!(longest, 2);
    }
}
