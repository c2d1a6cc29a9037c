//! What is shown while a verb works: on stderr only, and only to people.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    io::{IsTerminal, Write},
    time::Duration,
};

/// Who is watching.
#[derive(Clone, Copy, Debug)]
pub struct Ui {
    json: bool,
}

impl Ui {
    /// With `json`, a program: it sees nothing but the result.
    pub fn new(json: bool) -> Ui {
        Ui { json }
    }

    /// Whether stdout belongs to the JSON object.
    pub fn json(&self) -> bool {
        self.json
    }

    /// A line on stderr for people.
    pub fn note(&self, line: impl std::fmt::Display) {
        if !self.json {
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }

    /// A bar over `length` things, `unit` in the plural.
    pub fn bar(&self, length: u64, unit: &str) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(Some(length), self.target());
        match ProgressStyle::with_template(&template(unit)) {
            Ok(style) => bar.with_style(style.progress_chars("=> ")),
            Err(_) => bar,
        }
    }

    /// Something that turns while work of unknown length is done.
    pub fn spinner(&self, message: &'static str) -> ProgressBar {
        let spinner = ProgressBar::with_draw_target(None, self.target()).with_message(message);
        spinner.enable_steady_tick(Duration::from_millis(100));
        spinner
    }

    fn target(&self) -> ProgressDrawTarget {
        if self.json || !std::io::stderr().is_terminal() {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        }
    }
}

/// What a bar looks like.
fn template(unit: &str) -> String {
    format!("{{percent:>3}}% [{{bar:32}}] {{human_pos}} of {{human_len}} {unit}, {{per_sec}}, {{eta}} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_see_no_bar_and_the_work_is_counted_all_the_same() {
        let ui = Ui::new(true);
        assert!(ui.json() && !Ui::new(false).json());
        let bar = ui.bar(10, "rounds");
        bar.inc(4);
        assert!(bar.is_hidden());
        assert_eq!((bar.position(), bar.length()), (4, Some(10)));
        let spinner = ui.spinner("looking");
        assert!(spinner.is_hidden() && spinner.message() == "looking");
        spinner.finish_and_clear();
    }

    /// A unit with braces would make another template of it.
    #[test]
    fn every_unit_makes_a_template() {
        for unit in ["rounds", "pairs (k, λ)", "leaves", "statements"] {
            assert!(ProgressStyle::with_template(&template(unit)).is_ok(), "{unit}");
        }
    }
}
