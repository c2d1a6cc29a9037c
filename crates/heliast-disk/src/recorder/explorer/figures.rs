//! Counts of an exploration.

use std::{fmt, ops::AddAssign};

/// The counts of an exploration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The calls that the scenario makes until its crash.
    pub operations: u64,
    /// Moments of crashes.
    pub crashes: u64,
    /// Moments of crashes of which all states were visited.
    pub whole: u64,
    /// States that were visited. All are different, except that some differ only in files without a name.
    pub states: u64,
    /// States that were drawn, at the other moments.
    pub drawn: u64,
    /// Calls that failed.
    pub faults: u64,
    /// The number of times that the scenario went on after a crash and its conditions held.
    pub recoveries: u64,
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Figures) {
        self.operations += other.operations;
        self.crashes += other.crashes;
        self.whole += other.whole;
        self.states += other.states;
        self.drawn += other.drawn;
        self.faults += other.faults;
        self.recoveries += other.recoveries;
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figures { operations, crashes, whole, states, drawn, faults, recoveries } = self;
        write!(
            f,
            "{operations} operations, {crashes} crashes ({whole} with all states), {states} states and {drawn} \
             drawn, {faults} failing calls, {recoveries} recoveries"
        )
    }
}
