//! The thoroughness of the experiments.

use crate::{
    row::Side,
    sample::{self, Plan},
};
use std::time::Duration;

/// The settings with which every experiment measures.
#[derive(Clone, Copy, Debug)]
pub struct Lab {
    quick: bool,
}

impl Lab {
    /// Returns a lab whose experiments take several minutes in total if it is `quick`, and half an hour
    /// otherwise.
    pub fn new(quick: bool) -> Lab {
        Lab { quick }
    }

    /// Returns one of two amounts of work.
    pub fn choose<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Returns the seconds per operation of each side: the mean of the fastest samples of all cases. The
    /// sides run in turn, so that a disturbance of the machine affects all of them.
    pub fn fastest(&self, mut sides: Vec<Side>, cases: usize) -> Vec<f64> {
        let plan = Plan {
            warm_up: Duration::from_millis(self.choose(1, 5)),
            sample: Duration::from_micros(self.choose(200, 500)),
            total: Duration::ZERO,
            samples: self.choose(8, 15),
            limit: Duration::MAX,
        };
        let spreads = sample::alternate(&mut sides.iter_mut().collect::<Vec<_>>(), cases, plan);
        spreads.into_iter().map(|spread| spread.fastest).collect()
    }

    /// Returns the same for calls of a second and more: each is called a few times, and fewer times the
    /// longer it takes.
    pub fn fastest_of_few(&self, mut sides: Vec<Side>) -> Vec<f64> {
        let plan = Plan {
            warm_up: Duration::ZERO,
            sample: Duration::from_millis(2),
            total: Duration::ZERO,
            samples: self.choose(5, 9),
            limit: Duration::from_secs(self.choose(2, 30)),
        };
        let spreads = sample::alternate(&mut sides.iter_mut().collect::<Vec<_>>(), 1, plan);
        spreads.into_iter().map(|spread| spread.fastest).collect()
    }
}
