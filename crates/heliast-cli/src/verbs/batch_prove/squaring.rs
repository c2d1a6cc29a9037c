//! Squarings with a progress bar and checkpoints.

use crate::{
    batches::Elem,
    checkpoints::{Checkpoint, State},
    failure::{Code, Failure},
    interrupt,
    ui::Ui,
    usage,
};
use heliast::{AnyGroup, Evaluation};
use heliast_vdf::batch::varied;
use indicatif::ProgressBar;
use std::time::{Duration, Instant};

/// The time of squaring between two checks of the clock and of signals.
const STEP: Duration = Duration::from_millis(100);
/// Squarings that took longer are saved before the proof, which can be interrupted as well.
const WORTH_KEEPING: Duration = Duration::from_secs(3);

/// Squarings that can continue from a checkpoint.
trait Resumable: State {
    /// Does about `squarings` more squarings. Returns true when all are done.
    fn advance(&mut self, squarings: u64) -> bool;
    fn done(&self) -> u64;
    fn total(&self) -> u64;
}

impl Resumable for Evaluation<AnyGroup> {
    fn advance(&mut self, squarings: u64) -> bool {
        self.advance(squarings)
    }
    fn done(&self) -> u64 {
        self.done()
    }
    fn total(&self) -> u64 {
        self.t()
    }
}

impl Resumable for varied::Squarings<'_, AnyGroup> {
    fn advance(&mut self, squarings: u64) -> bool {
        self.advance(squarings)
    }
    fn done(&self) -> u64 {
        self.done()
    }
    fn total(&self) -> u64 {
        self.total()
    }
}

/// Does squarings with a progress bar, and saves checkpoints.
pub(super) struct Squaring<'a> {
    /// The checkpoint of the squarings, if they belong to a single evaluation.
    pub(super) checkpoint: Option<Checkpoint>,
    pub(super) bar: ProgressBar,
    pub(super) ui: &'a Ui,
}

impl Squaring<'_> {
    /// Evaluates the delay of x, from the checkpoint if there is one. A signal ends it.
    pub(super) fn square(
        &mut self,
        group: &AnyGroup,
        (index, x): (usize, &Elem),
        t: u64,
    ) -> Result<Evaluation<AnyGroup>, Failure> {
        let resumed = self.checkpoint.as_ref().map_or(Ok(None), |saved| saved.resume(group, x, t))?;
        let start = || Ok(Evaluation::start(group, x.clone(), t)?);
        self.go_on(resumed, start, t.saturating_mul(index as u64))
    }

    /// Does the same for a list of different delays.
    pub(super) fn square_varied<'p>(
        &mut self,
        group: &'p AnyGroup,
        prover: &'p varied::Prover<'p, Elem>,
    ) -> Result<varied::Squarings<'p, AnyGroup>, Failure> {
        let resumed =
            self.checkpoint.as_ref().map_or(Ok(None), |saved| saved.resume_varied(group, prover))?;
        let start = varied::Squarings::start(group, prover);
        self.bar = self.ui.bar(start.total(), "squarings");
        self.go_on(resumed, || Ok(start), 0)
    }

    /// Does all squarings of the resumed or new evaluation, after `before` others.
    fn go_on<S: Resumable>(
        &mut self,
        resumed: Option<S>,
        start: impl FnOnce() -> Result<S, Failure>,
        before: u64,
    ) -> Result<S, Failure> {
        let mut evaluation = match resumed {
            Some(evaluation) => self.going_on_from(evaluation),
            None => start()?,
        };
        let began = Instant::now();
        let mut chunk = 1000;
        loop {
            let step = Instant::now();
            let finished = evaluation.advance(chunk);
            self.bar.set_position(before + evaluation.done());
            if finished {
                break;
            }
            if interrupt::requested() {
                self.bar.abandon();
                return Err(self.interrupted(&evaluation, before));
            }
            if self.checkpoint.as_ref().is_some_and(Checkpoint::is_due) {
                self.save_or_note(&evaluation);
            }
            let fitting = chunk as f64 * STEP.as_secs_f64() / step.elapsed().as_secs_f64().max(1e-9);
            chunk = (fitting as u64).clamp(chunk / 2, chunk.saturating_mul(2)).max(1);
        }
        if self.bar.length().is_none_or(|all| before + evaluation.total() >= all) {
            self.bar.finish_and_clear();
        }
        if began.elapsed() > WORTH_KEEPING {
            self.save_or_note(&evaluation);
        }
        Ok(evaluation)
    }

    fn going_on_from<S: Resumable>(&mut self, evaluation: S) -> S {
        let (done, total) = (evaluation.done(), evaluation.total());
        if let Some(path) = self.checkpoint.as_ref().and_then(Checkpoint::shown) {
            self.ui.note(format_args!("going on from {path}, {done} of {total} squarings"));
        }
        self.bar = self.ui.bar_from(done, total, "squarings");
        evaluation
    }

    fn save_or_note(&mut self, evaluation: &impl State) {
        if let Some(Err(failure)) = self.checkpoint.as_mut().map(|checkpoint| checkpoint.save(evaluation)) {
            self.ui.note(format_args!("note: going on without a new checkpoint: {failure}"));
        }
    }

    /// Saves the squarings that are done. Returns the failure that says how to continue.
    fn interrupted(&mut self, evaluation: &impl Resumable, before: u64) -> Failure {
        let stopped = format!("interrupted after {} squarings", before + evaluation.done());
        let Some((checkpoint, path)) =
            self.checkpoint.as_mut().and_then(|checkpoint| checkpoint.shown().map(|path| (checkpoint, path)))
        else {
            let hint = match self.checkpoint {
                Some(_) => "nothing was saved: next time give --checkpoint FILE",
                None => "nothing was saved: only a protocol that leaves one statement has a checkpoint",
            };
            return Failure::new(Code::Pending, stopped).hint(hint);
        };
        match checkpoint.save(evaluation) {
            Ok(()) => Failure::new(Code::Pending, format_args!("{stopped}; saved in {path}"))
                .hint(format_args!("`{}` goes on from there", usage::same_command())),
            Err(failure) => failure.about(stopped),
        }
    }

    /// Removes the checkpoint: the squarings are no longer needed.
    pub(super) fn remove_checkpoint(&self) -> Result<(), Failure> {
        self.checkpoint.as_ref().map_or(Ok(()), Checkpoint::remove)
    }
}
