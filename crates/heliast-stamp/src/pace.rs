//! The price of a request while a service is under load.

#[cfg(test)]
mod tests;

/// The number of steps from a price to twice that price.
const STEPS: f64 = 2.0;

/// The price of requests, in squarings, which follows the load between a floor and a ceiling. Each
/// observation of the load changes it by at most one step of a factor √2: up if the load is above 1, and down
/// if it is below one half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The prices, ascending from the floor to the ceiling.
    delays: Vec<u64>,
    level: usize,
}

/// The reason why a range of prices is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PaceError {
    /// The ceiling is below the floor, or the floor is 0.
    #[error(
        "the price goes from {floor} to {ceiling} squarings: the floor is 1 at least, the ceiling not below it"
    )]
    Range {
        /// The lowest price.
        floor: u64,
        /// The highest price.
        ceiling: u64,
    },
    /// The range is too wide: each price takes a table of its own.
    #[error("from {floor} to {ceiling} squarings are more than 4096 times: narrow the range")]
    Wide {
        /// The lowest price.
        floor: u64,
        /// The highest price.
        ceiling: u64,
    },
}

impl Pace {
    /// A price that begins at the floor.
    ///
    /// # Errors
    /// If the ceiling is below the floor or more than 4,096 times as high, or the floor is 0.
    pub fn new(floor: u64, ceiling: u64) -> Result<Pace, PaceError> {
        if floor == 0 || ceiling < floor {
            return Err(PaceError::Range { floor, ceiling });
        }
        if ceiling.div_ceil(floor) > 4_096 {
            return Err(PaceError::Wide { floor, ceiling });
        }
        let steps = (0..).map(|step| (floor as f64 * f64::exp2(f64::from(step) / STEPS)).round() as u64);
        let mut delays: Vec<u64> = steps.take_while(|delay| *delay < ceiling).collect();
        delays.push(ceiling);
        delays.dedup();
        Ok(Pace { delays, level: 0 })
    }

    /// All prices, ascending. An issuer must be prepared for each of them.
    pub fn delays(&self) -> &[u64] {
        &self.delays
    }

    /// The current price of a request.
    pub fn delay(&self) -> u64 {
        self.delays[self.level]
    }

    /// The price this many steps above the current one, but at most the ceiling.
    pub(crate) fn above(&self, steps: usize) -> u64 {
        self.delays[self.level.saturating_add(steps).min(self.delays.len() - 1)]
    }

    /// The lowest price of an accepted stamp: the floor, because the price may have risen while the stamp was
    /// solved.
    pub fn least(&self) -> u64 {
        self.delays[0]
    }

    /// Observes the load and changes the price by at most one step. A load of 1 is the most that the service
    /// should bear. NaN counts as no load.
    pub fn observe(&mut self, load: f64) {
        if load > 1.0 {
            self.level = (self.level + 1).min(self.delays.len() - 1);
        } else if load < 0.5 || load.is_nan() {
            self.level = self.level.saturating_sub(1);
        }
    }
}
