//! `heliast envelope setup`: makes a setup for a delay, which takes as long as the delay.

use super::vdf_eval::{advance, interrupted};
use crate::{
    checkpoints::{Checkpoint, CheckpointArgs},
    envelopes::{PlaceArgs, Squaring, Times, note_review, proved, read_setup},
    failure::{Code, Failure},
    files::{OutArgs, check_distinct},
    interrupt,
    numbers::count,
    report::Report,
    reports::{SetupDelay, SetupMade},
    ui::Ui,
};
use heliast_envelope::{Recipient, Setup, SetupFile};
use heliast_vdf::MAX_DELAY;
use std::path::PathBuf;

/// Make the setup of a delay, once, for everybody who seals with it
///
/// It takes as long as the delay itself: Ctrl-C saves a checkpoint, and the same command goes on from there.
/// Nobody who uses a setup has to trust its maker.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Squarings of the delay
    #[arg(short, long = "squarings", value_name = "N", value_parser = count::<u64>(1..MAX_DELAY))]
    t: u64,
    #[command(flatten)]
    place: PlaceArgs,
    /// A setup to go on from: its delays are kept, and their squarings are not done again
    #[arg(long, value_name = "SETUP", conflicts_with = "group")]
    after: Option<PathBuf>,
    #[command(flatten)]
    saving: CheckpointArgs,
    #[command(flatten)]
    out: OutArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.out.check(ui)?;
        self.saving.check(&self.out)?;
        let checkpoint = self.saving.checkpoint.as_deref();
        check_distinct(&[Some(&*self.out.out), checkpoint].into_iter().flatten().collect::<Vec<_>>())?;
        note_review(ui);
        let setup = match &self.after {
            Some(path) => read_setup(path)?.verify()?,
            None => Setup::begin(self.place.place()?),
        };
        let setup = self.extend(setup, ui)?;
        let bytes = setup.as_file().to_bytes();
        self.out.write(&bytes)?;
        Checkpoint::new(&self.saving, &self.out).remove()?;
        let said = SetupMade {
            out: self.out.shown().into(),
            file_bytes: bytes.len(),
            group: setup.place().to_string().into(),
            delays: delays(setup.as_file()),
        };
        let headline = format!("setup of {} squarings, written to {}", self.t, self.out.shown());
        let report = Report::of(headline, &said).show(&["group", "file_bytes"]);
        let report = report.show_as("that_is", Times::of(setup.place(), self.t).words());
        Ok(report.beside_stdout(self.out.is_stdout()))
    }

    /// Continues squaring up to t, and proves the result.
    fn extend(&self, setup: Setup, ui: &Ui) -> Result<Setup, Failure> {
        let begun = setup.evaluation(self.t).map_err(|_| {
            let last = setup.as_file().delays().next_back().unwrap_or(0);
            let message =
                format_args!("{} squarings can't be added to a setup whose last delay has {last}", self.t);
            Failure::new(Code::Usage, message)
                .hint("a setup has at most 32 delays, each longer than the one before")
        })?;
        let mut checkpoint = Checkpoint::new(&self.saving, &self.out);
        let resumed: Option<Squaring> = checkpoint.resume(begun.group(), begun.input(), begun.t())?;
        let mut evaluation = resumed.unwrap_or(begun);
        let t = evaluation.t();
        interrupt::catch()?;
        advance(t, &mut evaluation, &mut checkpoint, ui)?;
        let made = proved(ui, |threads, go_on| setup.add(&evaluation, threads, go_on));
        let made = made.map_err(|failure| match interrupt::requested() {
            true => interrupted((t, t), "squarings", &evaluation, &mut checkpoint),
            false => failure,
        })?;
        // A checkpoint may be wrong, so the setup is verified before it is written.
        Ok(SetupFile::verify(made.as_file().clone())?)
    }
}

/// The delays of a setup, for programs.
pub(super) fn delays(setup: &SetupFile) -> Vec<SetupDelay> {
    let place = setup.place();
    let delay = |t| {
        let recipient = Recipient::shipped(place, t).or_else(|| Recipient::new(setup.up_to(t)));
        let recipient = recipient.map(|recipient| recipient.to_string()).unwrap_or_default();
        SetupDelay { t, times: Times::of(place, t).said(), recipient: recipient.into() }
    };
    setup.delays().map(delay).collect()
}
