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
        let template = format!(
            "{{percent:>3}}% [{{bar:32}}] {{human_pos}} of {{human_len}} {unit}, {{per_sec}}, {{eta}} left"
        );
        let bar = ProgressBar::with_draw_target(Some(length), self.target());
        match ProgressStyle::with_template(&template) {
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
