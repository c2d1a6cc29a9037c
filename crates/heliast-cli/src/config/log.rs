//! The log: on stderr, with timestamps in UTC.

use crate::ui::Ui;
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use tracing_subscriber::filter::LevelFilter;

/// The flags.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Log")]
pub struct LogArgs {
    /// Least severe level to log on stderr. With info also each round, the start and the stop
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
            // A node whose log can't be written, as on a full disk, goes on; an error here would
            // end it.
            .log_internal_errors(false)
            .with_writer(io::stderr);
        match self.log_format {
            Format::Text => lines.init(),
            Format::Json => lines.json().flatten_event(true).init(),
        }
        ui.logging(matches!(self.log_format, Format::Json))
    }
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
