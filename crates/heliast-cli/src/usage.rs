//! Command lines that clap does not accept, in the same two lines as every other failure.

use crate::{
    failure::{Code, Failure},
    report::Report,
};
use clap::error::ErrorKind;
use std::ffi::OsString;

/// Whether the answer must be JSON, known before (and even if) the command line can't be parsed.
pub fn wants_json(args: impl Iterator<Item = OsString>) -> bool {
    args.skip(1).take_while(|arg| arg != "--").any(|arg| arg == "--json")
}

/// Help and version are reports; the rest is a failure of usage.
pub fn explain(error: &clap::Error) -> Result<Report, Failure> {
    let text = error.render().to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(Report::text("text", text)),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Err(Failure::new(Code::Usage, "a verb is missing").with_help(text))
        }
        _ => Err(complaint(&text)),
    }
}

/// clap writes a paragraph that complains, perhaps tips, the usage, and a pointer to the help.
fn complaint(text: &str) -> Failure {
    let words = |paragraph: &str| paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut paragraphs = text.split("\n\n");
    let first = words(paragraphs.next().unwrap_or_default());
    let message = first.strip_prefix("error: ").unwrap_or(&first);
    let (mut tip, mut usage) = (None, None);
    for paragraph in paragraphs.map(words) {
        if let Some(found) = paragraph.strip_prefix("tip: ").filter(|tip| !tip.starts_with("to pass")) {
            tip.get_or_insert(found.to_owned());
        } else if let Some(found) = paragraph.strip_prefix("Usage: ") {
            usage = Some(format!("usage: {found}"));
        }
    }
    let hint = tip.or(usage).unwrap_or_else(|| "see `heliast --help`".to_owned());
    Failure::new(Code::Usage, message).hint(hint)
}
