//! Proves statements that each have their own delay.

use super::{Args, Listed, Squaring, System, no_level};
use crate::{
    batches::{List, Proved},
    checkpoints::Checkpoint,
    failure::{Code, Failure},
    interrupt,
    report::Report,
    ui::Ui,
};
use heliast::AnyGroup;
use heliast_vdf::batch::{BatchProofFile, Contents, Family, TooWeak, varied};
use std::time::Instant;

impl Args {
    pub(super) fn prove_varied(
        &self,
        group: &AnyGroup,
        mut list: List<'_>,
        ui: &Ui,
    ) -> Result<Report, Failure> {
        let terms = self.terms_of_varied(&list)?;
        let (mut began, mut combining) = (Instant::now(), 0.0);
        let checkpoint = Some(Checkpoint::new(&self.saving, &self.out));
        let mut squaring = Squaring { checkpoint, bar: ui.bar(0, "squarings"), ui };
        let proved = list.prove_varied(terms, &self.work, ui, |group, prover| {
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
        let seconds = [combining, began.elapsed().as_secs_f64()];
        let contents = Contents {
            family: terms.family(),
            level: terms.level(),
            t: None,
            shards: &[list.header().count],
        };
        let file = BatchProofFile::new(group, contents, &proof)?;
        self.write(&file, Listed { span, parts: None }, &squaring, seconds)
    }

    /// The requested protocol, or the one that is verified fastest.
    fn terms_of_varied(&self, list: &List<'_>) -> Result<varied::Terms, Failure> {
        if self.system == System::Pietrzak {
            let message = "statements with a delay each have Wesolowski's proof only";
            return Err(Failure::new(Code::Usage, message).hint("leave out --system"));
        }
        let Some(family) = Family::from_name(&self.protocol) else {
            let plans = varied::Terms::plan(self.level, &list.delays()?).map_err(no_level)?;
            return plans.first().copied().ok_or_else(|| no_level(TooWeak::Level(self.level)));
        };
        varied::Terms::of_family(family, self.level).map_err(|error| match error {
            TooWeak::Delays(_) => Failure::new(Code::Usage, error)
                .hint("give --protocol random-exponents, linear or auto, or leave it out"),
            other => no_level(other),
        })
    }
}
