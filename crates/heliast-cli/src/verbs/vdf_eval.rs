//! `heliast vdf eval`: does t squarings, or takes t roots, saves checkpoints, and proves the result.

use crate::{
    checkpoints::{Checkpoint, CheckpointArgs, State},
    delays::{ProofArgs, Proved, System},
    failure::{Code, Failure},
    files::{OutArgs, check_distinct},
    groups::{DelayIn, GroupArgs},
    inputs::DelayInput,
    interrupt,
    numbers::count,
    report::Report,
    reports::{Measure, Speed},
    secrets::PassphraseArgs,
    ui::Ui,
    usage,
};
use heliast::{AnyElem, AnyGroup, Evaluation, Group};
use heliast_vdf::{MAX_DELAY, roots::MAX_SEGMENTS};
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

mod roots;
mod segmented;

/// The time of computing between two checks of the clock and of signals.
const STEP: Duration = Duration::from_millis(100);

/// Evaluate a delay and prove it
///
/// Ctrl-C saves a checkpoint, and the same command goes on from there.
#[derive(Debug, clap::Args)]
#[command(mut_arg("passphrase_file", |arg| arg.requires("trapdoor")))]
pub struct Args {
    #[command(flatten)]
    input: DelayInput,
    /// Squarings, or roots
    #[arg(short, long = "squarings", value_name = "N", value_parser = count::<u64>(1..MAX_DELAY))]
    t: u64,
    /// Segments of a chain of roots, which a verifier checks side by side [default: 16, or as many as roots]
    #[arg(long, value_name = "N", value_parser = count::<u16>(1..=u64::from(MAX_SEGMENTS)))]
    segments: Option<u16>,
    #[command(flatten)]
    group: GroupArgs,
    #[command(flatten)]
    proof: ProofArgs,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    saving: CheckpointArgs,
    /// The factors of the modulus, with which no delay is needed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["checkpoint", "save_every", "threads"])]
    trapdoor: Option<PathBuf>,
    #[command(flatten)]
    passphrase: PassphraseArgs,
}

type Elem = <AnyGroup as Group>::Elem;

/// A computation of many steps, one after the other.
pub(super) trait Chain: State {
    /// The plural of a step.
    const STEPS: &'static str;
    /// A number of steps that takes little time on any machine.
    const FEW: u64;
    /// Takes at most this many more steps; returns true at the end.
    fn advance(&mut self, steps: u64) -> bool;
    /// The number of steps that are done.
    fn done(&self) -> u64;
}

impl Chain for Evaluation<AnyGroup> {
    const STEPS: &'static str = "squarings";
    const FEW: u64 = 1_000;

    fn advance(&mut self, steps: u64) -> bool {
        self.advance(steps)
    }

    fn done(&self) -> u64 {
        self.done()
    }
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let group = match self.group.delay_in()? {
            DelayIn::Field(field) => return self.take_roots(&field, ui),
            DelayIn::Group(named) => named.group,
        };
        self.proof.check()?;
        if self.segments.is_some() {
            let message = "--segments is for chains of roots, and the group is one of squarings";
            return Err(Failure::new(Code::Usage, message)
                .hint("leave it out, or give --group roots-2048; squarings have --system segmented"));
        }
        if self.trapdoor.is_some() && self.proof.system() != System::Wesolowski {
            let message = "the factors make a Wesolowski proof only";
            return Err(Failure::new(Code::Usage, message).hint("leave out --system, or --trapdoor"));
        }
        self.check_files(ui)?;
        match &self.trapdoor {
            Some(path) => self.shortcut(&group, path),
            None if self.proof.system() == System::Segmented => self.square_in_segments(&group, ui),
            None => self.square(&group, ui),
        }
    }

    /// Before the work, refuses files that can't be written or are used twice.
    fn check_files(&self, ui: &Ui) -> Result<(), Failure> {
        self.out.check(ui)?;
        self.saving.check(&self.out)?;
        match &self.saving.checkpoint {
            Some(checkpoint) => check_distinct(&[checkpoint, &self.out.out]),
            None => Ok(()),
        }
    }

    fn shortcut(&self, group: &AnyGroup, path: &Path) -> Result<Report, Failure> {
        let named = self.group.group.is_some().then_some(group);
        let trapdoor = self.group.trapdoor_of(named, path, &self.passphrase)?;
        let group = trapdoor.group().clone().into();
        let x = self.input.require(trapdoor.group())?;
        let (y, proof) = heliast_vdf::prove_with_trapdoor(&trapdoor, &x, self.t, self.proof.drawing()?)
            .map_err(|error| Failure::new(Code::Internal, error))?;
        let [x, y, proof] = [x, y, proof].map(AnyElem::Rsa);
        self.proof.write(&group, (x, y, self.t), &Proved::Wesolowski(proof), &self.out)
    }

    fn square(&self, group: &AnyGroup, ui: &Ui) -> Result<Report, Failure> {
        let x = self.input.require(group)?;
        let mut checkpoint = Checkpoint::new(&self.saving, &self.out);
        let resumed: Option<Evaluation<_>> = checkpoint.resume(group, &x, self.t)?;
        let from = resumed.as_ref().map(Evaluation::done);
        let mut evaluation = match resumed {
            Some(evaluation) => evaluation,
            None => Evaluation::start(group, x.clone(), self.t)?,
        };
        self.note_resumed::<Evaluation<AnyGroup>>(from, &checkpoint, ui);
        interrupt::catch()?;

        let began = Instant::now();
        advance(self.t, &mut evaluation, &mut checkpoint, ui)?;
        let seconds = began.elapsed().as_secs_f64();
        let (y, proof) = self.prove(&evaluation, &mut checkpoint, ui)?;
        let report = self.proof.write(group, (x, y, self.t), &proof, &self.out).inspect_err(|_| {
            // The work is saved if possible: the same command then only has to prove and write.
            let _ = checkpoint.save(&evaluation);
        })?;
        checkpoint.remove()?;
        Ok(self.with_speed(report, from, seconds))
    }

    fn note_resumed<C: Chain>(&self, from: Option<u64>, checkpoint: &Checkpoint, ui: &Ui) {
        if let (Some(done), Some(path)) = (from, checkpoint.shown()) {
            ui.note(format_args!("going on from {path}, {done} of {} {}", self.t, C::STEPS));
        }
    }

    fn with_speed(&self, report: Report, from: Option<u64>, seconds: f64) -> Report {
        let speed = (self.t - from.unwrap_or(0)) as f64 / seconds.max(1e-9);
        let said = Speed {
            squaring_seconds: Measure(seconds),
            squarings_per_second: Measure(speed),
            resumed_from: from,
        };
        report
            .with(&said)
            .show_as("squaring_seconds", format!("{seconds:.3}"))
            .show_as("squarings_per_second", format!("{speed:.0}"))
    }

    fn prove(
        &self,
        evaluation: &Evaluation<AnyGroup>,
        checkpoint: &mut Checkpoint,
        ui: &Ui,
    ) -> Result<(Elem, Proved), Failure> {
        let proved = self.proof.prove(evaluation, ui);
        if proved.is_err() && interrupt::requested() {
            return Err(interrupted((evaluation.done(), self.t), "squarings", evaluation, checkpoint));
        }
        proved
    }
}

