//! Completions, man pages, help.

use crate::run::{Outcome, Place};
use std::process::Command;

const VERBS: &[&str] = &[
    "chia-verify",
    "chia-prove",
    "network-new",
    "network-apply",
    "network-draft",
    "network-agree",
    "network-found",
    "network-up",
    "network-status",
    "node",
    "participate",
    "relay",
    "member-list",
    "member-key",
    "member-propose",
    "member-approve",
    "validator-key",
    "validator-join",
    "validator-leave",
    "validator-replace",
    "validator-power",
    "validator-list",
    "vdf-eval",
    "vdf-prove",
    "vdf-verify",
    "vrf-keygen",
    "vrf-public",
    "vrf-prove",
    "vrf-verify",
    "vrf-inspect",
    "vrf-adopt",
    "batch-prove",
    "batch-verify",
    "batch-plan",
    "batch-inspect",
    "batch-collect",
    "batch-sample",
    "group-new",
    "group-show",
    "key-status",
    "key-passphrase",
    "verify",
    "export",
    "backup",
    "restore",
    "health",
    "up",
    "seal",
    "open",
    "envelope-setup",
    "envelope-inspect",
    "gate",
    "fulfil",
    "request",
    "stamp-solve",
    "stamp-demo",
    "tune",
    "completions",
    "man",
];
/// The verbs that have verbs below them.
const GROUPS: &[&str] =
    &["vdf", "vrf", "batch", "group", "key", "network", "member", "validator", "chia", "stamp", "envelope"];

/// The words of the command line for the name of a page.
fn words(verb: &str) -> String {
    match verb.split_once('-') {
        Some((group, verb)) if GROUPS.contains(&group) => format!("{group} {verb}"),
        _ => verb.to_owned(),
    }
}

#[test]
fn every_shell_gets_a_script() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = place.ok(&format!("completions {shell}"));
        assert!(script.text().contains("heliast") && script.text().contains("keygen"), "{shell}");
    }
    place.run("completions smoke").failed(2);
}

#[test]
fn every_verb_has_a_man_page() {
    let place = Place::new();
    place.ok("man share/man1");
    for verb in VERBS {
        let page = String::from_utf8(place.read(&format!("share/man1/heliast-{verb}.1"))).unwrap();
        assert!(page.contains(".TH") && page.contains("json"), "{verb}");
    }
    let root = String::from_utf8(place.read("share/man1/heliast.1")).unwrap();
    assert!(root.contains("Exit codes"));
    place.run("man share/man1").failed(6);
    place.ok("man share/man1 --force");
}

/// The shell comes from the environment, and the directory is the user's or the given one; it can be repeated
/// after an update.
#[test]
fn completions_and_pages_are_put_where_they_are_found() {
    let place = Place::new();
    let home = |shell: &str, line: &str| {
        let mut command = place.command(line);
        command.env("SHELL", shell).env("HOME", place.path("home")).env_remove("XDG_DATA_HOME");
        Outcome::of(command.output().unwrap())
    };
    for (shell, file) in [
        ("/bin/bash", "bash-completion/completions/heliast"),
        ("/usr/bin/zsh", "zsh/site-functions/_heliast"),
        ("/usr/bin/fish", "fish/vendor_completions.d/heliast.fish"),
    ] {
        for _ in 0..2 {
            let outcome = home(shell, "completions --install");
            assert_eq!(outcome.code, 0, "{outcome:?}");
            assert!(outcome.text().contains(&format!("home/.local/share/{file}")), "{outcome:?}");
        }
        let script = String::from_utf8(place.read(&format!("home/.local/share/{file}"))).unwrap();
        let name = shell.rsplit('/').next().unwrap();
        assert_eq!(script.trim_end(), place.ok(&format!("completions {name}")).text().trim_end());
    }
    assert!(place.path("home/.local/share/man/man1/heliast-vdf-eval.1").exists());
    let bash = place.read("home/.local/share/bash-completion/completions/heliast");
    place.write("script", bash);
    let check = Command::new("bash").arg("-n").arg(place.path("script")).status().unwrap();
    assert!(check.success());

    let (code, report) = place.json("completions elvish --install --dir share");
    assert_eq!((code, &report["completions"]), (0, &"share/elvish/lib/heliast.elv".into()), "{report}");
    assert_eq!(report["man_dir"], "share/man/man1");
    assert!(place.path("share/man/man1/heliast.1").exists());

    assert!(home("/bin/sh", "completions --install").failed(2).contains("/bin/sh"));
    place.write("file", "mine");
    home("/bin/bash", "completions --install --dir file").failed(6);
    assert_eq!(place.read("file"), b"mine");
}

