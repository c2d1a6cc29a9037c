//! `heliast tune --group roots-N`: how fast this machine takes roots (`spec/roots.md`).

use super::{Args, round};
use crate::{
    failure::{Code, Failure},
    groups::NamedField,
    report::Report,
    reports::{Bits, Digest, Measure, RootsTuned},
    ui::Ui,
    verbs::vdf_eval::next_chunk,
};
use heliast::RootField;
use heliast_vdf::roots::{Evaluation, MAX_STEPS};
use std::time::{Duration, Instant};

/// The default time of the measurement in seconds.
const SECONDS: f64 = 4.0;
/// The seconds of the delay whose length is shown to people.
const DELAY: f64 = 3.0;

impl Args {
    pub(super) fn tune_roots(&self, field: &NamedField, ui: &Ui) -> Result<Report, Failure> {
        if self.svg.is_some() {
            return Err(Failure::new(Code::Usage, "roots have no heat map").hint("leave out --svg"));
        }
        let field = field.open(ui)?;
        let seconds = self.budget.unwrap_or(if self.full { self.seconds() } else { SECONDS });
        let spinner = ui.spinner("taking roots");
        let began = Instant::now();
        let [one, two] = [1, 2].map(|threads| speed(&field, threads, Duration::from_secs_f64(seconds / 2.0)));
        let measuring = began.elapsed().as_secs_f64();
        spinner.finish_and_clear();
        let said = RootsTuned {
            machine: super::machine().into(),
            bits: Bits::of_field(&field),
            group: Digest::of(&field.id()),
            kernel: field.ring().backend().name().into(),
            steps_per_second: round(one),
            paired_steps_per_second: round(two),
            measuring_seconds: Measure(measuring),
        };
        let delay = format!("{:.0} roots on one core, {:.0} on two", one * DELAY, two * DELAY);
        Ok(Report::of("the speed of roots", &said)
            .show(&["machine", "field_bits", "kernel", "steps_per_second", "paired_steps_per_second"])
            .show_as(&format!("delay of {DELAY} s"), delay)
            .show_as("measuring_seconds", format!("{measuring:.1}")))
    }
}

/// The steps a second of this many threads.
fn speed(field: &RootField, threads: usize, share: Duration) -> f64 {
    let chain = Evaluation::start(field, field.hash(b"heliast/tune"), MAX_STEPS, 1);
    let Ok(mut chain) = chain else { return 0.0 };
    let (began, mut chunk) = (Instant::now(), 16);
    loop {
        let before = Instant::now();
        chain.advance(chunk, threads);
        if began.elapsed() >= share {
            return chain.done() as f64 / began.elapsed().as_secs_f64();
        }
        chunk = next_chunk(chunk, before.elapsed());
    }
}
