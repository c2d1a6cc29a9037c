//! The progress of reading a list.

use crate::ui::Ui;
use heliast_vdf::batch::{Pass, Progress};
use indicatif::ProgressBar;

/// A bar for each pass over a list that is read in parts; a spinner for a list that is read at once.
pub struct Bars<'a> {
    ui: &'a Ui,
    count: u64,
    shown: Option<(Pass, ProgressBar)>,
}

impl<'a> Bars<'a> {
    /// The progress on a list of `count` statements, with nothing on the screen yet.
    pub fn new(ui: &'a Ui, count: u64) -> Bars<'a> {
        Bars { ui, count, shown: None }
    }

    /// Shows the progress. Always returns true, since a signal ends the program.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_has_a_bar_of_its_own_and_a_list_in_one_part_has_none() {
        let ui = Ui::new(true);
        let mut bars = Bars::new(&ui, 100);
        let shown =
            |bars: &Bars<'_>| bars.shown.as_ref().map(|(pass, bar)| (*pass, bar.position(), bar.length()));
        assert!(shown(&bars).is_none());
        for (pass, done) in [
            (Pass::Digest, 0),
            (Pass::Digest, 60),
            (Pass::Combine, 0),
            (Pass::Combine, 100),
            (Pass::Raise, 7),
        ] {
            assert!(bars.show(Progress { pass, done, parts: 2 }));
            assert_eq!(shown(&bars), Some((pass, done, Some(100))));
        }
        let first = bars.shown.as_ref().map(|(_, bar)| bar.clone()).unwrap();
        bars.show(Progress { pass: Pass::Combine, done: 0, parts: 1 });
        assert!(first.is_finished(), "the bar of the pass before is taken away");
        assert_eq!(shown(&bars), Some((Pass::Combine, 0, None)));
        drop(bars);
    }
}
