//! `--system segmented`: the segments are proved while later ones are squared (`spec/segments.md`).

use super::{Args, interrupted, save_or_note};
use crate::{
    checkpoints::Checkpoint,
    delays::Proved,
    failure::{Code, Failure},
    interrupt,
    report::Report,
    ui::Ui,
};
use heliast::{AnyGroup, Evaluation};
use heliast_vdf::{
    ProveError,
    segments::{Cut, SegmentedEvaluation},
};
use std::time::Instant;

impl Args {
    /// Evaluates and proves the delay. A signal ends it with a checkpoint.
    pub(super) fn square_in_segments(&self, group: &AnyGroup, ui: &Ui) -> Result<Report, Failure> {
        let (x, suite) = (self.input.require(group)?, self.proof.suite()?);
        let mut checkpoint = Checkpoint::new(&self.saving, &self.out);
        let resumed: Option<SegmentedEvaluation<_>> = checkpoint.resume(group, &x, self.t)?;
        if resumed.as_ref().is_some_and(|resumed| resumed.suite() != suite) {
            return Err(checkpoint.of_another("proofs with another --mode, --hash or --bits"));
        }
        let from = resumed.as_ref().map(SegmentedEvaluation::done);
        let mut evaluation = match resumed {
            Some(evaluation) => evaluation,
            None => {
                let cut = Cut::plan(self.t, self.proof.threads());
                SegmentedEvaluation::start(group, x.clone(), self.t, cut, suite)
                    .map_err(|error| Failure::new(Code::Internal, error))?
            }
        };
        self.note_resumed::<Evaluation<AnyGroup>>(from, &checkpoint, ui);
        interrupt::catch()?;

        let began = Instant::now();
        let (y, proof) = self.run_segments(&mut evaluation, &mut checkpoint, ui)?;
        let seconds = began.elapsed().as_secs_f64();
        let proof = Proved::Segmented(proof);
        let report = self.proof.write(group, (x, y, self.t), &proof, &self.out).inspect_err(|_| {
            // The work is saved if possible: the same command then only has to write.
            let _ = checkpoint.save(&evaluation);
        })?;
        checkpoint.remove()?;
        Ok(self.with_speed(report, from, seconds))
    }

    /// Runs until the end or a signal. Squaring pauses for a checkpoint, proofs in progress do not.
    fn run_segments(
        &self,
        evaluation: &mut SegmentedEvaluation<AnyGroup>,
        checkpoint: &mut Checkpoint,
        ui: &Ui,
    ) -> Result<SegmentsProved, Failure> {
        let bar = ui.bar_from(evaluation.done(), self.t, "squarings");
        let go_on = |done| {
            bar.set_position(done);
            !interrupt::requested()
        };
        let run = evaluation.run_watched(self.proof.threads(), go_on, |state| {
            if checkpoint.is_due() {
                save_or_note(state, checkpoint, ui);
            }
        });
        match run {
            Ok(proved) => {
                bar.finish_and_clear();
                Ok(proved)
            }
            Err(ProveError::Interrupted) => {
                bar.abandon();
                Err(interrupted((evaluation.done(), self.t), "squarings", evaluation, checkpoint))
            }
            Err(error) => Err(error.into()),
        }
    }
}

type Elem = <AnyGroup as heliast::Group>::Elem;
type SegmentsProved = (Elem, heliast_vdf::segments::SegmentedProof<Elem>);
