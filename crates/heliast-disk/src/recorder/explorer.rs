//! Visits all states that a crash may leave, and lets each call fail once.
//!
//! A scenario consists of the work of a process, the crash, and the work of the next process: the real code,
//! on the disk of a [`Trial`]. It is run again for each state, in its own directory: programs look at the
//! inode numbers and birth times of files, which a copy does not keep. So it must make the same calls each
//! time, which is checked.
//!
//! **Crashes.** The states are those of [the recorder](super). Each state after a crash at any call is also
//! possible after a crash just before the next sync, and by then at least as much was promised. So the
//! process ends before each sync and after the last call, and all states that are possible there are visited.
//! If there are more than [`Explorer::most`], only the states of the last three undurable calls are visited,
//! up to that number: everything before them is kept, and a long write has only four parts. In addition
//! [`Explorer::samples`] states are visited that are drawn from a seed.
//!
//! **Failing calls.** Each call fails once because the disk is full or broken (the data of a failed sync may
//! be lost forever) or the call was interrupted. The process may continue or end. Then the power fails, and
//! nothing, everything, half of the last writes, or a drawn share is lost.

mod figures;
#[cfg(test)]
mod tests;
mod trial;

pub use figures::Figures;
pub use trial::{Trial, Violation};

use super::{
    Call, Fault,
    crash::{Answers, Loss},
};
use std::{env, io::ErrorKind};
use trial::Way;

/// The environment variable for [`Explorer::most`].
const VARIABLE: &str = "HELIAST_CRASH_STATES";
/// The most states of a crash that tests visit by default.
const USUAL: u64 = 40;
/// The most losses that are tried after a failed call.
const LOSSES: usize = 4;
const KINDS: [ErrorKind; 3] = [ErrorKind::StorageFull, ErrorKind::Other, ErrorKind::Interrupted];

/// The limits of an exploration.
#[derive(Clone, Copy, Debug)]
pub struct Explorer {
    /// All states of a crash are visited if there are at most this many.
    pub most: u64,
    /// The number of states that are drawn if there are more.
    pub samples: u64,
    /// The seed for drawing states.
    pub seed: u64,
    /// The number of different crashes after each failed call, 1 to 4.
    pub losses: usize,
}

impl Default for Explorer {
    /// As many states as the environment variable `HELIAST_CRASH_STATES` says; if there are more, a quarter
    /// of that number is drawn in addition. If it is not set, there are 40 states, and one loss after each
    /// failed call, which differs with the reason of the failure.
    fn default() -> Explorer {
        let most = env::var(VARIABLE).ok().and_then(|most| most.parse().ok());
        let losses = if most.is_some() { LOSSES } else { 1 };
        let most = most.unwrap_or(USUAL);
        Explorer { most, samples: most / 4, seed: 1, losses }
    }
}

impl Explorer {
    /// Runs a scenario for each state and for each failing call.
    ///
    /// # Errors
    /// [`Violation`] at the first panic of the scenario, or if it has no crash, or makes other calls than
    /// before.
    pub fn explore(&self, mut scenario: impl FnMut(&mut Trial)) -> Result<Figures, Violation> {
        let mut figures = self.crashes(&mut scenario)?;
        figures += self.faults(&mut scenario)?;
        Ok(figures)
    }

    /// Runs a scenario for each state that a crash leaves.
    ///
    /// # Errors
    /// The errors of [`explore`](Self::explore).
    pub fn crashes(&self, mut scenario: impl FnMut(&mut Trial)) -> Result<Figures, Violation> {
        let calls = calls(&mut scenario)?;
        let mut figures = Figures { operations: calls.len() as u64, ..Figures::default() };
        let is_sync = |call: &Call| matches!(call, Call::Sync | Call::SyncDir(_));
        let syncs = (0..).zip(&calls).filter(|(_, call)| is_sync(call)).map(|(number, _)| number);
        for end in syncs.chain([calls.len() as u64]) {
            figures += self.crash(end, &calls[..end as usize], &mut scenario)?;
        }
        Ok(figures)
    }

    /// Runs a scenario with each of its calls failing once.
    ///
    /// # Errors
    /// The errors of [`explore`](Self::explore).
    pub fn faults(&self, mut scenario: impl FnMut(&mut Trial)) -> Result<Figures, Violation> {
        let mut figures = Figures::default();
        for at in 0..calls(&mut scenario)?.len() as u64 {
            for (number, kind) in (at as usize..).zip(KINDS) {
                let losses: [_; LOSSES] = [Loss::Lost, Loss::Torn, Loss::Drawn(self.seed ^ at), Loss::Kept];
                for loss in losses.into_iter().cycle().skip(number % LOSSES).take(self.losses) {
                    Trial::new(Some(Fault::Once(at, kind)), Way::Loss(loss)).run(&mut scenario)?;
                    figures.recoveries += 1;
                }
                figures.faults += 1;
            }
        }
        Ok(figures)
    }

    /// Visits the states that are possible when the process ends after `end` calls. `expected` are these
    /// calls.
    fn crash(
        &self,
        end: u64,
        expected: &[Call],
        scenario: &mut dyn FnMut(&mut Trial),
    ) -> Result<Figures, Violation> {
        let mut figures = Figures { crashes: 1, ..Figures::default() };
        let fault = Some(Fault::EndAfter(end));
        let mut way = Way::Each { answers: Answers::default(), most: self.most, is_whole: false };
        loop {
            let mut trial = Trial::new(fault, way);
            trial.run(scenario)?;
            if !trial.is_like(expected) {
                return Err(trial.violation("the scenario makes other calls each time".to_owned()));
            }
            figures.states += 1;
            way = trial.way;
            let Way::Each { answers, is_whole, .. } = &mut way else { break };
            let is_last = !answers.advance();
            if is_last || figures.states >= self.most {
                figures.whole += u64::from(*is_whole && is_last);
                break;
            }
        }
        if figures.whole == 0 {
            for number in 0..self.samples {
                let seed = self.seed ^ (end << 32) ^ number;
                Trial::new(fault, Way::Loss(Loss::Drawn(seed))).run(scenario)?;
                figures.drawn += 1;
            }
        }
        figures.recoveries = figures.states + figures.drawn;
        Ok(figures)
    }
}

/// The calls that a scenario makes when nothing fails.
fn calls(scenario: &mut dyn FnMut(&mut Trial)) -> Result<Vec<Call>, Violation> {
    let mut trial = Trial::new(None, Way::Loss(Loss::Kept));
    trial.run(scenario)?;
    Ok(trial.calls.unwrap_or_default())
}
