//! Proving statements that each have their own delay.

use super::{Args, System, no_level};
use crate::{
    batches::{Proved, VariedList, interrupted},
    failure::{Code, Failure},
    interrupt,
    report::Report,
    ui::Ui,
};
use heliast::RsaGroup;
use std::{cell::Cell, time::Instant};
use vdf::batch::{VariedProofFile, VariedTerms};

impl Args {
    pub(super) fn prove_varied(
        &self,
        group: &RsaGroup,
        mut list: VariedList<'_>,
        ui: &Ui,
    ) -> Result<Report, Failure> {
        self.check_options()?;
        let terms = VariedTerms::new(self.level).map_err(no_level)?;
        let began = Instant::now();
        let proved = list.prove(terms, &self.work, ui, || {
            interrupt::catch()?;
            let (bar, told) = (ui.bar(1000, "thousandths of the longest delay"), Cell::new(0));
            Ok(move |part| {
                // The search for false statements begins at 0 again.
                told.set(told.get().max((part * 1000.0) as u64));
                bar.set_position(told.get());
                !interrupt::requested()
            })
        });
        let (proof, span) = match proved {
            Ok(Proved::Proof(proof, span)) => (proof, span),
            Ok(Proved::False(places)) => return Err(self.false_ones(&places, false)),
            Err(_) if interrupt::requested() => return Err(interrupted()),
            Err(failure) => return Err(failure),
        };
        let seconds = began.elapsed().as_secs_f64();
        let file = VariedProofFile::new(group, terms, list.header().count, &proof)?;
        let bytes = file.encode();
        self.out.write(&bytes)?;
        let shown = self.out.shown();
        let headline =
            format!("proof of {} statements, {} bytes, written to {shown}", file.count(), bytes.len());
        let report = Report::new(headline).field("bytes", bytes.len()).field("out", shown);
        Ok(crate::verbs::batch_inspect::describe_varied(report, &file)
            .row("least t", span.least)
            .row("greatest t", span.greatest)
            .row_as("seconds", seconds, format!("{seconds:.2}"))
            .beside_stdout(self.out.is_stdout()))
    }

    /// That nothing is asked for that such lists do not have.
    fn check_options(&self) -> Result<(), Failure> {
        let (protocol, system) = (self.protocol.as_str(), self.system);
        let message = if protocol != "auto" {
            "statements with a delay each are combined in one way"
        } else if system == System::Pietrzak {
            "statements with a delay each have Wesolowski's proof only"
        } else if self.saving.checkpoint.is_some() {
            "the proof of statements with a delay each keeps no checkpoint"
        } else {
            return Ok(());
        };
        Err(Failure::new(Code::Usage, message).hint("leave out --protocol, --proof and --checkpoint"))
    }
}
