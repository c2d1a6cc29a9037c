//! Who proposes the next block: the consensus engine's weighted rotation, with priorities in integers as it
//! has them.
//!
//! Every height each priority grows by its validator's power, the greatest one proposes (of equal ones the
//! lowest address), and its priority falls by the total power. Before that the priorities are scaled into a
//! range of twice the total power and moved so that their mean is 0, which does nothing as long as nobody
//! joins. Whoever joins begins at −(total + total/8). A round of a height that fails goes to who would propose
//! next; the next height starts again from its own height's priorities, not from those of the failed rounds.
//!
//! Cost: n additions for a height. Source: CometBFT 0.40, `types/validator_set.go` and `consensus/state.go`,
//! whose behaviour this restates.

/// A validator that joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Validator {
    /// Decides between equal priorities; no two are equal.
    pub address: u64,
    /// Of consensus.
    pub power: u32,
}

/// Validators with their priorities, at one height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotation {
    validators: Vec<Validator>,
    priorities: Vec<i64>,
    proposer: usize,
}

impl Rotation {
    /// At the first height of a chain with these validators, of which there must be one.
    pub fn new(validators: &[Validator]) -> Rotation {
        let mut rotation = Rotation { validators: Vec::new(), priorities: Vec::new(), proposer: 0 };
        rotation.join(validators);
        rotation
    }

    /// Of validators with one power each, in the order of their addresses.
    pub fn of_powers(powers: &[u32]) -> Rotation {
        let validators = (0..).zip(powers).map(|(address, &power)| Validator { address, power });
        Rotation::new(&validators.collect::<Vec<_>>())
    }

    /// Who proposes at this height, by its place among all that joined.
    pub fn proposer(&self) -> usize {
        self.proposer
    }

    /// All power.
    pub fn total(&self) -> i64 {
        self.validators.iter().map(|validator| i64::from(validator.power)).sum()
    }

    /// The share of the power that those have for whom it is said.
    pub fn share(&self, whose: &[bool]) -> f64 {
        let theirs = self.validators.iter().zip(whose).filter(|(_, is_theirs)| **is_theirs);
        theirs.map(|(validator, _)| f64::from(validator.power)).sum::<f64>() / self.total() as f64
    }

    /// The next height with these too.
    pub fn join(&mut self, validators: &[Validator]) {
        self.validators.extend(validators);
        let total = self.total();
        self.priorities.resize(self.validators.len(), -(total + total / 8));
        self.centre();
        self.advance();
    }

    /// The next height, or the next round of this one.
    pub fn advance(&mut self) {
        self.centre();
        for (priority, validator) in self.priorities.iter_mut().zip(&self.validators) {
            *priority += i64::from(validator.power);
        }
        let order =
            |&index: &usize| (self.priorities[index], std::cmp::Reverse(self.validators[index].address));
        self.proposer = (0..self.validators.len()).max_by_key(order).unwrap_or(0);
        self.priorities[self.proposer] -= self.total();
    }

    /// Goes on by so many heights.
    pub fn skip(&mut self, heights: u64) {
        (0..heights).for_each(|_| self.advance());
    }

    /// Scales the priorities into a range of twice the total power, and moves their mean to 0.
    fn centre(&mut self) {
        let (lowest, highest) = self.priorities.iter().fold((i64::MAX, i64::MIN), |(low, high), &priority| {
            (low.min(priority), high.max(priority))
        });
        let (range, width) = (highest - lowest, 2 * self.total());
        if range > width {
            // Towards 0, as the engine divides.
            let ratio = (range + width - 1) / width;
            self.priorities.iter_mut().for_each(|priority| *priority /= ratio);
        }
        let mean = self.priorities.iter().sum::<i64>().div_euclid(self.priorities.len() as i64);
        self.priorities.iter_mut().for_each(|priority| *priority -= mean);
    }
}

#[cfg(test)]
mod tests {
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

    /// By hand: of powers 3 and 1 the priorities after each choice are (−1, 1), (−2, 2), (1, −1), (0, 0).
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

    /// Two of power 10 at (−10, 10), a third joins: total 30, it begins at −33; the range is 43, below 60; the
    /// mean −11. So (1, 21, −22), and the second proposes.
    #[test]
    fn who_joins_waits_for_more_than_a_turn() {
        let mut rotation = Rotation::of_powers(&[10, 10]);
        assert_eq!(rotation.priorities, [-10, 10]);
        rotation.join(&[Validator { address: 7, power: 10 }]);
        assert_eq!((rotation.proposer(), &rotation.priorities), (1, &vec![11, 1, -12]));
        assert_eq!(turns(&mut rotation, 7), [1, 0, 1, 2, 0, 1, 2]);
    }

    /// (−10, 10) and one of power 1: total 21, it begins at −23; the mean is floor(−23/3) = −8.
    #[test]
    fn means_are_rounded_down() {
        let mut rotation = Rotation::of_powers(&[10, 10]);
        rotation.join(&[Validator { address: 7, power: 1 }]);
        // (−2, 18, −15), whose mean is 0, then 10, 10 and 1 more, and 21 less for the second.
        assert_eq!((rotation.proposer(), &rotation.priorities), (1, &vec![8, 7, -14]));
    }

    /// The engine keeps everybody's turns near its share of the power, but not within one turn of it: where
    /// powers differ much, one with less than a quarter of the power proposes twice in a row at times.
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
}
