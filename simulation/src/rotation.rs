//! The proposer of the next block: the consensus engine's weighted rotation, with its integer priorities.
//!
//! At every height each priority grows by its validator's power. The validator with the greatest priority
//! proposes (with equal priorities, the one with the lowest address), and its priority falls by the total
//! power. Before that the priorities are scaled into a range of twice the total power and moved so that their
//! mean is 0, which has no effect unless a validator joins. A validator that joins begins at −(total +
//! total/8). A round of a height that fails goes to the validator that would propose next; the next height
//! starts from the priorities of the height, not from those of the failed rounds.
//!
//! Cost: n additions for a height. Source: CometBFT 0.40, `types/validator_set.go` and
//! `consensus/state.go`, whose behaviour this restates.

#[cfg(test)]
mod tests;

/// A validator that joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Validator {
    /// The address, which decides between equal priorities; no two are equal.
    pub address: u64,
    /// The consensus power.
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
    /// The rotation at the first height of a chain with these validators, at least one.
    pub fn new(validators: &[Validator]) -> Rotation {
        let mut rotation = Rotation { validators: Vec::new(), priorities: Vec::new(), proposer: 0 };
        rotation.join(validators);
        rotation
    }

    /// The rotation of validators with these powers, in the order of their addresses.
    pub fn of_powers(powers: &[u32]) -> Rotation {
        let validators = (0..).zip(powers).map(|(address, &power)| Validator { address, power });
        Rotation::new(&validators.collect::<Vec<_>>())
    }

    /// The proposer at this height, by its place among all that joined.
    pub fn proposer(&self) -> usize {
        self.proposer
    }

    /// The total power.
    pub fn total(&self) -> i64 {
        self.validators.iter().map(|validator| i64::from(validator.power)).sum()
    }

    /// The share of the power of the validators marked in `whose`.
    pub fn share(&self, whose: &[bool]) -> f64 {
        let theirs = self.validators.iter().zip(whose).filter(|(_, is_theirs)| **is_theirs);
        theirs.map(|(validator, _)| f64::from(validator.power)).sum::<f64>() / self.total() as f64
    }

    /// Advances to the next height, with these validators added.
    pub fn join(&mut self, validators: &[Validator]) {
        self.validators.extend(validators);
        let total = self.total();
        self.priorities.resize(self.validators.len(), -(total + total / 8));
        self.centre();
        self.advance();
    }

    /// Advances to the next height, or to the next round of this one.
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

    /// Advances by `heights` heights.
    pub fn skip(&mut self, heights: u64) {
        (0..heights).for_each(|_| self.advance());
    }

    /// Scales the priorities into a range of twice the total power, and moves their mean to 0.
    fn centre(&mut self) {
        let (lowest, highest) = self
            .priorities
            .iter()
            .fold((i64::MAX, i64::MIN), |(low, high), &priority| (low.min(priority), high.max(priority)));
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
