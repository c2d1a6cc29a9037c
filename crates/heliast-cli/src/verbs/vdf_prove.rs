//! `heliast vdf prove`: proves an evaluation that has finished.

use crate::{
    checkpoints,
    delays::{ProofArgs, System},
    failure::{Code, Failure},
    files::OutArgs,
    groups::GroupArgs,
    interrupt,
    report::Report,
    ui::Ui,
};
use heliast::{AnyGroup, Evaluation};
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
        self.proof.check()?;
        if self.proof.system == System::Segmented {
            let message = "a finished evaluation is proved as a whole: segments are proved while it runs";
            return Err(Failure::new(Code::Usage, message)
                .hint("use --system wesolowski or pietrzak here, or `heliast vdf eval --system segmented`"));
        }
        self.out.check(ui)?;
        let group = self.group.load()?;
        let evaluation: Evaluation<AnyGroup> = checkpoints::read(&self.checkpoint, &group)?;
        let (done, t) = (evaluation.done(), evaluation.t());
        if evaluation.output().is_none() {
            let percent = 100.0 * done as f64 / t as f64;
            let message =
                format_args!("{done} of {t} squarings are done ({percent:.1} %), {} are missing", t - done);
            let hint = "`heliast vdf eval` with the same input and --checkpoint finishes it";
            return Err(Failure::new(Code::Pending, message).hint(hint));
        }
        interrupt::catch()?;
        let (y, proof) = self.proof.prove(&evaluation, ui)?;
        self.proof.write(&group, (evaluation.input().clone(), y, t), &proof, &self.out)
    }
}
