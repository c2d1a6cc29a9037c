//! The log: on stderr, with timestamps in UTC.

use crate::ui::Ui;
use clap::ValueEnum;
use std::io::{self, IsTerminal, Write};
use tracing_subscriber::filter::LevelFilter;

/// The flags.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Log")]
pub struct LogArgs {
    /// Least severe level to log on stderr. With info, each round, the start and the stop are logged as well
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Level::Warn)]
    log: Level,
    /// Lines for people, or one JSON object per line
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    log_format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Level {
    Off,
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl LogArgs {
    /// Starts the log; a log that programs read also gets the notes for people.
    pub fn begin(&self, ui: &Ui) -> Ui {
        let lines = tracing_subscriber::fmt()
            .with_max_level(LevelFilter::from(self.log))
            .with_ansi(io::stderr().is_terminal())
            // A node goes on if its log can't be written, for example because the disk is full; an error here
            // would end it.
            .log_internal_errors(false)
            .with_writer(OneLine::of(self.log_format, io::stderr));
        match self.log_format {
            Format::Text => lines.init(),
            Format::Json => lines.json().flatten_event(true).init(),
        }
        ui.logging(matches!(self.log_format, Format::Json))
    }
}

/// Writes each message as one line, without line breaks in JSON texts either: errors of other programs, such
/// as the engine, may contain line breaks. The log writes a whole message at once.
struct OneLine<W> {
    format: Format,
    to: W,
}

impl<W> OneLine<W> {
    /// Makes writers that write to the result of `to`.
    fn of(format: Format, to: impl Fn() -> W) -> impl Fn() -> OneLine<W> {
        move || OneLine { format, to: to() }
    }
}

impl<W: Write> Write for OneLine<W> {
    fn write(&mut self, message: &[u8]) -> io::Result<usize> {
        self.to.write_all(&without_breaks(message, self.format)).map(|()| message.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The message with spaces instead of line breaks (in JSON also instead of escaped ones), except for the one
/// at its end. In text a backslash before an `n` is kept, since it may belong to a path.
fn without_breaks(message: &[u8], format: Format) -> Vec<u8> {
    let (body, end) = match message.strip_suffix(b"\n") {
        Some(body) => (body, &b"\n"[..]),
        None => (message, &b""[..]),
    };
    let mut line = Vec::with_capacity(message.len());
    let mut rest = body;
    while let Some((&first, after)) = rest.split_first() {
        rest = match (first, after.first(), format) {
            (b'\\', Some(b'n' | b'r'), Format::Json) => {
                line.push(b' ');
                &after[1..]
            }
            (b'\\', Some(&escaped), Format::Json) => {
                line.extend([first, escaped]);
                &after[1..]
            }
            (b'\n' | b'\r', ..) => {
                line.push(b' ');
                after
            }
            _ => {
                line.push(first);
                after
            }
        };
    }
    line.extend(end);
    line
}

impl From<Level> for LevelFilter {
    fn from(level: Level) -> LevelFilter {
        match level {
            Level::Off => LevelFilter::OFF,
            Level::Error => LevelFilter::ERROR,
            Level::Warn => LevelFilter::WARN,
            Level::Info => LevelFilter::INFO,
            Level::Debug => LevelFilter::DEBUG,
            Level::Trace => LevelFilter::TRACE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The log's lines about an error with line breaks and backslashes.
    fn written(format: Format) -> String {
        let kept = Kept::default();
        let to = kept.clone();
        let lines =
            tracing_subscriber::fmt().with_ansi(false).with_writer(OneLine::of(format, move || to.clone()));
        let error = "panic: no room\r\n\ngoroutine 1 in C:\\new\n";
        let say = || tracing::warn!(%error, "the engine\nhas ended");
        match format {
            Format::Json => tracing::subscriber::with_default(lines.json().flatten_event(true).finish(), say),
            Format::Text => tracing::subscriber::with_default(lines.finish(), say),
        }
        String::from_utf8(kept.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn a_message_is_one_line_for_people_and_programs() {
        let text = written(Format::Text);
        assert!(text.ends_with('\n') && text.trim_end().lines().count() == 1, "{text}");
        assert!(text.contains("goroutine 1 in C:\\new"), "{text}");
        let json = written(Format::Json);
        assert_eq!(json.lines().count(), 1, "{json}");
        let said: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(said["message"], "the engine has ended");
        assert_eq!(said["error"], "panic: no room   goroutine 1 in C:\\new ");
    }
}
