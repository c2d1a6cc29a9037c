//! The delay of a round, with checkpoints in a file, given up as soon as somebody else's proof is in.
//!
//! A long delay survives a restart: about every ten seconds its state is written
//! (`spec/wesolowski.md`, "HLCP"), to a draft that is synced and renamed. Writing takes at most
//! about a hundredth of the time, however large the state is. A file that is damaged, or of another
//! delay, costs the squarings that it had and nothing else: the proof is a function of x and t, so
//! that an evaluator that resumes, or begins anew, sends the same bytes.

#[cfg(test)]
mod tests;

use heliast::{AnyElem, AnyGroup, Chain, Delay, Evaluation, Group, ProveError, ResumeError, prove};
use heliast_disk::{Disk, Secrecy};
use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Time for which it squares before it asks whether to go on.
const STEP: Duration = Duration::from_millis(100);
/// Writing a checkpoint may take one part in so many.
const WRITING: u32 = 100;

/// A delay to be evaluated.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its input.
    pub x: AnyElem,
    /// The number of squarings.
    pub t: u64,
}

/// Whether an evaluation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// It does.
    On,
    /// It is of no use any more: somebody's proof was first.
    Over,
    /// The program ends, and goes on with it at its next start.
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
    /// The proof is being made: the part that is done, 0 to 1.
    Proving(f64),
}

/// The reasons why a delay can't be evaluated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluatorError {
    /// It can't begin.
    #[error("the delay can't begin: {0}")]
    Begin(ResumeError),
    /// It has no proof.
    #[error("the delay can't be proved: {0}")]
    Prove(ProveError),
}

/// Evaluates delays of one chain.
#[derive(Clone, Debug)]
pub struct Evaluator {
    chain: Chain,
    disk: Disk,
    checkpoint: PathBuf,
    every: Duration,
    threads: usize,
    /// Squarings before it asks whether to go on, at most.
    longest_step: u64,
}

impl Evaluator {
    /// Evaluates delays of this chain with one thread, and proves them with `threads`. The checkpoint is
    /// `dir/delay.checkpoint`, written after each ten seconds.
    pub fn new(chain: &Chain, dir: &Path, threads: usize) -> Evaluator {
        Evaluator {
            chain: chain.clone(),
            disk: Disk::default(),
            checkpoint: dir.join("delay.checkpoint"),
            every: Duration::from_secs(10),
            threads,
            longest_step: u64::MAX,
        }
    }

    /// Sets the time between two checkpoints.
    #[cfg(test)]
    pub(crate) fn with_checkpoint_every(self, every: Duration) -> Evaluator {
        Evaluator { every, ..self }
    }

    /// The delay's output and proof; `None` if `go` ended it. Both functions are asked several
    /// times a second, `go` from several threads.
    ///
    /// # Errors
    /// [`EvaluatorError`]. A checkpoint that can't be written or read is a warning and no error.
    pub fn run(
        &self,
        job: &Job,
        go: &(dyn Fn() -> Go + Sync),
        report: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Delay>, EvaluatorError> {
        let mut evaluation = match self.resumed(job) {
            Some(evaluation) => evaluation,
            None => {
                Evaluation::start(self.chain.group(), job.x.clone(), job.t).map_err(EvaluatorError::Begin)?
            }
        };
        let finished = self.square(&mut evaluation, go, report) && {
            report(Progress::Proving(0.0));
            true
        };
        let proved = finished.then(|| self.prove(&evaluation, go, report)).transpose()?.flatten();
        match (&proved, go()) {
            (None, Go::Later) => self.save(&evaluation),
            _ => self.forget(),
        }
        Ok(proved)
    }

    /// Squares to the end; false if it was ended.
    fn square(
        &self,
        evaluation: &mut Evaluation<AnyGroup>,
        go: &(dyn Fn() -> Go + Sync),
        report: &(dyn Fn(Progress) + Sync),
    ) -> bool {
        let (start, before) = (Instant::now(), evaluation.done());
        let (mut saved, mut pause, mut speed) = (start, self.every, 0.0);
        let step = |speed: f64| ((speed * STEP.as_secs_f64()) as u64).max(100).min(self.longest_step);
        while !evaluation.advance(step(speed)) {
            if go() != Go::On {
                return false;
            }
            speed = (evaluation.done() - before) as f64 / start.elapsed().as_secs_f64();
            let done = evaluation.done() as f64 / evaluation.t() as f64;
            report(Progress::Squaring { done, squarings_per_second: speed });
            if saved.elapsed() >= pause {
                let writing = Instant::now();
                self.save(evaluation);
                saved = Instant::now();
                pause = self.every.max(writing.elapsed() * WRITING);
            }
        }
        go() == Go::On
    }

    fn prove(
        &self,
        evaluation: &Evaluation<AnyGroup>,
        go: &(dyn Fn() -> Go + Sync),
        report: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Delay>, EvaluatorError> {
        let progress = |done| {
            report(Progress::Proving(done));
            go() == Go::On
        };
        let group = self.chain.group();
        match prove(evaluation, self.chain.genesis().delay_suite, self.threads, progress) {
            Ok((y, proof)) => Ok(Some(Delay { y: group.encode(&y), proof: group.encode(&proof) })),
            Err(ProveError::Interrupted) => Ok(None),
            Err(error) => Err(EvaluatorError::Prove(error)),
        }
    }

    /// Loads the state that an earlier run of the program reached in this delay.
    fn resumed(&self, job: &Job) -> Option<Evaluation<AnyGroup>> {
        let (group, path) = (self.chain.group(), self.checkpoint.display());
        let bytes = match fs::read(&self.checkpoint) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                tracing::warn!(%path, %error, "the delay's checkpoint can't be read; the delay begins anew");
                return None;
            }
        };
        match Evaluation::from_bytes(group, &bytes) {
            Ok(found) if found.t() == job.t && group.equal(found.input(), &job.x) => {
                tracing::info!(done = found.done(), t = job.t, "the delay goes on where it was interrupted");
                Some(found)
            }
            Ok(_) => None,
            Err(error) => {
                tracing::warn!(%path, %error, "the delay's checkpoint is of no use; the delay begins anew");
                None
            }
        }
    }

    fn save(&self, evaluation: &Evaluation<AnyGroup>) {
        let bytes = evaluation.to_bytes();
        if let Err(error) = self.disk.replace(&self.checkpoint, Secrecy::Public, &bytes) {
            tracing::warn!(%error, "the delay's checkpoint can't be kept; a restart begins the delay anew");
        }
    }

    fn forget(&self) {
        if let Err(error) = self.disk.remove_if_there(&self.checkpoint) {
            tracing::warn!(%error, "the delay's checkpoint stays");
        }
    }
}
