//! Proving statements that each have their own delay.

use super::{Args, Squaring, System, no_level};
use crate::{
    batches::{Proved, VariedList},
    checkpoints::Checkpoint,
    failure::{Code, Failure},
    interrupt,
    report::Report,
    ui::Ui,
};
use heliast::AnyGroup;
use heliast_vdf::batch::varied;
use std::time::Instant;

impl Args {
    pub(super) fn prove_varied(
        &self,
        group: &AnyGroup,
        mut list: VariedList<'_>,
        ui: &Ui,
    ) -> Result<Report, Failure> {
        self.check_options()?;
        let terms = varied::Terms::new(self.level).map_err(no_level)?;
        let (mut began, mut combining) = (Instant::now(), 0.0);
        let checkpoint = Some(Checkpoint::new(&self.saving, &self.out));
        let mut squaring = Squaring { checkpoint, bar: ui.bar(0, "squarings"), ui };
        let proved = list.prove(terms, &self.work, ui, |group, prover| {
            interrupt::catch()?;
            combining = began.elapsed().as_secs_f64();
            began = Instant::now();
            squaring.square_varied(group, prover)
        });
        let (proof, span) = match proved? {
            Proved::Proof(proof, span) => (proof, span),
            Proved::False(places) => {
                squaring.remove_checkpoint()?;
                return Err(self.false_ones(&places));
            }
        };
        let seconds = began.elapsed().as_secs_f64();
        let file = varied::ProofFile::new(group, terms, list.header().count, &proof)?;
        let bytes = file.to_bytes();
        self.out.write(&bytes)?;
        squaring.remove_checkpoint()?;
        let shown = self.out.shown();
        let headline =
            format!("proof of {} statements, {} bytes, written to {shown}", file.count(), bytes.len());
        let report = Report::new(headline).field("file_bytes", bytes.len()).field("out", shown);
        Ok(crate::verbs::batch_inspect::describe_varied(report, &file)
            .row("least t", span.least)
            .row("greatest t", span.greatest)
            .row_as("combining seconds", combining, format!("{combining:.2}"))
            .row_as("proving seconds", seconds, format!("{seconds:.2}"))
            .beside_stdout(self.out.is_stdout()))
    }

    /// Refuses options that such lists do not have.
    fn check_options(&self) -> Result<(), Failure> {
        let (protocol, system) = (self.protocol.as_str(), self.system);
        let message = if protocol != "auto" {
            "statements with a delay each are combined in one way"
        } else if system == System::Pietrzak {
            "statements with a delay each have Wesolowski's proof only"
        } else {
            return Ok(());
        };
        Err(Failure::new(Code::Usage, message).hint("leave out --protocol and --proof"))
    }
}
