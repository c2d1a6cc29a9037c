//! The price of a request while a service is under load.

#[cfg(test)]
mod tests;

/// Steps from a price to twice that price.
const STEPS: f64 = 2.0;

/// The price of requests, in squarings, which follows the load between a floor and a ceiling: one step of
/// a factor of √2 at most each time that the load is looked at, up while the load is above 1, down while
/// it is below one half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Ascending, from the floor to the ceiling.
    delays: Vec<u64>,
    level: usize,
}

/// Why there is no such range of prices.
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
    /// Each price takes a table of its own.
    #[error("from {floor} to {ceiling} squarings are more than 4096 times: narrow the range")]
    Wide {
        /// The lowest price.
        floor: u64,
        /// The highest price.
        ceiling: u64,
    },
}

impl Pace {
    /// Begins at the floor.
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

    /// All prices, ascending: an issuer is prepared for each of them.
    pub fn delays(&self) -> &[u64] {
        &self.delays
    }

    /// The price of a request now.
    pub fn delay(&self) -> u64 {
        self.delays[self.level]
    }

    /// The price so many steps above that of now, the ceiling at most.
    pub(crate) fn above(&self, steps: usize) -> u64 {
        self.delays[self.level.saturating_add(steps).min(self.delays.len() - 1)]
    }

    /// The lowest price that a stamp is taken at: the floor, because the price may have risen while it
    /// was solved.
    pub fn least(&self) -> u64 {
        self.delays[0]
    }

    /// Looks at the load, 1 being as much as the service is to bear, and changes the price by one step at
    /// most. Not a number counts as no load.
    pub fn observe(&mut self, load: f64) {
        if load > 1.0 {
            self.level = (self.level + 1).min(self.delays.len() - 1);
        } else if load < 0.5 || load.is_nan() {
            self.level = self.level.saturating_sub(1);
        }
    }
}
