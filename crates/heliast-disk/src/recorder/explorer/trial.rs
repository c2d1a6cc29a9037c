//! One run of a scenario, which ends in one state or has one failing call.

use crate::{
    disk::Disk,
    recorder::{
        Call, Fault, Recorder,
        crash::{Answers, Loss},
    },
};
use std::{
    any::Any,
    io, mem,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// The number of last calls of which all states are visited if there are too many in all.
const LAST: usize = 3;

/// A state in which a condition of the scenario does not hold.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{place}: {said}")]
pub struct Violation {
    /// The call that did not happen or failed, and the parts of earlier calls that stayed.
    pub place: String,
    /// The scenario's message.
    pub said: String,
}

/// One run of a scenario.
pub struct Trial {
    recorder: Recorder,
    fault: Option<Fault>,
    pub(super) way: Way,
    /// The number of calls before the first that counts.
    before: usize,
    /// The calls until the crash.
    pub(super) calls: Option<Vec<Call>>,
}

/// The way in which a trial chooses its state.
pub(super) enum Way {
    Loss(Loss),
    Each {
        answers: Answers,
        most: u64,
        /// Whether there are at most that many states; known after the first crash.
        is_whole: bool,
    },
}

impl Trial {
    pub(super) fn new(fault: Option<Fault>, way: Way) -> Trial {
        Trial { recorder: Recorder::default(), fault, way, before: 0, calls: None }
    }

    /// The access to files on its disk.
    pub fn disk(&self) -> Disk {
        self.recorder.disk()
    }

    /// Its disk.
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// From this call on the process may end and calls may fail.
    pub fn begin(&mut self) {
        self.before = self.recorder.calls().len();
        self.recorder.set_fault(self.fault);
    }

    /// Simulates a loss of power. The process must have closed its files. From this call on no call fails,
    /// and no sync is left out.
    ///
    /// # Errors
    /// Errors of the file system in which the recorder works.
    pub fn crash(&mut self) -> io::Result<()> {
        self.calls = Some(self.recorder.calls().split_off(self.before));
        let recorder = &self.recorder;
        recorder.omit(None);
        match &mut self.way {
            Way::Loss(loss) => recorder.crash(*loss),
            Way::Each { answers, most, is_whole } => {
                *is_whole = recorder.states(most.saturating_add(1)) <= *most;
                let since = if *is_whole { 0 } else { recorder.last_undurable(LAST) };
                recorder.crash_since(since, &mut |doubt| answers.answer(doubt))
            }
        }
    }

    /// Runs a scenario to its end.
    pub(super) fn run(&mut self, scenario: &mut dyn FnMut(&mut Trial)) -> Result<(), Violation> {
        let ended = catch_unwind(AssertUnwindSafe(|| scenario(self)));
        match ended {
            Ok(()) if self.calls.is_none() => Err(self.violation("the scenario has no crash".to_owned())),
            Ok(()) => Ok(()),
            Err(payload) => Err(self.violation(text(payload))),
        }
    }

    pub(super) fn violation(&self, said: String) -> Violation {
        let calls = self.calls.clone().unwrap_or_else(|| self.recorder.calls().split_off(self.before));
        let at = match self.fault {
            Some(Fault::EndAfter(at) | Fault::Once(at, _)) => at as usize,
            _ => calls.len(),
        };
        let last = calls.get(at.saturating_sub(3)..).unwrap_or_default();
        let left = match &self.way {
            Way::Loss(loss) => format!("{loss:?}"),
            Way::Each { answers, .. } => format!("answers {:?}", answers.given()),
        };
        let last = last.iter().take(5).map(|call| format!("{call:?}")).collect::<Vec<_>>().join(", ");
        let place = format!("{:?} among the calls [.. {last} ..], {left}", self.fault);
        Violation { place, said }
    }

    /// Whether it made the same calls as before, as far as it got.
    pub(super) fn is_like(&self, expected: &[Call]) -> bool {
        let calls = self.calls.iter().flatten();
        calls.zip(expected).all(|(call, expected)| mem::discriminant(call) == mem::discriminant(expected))
    }
}

/// The message of a panic.
fn text(payload: Box<dyn Any + Send>) -> String {
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => {
            payload.downcast::<&str>().map_or_else(|_| "a panic".to_owned(), |text| (*text).to_owned())
        }
    }
}
