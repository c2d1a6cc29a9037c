//! One kind of a round's delay: steps, one after the other, with regular checkpoints.

use super::{Evaluator, Go, Progress};
use heliast::{
    AnyElem, AnyGroup, Delay, EvaluateError, Evaluation, Group, ProveError, ResumeError, RootElement, Roots,
    Squarings, prove, roots,
};
use heliast_disk::Secrecy;
use std::{
    fmt::Display,
    fs, io,
    path::PathBuf,
    time::{Duration, Instant},
};

/// The time for which it computes before it asks whether to go on.
const STEP: Duration = Duration::from_millis(100);
/// Writing checkpoints may take at most one part in this many of the time.
const WRITING: u32 = 100;

/// A chain of steps.
pub(super) trait Steps: Sized {
    /// The name of the checkpoint.
    const FILE: &'static str;
    /// The number of steps at first, while the speed is unknown.
    const FIRST: u64;

    /// Does this many more steps; returns true at the end.
    fn advance(&mut self, steps: u64) -> bool;

    /// The number of finished steps, and of all steps.
    fn place(&self) -> (u64, u64);

    fn progress(done: f64, per_second: f64) -> Progress;

    fn to_bytes(&self) -> Vec<u8>;

    /// Output and proof; `None` if `go` ended the evaluation.
    fn finish(
        &self,
        threads: usize,
        go: &(dyn Fn() -> Go + Sync),
        report: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Delay>, EvaluateError>;
}

/// The evaluation of one kind of delay, and its output and proof once they are made.
pub(super) struct Part<S> {
    pub(super) steps: S,
    pub(super) made: Option<Delay>,
}

impl<S: Steps> Part<S> {
    /// Resumes from a checkpoint that `resume` accepts, or starts over. `resume` returns `None` for a
    /// checkpoint of another delay.
    pub(super) fn begin<E: Display>(
        evaluator: &Evaluator,
        resume: impl FnOnce(&[u8]) -> Result<Option<S>, E>,
        start: impl FnOnce() -> Result<S, EvaluateError>,
    ) -> Result<Part<S>, EvaluateError> {
        let steps = match Self::resumed(evaluator, resume) {
            Some(steps) => steps,
            None => start()?,
        };
        Ok(Part { steps, made: None })
    }

    /// Computes to the end, unless `go` ends it.
    pub(super) fn run(
        mut self,
        evaluator: &Evaluator,
        go: &(dyn Fn() -> Go + Sync),
        report: &(dyn Fn(Progress) + Sync),
    ) -> Result<Part<S>, EvaluateError> {
        if self.advance(evaluator, go, report) {
            self.made = self.steps.finish(evaluator.threads, go, report)?;
        }
        Ok(self)
    }

    /// Computes to the end; returns false if `go` ended it.
    fn advance(
        &mut self,
        evaluator: &Evaluator,
        go: &(dyn Fn() -> Go + Sync),
        report: &(dyn Fn(Progress) + Sync),
    ) -> bool {
        let (start, (before, _)) = (Instant::now(), self.steps.place());
        let (mut saved, mut pause, mut speed) = (start, evaluator.every, 0.0);
        let step =
            |speed: f64| ((speed * STEP.as_secs_f64()) as u64).max(S::FIRST).min(evaluator.longest_step);
        while !self.steps.advance(step(speed)) {
            if go() != Go::On {
                return false;
            }
            let (done, all) = self.steps.place();
            speed = (done - before) as f64 / start.elapsed().as_secs_f64();
            report(S::progress(done as f64 / all as f64, speed));
            if saved.elapsed() >= pause {
                let writing = Instant::now();
                self.save(evaluator);
                saved = Instant::now();
                pause = evaluator.every.max(writing.elapsed() * WRITING);
            }
        }
        let (done, _) = self.steps.place();
        report(S::progress(1.0, (done - before) as f64 / start.elapsed().as_secs_f64()));
        go() == Go::On
    }

    fn path(evaluator: &Evaluator) -> Option<PathBuf> {
        evaluator.dir.as_ref().map(|dir| dir.join(S::FILE))
    }

    /// The state that an earlier run of the program reached in this delay.
    pub(super) fn resumed<E: Display>(
        evaluator: &Evaluator,
        resume: impl FnOnce(&[u8]) -> Result<Option<S>, E>,
    ) -> Option<S> {
        let file = Self::path(evaluator)?;
        let path = file.display();
        let bytes = match fs::read(&file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                tracing::warn!(%path, %error, "the delay's checkpoint can't be read; the delay begins anew");
                return None;
            }
        };
        match resume(&bytes) {
            Ok(found) => {
                if let Some((done, t)) = found.as_ref().map(S::place) {
                    tracing::info!(done, t, "the delay goes on where it was interrupted");
                }
                found
            }
            Err(error) => {
                tracing::warn!(%path, %error, "the delay's checkpoint is of no use; the delay begins anew");
                None
            }
        }
    }

