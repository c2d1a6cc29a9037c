//! How people see that a list is read.

use crate::ui::Ui;
use heliast_vdf::batch::{Pass, Progress};
use indicatif::ProgressBar;

/// A bar for each pass over a list in parts; for one that is read at once, something that turns.
pub struct Bars<'a> {
    ui: &'a Ui,
    count: u64,
    shown: Option<(Pass, ProgressBar)>,
}

impl<'a> Bars<'a> {
    /// Nothing is shown yet, of a list of `count` statements.
    pub fn new(ui: &'a Ui, count: u64) -> Bars<'a> {
        Bars { ui, count, shown: None }
    }

    /// Shows how far it is. Nobody stops it here: a signal ends the program.
    pub fn show(&mut self, progress: Progress) -> bool {
        let Progress { pass, done, parts } = progress;
        if self.shown.as_ref().is_none_or(|(shown, _)| *shown != pass) {
            self.clear();
            let bar = match (parts, pass) {
                (1, _) => self.ui.spinner("reading and combining the statements"),
                (_, Pass::Digest) => self.ui.bar(self.count, "statements read"),
                (_, Pass::Raise) => self.ui.bar(self.count, "statements raised"),
                _ => self.ui.bar(self.count, "statements combined"),
            };
            self.shown = Some((pass, bar));
        }
        if let Some((_, bar)) = &self.shown {
            bar.set_position(done);
        }
        true
    }

    fn clear(&mut self) {
        if let Some((_, bar)) = self.shown.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Bars<'_> {
    fn drop(&mut self) {
        self.clear();
    }
}
