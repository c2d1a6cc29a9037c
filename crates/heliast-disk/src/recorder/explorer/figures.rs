//! Counts of what was explored.

use std::{fmt, ops::AddAssign};

/// The numbers of what was explored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Calls that the scenario makes until its crash.
    pub operations: u64,
    /// Moments of crashes.
    pub crashes: u64,
    /// Moments of which all states were visited.
    pub whole: u64,
    /// States that were visited, all different but for bytes of files without a name.
    pub states: u64,
    /// States that were drawn, at the other moments.
    pub drawn: u64,
    /// Calls that failed.
    pub faults: u64,
    /// Times that the scenario went on after a crash, and that what it demands held.
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
