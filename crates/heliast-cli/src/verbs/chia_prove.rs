//! `heliast chia prove`: a delay in one of Chia's groups, and its proof in Chia's format.

use super::vdf_eval::{next_chunk, save_or_note};
use crate::{
    checkpoints::{Checkpoint, CheckpointArgs, wrong_proof},
    chia::{self as claims, DiscriminantArgs, Record},
    failure::{Code, Failure},
    files::{OutArgs, check_distinct},
    interrupt,
    numbers::count,
    report::Report,
    reports::{ChiaProved, Hex, Measure},
    ui::Ui,
    usage,
};
use heliast::{ClassGroup, Evaluation, chia};
use heliast_vdf::MAX_DELAY;
use std::{thread::available_parallelism, time::Instant};

/// Evaluate one of Chia's delays and prove it
///
/// Ctrl-C saves a checkpoint, and the same command goes on from there.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    discriminant: DiscriminantArgs,
    /// The input [default: the generator (2, 1, c)]
    #[arg(long, value_name = "HEX")]
    x: Option<String>,
    /// Squarings
    #[arg(short = 't', long = "squarings", alias = "iterations", value_name = "N", value_parser = count::<u64>(1..MAX_DELAY))]
    iterations: u64,
    /// Segments before the last part: the witness type
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<u64>(0..=chia::MAX_WITNESS_TYPE))]
    depth: u64,
    /// The format of the proof
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    saving: CheckpointArgs,
    /// Threads that prove [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count::<u16>(1..))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// JSON with all that `heliast chia verify` needs
    Json,
    /// Hexadecimal digits
    Hex,
    /// Plain bytes
    Bytes,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        match self.format {
            Format::Bytes => self.out.check(ui)?,
            Format::Json | Format::Hex => self.out.check_text(ui)?,
        }
        self.saving.check(&self.out)?;
        if let Some(checkpoint) = &self.saving.checkpoint {
            check_distinct(&[checkpoint, &self.out.out])?;
        }
        self.check_depth()?;
        let group = self.discriminant.load()?;
        let x = match &self.x {
            Some(digits) => claims::bytes("--x", digits)?,
            None => chia::GENERATOR.to_vec(),
        };
        let fresh = chia::evaluate(&group, &x, self.iterations)
            .map_err(|error| Failure::new(Code::Malformed, error))?;
        self.evaluate(&x, fresh, ui)
    }

    fn check_depth(&self) -> Result<(), Failure> {
        let greatest = chia::greatest_depth(self.iterations);
        if self.depth <= greatest {
            return Ok(());
        }
        let message = format_args!("{} squarings are too few for {} segments", self.iterations, self.depth);
        Err(Failure::new(Code::Usage, message).hint(format_args!("choose --depth {greatest} or less")))
    }

    fn evaluate(&self, x: &[u8], fresh: Evaluation<ClassGroup>, ui: &Ui) -> Result<Report, Failure> {
        let mut checkpoint = Checkpoint::new(&self.saving, &self.out);
        let mut evaluation = checkpoint.resume_class(fresh)?;
        let from = evaluation.done();
        if let Some(path) = checkpoint.shown().filter(|_| from > 0) {
            ui.note(format_args!("going on from {path}, {from} of {} squarings", self.iterations));
        }
        interrupt::catch()?;
        let began = Instant::now();
        self.advance(&mut evaluation, &mut checkpoint, ui)?;
        let squaring = began.elapsed().as_secs_f64();
        let began = Instant::now();
        let proof = self.prove(&evaluation, &mut checkpoint, ui)?;
        let proving = began.elapsed().as_secs_f64();
        let group = evaluation.group();
        chia::verify_strict(group, x, &proof, self.iterations, self.depth)
            .or_else(|error| match error {
                // The caller's input may be in any encoding that consensus accepts.
                chia::Invalid::NotCanonical("input") => {
                    chia::verify(group, x, &proof, self.iterations, self.depth)
                }
                other => Err(other),
            })
            .map_err(|error| wrong_proof(Failure::new(Code::Invalid, error)))?;
        let written = self.write(group, x, &proof).inspect_err(|_| {
            // The work is saved if possible: the same command then only has to prove and write.
            let _ = checkpoint.save(&evaluation);
        })?;
        checkpoint.remove()?;
        let speed = (self.iterations - from) as f64 / squaring.max(1e-9);
        let headline = format!(
            "proof of {} squarings, {} bytes, written to {}",
            self.iterations,
            proof.len(),
            self.out.shown()
        );
        let said = ChiaProved {
            out: self.out.shown().into(),
            file_bytes: written,
            t: self.iterations,
            witness_type: self.depth,
            x: Hex::of(x),
            y: Hex::of(&proof[..chia::FORM_LEN]),
            squaring_seconds: Measure(squaring),
            squarings_per_second: Measure(speed),
            proving_seconds: Measure(proving),
            resumed_from: (from > 0).then_some(from),
        };
        Ok(Report::of(headline, &said)
            .show(&["t", "witness_type", "x", "y"])
            .show_as("squaring_seconds", format!("{squaring:.3}"))
            .show_as("squarings_per_second", format!("{speed:.0}"))
            .show_as("proving_seconds", format!("{proving:.3}"))
            .beside_stdout(self.out.is_stdout()))
    }

    /// Squares until the end or a signal.
    fn advance(
        &self,
        evaluation: &mut Evaluation<ClassGroup>,
        checkpoint: &mut Checkpoint,
        ui: &Ui,
    ) -> Result<(), Failure> {
        let bar = ui.bar_from(evaluation.done(), self.iterations, "squarings");
        let mut chunk = 1_000;
        loop {
            let began = Instant::now();
            let finished = evaluation.advance(chunk);
            bar.set_position(evaluation.done());
            if finished {
                bar.finish_and_clear();
                return Ok(());
            }
            if interrupt::requested() {
                bar.abandon();
                return Err(self.interrupted(evaluation, checkpoint));
            }
            if checkpoint.is_due() {
                save_or_note(evaluation, checkpoint, ui);
            }
            chunk = next_chunk(chunk, began.elapsed());
        }
    }

    fn prove(
        &self,
        evaluation: &Evaluation<ClassGroup>,
        checkpoint: &mut Checkpoint,
        ui: &Ui,
    ) -> Result<Vec<u8>, Failure> {
        let bar = ui.bar(1000, "thousandths of the proof");
        let threads =
            self.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
        let proof = chia::prove_evaluation(evaluation, self.depth, threads, |done| {
            bar.set_position((done * 1000.0) as u64);
            !interrupt::requested()
        });
        bar.finish_and_clear();
        proof.map_err(|error| match error {
            chia::ProveError::Interrupted => self.interrupted(evaluation, checkpoint),
            chia::ProveError::Discriminant(_) => Failure::new(Code::Malformed, error),
            _ => Failure::new(Code::Internal, error),
        })
    }

    /// Saves the squarings that are done. Returns the failure that says how to continue.
    fn interrupted(&self, evaluation: &Evaluation<ClassGroup>, checkpoint: &mut Checkpoint) -> Failure {
        let (done, t) = (evaluation.done(), self.iterations);
        let percent = 100.0 * done as f64 / t as f64;
        let stopped = format!("interrupted after {done} of {t} squarings ({percent:.1} %)");
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

    /// Writes the proof. Returns the length of the file in bytes.
    fn write(&self, group: &ClassGroup, x: &[u8], proof: &[u8]) -> Result<usize, Failure> {
        let bytes = match self.format {
            Format::Bytes => proof.to_vec(),
            Format::Hex => format!("{}\n", hex::encode(proof)).into_bytes(),
            Format::Json => {
                let record = Record {
                    discriminant: Some(discriminant(group)),
                    seed: self.discriminant.seed.clone(),
                    bits: self.discriminant.seed.is_some().then_some(self.discriminant.bits),
                    x: hex::encode(x),
                    iterations: self.iterations,
                    witness_type: self.depth,
                    proof: hex::encode(proof),
                    ..Record::default()
                };
                let json = serde_json::to_string_pretty(&record)
                    .map_err(|error| Failure::new(Code::Internal, error))?;
                format!("{json}\n").into_bytes()
            }
        };
        self.out.write(&bytes)?;
        Ok(bytes.len())
    }
}

/// The discriminant as Chia's programs write it.
fn discriminant(group: &ClassGroup) -> String {
    let bytes = group.discriminant_magnitude().to_be_bytes(group.bits().div_ceil(8)).unwrap_or_default();
    format!("-0x{}", hex::encode(bytes))
}
