//! Evaluates the delay of a round, and stops as soon as a proof from another evaluator has arrived. With
//! checkpoints in files, an evaluation survives a restart.
//!
//! About every ten seconds the state is written (`spec/wesolowski.md`, "HLCP"; `spec/roots.md`, "HLRC") to a
//! temporary file that is synced and renamed. Writing takes at most about a hundredth of the time, however
//! large the state is. A file that is damaged, or belongs to another delay, only costs the steps that it had:
//! output and proof are functions of the input, so that an evaluator that resumes or starts over sends the
//! same bytes.
//!
//! If a chain has both delays, the roots run on their own thread, in parallel with the squarings.

mod part;
#[cfg(test)]
mod tests;

use crate::status::Phase;
use heliast::{Chain, Delay, DelayInput, EvaluateError};
use heliast_disk::Disk;
use part::{Part, RootPart, SquaringPart};
use std::{
    panic::resume_unwind,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// Whether an evaluation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// It goes on.
    On,
    /// It is no longer needed, because the proof of another evaluator came first.
    Over,
    /// The program ends, and resumes the evaluation at its next start.
    Later,
}

/// The progress of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// The squarings are under way.
    Squaring {
        /// The part of them that is done, 0 to 1.
        done: f64,
        /// The speed.
        squarings_per_second: f64,
    },
    /// The roots are under way.
    Rooting {
        /// The part of them that is done, 0 to 1.
        done: f64,
        /// The speed.
        roots_per_second: f64,
    },
    /// The proof of the squarings is being made: the part that is done, 0 to 1.
    Proving(f64),
}

/// The progress and the speed of an evaluation, taken from its reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sight {
    /// The finished parts of the squarings and of the roots, 0 to 1.
    done: [Option<f64>; 2],
    proving: f64,
    /// The last measured speed of the delay that is shown first: of squarings, or of roots in a chain with
    /// roots alone.
    pub per_second: f64,
}

impl Sight {
    /// The state before an evaluation, on a machine of this speed.
    pub fn begin(per_second: f64) -> Sight {
        Sight { per_second, ..Sight::default() }
    }

    /// Takes a report on a delay of this chain.
    pub fn note(&mut self, chain: &Chain, progress: Progress) {
        match progress {
            Progress::Squaring { done, squarings_per_second } => {
                (self.done[0], self.per_second) = (Some(done), squarings_per_second);
            }
            Progress::Rooting { done, roots_per_second } => {
                self.done[1] = Some(done);
                if chain.squarings().is_none() {
                    self.per_second = roots_per_second;
                }
            }
            Progress::Proving(done) => self.proving = done,
        }
    }

    /// The phase, and the finished part of it. With both delays it is that of the one that is further behind.
    pub fn phase(&self) -> (Phase, f64) {
        let behind = self.done.into_iter().flatten().reduce(f64::min);
        match behind {
            Some(1.0..) => (Phase::Proof, self.proving),
            behind => (Phase::Delay, behind.unwrap_or(0.0)),
        }
    }
}

/// Evaluates delays of one chain.
#[derive(Clone, Debug)]
pub struct Evaluator {
    chain: Chain,
    disk: Disk,
    /// The folder of the checkpoints, if there are any.
    dir: Option<PathBuf>,
    every: Duration,
    threads: usize,
    /// The most steps before it asks whether to go on.
    longest_step: u64,
}

impl Evaluator {
    /// Evaluates delays of this chain, and proves squarings with `threads` threads. There are no checkpoints.
    pub fn new(chain: &Chain, threads: usize) -> Evaluator {
        Evaluator {
            chain: chain.clone(),
            disk: Disk::default(),
            dir: None,
            every: Duration::from_secs(10),
            threads,
            longest_step: u64::MAX,
        }
    }

    /// The same evaluator with checkpoints, written every ten seconds: `dir/delay.checkpoint` of squarings,
    /// `dir/roots.checkpoint` of roots.
    pub fn with_checkpoints(self, dir: &Path) -> Evaluator {
        Evaluator { dir: Some(dir.to_owned()), ..self }
    }

    /// Sets the time between two checkpoints.
    #[cfg(test)]
    fn with_checkpoint_every(self, every: Duration) -> Evaluator {
        Evaluator { every, ..self }
    }

    /// The delay's output and proof; `None` if `go` ended the evaluation. Both functions are called several
    /// times a second, from several threads.
    ///
    /// # Errors
    /// [`EvaluateError`]. A checkpoint that can't be written or read is a warning and no error.
    pub fn run(
        &self,
        x: &DelayInput,
        go: &(dyn Fn() -> Go + Sync),
        report: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Delay>, EvaluateError> {
        let (squarings, roots) = self.begin(x)?;
        let (squarings, roots) = thread::scope(|scope| {
            let beside = |part: Part<RootPart>| scope.spawn(move || part.run(self, go, report));
            let roots = roots.map(beside);
            let squarings = squarings.map(|part| part.run(self, go, report));
            let joined = |thread: thread::ScopedJoinHandle<'_, _>| {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            (squarings, roots.map(joined))
        });
        let (squarings, roots) = (squarings.transpose()?, roots.transpose()?);
        let delay = whole(squarings.as_ref().map(|part| &part.made), roots.as_ref().map(|part| &part.made));
        let is_kept = delay.is_none() && go() == Go::Later;
        if let Some(part) = squarings {
            part.leave(self, is_kept);
        }
        if let Some(part) = roots {
            part.leave(self, is_kept);
        }
        Ok(delay)
    }

    /// The parts of a delay, each resumed where an earlier run of the program left it.
    #[expect(clippy::type_complexity, reason = "the two kinds of delay")]
    fn begin(
        &self,
        x: &DelayInput,
    ) -> Result<(Option<Part<SquaringPart>>, Option<Part<RootPart>>), EvaluateError> {
        let squarings = match self.chain.squarings() {
            Some(of) => {
                let x = x.squarings.as_ref().ok_or(EvaluateError::OtherChain)?;
                Some(Part::begin(self, SquaringPart::resume(of, x), || SquaringPart::start(of, x))?)
            }
            None => None,
        };
        let roots = match self.chain.roots() {
            Some(of) => {
                let x = x.roots.as_ref().ok_or(EvaluateError::OtherChain)?;
                Some(Part::begin(self, RootPart::resume(of, x), || RootPart::start(of, x))?)
            }
            None => None,
        };
        Ok((squarings, roots))
    }
}

/// Both delays as one; `None` unless every delay of the chain is finished.
fn whole(squarings: Option<&Option<Delay>>, roots: Option<&Option<Delay>>) -> Option<Delay> {
    let mut delay = Delay { y: vec![], proof: vec![] };
    for made in [squarings, roots].into_iter().flatten() {
        let Delay { y, proof } = made.as_ref()?;
        delay.y.extend(y);
        delay.proof.extend(proof);
    }
    Some(delay)
}
