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
    /// A lab that takes some minutes in all if it is `quick`, and else half an hour.
    pub fn new(quick: bool) -> Lab {
        Lab { quick }
    }

    /// One of two amounts of work.
    pub fn choose<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Seconds per operation of each side: the fastest sample of each case, the mean over the
    /// cases. The sides run in turn, so that a disturbance of the machine meets all of them.
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

    /// The same for calls of a second and more: a few of each, fewer the longer they take.
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
