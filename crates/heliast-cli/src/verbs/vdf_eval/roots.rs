//! `--group roots-N`: a chain of square roots (`spec/roots.md`).

use super::{Args, Chain, advance};
use crate::{
    checkpoints::{Checkpoint, State},
    delays::roots::write,
    failure::{Code, Failure},
    groups::{NamedField, SEGMENTS},
    interrupt,
    report::Report,
    reports::{Measure, StepSpeed},
    ui::Ui,
};
use heliast_vdf::roots::{Evaluation, ProofFile};
use std::{thread::available_parallelism, time::Instant};

/// The most threads that have work to do.
const MOST_THREADS: usize = 2;

/// A chain, and the threads that take its steps.
struct Threaded {
    chain: Evaluation,
    threads: usize,
}

impl State for Threaded {
    fn to_bytes(&self) -> Vec<u8> {
        self.chain.to_bytes()
    }
}

impl Chain for Threaded {
    const STEPS: &'static str = "roots";
    const FEW: u64 = 16;

    fn advance(&mut self, steps: u64) -> bool {
        self.chain.advance(steps, self.threads)
    }

    fn done(&self) -> u64 {
        self.chain.done()
    }
}

impl Args {
    /// Evaluates and proves the chain. A signal ends it with a checkpoint.
    pub(super) fn take_roots(&self, field: &NamedField, ui: &Ui) -> Result<Report, Failure> {
        self.refuse_what_roots_have_not()?;
        self.check_files(ui)?;
        let given = self.input.required()?;
        let field = field.open(ui)?;
        let x = given.in_field(&field)?;
        let segments = self.segments.unwrap_or(self.t.min(SEGMENTS.into()) as u16);
        let fresh = Evaluation::start(&field, x, self.t, segments).map_err(|error| {
            Failure::new(Code::Usage, error).hint("give a smaller -t, or fewer --segments")
        })?;
        let mut checkpoint = Checkpoint::new(&self.saving, &self.out);
        let resumed = checkpoint.resume_roots(&fresh)?;
        let from = resumed.as_ref().map(Evaluation::done);
        let mut evaluation = Threaded { chain: resumed.unwrap_or(fresh), threads: self.threads_of_roots() };
        self.note_resumed::<Threaded>(from, &checkpoint, ui);
        interrupt::catch()?;

        let began = Instant::now();
        advance(self.t, &mut evaluation, &mut checkpoint, ui)?;
        let seconds = began.elapsed().as_secs_f64();
        let finished = evaluation.chain.finish();
        let (statement, proof) =
            finished.ok_or_else(|| Failure::new(Code::Internal, "the chain has not reached its end"))?;
        let file = ProofFile::new(&field, &statement, &proof);
        let report = write(&field, &file, &self.out).inspect_err(|_| {
            // The work is saved if possible: the same command then only has to write.
            let _ = checkpoint.save(&evaluation);
        })?;
        checkpoint.remove()?;
        let speed = (self.t - from.unwrap_or(0)) as f64 / seconds.max(1e-9);
        let said = StepSpeed {
            steps_seconds: Measure(seconds),
            steps_per_second: Measure(speed),
            resumed_from: from,
        };
        Ok(report
            .with(&said)
            .show_as("steps_seconds", format!("{seconds:.3}"))
            .show_as("steps_per_second", format!("{speed:.0}")))
    }

    fn refuse_what_roots_have_not(&self) -> Result<(), Failure> {
        self.proof.forbid(&[("--trapdoor", self.trapdoor.is_some())])
    }

    fn threads_of_roots(&self) -> usize {
        let cores = || available_parallelism().map_or(1, usize::from);
        self.proof.given_threads().unwrap_or_else(cores).min(MOST_THREADS)
    }
}
