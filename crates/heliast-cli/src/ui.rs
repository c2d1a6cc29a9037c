//! Notes and progress bars during the work of a verb: on stderr only, and only for people.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, style::TemplateError};
use std::{
    fmt,
    io::{BufRead, IsTerminal, Write, stderr, stdin},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

static JSON: AtomicBool = AtomicBool::new(false);
static LOGS: AtomicBool = AtomicBool::new(false);

/// The audience of a verb: people, or a program.
#[derive(Clone, Copy, Debug)]
pub struct Ui {
    json: bool,
    logs: bool,
}

impl Ui {
    /// The audience. With `json` it is a program, which gets only the result.
    pub fn new(json: bool) -> Ui {
        Ui { json, logs: false }.kept()
    }

    /// The same audience, if stderr is a log for programs.
    pub fn logging(self, logs: bool) -> Ui {
        Ui { logs, ..self }.kept()
    }

    /// The audience that was set last, for code far below a verb.
    pub fn current() -> Ui {
        Ui { json: JSON.load(Ordering::Relaxed), logs: LOGS.load(Ordering::Relaxed) }
    }

    fn kept(self) -> Ui {
        JSON.store(self.json, Ordering::Relaxed);
        LOGS.store(self.logs, Ordering::Relaxed);
        self
    }

    /// Whether stdout belongs to the JSON object.
    pub fn json(&self) -> bool {
        self.json
    }

    /// A line on stderr for people.
    pub fn note(&self, line: impl std::fmt::Display) {
        if self.logs {
            tracing::warn!("{line}");
        } else if !self.json {
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }

    /// Asks the user whether to go on; `None` if nobody can answer.
    pub fn confirm(&self, question: impl std::fmt::Display) -> Option<bool> {
        if self.json || self.logs || !stdin().is_terminal() || !stderr().is_terminal() {
            return None;
        }
        let _ = write!(stderr(), "{question} [y/N] ");
        let mut answer = String::new();
        let _ = stdin().lock().read_line(&mut answer);
        Some(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
    }

    /// A bar for `length` items; `unit` is their plural.
    pub fn bar(&self, length: u64, unit: &str) -> ProgressBar {
        self.bar_from(0, length, unit)
    }

    /// The same, with `start` of them already done: they do not count for the pace.
    pub fn bar_from(&self, start: u64, length: u64, unit: &str) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(Some(length), self.target()).with_position(start);
        match style(start, unit) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        }
    }

    /// A spinner for work of unknown length.
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

/// The style of a bar: one line of a terminal, in its full width.
fn style(start: u64, unit: &str) -> Result<ProgressStyle, TemplateError> {
    let template = format!("{{percent:>3}}% [{{wide_bar}}] {{done}} of {{all}} {unit}, {{pace}}, {{rest}}");
    let (pace, rest) =
        (move |state: &ProgressState| pace(state, start), move |state: &ProgressState| rest(state, start));
    let write = |w: &mut dyn fmt::Write, text: String| _ = w.write_str(&text);
    Ok(ProgressStyle::with_template(&template)?
        .progress_chars("=> ")
        .with_key("done", move |state: &ProgressState, w: &mut dyn fmt::Write| {
            write(w, short(state.pos() as f64))
        })
        .with_key("all", move |state: &ProgressState, w: &mut dyn fmt::Write| {
            write(w, short(state.len().unwrap_or(0) as f64));
        })
        .with_key("pace", move |state: &ProgressState, w: &mut dyn fmt::Write| {
            write(w, pace(state).map_or_else(|| "?/s".to_owned(), |pace| short(pace) + "/s"));
        })
        .with_key("rest", move |state: &ProgressState, w: &mut dyn fmt::Write| {
            write(w, rest(state).map_or_else(|| "? left".to_owned(), |seconds| time_of(seconds) + " left"));
        }))
}

/// The average pace a second since the bar was made. An average of the last moments would change
/// with every pause, and all earlier work would count in a resumed bar.
fn pace(state: &ProgressState, start: u64) -> Option<f64> {
    let (done, seconds) = (state.pos().checked_sub(start)?, state.elapsed().as_secs_f64());
    (done > 0 && seconds > 0.0).then(|| done as f64 / seconds)
}

/// Seconds until all is done at that pace.
fn rest(state: &ProgressState, start: u64) -> Option<u64> {
    let left = state.len()?.saturating_sub(state.pos());
    Some((left as f64 / pace(state, start)?).round() as u64)
}

/// A number with up to four digits, or with three digits and a unit of thousands.
fn short(number: f64) -> String {
    let units = ["", " k", " M", " G", " T", " P", " E"];
    if number < 10.0 && number.fract() > 0.0 {
        return format!("{number:.1}");
    }
    if number < 9_999.5 {
        return format!("{number:.0}");
    }
    let (mut number, mut unit) = (number, 0);
    while number >= 999.5 && unit + 1 < units.len() {
        (number, unit) = (number / 1e3, unit + 1);
    }
    let digits = if number < 9.995 { 2 } else { usize::from(number < 99.95) };
    format!("{number:.digits$}{}", units[unit])
}

/// Seconds in the largest suitable unit.
pub fn time_of(seconds: u64) -> String {
    let units = [(31_557_600, "years"), (86_400, "days"), (3_600, "hours"), (60, "minutes")];
    match units.iter().find(|(unit, _)| seconds >= 2 * unit) {
        Some((unit, name)) => format!("{:.1} {name}", seconds as f64 / *unit as f64),
        None => format!("{seconds} seconds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::InMemoryTerm;

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

    /// The units of all bars, the widest included.
    const UNITS: [&str; 8] = [
        "rounds",
        "pairs (k, λ)",
        "leaves",
        "squarings",
        "statements raised",
        "statements combined",
        "proofs",
        "thousandths of the proof",
    ];

    /// The text on a terminal of `width` columns.
    fn drawn(width: u16, start: u64, length: u64, unit: &str, to: u64) -> String {
        let terminal = InMemoryTerm::new(5, width);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let bar = ProgressBar::with_draw_target(Some(length), target)
            .with_position(start)
            .with_style(style(start, unit).unwrap())
            .with_elapsed(Duration::from_secs(1_000_000));
        bar.set_position(to);
        bar.force_draw();
        terminal.contents()
    }

    #[test]
    fn a_bar_is_one_line_of_80_columns_that_says_all() {
        for unit in UNITS {
            let line = drawn(80, 0, 280_000_000_000_000, unit, 123_456_000_000_000);
            assert!(!line.contains('\n') && line.chars().count() <= 80, "{line}");
            assert!(
                line.starts_with(" 44% [=") && line.contains("of 280 T") && line.ends_with(" left"),
                "{line}"
            );
        }
    }

    #[test]
    fn what_is_left_takes_as_long_as_what_was_done() {
        // A third takes a million seconds.
        let line = drawn(80, 0, 3_000_000, "leaves", 1_000_000);
        assert!(line.ends_with("1.00 M of 3.00 M leaves, 1.0/s, 23.1 days left"), "{line}");
        // The work of an earlier process does not count for the pace.
        let line = drawn(80, 2_000_000, 4_000_000, "leaves", 3_000_000);
        assert!(line.ends_with("3.00 M of 4.00 M leaves, 1.0/s, 11.6 days left"), "{line}");
        let line = drawn(80, 2_000_000, 4_000_000, "leaves", 2_000_000);
        assert!(line.ends_with("2.00 M of 4.00 M leaves, ?/s, ? left"), "{line}");
    }

    #[test]
    fn long_numbers_are_shortened() {
        for (number, text) in [
            (0.0, "0"),
            (0.25, "0.2"),
            (7.0, "7"),
            (9_999.0, "9999"),
            (10_000.0, "10.0 k"),
            (123_456.0, "123 k"),
            (999_499.0, "999 k"),
            (999_500.0, "1.00 M"),
            (1.5e12, "1.50 T"),
            (u64::MAX as f64, "18.4 E"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}