/// Computes until the end or a signal.
pub(super) fn advance<C: Chain>(
    t: u64,
    evaluation: &mut C,
    checkpoint: &mut Checkpoint,
    ui: &Ui,
) -> Result<(), Failure> {
    let bar = ui.bar_from(evaluation.done(), t, C::STEPS);
    let mut chunk = C::FEW;
    loop {
        let began = Instant::now();
        let finished = evaluation.advance(chunk);
        bar.set_position(evaluation.done());
        if finished {
            break;
        }
        if interrupt::requested() {
            bar.abandon();
            return Err(interrupted((evaluation.done(), t), C::STEPS, evaluation, checkpoint));
        }
        if checkpoint.is_due() {
            save_or_note(evaluation, checkpoint, ui);
        }
        chunk = next_chunk(chunk, began.elapsed());
    }
    bar.finish_and_clear();
    Ok(())
}

/// Saves the steps that are done. Returns the failure that says how to continue.
pub(super) fn interrupted(
    (done, t): (u64, u64),
    steps: &str,
    evaluation: &impl State,
    checkpoint: &mut Checkpoint,
) -> Failure {
    let percent = 100.0 * done as f64 / t as f64;
    let stopped = format!("interrupted after {done} of {t} {steps} ({percent:.1} %)");
    let Some(path) = checkpoint.shown() else {
        return Failure::new(Code::Pending, stopped)
            .hint("nothing was saved: next time give --checkpoint FILE");
    };
    match checkpoint.save(evaluation) {
        Ok(()) => Failure::new(Code::Pending, format_args!("{stopped}; saved in {path}"))
            .hint(format_args!("`{}` goes on from there", usage::same_command())),
        Err(failure) => failure.about(stopped),
    }
}

pub(super) fn save_or_note(evaluation: &impl State, checkpoint: &mut Checkpoint, ui: &Ui) {
    if let Err(failure) = checkpoint.save(evaluation) {
        ui.note(format_args!("note: going on without a new checkpoint: {failure}"));
    }
}

/// The number of steps that takes about [`STEP`], approached without jumps.
pub(super) fn next_chunk(chunk: u64, took: Duration) -> u64 {
    let fitting = chunk as f64 * STEP.as_secs_f64() / took.as_secs_f64().max(1e-9);
    (fitting as u64).clamp(chunk / 2, chunk.saturating_mul(2)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_come_to_the_step_without_jumps() {
        let took = |milliseconds| Duration::from_millis(milliseconds);
        for (chunk, milliseconds, next) in [
            (1000, 100, 1000),
            (1000, 125, 800),
            (1000, 80, 1250),
            // At most twice and at least half of the chunk before, however far it is off.
            (1000, 1, 2000),
            (1000, 0, 2000),
            (1000, 60_000, 500),
            (1, 60_000, 1),
            (u64::MAX, 0, u64::MAX),
        ] {
            assert_eq!(next_chunk(chunk, took(milliseconds)), next, "{chunk} in {milliseconds} ms");
        }
        // A machine of a million squarings a second.
        let mut chunk = 1000;
        for _ in 0..20 {
            chunk = next_chunk(chunk, Duration::from_micros(chunk));
        }
        assert!((99_000..=101_000).contains(&chunk), "{chunk}");
    }
}
