//! Proves statements that each have their own delay.

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
use heliast_vdf::batch::{TooWeak, varied};
use std::time::Instant;

impl Args {
    pub(super) fn prove_varied(
        &self,
        group: &AnyGroup,
        mut list: VariedList<'_>,
        ui: &Ui,
    ) -> Result<Report, Failure> {
        let terms = self.terms_of_varied(&list)?;
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

    /// The protocol that was asked for, or the one that is verified fastest.
    fn terms_of_varied(&self, list: &VariedList<'_>) -> Result<varied::Terms, Failure> {
        if self.system == System::Pietrzak {
            let message = "statements with a delay each have Wesolowski's proof only";
            return Err(Failure::new(Code::Usage, message).hint("leave out --proof"));
        }
        let terms = match self.protocol.as_str() {
            "auto" => {
                let plans = varied::Terms::plan(self.level, &list.delays()?).map_err(no_level)?;
                return plans.first().copied().ok_or_else(|| no_level(TooWeak::Level(self.level)));
            }
            "random-exponents" => varied::Terms::new(self.level),
            "linear" => varied::Terms::linear(self.level),
            other => {
                let message = format_args!("statements with a delay each are not combined by {other}");
                return Err(Failure::new(Code::Usage, message)
                    .hint("give --protocol random-exponents, linear or auto, or leave it out"));
            }
        };
        terms.map_err(no_level)
    }
}
