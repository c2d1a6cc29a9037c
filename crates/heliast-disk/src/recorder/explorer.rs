//! All states that a crash may leave, one after the other, and each call failing once.
//!
//! A scenario is what a process does, the crash, and what the next process does: the real code, on a disk of
//! a [`Trial`]. It is run anew for each state, in a directory of its own: programs look at the numbers and
//! births of files, which no copy has. So it must make the same calls each time, which is checked.
//!
//! **Crashes.** The states are those of [the recorder](super). A crash at any call leaves no state that a
//! crash just before the next sync does not leave as well, and by then no less was promised. So the process
//! ends before each sync and after the last call, and all states that are possible there are visited. Where
//! they are more than [`Explorer::most`], those of the last three calls that are not durable are, with
//! everything before them kept and a long write in four parts, up to that number; and
//! [`Explorer::samples`] more, in which everything is drawn by a seed.
//!
//! **Failing calls.** Each call fails once because the disk is full, broken (the effects of a sync that
//! failed may be lost for ever) or the call was interrupted. The process goes on or ends as it likes; then
//! the power fails, with nothing, everything, half of the last writes, and a drawn share lost.

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

/// The environment's variable with [`Explorer::most`].
const VARIABLE: &str = "HELIAST_CRASH_STATES";
/// The most states that a plain run of tests visits.
const USUAL: u64 = 40;
/// The losses after a call that failed, at most.
const LOSSES: usize = 4;
const KINDS: [ErrorKind; 3] = [ErrorKind::StorageFull, ErrorKind::Other, ErrorKind::Interrupted];

/// A way through the states.
#[derive(Clone, Copy, Debug)]
pub struct Explorer {
    /// The most states of one crash of which all are visited.
    pub most: u64,
    /// The states that are drawn where there are more.
    pub samples: u64,
    /// The seed of those that are drawn.
    pub seed: u64,
    /// The crashes that follow each call that failed, 1 to 4.
    pub losses: usize,
}

impl Default for Explorer {
    /// As many states as the environment's `HELIAST_CRASH_STATES` says; where there are more, a quarter as
    /// many are drawn. If it says nothing, 40 states, and one loss after each failing call, another one for
    /// each reason.
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
    /// [`Violation`] at the first panic of the scenario, and where it has no crash, or makes other calls than
    /// it made before.
    pub fn explore(&self, mut scenario: impl FnMut(&mut Trial)) -> Result<Figures, Violation> {
        let mut figures = self.crashes(&mut scenario)?;
        figures += self.faults(&mut scenario)?;
        Ok(figures)
    }

    /// Runs a scenario for each state that a crash leaves.
    ///
    /// # Errors
    /// As for [`explore`](Self::explore).
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
    /// As for [`explore`](Self::explore).
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

    /// The states that are possible when the process ends after so many calls, which should be these.
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
