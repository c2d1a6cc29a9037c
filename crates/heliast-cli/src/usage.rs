//! Command lines that clap refuses, reported in the same two lines as every other failure.

use crate::{
    failure::{Code, Failure},
    report::Report,
    reports::Text,
};
use clap::{Command, error::ErrorKind};
use std::ffi::OsString;

/// Whether the answer must be JSON, found before (and even without) a successful parse.
pub fn wants_json(args: impl Iterator<Item = OsString>) -> bool {
    args.skip(1).take_while(|arg| arg != "--").any(|arg| arg == "--json")
}

/// The words of the command line that name a verb, in full: `vdf eval`; empty if none do.
pub fn verb(program: &Command, args: impl Iterator<Item = OsString>) -> String {
    let (mut command, mut words) = (program, Vec::new());
    for arg in args.skip(1).take_while(|arg| arg != "--") {
        let arg = arg.to_string_lossy();
        if arg.starts_with('-') {
            continue;
        }
        let Some(found) = command.find_subcommand(arg.as_ref()) else { break };
        words.push(found.get_name().to_owned());
        command = found;
    }
    words.join(" ")
}

/// The command line of this process, quoted for a shell.
pub fn same_command() -> String {
    let args = std::env::args_os().skip(1);
    let words = args.map(|arg| quoted(&arg.to_string_lossy()));
    std::iter::once("heliast".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// A word, quoted for a shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Help and version are reports; the rest are usage failures.
pub fn explain(error: &clap::Error) -> Result<Report, Failure> {
    let text = error.render().to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            Ok(Report::of(text.trim_end(), &Text { text: (&text).into() }))
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Err(Failure::new(Code::Usage, "a verb is missing").with_help(text))
        }
        _ => Err(complaint(&text)),
    }
}

/// clap writes a paragraph with the error, optional tips, the usage, and a pointer to the help.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::Cli;
    use clap::{CommandFactory, Parser};

    /// The two lines that answer a wrong command line.
    fn said(line: &str) -> (String, String) {
        let error = Cli::try_parse_from(line.split(' ')).err().unwrap();
        let failure = explain(&error).unwrap_err();
        (failure.to_string(), failure.hint_text().to_owned())
    }

    #[test]
    fn json_is_wanted_whether_or_not_the_line_can_be_parsed() {
        for (line, wanted) in [
            ("heliast verify x --json", true),
            ("heliast --json", true),
            ("heliast no such verb --json", true),
            ("heliast verify x", false),
            ("--json verify x", false),
            ("heliast vdf eval --message -- --json", false),
            ("heliast verify x --jsonx", false),
        ] {
            assert_eq!(wants_json(line.split(' ').map(OsString::from)), wanted, "{line}");
        }
    }

    #[test]
    fn a_shell_takes_a_quoted_word_for_what_it_is() {
        for (word, shown) in [
            ("--out", "--out"),
            ("a/b-c.d:1,2=3", "a/b-c.d:1,2=3"),
            ("two words", "'two words'"),
            ("it's", "'it'\\''s'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), shown);
        }
    }

    #[test]
    fn the_verb_is_known_whether_or_not_the_line_can_be_parsed() {
        for (line, named) in [
            ("heliast vdf eval -t x", "vdf eval"),
            ("heliast --json vdf --json eval", "vdf eval"),
            ("heliast verify export", "verify"),
            ("heliast vdf fly", "vdf"),
            ("heliast exprt", ""),
            ("heliast --version", ""),
            ("heliast -- verify", ""),
            ("verify", ""),
        ] {
            assert_eq!(verb(&Cli::command(), line.split(' ').map(OsString::from)), named, "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_one_line_and_so_is_what_to_do() {
        let (message, hint) = said("heliast verify");
        assert_eq!(message, "the following required arguments were not provided: <PATH-OR-URL>");
        assert_eq!(hint, "usage: heliast verify <PATH-OR-URL>");
        let (message, hint) = said("heliast exprt");
        assert_eq!(
            (message.as_str(), hint.as_str()),
            ("unrecognized subcommand 'exprt'", "a similar subcommand exists: 'export'")
        );
        let (message, hint) = said("heliast verify x --form 3");
        assert!(message.starts_with("unexpected argument '--form'"), "{message}");
        assert!(hint.contains("--from"), "{hint}");
        let (message, _) = said("heliast verify x --from 0");
        assert!(
            message.starts_with("invalid value '0' for '--from <K>': give a whole number from 1 on"),
            "{message}"
        );
    }

    #[test]
    fn help_and_version_are_not_failures() {
        for line in ["heliast --help", "heliast verify --help", "heliast --version"] {
            let error = Cli::try_parse_from(line.split(' ')).err().unwrap();
            assert!(explain(&error).is_ok(), "{line}");
        }
        let bare = explain(&Cli::try_parse_from(["heliast"]).err().unwrap()).unwrap_err();
        assert_eq!(bare.to_string(), "a verb is missing");
    }

    /// clap would suggest to pass the value after `--`, which is rarely meant.
    #[test]
    fn a_useless_tip_gives_way_to_the_usage() {
        let (message, hint) = said("heliast group show -x");
        assert_eq!(message, "unexpected argument '-x' found");
        assert_eq!(hint, "usage: heliast group show [OPTIONS] [FILE]");
        let (message, hint) = said("heliast batch plan list --count 3");
        assert!(message.starts_with("the argument '[STATEMENTS]' cannot be used with"), "{message}");
        assert!(hint.starts_with("usage: heliast batch plan "), "{hint}");
        // Without usage and tip the hint is the help.
        assert_eq!(complaint("error: so it is").hint_text(), "see `heliast --help`");
        assert_eq!(complaint("").to_string(), "");
    }

    #[test]
    fn messages_and_hints_are_single_lines() {
        for line in [
            "heliast vdf eval",
            "heliast vdf eval -t 0 --message m --out p",
            "heliast batch prove l --out p --protocol half",
            "heliast completions smoke",
            "heliast vrf keygen --scheme none",
            "heliast up --votes 1,0",
        ] {
            let (message, hint) = said(line);
            for text in [&message, &hint] {
                assert!(!text.is_empty() && !text.contains('\n') && !text.contains("  "), "{line}: {text}");
            }
            assert!(
                !message.starts_with("error: ") && !hint.starts_with("tip: "),
                "{line}: {message} {hint}"
            );
        }
    }
}