#[test]
fn help_has_the_exit_codes_and_every_option_a_text() {
    let place = Place::new();
    let help = place.ok("--help");
    for code in ["0   ok", "1 ", "2 ", "3 ", "4 ", "5 ", "6 ", "70 "] {
        assert!(help.text().contains(&format!("\n  {code}")), "{code}");
    }
    for verb in VERBS {
        let line = format!("{} -h", words(verb));
        let help = place.ok(&line).text().to_owned();
        for option in help.lines().filter(|line| line.trim_start().starts_with('-')) {
            assert!(option.trim().contains("  "), "{line}: {option}");
        }
    }
}

/// The guide says who needs each verb, so that unneeded verbs are noticed.
#[test]
fn every_verb_has_a_user() {
    let tour = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/tour.md");
    let tour = std::fs::read_to_string(tour).unwrap();
    let (_, table) = tour.split_once("| verb | who needs it |").unwrap();
    let cells = table.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let mut named: Vec<_> =
        cells.flat_map(|cell| cell.split(", ").map(|verb| verb.trim_matches('`').to_owned())).collect();
    let mut verbs: Vec<_> = VERBS.iter().map(|verb| words(verb)).collect();
    named.sort();
    verbs.sort();
    assert_eq!(named, verbs);
}

/// A verb that is missing in this file would not be tested.
#[test]
fn there_are_pages_for_the_verbs_and_for_nothing_else() {
    let place = Place::new();
    let said = place.ok("man pages");
    let mut expected: Vec<_> = VERBS.iter().chain(GROUPS).map(|verb| format!("heliast-{verb}.1")).collect();
    expected.push("heliast.1".to_owned());
    expected.sort();
    let entries = std::fs::read_dir(place.path("pages")).unwrap();
    let mut found: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    found.sort();
    assert_eq!(found, expected);
    assert_eq!(said.text(), format!("{} man pages written to pages\n", expected.len()));
    // Each group's page has its verbs, and each verb's page has the options of its help.
    for verb in VERBS {
        let page = String::from_utf8(place.read(&format!("pages/heliast-{verb}.1"))).unwrap();
        let page = page.replace("\\-", "-");
        let help = place.ok(&format!("{} --help", words(verb))).text().to_owned();
        let options = help.lines().flat_map(|line| line.split_whitespace().take(2));
        for option in options.filter(|word| word.starts_with("--")) {
            assert!(page.contains(option.trim_end_matches(',')), "{verb}: {option}");
        }
        if let Some((group, verb)) = verb.split_once('-').filter(|(group, _)| GROUPS.contains(group)) {
            let page = String::from_utf8(place.read(&format!("pages/heliast-{group}.1"))).unwrap();
            assert!(
                page.replace("\\-", "-").contains(&format!("heliast-{group}-{verb}(1)")),
                "{group} {verb}"
            );
        }
    }
}

#[test]
fn pages_are_not_written_where_something_else_is() {
    let place = Place::new();
    place.write("file", "mine");
    let outcome = place.run("man file");
    assert!(outcome.failed(6).starts_with("file can't be written: "), "{outcome:?}");
    std::fs::create_dir_all(place.path("pages/heliast-vdf.1")).unwrap();
    let outcome = place.run("man pages --force");
    assert!(
        outcome.failed(6).contains("pages/heliast-vdf.1 exists and is not a regular file"),
        "{outcome:?}"
    );
    assert_eq!((place.read("file"), place.names()), (b"mine".to_vec(), vec!["file".into(), "pages".into()]));
}

/// The suggestions of bash for the last of these words.
#[cfg(unix)]
fn offered(place: &Place, words: &str) -> Vec<String> {
    let script = format!(
        "source completions.bash; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
         _heliast heliast \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    );
    let output =
        std::process::Command::new("bash").args(["-c", &script]).current_dir(place.root()).output().unwrap();
    let outcome = crate::run::Outcome::of(output);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{words}");
    outcome.text().split_whitespace().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_verbs_options_and_values() {
    let place = Place::new();
    place.write("completions.bash", place.ok("completions bash").stdout);
    assert_eq!(offered(&place, "heliast exp"), ["export"]);
    assert_eq!(offered(&place, "heliast v"), ["verify", "validator", "vdf", "vrf"]);
    for (group, verb) in VERBS.iter().filter_map(|verb| verb.split_once('-')) {
        assert!(offered(&place, &format!("heliast {group} ''")).contains(&verb.to_owned()), "{group} {verb}");
    }
    assert_eq!(offered(&place, "heliast vdf eval --check"), ["--checkpoint"]);
    assert_eq!(offered(&place, "heliast batch prove --system ''"), ["wesolowski", "pietrzak"]);
    assert!(offered(&place, "heliast nonsense --che").is_empty());
}
