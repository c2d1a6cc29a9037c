//! `heliast vdf prove`: proves a finished evaluation.

use crate::{
    checkpoints,
    delays::{self, ProofArgs, System},
    failure::{Code, Failure},
    files::OutArgs,
    groups::{DelayIn, GroupArgs, NamedField},
    interrupt,
    report::Report,
    ui::Ui,
};
use heliast::{AnyGroup, Evaluation};
use heliast_vdf::roots::ProofFile;
use std::path::PathBuf;

/// Prove a finished evaluation from its checkpoint
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The checkpoint; `-` is stdin
    #[arg(value_name = "CHECKPOINT")]
    checkpoint: PathBuf,
    #[command(flatten)]
    group: GroupArgs,
    #[command(flatten)]
    proof: ProofArgs,
    #[command(flatten)]
    out: OutArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let group = match self.group.delay_in()? {
            DelayIn::Field(field) => return self.prove_roots(&field, ui),
            DelayIn::Group(named) => named.group,
        };
        self.proof.check()?;
        if self.proof.system() == System::Segmented {
            let message = "a finished evaluation is proved as a whole: segments are proved while it runs";
            return Err(Failure::new(Code::Usage, message)
                .hint("use --system wesolowski or pietrzak here, or `heliast vdf eval --system segmented`"));
        }
        self.out.check(ui)?;
        let evaluation: Evaluation<AnyGroup> = checkpoints::read(&self.checkpoint, &group)?;
        let (done, t) = (evaluation.done(), evaluation.t());
        if evaluation.output().is_none() {
            return Err(unfinished(done, t, "squarings"));
        }
        interrupt::catch()?;
        let (y, proof) = self.proof.prove(&evaluation, ui)?;
        self.proof.write(&group, (evaluation.input().clone(), y, t), &proof, &self.out)
    }

    /// The ends of the segments are in the checkpoint, so that only the check is computed.
    fn prove_roots(&self, field: &NamedField, ui: &Ui) -> Result<Report, Failure> {
        self.proof.forbid(&[("--threads", self.proof.given_threads().is_some())])?;
        self.out.check(ui)?;
        let field = field.open(ui)?;
        let evaluation = checkpoints::roots::read(&self.checkpoint, &field)?;
        let Some((statement, proof)) = evaluation.finish() else {
            return Err(unfinished(evaluation.done(), evaluation.t(), "roots"));
        };
        delays::roots::write(&field, &ProofFile::new(&field, &statement, &proof), &self.out)
    }
}

/// The failure if a checkpoint is not that of a finished evaluation.
fn unfinished(done: u64, t: u64, steps: &str) -> Failure {
    let percent = 100.0 * done as f64 / t as f64;
    let message = format_args!("{done} of {t} {steps} are done ({percent:.1} %), {} are missing", t - done);
    Failure::new(Code::Pending, message)
        .hint("`heliast vdf eval` with the same input and --checkpoint finishes it")
}