    /// Writes a checkpoint if `is_kept`, and removes it otherwise.
    pub(super) fn leave(self, evaluator: &Evaluator, is_kept: bool) {
        if is_kept {
            return self.save(evaluator);
        }
        let Some(file) = Self::path(evaluator) else { return };
        if let Err(error) = evaluator.disk.remove_if_there(&file) {
            tracing::warn!(%error, "the delay's checkpoint stays");
        }
    }

    fn save(&self, evaluator: &Evaluator) {
        let Some(file) = Self::path(evaluator) else { return };
        if let Err(error) = evaluator.disk.replace(&file, Secrecy::Public, &self.steps.to_bytes()) {
            tracing::warn!(%error, "the delay's checkpoint can't be kept; a restart begins the delay anew");
        }
    }
}

/// The squarings of a delay.
pub(super) struct SquaringPart {
    evaluation: Evaluation<AnyGroup>,
    of: Squarings,
}

impl SquaringPart {
    pub(super) fn start(of: &Squarings, x: &AnyElem) -> Result<SquaringPart, EvaluateError> {
        let evaluation = Evaluation::start(&of.group, x.clone(), of.t).map_err(EvaluateError::Begin)?;
        Ok(SquaringPart { evaluation, of: of.clone() })
    }

    /// Reads a checkpoint of the delay of x.
    pub(super) fn resume(
        of: &Squarings,
        x: &AnyElem,
    ) -> impl FnOnce(&[u8]) -> Result<Option<SquaringPart>, ResumeError> {
        move |bytes| {
            let evaluation = Evaluation::from_bytes(&of.group, bytes)?;
            let is_it = evaluation.t() == of.t && of.group.equal(evaluation.input(), x);
            Ok(is_it.then(|| SquaringPart { evaluation, of: of.clone() }))
        }
    }
}

impl Steps for SquaringPart {
    const FILE: &'static str = "delay.checkpoint";
    const FIRST: u64 = 100;

    fn advance(&mut self, steps: u64) -> bool {
        self.evaluation.advance(steps)
    }

    fn place(&self) -> (u64, u64) {
        (self.evaluation.done(), self.evaluation.t())
    }

    fn progress(done: f64, squarings_per_second: f64) -> Progress {
        Progress::Squaring { done, squarings_per_second }
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.evaluation.to_bytes()
    }

    fn finish(
        &self,
        threads: usize,
        go: &(dyn Fn() -> Go + Sync),
        report: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Delay>, EvaluateError> {
        let group = &self.of.group;
        report(Progress::Proving(0.0));
        let progress = |done| {
            report(Progress::Proving(done));
            go() == Go::On
        };
        match prove(&self.evaluation, self.of.suite, threads, progress) {
            Ok((y, proof)) => Ok(Some(Delay { y: group.encode(&y), proof: group.encode(&proof) })),
            Err(ProveError::Interrupted) => Ok(None),
            Err(error) => Err(EvaluateError::Prove(error)),
        }
    }
}

/// The roots of a delay.
pub(super) struct RootPart {
    evaluation: roots::Evaluation,
    of: Roots,
}

impl RootPart {
    pub(super) fn start(of: &Roots, x: &RootElement) -> Result<RootPart, EvaluateError> {
        let evaluation = of.start(x.clone()).map_err(EvaluateError::BeginRoots)?;
        Ok(RootPart { evaluation, of: of.clone() })
    }

    /// Reads a checkpoint of the delay of x.
    pub(super) fn resume(
        of: &Roots,
        x: &RootElement,
    ) -> impl FnOnce(&[u8]) -> Result<Option<RootPart>, ResumeError> {
        move |bytes| {
            let evaluation = of.resume(bytes)?;
            let is_it =
                (evaluation.t(), evaluation.segments()) == (of.t, of.segments) && evaluation.input() == x;
            Ok(is_it.then(|| RootPart { evaluation, of: of.clone() }))
        }
    }
}

impl Steps for RootPart {
    const FILE: &'static str = "roots.checkpoint";
    const FIRST: u64 = 1;

    fn advance(&mut self, steps: u64) -> bool {
        self.evaluation.advance(steps, 1)
    }

    fn place(&self) -> (u64, u64) {
        (self.evaluation.done(), self.evaluation.t())
    }

    fn progress(done: f64, roots_per_second: f64) -> Progress {
        Progress::Rooting { done, roots_per_second }
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.evaluation.to_bytes()
    }

    fn finish(
        &self,
        _threads: usize,
        _go: &(dyn Fn() -> Go + Sync),
        _report: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Delay>, EvaluateError> {
        Ok(self.of.finish(&self.evaluation))
    }
}
